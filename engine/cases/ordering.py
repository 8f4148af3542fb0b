"""Whole solutions put into an order: a better plan, or why they cannot be."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...pddl.tables import APPLY
from ...sim.plan import Plan
from ...sim.verify import verify
from ..found import Found
from ..orders import as_far, shuffled, stuck
from ..wear import worn_in_turn
from .case import TINY, Case
from .improved import Improved
from .known import Key
from .landmarks import landmark
from .waits import Waits

PATIENCE = 0.2
"""Seconds that ordering one set of counts may take."""
FEW_ENOUGH = 200
"""Applications up to which an order is also looked for by lot."""


class Disorder(NamedTuple):
    """What is to be done about a solution that was not put into an order: look again, since the firing cut of this
    `row` was added; or `split` on whether some of these operators are applied."""

    row: int | None = None
    split: Key = ()


class Ordering:
    """Puts whole solutions of a case into an order. Whatever is a better plan than the known one is raised as
    `Improved`."""

    def __init__(self, case: Case, waits: Waits) -> None:
        self.case, self.waits, self.known = case, waits, case.known

    def disorder(self, values: Sequence[float], lot: bool) -> Disorder:
        """What is to be done about a solution; with `lot`, where nothing is, an order is also looked for by lot."""
        if any(abs(x - round(x)) > TINY for x in values[: len(self.case.system.moves)]):
            return Disorder()
        order, counts = self._counted(values)
        left = self._left(order, counts)
        if not left:
            return Disorder()
        names = self._operators(left)
        self.waits.look_at(values)
        row, free = self._cut(values, names)
        if row is not None:
            return Disorder(row)
        split = (free,) if free else self._otherwise(values, names)
        if not split and lot and sum(counts[m] for m in order) <= FEW_ENOUGH:
            self._offer(shuffled(self.case.problem, self.case.t, counts, order, self._end()))
        return Disorder(split=split)

    def late(self, values: Sequence[float]) -> list[tuple[str, Mapping[int, float], float]]:
        """Of whole counts that lack nothing: firing cuts that they break, since they cannot be ordered, each with the
        operator that it speaks of and that it is asked of only where that is used."""
        case, end = self.case, self._end()
        order, counts = self._counted(values)
        plan, left = stuck(case.problem, case.t, counts, order, end)
        self._offer(plan or as_far(case.problem, case.t, counts, order, end))
        if plan is not None:
            return []
        self.waits.look_at(values)
        out: list[tuple[str, Mapping[int, float], float]] = []
        for name in self._operators(left):
            for last in (False, True):
                row = self.waits.supposed(values, name, last)
                if row:
                    out.append((name, *row))
        return out

    def _end(self) -> float:
        return min(self.known.end, time.monotonic() + PATIENCE)

    def _operators(self, moves: Sequence[int]) -> list[str]:
        return list(dict.fromkeys(self.case.t.moves[m].operator for m in moves))

    def _counted(self, values: Sequence[float]) -> tuple[list[int], dict[int, int]]:
        """The operators of a whole solution in the order in which they can first fire, and all its counts."""
        case, moves = self.case, self.case.t.moves
        counts = {m: round(values[j]) for j, m in enumerate(case.system.moves) if round(values[j]) > 0}
        case.reach.helped(m for m in counts if moves[m].kind == APPLY)
        order = [m for m in case.reach.order() if moves[m].kind == APPLY and m in counts]
        return order, worn_in_turn(case.problem, case.t, counts, order)

    def _left(self, order: Sequence[int], counts: Mapping[int, int]) -> list[int]:
        """What is left of counts once all that can be is fired."""
        key = frozenset(counts.items())
        left = self.known.stuck.get(key)
        if left is None:
            plan, left = stuck(self.case.problem, self.case.t, counts, order, self._end())
            self.known.stuck[key] = left
            self._offer(plan)
        return left

    def _offer(self, plan: Plan | None) -> None:
        """Raise `Improved` where the law accepts a plan that is better than the known one."""
        if plan is not None:
            verdict = verify(self.known.full, Plan(plan.steps))
            if verdict.sound and verdict.cost < self.known.found.verdict.cost:
                raise Improved(Found(plan, verdict))

    def _cut(self, values: Sequence[float], names: Sequence[str]) -> tuple[int | None, str]:
        """The row of a firing cut that was added for some of the operators that are left; else the first of them that
        need not be applied here."""
        free = ""
        asked = [((name,), last) for name in names for last in (False, True)]
        for key, last in (*asked, (tuple(sorted(names)), False)):
            needed, row = self.waits.here(values, key, last)
            if row is not None:
                return row, ""
            if not needed and len(key) == 1 and not last:
                free = free or key[0]
        return None, free

    def _otherwise(self, values: Sequence[float], names: Sequence[str]) -> Key:
        """Operators that a solution does not use, by one of which the last of `names` could do without an earlier one:
        to be split on, since without them it has to wait."""
        case, support = self.case, self.case.support(values)
        rank = [0.0] * case.t.n_moves
        target = frozenset(case.moves(names[-1])) if names else frozenset[int]()
        for name in dict.fromkeys((*names[:-1], *reversed(self.waits.made))):
            if name in names[-1:]:
                continue
            own = case.moves_of((name,))
            alive = [m for m in case.alive() if m not in own]
            others = landmark(case.reach, alive, [m for m in support if m not in own], [target], rank)
            if others:
                return tuple(sorted(case.names(others)))
        return ()
