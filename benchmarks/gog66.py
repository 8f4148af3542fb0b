"""Plan the 66 tasks of the Goal-Oriented Graphs paper (arXiv 2505.18607, table 9) from an empty inventory.

    python benchmarks/gog66.py [--budget S]

A line a task: item, kind of answer, plan lines, applications, effort in ticks, what is gathered. The last line says how
many plans the law accepted; the exit code is 0 only if all. With a budget, that many seconds go into each proof.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import Problem, State, Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Answer, Feasible, Optimal
from craftproof.sim.verify import verify

TASKS = Path(__file__).resolve().parent.parent / "tests" / "data" / "gog_tasks.json"
FORM = "{:22} {:9} {:>5} {:>6} {:>7}  {}"


def tasks() -> list[tuple[str, Problem]]:
    """The tasks' items and problems, in the paper's order."""
    listed = json.loads(TASKS.read_text(encoding="utf-8"))["tasks"]
    return [
        (t["item"], compile_problem(bundled(), SURVIVAL, State(), [Want((t["item"],), t["count"])])) for t in listed
    ]


def row(item: str, answer: Answer) -> tuple[str, bool]:
    """A line of the table, and whether the plan holds when it is fired anew."""
    kind = type(answer).__name__.lower()
    if not isinstance(answer, Optimal | Feasible):
        return FORM.format(item, kind, "", "", "", ""), False
    verdict = verify(answer.problem, answer.plan)
    totals = ", ".join(f"{n} {what}" for what, n in sorted(verdict.gathered.items()))
    line = FORM.format(item, kind, len(answer.plan.steps), verdict.applications, verdict.effort, totals)
    return line, verdict.sound


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=float, help="seconds for the proof of each plan (default: none are made)")
    options = parser.parse_args()
    print(FORM.format("item", "answer", "lines", "times", "effort", "gathered"))
    verified = 0
    listed = tasks()
    for item, problem in listed:
        line, sound = row(item, plan(problem, budget=options.budget, compiled=True))
        verified += sound
        print(line)
    print(f"{verified} of {len(listed)} verified")
    return 0 if verified == len(listed) else 1


if __name__ == "__main__":
    sys.exit(main())
