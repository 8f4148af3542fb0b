"""Items and how many of each, as people write them: `NAME[@USES][=N]`, several in one text, in a mapping or in a file.

"stick"   "stick=4"   "Oak Log=2, stick=4"   ["stick=4", "oak_log"]   {"stick": 4}   "@FILE"
`wooden_pickaxe@12` is a worn one, with 12 uses left
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from ..recipes.book import MAX_COUNT, Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.mistakes import Mistakes
from ..recipes.names import Resolved, resolve
from ..sim.statetext import WORN_HINT, parse_worn
from .sheet import read_file, read_sheet

Amounts: TypeAlias = str | Sequence[str] | Mapping[str, int]
"""Items and how many of each: one text, several, or a mapping; a text `@FILE` stands for what the file holds."""


@dataclass(frozen=True, slots=True)
class Amount:
    """One `NAME[@USES][=N]`, not yet resolved; `n` and `uses` are `None` where not given."""

    name: str
    n: int | None
    uses: int | None
    text: str


class AmountReader(Mistakes):
    """Reads amounts against one book; collects mistakes (`faults`) and remarks on how names were taken (`notes`)."""

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book = book
        self.operators = frozenset(way.id for way in (*book.recipes, *book.sources))
        self.uses = {item: kind.uses for item, kind in book.items.items() if kind.uses}
        self.files: dict[str, tuple[str, str]] = {}
        self.notes: list[str] = []

    def known(self, name: str) -> bool:
        if name in self.operators:
            return True
        try:
            resolve(self.book, name)
        except InputError:
            return False
        return True

    def resolved(self, name: str) -> Resolved | None:
        found = self.attempt(lambda: resolve(self.book, name), None)
        if found and found.note and found.note not in self.notes:
            self.notes.append(found.note)
        return found

    def amounts(self, given: Amounts, least: int) -> list[Amount]:
        """The parts of `given`; counts under `least`, above the greatest, or that are no numbers are mistakes."""
        if isinstance(given, Mapping):
            names = self.texts(list(given), "names of items")
            return [self.named_amount(name, given[name], least) for name in names]
        out: list[Amount] = []
        for text in self.texts(given, "items and how many of each"):
            if text.startswith("@"):
                out += self.sheet(text[1:], least)
            else:
                out += [self.amount(part, least) for part in split_amounts(text, self.known)]
        return out

    def texts(self, given: object, what: str) -> list[str]:
        """The texts in a list, or a text alone; whatever else a caller of the library gives is a mistake."""
        if isinstance(given, str):
            return [given]
        parts = cast(Sequence[object], given) if isinstance(given, list | tuple) else [given]
        for part in parts:
            if not isinstance(part, str):
                hint = 'write "stick", or ["stick", "torch"]; a count as "stick=4" or {"stick": 4}'
                self.faults.append(Diagnostic("type", f"expected {what}, got {part!r:.80}", hint, text=str(part)[:80]))
        return [part for part in parts if isinstance(part, str)]

    def file(self, path: str) -> tuple[str, str]:
        """Text and name of a file, which is read once."""
        if path not in self.files:
            self.files[path] = read_file(path)
        return self.files[path]

    def sheet(self, path: str, least: int) -> list[Amount]:
        """The amounts in a file; mistakes get their places in it."""
        out: list[Amount] = []
        for entry in self.attempt(lambda: read_sheet(*self.file(path)), []):
            before = len(self.faults)
            amount = self.named_amount(entry.name, entry.n, least)
            if len(self.faults) == before:
                self.attempt(lambda name=amount.name: resolve(self.book, name), None)
            if len(self.faults) == before:
                out.append(amount)
            self.faults[before:] = [entry.place(fault) for fault in self.faults[before:]]
        return out

    def amount(self, text: str, least: int) -> Amount:
        name, equals, count = text.partition("=")
        return self.named_amount(name, count if equals else None, least)

    def named_amount(self, name: str, count: object, least: int) -> Amount:
        bare, uses, fault = parse_worn(name)
        text = name if count is None else f"{name}={count}"
        n = None if count is None else self.count(count, least, text)
        if fault:
            self.faults.append(Diagnostic("worn", fault, WORN_HINT, text=text))
        return Amount(bare, n, uses, text)

    def count(self, given: object, least: int, text: str) -> int:
        """A whole number from `least` to the greatest count; `least` after a mistake."""
        if isinstance(given, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,30}\s*", given):
            given = int(given)
        if isinstance(given, bool) or not isinstance(given, int):
            hint = f"a count is a whole number, as in `{text.split('=')[0] or 'stick'}=4`"
            blank = isinstance(given, str) and not given.strip()
            message = f"a count is missing after `{text}`" if blank else f"`{given}` is not a count"
            self.faults.append(Diagnostic("count", message, hint, text=text))
        elif given < least:
            self.faults.append(Diagnostic("count", f"{given} is too few in `{text}`", f"at least {least}", text=text))
        elif given > MAX_COUNT:
            hint = f"counts go up to {MAX_COUNT:,}"
            self.faults.append(Diagnostic("count", f"{given} is too many in `{text}`", hint, text=text))
        else:
            return given
        return least


def split_amounts(text: str, known: Callable[[str], bool]) -> list[str]:
    """The amounts in one text: parted by commas or line ends, and by spaces where these are not inside a name."""
    out: list[str] = []
    for part in (p.strip() for p in re.split(r"[,;\n]", text)):
        words = part.split()
        whole, *names = (parse_worn(text.partition("=")[0])[0] for text in (part, *words))
        several = len(words) > 1 and (part.count("=") > 1 or not known(whole)) and any(known(n) for n in names)
        out += words if several else [part] if part else []
    return out or [text]
