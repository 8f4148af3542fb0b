"""A search through every state, for the checker: cheapest first, one application at a time, each fired by the law.

It shares nothing with the planner's searches. Which operators can matter, it derives itself; it stops without a claim
when it has seen as many states as it may, or when a step could be bound in too many ways.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeVar

from ..pddl.model import MOVES, Operator, Problem, draws
from ..recipes.book import Item
from .claims import UnsettledError
from .closure import Row, Token, absolute, closure_of, rows, standing
from .fire import Run
from .plan import Amounts, Step
from .stock import Stock

MOST_STATES = 40_000
MOST_OPERATORS = 60
"""Operators up to which it is searched for what a report leaves unproved."""
MOST_BINDINGS = 2_000
"""Ways to bind one application that are tried."""
MOST_PIECES = 60
"""Pieces of fuel that one application may burn."""
SUMS = ("effort", "applications")

Cost = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Seen:
    """`cheapest` is the least cost of a goal by the criteria that are sums (`None`: no state is a goal)."""

    cheapest: Cost | None
    states: int


def relevant(problem: Problem) -> list[Operator]:
    """The operators that may matter: all that can fire where slots are scarce or burn by themselves, else those that
    the goal draws on through others. What an operator beside them does is to use things up."""
    table = rows(problem)
    fired = closure_of(problem, table).run().fired
    firing = [row for row in table if row.operator.name in fired]
    if problem.rules.slots == "hard" or problem.rules.fuel_order == "lowest_slot":
        return [row.operator for row in firing]
    asked = {item for want in problem.want for item in want.any_of} | {i for i, n in problem.keep.items() if n}
    chosen: dict[str, Row] = {}
    changed = True
    while changed:
        new = [r for r in firing if r.operator.name not in chosen and not asked.isdisjoint(_brings(problem, r))]
        chosen |= {row.operator.name: row for row in new}
        asked |= {token for row in new for token in _draws_on(problem, row)}
        changed = bool(new)
    return [row.operator for row in firing if row.operator.name in chosen]


def _brings(problem: Problem, row: Row) -> set[Token]:
    ashes = {c for f, c in problem.containers.items() if f in problem.fuels} if row.burns else set[str]()
    hand = {f"hand:{row.operator.equips}"} if row.operator.equips else set[str]()
    return {t for t, _ in row.gives} | {back for _, back in row.backs} | ashes | hand


def _draws_on(problem: Problem, row: Row) -> Iterator[Token]:
    for ask in row.asks:
        yield from ask
    if row.burns:
        yield from problem.fuels
    if row.operator.stands is not None:
        yield standing(row.operator.stands)
    if problem.rules.equip:
        yield from (f"hand:{tool}" for wear in row.operator.wears for tool, _ in wear.tools)


def search(problem: Problem, most: int = MOST_STATES) -> Seen:
    """The cheapest goal among all states; raises `UnsettledError` where there are more than `most` to see."""
    space = _Space(problem)
    start = Stock.of(problem, problem.have)
    nothing = (0,) * len(space.criteria)
    best: dict[object, Cost] = {space.key(start, {}): nothing}
    heap: list[tuple[Cost, int, Stock, dict[str, int]]] = [(nothing, 0, start, {})]
    pushed = 0
    while heap:
        cost, _, stock, fired = heapq.heappop(heap)
        if best[space.key(stock, fired)] < cost:
            continue
        if space.reached(stock):
            return Seen(cost, len(best))
        for operator, after, times in space.after(stock, fired):
            total = tuple(c + n for c, n in zip(cost, space.added(operator), strict=True))
            key = space.key(after, times)
            if key not in best or total < best[key]:
                best[key] = total
                pushed += 1
                heapq.heappush(heap, (total, pushed, after, times))
        if len(best) > most:
            raise UnsettledError(f"more than {most:,} states would have to be searched")
    return Seen(None, len(best))


def cheaper(problem: Problem, bound: Cost, most: int = MOST_STATES) -> tuple[Cost | None, int]:
    """The least cost of a goal, by the first criteria of the cost vector, where that is below `bound` in their order
    (`None`: no plan costs less), and how many states were seen. Raises `UnsettledError` as `search` does.

    Beside what a state holds it counts which operators were used, or where the last line of the plan ended, if a
    criterion does.
    """
    space, names = _Space(problem), problem.cost[: len(bound)]
    if len(space.operators) > MOST_OPERATORS:
        raise UnsettledError(f"more than {MOST_OPERATORS} operators would have to be searched")
    start, nothing = Stock.of(problem, problem.have), _Way(names)
    cost: Cost = (0,) * len(bound)
    best: dict[object, Cost] = {(space.key(start, {}), nothing.key): cost}
    heap: list[tuple[Cost, int, Stock, dict[str, int], _Way]] = [(cost, 0, start, {}, nothing)]
    pushed = 0
    while heap:
        cost, _, stock, fired, way = heapq.heappop(heap)
        if best[space.key(stock, fired), way.key] < cost:
            continue
        if space.reached(stock) and cost < bound:
            return cost, len(best)
        for step, operator, after, times in space.steps(stock, fired):
            new = way.after(operator, step)
            total = tuple(c + n for c, n in zip(cost, way.added(operator, new), strict=True))
            key = space.key(after, times), new.key
            if total < bound and (key not in best or total < best[key]):
                best[key] = total
                pushed += 1
                heapq.heappush(heap, (total, pushed, after, times, new))
        if len(best) > most:
            raise UnsettledError(f"more than {most:,} states would have to be searched")
    return None, len(best)


@dataclass(frozen=True, slots=True)
class _Way:
    """What criteria `names` that are no sums count of a way: the operators used, the operator and tools of the last
    line. Steps that follow each other with the same of both may be one line."""

    names: tuple[str, ...]
    used: frozenset[str] = frozenset()
    line: tuple[str, tuple[Item, ...]] | None = None

    @property
    def key(self) -> object:
        return self.used, self.line

    def after(self, op: Operator, step: Step) -> _Way:
        """The way with another step."""
        own = {op.name} if "distinct" in self.names and op.kind not in MOVES else set[str]()
        return _Way(self.names, self.used | own, (op.name, step.tools) if "lines" in self.names else None)

    def added(self, op: Operator, new: _Way) -> Cost:
        """What the step that leads to `new` costs."""
        amounts = {
            "effort": op.effort,
            "applications": int(op.kind not in MOVES),
            "distinct": len(new.used) - len(self.used),
            "lines": int(new.line != self.line),
        }
        return tuple(amounts[name] for name in self.names)


class _Space:
    """The states of a problem and how one leads to others."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.operators = relevant(problem)
        self.criteria = tuple(c for c in problem.cost if c in SUMS)
        self.limited = [
            op.name for op in self.operators if op.limit is not None or any(draws(op, n) for n in problem.limits)
        ]
        self.wants = [(want.any_of, absolute(problem, want)) for want in problem.want]

    def added(self, op: Operator) -> Cost:
        """What an application adds to the cost."""
        amounts = {"effort": op.effort, "applications": int(op.kind not in MOVES)}
        return tuple(amounts[name] for name in self.criteria)

    def key(self, stock: Stock, fired: dict[str, int]) -> object:
        """All that a state may differ in."""
        counts = [stock.count, stock.ticks, stock.placed, stock.guard]
        worn = tuple((item, tuple(pieces)) for item, pieces in sorted(stock.worn.items()) if pieces)
        slots = stock.slots.freeze() if stock.slots else None
        parts = (tuple((k, n) for k, n in sorted(c.items()) if n) for c in counts)
        return (*parts, worn, stock.hand, slots, tuple(fired.get(name, 0) for name in self.limited))

    def reached(self, stock: Stock) -> bool:
        """Whether a state is a goal."""
        count = stock.count
        kept = all(count.get(item, 0) >= n for item, n in self.problem.keep.items())
        return kept and all(sum(count.get(i, 0) for i in members) >= n for members, n in self.wants)

    def after(self, stock: Stock, fired: dict[str, int]) -> Iterator[tuple[Operator, Stock, dict[str, int]]]:
        """Every state one application away."""
        for _, op, after, times in self.steps(stock, fired):
            yield op, after, times

    def steps(self, stock: Stock, fired: dict[str, int]) -> Iterator[tuple[Step, Operator, Stock, dict[str, int]]]:
        """Every state one application away, with the step that leads there."""
        for op in self.operators:
            for step in _few(op, self.bindings(op, stock)):
                run = Run(self.problem)
                run.stock, run.fired = stock, fired.copy()
                if run.step(step, 0) is None:
                    yield step, op, run.stock, run.fired

    def bindings(self, op: Operator, stock: Stock) -> Iterator[Step]:
        """One application in every way that what is held may allow."""
        takes = [_few(op, _mixes(need.any_of, need.n, stock)) for need in op.takes]
        tools = [[tool for tool, _ in wear.tools if tool in stock.count] for wear in op.wears]
        for fuel in _few(op, self.fuels(op, stock)):
            for amounts in product(*takes):
                for names in product(*tools):
                    yield Step(op.name, 1, amounts, names, fuel)

    def fuels(self, op: Operator, stock: Stock) -> Iterator[Amounts]:
        """What may burn for one application: every order of fuels that are there, none longer than needed."""
        problem = self.problem
        rules = problem.rules
        pool = "all" if rules.fuel_pool == "one" else op.pool
        short = op.burns - stock.ticks.get(pool, 0)
        if not rules.fuel or not op.burns or rules.fuel_order == "lowest_slot" or short <= 0:
            yield ()
            return
        kinds = [f for f in problem.fuels if f in stock.count or f in problem.containers.values()]
        yield from _burned(kinds, problem.fuels, short)


