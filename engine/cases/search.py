"""The tree search: a case is closed by multipliers, or a cut is added to it, or it is split."""

from __future__ import annotations

from collections.abc import Sequence

from ...sim.answer import Branch, Cut, Leaf
from .criterion import Criterion
from .growing import Growing
from .known import Key
from .rows import UNIT
from .visit import Visit


class Search:
    """Closes cases, at most `most` solutions of them, into a `tree`. `lowest` is what no open case undercuts, in units
    of 1/UNIT; with `lot` whole solutions are also put into an order by lot."""

    def __init__(self, criterion: Criterion, most: int, lot: bool = True) -> None:
        self.criterion, self.case = criterion, criterion.case
        self.most, self.lot = most, lot
        self.tree = Growing()
        self.lowest = criterion.target * UNIT
        self.count = 0

    def close(self) -> None:
        """Close every case, or as many as time allows."""
        self._node(self.tree.reserve(), [0.0] * len(self.case.rows))

    def close_side(self, key: Key, at: int, side: bool) -> bool:
        """Close the cases on one side of a split; whether all could be."""
        self._side(self.tree.reserve(), key, at, side, [0.0] * len(self.case.rows))
        return self.lowest >= self.criterion.target * UNIT

    def _late(self) -> bool:
        return self.case.late() or self.count > self.most

    def _node(self, node: int, inherited: Sequence[float]) -> None:
        """Close the case the search stands in, by splitting it where needed; `inherited` multipliers serve where there
        is no time for others."""
        visit = Visit(self.criterion, inherited, self.lot)
        while not self._late():
            self.count += 1
            if not visit.look():
                break
        if visit.split is not None:
            self._branch(node, *visit.split, visit.suggested)
        elif visit.empty:
            nothing = self.tree.cut(Cut(()))
            self.tree.nodes[node] = Leaf(0, {}, {nothing: 1}, caps=(0,) * len(self.case.values))
        else:
            self._leaf(node, visit.suggested, visit.objective)
        visit.leave()

    def _leaf(self, node: int, suggested: Sequence[float], objective: int) -> None:
        multipliers = self.criterion.multipliers
        dual = multipliers.dual(suggested, objective)
        if dual is None or dual.value <= 0:
            dual, objective = multipliers.dual(()), 1
        if dual is None:
            raise AssertionError("no multipliers at all are always allowed")
        if objective:
            self.lowest = min(self.lowest, dual.value)
        self.tree.nodes[node] = multipliers.leaf(dual, objective, self.tree)

    def _branch(self, node: int, key: Key, at: int, multipliers: Sequence[float]) -> None:
        """Split on columns in all (operators with all their variants): at most `at`, and more."""
        low, high = self.tree.reserve(), self.tree.reserve()
        self.tree.nodes[node] = Branch(key, at, low, high)
        self._side(low, key, at, False, multipliers)
        self._side(high, key, at, True, multipliers)

    def _side(self, node: int, key: Key, at: int, side: bool, multipliers: Sequence[float]) -> None:
        with self.case.narrowed(key, at, side):
            self._node(node, multipliers)
