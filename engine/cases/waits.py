"""Firing cuts of a case: what has to be brought about before operators of which one has to be applied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .before import Before
from .case import TINY, Case
from .firing import Prefix
from .known import Key

WIDE, MOST = 3000, 40
"""Firing cuts for all cases are looked for over at most so many columns, and are at most so many."""
SECONDS = 1.0
"""What the search for weights may take."""


class Waits:
    """The firing cuts that were ever added: `cuts` by row, each with its weights, and what it counts of columns. `made`
    are the operators that the last solution looked at applies."""

    def __init__(self, case: Case) -> None:
        self.case, self.known, self.before = case, case.known, Before(case)
        self.cuts: dict[int, tuple[Prefix, Mapping[int, float], Mapping[int, float]]] = {}
        self.made: list[str] = []
        self._prefixes: dict[tuple[Key, bool], Prefix | None] = {}
        for names, last, weights in case.known.before:
            self._restore(names, last, weights)

    def _restore(self, names: Key, last: bool, weights: Mapping[str, float]) -> None:
        """Add a firing cut that is known from before, as far as it speaks of what is left."""
        system = self.case.system
        keys = {key.removeprefix("made ") for key in weights if key.startswith("made ")}
        self.made = [name for name in system.of_operator if name in keys]
        prefix = self.before.always(names, last, self.made)
        if prefix is not None:
            cells = {system.key(c): c for c in prefix.rest}
            self.add(prefix, {cells[key]: w for key, w in weights.items() if key in cells})

    def add(self, prefix: Prefix, weights: Mapping[int, float]) -> int:
        """Add the firing cut of these weights; its row."""
        weights = {c: w for c, w in weights.items() if c in prefix.rest}
        coefficients, rhs = prefix.row(weights)
        row = self.case.add_apart(coefficients, rhs)
        self.cuts[row] = prefix, weights, coefficients
        return row

    def look_at(self, values: Sequence[float]) -> None:
        """Note which operators a solution applies."""
        of = self.case.system.of_operator.items()
        made = [name for name, columns in of if sum(values[j] for j in columns) > 1 - TINY]
        if made != self.made:
            self.made = made
            self._prefixes = {}

    def broken(self, values: Sequence[float], candidates: Iterable[Key]) -> bool:
        """Whether a firing cut was added, for all cases, that the solution breaks; `candidates` are operators together
        of which one may have to be applied."""
        if len(self.case.system.moves) > WIDE or len(self.cuts) >= MOST:
            return False
        self.look_at(values)
        found: list[tuple[int, Key, bool]] = []
        for names in candidates:
            times = sum(values[j] for j in self.case.columns_of(names))
            for last in (False, True) if times > 2 - TINY else (False,) if times > 1 - TINY else ():
                prefix = self._always(names, last)
                if prefix is not None and not prefix.comes_about(values):
                    found.append((-len(prefix.effects), names, last))
        return any(self._kept(names, last, values) for _, names, last in sorted(found))

    def _always(self, names: Key, last: bool) -> Prefix | None:
        if (names, last) not in self._prefixes:
            self._prefixes[names, last] = self.before.always(names, last, self.made)
        return self._prefixes[names, last]

    def _kept(self, names: Key, last: bool, values: Sequence[float]) -> bool:
        """Whether a firing cut was added here and to what is known."""
        prefix = self._always(names, last)
        weights = prefix.weights(values, SECONDS) if prefix else None
        if not prefix or not weights:
            return False
        self.add(prefix, weights)
        self.known.before.append((names, last, {self.case.system.key(c): w for c, w in weights.items()}))
        return True

    def here(self, values: Sequence[float], names: Key, last: bool) -> tuple[bool, int | None]:
        """Whether one of the operators has to be applied here; and the row of the firing cut that was added since the
        solution breaks it."""
        prefix = self.before.here(names, last, self.made)
        weights = broken_by(values, prefix)
        return prefix is not None, self.add(prefix, weights) if prefix and weights else None

    def supposed(self, values: Sequence[float], name: str, last: bool) -> tuple[Mapping[int, float], float] | None:
        """Of a firing cut that a solution breaks, were the operator one that has to be applied: what it counts of
        columns, and what they must come to."""
        prefix = self.before.supposed((name,), last, self.made)
        weights = broken_by(values, prefix)
        return prefix.row(weights) if prefix and weights else None


def broken_by(values: Sequence[float], prefix: Prefix | None) -> Mapping[int, float] | None:
    """Weights of a firing cut that a solution breaks; None where there is none."""
    return None if prefix is None or prefix.comes_about(values) else prefix.weights(values, SECONDS)
