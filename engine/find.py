"""Books and rules by name or by file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.library import DEFAULT_VERSION, bundled, versions
from ..recipes.mistakes import Mistakes
from ..recipes.native import BOOK_FILE, read_text
from ..recipes.rules import PRESETS, Rules
from ..recipes.rulesfile import load_rules
from ..recipes.suggest import closest

if TYPE_CHECKING:
    from ..recipes.formats.summary import Summary

DESCRIBED = {"minedojo": "1.11.2"}
"""Presets that describe one version of the game."""


def find_rules(rules: Rules | str | Path) -> Rules:
    """Rules, a preset by name, or a file of rules by path."""
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str) and rules in PRESETS:
        return PRESETS[rules]
    if not isinstance(rules, str | Path):  # pyright: ignore[reportUnnecessaryIsInstance]  # not every caller is typed
        message = f"expected rules, the name of a preset or a path, got {rules!r:.80}"
        raise InputError([Diagnostic("type", message, f"the presets are {', '.join(PRESETS)}")])
    path = Path(rules)
    if path.suffix or path.exists():
        return load_rules(path)
    close = closest(str(rules), PRESETS)
    hint = f"did you mean `{close[0]}`?" if close else f"the presets are {', '.join(PRESETS)}; or give a file"
    raise InputError([Diagnostic("rules", f"there are no rules `{rules}`", hint, text=str(rules))])


def implied(mc: str | None, rules: Rules | str | Path, books: Sequence[object] = ()) -> tuple[str | None, str]:
    """The version to plan in where none is said, and a remark: rules may describe one; `None` leaves it open."""
    if mc is not None or books:
        return mc, ""
    try:
        name = find_rules(rules).name.partition(",")[0]
    except InputError:  # told where the rules are read
        return None, ""
    if name not in DESCRIBED:
        return None, ""
    version = DESCRIBED[name]
    return version, f"the rules {name} describe Minecraft {version}, so that is planned in; another has to be named"


def remark(rules: Rules, version: str) -> str:
    """What is to be said of rules that describe another version than the one planned in."""
    described = DESCRIBED.get(rules.name.partition(",")[0], version)
    if described == version:
        return ""
    return f"the rules {rules.name} describe Minecraft {described}: their list of what is missing is not for {version}"


def find_book(
    mc: str | None,
    books: Sequence[Path | str] = (),
    packs: Sequence[Path | str] = (),
    *,
    tell: Callable[[Summary], None] | None = None,
) -> Book:
    """The bundled book of version `mc`, or the first of `books` instead; the others and `packs` are laid over it.

    `mc` is the default version where it is not said; the first of `books` may be a version as well.

    They may be of any format, and a pack may be a map of recipe types, which counts for those after it. `tell` hears
    the account of each load. Raises `InputError` with every mistake; what would be laid over a book that is missing is
    only looked for.
    """
    usual = DEFAULT_VERSION if mc is None else mc
    if books and _is_version(books[0]):
        usual, books = _bundled_as_book(str(books[0])), books[1:]
    if not books and not packs:
        return bundled(usual)
    from ..recipes.formats.summary import Summary
    from ..recipes.formats.table import load, load_all  # only who lays something over pays for it

    mistakes, told = Mistakes(), list[Summary]()
    rest = [*books[1:], *packs]

    def base() -> Book:
        if not books:
            return bundled(usual)
        loaded = load(books[0])
        told.append(loaded.summary)
        return loaded.book

    def laid_over(book: Book) -> Book:
        book, more = load_all(rest, book)
        told.extend(more)
        return book

    book = mistakes.attempt(base, None)
    if books and usual not in versions() and (book is None or book.version != usual):
        mistakes.attempt(lambda: bundled(usual), None)
    for path in rest:
        mistakes.attempt(partial(_look_for, path), None)
    laid = book and mistakes.attempt(partial(laid_over, book), book)
    mistakes.finish()
    assert laid is not None  # else there were mistakes
    if tell is not None:
        for summary in told:
            tell(summary)
    return laid


def _look_for(path: Path | str) -> None:
    """Raises `InputError` where nothing is at `path` that could be laid over a book."""
    from ..recipes.formats.table import INSTALLED

    if not Path(path).exists() and str(path) != INSTALLED:
        read_text(Path(path), BOOK_FILE)


def _bundled_as_book(version: str) -> str:
    """`version`, of which there is a bundled book; `InputError` about the option that asks for a book otherwise."""
    mistakes = Mistakes()
    with mistakes.about("book"):
        mistakes.attempt(lambda: bundled(version), None)
    mistakes.finish()
    return version


def _is_version(name: Path | str) -> bool:
    """Whether a version of the game is named, bundled or not, and no file."""
    return str(name) in versions() or bool(re.fullmatch(r"\d+(\.\d+)+", str(name)) and not Path(name).exists())


def find_whole(name: str | Path, mc: str | None, maps: Sequence[Path | str] = ()) -> tuple[Book, list[Summary]]:
    """The book that a version, a file or a folder stands for, and the account of its load.

    A book that says its version and items is complete; everything else is laid over the bundled book of `mc`.
    """
    if _is_version(name):
        return bundled(str(name)), []
    from ..recipes.formats.table import is_whole, load, load_all

    if is_whole(Path(name)):
        loaded = load(name)
        return loaded.book, [loaded.summary]
    return load_all([name], bundled(mc or DEFAULT_VERSION), maps)
