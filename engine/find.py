"""Books and rules by name or by file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.library import bundled, versions
from ..recipes.mistakes import Mistakes
from ..recipes.native import BOOK_FILE, read_text
from ..recipes.rules import PRESETS, Rules
from ..recipes.rulesfile import load_rules
from ..recipes.suggest import closest

if TYPE_CHECKING:
    from ..recipes.formats.summary import Summary


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


def find_book(
    mc: str,
    books: Sequence[Path | str] = (),
    packs: Sequence[Path | str] = (),
    *,
    tell: Callable[[Summary], None] | None = None,
) -> Book:
    """The bundled book of version `mc`, or the first of `books` instead; the others and `packs` are laid over it.

    They may be of any format, and a pack may be a map of recipe types, which counts for those after it. `tell` hears
    the account of each load. Raises `InputError` with every mistake; what would be laid over a book that is missing is
    only looked for.
    """
    if not books and not packs:
        return bundled(mc)
    from ..recipes.formats.summary import Summary
    from ..recipes.formats.table import load, load_all  # only who lays something over pays for it

    mistakes, told = Mistakes(), list[Summary]()
    rest = [*books[1:], *packs]

    def base() -> Book:
        if not books:
            return bundled(mc)
        loaded = load(books[0])
        told.append(loaded.summary)
        return loaded.book

    def laid_over(book: Book) -> Book:
        book, more = load_all(rest, book)
        told.extend(more)
        return book

    book = mistakes.attempt(base, None)
    if books and mc not in versions() and (book is None or book.version != mc):
        mistakes.attempt(lambda: bundled(mc), None)
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


def find_whole(name: str | Path, mc: str, maps: Sequence[Path | str] = ()) -> tuple[Book, list[Summary]]:
    """The book that a version, a file or a folder stands for, and the account of its load.

    A book that says its version and items is complete; everything else is laid over the bundled book of `mc`.
    """
    if str(name) in versions():
        return bundled(str(name)), []
    from ..recipes.formats.table import is_whole, load, load_all

    if is_whole(Path(name)):
        loaded = load(name)
        return loaded.book, [loaded.summary]
    return load_all([name], bundled(mc), maps)
