"""What a solution of the linear programme lacks: operators that it has to apply and does not, or applies and cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...pddl.tables import APPLY
from ...sim.answer import Cut
from .case import TINY, Case
from .cuts import Cuts, cut_key
from .known import Key
from .landmarks import landmark, unreachable
from .lp import Solved
from .rows import UNIT

NEARLY = 1 - 1e-4
"""What counts as one application."""


class Lack(NamedTuple):
    """A landmark that a solution misses and that is not in force; else operators that it uses and that cannot fire with
    what it uses, with all that lack the same (`unsupported`)."""

    cut: Cut | None = None
    unsupported: Key = ()


class Lacks:
    """Looks for what solutions of a case lack."""

    def __init__(self, case: Case, cuts: Cuts) -> None:
        self.case, self.cuts = case, cuts

    def of(self, solved: Solved) -> Lack:
        """What an optimal solution lacks."""
        case, values = self.case, solved.values
        alive, targets, rank = case.alive(), case.targets(), case.ranked(solved.reduced)
        missed, unsupported = self._missed(alive, targets, values, rank), ()
        if missed is None:
            support = [m for j, m in enumerate(case.system.moves) if values[j] > TINY and case.high[j] != 0]
            unsupported = self._unsupported(alive, support, rank)
            missed = self._unmarked(alive, targets, values) if case.counted and not unsupported else None
        cut = None if missed is None else Cut(tuple(sorted(case.names(missed))))
        return Lack(None if cut is None or cut_key(cut) in self.cuts.active else cut, unsupported)

    def asked(self, solved: Solved) -> bool:
        """Whether a solution misses a landmark, which is then asked for."""
        cut = self.of(solved).cut if solved.status == "optimal" else None
        if cut is not None:
            self.cuts.enforce(cut)
        return cut is not None

    def _missed(
        self, alive: Sequence[int], targets: Sequence[frozenset[int]], values: Sequence[float], rank: Sequence[float]
    ) -> tuple[int, ...] | None:
        """Operators of which one must be applied and that are not, or only in part."""
        case = self.case
        whole = [m for m, x in zip(case.system.moves, values, strict=False) if x > 1 - TINY]
        top = max(rank, default=0.0) + 1.0
        part = list(rank)
        for m, x in zip(case.system.moves, values, strict=False):
            if x > TINY:
                part[m] = -top * x
        missed = landmark(case.reach, alive, whole, targets, part)
        if missed is None or sum(values[j] for j in case.columns_of(case.names(missed))) >= NEARLY:
            return None
        return missed

    def _unmarked(
        self, alive: Sequence[int], targets: Sequence[frozenset[int]], values: Sequence[float]
    ) -> tuple[int, ...] | None:
        """A landmark none of whose operators are counted in full."""
        case = self.case
        used = {name: values[z] for name, z in case.marks.column.items()}
        support = [m for name, x in used.items() if x > 1 - TINY for m in case.moves(name)]
        rank = [0.0] * case.t.n_moves
        for name, x in used.items():
            for m in case.moves(name):
                rank[m] = -x
        missed = landmark(case.reach, alive, support, targets, rank)
        if missed is None or sum(used[name] for name in case.names(missed)) > NEARLY:
            return None
        return missed

    def _unsupported(self, alive: Sequence[int], support: Iterable[int], rank: Sequence[float]) -> Key:
        """Where a solution uses operators that cannot fire with what it uses: those, and all that lack the same."""
        case = self.case
        fired, idle = self._fired(support)
        if not idle:
            return ()
        own = case.t.moves[min(idle, key=lambda m: (rank[m], m))].operator
        first = landmark(case.reach, alive, fired, [frozenset(case.moves(own))], rank)
        if first is None:
            return ()
        names = case.names(first)
        if own in names:
            return (own,)
        dead = unreachable(case.reach, alive, case.moves_of(names))
        lost = case.names(m for m in dead if case.t.moves[m].kind == APPLY)
        kept = case.names(m for m in alive if m not in dead and case.t.moves[m].kind == APPLY)
        return tuple(sorted((lost - kept) | {own}))

    def _fired(self, support: Iterable[int]) -> tuple[list[int], list[int]]:
        """Of the moves that a solution uses those that can fire with what it uses, and the operators that cannot."""
        case, moves = self.case, list(support)
        case.reach.helped(moves)
        fired = case.reach.fired
        return [m for m in moves if fired[m]], [m for m in moves if not fired[m] and case.t.moves[m].kind == APPLY]

    def of_whole(self, values: Sequence[float]) -> list[tuple[str, Key]]:
        """The operators that whole counts use and that nothing they use makes possible, each with others of which one
        would have to be used too."""
        case = self.case
        alive = case.alive()
        fired, idle = self._fired(case.support(values))
        rank = case.ranked(-1.0 if x > TINY else cost / UNIT for x, cost in zip(values, case.cost, strict=False))
        out: list[tuple[str, Key]] = []
        for name in dict.fromkeys(case.t.moves[m].operator for m in idle):
            first = landmark(case.reach, alive, fired, [frozenset(case.moves(name))], rank)
            if first is not None:
                out.append((name, tuple(sorted(case.names(first) - {name}))))
        return out
