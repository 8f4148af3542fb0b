"""What is found out about a book once and kept as long as the book lives."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import ref

from .book import Book

T = TypeVar("T")


def kept(make: Callable[[Book], T]) -> Callable[[Book], T]:
    """`make`, called once for each book object. Books are frozen and large, so identity serves; it is not compared."""
    found: dict[int, tuple[ref[Book], T]] = {}

    @wraps(make)
    def of(book: Book) -> T:
        key = id(book)
        entry = found.get(key)
        if entry is None or entry[0]() is not book:
            entry = found[key] = (ref(book, lambda _: found.pop(key, None)), make(book))
        return entry[1]

    return of


@kept
def ids(book: Book) -> frozenset[str]:
    """The ids of all recipes and sources."""
    return frozenset(way.id for way in (*book.recipes, *book.sources))


@kept
def uses(book: Book) -> dict[str, int]:
    """The uses of a new piece of each item that wears."""
    return {item: kind.uses for item, kind in book.items.items() if kind.uses}
