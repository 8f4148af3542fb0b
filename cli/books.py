"""`craftproof book check` and `craftproof book diff`; and what is said of the packs that other commands load."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from ..engine.find import find_book, find_whole
from ..recipes.book import Book
from ..recipes.difference import difference, lines
from ..recipes.formats.summary import Summary
from ..recipes.lines import printable
from .main import FINE, MISUSED
from .output import emit, say, wrapped

SHOWN = 20
"""So many diagnostics of a pack are shown where the pack is only used; `book check` shows them all."""


def laid(mc: str | None, books: Sequence[Path], maps: Sequence[Path], packs: Sequence[Path]) -> Book:
    """The book of a command with what is laid over it; packs are accounted for on standard error."""
    book = find_book(mc, books, [*maps, *packs], tell=account)
    if mc and books and book.version != mc:
        say(f"note: the book of {book.version} stands in place of --mc {mc}")
    return book


def account(summary: Summary) -> None:
    """A pack in one line on standard error, and what is wrong in it."""
    if summary.format == "book":
        return
    recipes = sum(summary.count(what) for what in ("loaded", "mapped", "known"))
    out = sum(summary.count(what) for what in ("left out", "special", "unknown", "faulty"))
    parts = [f"{recipes:,} recipes"] + ([f"{out:,} left out"] if out else [])
    parts += [f"{summary.count('entries'):,} entries"] if summary.count("entries") else []
    name = printable(Path(summary.path).stem or summary.path)
    say(f"{name}: {', '.join(parts)}; `craftproof book check {printable(summary.path)}` tells more")
    _warn(summary)


def _warn(summary: Summary) -> None:
    """What is wrong in a load, on standard error."""
    found = [*summary.diagnostics, *summary.warnings]
    for diagnostic in found[:SHOWN]:
        say(f"warning: {diagnostic}")
    if len(found) > SHOWN:
        say(f"and {len(found) - SHOWN} more; `craftproof book check` shows all")


def checked(path: str, mc: str | None, maps: Sequence[Path], form: str, output: Path | None) -> int:
    """Load a book, an overlay or a pack and tell what is in it and what is wrong with it."""
    book, told = find_whole(path, mc, maps)
    faults = [diagnostic for summary in told for diagnostic in summary.diagnostics]
    lost = _without_a_way(book)
    if form == "json":
        data = {
            "craftproof": "book-check/1",
            "version": book.version,
            "counts": _counts(book),
            "faults": len(faults),
            "nothing_gives": lost,
            "loads": [summary.to_data() for summary in told],
        }
        emit(json.dumps(data, indent=2, ensure_ascii=False), output)
    else:
        counts = ", ".join(f"{n} {what}" for what, n in _counts(book).items())
        text = [summary.text(most=40) for summary in told if summary.format != "book"]
        text.append(f"book of {book.version}: {counts}")
        if lost:
            more = f" and {len(lost) - 10} more" if len(lost) > 10 else ""
            text.append(f"nothing gives, and no reason tells why: {', '.join(lost[:10])}{more}")
        text.append(
            f"{len(faults)} fault{'s' if len(faults) > 1 else ''}, told on standard error" if faults else "no faults"
        )
        emit("\n".join(wrapped(line, _under(line)) for line in "\n".join(text).split("\n")), output)
    for diagnostic in faults:
        say(f"error: {diagnostic}")
    for warning in (warning for summary in told for warning in summary.warnings):
        say(f"warning: {warning}")
    return MISUSED if faults else FINE


def differed(before: str, after: str, mc: str | None, maps: Sequence[Path], form: str, output: Path | None) -> int:
    """Tell what changed from one book to another, and on standard error what is wrong in them."""
    (one, first), (two, second) = find_whole(before, mc, maps), find_whole(after, mc, maps)
    for summary in (*first, *second):
        _warn(summary)
    if mc and not any(summary.format != "book" for summary in (*first, *second)):
        say(f"note: nothing is laid over a book here, so --mc {mc} says nothing")
    told = difference(one, two)
    if form == "json":
        emit(json.dumps(told, indent=2, ensure_ascii=False), output)
    else:
        text = "\n".join(wrapped(line, "      ") for line in lines(told))
        emit(text or f"no difference ({one.version})", output)
    return FINE


def _under(line: str) -> str:
    """The indent of what of a line goes on in the next: under the words after a number, or a little further in."""
    return " " * len(line[: len(line) - len(line.lstrip(" 0123456789"))]) if line[:1] == " " else "  "


def _counts(book: Book) -> dict[str, int]:
    return {name: len(getattr(book, name)) for name in ("items", "tags", "recipes", "sources", "fuels")}


def _without_a_way(book: Book) -> list[str]:
    """Items that no recipe and no source gives, and that are not listed as unobtainable."""
    given = {item for way in (*book.recipes, *book.sources) for item, _ in way.gives}
    given |= set(book.containers.values()) | {back for made in book.recipes for _, back in made.returns or ()}
    return sorted(book.items.keys() - given - book.unobtainable.keys())
