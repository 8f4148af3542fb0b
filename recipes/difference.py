"""What changed from one book to another: two versions of the game, or of a pack of recipes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from .book import Book, Item
from .differencetext import lines as in_words
from .locate import Json
from .renames import called, renames
from .write import to_data

SECTIONS = ("items", "tags", "recipes", "sources", "fuels", "containers", "names", "unobtainable")
"""The sections of a book file, in the order in which differences are told."""


def difference(before: Book, after: Book) -> dict[str, Any]:
    """By section what was `added`, `removed`, `changed` (name -> [before, after]) and `renamed` (old id -> new id).

    Entries stand in the form of a book file. A recipe or source is renamed where all but its id is the same, an item
    where the game called it otherwise in the other version.
    """
    one, two = to_data(before), to_data(after)
    told: dict[str, Any] = {"craftproof": "difference/1", "before": before.version, "after": after.version}
    for section in SECTIONS:
        same = _same_items(before, after) if section == "items" else {}
        parts = _section(_by_name(one.get(section, {})), _by_name(two.get(section, {})), same)
        if any(parts.values()):
            told[section] = {name: part for name, part in parts.items() if part}
    return told


def lines(told: Mapping[str, Any]) -> Iterator[str]:
    """A difference for a person, one line an entry: `+` added, `-` removed, `~` changed, `=` renamed."""
    yield from in_words(told, SECTIONS)


def _by_name(section: Json) -> dict[str, Any]:
    if isinstance(section, list):
        entries = cast(list[dict[str, Any]], section)
        return {entry["id"]: {key: value for key, value in entry.items() if key != "id"} for entry in entries}
    return dict(cast(dict[str, Any], section))


def _section(old: dict[str, Any], new: dict[str, Any], same: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    removed = {name: old[name] for name in sorted(old.keys() - new.keys())}
    added = {name: new[name] for name in sorted(new.keys() - old.keys())}
    renamed = {**same, **_renamed(removed, added)}
    return {
        "added": {name: entry for name, entry in added.items() if name not in renamed.values()},
        "removed": {name: entry for name, entry in removed.items() if name not in renamed},
        "changed": {name: [old[name], new[name]] for name in sorted(old.keys() & new.keys()) if old[name] != new[name]},
        "renamed": renamed,
    }


def _same_items(before: Book, after: Book) -> dict[Item, Item]:
    """Items of `before` that the version of `after` calls otherwise, with that name."""
    found: dict[Item, Item] = {}
    for item in sorted(before.items.keys() - after.items.keys()) if before.version != after.version else ():
        for names in renames().by_name.get(item, ()):
            now = called(after, names) if called(before, names) == item else None
            if now and now not in before.items and now not in found.values():
                found.setdefault(item, now)
    return found


def _renamed(removed: Mapping[str, Any], added: Mapping[str, Any]) -> dict[str, str]:
    """Operators of one content under two ids; names of items and tags are their content, so those are not asked."""
    by_content: dict[str, list[str]] = {}
    for name, entry in added.items():
        if isinstance(entry, dict) and "kind" in entry:
            by_content.setdefault(_content(entry), []).append(name)
    found: dict[str, str] = {}
    for name, entry in removed.items():
        same = by_content.get(_content(entry), [])
        if same:
            found[name] = same.pop(0)
    return found


def _content(entry: Any) -> str:
    return json.dumps(entry, sort_keys=True)
