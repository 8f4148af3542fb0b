"""A linear programme on HiGHS that keeps its basis while rows are added and bounds change.

What it says is a suggestion: multipliers are made whole and judged in `dual.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..mip import INF, silent
from .rows import Row

GAP = 1e-5
"""How far from the best whole solution one may be."""


class Solved(NamedTuple):
    """`status`; the least cost, column values, row multipliers and reduced costs."""

    status: str
    cost: float
    values: Sequence[float]
    multipliers: Sequence[float]
    reduced: Sequence[float]


class Programme:
    """Minimise `cost` over columns of at least 0 and rows `>= rhs`."""

    def __init__(self, cost: Sequence[float], rows: Sequence[Row], extra: int = 0) -> None:
        import highspy
        import numpy as np

        self._hs: Any = highspy
        self._np: Any = np
        n = len(cost)
        lp: Any = self._hs.HighsLp()
        lp.num_col_, lp.num_row_ = n, len(rows)
        lp.col_cost_ = np.array(cost, dtype=float)
        lp.col_lower_, lp.col_upper_ = np.zeros(n), np.full(n, INF)
        lp.row_lower_ = np.array([row.rhs for row in rows], dtype=float)
        lp.row_upper_ = np.full(len(rows), INF)
        start, index, value = [0], list[int](), list[float]()
        for row in rows:
            index += row.coefficients.keys()
            value += row.coefficients.values()
            start.append(len(index))
        lp.a_matrix_.format_ = self._hs.MatrixFormat.kRowwise
        lp.a_matrix_.num_col_, lp.a_matrix_.num_row_ = n, len(rows)
        lp.a_matrix_.start_ = np.array(start)
        lp.a_matrix_.index_ = np.array(index)
        lp.a_matrix_.value_ = np.array(value, dtype=float)
        self._solver = silent(self._hs)
        for option, setting in (("output_flag", False), ("threads", 1), ("presolve", "off"), ("solver", "simplex")):
            self._solver.setOptionValue(option, setting)
        self._solver.passModel(lp)
        self._rows = len(rows)

    def add(self, coefficients: Mapping[int, float], rhs: float) -> int:
        """A further row `coefficients >= rhs`; its number."""
        index = list(coefficients)
        values = [float(n) for n in coefficients.values()]
        self._solver.addRow(float(rhs), INF, len(index), self._np.array(index), self._np.array(values))
        self._rows += 1
        return self._rows - 1

    def enforce(self, row: int, rhs: float | None) -> None:
        """Let a row hold with this right side, or not at all."""
        self._solver.changeRowBounds(row, -INF if rhs is None else rhs, INF)

    def bound(self, column: int, low: int, high: int | None) -> None:
        """Let a column lie from `low` to `high`."""
        self._solver.changeColBounds(column, float(low), INF if high is None else float(high))

    def model(self) -> Any:
        """The programme as it is, in the solver's form."""
        return self._solver.getLp()

    def solve(self, seconds: float) -> Solved:
        """`optimal` with the least cost; `infeasible` with multipliers that prove it (their bound is positive with no
        cost at all); or `limit`."""
        solver = self._solver
        solver.setOptionValue("time_limit", float(solver.getRunTime() + max(0.01, seconds)))
        solver.run()
        status = solver.getModelStatus()
        if status == self._hs.HighsModelStatus.kOptimal:
            solution = solver.getSolution()
            value = float(solver.getInfo().objective_function_value)
            return Solved("optimal", value, solution.col_value, solution.row_dual, solution.col_dual)
        if status == self._hs.HighsModelStatus.kInfeasible:
            _, there, ray = solver.getDualRay()
            return Solved("infeasible", INF, (), ray if there else (), ())
        return Solved("limit", 0.0, (), (), ())


class Whole:
    """A linear programme as it is, with whole numbers for its first `columns`; rows and marks are added to it."""

    def __init__(self, programme: Programme, columns: int) -> None:
        import highspy
        import numpy as np

        self._hs: Any = highspy
        self._np: Any = np
        self._solver = silent(self._hs)
        for option, setting in (("output_flag", False), ("threads", 1), ("mip_rel_gap", GAP)):
            self._solver.setOptionValue(option, setting)
        model = programme.model()
        self._solver.passModel(model)
        self._n = model.num_col_
        for j in range(columns):
            self._solver.changeColIntegrality(j, self._hs.HighsVarType.kInteger)

    def mark(self) -> int:
        """A further column that is 0 or 1 and costs nothing."""
        self._solver.addCol(0.0, 0.0, 1.0, 0, self._np.array([], dtype=int), self._np.array([]))
        self._n += 1
        self._solver.changeColIntegrality(self._n - 1, self._hs.HighsVarType.kInteger)
        return self._n - 1

    def add(self, coefficients: Mapping[int, float], rhs: float) -> None:
        """A further row `coefficients >= rhs`."""
        index, values = list(coefficients), [float(n) for n in coefficients.values()]
        self._solver.addRow(float(rhs), INF, len(index), self._np.array(index), self._np.array(values))

    def ask(self, row: int, rhs: float) -> None:
        """Let a row come to at least `rhs`."""
        self._solver.changeRowBounds(row, rhs, INF)

    def solve(self, seconds: float) -> Solved | None:
        """The best solution found in so many seconds; None where there is none."""
        self._solver.setOptionValue("time_limit", float(self._solver.getRunTime() + seconds))
        self._solver.run()
        info = self._solver.getInfo()
        if info.primal_solution_status != self._hs.kSolutionStatusFeasible:
            return None
        return Solved("whole", float(info.objective_function_value), self._solver.getSolution().col_value, (), ())
