"""What waits for what among a set of operators: an index made once, so that what few held things lead to is found in
the time that these take, and not the book.

`Net.reach` is the reachability of `pddl/reach.py` (nothing is used up, burning is not asked for).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from ..pddl.model import Operator, Problem
from ..pddl.reach import products, requirements
from ..recipes.book import Item

KEPT = 4
MOST = 20_000
"""Operators up to which an index is made."""


class Net:
    """Operators are bits of whole numbers, in the order of their names. `meets[item]` says of which operators the item
    meets the first, second, … requirement, as (k, operators); `lacking[k]` who has no requirement k; `makers[item]`
    who gives it; `inputs` what each asks for; `every` the items that operators or the book speak of; `unasked` whether
    some operator asks for nothing."""

    def __init__(self, problem: Problem) -> None:
        self.operators: list[Operator] = list(problem.operators.values())
        self.gives = [tuple(dict.fromkeys(products(op))) for op in self.operators]
        self.makers: dict[Item, list[int]] = {}
        self.inputs: list[frozenset[Item]] = []
        meets: dict[Item, dict[int, int]] = {}
        sets = [requirements(op, None) for op in self.operators]
        self.lacking = [0] * max([1, *map(len, sets)])
        for o, asked in enumerate(sets):
            for k in range(len(self.lacking)):
                if k >= len(asked):
                    self.lacking[k] |= 1 << o
                for item in asked[k] if k < len(asked) else ():
                    meets.setdefault(item, {})[k] = meets.get(item, {}).get(k, 0) | 1 << o
            for item in self.gives[o]:
                self.makers.setdefault(item, []).append(o)
            self.inputs.append(frozenset(item for members in asked for item in members))
        self.meets = {item: tuple(planes.items()) for item, planes in meets.items()}
        self.every = tuple(sorted({*problem.book.items, *self.meets, *self.makers}))
        self.unasked = self.lacking[0] != 0

    def reach(self, start: Iterable[Item]) -> tuple[set[Item], int]:
        """Items that can be held and operators that can fire, from what is there."""
        meets, gives, met = self.meets, self.gives, self.lacking.copy()
        items, fired = set(start), 0
        new = list(items)
        while new:
            for item in new:
                for k, operators in meets.get(item, ()):
                    met[k] |= operators
            ready = met[0]
            for operators in met[1:]:
                ready &= operators
            fresh, fired = ready & ~fired, ready
            new = list[Item]()
            while fresh:
                last = fresh.bit_length() - 1
                fresh ^= 1 << last
                for item in gives[last]:
                    if item not in items:
                        items.add(item)
                        new.append(item)
        return items, fired

    def towards(self, goals: Iterable[Item], items: set[Item], fired: int) -> list[int]:
        """Of the operators that can fire, those that goals may draw on, directly or through others; ascending."""
        seen = set(goals)
        todo = list(seen)
        chosen: set[int] = set()
        while todo:
            for o in self.makers.get(todo.pop(), ()):
                if o not in chosen and fired >> o & 1:
                    chosen.add(o)
                    new = (self.inputs[o] & items) - seen
                    seen |= new
                    todo += new
        return sorted(chosen)


_NETS: OrderedDict[int, tuple[Mapping[str, Operator], Net | None]] = OrderedDict()


def net_of(problem: Problem) -> Net | None:
    """The index of a problem's operators, kept for problems that share them; None where there are too many."""
    key = id(problem.operators)
    kept = _NETS.get(key)
    # the entry holds the mapping, so that its id cannot be taken by another one
    if kept is None or kept[0] is not problem.operators:
        kept = (problem.operators, Net(problem) if len(problem.operators) <= MOST else None)
        _NETS[key] = kept
    _NETS.move_to_end(key)
    while len(_NETS) > KEPT:
        _NETS.popitem(last=False)
    return kept[1]
