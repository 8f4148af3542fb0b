"""The 66 tasks of the Goal-Oriented Graphs paper: how fast plans and proofs are, and what other planners make of them.

    python benchmarks/tasks66.py --work FOLDER [--rounds 20] [--budget 10] [--limit 20] [--own] [--tasks ITEM…]

warm     a plan, as in `speed.py`: the median over the tasks of each one's median
proof    a plan proved optimal on the whole cost vector, rules `survival`, `--budget` seconds at most: CPU seconds
peers    the same problems under the metric `applications`, where choosing members and fuel is free: ours,
         kairos-planner, ENHSP (the jar of up-enhsp; it needs Java) and a count model in CP-SAT (`cpsat_counts.py`),
         `--limit` seconds each, CPU seconds. All get one domain: the operators that our plans for any of the tasks
         use, gathering by mining alone, for the whole book is too much for the others.

The peers are installed into an environment of their own in FOLDER. What they do is kept there (one line a task and
planner) and not done again; `--own` leaves the peers out. The exit code is 0 only if no peer has a shorter plan than
our best one, none is faster with its plan, and CP-SAT proves none faster.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from craftproof.engine.plan import plan
from craftproof.engine.schedule import in_rounds
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import Operator, Problem, State, Want
from craftproof.pddl.printer import print_domain, print_problem
from craftproof.pddl.tables import APPLY, PRESENCE, WEAR, Tables, lower
from craftproof.recipes.book import Source
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify
from speed import warm

Row: TypeAlias = dict[str, Any]
HERE = Path(__file__).resolve().parent
TASKS = HERE.parent / "tests" / "data" / "gog_tasks.json"
APPLICATIONS = replace(SURVIVAL, cost=("applications",))
PEERS = ("kairos-planner", "up-enhsp", "ortools")
RUNS = 5
STAGES = 6
"""Stages of the exact model, where counts alone cannot be ordered."""
KAIROS = """
import json, sys, time, kairos
domain = kairos.load_domain(sys.argv[1])
problem = kairos.load_problem(sys.argv[2], domain)
start = time.process_time()
result = kairos.Planner().solve(problem, timeout=float(sys.argv[3]))
spent = time.process_time() - start
print(json.dumps({"seconds": spent, "plan": str(result.plan) if result.plan else "", "status": str(result.status)}))
"""
VALID = """
import sys, kairos
domain, problem, plan = (open(name).read() for name in sys.argv[1:4])
print(kairos.validate_plan(domain, problem, kairos.parse_plan(plan)).valid)
"""


def told(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def items() -> list[str]:
    """The items that the tasks ask for one of."""
    return [task["item"] for task in json.loads(TASKS.read_text(encoding="utf-8"))["tasks"]]


def small_domain() -> Mapping[str, Operator]:
    """The operators that our plans for the tasks use, by effort and by applications, where sources are mined."""
    used: set[str] = set()
    for rules in (SURVIVAL, APPLICATIONS):
        domain = compile_problem(bundled(), rules, State(), [Want(("stick",), 1)]).operators
        mined = {n: op for n, op in domain.items() if not isinstance(op.origin, Source) or op.kind == "mine"}
        for item in items():
            problem = compile_problem(bundled(), rules, State(), [Want((item,), 1)])
            answer = plan(replace(problem, operators=mined), compiled=True)
            assert isinstance(answer, Optimal | Feasible)
            used |= {step.operator for step in answer.plan.steps}
    return {name: domain[name] for name in sorted(used)}


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What `work` returns, and its CPU seconds."""
    start = time.process_time()
    out = work()
    return out, time.process_time() - start


def ours(problem: Problem, budget: float) -> Row:
    """Our plan (warm: the median of some runs), and our proof."""
    answers = [timed(lambda: plan(problem, compiled=True)) for _ in range(RUNS + 1)][1:]
    best, spent = timed(lambda: plan(problem, compiled=True, budget=budget))
    return {
        "seconds": median(s for _, s in answers),
        "length": answers[0][0].verdict.applications,
        "proof": spent,
        "proved": isinstance(best, Optimal),
        "best": best.verdict.applications,
    }


