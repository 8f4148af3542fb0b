"""Which book a plan was made with: the files as they were named, and a short hash of what they amount to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from .book import Book
from .kept import kept
from .library import bundled, versions
from .write import to_data

LENGTH = 12
"""Hexadecimal digits of a hash: enough to tell the books of one user apart."""


@dataclass(frozen=True, slots=True)
class BookName:
    """A book that does not come with the package: `files` as they were given (none: it came from a program)."""

    files: tuple[str, ...]
    hash: str

    def __str__(self) -> str:
        return f"{', '.join(self.files) or 'a book of its own'} ({self.hash})"


def book_name(book: Book, files: Sequence[str] = ()) -> BookName | None:
    """The name of a book, `None` for a bundled one."""
    if book.version in versions() and bundled(book.version) == book:
        return None
    return BookName(tuple(files), content_hash(book))


@kept
def content_hash(book: Book) -> str:
    """A hash of what a book says; the order in which it says it does not matter."""
    import hashlib  # only who brings a book of their own pays for it

    data = to_data(book)
    for section in ("recipes", "sources"):
        data[section] = sorted(json.dumps(entry, sort_keys=True) for entry in data.get(section, ()))
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:LENGTH]
