"""What one piece of each item costs by prices: materials only, as if batches could be divided.

Tools and stations are taken as there, what is held costs what it would cost to make, and a container that comes back
is taken off. So a plank costs a quarter of a log. These prices explain a plan; they prove nothing (`bounds.py` does).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from ..pddl.model import MOVES, Operator, Problem
from ..pddl.reach import products, reachable, requirements
from ..recipes.book import Ingredient, Item

INFINITE = float("inf")
ROUNDS = 100
"""Rounds of value iteration at most; the bundled books take about ten."""
PASSES = 3
"""How often at most prices are found anew with what filling a container was seen to cost."""
NEAR = 1e-9
Net: TypeAlias = tuple[list[Ingredient], Mapping[Item, int]]


@dataclass(slots=True)
class UnitPrices:
    """Prices by item in one criterion (`effort` or `applications`), as `priced` finds them.

    What is `free` costs nothing. `ways` are the operators that can ever fire, by each item that they give; `fills` has
    what a filled container costs beside the container; `tick` is the price of a tick of fuel.
    """

    problem: Problem
    criterion: str
    free: frozenset[Item] = frozenset()
    items: dict[Item, float] = field(default_factory=dict[Item, float])
    ways: dict[Item, list[Operator]] = field(default_factory=dict[Item, list[Operator]])
    fills: dict[tuple[Item, Item], float] = field(default_factory=dict[tuple[Item, Item], float])
    nets: dict[str, Net] = field(default_factory=dict[str, Net])
    tick: float = INFINITE

    def of(self, item: Item) -> float:
        """The price of one piece; infinite where nothing gives it."""
        return self.items.get(item, INFINITE)

    def way(self, op: Operator, item: Item) -> float:
        """What one piece of `item` costs by `op`; to nine digits, so that equal ways are equal."""
        takes, gives = self.net(op)
        if item not in gives or op.kind in MOVES:
            return INFINITE
        total = float(spent(op, self.criterion)) + sum(self._ingredient(i, op) for i in takes)
        if op.burns:
            total += op.burns * self.tick
        return total if total == INFINITE else float(f"{total / gives[item]:.9g}")

    def net(self, op: Operator) -> Net:
        """What `op` takes and gives; an item on both sides is netted."""
        if op.name not in self.nets:
            self.nets[op.name] = _net(op)
        return self.nets[op.name]

    def lit(self) -> float:
        """The least price of a tick of fuel, at the prices that there are."""
        backs = self.problem.containers
        return min((self.used(f, backs.get(f)) / n for f, n in self.problem.fuels.items()), default=INFINITE)

    def used(self, item: Item, back: Item | None) -> float:
        """The price of a piece that is used up and leaves `back`: what filling it costs."""
        price = self.of(item)
        if back is None or price == INFINITE:
            return price
        return self.fills.get((item, back), price - min(price, self.items.get(back, 0.0)))

    def _ingredient(self, ing: Ingredient, op: Operator) -> float:
        backs = dict(op.returns)
        return ing.n * min((self.used(m, backs.get(m)) for m in ing.any_of), default=INFINITE)


def spent(op: Operator, criterion: str) -> int:
    """What one application adds to a summed criterion."""
    return op.effort if criterion == "effort" else int(op.kind not in MOVES)


def _net(op: Operator) -> Net:
    gives = dict(op.gives)
    takes: list[Ingredient] = []
    for ing in op.takes:
        item = ing.any_of[0]
        both = min(ing.n, gives.get(item, 0)) if len(ing.any_of) == 1 else 0
        if both:
            gives[item] -= both
        if ing.n > both:
            takes.append(Ingredient(ing.any_of, ing.n - both))
    return takes, {item: n for item, n in gives.items() if n > 0}


def priced(problem: Problem, criterion: str, free: Iterable[Item] = ()) -> UnitPrices:
    """The prices, by value iteration, of whatever a problem's goals may draw on. What is held and nothing makes costs
    nothing, and so do the `free` items."""
    out = UnitPrices(problem, criterion, frozenset(free))
    operators = _drawn_on(problem)
    for op in operators:
        for item in products(op) if op.kind not in MOVES else ():
            out.ways.setdefault(item, []).append(op)
    free = {*free, *(item for item in problem.have.stock if item not in out.ways)}
    for _ in range(PASSES):
        out.items, out.tick = dict.fromkeys(free, 0.0), INFINITE
        _settle(out, operators)
        fills = {pair: out.used(*pair) for op in operators for pair in op.returns}
        fills |= {
            (fuel, back): out.used(fuel, back) for fuel, back in problem.containers.items() if fuel in problem.fuels
        }
        if all(
            abs(min(map(partial(out.way, item=item), out.ways[item])) - p) <= NEAR * p
            for item, p in out.items.items()
            if p
        ):
            break
        out.fills = fills
    return out


def _drawn_on(problem: Problem) -> list[Operator]:
    """The operators that can ever fire and that the goals may draw on, directly or through others."""
    _, fired = reachable(problem)
    ways: dict[Item, list[Operator]] = {}
    for name in problem.operators:
        if name in fired:
            op = problem.operators[name]
            for item in products(op):
                ways.setdefault(item, []).append(op)
    fuels = frozenset(problem.fuels)
    todo = [*problem.keep, *(item for want in problem.want for item in want.any_of)]
    seen, names = set(todo), set[str]()
    while todo:
        for op in ways.get(todo.pop(), ()):
            if op.name not in names:
                names.add(op.name)
                new = {item for members in requirements(op, fuels) for item in members} - seen
                seen |= new
                todo += new
    return [op for name, op in problem.operators.items() if name in names]


def _settle(out: UnitPrices, operators: Iterable[Operator]) -> None:
    """Lower prices until no operator gives anything for less."""
    changed, rounds = True, 0
    while changed and rounds < ROUNDS:
        changed, rounds, out.tick = False, rounds + 1, out.lit()
        for op in operators:
            for item in out.net(op)[1]:
                price = out.way(op, item)
                if price < out.of(item) - NEAR:
                    out.items[item] = price
                    changed = True
