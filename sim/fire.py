"""Firing: the one place where operators change a state.

A step fires whole or not at all. What one application does stands in `firing.py`.
"""

from __future__ import annotations

from functools import cached_property

from ..pddl.model import Operator, Problem, State, draws
from ..recipes.book import Item
from . import findings as say
from .binding import binding_fault
from .firing import Firing
from .plan import Finding, Step
from .stock import Stock


def fire(problem: Problem, state: State, step: Step) -> State | Finding:
    """The state after `step`, or the first thing that stops it; `state` itself never changes."""
    run = Run(problem, state)
    return run.step(step, 0) or run.stock.freeze()


class Run:
    """A plan under way: the stock so far, how often each operator fired, and what was burned in all.

    So that a judge can go on: `waived` are operators freed of their limits, a `slot_count` of `None` frees the slots.
    """

    def __init__(self, problem: Problem, state: State | None = None) -> None:
        self.problem = problem
        self.stock = Stock.of(problem, problem.have if state is None else state)
        self.fired: dict[str, int] = {}
        self.burned: dict[Item, int] = {}
        self.slot_count: int | None = problem.rules.slot_count
        self.waived: set[str] = set()

    @cached_property
    def makes(self) -> frozenset[Item]:
        """Every item that some operator gives."""
        return frozenset(item for operator in self.problem.operators.values() for item, _ in operator.gives)

    def state(self) -> State:
        """The state reached."""
        return self.stock.freeze()

    def step(self, step: Step, index: int) -> Finding | None:
        """Fire `step`, which is number `index` of the plan. On a finding nothing has changed."""
        operator = self.problem.operators.get(step.operator)
        if operator is None:
            return say.unknown_operator(self.problem, step, index)
        fault = binding_fault(self.problem, operator, step, index)
        if fault:
            return fault
        before = self.stock
        self.stock = before.copy()
        firing = Firing(self, operator, step, index)
        finding = firing.run()
        if finding:
            self.stock = before
            return finding
        self.fired[step.operator] = self.fired.get(step.operator, 0) + step.applications
        for item, n in firing.burned.items():
            self.burned[item] = self.burned.get(item, 0) + n
        return None

    def room(self, operator: Operator) -> int | None:
        """How often the operator may still fire in this plan; `None`: without limit."""
        if operator.name in self.waived:
            return None
        room = None if operator.limit is None else operator.limit - self.fired.get(operator.name, 0)
        limits = self.problem.limits
        for name in limits:
            if n := draws(operator, name):
                left = max(0, limits[name] - self._drawn(name)) // n
                room = left if room is None else min(room, left)
        return room

    def _drawn(self, name: str) -> int:
        """How much of what is limited under `name` (an item or a block) all sources together have given so far."""
        return sum(draws(self.problem.operators[fired], name) * times for fired, times in self.fired.items())
