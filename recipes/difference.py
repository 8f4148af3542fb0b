"""What changed from one book to another: two versions of the game, or of a pack of recipes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from .book import Book
from .locate import Json
from .write import to_data

SECTIONS = ("items", "tags", "recipes", "sources", "fuels", "containers", "names", "unobtainable")
"""The sections of a book file, in the order in which differences are told."""


def difference(before: Book, after: Book) -> dict[str, Any]:
    """By section what was `added`, `removed`, `changed` (name -> [before, after]) and `renamed` (old id -> new id).

    Entries stand in the form of a book file. A recipe or source is renamed where all but its id is the same.
    """
    one, two = to_data(before), to_data(after)
    told: dict[str, Any] = {"craftproof": "difference/1", "before": before.version, "after": after.version}
    for section in SECTIONS:
        parts = _section(_by_name(one.get(section, {})), _by_name(two.get(section, {})))
        if any(parts.values()):
            told[section] = {name: part for name, part in parts.items() if part}
    return told


def lines(told: Mapping[str, Any]) -> Iterator[str]:
    """A difference for a person, one line an entry: `+` added, `-` removed, `~` changed, `=` renamed."""
    for section in SECTIONS:
        parts: Mapping[str, Any] = told.get(section, {})
        if not parts:
            continue
        counts = ", ".join(f"{len(part)} {name}" for name, part in parts.items())
        yield f"{section}: {counts}"
        for name, entry in parts.get("added", {}).items():
            yield f"  + {name}{_brief(entry)}"
        for name, entry in parts.get("removed", {}).items():
            yield f"  - {name}{_brief(entry)}"
        for name, (old, new) in parts.get("changed", {}).items():
            yield f"  ~ {name}: {_changes(old, new)}"
        for old, new in parts.get("renamed", {}).items():
            yield f"  = {old} is now {new}"


def _by_name(section: Json) -> dict[str, Any]:
    if isinstance(section, list):
        entries = cast(list[dict[str, Any]], section)
        return {entry["id"]: {key: value for key, value in entry.items() if key != "id"} for entry in entries}
    return dict(cast(dict[str, Any], section))


def _section(old: dict[str, Any], new: dict[str, Any]) -> dict[str, dict[str, Any]]:
    removed = {name: old[name] for name in sorted(old.keys() - new.keys())}
    added = {name: new[name] for name in sorted(new.keys() - old.keys())}
    renamed = _renamed(removed, added)
    return {
        "added": {name: entry for name, entry in added.items() if name not in renamed.values()},
        "removed": {name: entry for name, entry in removed.items() if name not in renamed},
        "changed": {name: [old[name], new[name]] for name in sorted(old.keys() & new.keys()) if old[name] != new[name]},
        "renamed": renamed,
    }


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


def _brief(entry: Json) -> str:
    """A few words of an added or removed entry."""
    if not isinstance(entry, dict):
        return f": {_written(entry)}"
    told = cast(dict[str, Any], entry)
    return f": {_written(told.get('takes', []))} -> {_written(told['gives'])}" if "gives" in told else ""


def _changes(old: Json, new: Json) -> str:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return f"{_written(old)} -> {_written(new)}"
    one, two = cast(dict[str, Any], old), cast(dict[str, Any], new)
    keys = [key for key in sorted({*one, *two}) if one.get(key) != two.get(key)]
    return "; ".join(f"{key} {_written(one.get(key))} -> {_written(two.get(key))}" for key in keys)


def _written(value: Json) -> str:
    """A value of a book file in words: `2 planks + stick`, `3 ladder`, `[a, b]`."""
    if isinstance(value, list):
        parts = cast(list[Any], value)
        if parts and isinstance(parts[0], dict) and "any_of" in parts[0]:
            return " + ".join(map(_ingredient, parts))
        return f"[{', '.join(map(_written, parts))}]"
    if isinstance(value, dict) and all(isinstance(each, int) for each in cast(dict[str, Any], value).values()):
        return " + ".join(f"{n} {item}" for item, n in cast(dict[str, Any], value).items())
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _ingredient(entry: Mapping[str, Any]) -> str:
    any_of = entry["any_of"]
    name = any_of if isinstance(any_of, str) else "(" + " or ".join(any_of) + ")"
    return f"{entry['n']} {name}" if entry.get("n", 1) != 1 else name