class Files:
    """A problem printed into a folder; `costly` are the names of the actions that count."""

    def __init__(self, folder: str, problem: Problem) -> None:
        domain = print_domain(problem)
        self.paths = [str(Path(folder) / name) for name in ("domain.pddl", "problem.pddl", "plan.txt")]
        Path(self.paths[0]).write_text(domain, encoding="utf-8")
        Path(self.paths[1]).write_text(print_problem(problem), encoding="utf-8")
        blocks = domain.split("(:action ")[1:]
        self.costly = {block.split()[0] for block in blocks if "(increase (total-cost)" in block}

    def judged(self, python: str, text: str) -> Row:
        """A plan's length in actions that count, and whether kairos' validator accepts it."""
        actions = re.findall(r"\(([^()\s]+)\)", text)
        Path(self.paths[2]).write_text("".join(f"({action})\n" for action in actions), encoding="utf-8")
        done = subprocess.run([python, "-c", VALID, *self.paths], capture_output=True, text=True, timeout=60)
        return {"length": sum(action in self.costly for action in actions), "valid": done.stdout.strip() == "True"}


def ended(command: list[str], seconds: float, text: str = "") -> tuple[str, float]:
    """What a command prints, and the CPU seconds of it and its children; all of them are ended when time is up."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as given:
        given.write(text)
        given.seek(0)
        child = subprocess.Popen(
            command, stdin=given, stdout=out, stderr=subprocess.DEVNULL, start_new_session=True, text=True
        )
        end = time.monotonic() + seconds
        try:
            while True:
                found, _, usage = os.wait4(child.pid, os.WNOHANG)
                if found:
                    break
                if time.monotonic() > end:
                    os.killpg(child.pid, signal.SIGKILL)
                    _, _, usage = os.wait4(child.pid, 0)
                    break
                time.sleep(0.02)
        except KeyboardInterrupt:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        child.returncode = 0
        out.seek(0)
        return out.read(), usage.ru_utime + usage.ru_stime


def kairos(python: str, problem: Problem, limit: float) -> Row:
    """What kairos finds in the time; its own seconds, without start and reading."""
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder, problem)
        # it may overrun its time: the process gets twice as much wall time and a minute
        out, _ = ended([python, "-c", KAIROS, *files.paths[:2], str(limit)], 2 * limit + 60)
        found = json.loads(out) if out.strip() else {"plan": ""}
        return {"seconds": found.get("seconds"), **(files.judged(python, found["plan"]) if found["plan"] else {})}


def enhsp(python: str, problem: Problem, limit: float) -> Row:
    """What ENHSP finds as up-enhsp calls it (`-h hadd -s gbfs`); seconds of the whole process, and of the search as it
    says itself."""
    jar = next(Path(python).parents[1].glob("lib/python*/site-packages/up_enhsp/ENHSP/enhsp.jar"))
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder, problem)
        found = Path(folder) / "found.txt"
        command = ["java", "-jar", str(jar), "-o", files.paths[0], "-f", files.paths[1], "-sp", str(found), "-npm"]
        out, spent = ended([*command, "-h", "hadd", "-s", "gbfs"], 2 * limit + 10)
        said = re.search(r"Planning Time \(msec\): (\d+)", out)
        row: Row = {"seconds": spent, "planning": int(said[1]) / 1000 if said else None}
        return row | (files.judged(python, found.read_text(encoding="utf-8")) if found.exists() else {})


def count_model(problem: Problem, limit: float) -> tuple[Row, Any]:
    """The problem for `cpsat_counts.py`, and its tables. Members that nothing gives are left in; they stay unused."""
    t = lower(problem)
    moves = [
        {
            "takes": t.takes.row(m),
            "gives": t.gives.row(m),
            "needs": t.needs.row(m),
            "count": t.counts[m],
            "scale": 1 if t.moves[m].kind == APPLY else 10,
        }
        for m in range(t.n_moves)
    ]
    tools: dict[int, list[int]] = {}
    for m in range(t.n_moves):
        if t.moves[m].kind == WEAR and t.uses[t.moves[m].item]:
            tools.setdefault(t.moves[m].item, []).append(m)
    start = [0] * t.n_cells
    for item, n in problem.have.stock.items():
        start[t.cell_of[item]] = n
    data = {
        "moves": moves,
        "start": start,
        "goal": [(t.cell_of[want.any_of[0]], want.n) for want in problem.want],
        "present": [kind == PRESENCE for kind in t.kind],
        "tools": [(tool, t.uses[tool], wears) for tool, wears in tools.items()],
        "seconds": limit,
        "stages": 0,
    }
    return data, t


def cpsat(python: str, problem: Problem, limit: float) -> Row:
    """What CP-SAT proves of the counts; where these cannot be ordered, with stages. `seconds` are of both."""
    data, t = count_model(problem, limit)
    spent = 0.0
    row: Row = {"seconds": None, "valid": False, "proved": False}
    for stages in (0, STAGES):
        out, _ = ended([python, str(HERE / "cpsat_counts.py")], 3 * limit + 60, json.dumps(data | {"stages": stages}))
        if not out.strip():
            return row
        row = json.loads(out)
        spent += row["seconds"]
        row |= {"seconds": spent, "stages": stages, "proved": row["status"] == "OPTIMAL"}
        row["valid"] = ordered(problem, t, row.pop("counts", []), row.pop("levels", []))
        if row["valid"]:
            break
    return row


def ordered(problem: Problem, t: Tables, counts: list[int], levels: list[int]) -> bool:
    """Whether counts (of moves, or of stages and moves) can be ordered into a plan that the law accepts."""
    total: dict[int, int] = {}
    level: dict[int, int] = {}
    for k, n in enumerate(counts):
        if n:
            total[k % t.n_moves] = total.get(k % t.n_moves, 0) + n
            level.setdefault(k % t.n_moves, levels[k])
    order = sorted((m for m in total if t.moves[m].kind == APPLY), key=lambda m: level[m])
    found = in_rounds(problem, t, total, order) if order else None
    return found is not None and verify(problem, found).sound


def peers_python(work: Path) -> str:
    """The Python of an environment that holds the peers; made where it is not there yet."""
    python = work / "peers" / "bin" / "python"
    if not (work / "peers" / "ready").exists():
        told("making the peers' environment")
        subprocess.run([sys.executable, "-m", "venv", str(work / "peers")], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", *PEERS], check=True, stdout=sys.stderr)
        (work / "peers" / "ready").touch()
    return str(python)


class Kept:
    """Rows by task and planner, kept in a file of lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[tuple[str, str], Row] = {}
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            if line.endswith("}"):
                row = json.loads(line)
                self.rows[row["item"], row["who"]] = row

    def row(self, item: str, who: str, make: Callable[[], Row]) -> Row:
        """The row that is there, or a new one."""
        if (item, who) not in self.rows:
            made = {"item": item, "who": who, **make()}
            self.rows[item, who] = made
            with self.path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(made) + "\n")
            told(f"{item} by {who}: {made}")
        return self.rows[item, who]


