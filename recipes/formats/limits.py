"""What the game refuses of a recipe that is sound otherwise: too many ingredients, more than a slot can hold."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..book import Book, Item, ItemType
from ..locate import Json, Path
from ..shape import Fault
from .maps import GAME, TypeMap
from .recipefile import Draft, FaultyError

GRID = 9
"""A shapeless recipe fills the table at the most."""
STRICT = (1, 20, 5)
"""From this version on a result is read as a stack of items, which can't be too large."""


def limited(draft: Draft, data: Mapping[str, Json], entry: TypeMap, over: Book) -> None:
    """Raise `FaultyError` where the game, of the version of `over`, refuses to load the recipe."""
    if entry.shipped_as != GAME:
        return
    faults: list[Fault] = []
    listed = data.get("ingredients") if entry.hand and not entry.shaped else None
    if isinstance(listed, list) and len(listed) > GRID:  # pyright: ignore[reportUnknownArgumentType]  # JSON
        message = f"{len(listed)} ingredients, expected at most {GRID}"  # pyright: ignore[reportUnknownArgumentType]  # JSON
        faults.append(Fault(("ingredients",), "length", message, "the table has nine places"))
    if _numbers(over.version) >= STRICT:
        faults += [
            _too_many(item, n, stack_of(item, over), data) for item, n in draft.gives if n > stack_of(item, over)
        ]
    if faults:
        raise FaultyError(faults)


def stack_of(item: Item, over: Book) -> int:
    """How many of an item share a slot; 64 where the book does not know it."""
    return over.items.get(item, ItemType()).stack


def _too_many(item: Item, n: int, stack: int, data: Mapping[str, Json]) -> Fault:
    message = f"a result of {n} {item}, of which a slot holds {stack}"
    return Fault(count_path(data), "too-large", message, f"the game refuses a count above {stack}")


def count_path(data: Mapping[str, Json]) -> Path:
    """Where the count of a recipe's result stands."""
    return ("result", "count") if isinstance(data.get("result"), dict) else ("count",)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split("."))) if re.fullmatch(r"\d+(\.\d+)*", version) else ()
