"""Plan every item that can be had from an empty inventory in a bundled book, and fire each plan anew.

    python benchmarks/obtainable.py [--mc VERSION] [--counts 1 64] [--budget S]

Where only limited sources give an item, at most what they give is asked for. Prints how many answers there are of each
kind, and the time; items without a verified plan are named, and make the exit code 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_domain, compile_problem
from craftproof.pddl.model import Problem, State, Want
from craftproof.pddl.reach import reachable
from craftproof.recipes.book import Book, Item
from craftproof.recipes.library import DEFAULT_VERSION, bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify


def problem(book: Book, item: Item, n: int) -> Problem:
    return compile_problem(book, SURVIVAL, State(), [Want((item,), n)])


def obtainable(book: Book) -> list[Item]:
    """Items that the book reaches from nothing."""
    items, _ = reachable(problem(book, "stick", 1))
    return sorted(items & book.items.keys())


def most(book: Book) -> dict[Item, int]:
    """How many of an item its sources give, where all that give it are limited."""
    ways: dict[Item, list[int | None]] = {}
    for operator in compile_domain(book, SURVIVAL).operators.values():
        for item, n in operator.gives:
            ways.setdefault(item, []).append(None if operator.limit is None else n * operator.limit)
    return {item: sum(n for n in bounds if n) for item, bounds in ways.items() if None not in bounds}


def asked(book: Book, counts: Sequence[int]) -> list[tuple[Item, int]]:
    bounds = most(book)
    return [(item, n) for item in obtainable(book) for n in sorted({min(n, bounds.get(item, n)) for n in counts})]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mc", default=DEFAULT_VERSION, metavar="VERSION", help="version of the bundled book")
    parser.add_argument("--counts", type=int, nargs="+", default=[1, 64])
    parser.add_argument("--budget", type=float, help="seconds for the proof of each plan (default: none are made)")
    options = parser.parse_args()
    book = bundled(options.mc)
    pairs = asked(book, options.counts)
    kinds: Counter[str] = Counter()
    without: list[str] = []
    plan(problem(book, "stick", 1), compiled=True)  # the kernels are loaded, or compiled, at the first call
    start = time.process_time()
    for item, n in pairs:
        answer = plan(problem(book, item, n), budget=options.budget, compiled=True)
        kinds[type(answer).__name__.lower()] += 1
        if not isinstance(answer, Optimal | Feasible) or not verify(answer.problem, answer.plan).sound:
            without.append(f"{item}={n}")
    took = time.process_time() - start
    print(f"{len({item for item, _ in pairs})} items, {len(pairs)} goals, {took:.2f} s CPU, twice verified")
    print(", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items())))
    print(f"without a verified plan: {', '.join(without) or 'none'}")
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main())
