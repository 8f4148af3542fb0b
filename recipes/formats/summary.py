"""What a loader hands back: the book, and an account of every file it saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..book import Book
from ..diagnostic import Diagnostic
from ..lines import printable

KINDS: dict[str, str] = {
    "loaded": "recipes of the game's own types, now in the book",
    "mapped": "recipes of other types, in the book by a map of types",
    "known": "recipes that the book, or this pack, has already",
    "left out": "recipes that are understood and have no place in the book",
    "special": "recipes that only the game's code can tell",
    "unknown": "recipes of types that no map names",
    "overridden": "recipes that a later pack replaces",
    "filtered": "recipes that a later pack hides by its filter",
    "faulty": "files that can't be read; each has a diagnostic",
    "tags": "tags of items",
    "entries": "items, and what else is an entry of the book",
    "other": "files that hold neither recipes nor tags of items",
}
"""What can become of a file (or of an entry, where a format keeps all recipes in one file), in the order of reports."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: `what` is one of `KINDS`; `type` is the recipe's own type; `why` a few words."""

    file: str
    what: str
    type: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The account of one load: `outcomes` has an entry for every file, `conditions` how many files ask for what.

    A condition stands as `(words, True, False or None)`: it held, it did not, or it can't be judged and counts as held.
    `added` are the items that nobody listed, `nobody` the tags that nobody defines, with how often each was asked for.
    `times` are the ticks that a machine takes, by recipe; `facts` are further remarks. `diagnostics` are mistakes, and
    `warnings` what looks like one and loads; `types` are all types of recipes that there are.
    """

    path: str
    format: str
    outcomes: tuple[Outcome, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    conditions: Mapping[tuple[str, bool | None], int] = field(default_factory=dict[tuple[str, bool | None], int])
    added: tuple[str, ...] = ()
    nobody: Mapping[str, int] = field(default_factory=dict[str, int])
    times: Mapping[str, int] = field(default_factory=dict[str, int])
    facts: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()

    def count(self, what: str) -> int:
        """The files of which this became."""
        return sum(each.what == what for each in self.outcomes)

    def by_type(self, what: str) -> dict[str, int]:
        """The files of which this became, by their type and the reason, most first."""
        found = Counter(
            " ".join(filter(None, (o.type, o.why and f"({o.why})"))) for o in self.outcomes if o.what == what
        )
        return _ranked(found)

    def to_data(self) -> dict[str, Any]:
        """The account as JSON."""
        told = [kind for kind in KINDS if self.count(kind)]
        return {
            "path": self.path,
            "format": self.format,
            "files": len(self.outcomes),
            "counts": {kind: self.count(kind) for kind in told},
            "types": {kind: self.by_type(kind) for kind in told if any(self.by_type(kind))},
            "conditions": [
                {"condition": words, "held": held, "files": n} for (words, held), n in _ranked(self.conditions).items()
            ],
            "items_added": list(self.added),
            "tags_nobody_defines": dict(self.nobody),
            "times": dict(sorted(self.times.items())),
            "facts": list(self.facts),
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
            "warnings": [str(warning) for warning in self.warnings],
        }

    def text(self, most: int = 8) -> str:
        """The account in lines for a person; of a long list the first `most`."""
        of = "file" if self.format in ("datapack", "recipes") else "entry"
        lines = [f"{self.path} ({self.format}): {_plural(len(self.outcomes), of)}"]
        for kind in KINDS:
            if self.count(kind):
                types = self.by_type(kind) if kind != "special" else {}
                types = {name or "of no type": n for name, n in types.items()} if any(types) else {}
                told = f": {_listed(types, most)}" if types else f" ({KINDS[kind]})"
                lines.append(f"  {self.count(kind):>6} {kind}{told}")
        held = {words: n for (words, truth), n in self.conditions.items() if truth is False}
        if self.conditions:
            asked = f"{_plural(sum(self.conditions.values()), 'load condition')}"
            lines.append(f"  {asked}" + (f", not met: {_listed(_ranked(held), most)}" if held else ", all met"))
        if self.added:
            lines.append(f"  {_plural(len(self.added), 'item')} added to the book")
        if self.nobody:
            lines.append(f"  tags that nobody defines: {_listed(_ranked(self.nobody), most)}")
        lines += [f"  {fact}" for fact in self.facts]
        return "\n".join(map(printable, lines))


@dataclass(frozen=True, slots=True)
class Loaded:
    """The book that came of a load, and the account of it."""

    book: Book
    summary: Summary


def _ranked(counts: Mapping[Any, int]) -> dict[Any, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0]))))


def _listed(counts: Mapping[str, int], most: int) -> str:
    shown = [f"{n} {name}" for name, n in list(counts.items())[:most]]
    more = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _plural(n: int, noun: str) -> str:
    several = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{n} {noun if n == 1 else several}"


def added_items(before: Book, after: Book) -> tuple[str, ...]:
    """The items of a book that another does not have, sorted."""
    return tuple(sorted(set(after.items) - set(before.items)))


def entries(file: str, names: Iterable[str]) -> list[Outcome]:
    """One outcome for each entry of a file that holds many."""
    return [Outcome(f"{file}: {name}", "entries") for name in names]
