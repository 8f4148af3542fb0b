"""Books and rules by name or by file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.library import bundled, versions
from ..recipes.rules import PRESETS, Rules
from ..recipes.rulesfile import load_rules

if TYPE_CHECKING:
    from ..recipes.formats.summary import Summary


def find_rules(rules: Rules | str | Path) -> Rules:
    """Rules, a preset by name, or a file of rules by path."""
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str) and rules in PRESETS:
        return PRESETS[rules]
    path = Path(rules)
    if path.suffix or path.exists():
        return load_rules(path)
    close = get_close_matches(str(rules), PRESETS, 1)
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
    the account of each load.
    """
    if not books and not packs:
        return bundled(mc)
    from ..recipes.formats.table import load, load_all  # only who lays something over pays for it

    first = load(books[0]) if books else None
    book, told = load_all([*books[1:], *packs], first.book if first else bundled(mc))
    for summary in [*([first.summary] if first else []), *told]:
        if tell is not None:
            tell(summary)
    return book


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
