"""Steps made fit for a plan: neighbours joined, tools put in the hand."""

from __future__ import annotations

from collections.abc import Sequence

from ..pddl.model import Problem
from ..recipes.book import Item
from ..sim.plan import Step


def joined(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Neighbouring steps of one operator with the same tools as one step."""
    out: list[Step] = []
    for step in steps:
        last = out[-1] if out else None
        if last is None or last.operator != step.operator or last.tools != step.tools:
            out.append(step)
            continue
        takes = tuple(_join(a, b) for a, b in zip(last.takes, step.takes, strict=True))
        n = last.applications + step.applications
        out[-1] = Step(step.operator, n, takes, step.tools, _join(last.fuel, step.fuel))
    return tuple(out)


def _join(a: tuple[tuple[Item, int], ...], b: tuple[tuple[Item, int], ...]) -> tuple[tuple[Item, int], ...]:
    if a and b and a[-1][0] == b[0][0]:
        return (*a[:-1], (b[0][0], a[-1][1] + b[0][1]), *b[1:])
    return (*a, *b)


def with_equips(problem: Problem, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, with the tool put in the hand before each that needs another one, where the rules ask for that."""
    if not problem.rules.equip:
        return tuple(steps)
    out: list[Step] = []
    hand = problem.have.hand
    for step in steps:
        if step.tools and step.tools[0] != hand:
            hand = step.tools[0]
            out.append(Step(f"equip {hand}", 1))
        out.append(step)
    return tuple(out)
