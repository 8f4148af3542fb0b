"""Counts fired by need: nothing burns before something waits for it, so that what makes better fuel comes before what
uses fuel up."""

from __future__ import annotations

from collections.abc import Sequence

from ..pddl.tables import ITEM
from ..sim.plan import Plan
from .rounds import PLENTY, Rounds

SERVED = 4
"""How many fires after one another are lit for one thing that is waited for."""


class ByNeed:
    """Rounds in which nothing burns before all else is done that can be; then for the first of `targets` that waits for
    it, and no more than that needs."""

    def __init__(self, rounds: Rounds, order: Sequence[int], targets: Sequence[int]) -> None:
        self.rounds, self.order, self.targets = rounds, order, targets
        moves = rounds.tables.moves
        self.burners = [m for m in order if moves[m].ticks >= 0]
        self.others = [m for m in order if moves[m].ticks < 0]

    def all(self, end: float) -> Plan | None:
        """Rounds until everything is fired; None where nothing more can be, or at time `end`."""
        while self.rounds.unfinished():
            if self.rounds.given_up(end) or not self._one_more():
                return None
        return self.rounds.so_far()

    def _one_more(self) -> bool:
        rounds = self.rounds
        return (
            rounds.round(self.others, False, PLENTY, anew=True)
            or any(rounds.left[m] and self._serve(m, 1, SERVED) for m in self.targets)
            or rounds.round(self.burners, False, PLENTY, anew=True)
            or rounds.round(self.order, True, PLENTY)
        )

    def _serve(self, m: int, n: int, depth: int) -> bool:
        """Burn for what `n` applications of `m` take and that is not there; whether anything was burned."""
        rounds, t = self.rounds, self.rounds.tables
        rounds.reserved = {}
        for c, k in t.takes.row(m):
            short = k * n - rounds.free(t.names[c]) if t.kind[c] == ITEM else 0
            for b in self.burners if short > 0 else ():
                given = dict(t.gives.row(b)).get(c, 0)
                if given and rounds.left[b] and self._burn(b, -(-short // given), depth):
                    return True
        return False

    def _burn(self, m: int, n: int, depth: int) -> bool:
        """Burn up to `n` times, or for what that lacks; whether anything was burned."""
        rounds = self.rounds
        rounds.reserved = rounds.reserve(m)
        times = min(rounds.left[m], n)
        can = min(times, rounds.most(m))
        return bool(can and rounds.fire(m, can)) or bool(depth and self._serve(m, times, depth - 1))
