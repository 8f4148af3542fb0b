"""What is noted while a pack loads: what became of each file, what is wrong, what looks wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..diagnostic import Diagnostic
from .summary import Outcome


@dataclass(slots=True)
class Account:
    """Outcomes, mistakes (`diagnostics`) and `warnings` of one load, in the order in which they come about."""

    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    warnings: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def told(self, file: str, what: str, type_name: str = "", why: str = "") -> None:
        """One file's outcome."""
        self.outcomes.append(Outcome(file, what, type_name, why))

    def faulty(self, file: str, diagnostics: Iterable[Diagnostic], type_name: str = "") -> None:
        """A file that can't be read, and what is wrong in it."""
        self.diagnostics += diagnostics
        self.told(file, "faulty", type_name)


def in_order(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics by place, so that the order in which they were found can't matter."""
    return tuple(sorted(diagnostics, key=lambda d: (d.file, d.line, d.column, d.code, d.message)))
