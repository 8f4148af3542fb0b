"""The tags of a load: those of the packs, laid over those of the book, with tags in tags followed.

A file adds to what the tag is underneath, or replaces it; an entry may be optional. Mods also ask for tags that their
loader defines (`forge:ingots/iron`, `c:ingots/iron`); `common_tags.json` says which of the game's items stand in them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path as FilePath
from typing import cast

from ..book import Book, Item
from ..locate import Json
from ..shape import Fault
from ..suggest import shown
from .reading import WrongError, name_of

LOADERS = ("forge", "c")
"""Namespaces of tags that mod loaders define."""


@lru_cache(maxsize=1)
def common_tags() -> Mapping[str, list[str]]:
    """The tags of the mod loaders without their namespace, with the game's items in them."""
    text = FilePath(__file__).with_name("common_tags.json").read_text(encoding="utf-8")
    return cast(dict[str, list[str]], json.loads(text)["tags"])


class Tags:
    """Collects the tag files of a load, then tells members."""

    def __init__(self, over: Book) -> None:
        self._over = over
        self._raw: dict[str, list[tuple[str, bool]]] = {}
        self._replaced: set[str] = set()
        self._known: dict[str, tuple[Item, ...]] = {}
        self._open: list[str] = []
        self.mods: set[str] = set()
        """The namespaces whose items exist."""
        self.named: set[Item] = set()
        """Items that the packs' recipes name."""
        self.nobody: Counter[str] = Counter()
        """Tags that nobody defines, and how often each was asked for."""
        self.rings: list[str] = []
        """Tags that contain themselves."""

    def add(self, tag: str, data: dict[str, Json]) -> list[Fault]:
        """Take in one tag file; what is wrong in it is left out and returned."""
        values, faults = data.get("values"), list[Fault]()
        if not isinstance(values, list):
            code = "missing-key" if values is None else "type"
            hint = 'for example "values": ["minecraft:oak_planks"]'
            return [Fault(("values",), code, f"expected a list of values, got {shown(values)}", hint)]
        if data.get("replace") is True:
            self._raw[tag] = []
            self._replaced.add(tag)
        entries = self._raw.setdefault(tag, [])
        for index, value in enumerate(cast(list[Json], values)):
            try:
                entries.append(_entry(value, index))
            except WrongError as wrong:
                faults.append(wrong.fault)
        return faults

    def members(self, tag: str) -> tuple[Item, ...]:
        """The items of a tag, sorted; none, and a note of it, where nobody defines it."""
        if self.is_empty(tag) and tag not in self._raw:
            self.nobody[tag] += 1
        return self._known[tag]

    def is_empty(self, tag: str) -> bool:
        """Whether no item is in the tag."""
        if tag not in self._known:
            self._known[tag] = self._found(tag)
        return not self._known[tag]

    def defined(self) -> dict[str, list[Item]]:
        """Every tag of the packs, and every tag of a loader that was asked for, as a book file writes it."""
        for tag in sorted(self._raw):
            self.members(tag)
        return {tag: list(items) for tag, items in sorted(self._known.items()) if items and tag not in self._plain()}

    def emptied(self) -> list[str]:
        """Tags of the book that a pack replaces by nothing."""
        return sorted(tag for tag in self._replaced if tag in self._over.tags and not self.members(tag))

    def _plain(self) -> set[str]:
        """Tags that are as they were in the book."""
        return {tag for tag, items in self._known.items() if self._over.tags.get(tag) == items}

    def _found(self, tag: str) -> tuple[Item, ...]:
        if tag in self._open:
            self.rings.append(" -> ".join(f"#{name}" for name in (*self._open[self._open.index(tag) :], tag)))
            return ()
        self._open.append(tag)
        items: set[Item] = set()
        if tag not in self._replaced:
            items |= set(self._over.tags.get(tag, ())) | self._common(tag)
        for value, required in self._raw.get(tag, ()):
            items |= self._member(value, required)
        self._open.pop()
        return tuple(sorted(items))

    def _member(self, value: str, required: bool) -> set[Item]:
        if value.startswith("#"):
            asked = value[1:]
            if asked in self._open:
                return set(self._found(asked))
            if required or self._defines(asked):
                return set(self.members(asked))
            return set()
        return {value} if required or self.exists(value) else set()

    def exists(self, item: Item) -> bool:
        """Whether the item is in the book, or may be one of a mod that is there."""
        return item in self._over.items or (":" in item and item.partition(":")[0] in self.mods)

    def _defines(self, tag: str) -> bool:
        return tag in self._raw or tag in self._over.tags or bool(self._common(tag))

    def _common(self, tag: str) -> set[Item]:
        namespace, _, name = tag.partition(":")
        if namespace not in LOADERS or name not in common_tags():
            return set()
        found: set[Item] = set()
        for value in common_tags()[name]:
            found |= set(self._over.tags.get(value[1:], ())) if value[0] == "#" else {value}
        return {item for item in found if item in self._over.items or item in self.named}


def _entry(value: Json, index: int) -> tuple[str, bool]:
    """Item or `#tag`, and whether the pack can't do without it."""
    path, required = ("values", index), True
    if isinstance(value, dict):
        entry = cast(dict[str, Json], value)
        required = entry.get("required") is not False
        value, path = entry.get("id"), (*path, "id")
    text = value[1:] if isinstance(value, str) and value.startswith("#") else value
    name = name_of(text, path, "an item or a #tag")
    return ("#" + name if text != value else name), required
