"""Plan each of the 244 things that MineDojo's actions make, under the rules `minedojo`, and fire each plan anew.

    python benchmarks/check_minedojo_plans.py [NAME …] [--budget S]

A name means any of its variants, as in MineDojo (default: all). Things without a verified plan are named, and make the
exit code 1. Variants that no action makes (charcoal) are left out by the rules.
"""

from __future__ import annotations

import argparse
import time

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Item
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import PRESETS
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify

BOOK = bundled("1.11.2")
ALONE = {item for item in BOOK.tags["shulker_boxes"] if item != "purple_shulker_box"} | {
    "fireworks",
    "firework_charge",
    "dirt",
    "sponge",
}
"""What the book makes and MineDojo's dump does not; see tests/test_book_1_11_2.py."""


def makeable() -> dict[str, tuple[Item, ...]]:
    """Each bare name that MineDojo makes, with the variants of it that have a recipe."""
    made: dict[str, set[Item]] = {}
    for recipe in BOOK.recipes:
        for item, _ in recipe.gives:
            made.setdefault(item.partition(":")[0], set()).add(item)
    return {name: tuple(sorted(items)) for name, items in sorted(made.items()) if name not in ALONE}


def planned(items: tuple[Item, ...], budget: float | None) -> str:
    """The kind of answer, or `unsound` where the law refuses its plan."""
    answer = plan(compile_problem(BOOK, PRESETS["minedojo"], State(), [Want(items, 1)]), budget=budget)
    if isinstance(answer, Optimal | Feasible) and not verify(answer.problem, answer.plan).sound:
        return "unsound"
    return type(answer).__name__.lower()


def main() -> int:
    """Plan them all; 1 where something has no verified plan."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[*makeable(), []], metavar="NAME", help="only these")
    parser.add_argument("--budget", type=float, help="seconds to prove each plan in (default: the first good plan)")
    asked = parser.parse_args()
    every, start, without = makeable(), time.perf_counter(), 0
    names = asked.names or list(every)
    for name in names:
        told = planned(every[name], asked.budget)
        if told not in ("optimal", "feasible"):
            without += 1
            print(f"{name}: {told}")
    print(f"{len(names) - without} of {len(names)} have a verified plan, {time.perf_counter() - start:.0f} s")
    return 1 if without else 0


if __name__ == "__main__":
    raise SystemExit(main())
