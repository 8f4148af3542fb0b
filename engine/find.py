"""Books and rules by name or by file."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.library import bundled
from ..recipes.native import load_book
from ..recipes.rules import PRESETS, Rules
from ..recipes.rulesfile import load_rules


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


def find_book(mc: str, books: Sequence[Path | str] = (), packs: Sequence[Path | str] = ()) -> Book:
    """The bundled book of version `mc`, or the first of `books` instead; the others and `packs` are laid over it."""
    book = load_book(books[0]) if books else bundled(mc)
    for path in (*books[1:], *packs):
        book = load_book(path, over=book)
    return book
