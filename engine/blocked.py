"""Why something can't be had, item by item: which ways there would be, and what each of them lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ..pddl.model import Operator, Problem
from ..pddl.reach import requirements
from ..recipes.book import Item

Data: TypeAlias = dict[str, Any]


def blocked(problem: Problem, out: tuple[Item, ...]) -> list[Data]:
    """The wanted items of `out`, none of which can be had, then what they lack, and so on.

    Each is `{"item", "why", "ways": [{"operator", "lacks": […]}]}`; `why` is the book's reason why nothing gives it,
    `lacks` are the sets of which one item each would be needed.
    """
    unreachable = frozenset(out)
    makers: dict[Item, list[Operator]] = {}
    for op in problem.operators.values():
        for item, _ in op.gives:
            if item in unreachable:
                makers.setdefault(item, []).append(op)
    queue = [item for want in problem.want for item in want.any_of if item in unreachable]
    seen = dict.fromkeys(queue)
    lines: list[Data] = []
    for item in queue:
        ways = [{"operator": op.name, "lacks": list(_lacks(problem, op, unreachable))} for op in makers.get(item, [])]
        lines.append({"item": item, "why": problem.book.unobtainable.get(item), "ways": ways})
        new = [lack for way in ways for members in way["lacks"] for lack in members if lack not in seen]
        seen |= dict.fromkeys(new)
        queue += dict.fromkeys(new)
    return lines


def _lacks(problem: Problem, op: Operator, unreachable: frozenset[Item]) -> Iterator[list[Item]]:
    """The sets that `op` needs one item of and cannot get any of."""
    if op.limit == 0:
        return
    for members in requirements(op, frozenset(problem.fuels)):
        if members and unreachable.issuperset(members):
            yield list(members)
