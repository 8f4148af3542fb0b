"""What a plan costs and what goes through it, read off its steps; nothing is fired here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..pddl.model import MOVES, Operator, Problem
from ..recipes.book import Item, Source
from .binding import uses_of
from .plan import Step


@dataclass(slots=True)
class Totals:
    """Sums over the steps that fired. `used` counts what ingredients took, `burned` fuel, `wear` uses of tools."""

    effort: int = 0
    applications: int = 0
    lines: int = 0
    operators: set[str] = field(default_factory=set[str])
    used: dict[Item, int] = field(default_factory=dict[Item, int])
    made: dict[Item, int] = field(default_factory=dict[Item, int])
    gathered: dict[Item, int] = field(default_factory=dict[Item, int])
    wear: dict[Item, int] = field(default_factory=dict[Item, int])

    def add(self, problem: Problem, operator: Operator, step: Step) -> None:
        """Count a step that has fired."""
        times = step.applications
        for amounts in step.takes:
            for item, n in amounts:
                self.used[item] = self.used.get(item, 0) + n
        if operator.kind not in MOVES:
            given = self.gathered if isinstance(operator.origin, Source) else self.made
            for item, n in operator.gives:
                given[item] = given.get(item, 0) + n * times
        if problem.rules.wear:
            for wear, tool in zip(operator.wears, step.tools, strict=True):
                uses = uses_of(wear, tool)
                if uses and tool in problem.uses:
                    self.wear[tool] = self.wear.get(tool, 0) + uses * times

    def count(self, operator: Operator, step: Step) -> None:
        """Count a step of the plan towards its cost, whether or not it fired."""
        self.lines += 1
        self.effort += operator.effort * step.applications
        if operator.kind not in MOVES:
            self.applications += step.applications
            self.operators.add(step.operator)

    def cost(self, criteria: Iterable[str]) -> tuple[int, ...]:
        """The cost vector by the named criteria, see `recipes.rules.COSTS`."""
        values = {
            "effort": self.effort,
            "applications": self.applications,
            "distinct": len(self.operators),
            "lines": self.lines,
        }
        return tuple(values[name] for name in criteria)
