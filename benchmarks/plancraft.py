"""Plan the tasks of Plancraft, prove every answer, and run its own oracle on the same tasks.

    python benchmarks/plancraft.py --work FOLDER [--wheel WHEEL] [--parts train val] [--first N] [--ours]

The tasks are read from the wheel of the PyPI package `plancraft` 0.4.9 (WHEEL, or fetched into FOLDER by
`pip download --no-deps`). Ours: rules `plancraft`, one process, no kernels compiled; tables are compiled once and
counted; of what is impossible only the proof is looked at, not what would be missing. The oracle (`optimal_planner`:
up to 40 steps and 30 seconds) runs in an environment of its own, which is made in FOLDER. Times are CPU seconds of one
process each. What the oracle has done is kept in FOLDER (one line a task) and not done again; `--ours` leaves it out.
Then come three tasks beyond the data.

The exit code is 0 only if every task that can be solved got a plan proved to have the fewest applications, no longer
than the oracle's, every impossible one was proved impossible, and the oracle took at least 25 times as long on the mean
and 500 times as long at the most.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
import zipfile
from collections import Counter
from pathlib import Path
from statistics import mean, median
from typing import Any, TypeAlias

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import PRESETS
from craftproof.sim.answer import Answer, Feasible, Impossible, Optimal
from craftproof.sim.verify import verify

Row: TypeAlias = dict[str, Any]
PACKAGE = "plancraft==0.4.9"
NEEDED = ("networkx", "numpy", "pydantic", "pillow", "loguru")
"""What importing the oracle asks for; the package's other dependencies (wandb, pandas, …) are for training models."""
NO_ITEMS = ("air",)
"""Held in 12 tasks of `train`, and no item: nothing is made of it."""
BUDGET = 20.0
MEAN, MOST = 25, 500
"""How many times as fast as the oracle we are to be, on the mean and at the most."""
BEYOND = (
    ("netherite_block", {"netherite_scrap": 36, "gold_ingot": 36}),
    ("netherite_block", {"ancient_debris": 36, "gold_ingot": 36}),
    ("anvil", {"iron_ore": 31}),
)
BEYOND_COST = (10, 46, 35)
ORACLE = """
import json, sys, time
from plancraft.environment.planner import optimal_planner
optimal_planner("stick", {"oak_planks": 2})
for line in sys.stdin:
    task = json.loads(line)
    start = time.process_time()
    path = optimal_planner(task["target"], task["inventory"])
    spent = time.process_time() - start
    print(json.dumps({"id": task["id"], "seconds": spent, "length": None if path is None else len(path)}), flush=True)
"""


