"""The part of a problem that plans like a given one are made in: the cheapest ways, their ingredients, tools and fuel.

Planning in it takes less time. Every plan in it is a plan of the problem; that there is none in it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..pddl.model import MOVES, Operator, Problem
from ..recipes.book import Item
from .unitprices import UnitPrices

WAYS = 6
"""Ways to an item, and members of an ingredient, that are kept: the cheapest by each price row."""


def nearby(problem: Problem, rows: Iterable[UnitPrices], used: Iterable[str]) -> Problem:
    """`problem` with the operators `used` and, from the goals down, the cheapest ways by each of the price `rows`."""
    return replace(problem, operators=_Near(problem, tuple(rows), used).operators())


class _Near:
    def __init__(self, problem: Problem, rows: tuple[UnitPrices, ...], used: Iterable[str]) -> None:
        self.problem, self.rows = problem, rows
        self.names: set[str] = set()
        self.todo: list[Item] = []
        self.seen: set[Item] = set()
        for want in problem.want:
            self.ask(want.any_of)
        self.ask(problem.keep)
        for name in used:
            self.keep(problem.operators[name])

    def operators(self) -> Mapping[str, Operator]:
        while self.todo:
            item = self.todo.pop()
            for row in self.rows:
                ways = sorted(row.ways.get(item, ()), key=lambda op: (row.way(op, item), op.name))
                for op in ways[:WAYS]:
                    self.keep(op)
        moved = {op.name for op in self.problem.operators.values() if op.kind in MOVES}
        return {name: op for name, op in self.problem.operators.items() if name in self.names or name in moved}

    def ask(self, items: Iterable[Item]) -> None:
        """Note items that are taken or needed: all that are held, and the cheapest others."""
        members = [item for item in items if item not in self.seen]
        for row in self.rows:
            for item in sorted(members, key=lambda i: (row.of(i), i))[:WAYS]:
                if item not in self.seen:
                    self.seen.add(item)
                    self.todo.append(item)

    def keep(self, op: Operator) -> None:
        """Note an operator, and what it asks for."""
        if op.name in self.names:
            return
        self.names.add(op.name)
        for ing in (*op.takes, *op.needs):
            self.ask(ing.any_of)
        for wear in op.wears:
            self.ask(tool for tool, _ in wear.tools)
        if op.stands:
            self.ask((op.stands,))
        if op.burns:
            self.ask(self.fuels())

    def fuels(self) -> list[Item]:
        """The fuels that are cheapest by the tick, and those that are held."""
        fuels = self.problem.fuels
        cheap = [f for row in self.rows for f in sorted(fuels, key=lambda f: (row.of(f) / fuels[f], f))[:WAYS]]
        return list(dict.fromkeys(cheap))
