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
    """`asks[item]` are the requirements (operator's number, its bit) that an item meets; `full` the bits of all
    requirements, by operator; `makers[item]` who gives it; `every` the items that operators or the book speak of."""

    def __init__(self, problem: Problem) -> None:
        self.operators: list[Operator] = list(problem.operators.values())
        self.asks: dict[Item, list[tuple[int, int]]] = {}
        self.full: list[int] = []
        self.gives: list[tuple[Item, ...]] = []
        self.makers: dict[Item, list[int]] = {}
        self.inputs: list[frozenset[Item]] = []
        every = set(problem.book.items)
        for o, op in enumerate(self.operators):
            sets = requirements(op, None)
            for k, members in enumerate(sets):
                for item in members:
                    self.asks.setdefault(item, []).append((o, 1 << k))
            self.full.append((1 << len(sets)) - 1)
            self.gives.append(tuple(dict.fromkeys(products(op))))
            for item in self.gives[-1]:
                self.makers.setdefault(item, []).append(o)
            self.inputs.append(frozenset(item for members in sets for item in members))
            every |= self.inputs[-1]
            every.update(self.gives[-1])
        self.every = tuple(sorted(every))
        self.unasked = self.full.count(0)

    def reach(self, start: Iterable[Item]) -> tuple[set[Item], set[int]]:
        """Items that can be held and operators that can fire, from what is there; operators that ask for nothing are
        left aside."""
        asks, full, gives = self.asks, self.full, self.gives
        items = set(start)
        fired: set[int] = set()
        met: dict[int, int] = {}
        todo = list(items)
        while todo:
            for o, bit in asks.get(todo.pop(), ()):
                now = met.get(o, 0) | bit
                met[o] = now
                if now == full[o] and o not in fired:
                    fired.add(o)
                    for item in gives[o]:
                        if item not in items:
                            items.add(item)
                            todo.append(item)
        return items, fired

    def towards(self, goals: Iterable[Item], items: set[Item], fired: set[int]) -> list[int]:
        """Of the operators that can fire, those that goals may draw on, directly or through others; ascending."""
        seen = set(goals)
        todo = list(seen)
        chosen: set[int] = set()
        while todo:
            for o in self.makers.get(todo.pop(), ()):
                if o in fired and o not in chosen:
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
