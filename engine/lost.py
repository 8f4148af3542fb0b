"""What cannot be obtained from an empty inventory, and why: the reason of each item, by a fixed list of codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..pddl.compile import compile_problem
from ..pddl.model import State, Want
from ..pddl.reach import reachable
from ..recipes.book import Book, Item, Source
from ..recipes.rules import SURVIVAL


def unobtainable(book: Book) -> dict[Item, str]:
    """Every item that nothing which is on gives in the end, with its reason code, sorted by item.

    What the book states counts first, but never for an item that can be had.
    """
    lost = sorted(book.items.keys() - _reached(book, _is_on))
    if not lost:
        return {}
    silk, known = _reached(book, _is_silk), _reached(book, lambda _: True)

    def why(item: Item) -> str:
        if item in book.unobtainable:
            return book.unobtainable[item]
        return "silk-touch" if item in silk else "off-by-default" if item in known else "no-way"

    return {item: why(item) for item in lost}


def _is_on(source: Source) -> bool:
    return source.on


def _is_silk(source: Source) -> bool:
    return source.on or "silk touch" in source.where.conditions


def _reached(book: Book, used: Callable[[Source], bool]) -> set[Item]:
    """The items that can be had from nothing with the sources that are `used`."""
    if not book.items:
        return set()
    opened = replace(book, sources=tuple(replace(source, on=True) for source in book.sources if used(source)))
    problem = compile_problem(opened, SURVIVAL, State(), [Want((min(book.items),), 1)])
    return reachable(problem)[0] & book.items.keys()
