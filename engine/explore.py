"""Search through every state: for small problems, a proof of the cheapest plan or that there is none.

Uniform-cost search, one application at a time, fired by the law in every binding that the moment allows. States are
compared whole. It sees everything that the integer model does not: order, wear of pieces, slots. It ends when a goal
state is the cheapest one left (proof of its cost), when no state is left (proof that there is no plan), or at its
limits (no claim).
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice, product

from ..pddl.compile import absolute
from ..pddl.model import Operator, Problem
from ..recipes.book import Ingredient, Item
from ..sim.fire import Run
from ..sim.plan import Amounts, Plan, Step
from ..sim.stock import Stock
from .steps import joined

STATES = 30_000
"""States after which the search gives up."""
BINDINGS = 64
"""Bindings of one application that are tried; an operator with more makes the search incomplete."""
SUMS = ("effort", "applications")

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Explored:
    """`plan` is the cheapest where `finished`; without one, `finished` says that there is none; `states` were seen."""

    plan: Plan | None
    finished: bool
    states: int


@dataclass(frozen=True, slots=True)
class _Node:
    stock: Stock
    fired: dict[str, int]
    cost: tuple[int, ...]
    before: _Node | None
    step: Step | None


class _Search:
    def __init__(self, problem: Problem, names: Iterable[str], criteria: tuple[str, ...], end: float) -> None:
        self.problem, self.criteria, self.end = problem, criteria, end
        self.operators = [problem.operators[n] for n in names]
        self.limited = [op.name for op in self.operators if op.limit is not None or problem.limits]
        self.wants = [absolute(w, problem.have) for w in problem.want]
        self.left_behind = {c for f, c in problem.containers.items() if f in problem.fuels and c in problem.fuels}
        self.complete = True

    def key(self, node: _Node) -> Key:
        stock = node.stock
        worn = tuple((i, tuple(p)) for i, p in sorted(stock.worn.items()) if p)
        fired = tuple(node.fired.get(n, 0) for n in self.limited)
        parts = (stock.count, stock.ticks, stock.placed, stock.guard)
        return (*(tuple(sorted(p.items())) for p in parts), worn, stock.hand, fired)

    def reached(self, node: _Node) -> bool:
        count = node.stock.count
        return all(sum(count.get(i, 0) for i in w.any_of) >= w.n for w in self.wants) and all(
            count.get(i, 0) >= n for i, n in self.problem.keep.items()
        )

    def after(self, node: _Node) -> Iterator[_Node]:
        """Every state one application away."""
        for op in self.operators:
            bindings = list(islice(self.bindings(op, node.stock), BINDINGS + 1))
            if len(bindings) > BINDINGS:
                self.complete = False
            for step in bindings[:BINDINGS]:
                run = Run(self.problem)
                run.stock, run.fired = node.stock, dict(node.fired)
                if run.step(step, 0) is None:
                    added = {"effort": op.effort, "applications": int(op.kind not in ("place", "pickup", "equip"))}
                    cost = tuple(c + added[k] for c, k in zip(node.cost, self.criteria, strict=True))
                    yield _Node(run.stock, run.fired, cost, node, step)

    def bindings(self, op: Operator, stock: Stock) -> Iterator[Step]:
        """One application of `op` in every way that what is held may allow."""
        tools = [[t for t, _ in w.tools if t in stock.count] for w in op.wears]
        takes = [list(_mixes(need, stock)) for need in op.takes]
        fuels = list(self.fuels(op, stock))
        for parts in product(*takes):
            for names in product(*tools):
                for fuel in fuels:
                    yield Step(op.name, 1, parts, names, fuel)

    def fuels(self, op: Operator, stock: Stock) -> Iterator[Amounts]:
        """What may burn for one application: sequences of held fuels, none longer than needed."""
        problem = self.problem
        pool = "all" if problem.rules.fuel_pool == "one" else op.pool
        need = op.burns - stock.ticks.get(pool, 0) if problem.rules.fuel and op.burns else 0
        # one application may burn what another fuel leaves behind
        kinds = [f for f in problem.fuels if f in stock.count or f in self.left_behind]
        if need <= 0:
            yield ()
            return
        stack: list[tuple[tuple[Item, ...], int]] = [((), need)]
        while stack:
            burnt, left = stack.pop()
            for f in kinds:
                rest = left - problem.fuels[f]
                if rest <= 0:
                    yield _counted((*burnt, f))
                elif len(burnt) < 8:
                    stack.append(((*burnt, f), rest))
                else:
                    self.complete = False

    def run(self) -> Explored:
        start = _Node(Stock.of(self.problem, self.problem.have), {}, (0,) * len(self.criteria), None, None)
        if start.stock.slots is not None:  # arrangements of slots are not compared
            return Explored(None, False, 0)
        heap: list[tuple[tuple[int, ...], int, _Node]] = [(start.cost, 0, start)]
        best: dict[Key, tuple[int, ...]] = {self.key(start): start.cost}
        pushed = 0
        while heap:
            cost, _, node = heapq.heappop(heap)
            if best[self.key(node)] < cost:
                continue
            if self.reached(node):
                return Explored(_path(node), self.complete, len(best))
            for following in self.after(node):
                key = self.key(following)
                if key not in best or following.cost < best[key]:
                    best[key] = following.cost
                    pushed += 1
                    heapq.heappush(heap, (following.cost, pushed, following))
            if len(best) > STATES or time.monotonic() > self.end:
                return Explored(None, False, len(best))
        return Explored(None, self.complete, len(best))


def _counted(items: Iterable[Item]) -> Amounts:
    """Neighbouring equal items as amounts."""
    out: list[tuple[Item, int]] = []
    for item in items:
        if out and out[-1][0] == item:
            out[-1] = (item, out[-1][1] + 1)
        else:
            out.append((item, 1))
    return tuple(out)


def _mixes(need: Ingredient, stock: Stock) -> Iterator[Amounts]:
    """Every mix of held members that makes up one application's share."""
    held = [i for i in need.any_of if i in stock.count]
    if len(held) == 1:
        yield ((held[0], need.n),)
        return
    for mix in combinations_with_replacement(held, need.n):
        yield _counted(mix)


def _path(node: _Node) -> Plan:
    steps: list[Step] = []
    while node.before is not None and node.step is not None:
        steps.append(node.step)
        node = node.before
    return Plan(joined(steps[::-1]))


def explore(problem: Problem, names: Iterable[str], end: float) -> Explored:
    """The cheapest plan of `problem` by its summed criteria, using the operators `names`, by time `end`. The tools that
    these need are taken in hand besides, where hands count."""
    criteria = tuple(c for c in problem.cost if c in SUMS) or ("applications",)
    chosen = set(names)
    tools = {tool for name in chosen for wear in problem.operators[name].wears for tool, _ in wear.tools}
    chosen |= {name for tool in tools if (name := f"equip {tool}") in problem.operators}
    return _Search(problem, sorted(chosen), criteria, end).run()