def proofs(listed: list[str], budget: float) -> None:
    """Print how long proofs of the whole cost vector take under `survival`."""
    times: list[float] = []
    kinds: list[bool] = []
    first: list[bool] = []
    for item in listed:
        problem = compile_problem(bundled(), SURVIVAL, State(), [Want((item,), 1)])
        plan(problem, compiled=True)
        answer, spent = timed(lambda p=problem: plan(p, compiled=True, budget=budget))
        times.append(spent)
        kinds.append(isinstance(answer, Optimal))
        first.append(answer.verdict.cost[0] == answer.bound.values[0])
        told(f"{item}: {type(answer).__name__.lower()} in {spent:.4f} s")
    print(f"proof    {sum(kinds)} of {len(listed)} optimal within {budget:g} s, {sum(first)} on the first criterion;")
    print(f"         median {median(times) * 1e3:.1f} ms, slowest {max(times):.2f} s CPU")


def compared(listed: list[str], kept: Kept, python: str, budget: float, limit: float) -> bool:
    """Print the table of all planners; whether none beats us."""
    domain = small_domain()
    form = "{:22} {:>5} {:>8} {:>5} {:>8} | {:>5} {:>8} | {:>5} {:>8} | {:>5} {:>8} {}"
    print(form.format("task", "plan", "ms", "best", "proof s", "kairos", "s", "enhsp", "s", "cpsat", "s", ""))
    rows: dict[str, list[Row]] = {"ours": [], "kairos": [], "enhsp": [], "cpsat": []}
    for item in listed:
        problem = compile_problem(bundled(), APPLICATIONS, State(), [Want((item,), 1)])
        problem = replace(problem, operators=domain)
        own = {"item": item, **ours(problem, budget)}
        others = {
            "kairos": kept.row(item, "kairos", lambda p=problem: kairos(python, p, limit)),
            "enhsp": kept.row(item, "enhsp", lambda p=problem: enhsp(python, p, limit)),
            "cpsat": kept.row(item, "cpsat", lambda p=problem: cpsat(python, p, limit)),
        }
        for who, row in {"ours": own, **others}.items():
            rows[who].append(row)
        cells = [
            text
            for row in others.values()
            for text in (row.get("length", "-"), "-" if row["seconds"] is None else f"{row['seconds']:.2f}")
        ]
        mark = "" if own["proved"] else "not proved"
        head = (item, own["length"], f"{own['seconds'] * 1e3:.2f}", own["best"], f"{own['proof']:.3f}")
        print(form.format(*head, *cells, mark))
    return judged(rows)


