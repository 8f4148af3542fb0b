"""Operators one of which every plan applies: found by trying what else could do without them.

Reachability forgets that things are used up. Where the goal cannot be reached with some of the operators alone, one of
the others must be applied; of those, as many as possible are allowed while the goal stays out of reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias
from weakref import WeakKeyDictionary

from ...pddl.tables import APPLY, Tables

CELL, FIRED, ALLOWED = range(3)


class Reach:
    """What can be had with the moves that are allowed, grown one move at a time; `undo` takes a growth back."""

    def __init__(self, t: Tables, moves: Iterable[int], held: Iterable[int]) -> None:
        self.t = t
        self.moves = list(moves)
        self._asks, self._gives, self._takers = _structure(t)
        self._held = tuple(held)
        self._base: tuple[list[int], bytearray, bytearray, bytearray, list[tuple[int, int]]] | None = None
        self._lacking: list[int] = []
        self._journal: list[tuple[int, int]] = []
        self.allowed = bytearray(t.n_moves)
        self.fired = bytearray(t.n_moves)
        self._cells = bytearray(t.n_cells)
        self.restart(())

    def restart(self, allowed: Iterable[int]) -> None:
        """Begin anew with `allowed` moves."""
        self._lacking = self._asks[:]
        self.allowed = bytearray(self.t.n_moves)
        self.fired = bytearray(self.t.n_moves)
        self._cells = bytearray(self.t.n_cells)
        self._journal = []
        self._have(self._held)
        for m in allowed:
            self.allow(m)

    def helped(self, support: Iterable[int]) -> None:
        """Begin anew with all moves but operators, and those of `support`."""
        if self._base is None:
            moves = self.t.moves
            self.restart(m for m in self.moves if moves[m].kind != APPLY)
            self._base = (self._lacking, self.allowed, self.fired, self._cells, self._journal)
        lacking, allowed, fired, cells, journal = self._base
        self._lacking, self.allowed, self.fired = lacking[:], allowed[:], fired[:]
        self._cells, self._journal = cells[:], journal[:]
        for m in support:
            self.allow(m)

    def _have(self, cells: Iterable[int]) -> None:
        todo = list(cells)
        has, lacking, allowed, fired, journal = self._cells, self._lacking, self.allowed, self.fired, self._journal
        while todo:
            c = todo.pop()
            if has[c]:
                continue
            has[c] = 1
            journal.append((CELL, c))
            for m in self._takers[c]:
                lacking[m] -= 1
                if not lacking[m] and allowed[m]:
                    fired[m] = 1
                    journal.append((FIRED, m))
                    todo += self._gives[m]

    def allow(self, m: int) -> int:
        """Allow a move; returns a mark for `undo`."""
        mark = len(self._journal)
        if not self.allowed[m]:
            self.allowed[m] = 1
            self._journal.append((ALLOWED, m))
            if not self._lacking[m]:
                self.fired[m] = 1
                self._journal.append((FIRED, m))
                self._have(self._gives[m])
        return mark

    def order(self) -> list[int]:
        """The moves that fired, in the order in which they first could."""
        return [m for kind, m in self._journal if kind == FIRED]

    def undo(self, mark: int) -> None:
        """Take back all that came of moves allowed since `mark`."""
        journal = self._journal
        while len(journal) > mark:
            kind, x = journal.pop()
            if kind == CELL:
                self._cells[x] = 0
                for m in self._takers[x]:
                    self._lacking[m] += 1
            elif kind == FIRED:
                self.fired[x] = 0
            else:
                self.allowed[x] = 0


Structure: TypeAlias = tuple[list[int], list[tuple[int, ...]], list[list[int]]]
_structures: WeakKeyDictionary[Tables, Structure] = WeakKeyDictionary()


def _structure(t: Tables) -> Structure:
    """How many cells each move asks for, which it gives, and which moves ask for each cell."""
    found = _structures.get(t)
    if found is None:
        takers = [[m for m, _ in t.takers.row(c)] for c in range(t.n_cells)]
        asks = [0] * t.n_moves
        for moves in takers:
            for m in moves:
                asks[m] += 1
        gives = [tuple(c for c, _ in t.gives.row(m)) for m in range(t.n_moves)]
        found = _structures[t] = asks, gives, takers
    return found


def landmark(
    reach: Reach, alive: Sequence[int], support: Iterable[int], targets: Sequence[frozenset[int]], rank: Sequence[float]
) -> tuple[int, ...] | None:
    """Moves of operators of which one must fire so that of each set in `targets` some move fires; None where `support`
    alone can do it. The moves of lowest `rank` are spared first, so that what remains is dear."""
    reach.helped(support)
    fired = reach.fired

    def met() -> bool:
        return all(any(fired[m] for m in target) for target in targets)

    if met():
        return None
    left: list[int] = []
    allowed = reach.allowed
    for _, m in sorted((rank[m], m) for m in alive if not allowed[m]):
        mark = reach.allow(m)
        if fired[m] and met():
            reach.undo(mark)
            left.append(m)
    return tuple(left)


def unreachable(reach: Reach, alive: Iterable[int], without: Iterable[int]) -> set[int]:
    """Of the `alive` moves those that cannot fire once none of `without` may."""
    gone, every = set(without), list(alive)
    reach.restart(m for m in every if m not in gone)
    return {m for m in every if not reach.fired[m]} - gone