def _few(op: Operator, ways: Iterator[T]) -> list[T]:
    """All of `ways` to bind an operator, where they are not too many."""
    out = list(islice(ways, MOST_BINDINGS + 1))
    if len(out) > MOST_BINDINGS:
        raise UnsettledError(f"`{op.name}` can be bound in more than {MOST_BINDINGS:,} ways")
    return out


def _burned(kinds: Sequence[Item], fuels: Mapping[Item, int], short: int) -> Iterator[Amounts]:
    """Every order of fuels that ends when `short` ticks are there."""
    if short > MOST_PIECES * max([fuels[fuel] for fuel in kinds], default=short):
        raise UnsettledError(f"more than {MOST_PIECES} pieces of fuel would burn at once")
    for fuel in kinds:
        if fuels[fuel] >= short:
            yield ((fuel, 1),)
        else:
            for rest in _burned(kinds, fuels, short - fuels[fuel]):
                yield ((fuel, 1), *rest)


def _mixes(members: Sequence[Item], n: int, stock: Stock) -> Iterator[Amounts]:
    """Every way to take `n` of what is held of `members`."""
    return _shares([item for item in members if stock.count.get(item, 0) > 0], n, stock)


def _shares(members: Sequence[Item], n: int, stock: Stock) -> Iterator[Amounts]:
    """Every way to take `n` of `members`, all of which are held."""
    if not members:
        if n == 0:
            yield ()
        return
    first, rest = members[0], members[1:]
    others_hold = sum(stock.count.get(item, 0) for item in rest)
    for k in range(min(n, stock.count.get(first, 0)), max(-1, n - others_hold - 1), -1):
        for others in _shares(rest, n - k, stock):
            yield ((first, k), *others) if k else others
