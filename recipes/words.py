"""What people say who do not know an item's name: the table `data/words.json`, read for a book.

The table names items as later versions do; a book of an earlier one is asked for the name of its time.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from .book import Book, Item
from .renames import called, renames

ARMOUR = {"helmet": "head", "chestplate": "body", "leggings": "legs", "boots": "feet"}
"""The last word of a piece's name, and what it covers."""

_LITTLE = frozenset({"a", "an", "and", "for", "in", "is", "it", "of", "on", "or", "that", "the", "to", "which", "with"})


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    return json.loads((Path(__file__).parent / "data" / "words.json").read_text(encoding="utf-8"))


def named(book: Book, name: str) -> tuple[Item, ...]:
    """The items of the book that a name of the table stands for, sorted; none where the version lacks them."""
    if name.startswith("#"):
        return book.tags.get(name[1:]) or book.tags.get(name[1:].removesuffix("s"), ())  # up to 1.12 in the singular
    if name in book.items:
        return (name,)
    found = (called(book, names) for names in renames().by_name.get(name, ()))
    return tuple(item for item in found if item)[:1]


def words(book: Book) -> dict[Item, tuple[str, ...]]:
    """Every item of the book that people have words for, with these words."""
    found: dict[Item, tuple[str, ...]] = {}
    for name, phrases in _table()["words"].items():
        for item in named(book, name):
            found[item] = (*found.get(item, ()), *(phrase for phrase in phrases if phrase not in found.get(item, ())))
    return dict(sorted(found.items()))


def foods(book: Book) -> frozenset[Item]:
    """The items of the book that can be eaten."""
    return frozenset(item for name in _table()["food"] for item in named(book, name))


def meant(book: Book, text: str) -> dict[Item, str]:
    """The items that people describe with all the words of `text`, each with the phrase that says so; best first.

    Little words, `thing` and `something` count only where there are no others; of two phrases the one with fewer
    further words comes first.
    """
    asked = _said(text)
    if not asked:
        return {}
    fits = [
        (len(_said(phrase) - asked), item, phrase)
        for item, phrases in words(book).items()
        for phrase in phrases
        if asked <= _said(phrase)
    ]
    best: dict[Item, str] = {}
    for _, item, phrase in sorted(fits):
        best.setdefault(item, phrase)
    return best


def _said(text: str) -> frozenset[str]:
    every = frozenset(re.findall(r"\w+", text.casefold().replace("_", " ")))
    return every - _LITTLE - {"thing", "something"} or every
