"""What no plan as cheap as the known one holds, set aside step by step: splits of which one side is closed at once."""

from __future__ import annotations

import time
from dataclasses import replace

from .criterion import Criterion
from .cuts import cut_key
from .dual import Dual
from .growing import Growing
from .known import Aside, Key, Known
from .lp import Solved
from .rows import UNIT
from .search import Search

SHARE = 12
"""What is set aside at once is at least one column in so many."""
PROBES = 40
"""Cases that closing the high side of one group may take while it is set aside."""
FEW = 4
"""Cases that closing a side of a split on a fraction may take."""
TRIES = 10
"""Fractions that are tried for a split of which one side closes at once."""


def set_aside(known: Known, k: int, values: tuple[int, ...], target: int) -> None:
    """Cut, and set aside what cannot be in a plan below `target`, until neither changes anything: all of that goes into
    `known`."""
    while time.monotonic() < known.end:
        criterion = Criterion(known, k, values, target)
        aside = Asides(criterion).find()
        if aside is None:
            return
        known.aside.append(aside)
        if aside.high and aside.at == 0:
            system, gone = criterion.case.system, set(aside.columns)
            known.leave(m for m in known.alive if m not in system.column or system.keys[system.column[m]] not in gone)


class Asides:
    """Looks for what can be set aside of a criterion."""

    def __init__(self, criterion: Criterion) -> None:
        self.criterion, self.case = criterion, criterion.case
        self.target = criterion.target

    def find(self) -> Aside | None:
        """A split of which one side can be closed at once; None where none is found."""
        criterion = self.criterion
        operators = [(name,) for name in self.case.system.of_operator]
        while True:
            solved = self.case.solve()
            if solved.status != "optimal" or self.case.late():
                return None
            lack = criterion.lacks.of(solved)
            if lack.cut is not None:
                criterion.cuts.enforce(lack.cut)
                criterion.known.cuts[cut_key(lack.cut)] = lack.cut
                continue
            dual = criterion.multipliers.dual(solved.multipliers)
            if dual is None or dual.value > UNIT * (self.target - 1):
                return None
            aside = self._costly(dual)
            if aside is None and criterion.waits.broken(solved.values, operators):
                continue
            # dear to look for, so that it comes last
            return aside or self._closing(solved, lack.unsupported)

    def _costly(self, dual: Dual) -> Aside | None:
        """Columns whose reduced cost alone reaches the target."""
        keys, room = self.case.system.keys, UNIT * (self.target - 1) - dual.value
        stays = [r <= room or self.case.low[j] > 0 for j, r in enumerate(dual.reduced)]
        gone = {key for key, stay in zip(keys, stays, strict=True) if not stay}
        gone -= {key for key, stay in zip(keys, stays, strict=True) if stay}
        if len(gone) * SHARE < len(self.case.system.moves):
            return None
        least = min(r for key, r in zip(keys, dual.reduced, strict=True) if key in gone)
        return self._aside(tuple(sorted(gone)), dual, least)

    def _aside(self, columns: Key, dual: Dual, least: int) -> Aside:
        """The split on columns, whose high side is closed by multipliers and, where they are several, `least` for the
        branch itself."""
        tree = Growing()
        leaf = self.criterion.multipliers.leaf(dual, 1, tree)
        if len(columns) > 1 or len(self.case.columns_of(columns)) > 1:
            leaf = replace(leaf, groups={**leaf.groups, len(self.case.path): least})
        return Aside(self.criterion.k, columns, 0, True, (leaf,), tuple(tree.cuts))

    def _closing(self, solved: Solved, lacking: Key) -> Aside | None:
        """A split on what the solution shows, if one side is closed in few cases."""
        aside = self._closed(lacking, 0, True, PROBES) if lacking else None
        if aside is not None:
            return aside
        for columns, at in self.criterion.splits.fractions(solved)[:TRIES]:
            aside = self._closed(columns, at, False, FEW) or self._closed(columns, at, True, FEW)
            if aside is not None:
                return aside
        return None

    def _closed(self, columns: Key, at: int, side: bool, most: int) -> Aside | None:
        """One side of a split, if it can be closed in `most` solutions."""
        search = Search(self.criterion, most, lot=False)
        if not search.close_side(columns, at, side):
            return None
        return Aside(self.criterion.k, columns, at, side, search.tree.done(), tuple(search.tree.cuts))
