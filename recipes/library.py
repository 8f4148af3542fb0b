"""The books that come with the package."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from .book import Book
from .diagnostic import Diagnostic, InputError
from .native import read_trusted

DEFAULT_VERSION = "1.16.5"

_DATA = Path(__file__).parent / "data"


@lru_cache(maxsize=4)
def bundled(version: str = DEFAULT_VERSION) -> Book:
    """The bundled book of a version of the game; `InputError` naming those that there are."""
    if version not in versions():
        hint = f"bundled are {', '.join(versions())}; other books are read from files"
        raise InputError([Diagnostic("unknown-version", f'no book of version "{version}"', hint, text=version)])
    return read_trusted((_DATA / f"book_{version.replace('.', '_')}.json").read_text(encoding="utf-8"))


def versions() -> tuple[str, ...]:
    """The versions that have a bundled book, oldest first."""
    names = [path.stem.removeprefix("book_").replace("_", ".") for path in _DATA.glob("book_*.json")]
    return tuple(sorted(names, key=lambda name: [int(part) for part in name.split(".")]))
