"""One case looked at, solution by solution, until it can be closed or has to be split."""

from __future__ import annotations

from collections.abc import Sequence

from .case import TINY
from .criterion import Criterion
from .known import CutKey
from .lp import Solved
from .rows import UNIT
from .splits import Split

DEPTH = 120
"""Splits after one another; deeper cases are closed as they are."""
FINE = 1 << 12
"""How much finer than others the multipliers are that prove a case empty."""


class Visit:
    """What came of looking at a case: it has to be `split`; or it is `empty`, a goal being out of reach of what is
    left; or the `suggested` multipliers close it as far as is known (`objective` 0: as one that is empty)."""

    def __init__(self, criterion: Criterion, inherited: Sequence[float], lot: bool) -> None:
        self.criterion, self.case, self.lot = criterion, criterion.case, lot
        self.suggested, self.objective = inherited, 1
        self.split: Split | None = None
        self.empty = False
        self._cuts: list[CutKey] = []
        self._rows: list[int] = []

    def look(self) -> bool:
        """Look at a solution; whether a cut was added, so that there is another one to look at."""
        solved = self.case.solve()
        if solved.status == "infeasible":
            self._none(solved.multipliers)
        if solved.status != "optimal":
            return False
        self.suggested = solved.multipliers
        return not self._dear(solved) and self._cut_or_split(solved)

    def leave(self) -> None:
        """Put what was added here out of force."""
        for row in self._rows:
            self.case.release(row)
        for key in self._cuts:
            self.criterion.cuts.release(key)

    def _none(self, ray: Sequence[float]) -> None:
        """There is no solution: the case is empty for want of what could fire, or by multipliers, if those do."""
        self.empty = self._hopeless()
        top = max((abs(v) for v in ray), default=0.0)
        if top and not self.empty:
            scaled = [v / top * FINE for v in ray]
            dual = self.criterion.multipliers.dual(scaled, 0)
            if dual is not None and dual.value > 0:
                self.suggested, self.objective = scaled, 0

    def _hopeless(self) -> bool:
        """Whether a goal, or what has to be applied here, is out of reach of all that is left."""
        case = self.case
        case.reach.restart(case.alive())
        fired = case.reach.fired
        if not all(any(fired[m] for m in target) for target in case.targets()):
            return True
        return any(low and not fired[m] for m, low in zip(case.system.moves, case.low, strict=True))

    def _dear(self, solved: Solved) -> bool:
        """Whether the case costs too much, in whole numbers: where it does in floating point only, smaller cases may be
        closed exactly."""
        if solved.cost <= self.criterion.target - 1 + TINY:
            return False
        dual = self.criterion.multipliers.dual(solved.multipliers)
        return dual is not None and dual.value > UNIT * (self.criterion.target - 1)

    def _cut_or_split(self, solved: Solved) -> bool:
        """Add a cut; whether there was one. Else the case has to be split, if it can be."""
        criterion = self.criterion
        lack = criterion.lacks.of(solved)
        if lack.cut is not None:
            self._cuts.append(criterion.cuts.enforce(lack.cut))
            return True
        key = lack.unsupported
        if not key:
            disorder = criterion.ordering.disorder(solved.values, self.lot)
            if disorder.row is not None:
                self._rows.append(disorder.row)
                return True
            self.split = criterion.splits.best(solved)
            key = disorder.split
        if self.split is None and key:
            self.split = key, 0
        if len(self.case.path) > DEPTH:
            self.split = None
        return False
