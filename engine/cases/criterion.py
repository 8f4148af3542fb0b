"""One criterion of a problem, and what looks at the cases of it."""

from __future__ import annotations

from .case import Case
from .cuts import Cuts
from .known import Known
from .lacks import Lacks
from .multipliers import Multipliers
from .ordering import Ordering
from .splits import Splits
from .waits import Waits


class Criterion:
    """The plans of criterion `k` that cost less than `target` are looked for, or proved not to be there; the earlier
    criteria are capped by `values`.

        case         where the search stands: bounds, rows, linear programme
        cuts, waits  landmarks and firing cuts, as rows of it
        lacks        what a solution has to apply and does not, or applies and cannot
        ordering     whole solutions put into an order: a better plan, or a firing cut
        multipliers  whole multipliers, and leaves made of them
        splits       where to split
    """

    def __init__(self, known: Known, k: int, values: tuple[int, ...], target: int) -> None:
        self.known, self.k, self.target = known, k, target
        self.case = Case(known, k, values)
        self.cuts = Cuts(self.case)
        self.waits = Waits(self.case)
        self.lacks = Lacks(self.case, self.cuts)
        self.ordering = Ordering(self.case, self.waits)
        self.multipliers = Multipliers(self.case, self.cuts, self.waits)
        self.splits = Splits(self.case)
