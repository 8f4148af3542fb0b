"""Multipliers lowered until no column that may grow without end has a negative reduced cost."""

from __future__ import annotations

from collections.abc import Sequence

from .rows import Row
from .weights import Weights

SLIP = 1 << 12
"""What is taken for a slip of rounding: then weights go down first, since prices alone might chase each other."""
MENDS = 40
"""Lowerings of multipliers that are tried, for each row."""


class Lowering:
    """Multipliers `y` of rows, and weights of firing cuts, with the `reduced` costs that they leave; all change in
    place. A column whose `high` is None may grow without end."""

    def __init__(
        self,
        rows: Sequence[Row],
        y: list[int],
        reduced: list[int],
        high: Sequence[int | None],
        weights: Sequence[Weights],
    ) -> None:
        self.rows, self.y, self.reduced, self.high, self.weights = rows, y, reduced, high, weights
        self.bad: list[int] = []

    def mend(self, bad: Sequence[int]) -> bool:
        """Lower until no column is bad as those are; whether that came about."""
        self.bad = list(bad)
        counted = self._counted()
        for _ in range(MENDS * len(self.rows)):
            if not self.bad:
                return True
            j = self.bad.pop()
            slip = -self.reduced[j] <= SLIP
            if slip:
                self._lower_weights(j)
            self._lower_rows(j, counted.get(j, ()))
            if not slip:
                self._lower_weights(j)
            if self.reduced[j] < 0:
                return False
        return not self.bad

    def _counted(self) -> dict[int, list[tuple[int, int]]]:
        """The rows in use that count each column, and how much, in the order in which they are lowered."""
        out: dict[int, list[tuple[int, int]]] = {}
        for i, row in enumerate(self.rows):
            if self.y[i]:
                for j, n in row.coefficients.items():
                    if n > 0:
                        out.setdefault(j, []).append((i, n))
        for column in out.values():
            # what only adds up to the bound goes down before prices, which others are made of; what is given most of
            # first
            column.sort(key=lambda entry: (self.rows[entry[0]].kind == "cell", -entry[1]))
        return out

    def _lower_rows(self, j: int, counted: Sequence[tuple[int, int]]) -> None:
        """Lower multipliers of rows that count column `j` until it is not bad or they are nought."""
        y, reduced, high = self.y, self.reduced, self.high
        for i, n in counted:
            if reduced[j] >= 0:
                break
            cut = min(y[i], -(reduced[j] // n))
            if cut:
                y[i] -= cut
                for k, coefficient in self.rows[i].coefficients.items():
                    if k < len(reduced):
                        reduced[k] += coefficient * cut
                        if coefficient < 0 and reduced[k] < 0 and high[k] is None:
                            self.bad.append(k)

    def _lower_weights(self, j: int) -> None:
        """Lower the weights by which column `j` brings something about, until it is not bad or they are nought."""
        reduced = self.reduced
        for part in self.weights:
            if reduced[j] < 0 and part.gain.get(j):
                for k, more in part.lower(j, -reduced[j]).items():
                    reduced[k] -= more
                    if more > 0 and reduced[k] < 0 and self.high[k] is None:
                        self.bad.append(k)
