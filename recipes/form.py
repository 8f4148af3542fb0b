"""The JSON form of a book's entries, read. Only sound data comes in here: nothing is checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from .book import Ingredient, Item, ItemType, Recipe, Source, ToolNeed, Where
from .graph import knots

Entry: TypeAlias = Mapping[str, Any]
Tags: TypeAlias = Mapping[str, tuple[Item, ...]]


class Sets:
    """Reads sets of items, in which `#tag` stands for the members of a tag."""

    def __init__(self, tags: Tags) -> None:
        self.tags = tags
        self._ingredients: dict[tuple[str | tuple[str, ...], int], Ingredient] = {}
        self._members: dict[tuple[Item, ...], tuple[Item, ...]] = {}

    def members(self, written: str | Iterable[str]) -> tuple[Item, ...]:
        """The items that a name, a `#tag` or a list of these means, sorted, without doubles."""
        if isinstance(written, str):
            return self.tags[written[1:]] if written[0] == "#" else (written,)
        return tuple(sorted({item for name in written for item in self.members(name)}))

    def ingredients(self, entries: Iterable[Entry]) -> tuple[Ingredient, ...]:
        """Ingredients in the order of the file; equal ones are one object, and so are equal sets of items."""
        return tuple([self._ingredient(entry["any_of"], entry.get("n", 1)) for entry in entries])

    def _ingredient(self, any_of: str | list[str], n: int) -> Ingredient:
        written = any_of if isinstance(any_of, str) else tuple(any_of)
        known = self._ingredients.get((written, n))
        if known is None:
            members = self.members(written)
            known = self._ingredients[written, n] = Ingredient(self._members.setdefault(members, members), n)
        return known


def expanded(raw: Mapping[str, Iterable[str]], base: Tags) -> dict[str, tuple[Item, ...]]:
    """The tags of `raw` with tags inside tags replaced by their members; those of `base` are expanded already."""
    written = {name: list(members) for name, members in raw.items()}
    within = {name: [member[1:] for member in members if member[0] == "#"] for name, members in written.items()}
    done: dict[str, tuple[Item, ...]] = {}
    for name in (name for knot in knots(within) for name in knot):
        items = {member for member in written[name] if member[0] != "#"}
        done[name] = tuple(sorted(items.union(*(done[tag] if tag in raw else base[tag] for tag in within[name]))))
    return {name: done[name] for name in raw}


def item_types(entries: Mapping[str, Entry | None]) -> dict[Item, ItemType | None]:
    """Items from their entries, `None` where one is to be removed; equal ones are one object."""
    known: dict[tuple[tuple[str, Any], ...], ItemType] = {}
    out: dict[Item, ItemType | None] = {}
    for name, entry in entries.items():
        if entry is None:
            out[name] = None
            continue
        key = tuple(entry.items())
        out[name] = known.get(key) or known.setdefault(key, ItemType(**entry))
    return out


def recipe(entry: Entry, sets: Sets) -> Recipe:
    """A recipe from its entry."""
    returns = entry.get("returns")
    return Recipe(
        id=entry["id"],
        kind=entry["kind"],
        takes=sets.ingredients(entry["takes"]),
        gives=tuple(entry["gives"].items()),
        station=entry.get("station"),
        needs=sets.ingredients(entry.get("needs", ())),
        wears=_wears(entry),
        burns=entry.get("burns", 0),
        returns=None if returns is None else tuple(returns.items()),
    )


def source(entry: Entry, sets: Sets) -> Source:
    """A source from its entry."""
    where = entry.get("where")
    return Source(
        id=entry["id"],
        kind=entry["kind"],
        gives=tuple(entry["gives"].items()),
        effort=entry["effort"],
        takes=sets.ingredients(entry.get("takes", ())),
        needs=sets.ingredients(entry.get("needs", ())),
        wears=_wears(entry),
        where=_ANYWHERE if where is None else _where(where),
        limit=entry.get("limit"),
        expected=entry.get("expected", False),
        block=entry.get("block"),
        on=entry.get("on", True),
        why=entry.get("why", ""),
    )


_ANYWHERE = Where()


def _where(entry: Entry) -> Where:
    heights = entry.get("heights")
    return Where(
        dimension=entry.get("dimension", "overworld"),
        biomes=tuple(entry.get("biomes", ())),
        heights=None if heights is None else (heights[0], heights[1]),
        conditions=tuple(entry.get("conditions", ())),
    )


def _wears(entry: Entry) -> tuple[tuple[ToolNeed, ...], ...]:
    needs = entry.get("wears", ())
    return tuple([tuple([ToolNeed(**tool) for tool in alternatives]) for alternatives in needs])
