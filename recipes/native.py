"""Book files, craftproof's own form: read, checked and written.

`load_book` reads what a user wrote: its shape is held against the published schema, then what it refers to against
what it defines, and all mistakes are reported together, each with its place. `read_trusted` skips all that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from .book import Book
from .check import inconsistent
from .diagnostic import Diagnostic, InputError
from .locate import Json, Lines, offsets, parse
from .overlay import lay
from .shape import Fault, misshapen
from .suggest import closest
from .write import save_book, to_data

BOOK_FILE = "expected a book, an overlay or a pack; `craftproof book check PATH` tells what is in one"
"""What to do where a book is looked for and nothing is there."""

__all__ = ["load_book", "read_text", "read_trusted", "save_book", "to_data"]


def load_book(source: str | Path, *, over: Book | None = None) -> Book:
    """The book in a file (a path) or in JSON text, or what it makes of the book `over` when laid over it.

    A string that starts with a bracket or holds a line break is text, any other a path. Raises `InputError` with every
    mistake found.
    """
    text, file = read_text(source, BOOK_FILE)
    parsed = parse(text, file)
    faults = misshapen(parsed, overlay=over is not None)
    data = cast(dict[str, Json], parsed) if isinstance(parsed, dict) else {}
    if data:
        faults += inconsistent(data, over, {fault.path for fault in faults})
    if faults:
        raise InputError(_diagnostics(faults, text, file))
    if over is None:
        del text, parsed  # of a large pack, most of the memory that is in use
        return lay(data, spend=True)
    book = lay(data, over)
    faults = list(_broken_underneath(inconsistent(to_data(book)), data))
    if faults:
        raise InputError(_diagnostics(faults, text, file))
    return book


def read_trusted(text: str) -> Book:
    """The book in JSON text that is known to be sound, such as the bundled ones; nothing is checked."""
    return lay(json.loads(text))


def read_text(source: str | Path, expected: str = "") -> tuple[str, str]:
    """The text behind a path or a text, and the name of the file; `InputError` if it can't be read.

    `expected` is the hint where there is no such file and none called nearly so: what file would serve.
    """
    if isinstance(source, str) and (not source.strip() or "\n" in source or source.lstrip("\ufeff \t\r")[:1] in "{["):
        return source, "<text>"
    path = Path(source)
    file = str(source)
    try:
        return path.read_bytes().decode("utf-8"), file
    except UnicodeDecodeError as error:
        raise InputError([_not_utf8(error, file)]) from None
    except FileNotFoundError:
        raise InputError([Diagnostic("no-file", "no such file", _files_like(path, expected), file)]) from None
    except IsADirectoryError:
        raise InputError(
            [Diagnostic("directory", "a directory, expected a file", "name the file in it", file)]
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError([Diagnostic("unreadable", f"the file can't be read: {reason}", "", file[:200])]) from None


def _broken_underneath(faults: Iterable[Fault], data: dict[str, Json]) -> Iterable[Fault]:
    """Faults of the laid book, at the removal or the change in the file that brings them about."""
    for fault in faults:
        removed = ("items", fault.about) if fault.about in data.get("items", {}) else ()
        hint = 'what uses it can be named under "remove", or replaced'
        yield Fault(removed, fault.code, f"after this change, {fault.message}", hint, key=True)


def _diagnostics(faults: list[Fault], text: str, file: str) -> list[Diagnostic]:
    """Each fault with its place, in the order of the text."""
    text = text.removeprefix("\ufeff")
    placed = zip(offsets(text, [(fault.path, fault.key) for fault in faults]), faults, strict=True)
    ordered = sorted(placed, key=lambda pair: (pair[0], pair[1].code, pair[1].message))
    lines = Lines(text)
    return [lines.diagnostic(lines.place(at), f.code, f.message, f.hint, file) for at, f in ordered]


def _not_utf8(error: UnicodeDecodeError, file: str) -> Diagnostic:
    before: bytes = error.object[: error.start]
    if error.object.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Diagnostic("encoding", "the file is UTF-16, expected UTF-8", "save it as UTF-8", file)
    line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
    message = f"byte {error.object[error.start]:#04x} is not UTF-8"
    return Diagnostic("encoding", message, "save the file as UTF-8", file, line, column)


def _files_like(path: Path, expected: str) -> str:
    """What to do about a missing file: one with a name close by, else the folder that is missing, else `expected`."""
    try:
        names = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        names = []
    like = closest(path.name, names)
    if like:
        return f"did you mean {path.parent / like[0]}?"
    folder = "" if path.parent.is_dir() else f"there is no folder {path.parent}"
    return "; ".join(part for part in (folder, expected or "name a file that is there") if part)
