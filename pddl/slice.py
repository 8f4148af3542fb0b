"""The slice of a large domain that a goal can draw on, so that planning costs what the goal costs and not the pack.

From the goal backwards: an item brings in every operator that gives it (products, containers that come back, stations
that it makes stand), an operator every item it may ask for (all members of its ingredients, tools, station, fuels). So
no operator outside gives anything that one inside could use, and leaving it out changes no answer:

plans        a step outside only takes away from what steps inside use; without it the rest of a plan still works, and
             costs no more. A plan of the slice is a plan of the whole as it stands.
bounds       prices are nought for all that the slice does not draw on, so no operator outside gains value by them. What
             is "taken by nothing" (`passed`) is asked of the whole domain (`Slice.taken`).
impossible   `Unreachable` and `never` list items of the slice alone; every operator of the whole that gives one of them
             is in the slice. `Searched` claims no more than that.

The one thing that a step outside could do for one inside is to make room where slots are limited; the planner never
looked for that.

Fuel whose container comes back (a bucket of lava) could bring in everything that burns, just for the bucket. It does so
only where it is held or can be had otherwise than by filling that container; else burning it gives back no more than
was taken, and one operator that burns is enough for bounds and certificates to know that it comes back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..recipes.book import Item
from .model import Operator, Problem
from .operators import Operators, Slice

WHOLE = 4096
"""Domains of up to so many operators are not cut: all goals then share the tables of the whole."""


def cut(problem: Problem, whole: int = WHOLE) -> Problem:
    """The problem with only the operators that its goals can draw on, where there are more than `whole` in all. Goals
    that draw on the same get the same mapping, and so share what is kept by it."""
    every = problem.operators
    if not isinstance(every, Operators) or len(every) <= whole:
        return problem
    goals = frozenset(problem.keep).union(*(want.any_of for want in problem.want))
    back = _freed(problem, every)
    by_goals = (goals, back, tuple(problem.fuels))
    found = every.kept(by_goals, lambda: _shared(every, _Closure(problem, every, back).slice(goals)))
    return replace(problem, operators=found)


def _shared(every: Operators, made: Slice) -> Slice:
    """The slice itself, or an equal one that is kept already."""
    return every.kept((frozenset(made), made.drawn), lambda: made)


def _freed(problem: Problem, every: Operators) -> frozenset[Item]:
    """Fuels that may be burned just for the container that comes back."""

    def filled(op: Operator, fuel: Item, container: Item) -> bool:
        given = dict(op.gives)
        taken = sum(need.n for need in op.takes if need.any_of == (container,))
        return given.keys() == {fuel} and taken >= given[fuel]

    back = {fuel: problem.containers[fuel] for fuel in problem.fuels if fuel in problem.containers}
    return frozenset(
        fuel
        for fuel, container in back.items()
        if fuel in problem.have.stock or not all(filled(every[name], fuel, container) for name in every.givers(fuel))
    )


class _Closure:
    """Items and operators that goals can draw on, directly or through others."""

    def __init__(self, problem: Problem, every: Operators, freed: Iterable[Item]) -> None:
        self.problem, self.every = problem, every
        self.items: dict[Item, None] = {}
        self.operators: dict[str, Operator] = {}
        self.todo: list[Item] = []
        self.back: dict[Item, list[Item]] = {}
        for fuel in problem.fuels:
            if fuel in problem.containers:
                self.back.setdefault(problem.containers[fuel], []).append(fuel)
        self.freed = {problem.containers[fuel] for fuel in freed}

    def slice(self, goals: Iterable[Item]) -> Slice:
        self.ask(goals)
        self.close()
        if not self.items.keys().isdisjoint(self.back) and not any(op.burns for op in self.operators.values()):
            self.draw(self.burning()[:1])
            self.close()
        drawn = frozenset(self.items)
        operators = {name: self.operators[name] for name in sorted(self.operators)}
        return Slice(operators, drawn, drawn & self.every.index.taken)

    def close(self) -> None:
        """Draw on what gives the items that are asked for, until nothing new is."""
        while self.todo:
            item = self.todo.pop()
            self.draw(self.every.givers(item))
            self.ask(self.back.get(item, ()))
            if item in self.freed:  # every operator that burns may bring it back
                self.draw(self.burning())
            if f"equip {item}" in self.every:
                self.draw([f"equip {item}"])

    def burning(self) -> list[str]:
        return [name for name in self.every.index.burning if name in self.every]

    def ask(self, items: Iterable[Item]) -> None:
        new = [item for item in items if item not in self.items]
        self.items.update(dict.fromkeys(new))
        self.todo += new

    def draw(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.operators:
                op = self.operators[name] = self.every[name]
                for need in (*op.takes, *op.needs):
                    self.ask(need.any_of)
                for wear in op.wears:
                    self.ask(tool for tool, _ in wear.tools)
                if op.stands is not None:
                    self.ask((f"standing:{op.stands}",))
                if op.burns:
                    self.ask(self.problem.fuels)
