"""Delete-relaxed reachability: what can be made at all, ignoring that things are used up.

Exact from an empty inventory with unlimited sources (what can be made once can be made again); with finite stock an
item that is not reached can certainly not be made. Linear in the size of the operators.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..recipes.book import Item, Source
from .model import Operator, Problem
from .operators import Operators, Slice


def requirements(op: Operator, fuels: frozenset[Item] | None) -> list[tuple[Item, ...]]:
    """Sets of items of which `op` needs one each. `fuels` None: burning is not asked for."""
    out = [i.any_of for i in (*op.takes, *op.needs)]
    out += [tuple(t for t, _ in w.tools) for w in op.wears]
    if op.stands is not None:
        out.append((f"standing:{op.stands}",))
    if op.burns and fuels is not None:
        out.append(tuple(sorted(fuels)))
    return out


def products(op: Operator) -> Iterable[Item]:
    """What an application may bring into being: products, containers, standing stations."""
    yield from (i for i, _ in op.gives)
    yield from (c for _, c in op.returns)
    yield from (f"standing:{s}" for s, n in op.places if n > 0)


def makers(problem: Problem) -> Callable[[Item], list[Operator]]:
    """Finds the operators that may bring an item into being, by name."""
    operators = problem.operators
    if isinstance(operators, Operators):
        return lambda item: [operators[name] for name in operators.givers(item)]
    found: dict[Item, list[Operator]] = defaultdict(list)
    for op in operators.values():
        for item in dict.fromkeys(products(op)):
            found[item].append(op)
    return lambda item: found.get(item, [])


def limited(problem: Problem) -> list[Operator]:
    """The operators whose applications are limited."""
    if isinstance(problem.operators, Operators):
        return problem.operators.limited()
    return [op for op in problem.operators.values() if op.limit is not None]


def gathers(problem: Problem) -> bool:
    """Whether some operator takes from the world."""
    if isinstance(problem.operators, Operators):
        return problem.operators.gathers
    return any(isinstance(op.origin, Source) for op in problem.operators.values())


Found: TypeAlias = tuple[set[Item], set[str]]
KEPT = 16
_found: OrderedDict[tuple[object, ...], tuple[Problem, Found]] = OrderedDict()


def reachable(problem: Problem) -> Found:
    """Items that can be held and operators that can fire, from the problem's situation; found once for problems that
    share operators and hold the same things."""
    have = problem.have
    warm = tuple(pool for pool, n in have.ticks.items() if n > 0)
    there = tuple(sorted(s for s, n in have.placed.items() if n > 0))
    domain = (id(problem.operators), id(problem.fuels), id(problem.containers), problem.rules)
    key = (*domain, tuple(sorted(have.stock)), there, warm)
    known = _found.get(key)
    if known is None:  # an entry holds its problem, so that no id in its key can be taken by another mapping
        known = _found[key] = problem, _reachable(problem)
        while len(_found) > KEPT:
            _found.popitem(last=False)
    _found.move_to_end(key)
    items, operators = known[1]
    return set(items), set(operators)


def _reachable(problem: Problem) -> Found:
    fuels = frozenset(problem.fuels)
    waiting: dict[Item, list[tuple[str, int]]] = defaultdict(list)
    open_sets: dict[str, set[int]] = {}
    start = [*problem.have.stock, *(f"standing:{s}" for s, n in problem.have.placed.items() if n > 0)]
    warm = {pool for pool, n in problem.have.ticks.items() if n > 0}
    items: set[Item] = set()
    ops: set[str] = set()
    queue: deque[Item] = deque()

    def have(item: Item) -> None:
        if item not in items:
            items.add(item)
            queue.append(item)

    def fire(name: str) -> None:
        ops.add(name)
        for item in products(problem.operators[name]):
            have(item)

    for name, op in problem.operators.items():
        if op.limit == 0:
            continue
        pool = "all" if problem.rules.fuel_pool == "one" else op.pool
        sets = requirements(op, None if pool in warm else fuels)
        open_sets[name] = set(range(len(sets)))
        for k, members in enumerate(sets):
            for item in members:
                waiting[item].append((name, k))
    for item in start:
        have(item)
    for name in [n for n, s in open_sets.items() if not s]:
        fire(name)
    while queue:
        item = queue.popleft()
        if item in problem.fuels and item in problem.containers:
            have(problem.containers[item])
        for name, k in waiting[item]:
            left = open_sets[name]
            if k in left:
                left.discard(k)
                if not left:
                    fire(name)
    return items, ops


def out_of_reach(problem: Problem, items: set[Item]) -> tuple[Item, ...]:
    """Every item the problem speaks of that is not in `items`, the reachable ones; sorted. Of a slice, those that it
    draws on: operators outside may give what it only makes beside."""
    if isinstance(problem.operators, Slice):
        return tuple(sorted(problem.operators.drawn - items))
    every = {i for op in problem.operators.values() for i in products(op)} | set(problem.book.items)
    every |= {i for op in problem.operators.values() for ing in (*op.takes, *op.needs) for i in ing.any_of}
    every |= {t for op in problem.operators.values() for w in op.wears for t, _ in w.tools}
    every |= {i for w in problem.want for i in w.any_of}
    return tuple(sorted(every - items))
