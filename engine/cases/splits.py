"""Where to split a case: on what a solution uses in part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ...pddl.tables import APPLY
from .case import TINY, Case
from .known import Key
from .lp import Solved
from .rows import UNIT
from .system import classes

Split: TypeAlias = tuple[Key, int]
"""Columns that are counted together, and the count up to which the lower side goes."""
Fraction: TypeAlias = tuple[bool, float, float, Key, int]
"""Whether several columns are counted together; about what rounding costs; how far it is from whole; and the split."""


class Splits:
    """Finds splits for solutions of a case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.classes = classes(case.system)

    def best(self, solved: Solved) -> Split | None:
        """The split that a solution shows to be worth most: on an operator that counts in part as used, or on a count
        that is not whole; None where there is neither."""
        case, values = self.case, solved.values
        unsure = [(values[z], name) for name, z in case.marks.column.items() if TINY < values[z] < 1 - TINY]
        unsure = [(x, name) for x, name in unsure if any(values[j] > TINY for j in case.columns_of((name,)))]
        if unsure:
            return (max(unsure)[1],), 0
        return next(iter(self.fractions(solved)), None)

    def fractions(self, solved: Solved) -> list[Split]:
        """Splits on counts that are not whole, those first whose rounding costs most at the prices of the rows; what is
        interchangeable is counted together before it is told apart."""
        prices: dict[int, float] = {}
        for row, y in zip(self.case.rows, solved.multipliers, strict=False):
            if row.kind == "cell" and y:
                prices[int(row.key)] = y
        found = [*self._fractions(solved, prices)]
        often: dict[Key, int] = {}
        for keys, _, _ in self.case.path:
            often[keys] = often.get(keys, 0) + 1
        ranked = sorted(found, key=lambda each: (-often.get(each[3], 0), each), reverse=True)
        return [(keys, at) for _, _, _, keys, at in ranked]

    def _fractions(self, solved: Solved, prices: Mapping[int, float]) -> Iterator[Fraction]:
        case, values, key = self.case, solved.values, self.case.system.column_key
        single: set[int] = set()
        for columns in self.classes:
            x = sum(values[j] for j in columns)
            if abs(x - round(x)) > TINY:
                used = max(columns, key=lambda j: values[j])
                yield True, *self._paid(used, x, prices), tuple(dict.fromkeys(key(j) for j in columns)), int(x // 1)
            else:
                single.update(j for j in columns if abs(values[j] - round(values[j])) > TINY)
        for j, x in enumerate(values[: len(case.system.moves)]):
            if abs(x - round(x)) > TINY and (j in single or case.t.moves[case.system.moves[j]].kind != APPLY):
                yield False, *self._paid(j, x, prices), (key(j),), int(x // 1)

    def _paid(self, j: int, x: float, prices: Mapping[int, float]) -> tuple[float, float]:
        """What rounding a column costs, about, and how far it is from whole."""
        distance = abs(x - round(x))
        effect = self.case.system.effect(self.case.system.moves[j]).items()
        paid = self.case.cost[j] / UNIT - sum(prices.get(c, 0.0) * n for c, n in effect if n < 0)
        return paid * distance, distance
