"""Which recipe of a book does all that a recipe of a pack does, whatever the two are called."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, TypeAlias

from ..book import Book, Item

Sets: TypeAlias = tuple[tuple[tuple[Item, ...], int], ...]
"""Sets of items with their counts."""
Likeness: TypeAlias = tuple[Any, Sets]
"""All of a recipe but its id: what must be equal, and what it takes."""


class Known:
    """Finds the recipe of a book that is the same as one of a pack, or allows more for its ingredients."""

    def __init__(self, book: Book) -> None:
        self._alike: dict[Any, list[tuple[str, Sets]]] = defaultdict(list)
        for made in book.recipes:
            needs = tuple(sorted((i.any_of, i.n) for i in made.needs))
            takes = tuple((i.any_of, i.n) for i in made.takes)
            self._alike[made.kind, made.station, made.gives, needs, made.burns].append((made.id, takes))

    def recipe(self, likeness: Likeness) -> str | None:
        """The id of the recipe that does all that this one does."""
        head, takes = likeness
        return next((name for name, allowed in self._alike.get(head, ()) if _covers(allowed, takes)), None)


def _covers(allowed: Sets, takes: Sets) -> bool:
    """Whether each set can be paired with one of the same count that holds all of it."""
    if not takes or len(takes) != len(allowed):
        return len(takes) == len(allowed)
    (names, n), rest = takes[0], takes[1:]
    return any(
        n == m and set(names) <= set(wide) and _covers((*allowed[:index], *allowed[index + 1 :]), rest)
        for index, (wide, m) in enumerate(allowed)
    )
