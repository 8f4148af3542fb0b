"""Whether a small problem has a plan below a bound: uniform-cost search, one application at a time, fired by the law.

It shares nothing with planner and checker but the law. Sums (effort, applications) come first; where a plan of just the
bound's sums exists, a second search along the cheapest ways alone counts what was used and where lines end.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from craftproof.pddl.model import MOVES, Operator, Problem
from craftproof.recipes.book import Item
from craftproof.sim.fire import Run
from craftproof.sim.plan import Amounts, Step
from craftproof.sim.stock import Stock

GOAL, NONE, UNSEEN = "goal", "none", "unseen"
SUMS = ("effort", "applications")
LONGEST = 6
"""Pieces of fuel for one application; where it might take more, the search has not seen everything."""
MANY = 3000
"""Bindings of one application likewise."""

Cost: TypeAlias = tuple[int, ...]
Key: TypeAlias = tuple[object, ...]
Edge: TypeAlias = tuple[Operator, Step, Key, Cost]


class MoreError(Exception):
    """There is more to see than the search looks at."""


def seen(problem: Problem, bound: Cost | None, most: int) -> tuple[str, Cost]:
    """Whether there is a plan that costs less than `bound` (`None`: any plan at all), and what it costs: GOAL, NONE,
    or UNSEEN where more than `most` states would have to be looked at."""
    try:
        search = _Search(problem, bound, most)
        cost = search.cheapest()
        if cost is None or (bound is None) or cost > search.cap:
            return (NONE, ()) if cost is None or bound is not None else (GOAL, cost)
        if cost < search.cap:
            return GOAL, cost
        found = search.counted()
        return (NONE, ()) if found is None else (GOAL, found)
    except MoreError:
        return UNSEEN, ()


class _Search:
    """States of a problem by their cheapest sums, up to those of the bound."""

    def __init__(self, problem: Problem, bound: Cost | None, most: int) -> None:
        self.problem, self.bound, self.most = problem, bound, most
        self.sums = [k for k, name in enumerate(problem.cost) if name in SUMS]
        if self.sums != list(range(len(self.sums))):
            raise MoreError  # a sum behind a count is told by no search of sums
        self.cap: Cost = () if bound is None else tuple(bound[k] for k in self.sums)
        self.limited = sorted(name for name, op in problem.operators.items() if op.limit is not None or problem.limits)
        have = problem.have.stock
        self.wants = [
            (w.any_of, w.n + (sum(have.get(i, 0) for i in w.any_of) if w.mode == "new" else 0)) for w in problem.want
        ]
        self.edges: dict[Key, list[Edge]] = {}
        self.best: dict[Key, Cost] = {}
        self.at: dict[Key, tuple[Stock, dict[str, int]]] = {}

    def key(self, stock: Stock, fired: dict[str, int]) -> Key:
        parts = [tuple(sorted((k, n) for k, n in c.items() if n)) for c in (stock.count, stock.ticks, stock.placed)]
        worn = tuple((item, tuple(pieces)) for item, pieces in sorted(stock.worn.items()) if pieces)
        guard = tuple(sorted((k, n) for k, n in stock.guard.items() if n))
        slots = stock.slots.freeze() if stock.slots else None
        return (*parts, worn, guard, stock.hand, slots, tuple(fired.get(name, 0) for name in self.limited))

    def goal(self, key: Key) -> bool:
        count = self.at[key][0].count
        met = all(sum(count.get(i, 0) for i in members) >= n for members, n in self.wants)
        return met and all(count.get(i, 0) >= n for i, n in self.problem.keep.items())

    def cheapest(self) -> Cost | None:
        """The least sums of a goal, if they are no more than the bound's."""
        start = Stock.of(self.problem, self.problem.have)
        self.first = self.key(start, {})
        self.at[self.first], self.best[self.first] = (start, {}), (0,) * len(self.sums)
        heap, pushed, done = [(self.best[self.first], 0, self.first)], 0, set[Key]()
        while heap:
            cost, _, key = heapq.heappop(heap)
            if key in done:
                continue
            done.add(key)
            if self.goal(key):
                return cost
            for _, _, after, total in self.following(key):
                if after not in self.best or total < self.best[after]:
                    self.best[after] = total
                    pushed += 1
                    heapq.heappush(heap, (total, pushed, after))
        return None

    def following(self, key: Key) -> list[Edge]:
        """Every state one application away, with what it costs by this way."""
        if key not in self.edges:
            self.edges[key] = [edge for op in self.problem.operators.values() for edge in self.fired(op, key)]
        return self.edges[key]

    def fired(self, op: Operator, key: Key) -> Iterator[Edge]:
        stock, fired = self.at[key]
        total = tuple(c + n for c, n in zip(self.best[key], self.added(op), strict=True))
        if self.bound is not None and total > self.cap:
            return
        for step in self.bindings(op, stock):
            run = Run(self.problem)
            run.stock, run.fired = stock, dict(fired)
            if run.step(step, 0) is None:
                after = self.key(run.stock, run.fired)
                if after not in self.at:
                    self.at[after] = run.stock, run.fired
                    if len(self.at) > self.most:
                        raise MoreError
                yield op, step, after, total

    def added(self, op: Operator) -> Cost:
        values = {"effort": op.effort, "applications": int(op.kind not in MOVES)}
        return tuple(values[self.problem.cost[k]] for k in self.sums)

    def bindings(self, op: Operator, stock: Stock) -> list[Step]:
        """One application in every way that may be possible."""
        takes: list[list[Amounts]] = []
        for need in op.takes:
            held = [i for i in need.any_of if i in stock.count]
            mixes = combinations_with_replacement(held, need.n)
            fits = (m for m in mixes if all(m.count(i) <= stock.count[i] for i in set(m)))
            takes.append([tuple((i, 1) for i in mix) for mix in fits])
        tools = [[tool for tool, _ in wear.tools if tool in stock.count] for wear in op.wears]
        if not all(takes) or not all(tools):
            return []
        ways = product(product(*takes), product(*tools), self.fuels(op, stock))
        out = [Step(op.name, 1, taken, names, fuel) for taken, names, fuel in ways]
        if len(out) > MANY:
            raise MoreError
        return out

    def fuels(self, op: Operator, stock: Stock) -> list[Amounts]:
        """Every order of fuels that lasts for one application, and no longer than needed."""
        rules, fuels = self.problem.rules, self.problem.fuels
        pool = "all" if rules.fuel_pool == "one" else op.pool
        short = op.burns - stock.ticks.get(pool, 0) if rules.fuel and op.burns else 0
        if short <= 0 or rules.fuel_order == "lowest_slot":
            return [()]
        back = set(self.problem.containers.values())
        kinds = [fuel for fuel in fuels if fuel in stock.count or fuel in back]
        out: list[Amounts] = []
        todo: list[tuple[tuple[Item, ...], int]] = [((), short)]
        while todo:
            burned, left = todo.pop()
            if left <= 0:
                out.append(tuple((fuel, 1) for fuel in burned))
            elif len(burned) == LONGEST and kinds:
                raise MoreError
            else:
                todo += [((*burned, fuel), left - fuels[fuel]) for fuel in kinds]
        return out

    # -- what is no sum: operators used, and lines -------------------------------------------------------------------

    def counted(self) -> Cost | None:
        """The least cost of a plan of the bound's sums, where that is below the bound in what follows them."""
        rest = self.problem.cost[len(self.sums) :]
        if not rest or self.bound is None:
            return None
        nothing: tuple[frozenset[str], object] = (frozenset(), None)
        heap: list[tuple[Cost, int, Key, tuple[frozenset[str], object]]]
        heap, pushed, done = [((0,) * len(rest), 0, self.first, nothing)], 0, set[object]()
        while heap:
            cost, _, key, (used, last) = heapq.heappop(heap)
            if (key, used, last) in done:
                continue
            done.add((key, used, last))
            if len(done) > self.most:
                raise MoreError
            if self.best[key] == self.cap and self.goal(key) and cost < self.bound[len(self.sums) :]:
                return self.cap + cost
            for op, step, after, _ in self.following(key):
                total = tuple(c + n for c, n in zip(self.best[key], self.added(op), strict=True))
                if self.best.get(after) != total:
                    continue
                own = frozenset({op.name}) if "distinct" in rest and op.kind not in MOVES else frozenset[str]()
                line = (op.name, step.tools) if "lines" in rest else None
                new = {"distinct": len(own - used), "lines": int(line != last)}
                spent = tuple(c + new[name] for c, name in zip(cost, rest, strict=True))
                if spent < self.bound[len(self.sums) :]:
                    pushed += 1
                    heapq.heappush(heap, (spent, pushed, after, (used | own, line)))
        return None
