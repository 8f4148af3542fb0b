"""The tags of a load: those of the packs, laid over those of the book, with tags in tags followed.

A file adds to what the tag is underneath, removes from it, or replaces it; an entry may be optional. Mods also ask for
tags that their loader defines (`forge:ingots/iron`, `c:ingots/iron`); `common_tags.json` says which of the game's
items stand in them. Tags that contain each other have each other's members, whichever is asked for first.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path as FilePath
from typing import cast

from ..book import Book, Item
from ..graph import knots, rings
from ..locate import Json
from ..shape import Fault
from ..suggest import shown
from .reading import WrongError
from .tagentries import TagEntry, TagFile, entry_of

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
        self._raw: dict[str, list[TagEntry]] = {}
        self._replaced: dict[str, TagFile] = {}
        self._known: dict[str, tuple[Item, ...]] = {}
        self._resolved = False
        self.mods: set[str] = set()
        """The namespaces whose items exist."""
        self.loaded: set[str] = {"minecraft"}
        """Mods that are there."""
        self.unsure: set[str] = set()
        """Mods that may be there: files or items carry their names, and no mod says so."""
        self.named: set[Item] = set()
        """Items that the packs' recipes name."""
        self.nobody: Counter[str] = Counter()
        """Tags that nobody defines, and how often each was asked for."""

    # collecting

    def add(self, tag: str, data: dict[str, Json], of: TagFile | None = None) -> list[Fault]:
        """Take in one tag file; what is wrong in it is left out and returned."""
        of, values = of or TagFile(), data.get("values")
        self._resolved = False
        if not isinstance(values, list):
            code = "missing-key" if values is None else "type"
            hint = 'for example "values": ["minecraft:oak_planks"]'
            return [Fault(("values",), code, f"expected a list of values, got {shown(values)}", hint)]
        if data.get("replace") is True:
            self._raw[tag] = []
            self._replaced[tag] = of
        faults: list[Fault] = []
        removed = data.get("remove", [])
        if not isinstance(removed, list):
            message = f"expected a list of what is removed, got {shown(removed)}"
            faults.append(Fault(("remove",), "type", message, "lists stand in brackets: […]"))
            removed = []
        entries = self._raw.setdefault(tag, [])
        for key, several in (("values", cast(list[Json], values)), ("remove", cast(list[Json], removed))):
            for index, value in enumerate(several):
                try:
                    entries.append(entry_of(value, (key, index), of))
                except WrongError as wrong:
                    faults.append(wrong.fault)
        return faults

    def take_away(self, blocked: Callable[[str], bool], of: TagFile) -> int:
        """Forget the tags, also of the book, whose names are blocked by a filter; how many files or tags that were."""
        gone = sorted(tag for tag in {*self._raw, *self._over.tags} if blocked(tag))
        for tag in gone:
            self._raw[tag] = []
            self._replaced[tag] = of
        self._resolved = False
        return len(gone)

    def entries(self) -> list[TagEntry]:
        """All that stands in the tag files, by tag."""
        return [entry for tag in sorted(self._raw) for entry in self._raw[tag]]

    # asking

    def members(self, tag: str) -> tuple[Item, ...]:
        """The items of a tag, sorted; none, and a note of it, where nobody defines it."""
        if self.is_empty(tag) and tag not in self._raw:
            self.nobody[tag] += 1
        return self._known[tag]

    def is_empty(self, tag: str) -> bool:
        """Whether no item is in the tag."""
        self._resolve()
        if tag not in self._known:
            self._known[tag] = tuple(sorted(self._underneath(tag)))
        return not self._known[tag]

    def has(self, item: Item) -> bool:
        """Whether the item is in the book."""
        return item in self._over.items

    def exists(self, item: Item) -> bool:
        """Whether the item is in the book, or may be one of a mod that is there."""
        return item in self._over.items or (":" in item and item.partition(":")[0] in self.mods)

    def defined(self) -> dict[str, list[Item]]:
        """Every tag of the packs, and every tag of a loader that was asked for, as a book file writes it."""
        for tag in sorted(self._raw):
            self.members(tag)
        plain = self._plain()
        return {tag: list(items) for tag, items in sorted(self._known.items()) if items and tag not in plain}

    def emptied(self) -> list[tuple[str, TagFile]]:
        """Tags of the book that the packs leave without members, each with the file that does so."""
        found: list[tuple[str, TagFile]] = []
        for tag in sorted(self._over.tags.keys() & self._raw.keys()):
            if not self.members(tag):
                found.append((tag, self._replaced.get(tag) or next(entry.of for entry in self._raw[tag])))
        return found

    def rings(self) -> list[tuple[TagEntry, list[str]]]:
        """For each ring of tags the entry by which it starts, at the first of them by name, and the way around it."""
        found: list[tuple[TagEntry, list[str]]] = []
        for ring in rings(self._inner()):
            found.append((next(entry for entry in self._raw[ring[0]] if entry.tag == ring[1]), ring))
        return found

    def _inner(self) -> dict[str, list[str]]:
        """The tags of the packs, each with the tags that stand in it."""
        return {tag: sorted({e.tag for e in self._raw[tag] if e.tag}) for tag in sorted(self._raw)}

    def _resolve(self) -> None:
        """Find the members of all tags of the packs, of each after the tags in it; once nothing is added any more."""
        if self._resolved:
            return
        self._resolved = True
        inner = self._inner()
        for knot in knots(inner):
            ring = frozenset(knot if len(knot) > 1 or knot[0] in inner[knot[0]] else ())
            shared = {item for tag in knot for item in self._own(tag, ring)} if ring else set[Item]()
            for tag in knot:
                self._known[tag] = tuple(sorted(self._found(tag, ring, shared)))

    def _plain(self) -> set[str]:
        """Tags that are as they were in the book."""
        return {tag for tag, items in self._known.items() if self._over.tags.get(tag) == items}

    def _found(self, tag: str, ring: frozenset[str], shared: set[Item]) -> set[Item]:
        """The members of a tag that is in a ring with others, which have some in common, or in none."""
        items = set[Item]() if tag in self._replaced else self._underneath(tag)
        for entry in self._raw.get(tag, ()):
            meant = shared if entry.tag in ring else self._meant(entry)
            items = items - meant if entry.removes else items | meant
        return items

    def _own(self, tag: str, ring: frozenset[str]) -> set[Item]:
        """What a tag of a ring adds to it."""
        items = set[Item]() if tag in self._replaced else self._underneath(tag)
        outside = [entry for entry in self._raw.get(tag, ()) if entry.tag not in ring and not entry.removes]
        return items.union(*map(self._meant, outside))

    def _underneath(self, tag: str) -> set[Item]:
        return set(self._over.tags.get(tag, ())) | self._common(tag)

    def _meant(self, entry: TagEntry) -> set[Item]:
        if entry.tag:
            return set(self.members(entry.tag)) if entry.required or self._defines(entry.tag) else set()
        return {entry.value} if entry.required or entry.removes or self.exists(entry.value) else set()

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
