"""The case that a search stands in: bounds of columns and rows, each of which can be taken back, and the linear
programme that says the same."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager

from .known import Aside, Key, Known
from .landmarks import Reach
from .lp import Programme, Solved
from .marks import Marks, link_rows, marks_of
from .rows import UNIT, Row, cap, rows_of
from .system import SUMMED, System

TINY = 1e-6
"""What a solver's number may be off."""


class Case:
    """All plans that do without what is set aside, the criteria before `k` capped by `values`; narrowed by splits.

    `low` and `high` bound columns, `rows` are all rows that ever were, `out` those out of force, `path` are the
    splits on the way here, and of `forced` operators so many have to be applied. `cost` is by column, in units of
    1/UNIT."""

    def __init__(self, known: Known, k: int, values: tuple[int, ...]) -> None:
        self.known, self.k, self.values = known, k, values
        self.problem, self.t = known.problem, known.t
        self.counted = self.problem.cost[k] not in SUMMED
        """Whether the criterion counts operators."""
        self.system = System(self.problem, self.t, known.alive)
        self.reach = Reach(self.t, known.alive, known.held)
        n = len(self.system.moves)
        self.low = [0] * n
        self.high: list[int | None] = [None] * n
        self.path: list[tuple[Key, int, bool]] = []
        self.forced: dict[Key, int] = {}
        self.out = set[int]()
        self.rows = rows_of(self.system)
        self._remember(known.aside)
        self.rows += [cap(self.system, j, v) for j, v in enumerate(values) if self.problem.cost[j] in SUMMED]
        self.marks = marks_of(self.system, values) if self.counted else Marks()
        self.rows += link_rows(self.system, self.marks)
        self.cost = [0] * n if self.counted else [UNIT * v for v in self.system.cost(self.problem.cost[k])]
        self.lp = self._programme()

    def _remember(self, every: Iterable[Aside]) -> None:
        """Be on the sides of splits that are left."""
        left: dict[str, list[int]] = {}
        for j, key in enumerate(self.system.keys):
            left.setdefault(key, []).append(j)
        for aside in every:
            columns = [j for name in aside.columns for j in left.get(name, ())]
            row = self._bound(columns, aside.at, not aside.high, len(aside.columns))
            if row is not None:
                self.rows.append(row)
            self.path.append((aside.columns, aside.at, not aside.high))
            if not aside.high and self._operators(aside.columns):
                self.forced[aside.columns] = aside.at + 1

    def _programme(self) -> Programme:
        lp = Programme([c / UNIT for c in self.cost] + [1.0] * len(self.marks.column), self.rows)
        for j, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            if low or high is not None:
                lp.bound(j, low, high)
        for key in self.forced:
            if self.counted and len(key) == 1:
                lp.bound(self.marks.column[key[0]], 1, None)
        return lp

    # -- what is here -----------------------------------------------------------------------------------------------

    def late(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() > self.known.end

    def solve(self) -> Solved:
        """What the linear programme says now."""
        return self.lp.solve(self.known.end - time.monotonic())

    def alive(self) -> list[int]:
        """The moves that may be applied."""
        return [*(m for j, m in enumerate(self.system.moves) if self.high[j] != 0), *self.known.witnesses]

    def shut(self, m: int) -> bool:
        """Whether a move may not be applied."""
        j = self.system.column.get(m)
        return j is None or self.high[j] == 0

    def targets(self) -> list[frozenset[int]]:
        """Sets of moves, of each of which one has to be applied."""
        return [*self.known.targets, *(self.moves_of(names) for names in self.forced)]

    def moves(self, name: str) -> list[int]:
        """The moves of an operator."""
        return [self.system.moves[j] for j in self.system.of_operator.get(name, ())]

    def moves_of(self, names: Iterable[str]) -> frozenset[int]:
        """The moves of operators."""
        return frozenset(m for name in names for m in self.moves(name))

    def columns_of(self, names: Iterable[str]) -> list[int]:
        """The columns of operators."""
        return [j for name in names for j in self.system.of_operator.get(name, ())]

    def names(self, moves: Iterable[int]) -> set[str]:
        """The operators of moves."""
        return {self.t.moves[m].operator for m in moves}

    def ranked(self, values: Iterable[float]) -> list[float]:
        """Numbers by column as numbers by move, 0 for what has none."""
        rank = [0.0] * self.t.n_moves
        for m, x in zip(self.system.moves, values, strict=False):
            rank[m] = x
        return rank

    def support(self, values: Sequence[float]) -> list[int]:
        """The moves that a solution applies."""
        return [m for j, m in enumerate(self.system.moves) if values[j] > TINY]

    # -- rows and bounds --------------------------------------------------------------------------------------------

    def add(self, row: Row) -> int:
        """A further row; its number."""
        self.rows.append(row)
        return self.lp.add(row.coefficients, row.rhs)

    def add_apart(self, coefficients: Mapping[int, float], rhs: float) -> int:
        """A further row of real numbers, which only the linear programme knows; its number."""
        self.rows.append(Row("before", "", 0, {}))
        return self.lp.add(coefficients, rhs)

    def enforce(self, row: int) -> None:
        """Put a row in force again."""
        self.out.discard(row)
        self.lp.enforce(row, float(self.rows[row].rhs))

    def release(self, row: int) -> None:
        """Put a row out of force."""
        self.out.add(row)
        self.lp.enforce(row, None)

    @contextmanager
    def narrowed(self, key: Key, at: int, side: bool) -> Generator[None, None, None]:
        """Be on one side of a split on columns: of all together at most `at`, or more. Left behind when it is over;
        where the whole search ends in between, nothing is taken back."""
        names = set(key)
        columns = [j for j, name in enumerate(self.system.keys) if name in names]
        kept = [(j, self.low[j], self.high[j]) for j in columns]
        forced = dict(self.forced)
        group = self.narrow(key, columns, at, side)
        if not side and at == 0:
            kept += self._lost()
        yield
        self.path.pop()
        if group is not None:
            self.release(group)
        if self.counted and len(key) == 1 and key[0] in self.marks.column and key not in forced:
            self.lp.bound(self.marks.column[key[0]], 0, None)
        self.forced = forced
        for j, low, high in kept:
            self.low[j], self.high[j] = low, high
            self.lp.bound(j, low, high)

    def narrow(self, key: Key, columns: Sequence[int], at: int, side: bool) -> int | None:
        """Go to one side of a split for good; the number of the row that says so, if one does."""
        row = self._bound(columns, at, side, len(key))
        if row is None:
            for j in columns:
                self.lp.bound(j, self.low[j], self.high[j])
        group = None if row is None else self.add(row)
        self.path.append((key, at, side))
        if side and self._operators(key):
            self.forced[key] = at + 1
            if self.counted and len(key) == 1:
                self.lp.bound(self.marks.column[key[0]], 1, None)
        return group

    def _operators(self, key: Key) -> bool:
        return self.system.of_operator.keys() >= set(key)

    def _bound(self, columns: Sequence[int], at: int, side: bool, names: int) -> Row | None:
        """Bound the columns of so many names: one by itself, or by nought; or all by the row that is returned."""
        if (len(columns) == 1 == names) or (not side and at == 0):
            for j in columns:
                if side:
                    self.low[j] = max(self.low[j], at + 1)
                else:
                    self.high[j] = at
            return None
        sign = 1 if side else -1
        return Row("group", len(self.path), sign * (at + side), dict.fromkeys(columns, sign))

    def _lost(self) -> list[tuple[int, int, int | None]]:
        """Shut the columns that can no longer fire; what they were bounded by before."""
        self.reach.restart(self.alive())
        out: list[tuple[int, int, int | None]] = []
        for j, m in enumerate(self.system.moves):
            if not self.reach.fired[m] and self.high[j] != 0:
                out.append((j, self.low[j], self.high[j]))
                if not self.low[j]:
                    self.high[j] = 0
                    self.lp.bound(j, 0, 0)
        return out
