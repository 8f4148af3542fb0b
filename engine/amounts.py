"""Items and how many of each, as people write them: `NAME[@USES][=N]`, several in one text, in a mapping or in a file.

"stick"   "stick=4"   "Oak Log=2, stick=4"   "2 sticks and a torch"   ["stick=4", "oak_log"]   {"stick": 4}   "@FILE"
`wooden_pickaxe@12` is a worn one, with 12 uses left
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from ..recipes.book import MAX_COUNT, Book
from ..recipes.diagnostic import Diagnostic
from ..recipes.kept import ids, uses
from ..recipes.mistakes import Mistakes
from ..recipes.names import Resolved, resolve, understood
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
        self.operators = ids(book)
        self.uses = uses(book)
        self.files: dict[str, tuple[str, str]] = {}
        self.notes: list[str] = []

    def known(self, name: str) -> bool:
        return name in self.operators or understood(self.book, name) is not None

    def resolved(self, name: str) -> Resolved | None:
        found = self.attempt(lambda: resolve(self.book, name), None)
        if not found:
            self.faults[-1] = self.several(self.faults[-1], name)
        if found and found.note and found.note not in self.notes:
            self.notes.append(found.note)
        return found

    def several(self, fault: Diagnostic, name: str) -> Diagnostic:
        """The mistake of an unknown name; of one whose words are names by themselves it says how to write several."""
        words = name.split()
        if len(words) < 2 or not all(understood(self.book, word) for word in words):
            return fault
        return replace(fault, hint=f"{fault.hint} (several items are written `{', '.join(words)}`)".lstrip())

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
    """The amounts in one text, each `NAME` or `NAME=N`: parted by commas and line ends, after each `=N`, and by `and`,
    `+` and `&` where these are not inside a name. `2 torches` and `torch x2` are `torch=2`."""
    parts = [part.strip() for part in re.split(r"[,;\n]", text)]
    return [amount for part in parts if part for amount in _of_part(part, known)] or [text]


def _of_part(part: str, known: Callable[[str], bool]) -> Iterator[str]:
    whole = known(_name(part)) and not re.search(r"\s", part.partition("=")[2].strip())
    chunks = [part] if whole else _CHUNK.findall(part)
    for chunk in chunks:
        name, equals, count = chunk.partition("=")
        *others, last = _joined(name, known)
        yield from (_counted(other, known) for other in others)
        yield f"{last}={count.strip()}" if equals else _counted(last, known)


def _joined(name: str, known: Callable[[str], bool]) -> list[str]:
    """The names that `and` or `+` join: as much as is one name, then the rest."""
    pieces = [piece for piece in _JOINER.split(name.strip()) if piece.strip()]
    out: list[str] = []
    while len(pieces) > 2:
        length = next((n for n in range(len(pieces), 2, -2) if known(_name(_counted("".join(pieces[:n]), known)))), 1)
        out.append("".join(pieces[:length]))
        pieces = pieces[length + 1 :]
    last = "".join(pieces)
    return [*out, last] if last or not out else out


def _counted(written: str, known: Callable[[str], bool]) -> str:
    """`2 torches`, `a torch`, `torch x2` and `torch 2` with the count in its place, where they are no names."""
    written = written.strip()
    if known(_name(written)):
        return written
    if match := re.fullmatch(r"([0-9]+)\s*[x*]?\s+(.+)", written, re.IGNORECASE):
        return f"{match[2]}={match[1]}"
    if match := re.fullmatch(r"(.+?)(?:\s+[x]?\s*|\s*\*\s*)([0-9]+)", written, re.IGNORECASE):
        return f"{match[1]}={match[2]}"
    return re.sub(r"^(a|an|the)\s+(?=\S)", "", written, flags=re.IGNORECASE)


def _name(amount: str) -> str:
    return parse_worn(amount.partition("=")[0])[0]


_CHUNK = re.compile(r"[^=]+=\s*\S*|[^=]*\S[^=]*$|=.*")
"""An amount up to its count, or what is left."""
_JOINER = re.compile(r"(^and\s+|\s+and\s+|\s+plus\s+|\s*[+&]\s*)", re.IGNORECASE)
