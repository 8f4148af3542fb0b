"""The rows that every plan satisfies, in whole numbers; `docs/proofs.md` states them one by one.

A row is `sum of coefficients >= rhs`: what there is of a cell at the end, the uses left of a tool, a goal of several
members, a limit, a cap on an earlier criterion, a cut, a branch. Any multipliers of rows that are not negative bound
what the columns cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...pddl.compile import absolute
from ...pddl.tables import NO_LIMIT
from .system import System

UNIT = 1 << 28
"""Multipliers are whole numbers in units of 1/UNIT of the criterion."""


@dataclass(slots=True)
class Row:
    """`kind` is cell, want, limit, cap, cut, mark (a cut on used operators), link (of used operators with their
    applications), before (a firing cut, which stands apart) or group (a branch over several columns); `key` says which;
    `coefficients` by column."""

    kind: str
    key: int | str
    rhs: int
    coefficients: dict[int, int] = field(default_factory=dict[int, int])


def rows_of(system: System) -> list[Row]:
    """What the problem asks for: cells, goals of several members, limits."""
    return [*_cell_rows(system), *_want_rows(system), *_limit_rows(system)]


def cap(system: System, k: int, value: int) -> Row:
    """Criterion `k` is at most `value`."""
    cost = system.cost(system.problem.cost[k])
    return Row("cap", k, -value, {j: -n for j, n in enumerate(cost) if n})


def _cell_rows(system: System) -> list[Row]:
    n_cells, ends = system.t.n_cells, _ends(system)
    rows: dict[int, Row] = {}
    for j, m in enumerate(system.moves):
        for c, n in system.effect(m).items():
            if n:
                rows.setdefault(c, Row("cell", c, 0)).coefficients[j] = n
    for c in ends:
        rows.setdefault(c, Row("cell", c, 0))
    for c, row in rows.items():
        row.rhs = _least_uses(system, c - n_cells, ends) if c >= n_cells else _least(system, c, ends)
    return [rows[c] for c in sorted(rows)]


def _ends(system: System) -> dict[int, int]:
    """How many of a cell must be there at the end, by goals for one item and by what is kept."""
    problem, cell_of = system.problem, system.t.cell_of
    out: dict[int, int] = {}
    for raw in problem.want:
        want = absolute(raw, problem.have)
        if len(want.any_of) == 1 and want.any_of[0] in cell_of:
            c = cell_of[want.any_of[0]]
            out[c] = max(want.n, out.get(c, 0))
    for item, n in problem.keep.items():
        c = cell_of[item]
        out[c] = max(n, out.get(c, 0))
    return out


def _least(system: System, c: int, ends: Mapping[int, int]) -> int:
    """The least change of cell `c`: what is wanted and not held, or what may be taken of what is held."""
    held, free = system.start.get(c, (0, 0))
    return max(-free, ends.get(c, 0) - held)


def _least_uses(system: System, tool: int, ends: Mapping[int, int]) -> int:
    """The least change of the uses left of a tool. Of pieces that are there at the end one at most is worn, and has a
    use left; of those that were worn before each has one."""
    t, uses = system.t, system.t.uses[tool]
    worn = system.problem.have.worn.get(t.names[tool], ())
    held = system.start.get(tool, (0, 0))[0]
    pieces = ends.get(tool, 0)
    need = pieces if worn or not pieces else pieces * uses - (uses - 1)
    return need - (sum(worn) + (held - len(worn)) * uses)


def _want_rows(system: System) -> list[Row]:
    """Goals that several items together may meet."""
    out: list[Row] = []
    for k, raw in enumerate(system.problem.want):
        want = absolute(raw, system.problem.have)
        if len(want.any_of) > 1:
            cells = [c for i in want.any_of if (c := system.t.cell_of.get(i)) is not None]
            row = Row("want", k, want.n - sum(system.start.get(c, (0, 0))[0] for c in cells))
            for j, m in enumerate(system.moves):
                n = sum(system.effect(m).get(c, 0) for c in cells)
                if n:
                    row.coefficients[j] = n
            out.append(row)
    return out


def _limit_rows(system: System) -> list[Row]:
    out: list[Row] = []
    for name, columns in system.of_operator.items():
        limit = system.t.limit[system.moves[columns[0]]]
        if limit < NO_LIMIT:
            out.append(Row("limit", name, -limit, dict.fromkeys(columns, -1)))
    return out
