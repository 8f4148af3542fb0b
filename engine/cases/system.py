"""The columns of the linear system that every plan satisfies: moves of the tables, and what each changes.

Cells count items, pools and ticks; beyond them stand cells for the uses left of tools, and for how often an operator
has been applied before another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from ...pddl.model import Problem
from ...pddl.tables import ALLOT, APPLY, PRESENCE, TICKS, WEAR, WITNESS, Tables
from ..model import start_stock

SUMMED = ("effort", "applications")
"""Criteria that add up over applications; the other one counts the operators that are used."""

_effects: WeakKeyDictionary[Tables, dict[bool, dict[int, dict[int, int]]]] = WeakKeyDictionary()
"""The effects of moves, for all systems over the same tables."""


class System:
    """The columns `moves` (rows of the tables) of a problem, numbered as in `moves`; `of_operator` are the columns of
    each operator, `start` is what is held and what of it is free, by cell."""

    def __init__(self, problem: Problem, t: Tables, moves: Iterable[int]) -> None:
        self.problem, self.t = problem, t
        self.moves = [m for m in moves if t.moves[m].kind != WITNESS]
        self.column = {m: j for j, m in enumerate(self.moves)}
        self.keys = [self._column_key(m) for m in self.moves]
        self.wearing = {c for c, n in enumerate(t.uses) if n and problem.rules.wear}
        self._effects = _effects.setdefault(t, {}).setdefault(problem.rules.wear, {})
        self.start = start_stock(problem, t)
        self.of_operator: dict[str, list[int]] = {}
        for j, m in enumerate(self.moves):
            if t.moves[m].kind == APPLY:
                self.of_operator.setdefault(t.moves[m].operator, []).append(j)
        self.operators = list(problem.operators)

    # -- names ------------------------------------------------------------------------------------------------------

    def key(self, cell: int) -> str:
        """The name of a cell in certificates."""
        n = self.t.n_cells
        if cell >= 2 * n:
            return f"made {self.operators[cell - 2 * n]}"
        return self.t.names[cell] if cell < n else f"use of {self.t.names[cell - n]}"

    def made(self, name: str) -> int:
        """The cell that counts the applications of an operator, in what comes before another one."""
        return 2 * self.t.n_cells + self.operators.index(name)

    def burned_or_worn(self, cell: int) -> bool:
        """Whether a cell counts ticks of fuel or uses of a tool."""
        return cell >= self.t.n_cells or self.t.kind[cell] == TICKS

    def column_key(self, j: int) -> str:
        """The name of a column in certificates: its operator, or the member and what it goes into."""
        return self.keys[j]

    def _column_key(self, m: int) -> str:
        move = self.t.moves[m]
        return move.operator if move.kind == APPLY else f"{self.t.names[move.item]} -> {self.t.names[move.cell]}"

    # -- numbers ----------------------------------------------------------------------------------------------------

    def cost(self, name: str) -> list[int]:
        """What an application of each column adds to a summed criterion."""
        values = self.t.effort if name == "effort" else self.t.counts
        return [values[m] for m in self.moves]

    def effect(self, m: int) -> dict[int, int]:
        """What one application of move `m` changes, by cell; cell n_cells + c counts the uses left of tool c."""
        found = self._effects.get(m)
        if found is None:
            found = self._effects[m] = self._effect(m)
        return found

    def _effect(self, m: int) -> dict[int, int]:
        t, out = self.t, dict[int, int]()
        taken = dict(t.takes.row(m))
        for c, n in t.gives.row(m):
            if t.kind[c] != PRESENCE:
                out[c] = out.get(c, 0) + n
            if c in self.wearing:
                out[t.n_cells + c] = n * t.uses[c]
        for c, n in taken.items():
            out[c] = out.get(c, 0) - n
            if c in self.wearing:
                out[t.n_cells + c] = out.get(t.n_cells + c, 0) - n
        move = t.moves[m]
        if move.kind == WEAR and move.item in self.wearing:
            out[t.n_cells + move.item] = -1
        if move.kind == APPLY and self.wearing:
            self._renew(m, taken, out)
        return out

    def _renew(self, m: int, taken: dict[int, int], out: dict[int, int]) -> None:
        """Count the uses where a worn piece goes and a new one comes back, which the tables net."""
        t, gross = self.t, dict[int, int]()
        for need in self.problem.operators[t.moves[m].operator].takes:
            c = t.cell_of.get(need.any_of[0], -1) if len(need.any_of) == 1 else -1
            if c in self.wearing:
                gross[c] = gross.get(c, 0) + need.n
        for c, n in gross.items():
            back = n - min(n, taken.get(c, 0))
            out[t.n_cells + c] = out.get(t.n_cells + c, 0) + back * (t.uses[c] - 1)


def classes(system: System) -> list[tuple[int, ...]]:
    """Columns of operators of one kind that give as many of interchangeable items each: mining any log, sawing any
    planks. Items are taken for interchangeable that the widest set they are in lets stand for each other."""
    t, widest = system.t, _widest(system)
    found: dict[tuple[object, ...], list[int]] = {}
    for j, m in enumerate(system.moves):
        if t.moves[m].kind == APPLY:
            gives = tuple(sorted((widest.get(c, (0, -1 - c)), n) for c, n in t.gives.row(m)))
            kind = system.problem.operators[t.moves[m].operator].kind
            found.setdefault((kind, gives, t.counts[m]), []).append(j)
    return [tuple(columns) for columns in found.values()]


def _widest(system: System) -> dict[int, tuple[int, int]]:
    """The pool with most members that an item can go into, by its cell: how many, and the pool's cell."""
    moves = system.t.moves
    widest: dict[int, tuple[int, int]] = {}
    width: dict[int, int] = {}
    helpers = [(moves[m].item, moves[m].cell) for m in system.moves if moves[m].kind == ALLOT]
    for _, cell in helpers:
        width[cell] = width.get(cell, 0) + 1
    for item, cell in helpers:
        widest[item] = max(widest.get(item, (0, 0)), (width[cell], cell))
    return widest
