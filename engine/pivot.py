"""Small linear programmes in whole numbers: the simplex method without fractions.

Every number of the tableau is a whole number over one common denominator (Edmonds, Bareiss), so that nothing is rounded
and a solution is a proof as it stands. For programmes of a few dozen rows; large ones are for HiGHS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BOLD = 60
"""Pivots after which columns are chosen by their number (Bland), which cannot go round in circles."""
Line = list[int]


@dataclass(frozen=True, slots=True)
class Solution:
    """`values` by column, in units of 1/`unit`. `bounded`: they are the best; else they are a direction in which the
    objective grows for ever."""

    values: list[int]
    unit: int
    bounded: bool


def maximise(objective: Sequence[int], rows: Sequence[dict[int, int]], limits: Sequence[int]) -> Solution:
    """The greatest `objective` over columns of at least 0 with each row's sum at most its limit (at least 0)."""
    n = len(objective)
    table = [[row.get(j, 0) for j in range(n)] + [limit] for row, limit in zip(rows, limits, strict=True)]
    gains = [*objective, 0]
    # variables 0..n-1 are the columns, n.. what is left of the rows' limits; one of each side changes at a pivot
    outside, inside = list(range(n)), list(range(n, n + len(rows)))
    unit, pivots = 1, 0
    while True:
        better = [j for j in range(n) if gains[j] > 0]
        if not better:
            return Solution(_values(n, inside, [row[n] for row in table]), unit, bounded=True)
        j = max(better, key=lambda k: gains[k]) if pivots < BOLD else min(better, key=lambda k: outside[k])
        r = _leaving(table, inside, j)
        if r < 0:
            direction = _values(n, inside, [-row[j] for row in table])
            if outside[j] < n:
                direction[outside[j]] = unit
            return Solution(direction, unit, bounded=False)
        unit, gains = _pivot(table, gains, unit, r, j)
        inside[r], outside[j] = outside[j], inside[r]
        pivots += 1


def _leaving(table: list[Line], inside: Line, j: int) -> int:
    """The row that stops column `j` from growing first, of equal ones that of the least variable; -1: none does."""
    best = -1
    for r, row in enumerate(table):
        if row[j] > 0:
            if best < 0:
                best = r
                continue
            lead = row[-1] * table[best][j] - table[best][-1] * row[j]
            if lead < 0 or (lead == 0 and inside[r] < inside[best]):
                best = r
    return best


def _pivot(table: list[Line], gains: Line, unit: int, r: int, j: int) -> tuple[int, Line]:
    """Let column `j` and the variable of row `r` change places; the new denominator and objective. Divisions are
    without rest."""
    chosen = table[r]
    p = chosen[j]

    def reduced(line: Line) -> Line:
        f = line[j]
        if f:
            line = [(p * a - f * b) // unit for a, b in zip(line, chosen, strict=True)]
            line[j] = -f
            return line
        return line if p == unit else [p * a // unit for a in line]

    for k, line in enumerate(table):
        if k != r:
            table[k] = reduced(line)
    gains = reduced(gains)
    table[r] = chosen.copy()
    table[r][j] = unit
    return p, gains


def _values(n: int, inside: Line, amounts: Line) -> Line:
    """The amounts of the first `n` variables, 0 for those that are outside."""
    values = [0] * n
    for name, amount in zip(inside, amounts, strict=True):
        if name < n:
            values[name] = amount
    return values
