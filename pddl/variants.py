"""An operator becomes PDDL actions, one for every way its binding can be chosen.

Ingredients of one item are taken directly. Of several, members that give back the same container share a pool: a free
`allot` move takes one of them out of stock and adds one to the pool, and the operator takes from the pool. Tools and
containers choose an action instead, so what comes back never comes early. Of fuel, `burn` moves turn an item into
ticks; a fuel whose container comes back (a lava bucket) is lit by the operator itself when its ticks run out, and so is
what the operator needs held: it has to be there before the application, and may burn in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from ..recipes.book import Ingredient, Item, Source
from .change import Alternative, Stock, Use
from .model import MOVES, Operator, Problem
from .numeric import Condition, Effect, Fluent, NumericAction, Values, at_least, at_most
from .pools import Group, Pools, splits

Choice: TypeAlias = tuple[tuple[tuple[int, ...], ...], tuple[Item, ...], tuple[Item, ...]]
"""For each ingredient how many come of each of its groups; the tools; the fuel that the operator lights, sorted."""
MOST_LIT = 8
"""So many pieces of fuel at most are lit by an operator itself."""


class Variants:
    """Makes the actions of the operators of one problem. `items` are those that can be held at all; others are left
    out of every choice."""

    def __init__(self, problem: Problem, items: Iterable[Item]) -> None:
        self.problem = problem
        self.stock = Stock.of(problem)
        self._items = frozenset(items)
        self.pools = Pools(problem, self._items, self.stock.guarded)
        self.fuels = {f: t for f, t in sorted(problem.fuels.items()) if f in self._items}

    def _members(self, items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(i for i in items if i in self._items)

    def pool(self, op: Operator) -> str:
        """The pool of ticks that `op` burns from."""
        return "all" if self.problem.rules.fuel_pool == "one" else op.pool

    def own(self, op: Operator) -> frozenset[Item]:
        """Fuels that `op` lights itself: what it needs held, and what leaves a container and lasts an application."""
        if not op.burns:
            return frozenset()
        needed = {i for need in op.needs for i in need.any_of}
        back = {f for f, ticks in self.fuels.items() if f in self.problem.containers and ticks >= op.burns}
        return frozenset(f for f in self.fuels if f in needed | back and f not in self.stock.uses)

    def lit(self, op: Operator) -> Iterator[tuple[Item, ...]]:
        """What `op` may light in one application: nothing, or pieces of its own fuels that all burn before it is paid
        for."""
        own = sorted(self.own(op))
        for n in range(MOST_LIT + 1 if own else 1):
            for pieces in combinations_with_replacement(own, n):
                ticks = [self.fuels[f] for f in pieces]
                if sum(ticks) - max(ticks, default=0) < max(op.burns, 1):
                    yield pieces

    def actions(self, op: Operator) -> Iterator[tuple[Choice, NumericAction]]:
        """Every action of `op`, with the choice it stands for."""
        groups = [self.pools.groups(op, ingredient) for ingredient in op.takes]
        ways = [tuple(splits(i.n, len(g))) for i, g in zip(op.takes, groups, strict=True)]
        tools = [self._members(t for t, _ in wear.tools) for wear in op.wears]
        for split in product(*ways):
            for held in product(*tools):
                for lit in self.lit(op):
                    yield from self._choice(op, groups, (split, held, lit))

    def _choice(
        self, op: Operator, groups: list[tuple[Group, ...]], choice: Choice
    ) -> Iterator[tuple[Choice, NumericAction]]:
        split, held, lit = choice
        uses: dict[Item, Use] = {}
        pools: dict[Fluent, int] = {}
        for parts, counts in zip(groups, split, strict=True):
            for group, n in zip(parts, counts, strict=True):
                self._take(uses, pools, group, n)
        for tool, wear in zip(held, op.wears, strict=True):
            self._wear(_use(uses, tool), dict(wear.tools)[tool])
        for item, n in op.gives:
            _use(uses, item).given += n
        if op.equips is not None:
            _use(uses, op.equips).need = 1
        sums = [self._need(uses, ingredient) for ingredient in op.needs]
        for fuel in lit:
            _use(uses, fuel).taken += 1
            if fuel in self.problem.containers:
                _use(uses, self.problem.containers[fuel]).given += 1
        conditions, effects = self._world(op, held, lit)
        conditions = [*(s for s in sums if s), *(at_least(p, n) for p, n in pools.items()), *conditions]
        effects = [*(Effect(p, -n) for p, n in pools.items()), *effects]
        label = op.name + self._suffix(op, groups, choice)
        for action in self._outcomes(op, label, uses, conditions, effects):
            yield choice, action

    def _take(self, uses: dict[Item, Use], pools: dict[Fluent, int], group: Group, n: int) -> None:
        if not n:
            return
        if group.pool:
            pools["pool", group.pool] = pools.get(("pool", group.pool), 0) + n
        else:
            use = _use(uses, group.members[0])
            use.taken += n
            use.exempt = use.exempt or group.exempt
        if group.back is not None:
            _use(uses, group.back).given += n

    def _wear(self, use: Use, cost: int) -> None:
        if cost and self.problem.rules.wear:
            use.wear += cost
        else:
            use.held = True

    def _need(self, uses: dict[Item, Use], ingredient: Ingredient) -> Condition | None:
        members = self._members(ingredient.any_of)
        if len(members) == 1:
            use = _use(uses, members[0])
            use.need = max(use.need, ingredient.n)
            return None
        return Condition(tuple((1, ("have", m)) for m in members), ">=", ingredient.n)

    def _world(
        self, op: Operator, held: tuple[Item, ...], lit: tuple[Item, ...]
    ) -> tuple[list[Condition], list[Effect]]:
        """Conditions and effects that are not about stock: stations, the hand, limits and fire."""
        conditions: list[Condition] = []
        effects: list[Effect] = []
        standing = dict(op.places)
        if op.stands is not None:
            standing[op.stands] = min(-1, standing.get(op.stands, 0))
        conditions += [at_least(("standing", station), -n) for station, n in standing.items() if n < 0]
        effects += [Effect(("standing", station), n) for station, n in op.places]
        if self.problem.rules.equip and held:
            conditions.append(Condition(tuple((1, ("hand", tool)) for tool in sorted(set(held))), ">=", 1))
        if op.equips is not None:
            effects += [
                Effect(("hand", tool), int(tool == op.equips), keeps=False)
                for tool in sorted(self.stock.hands & self._items)
            ]
        if op.limit is not None:
            conditions.append(at_least(("left", op.name), 1))
            effects.append(Effect(("left", op.name), -1))
        if isinstance(op.origin, Source):
            for item, n in op.gives:
                if item in self.problem.limits:
                    conditions.append(at_least(("limit", item), n))
                    effects.append(Effect(("limit", item), -n))
        if op.burns:
            ticks = ("ticks", self.pool(op))
            given = [self.fuels[fuel] for fuel in lit]
            before = sum(given) - max(given, default=0)
            # What lasts an application burns last. Between shorter pieces other fuel may burn, so only the sum counts.
            last = max(given, default=0) >= op.burns
            conditions.append(
                at_most(ticks, op.burns - 1 - before) if last else at_least(ticks, max(0, op.burns - sum(given)))
            )
            burned = sum(given) - op.burns
            effects += [Effect(ticks, burned)] if burned else []
        return conditions, effects

    def _suffix(self, op: Operator, groups: list[tuple[Group, ...]], choice: Choice) -> str:
        split, held, lit = choice
        parts = [
            f"-{n}-{group.pool or group.members[0]}"
            for members, counts in zip(groups, split, strict=True)
            if len(members) > 1
            for group, n in zip(members, counts, strict=True)
            if n
        ]
        parts += [f"-with-{tool}" for tool in held]
        return "".join(parts) + "".join(f"-lighting-{fuel}" for fuel in lit)

    def _outcomes(
        self, op: Operator, label: str, uses: Mapping[Item, Use], conditions: list[Condition], effects: list[Effect]
    ) -> Iterator[NumericAction]:
        cost = action_cost(self.problem, op)
        turns: list[list[Alternative]] = [list(self.stock.alternatives(i, u)) for i, u in sorted(uses.items())]
        for turn in product(*turns):
            name = label + "".join(a.suffix for a in turn)
            found = [*(c for a in turn for c in a.conditions), *conditions]
            change = [*(e for a in turn for e in a.effects), *effects]
            yield NumericAction(name, op.name, tuple(found), tuple(change), cost)

    def allot(self, group: Group) -> Iterator[tuple[Item, NumericAction]]:
        """The free moves of members into their pool."""
        for member in group.members:
            for a in self.stock.alternatives(member, Use(taken=1, exempt=group.exempt)):
                name = f"allot {member} to {group.pool}{a.suffix}"
                effects = (*a.effects, Effect(("pool", group.pool), 1))
                yield member, NumericAction(name, "", a.conditions, effects)

    def burn(self, pool: str, fuel: Item) -> Iterator[NumericAction]:
        """The free moves that turn one `fuel` into ticks of `pool`."""
        uses = {fuel: Use(taken=1)}
        if fuel in self.problem.containers:
            _use(uses, self.problem.containers[fuel]).given += 1
        for turn in product(*(self.stock.alternatives(i, u) for i, u in uses.items())):
            name = f"burn {fuel} in {pool}" + "".join(a.suffix for a in turn)
            effects = (*(e for a in turn for e in a.effects), Effect(("ticks", pool), self.fuels[fuel]))
            yield NumericAction(name, "", tuple(c for a in turn for c in a.conditions), effects)

    def start(self, item: Item) -> Values:
        """The fluents of `item` at the start."""
        return self.stock.start(item, self.problem)


def metric(problem: Problem) -> str:
    """The criterion that the files minimise: the first of the problem's that is a sum over the actions of a plan."""
    return next((c for c in problem.cost if c in ("effort", "applications")), "applications")


def action_cost(problem: Problem, op: Operator) -> int:
    """What one application adds to the metric."""
    return op.effort if metric(problem) == "effort" else int(op.kind not in MOVES)


def _use(uses: dict[Item, Use], item: Item) -> Use:
    return uses.setdefault(item, Use())
