"""What items were called in other versions of the game: the table `data/renames.json`, read.

One name may have meant different things: `grass` was a block up to 1.12 and a plant from 1.13 to 1.20.2. So each item
has its names with the version from which on it bore them, and a book of a known version is only asked for the name of
that time.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from .book import Book, Item

Names: TypeAlias = tuple[tuple[str, str], ...]
"""What an item was called: (version from which on, name), oldest first; `planks:0` is a variant up to 1.12."""


@dataclass(frozen=True, slots=True)
class Renames:
    """All items that have been renamed: by each of their names, and by each name that needed a variant."""

    by_name: dict[str, list[Names]]
    variants: dict[str, list[Names]]


@lru_cache(maxsize=1)
def renames() -> Renames:
    """The table of renames, read once."""
    text = (Path(__file__).parent / "data" / "renames.json").read_text(encoding="utf-8")
    table: list[Names] = [tuple((since, name) for since, name in names) for names in json.loads(text).values()]
    by_name: dict[str, list[Names]] = {}
    variants: dict[str, list[Names]] = {}
    for names in table:
        for name in sorted({name for _, name in names}):
            by_name.setdefault(name, []).append(names)
            if ":" in name:
                variants.setdefault(name.partition(":")[0], []).append(names)
    for name, meanings in by_name.items():
        meanings.sort(key=lambda names: max(version_key(since) for since, said in names if said == name), reverse=True)
    return Renames(by_name, variants)


def version_key(text: str) -> tuple[int, ...]:
    """`1.16.5` as numbers that compare; empty for a version that is none of the game's."""
    found = re.match(r"\d+(\.\d+)*", text)
    return tuple(int(part) for part in found[0].split(".")) if found else ()


def called(book: Book, names: Names) -> Item | None:
    """What the book calls an item: its name in that version, or the same without its variant.

    A book of a version of its own may use any name, the newest first.
    """
    version = version_key(book.version)
    then = [name for since, name in names if version_key(since) <= version][-1:] if version else [n for _, n in names]
    candidates = [name for written in reversed(then) for name in (written, written.partition(":")[0])]
    return next((name for name in candidates if name in book.items), None)
