"""Laying the data of a file over a book: the file adds, replaces and removes.

Items, tags, fuels, containers, names and unobtainable items are merged key by key (`null` removes), recipes and
sources by id. A recipe of the book underneath that takes exactly the members of a tag takes that tag: where the file
redefines the tag, the recipe follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from . import form
from .book import Book, Ingredient, Item, Recipe, Source

V = TypeVar("V")
Operator = TypeVar("Operator", Recipe, Source)

EMPTY = Book(version="", items={})


def lay(data: form.Entry, base: Book = EMPTY, *, spend: bool = False) -> Book:
    """The book that `data`, sound data of a book file, makes of `base`.

    `spend`: the data is not needed any more; recipes and sources are let go one by one as they are read.
    """
    raw_tags: Mapping[str, Any] = data.get("tags", {})
    new_tags = form.expanded({name: members for name, members in raw_tags.items() if members is not None}, base.tags)
    tags = _merged(base.tags, {name: new_tags.get(name) for name in raw_tags})
    sets = form.Sets(tags)
    recipes = [form.recipe(entry, sets) for entry in _entries(data.get("recipes", []), spend)]
    sources = [form.source(entry, sets) for entry in _entries(data.get("sources", []), spend)]
    gone = {*data.get("remove", ()), *(made.id for made in recipes), *(taken.id for taken in sources)}
    followed = _Followed(base.tags, tags)
    items: Mapping[str, Any] = data.get("items", {})
    return Book(
        version=data.get("version", base.version),
        items=_merged(base.items, form.item_types(items)),
        tags=tags,
        recipes=_replaced(base.recipes, recipes, gone, followed),
        sources=_replaced(base.sources, sources, gone, followed),
        fuels=_merged(base.fuels, _fuels(data.get("fuels", {}), sets)),
        containers=_merged(base.containers, data.get("containers", {})),
        names=_merged(base.names, data.get("names", {})),
        unobtainable=_merged(base.unobtainable, data.get("unobtainable", {})),
    )


def _entries(entries: list[form.Entry | None], spend: bool) -> Iterator[form.Entry]:
    for k, entry in enumerate(entries):
        if spend:
            entries[k] = None
        if entry is not None:
            yield entry


def _merged(old: Mapping[str, V], new: Mapping[str, V | None]) -> dict[str, V]:
    return {name: value for name, value in {**old, **new}.items() if value is not None}


def _fuels(written: Mapping[str, int | None], sets: form.Sets) -> dict[Item, int | None]:
    """Ticks by item; what is said of an item counts before what is said of its tag."""
    ticks: dict[Item, int | None] = {}
    for name, value in written.items():
        if name[0] == "#":
            ticks.update(dict.fromkeys(sets.members(name), value))
    ticks.update({name: value for name, value in written.items() if name[0] != "#"})
    return ticks


def _replaced(
    old: Iterable[Operator], new: Iterable[Operator], gone: set[str], followed: _Followed
) -> tuple[Operator, ...]:
    """`new` in the place of what has the same id, else behind `old`; without what is `gone` and not new."""
    by_id = {operator.id: operator for operator in new}
    kept: list[Operator] = []
    for operator in old:
        if operator.id in by_id:
            kept.append(by_id.pop(operator.id))
        elif operator.id not in gone:
            kept.append(followed.operator(operator))
    return (*kept, *by_id.values())


class _Followed:
    """Ingredients of the book underneath, with the members that their tags have now."""

    def __init__(self, old: form.Tags, new: form.Tags) -> None:
        self._now: dict[tuple[Item, ...], tuple[Item, ...]] = {}
        for name in sorted(old, reverse=True):
            self._now[old[name]] = new.get(name, old[name])
        self._now = {before: now for before, now in self._now.items() if before != now and len(before) > 1}

    def operator(self, operator: Operator) -> Operator:
        """`operator` with the ingredients it has now."""
        if not self._now:
            return operator
        takes, needs = self._all(operator.takes), self._all(operator.needs)
        unchanged = takes == operator.takes and needs == operator.needs
        return operator if unchanged else replace(operator, takes=takes, needs=needs)

    def _all(self, ingredients: tuple[Ingredient, ...]) -> tuple[Ingredient, ...]:
        return tuple(replace(i, any_of=self._now.get(i.any_of, i.any_of)) for i in ingredients)
