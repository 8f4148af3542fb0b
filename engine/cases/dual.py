"""Whole multipliers made of those that a solver suggests, so that the bound they prove is exact whatever it did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .lowering import Lowering
from .rows import UNIT, Row
from .weights import Weights

LARGEST = 1 << 61
"""Beyond it sums of 64 bits might not hold."""


@dataclass(slots=True)
class Dual:
    """Whole multipliers by row, the reduced cost of each column, and the bound they prove, all in units of 1/UNIT."""

    multipliers: list[int]
    reduced: list[int]
    value: int
    weights: tuple[Weights, ...] = ()


class Matrix:
    """The coefficients of rows that are only ever added to, for exact arithmetic on all of them at once."""

    def __init__(self) -> None:
        import numpy as np

        self._np = np
        self._arrays: Any = None
        self._known = 0

    def reduced(self, rows: Sequence[Row], cost: Any, y: Any, live: Any) -> Any:
        """The reduced cost of every column at multipliers `y`; None where 64 bits do not hold that of a `live` one."""
        np = self._np
        if self._known < len(rows):
            entries = ((i, rows[i].coefficients) for i in range(self._known, len(rows)))
            new = [(i, j, n) for i, row in entries for j, n in row.items() if j < len(cost)]
            fresh = np.array(new, dtype=np.int64).reshape(len(new), 3)
            self._arrays = fresh if self._arrays is None else np.concatenate([self._arrays, fresh])
            self._known = len(rows)
        out = cost.copy()
        table = self._arrays
        most = np.bincount(table[:, 1], np.abs(table[:, 2]) * y[table[:, 0]].astype(float), len(cost))
        if most[live].max(initial=0.0) > LARGEST:
            return None
        np.subtract.at(out, table[:, 1], table[:, 2] * y[table[:, 0]])
        return out


def exact_dual(
    rows: Sequence[Row],
    matrix: Matrix,
    cost: Sequence[int],
    suggested: Sequence[float],
    low: Sequence[int],
    high: Sequence[int | None],
    weights: Sequence[Weights] = (),
) -> Dual | None:
    """Whole multipliers near the suggested ones (in the cost's unit) that bound the cost of the columns, whose counts
    lie from `low` to `high` (None: unbounded); `cost` is in units of 1/UNIT. None where they cannot be mended, or are
    too large for whole numbers of 64 bits.

    A column that may grow without end must not have a negative reduced cost: the multipliers of rows that count it are
    lowered until none has.
    """
    import numpy as np

    real = np.maximum(0.0, np.array(suggested)) * UNIT
    if max(float(real.max(initial=0.0)), *cost, 0.0) > LARGEST:
        return None
    y = np.rint(real).astype(np.int64)
    live = np.array([h != 0 for h in high], dtype=bool)
    reduced = matrix.reduced(rows, np.array(cost, dtype=np.int64), y, live)
    if reduced is None:
        return None
    multipliers, left = y.tolist(), reduced.tolist()
    for part in weights:
        for j, n in part.gain.items():
            left[j] -= n
    bad = [j for j, r in enumerate(left) if r < 0 and high[j] is None]
    if bad and not Lowering(rows, multipliers, left, high, weights).mend(bad):
        return None
    return Dual(multipliers, left, _value(rows, multipliers, left, low, high, weights), tuple(weights))


def _value(
    rows: Sequence[Row],
    multipliers: Sequence[int],
    reduced: Sequence[int],
    low: Sequence[int],
    high: Sequence[int | None],
    weights: Sequence[Weights],
) -> int:
    """What multipliers prove: their right sides, and each column at that end of its range where it adds
    least."""
    value = sum(v * row.rhs for v, row in zip(multipliers, rows, strict=True) if v) + sum(w.value for w in weights)
    for j, r in enumerate(reduced):
        if r > 0 and low[j]:
            value += r * low[j]
        elif r < 0:
            value += r * (high[j] or 0)
    return value
