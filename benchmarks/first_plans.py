"""How often the fast planner's plan is as cheap as the best one that a proof finds, and what the better one does.

    python benchmarks/first_plans.py --work FOLDER [--sample 20] [--budget 3] [--show]

Goals: the 66 tasks under `survival`; the same under the metric `applications` (gathering by mining alone); and of three
books `--sample` items each, drawn with a seed, 1, 7 and 64 of each. What proofs find is kept in FOLDER and not looked
for again, so that a changed planner is measured at once.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from craftproof.engine.plan import plan
from craftproof.engine.wording import step_words
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import Problem, State, Want
from craftproof.recipes.book import Source
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Answer, Feasible, Optimal
from obtainable import asked as asked_of
from obtainable import obtainable
from tasks66 import items as task_items

BOOKS = ("1.11.2", "1.16.5", "1.21.4")
COUNTS = (1, 7, 64)
Row: TypeAlias = dict[str, Any]
Goal: TypeAlias = tuple[str, str, Problem]
"""The set of goals it belongs to, a key, the problem."""


def goals(sample: int) -> Iterator[Goal]:
    """All goals to plan for, in the same order each time."""
    tasks = task_items()
    for item in tasks:
        yield "66", item, compile_problem(bundled(), SURVIVAL, State(), [Want((item,), 1)])
    free = replace(SURVIVAL, cost=("applications",))
    domain = compile_problem(bundled(), free, State(), [Want(("stick",), 1)]).operators
    mined = {n: op for n, op in domain.items() if not isinstance(op.origin, Source) or op.kind == "mine"}
    for item in tasks:
        yield (
            "66 by applications",
            item,
            replace(compile_problem(bundled(), free, State(), [Want((item,), 1)]), operators=mined),
        )
    for version in BOOKS:
        book = bundled(version)
        drawn = sorted(Random(1).sample(obtainable(book), sample))
        asked = [(item, n) for item, n in asked_of(book, COUNTS) if item in drawn]
        for item, n in asked:
            yield "sample", f"{version} {item}={n}", compile_problem(book, SURVIVAL, State(), [Want((item,), n)])


def lines(answer: Answer) -> list[str]:
    """The steps of a plan as a player reads them."""
    assert isinstance(answer, Optimal | Feasible)
    return [str(step_words(answer.problem, step)["text"]).split(";")[0] for step in answer.plan.steps]


def proved(name: str, key: str, problem: Problem, kept: dict[str, Row], file: Path, budget: float) -> Row:
    """The best cost that a proof finds in the time, kept in `file`."""
    if f"{name}: {key}" not in kept:
        answer = plan(problem, compiled=True, budget=budget)
        assert isinstance(answer, Optimal | Feasible)
        row = {"goal": f"{name}: {key}", "cost": answer.verdict.cost, "proved": isinstance(answer, Optimal)}
        row |= {"steps": lines(answer)}
        kept[row["goal"]] = json.loads(json.dumps(row))
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")
    return kept[f"{name}: {key}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for what proofs find")
    parser.add_argument("--sample", type=int, default=20, help="items of each book")
    parser.add_argument("--budget", type=float, default=3.0, help="seconds for each proof")
    parser.add_argument("--show", action="store_true", help="print both plans where they differ")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    file = options.work / "first_plans.jsonl"
    written = file.read_text("utf-8").splitlines() if file.exists() else []
    kept = {row["goal"]: row for row in map(json.loads, written)}
    sums: dict[str, list[int]] = {}
    for name, key, problem in goals(options.sample):
        first = plan(problem, compiled=True)
        assert isinstance(first, Optimal | Feasible)
        best = proved(name, key, problem, kept, file, options.budget)
        cost, least = first.verdict.cost, tuple(best["cost"])
        tally = sums.setdefault(name, [0, 0, 0, 0, 0])
        for k, yes in enumerate((True, best["proved"], cost == least, cost[0] == least[0], cost < least)):
            tally[k] += yes
        if cost != least:
            print(f"{name}: {key}: {cost} beside {least}{'' if best['proved'] else ' (not proved)'}")
            if options.show:
                mine = lines(first)
                print("".join(f"  - {line}\n" for line in mine if line not in best["steps"]), end="")
                print("".join(f"  + {line}\n" for line in best["steps"] if line not in mine), end="")
    for name, (n, sure, equal, equal_first, less) in sums.items():
        print(f"{name}: {n} goals, {sure} proved; first plan as cheap {equal}, in the first criterion {equal_first},")
        print(f"  cheaper than what the proof found in its time {less}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
