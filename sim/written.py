"""The binding that a line of a list spells out: `from oak_log x3`, `with iron_pickaxe`, `burning 2 coal`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pddl.model import Operator, Problem
from ..recipes.book import Item
from ..recipes.diagnostic import InputError
from ..recipes.names import resolve
from .plan import Amounts, Step
from .steptext import Line


def as_written(problem: Problem, operator: Operator, step: Step, line: Line) -> Step | None:
    """`step` of `operator` with the binding that `line` spells out; `None` where what it takes does not fit. Tools and
    fuel that do not serve are left as they are."""
    if line.takes:
        takes = _shared(operator, _known(problem, line.takes), step.applications)
        if takes is None:
            return None
        step = replace(step, takes=takes)
    named = [item for item, _ in _known(problem, [(tool, 1) for tool in line.tools])]
    serving = [[tool for tool in named if any(tool == item for item, _ in wear.tools)] for wear in operator.wears]
    if named and all(serving):
        step = replace(step, tools=tuple(tools[0] for tools in serving))
    fuel = _known(problem, line.fuel)
    bound = problem.rules.fuel and problem.rules.fuel_order == "bound" and operator.burns
    if bound and fuel and all(item in problem.fuels for item, _ in fuel):
        step = replace(step, fuel=tuple(fuel))
    return step


def _known(problem: Problem, given: Sequence[tuple[str, int]]) -> list[tuple[Item, int]]:
    """The amounts by the items that are meant; none at all where a name means several or nothing."""
    out: list[tuple[Item, int]] = []
    for name, n in given:
        try:
            items = resolve(problem.book, name).items
        except InputError:
            return []
        if len(items) != 1 or n < 1:
            return []
        out.append((items[0], n))
    return out


def _shared(operator: Operator, given: list[tuple[Item, int]], times: int) -> tuple[Amounts, ...] | None:
    """`given` shared among the ingredients, the least choice first; `None` where they are not met exactly."""
    left = dict(given)
    takes: dict[int, Amounts] = {}
    for k in sorted(range(len(operator.takes)), key=lambda k: len(operator.takes[k].any_of)):
        need = operator.takes[k]
        wanted, drawn = need.n * times, list[tuple[Item, int]]()
        for item in left:
            part = min(wanted, left[item]) if item in need.any_of else 0
            if part:
                drawn.append((item, part))
                left[item] -= part
                wanted -= part
        if wanted:
            return None
        takes[k] = tuple(drawn)
    return None if any(left.values()) else tuple(takes[k] for k in range(len(takes)))
