"""The table `data/history.json`, read: the version that an item came with, and labels of other versions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .book import Book, Item
from .renames import called, renames, version_key


@dataclass(frozen=True, slots=True)
class History:
    """`came`: newest name of an item -> the version it came with, after 1.8; `labels`: label -> newest names."""

    came: dict[str, str]
    labels: dict[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def history() -> History:
    """The table, read once."""
    table = json.loads((Path(__file__).parent / "data" / "history.json").read_text(encoding="utf-8"))
    came = {item: version for version, items in table["came"].items() for item in items}
    return History(came, {label: tuple(items) for label, items in table["labels"].items()})


def labelled(book: Book, label: str) -> tuple[Item, ...]:
    """The items of the book that had a label (in the spelling of names) in any version, sorted."""
    found = {now for item in history().labels.get(label, ()) if (now := by_newest(book, item))}
    return tuple(sorted(found))


def by_newest(book: Book, newest: str) -> Item | None:
    """The item of the book that is called `newest` in the newest version."""
    meanings = renames().by_name.get(newest, ())
    for names in meanings:
        if names[-1][1] == newest and (item := called(book, names)):
            return item
    return newest if newest in book.items and len(meanings) < 2 else None


def came_later(book: Book) -> dict[str, str]:
    """The items that came after the version of the book, with the version they came with; of other books none."""
    version = version_key(book.version)
    later = {item: came for item, came in history().came.items() if version and version_key(came) > version}
    return {item: came for item, came in later.items() if item not in book.items}
