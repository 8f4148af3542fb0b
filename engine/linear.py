"""The linear system that every plan satisfies, in whole numbers; `docs/proofs.md` states it row by row.

A column is a move of the tables. A row is `sum of coefficients >= rhs`: what there is of a cell at the end, the uses
left of a tool, a goal of several members, a limit, a cap on an earlier criterion, a cut, a branch. Any multipliers of
rows that are not negative bound what the columns cost; `Dual` holds them as whole numbers, so that the claim is exact
whatever the solver that suggested them did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ..pddl.compile import absolute
from ..pddl.model import Problem
from ..pddl.tables import ALLOT, APPLY, NO_LIMIT, PRESENCE, WEAR, WITNESS, Tables
from .model import start_stock

if TYPE_CHECKING:
    from .firing import Weights

UNIT = 1 << 28
"""Multipliers are whole numbers in units of 1/UNIT of the criterion."""
LARGEST = 1 << 61
SLIP = 1 << 12
"""What is taken for a slip of rounding: then weights go down first, since prices alone might chase each other."""
MENDS = 40
"""Lowerings of multipliers that are tried, for each row."""


@dataclass(slots=True)
class Row:
    """`kind` is cell, want, limit, cap, cut, mark (a cut on used operators) or group (a branch over several columns);
    `key` says which; `coefficients` by column."""

    kind: str
    key: int | str
    rhs: int
    coefficients: dict[int, int] = field(default_factory=dict[int, int])


_effects: WeakKeyDictionary[Tables, dict[bool, dict[int, dict[int, int]]]] = WeakKeyDictionary()
"""The effects of moves, for all systems over the same tables."""


class System:
    """Rows over the columns `moves` (rows of the tables) of a problem; columns are numbered as in `moves`."""

    def __init__(self, problem: Problem, t: Tables, moves: Iterable[int]) -> None:
        self.problem, self.t = problem, t
        self.moves = [m for m in moves if t.moves[m].kind != WITNESS]
        self.column = {m: j for j, m in enumerate(self.moves)}
        self.keys = [self._column_key(m) for m in self.moves]
        self.wearing = {c for c, n in enumerate(t.uses) if n and problem.rules.wear}
        shared = _effects.setdefault(t, {})
        self._effects = shared.setdefault(problem.rules.wear, {})
        self.start = start_stock(problem, t)
        self.of_operator: dict[str, list[int]] = {}
        for j, m in enumerate(self.moves):
            if t.moves[m].kind == APPLY:
                self.of_operator.setdefault(t.moves[m].operator, []).append(j)
        self.operators = list(problem.operators)
        self.rows = [*self._cell_rows(), *self._want_rows(), *self._limit_rows()]

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
            for need in self.problem.operators[move.operator].takes:
                c = t.cell_of.get(need.any_of[0], -1) if len(need.any_of) == 1 else -1
                if c in self.wearing:  # a worn piece goes and a new one comes back, which the tables net
                    back = need.n - min(need.n, taken.get(c, 0))
                    out[t.n_cells + c] = out.get(t.n_cells + c, 0) + back * (t.uses[c] - 1)
        return out

    def key(self, cell: int) -> str:
        """The name of a cell in certificates."""
        n = self.t.n_cells
        if cell >= 2 * n:
            return f"made {self.operators[cell - 2 * n]}"
        return self.t.names[cell] if cell < n else f"use of {self.t.names[cell - n]}"

    def made(self, name: str) -> int:
        """The cell that counts the applications of an operator, in what comes before another one."""
        return 2 * self.t.n_cells + self.operators.index(name)

    def column_key(self, j: int) -> str:
        """The name of a column in certificates: its operator, or the member and what it goes into."""
        return self.keys[j]

    def _column_key(self, m: int) -> str:
        move = self.t.moves[m]
        return move.operator if move.kind == APPLY else f"{self.t.names[move.item]} -> {self.t.names[move.cell]}"

    def cost(self, name: str) -> list[int]:
        """What an application of each column adds to a summed criterion."""
        values = self.t.effort if name == "effort" else self.t.counts
        return [values[m] for m in self.moves]

    def ends(self) -> dict[int, int]:
        """How many of a cell must be there at the end, by goals for one item and by what is kept."""
        out: dict[int, int] = {}
        for raw in self.problem.want:
            want = absolute(raw, self.problem.have)
            if len(want.any_of) == 1 and want.any_of[0] in self.t.cell_of:
                c = self.t.cell_of[want.any_of[0]]
                out[c] = max(want.n, out.get(c, 0))
        for item, n in self.problem.keep.items():
            c = self.t.cell_of[item]
            out[c] = max(n, out.get(c, 0))
        return out

    def classes(self) -> list[tuple[int, ...]]:
        """Columns of operators of one kind that give as many of interchangeable items each: mining any log, sawing any
        planks. Items are taken for interchangeable that the widest set they are in lets stand for each other."""
        t = self.t
        widest: dict[int, tuple[int, int]] = {}
        width: dict[int, int] = {}
        helpers = [(t.moves[m].item, t.moves[m].cell) for m in self.moves if t.moves[m].kind == ALLOT]
        for _, cell in helpers:
            width[cell] = width.get(cell, 0) + 1
        for item, cell in helpers:
            widest[item] = max(widest.get(item, (0, 0)), (width[cell], cell))
        found: dict[tuple[object, ...], list[int]] = {}
        for j, m in enumerate(self.moves):
            if t.moves[m].kind == APPLY:
                gives = tuple(sorted((widest.get(c, (0, -1 - c)), n) for c, n in t.gives.row(m)))
                kind = self.problem.operators[t.moves[m].operator].kind
                found.setdefault((kind, gives, t.counts[m]), []).append(j)
        return [tuple(columns) for columns in found.values()]

    def _cell_rows(self) -> list[Row]:
        n_cells, ends = self.t.n_cells, self.ends()
        rows: dict[int, Row] = {}
        for j, m in enumerate(self.moves):
            for c, n in self.effect(m).items():
                if n:
                    rows.setdefault(c, Row("cell", c, 0)).coefficients[j] = n
        for c in ends:
            rows.setdefault(c, Row("cell", c, 0))
        for c, row in rows.items():
            row.rhs = self._least_uses(c - n_cells, ends) if c >= n_cells else self._least(c, ends)
        return [rows[c] for c in sorted(rows)]

    def _least(self, c: int, ends: Mapping[int, int]) -> int:
        """The least change of cell `c`: what is wanted and not held, or what may be taken of what is held."""
        held, free = self.start.get(c, (0, 0))
        return max(-free, ends.get(c, 0) - held)

    def _least_uses(self, tool: int, ends: Mapping[int, int]) -> int:
        """The least change of the uses left of a tool. Of pieces that are there at the end one at most is worn, and
        has a use left; of those that were worn before each has one."""
        t, uses = self.t, self.t.uses[tool]
        worn = self.problem.have.worn.get(t.names[tool], ())
        held = self.start.get(tool, (0, 0))[0]
        pieces = ends.get(tool, 0)
        need = pieces if worn or not pieces else pieces * uses - (uses - 1)
        return need - (sum(worn) + (held - len(worn)) * uses)

    def _want_rows(self) -> list[Row]:
        """Goals that several items together may meet."""
        out: list[Row] = []
        for k, raw in enumerate(self.problem.want):
            want = absolute(raw, self.problem.have)
            if len(want.any_of) > 1:
                cells = [c for i in want.any_of if (c := self.t.cell_of.get(i)) is not None]
                row = Row("want", k, want.n - sum(self.start.get(c, (0, 0))[0] for c in cells))
                for j, m in enumerate(self.moves):
                    n = sum(self.effect(m).get(c, 0) for c in cells)
                    if n:
                        row.coefficients[j] = n
                out.append(row)
        return out

    def _limit_rows(self) -> list[Row]:
        out: list[Row] = []
        for name, columns in self.of_operator.items():
            limit = self.t.limit[self.moves[columns[0]]]
            if limit < NO_LIMIT:
                out.append(Row("limit", name, -limit, dict.fromkeys(columns, -1)))
        return out

    def cap(self, k: int, value: int) -> Row:
        """Criterion `k` is at most `value`."""
        cost = self.cost(self.problem.cost[k])
        return Row("cap", k, -value, {j: -n for j, n in enumerate(cost) if n})


@dataclass(slots=True)
class Dual:
    """Whole multipliers by row, the reduced cost of each column, and the bound they prove, all in units of 1/UNIT."""

    multipliers: list[int]
    reduced: list[int]
    value: int
    weights: tuple[Weights, ...] = ()


class Matrix:
    """The coefficients of rows that are only ever added to, for exact arithmetic on all of them at once."""

    def __init__(self) -> None:
        import numpy as np

        self._np = np
        self._parts: list[tuple[list[int], list[int], list[int]]] = []
        self._arrays: Any = None
        self._known = 0

    def reduced(self, rows: Sequence[Row], cost: Any, y: Any, live: Any) -> Any:
        """The reduced cost of every column at multipliers `y`; None where 64 bits do not hold that of a `live` one."""
        np = self._np
        if self._known < len(rows):
            entries = ((i, rows[i].coefficients) for i in range(self._known, len(rows)))
            new = [(i, j, n) for i, row in entries for j, n in row.items() if j < len(cost)]
            fresh = np.array(new, dtype=np.int64).reshape(len(new), 3)
            self._arrays = fresh if self._arrays is None else np.concatenate([self._arrays, fresh])
            self._known = len(rows)
        out = cost.copy()
        table = self._arrays
        most = np.bincount(table[:, 1], np.abs(table[:, 2]) * y[table[:, 0]].astype(float), len(cost))
        if most[live].max(initial=0.0) > LARGEST:
            return None
        np.subtract.at(out, table[:, 1], table[:, 2] * y[table[:, 0]])
        return out


def exact_dual(
    rows: Sequence[Row],
    matrix: Matrix,
    cost: Sequence[int],
    suggested: Sequence[float],
    low: Sequence[int],
    high: Sequence[int | None],
    weights: Sequence[Weights] = (),
) -> Dual | None:
    """Whole multipliers near the suggested ones (in the cost's unit) that bound the cost of the columns, whose counts
    lie from `low` to `high` (None: unbounded); `cost` is in units of 1/UNIT. None where they cannot be mended, or are
    too large for whole numbers of 64 bits.

    A column that may grow without end must not have a negative reduced cost: the multipliers of rows that count it are
    lowered until none has.
    """
    import numpy as np

    real = np.maximum(0.0, np.array(suggested)) * UNIT
    if max(float(real.max(initial=0.0)), *cost, 0.0) > LARGEST:
        return None
    y = np.rint(real).astype(np.int64)
    live = np.array([h != 0 for h in high], dtype=bool)
    reduced = matrix.reduced(rows, np.array(cost, dtype=np.int64), y, live)
    if reduced is None:
        return None
    multipliers, left = y.tolist(), reduced.tolist()
    for part in weights:
        for j, n in part.gain.items():
            left[j] -= n
    bad = [j for j, r in enumerate(left) if r < 0 and high[j] is None]
    if bad and not _mended(rows, multipliers, left, bad, high, weights):
        return None
    value = sum(v * row.rhs for v, row in zip(multipliers, rows, strict=True) if v) + sum(w.value for w in weights)
    for j, r in enumerate(left):
        if r > 0 and low[j]:
            value += r * low[j]
        elif r < 0:
            value += r * (high[j] or 0)
    return Dual(multipliers, left, value, tuple(weights))


def _mended(
    rows: Sequence[Row],
    y: list[int],
    reduced: list[int],
    bad: list[int],
    high: Sequence[int | None],
    weights: Sequence[Weights],
) -> bool:
    """Lower multipliers and weights in place until no open-ended column is bad; whether that came about."""
    by_column: dict[int, list[tuple[int, int]]] = {}
    for i, row in enumerate(rows):
        if y[i]:
            for j, n in row.coefficients.items():
                if n > 0:
                    by_column.setdefault(j, []).append((i, n))
    for column in by_column.values():
        # what only adds up to the bound goes down before prices, which others are made of; what is given most of first
        column.sort(key=lambda entry: (rows[entry[0]].kind == "cell", -entry[1]))
    for _ in range(MENDS * len(rows)):
        if not bad:
            return True
        j = bad.pop()
        slip = -reduced[j] <= SLIP
        if slip:
            _eased(weights, j, reduced, bad, high)
        for i, n in by_column.get(j, ()):
            if reduced[j] >= 0:
                break
            cut = min(y[i], -(reduced[j] // n))
            if cut:
                y[i] -= cut
                for k, coefficient in rows[i].coefficients.items():
                    if k < len(reduced):
                        reduced[k] += coefficient * cut
                        if coefficient < 0 and reduced[k] < 0 and high[k] is None:
                            bad.append(k)
        if not slip:
            _eased(weights, j, reduced, bad, high)
        if reduced[j] < 0:
            return False
    return not bad


def _eased(weights: Sequence[Weights], j: int, reduced: list[int], bad: list[int], high: Sequence[int | None]) -> None:
    """Lower the weights by which column `j` brings something about, until it is not bad or they are nought."""
    for part in weights:
        if reduced[j] < 0 and part.gain.get(j):
            for k, more in part.lower(j, -reduced[j]).items():
                reduced[k] -= more
                if more > 0 and reduced[k] < 0 and high[k] is None:
                    bad.append(k)
