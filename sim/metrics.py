"""What a plan costs and what goes through it, read off its steps; nothing is fired here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..pddl.model import Operator, Problem
from ..recipes.book import Item, Source
from .plan import Step

MOVES = frozenset({"equip", "place", "pickup"})
"""Kinds of operators that move things about: lines of a plan, but neither applications nor operators of its cost."""


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
            _into(self.used, amounts)
        given = self.gathered if isinstance(operator.origin, Source) else self.made
        if operator.kind not in MOVES:
            _into(given, ((item, n * times) for item, n in operator.gives))
        if problem.rules.wear:
            worn = ((tool, dict(wear.tools)[tool]) for wear, tool in zip(operator.wears, step.tools, strict=True))
            _into(self.wear, ((tool, uses * times) for tool, uses in worn if uses and tool in problem.uses))

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


def _into(sums: dict[Item, int], amounts: Iterable[tuple[Item, int]]) -> None:
    for item, n in amounts:
        sums[item] = sums.get(item, 0) + n
