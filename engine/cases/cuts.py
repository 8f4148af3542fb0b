"""Landmarks as rows of a case: one of some operators has to be applied, and counted where operators are."""

from __future__ import annotations

from ...sim.answer import Cut
from .case import Case
from .known import CutKey
from .rows import Row


class Cuts:
    """The landmark cuts that were ever asked for; `of_row` tells which a row is of, `active` are those in force."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.of_row: dict[int, Cut] = {}
        self.active: set[CutKey] = set()
        self._rows: dict[CutKey, tuple[int, ...]] = {}
        for cut in case.known.cuts.values():
            self.enforce(cut)

    def enforce(self, cut: Cut) -> CutKey:
        """Put a cut in force, as rows of its own or again."""
        key = cut_key(cut)
        if key in self._rows:
            for row in self._rows[key]:
                self.case.enforce(row)
        else:
            self._rows[key] = tuple(self.case.add(row) for row in self._rows_of(cut))
            self.of_row.update(dict.fromkeys(self._rows[key], cut))
        self.active.add(key)
        return key

    def release(self, key: CutKey) -> None:
        """Put a cut out of force."""
        self.active.discard(key)
        for row in self._rows[key]:
            self.case.release(row)

    def _rows_of(self, cut: Cut) -> list[Row]:
        case, marks = self.case, self.case.marks.column
        rows = [Row("cut", "", 1, dict.fromkeys(case.columns_of(cut.first), 1))]
        if case.counted:
            rows.append(Row("mark", "", 1, {marks[name]: 1 for name in cut.first if name in marks}))
        return rows


def cut_key(cut: Cut) -> CutKey:
    """What tells cuts apart."""
    return cut.first, tuple(sorted(cut.weights.items()))