def told(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def wheel_of(work: Path, given: Path | None) -> Path:
    """The package's wheel; fetched where it is not given and not there yet."""
    if given is not None:
        return given
    if not list(work.glob("plancraft-*.whl")):
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", str(work), PACKAGE]
        subprocess.run(pip, check=True, stdout=sys.stderr)
    return next(work.glob("plancraft-*.whl"))


def tasks(wheel: Path, parts: list[str]) -> list[Row]:
    """The tasks of some parts of the data, in its order."""
    with zipfile.ZipFile(wheel) as files:
        return [task for part in parts for task in json.loads(files.read(f"plancraft/data/{part}.json"))]


def oracle_python(work: Path, wheel: Path) -> str:
    """The Python of an environment that holds the oracle; made where it is not there yet."""
    python = work / "oracle" / "bin" / "python"
    if not (work / "oracle" / "ready").exists():
        told("making the oracle's environment")
        subprocess.run([sys.executable, "-m", "venv", str(work / "oracle")], check=True)
        for wanted in (NEEDED, ("--no-deps", str(wheel))):
            subprocess.run([str(python), "-m", "pip", "install", "-q", *wanted], check=True, stdout=sys.stderr)
        (work / "oracle" / "ready").touch()
    return str(python)


def recorded(path: Path) -> dict[str, Row]:
    """The rows of a file of lines, by task; a last line that was cut off is left out."""
    rows: dict[str, Row] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        if line.endswith("}"):
            row = json.loads(line)
            rows[row["id"]] = row
    return rows


def answer_of(task: Row) -> Answer:
    have = {item: n for item, n in task["inventory"].items() if item not in NO_ITEMS}
    problem = compile_problem(bundled(), PRESETS["plancraft"], State(have), [Want((task["target"],), 1)])
    return plan(problem, budget=BUDGET, compiled=False)


def row_of(task: Row) -> Row:
    """Our answer to one task as a row: CPU seconds, kind, applications, where the proof comes from."""
    start = time.process_time()
    answer = answer_of(task)
    spent = time.process_time() - start
    row: Row = {"id": task["id"], "seconds": spent, "answer": type(answer).__name__, "length": None}
    if isinstance(answer, Optimal | Feasible):
        verdict = verify(answer.problem, answer.plan)
        row |= {"length": verdict.applications if verdict.sound else -1, "how": answer.bound.how}
    elif isinstance(answer, Impossible):
        row["how"] = answer.certificate.kind
    return row


def ours(listed: list[Row], path: Path) -> tuple[dict[str, Row], float]:
    """Our rows, and the CPU seconds of reading the book and compiling its tables.

    All in one process and anew each time: it takes seconds, and no tables may be there at the start.
    """
    start = time.process_time()
    answer_of({"inventory": {"oak_planks": 2}, "target": "stick"})
    compiled = time.process_time() - start
    gc.freeze()  # the book stays; else each sweep of the garbage looks through it
    rows: dict[str, Row] = {}
    with path.open("w", encoding="utf-8") as out:
        for k, task in enumerate(listed):
            rows[task["id"]] = row_of(task)
            out.write(json.dumps(rows[task["id"]]) + "\n")
            if k % 200 == 199:
                told(f"ours: {k + 1} of {len(listed)}")
    return rows, compiled


def oracle(listed: list[Row], python: str, path: Path) -> dict[str, Row]:
    """The oracle's rows; those of an earlier run are kept."""
    rows = recorded(path)
    left = [task for task in listed if task["id"] not in rows]
    if not left:
        return rows
    child = subprocess.Popen([python, "-c", ORACLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin
    assert child.stdout
    try:
        with path.open("w", encoding="utf-8") as out:
            out.writelines(json.dumps(row) + "\n" for row in rows.values())
            for k, task in enumerate(left):
                child.stdin.write(json.dumps({key: task[key] for key in ("id", "target", "inventory")}) + "\n")
                child.stdin.flush()
                line = child.stdout.readline()
                if not line:
                    raise SystemExit("the oracle ended before its time")
                rows[task["id"]] = json.loads(line)
                out.write(line)
                out.flush()
                if k % 100 == 99:
                    told(f"oracle: {k + 1} of {len(left)}")
        child.stdin.close()
        child.wait(60)
    finally:
        child.kill()
    return rows


def figures(rows: list[Row], compiled: float = 0.0) -> tuple[float, float, float]:
    """CPU seconds: mean (with the tables' share), median, maximum."""
    times = [row["seconds"] for row in rows]
    return mean(times) + compiled / len(times), median(times), max(times)


def wrong(task: Row, row: Row) -> str | None:
    """What is wrong with our answer by the data's own word."""
    if task["impossible"]:
        return None if row["answer"] == "Impossible" else f"{row['answer']}, but the data say impossible"
    if row["answer"] != "Optimal":
        return f"{row['answer']}, but the data have a path of {task['optimal_path_length']:g}"
    if row["length"] != task["optimal_path_length"]:
        return f"{row['length']} applications; the data have {task['optimal_path_length']:g}"
    return None


def differs(row: Row, other: Row) -> str | None:
    """How our answer differs from the oracle's."""
    if row["length"] == other["length"]:
        return None
    if other["length"] is None:
        return f"{row['length']} applications; the oracle has no answer after {other['seconds']:.1f} s"
    return f"{row['length'] or row['answer']} against the oracle's {other['length']}"


def show(listed: list[Row], our: dict[str, Row], compiled: float) -> int:
    """Print our side; how many answers are wrong."""
    kinds = Counter((row["answer"].lower(), row.get("how", "").split(" through")[0]) for row in our.values())
    print(f"{len(listed)} tasks, {sum(t['impossible'] for t in listed)} of them impossible")
    for (kind, how), n in sorted(kinds.items()):
        print(f"  {n:5} {kind}, by {how}")
    faults = [(t, said) for t in listed if (said := wrong(t, our[t["id"]]))]
    for task, said in faults:
        print(f"  {task['id']} {task['target']}: {said}")
    print("CPU seconds       mean    median   maximum")
    print("ours        {:9.5f} {:9.5f} {:9.5f}".format(*figures(list(our.values()), compiled)), end="")
    print(f"   (with {compiled:.3f} s for the book and its tables, over all)")
    slowest = sorted(our.values(), key=lambda row: -row["seconds"])[:3]
    print("  slowest: " + ", ".join(f"{row['id']} {row['seconds']:.4f}" for row in slowest))
    return len(faults)


def compare(our: dict[str, Row], other: dict[str, Row], compiled: float) -> bool:
    """Print the oracle's side; whether we are as fast as asked and differ nowhere to our disadvantage."""
    print("oracle      {:9.5f} {:9.5f} {:9.5f}".format(*figures(list(other.values()))))
    (mine, _, most), (theirs, _, longest) = figures(list(our.values()), compiled), figures(list(other.values()))
    print(f"ratio       {theirs / mine:9.1f} {'':9} {longest / most:9.1f}   (asked: {MEAN} and {MOST})")
    worse = 0
    for name, row in our.items():
        said = differs(row, other[name])
        if said:
            worse += row["length"] is None or (other[name]["length"] or row["length"]) < row["length"]
            print(f"  {name}: {said}")
    return theirs >= MEAN * mine and longest >= MOST * most and not worse


def beyond() -> int:
    """Print the tasks beyond the data; how many are not as expected."""
    faults = 0
    for (target, held), cost in zip(BEYOND, BEYOND_COST, strict=True):
        row = row_of({"id": "", "target": target, "inventory": held})
        given = ", ".join(f"{n} {item}" for item, n in held.items())
        good = row["answer"] == "Optimal" and row["length"] == cost
        faults += not good
        print(f"{target} from {given}: {row['answer'].lower()}, {row['length']} applications, {row['seconds']:.4f} s")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for what is fetched, made and measured")
    parser.add_argument("--wheel", type=Path, help="the package's wheel (default: fetched with pip)")
    parser.add_argument("--parts", nargs="+", default=["train", "val"], help="parts of the data (default: train val)")
    parser.add_argument("--first", type=int, help="only the first N tasks")
    parser.add_argument("--ours", action="store_true", help="leave the oracle out")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    wheel = wheel_of(options.work, options.wheel)
    listed = tasks(wheel, options.parts)[: options.first]
    our, compiled = ours(listed, options.work / "ours.jsonl")
    faults = show(listed, our, compiled)
    fast = True
    if not options.ours:
        rows = oracle(listed, oracle_python(options.work, wheel), options.work / "oracle.jsonl")
        fast = compare(our, {task["id"]: rows[task["id"]] for task in listed}, compiled)
    faults += beyond()
    return 0 if fast and not faults else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        told("interrupted; what is done is kept")
        sys.exit(130)
