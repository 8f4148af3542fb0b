"""Whole counts over the columns of some cases, by an integer programme that grows until they can be ordered."""

from __future__ import annotations

import time
from collections.abc import Sequence

from .case import TINY
from .criterion import Criterion
from .lp import Whole

WHOLES = 24
"""Times that it is solved."""
FIRE, SPARE, EASED = 100, 4, 3
"""Ticks that are asked for beyond what burns, at first; how much more each time; and how often."""
ROOM, LEAST = 4, 1000
"""How much oftener than in a solution an operator may be applied once it counts as used or not, and how often at
least."""


class WholeCounts:
    """The integer programme. An operator that others have to make possible is used or not, by a column of its own."""

    def __init__(self, criterion: Criterion) -> None:
        self.criterion, self.case = criterion, criterion.case
        while criterion.lacks.asked(self.case.solve()):
            pass  # landmarks of the goal cost less to find here than among whole counts
        self.programme = Whole(self.case.lp, len(self.case.system.moves))
        self.marks: dict[str, int] = {}
        self.eased = 0

    def search(self) -> None:
        """Raise `Improved` with a plan that costs less than what is known, if one is found."""
        for _ in range(WHOLES):
            seconds = self.case.known.end - time.monotonic()
            solved = self.programme.solve(seconds) if seconds > 0 else None
            if solved is None or solved.cost > self.criterion.target - 1 + TINY:
                return
            values = [float(round(x)) for x in solved.values[: len(self.case.system.moves)]]
            if not (self._possible(values) or self._ordered(values) or self._ease()):
                return

    def _possible(self, values: Sequence[float]) -> bool:
        """Whether operators were used that nothing made possible; each now asks for one of those that can."""
        lacking = self.criterion.lacks.of_whole(values)
        for name, others in lacking:
            row = self._when(name, values)
            for j in self.case.columns_of(others):
                row[j] = row.get(j, 0.0) + 1.0
            self.programme.add(row, 0.0)
        return bool(lacking)

    def _ordered(self, values: Sequence[float]) -> bool:
        """Whether firing cuts were added that the counts break, since they could not be put into an order."""
        cuts = self.criterion.ordering.late(values)
        for name, coefficients, rhs in cuts:
            row = {j: n * rhs for j, n in self._when(name, values).items()}
            for j, n in coefficients.items():
                row[j] = row.get(j, 0.0) + n
            self.programme.add(row, 0.0)
        return bool(cuts)

    def _ease(self) -> bool:
        """Whether more fuel and uses than are used up were asked for, so that order matters less."""
        system, times = self.case.system, SPARE**self.eased
        self.eased += 1
        for i, row in enumerate(self.case.rows):
            if row.kind == "cell" and system.burned_or_worn(int(row.key)):
                more = times * (FIRE if int(row.key) < system.t.n_cells else 1)
                self.programme.ask(i, float(row.rhs + more))
        return self.eased <= EASED

    def _when(self, name: str, values: Sequence[float]) -> dict[int, float]:
        """The row that asks for nothing while an operator is not used, and for 1 once it is."""
        columns = self.case.columns_of((name,))
        if name not in self.marks:
            mark = self.marks[name] = self.programme.mark()
            most = max(LEAST, ROOM * sum(values[j] for j in columns))
            self.programme.add({mark: most, **dict.fromkeys(columns, -1.0)}, 0.0)
        return {self.marks[name]: -1.0}
