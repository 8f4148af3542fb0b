"""Why something can't be had, item by item: which ways there would be, and what each of them lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ..pddl.model import Operator, Problem
from ..pddl.reach import makers, requirements
from ..recipes.book import Item
from .wording import operator_words

Data: TypeAlias = dict[str, Any]


def blocked(problem: Problem, out: tuple[Item, ...]) -> list[Data]:
    """The wanted items of `out`, none of which can be had, then what they lack, and so on.

    Each is `{"item", "why", "ways": [{"operator", "words", "lacks": […]}]}`; `why` is the book's reason why nothing
    gives it, `lacks` are the sets of which one item each would be needed. A station that has to stand is listed like an
    item, as `furnace standing`.
    """
    unreachable = frozenset(out)
    ways_to = makers(problem)
    queue = [item for want in problem.want for item in want.any_of if item in unreachable]
    seen = dict.fromkeys(queue)
    lines: list[Data] = []
    for item in queue:
        ways = [(op, list(_lacks(problem, op, unreachable))) for op in ways_to(item)]
        lines.append({"item": _shown(item), "why": problem.book.unobtainable.get(item), "ways": _told(ways)})
        new = [lack for _, lacks in ways for members in lacks for lack in members if lack not in seen]
        seen |= dict.fromkeys(new)
        queue += dict.fromkeys(new)
    return lines


def _told(ways: list[tuple[Operator, list[tuple[Item, ...]]]]) -> list[Data]:
    """The ways as data; those that would read the same are told apart by their ids."""
    words = [operator_words(op) for op, _ in ways]
    return [
        {
            "operator": op.name,
            "words": text if words.count(text) == 1 else f"{text} ({op.name})",
            "lacks": [[_shown(item) for item in members] for members in lacks],
        }
        for text, (op, lacks) in zip(words, ways, strict=True)
    ]


def _shown(item: Item) -> str:
    """An item by its name; a station that has to stand, as that."""
    station = item.removeprefix("standing:")
    return item if station == item else f"{station} standing"


def _lacks(problem: Problem, op: Operator, unreachable: frozenset[Item]) -> Iterator[tuple[Item, ...]]:
    """The sets that `op` needs one item of and cannot get any of."""
    if op.limit == 0:
        return
    for members in requirements(op, frozenset(problem.fuels)):
        if members and unreachable.issuperset(members):
            yield members
