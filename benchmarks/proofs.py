"""How many plans are proved the best, and how fast: obtainable items of the three books, and random goals from random
situations.

    python benchmarks/proofs.py [--sample 40] [--random 40] [--seconds 1] [--budget 4] [--seed 1] [--check]

Of each book `--sample` pairs of an item and a count (1, 7, 64, 1000; where only limited sources give it, at most what
they give) are planned from an empty inventory under `survival`, and `--random` goals of one to three items from random
stocks. `proved` counts plans whose whole cost vector was proved within `--seconds` of CPU time, plan included;
`first` those whose first criterion was; `close` those whose first criterion is within a hundredth of its bound; `by a
solver alone` those whose bound nothing else vouches for. With `--check` every report is also checked
(`craftproof.check`), and those of which every claim holds are counted. Exit code 1 where a plan is unsound or a claim
is false.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

from craftproof.engine.plan import plan
from craftproof.engine.report import report
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import Problem, State, Want
from craftproof.recipes.book import Book, Item
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Answer, Feasible, Impossible, Optimal
from craftproof.sim.certificate import check
from craftproof.sim.verify import verify
from obtainable import asked, obtainable

VERSIONS = ("1.11.2", "1.16.5", "1.21.4")
COUNTS = (1, 7, 64, 1000)


def items(book: Book, n: int, lot: random.Random) -> Iterator[tuple[str, Problem]]:
    """`n` pairs of an item and a count, by lot, each with the class of its count."""
    pairs = asked(book, COUNTS)
    for item, count in lot.sample(pairs, min(n, len(pairs))):
        yield f"{book.version}, {count}", compile_problem(book, SURVIVAL, State(), [Want((item,), count)])


def situations(book: Book, n: int, lot: random.Random) -> Iterator[tuple[str, Problem]]:
    """`n` goals of one to three items from stocks of up to twelve items, some of them worn tools."""
    every = obtainable(book)
    for _ in range(n):
        stock: dict[Item, int] = {}
        for item in lot.sample(every, lot.randint(0, 12)):
            stock[item] = 1 if book.items[item].uses else lot.choice((1, 2, 5, 16, 64))
        worn = {
            i: (lot.randint(1, book.items[i].uses),) for i in stock if book.items[i].uses > 1 and lot.random() < 0.5
        }
        wants = [Want((item,), lot.choice((1, 2, 7, 16))) for item in lot.sample(every, lot.randint(1, 3))]
        yield f"{book.version}, random", compile_problem(book, SURVIVAL, State(stock=stock, worn=worn), wants)


def judged(answer: Answer, seconds: float, limit: float) -> str:
    """What an answer counts as."""
    if isinstance(answer, Impossible):
        return "impossible"
    if not isinstance(answer, Optimal | Feasible):
        return "unknown"
    cost, least = answer.verdict.cost, answer.bound.values
    if not answer.bound.checked:
        return "by a solver alone"
    if isinstance(answer, Optimal):
        return "proved" if seconds <= limit else "proved later"
    if cost[0] == least[0]:
        return "first"
    return "close" if (cost[0] - least[0]) * 100 < cost[0] else "open"


def main() -> int:
    """Plan, prove, and print a line a class."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=40, help="pairs of item and count of each book")
    parser.add_argument("--random", type=int, default=40, help="random goals of each book")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time within which a proof counts")
    parser.add_argument("--budget", type=float, default=4.0, help="seconds by the clock that a proof may take")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="check every report")
    options = parser.parse_args()
    found: dict[str, Counter[str]] = {}
    false = complete = 0
    spent: list[float] = []
    for version in VERSIONS:
        book, lot = bundled(version), random.Random(options.seed)
        problems = [*items(book, options.sample, lot), *situations(book, options.random, lot)]
        plan(problems[0][1], budget=1.0, compiled=True)  # kernels and solver are loaded at the first call
        for kind, problem in problems:
            start = time.process_time()
            answer = plan(problem, budget=options.budget, compiled=True, advice=False)
            took = time.process_time() - start
            spent.append(took)
            told = judged(answer, took, options.seconds)
            found.setdefault(kind, Counter())[told] += 1
            wants = ", ".join(f"{w.any_of[0]}={w.n}" for w in problem.want)
            if isinstance(answer, Optimal | Feasible) and not verify(answer.problem, answer.plan).sound:
                false += 1
                print(f"unsound: {kind}: {wants}")
            checked = check(report(answer)) if options.check else None
            complete += checked is not None and checked.complete
            if checked is not None and not checked.holds:
                false += 1
                print(f"false claim: {kind}: {wants}")
            print(f"{kind}: {wants}: {told}, {took:.2f} s", file=sys.stderr)
    total: Counter[str] = Counter()
    for kind, counts in found.items():
        total += counts
        print(f"{kind:16} " + ", ".join(f"{n} {told}" for told, n in sorted(counts.items())))
    spent.sort()
    print(f"{'all':16} " + ", ".join(f"{n} {told}" for told, n in sorted(total.items())))
    print(f"CPU seconds: median {spent[len(spent) // 2]:.2f}, nine in ten {spent[len(spent) * 9 // 10]:.2f}")
    if options.check:
        print(f"{complete} of {len(spent)} reports hold in every claim")
    print(f"{false} unsound or false")
    return 1 if false else 0


if __name__ == "__main__":
    raise SystemExit(main())
