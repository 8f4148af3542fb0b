"""Plan every item that can be had from an empty inventory in the bundled book, and fire each plan anew.

    python benchmarks/obtainable.py [--counts 1 64] [--budget S]

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
from craftproof.recipes.book import Item
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify


def problem(item: Item, n: int) -> Problem:
    return compile_problem(bundled(), SURVIVAL, State(), [Want((item,), n)])


def obtainable() -> list[Item]:
    """Items that the book reaches from nothing."""
    items, _ = reachable(problem("stick", 1))
    return sorted(items & bundled().items.keys())


def most(item: Item) -> int | None:
    """How many of an item its sources give, where all that give it are limited."""
    ways = [op for op in compile_domain(bundled(), SURVIVAL).operators.values() if item in dict(op.gives)]
    if any(op.limit is None for op in ways):
        return None
    return sum(dict(op.gives)[item] * (op.limit or 0) for op in ways)


def asked(counts: Sequence[int]) -> list[tuple[Item, int]]:
    out: list[tuple[Item, int]] = []
    for item in obtainable():
        bound = most(item)
        out += [(item, n) for n in sorted({n if bound is None else min(n, bound) for n in counts})]
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", type=int, nargs="+", default=[1, 64])
    parser.add_argument("--budget", type=float, help="seconds for the proof of each plan (default: none are made)")
    options = parser.parse_args()
    pairs = asked(options.counts)
    kinds: Counter[str] = Counter()
    without: list[str] = []
    plan(problem("stick", 1), compiled=True)  # the kernels are loaded, or compiled, at the first call
    start = time.process_time()
    for item, n in pairs:
        answer = plan(problem(item, n), budget=options.budget, compiled=True)
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
