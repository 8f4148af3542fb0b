"""What stands in a tag file: items and tags, some of which a pack can do without, some of which it takes away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from ..locate import Json, Path
from .reading import name_of


@dataclass(frozen=True, slots=True)
class TagFile:
    """Where entries stand: the file and its text."""

    file: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class TagEntry:
    """An item (`value`), or a tag (`tag` is its name then), that a tag file adds or `removes`."""

    value: str
    tag: str
    required: bool
    removes: bool
    of: TagFile
    path: Path


def entry_of(value: Json, path: tuple[str, int], of: TagFile) -> TagEntry:
    """The entry that stands at a path of a tag file; raises `WrongError`."""
    required, where = True, (*path,)
    if isinstance(value, dict):
        entry = cast(dict[str, Json], value)
        required = entry.get("required") is not False
        value, where = entry.get("id"), (*path, "id")
    is_tag = isinstance(value, str) and value.startswith("#")
    name = name_of(value[1:] if is_tag else value, where, "an item or a #tag")
    return TagEntry("" if is_tag else name, name if is_tag else "", required, path[0] == "remove", of, where)
