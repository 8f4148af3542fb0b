"""Whole multipliers for the rows of a case, made of those that the solver suggests; and the leaves they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...sim.answer import Cut, Leaf
from .case import Case
from .cuts import Cuts
from .dual import Dual, Matrix, exact_dual
from .firing import Prefix
from .growing import Growing
from .rows import UNIT
from .waits import Waits
from .weights import Weights

APART = ("mark", "link", "before")
"""Rows that do not speak of applications alone."""


@dataclass(frozen=True, slots=True)
class Charged:
    """Multipliers of mark rows, what they and the operators that must be used are worth, and what is left for each
    column to cost."""

    marks: dict[int, int]
    value: int
    cost: list[int]


class Multipliers:
    """Makes whole multipliers for all rows of a case, and leaves of them."""

    def __init__(self, case: Case, cuts: Cuts, waits: Waits) -> None:
        self.case, self.cuts, self.waits = case, cuts, waits
        self.matrix = Matrix()

    def dual(self, suggested: Sequence[float], objective: int = 1) -> Dual | None:
        """Whole multipliers that bound the cost, or, with objective 0, prove the case empty where their bound is above
        0; None where those suggested cannot be mended."""
        case = self.case
        padded = [*suggested, *[0.0] * (len(case.rows) - len(suggested))]
        for i in case.out:  # a solver may leave a trace of a number on a row that it no longer looks at
            padded[i] = 0.0
        charged = Charged({}, 0, case.cost if objective else [0] * len(case.cost))
        if objective and case.counted:
            charged = self._charged(padded)
        plain = [0.0 if row.kind in APART else y for row, y in zip(case.rows, padded, strict=True)]
        dual = exact_dual(case.rows, self.matrix, charged.cost, plain, case.low, case.high, self._weights(padded))
        if dual is None or not charged.marks:
            return dual and replace(dual, value=dual.value + charged.value)
        multipliers = [charged.marks.get(i, y) for i, y in enumerate(dual.multipliers)]
        return replace(dual, multipliers=multipliers, value=dual.value + charged.value)

    def _weights(self, suggested: Sequence[float]) -> list[Weights]:
        """The firing cuts in whole weights, those that look at the same columns taken together."""
        mixed: dict[int, tuple[Prefix, dict[int, float], dict[int, float]]] = {}
        for i, (prefix, weights, gains) in self.waits.cuts.items():
            if suggested[i] > 0:
                _, total, gained = mixed.setdefault(id(prefix), (prefix, {}, {}))
                for c, w in weights.items():
                    total[c] = total.get(c, 0.0) + suggested[i] * w
                for j, n in gains.items():
                    gained[j] = gained.get(j, 0.0) + suggested[i] * n
        return [Weights(*each) for each in mixed.values()]

    def _charged(self, suggested: Sequence[float]) -> Charged:
        """Each operator's one, which mark rows share, and what is left of it spread over as many applications as there
        can be."""
        case = self.case
        left = {name: UNIT if case.t.counts[case.moves(name)[0]] else 0 for name in case.marks.column}
        marks = self._shared(suggested, left)
        value = sum(marks.values())
        cost = [0] * len(case.cost)
        for name, columns in case.system.of_operator.items():
            if (name,) in case.forced:
                value += left[name]
            elif case.marks.most[name]:
                for j in columns:
                    cost[j] = left[name] // case.marks.most[name]
        return Charged(marks, value, cost)

    def _shared(self, suggested: Sequence[float], left: dict[str, int]) -> dict[int, int]:
        """Multipliers of mark rows, taken from what is left of each operator's one."""
        marks: dict[int, int] = {}
        for i, row in enumerate(self.case.rows):
            if row.kind == "mark" and suggested[i] > 0:
                names = [name for name in self.cuts.of_row[i].first if name in left]
                y = min(max(0, round(suggested[i] * UNIT)), *(left[name] for name in names))
                for name in names:
                    left[name] -= y
                if y:
                    marks[i] = y
        return marks

    def leaf(self, dual: Dual, objective: int, tree: Growing) -> Leaf:
        """The multipliers by what their rows are; the tree gets the cuts."""
        rows = self.case.rows
        of: dict[str, dict[int, int]] = {}
        for i, y in enumerate(dual.multipliers):
            if y:
                of.setdefault(rows[i].kind, {})[i] = y
        places = {i: tree.cut(cut) for i, cut in self.cuts.of_row.items() if dual.multipliers[i]}

        def by_key(kind: str) -> dict[int, int]:
            return {int(rows[i].key): y for i, y in of.get(kind, {}).items()}

        def by_place(kind: str) -> dict[int, int]:
            return {places[i]: y for i, y in of.get(kind, {}).items()}

        caps = by_key("cap")
        return Leaf(
            objective,
            {self.case.system.key(c): y for c, y in by_key("cell").items()},
            {**by_place("cut"), **_weighed(dual, self.case, tree)},
            by_place("mark"),
            by_key("want"),
            {str(rows[i].key): y for i, y in of.get("limit", {}).items()},
            tuple(caps.get(k, 0) for k in range(len(self.case.values))),
            by_key("group"),
        )


def _weighed(dual: Dual, case: Case, tree: Growing) -> dict[int, int]:
    """Firing cuts with their weights by name, each counted once."""
    out: dict[int, int] = {}
    for part in dual.weights:
        weights = {case.system.key(c): w for c, w in sorted(part.by_cell.items()) if w}
        if weights:
            out[tree.cut(Cut(part.prefix.names, weights, part.prefix.last))] = 1
    return out