def judged(rows: dict[str, list[Row]]) -> bool:
    """Print the sums; whether no peer beats us."""
    own = rows["ours"]
    plans, proved = (median(r[key] for r in own) * 1e3 for key in ("seconds", "proof"))
    print(f"ours     {sum(r['proved'] for r in own)} of {len(own)} proved;", end="")
    print(f" plan median {plans:.2f} ms, proof median {proved:.1f} ms")
    beaten = 0
    for who in ("kairos", "enhsp", "cpsat"):
        pairs = [(o, r) for o, r in zip(own, rows[who], strict=True) if r.get("length") is not None and r["valid"]]
        shorter = sum(r["length"] < o["best"] for o, r in pairs)
        than_plan = sum(r["length"] < o["length"] for o, r in pairs)
        faster = sum(r["seconds"] < o["seconds"] for o, r in pairs)
        longer = sum(r["length"] > o["best"] for o, r in pairs)
        line = f"{who:8} {len(pairs)} of {len(own)} solved, {longer} longer than ours, {shorter} shorter than our best"
        line += f" ({than_plan} than our first plan), {faster} faster than our plan"
        proofs_lost = 0
        if who == "cpsat":
            proved = [(o, r) for o, r in zip(own, rows[who], strict=True) if r["proved"]]
            proofs_lost = sum(not o["proved"] or r["seconds"] < o["proof"] for o, r in proved)
            line += f", {len(proved)} proved, {proofs_lost} of them faster than our proof"
        times = [r["seconds"] for _, r in pairs]
        print(line + (f"; median {median(times):.2f} s" if times else ""))
        beaten += shorter + faster + proofs_lost
    return not beaten


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for what is installed and measured")
    parser.add_argument("--rounds", type=int, default=20, help="rounds of warm plans")
    parser.add_argument("--budget", type=float, default=10.0, help="seconds for each of our proofs")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each peer and task")
    parser.add_argument("--own", action="store_true", help="leave the peers out")
    parser.add_argument("--tasks", nargs="+", help="only these items (default: all 66)")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    listed = options.tasks or items()
    times = warm(options.rounds)
    print(f"warm     median {median(times) * 1e3:.3f} ms over the 66 tasks, slowest {max(times) * 1e3:.3f} ms")
    proofs(listed, options.budget)
    if options.own:
        return 0
    kept = Kept(options.work / "tasks66.jsonl")
    return 0 if compared(listed, kept, peers_python(options.work), options.budget, options.limit) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        told("interrupted; what is done is kept")
        sys.exit(130)
