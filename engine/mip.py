"""A small integer programme on HiGHS: named columns, rows, and one call that minimises.

What a solver says is a claim: bounds from here are marked unchecked, and every plan goes through the law.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

INF = 1e30
GRACE = 1.0
"""Seconds a solver may overrun its time before it is told to stop."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`status`: `optimal`, `infeasible` or `limit` (time; `values` may then hold the best so far, or be empty)."""

    status: str
    bound: float
    values: tuple[float, ...]


@dataclass(slots=True)
class Programme:
    """Columns are whole numbers unless `whole` is unset; rows are `lower <= sum <= upper`."""

    lower: list[float] = field(default_factory=list[float])
    upper: list[float] = field(default_factory=list[float])
    row_lower: list[float] = field(default_factory=list[float])
    row_upper: list[float] = field(default_factory=list[float])
    start: list[int] = field(default_factory=lambda: [0])
    index: list[int] = field(default_factory=list[int])
    value: list[float] = field(default_factory=list[float])
    whole: bool = True

    def column(self, upper: float, lower: float = 0.0) -> int:
        """A new column and its number."""
        self.lower.append(lower)
        self.upper.append(upper)
        return len(self.lower) - 1

    def row(self, entries: Iterable[tuple[int, float]], lower: float = -INF, upper: float = INF) -> None:
        """A new row; entries of the same column are added up."""
        summed: dict[int, float] = {}
        for c, v in entries:
            summed[c] = summed.get(c, 0.0) + v
        for c, v in summed.items():
            if v:
                self.index.append(c)
                self.value.append(v)
        self.start.append(len(self.index))
        self.row_lower.append(lower)
        self.row_upper.append(upper)

    def minimise(self, cost: dict[int, float], seconds: float) -> Outcome:
        """The least cost within `seconds`, gap 0."""
        import highspy

        hs: Any = highspy
        lp = hs.HighsLp()
        n, rows = len(self.lower), len(self.row_lower)
        lp.num_col_, lp.num_row_ = n, rows
        lp.col_cost_ = [cost.get(c, 0.0) for c in range(n)]
        lp.col_lower_, lp.col_upper_ = self.lower, self.upper
        lp.row_lower_, lp.row_upper_ = self.row_lower, self.row_upper
        lp.a_matrix_.format_ = hs.MatrixFormat.kRowwise
        lp.a_matrix_.num_col_, lp.a_matrix_.num_row_ = n, rows
        lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = self.start, self.index, self.value
        if self.whole:
            lp.integrality_ = [hs.HighsVarType.kInteger] * n
        solver = silent(hs)
        for option, setting in (
            ("output_flag", False),
            ("threads", 1),
            ("mip_rel_gap", 0.0),
            ("mip_abs_gap", 0.0),
            ("time_limit", max(0.01, seconds)),
        ):
            solver.setOptionValue(option, setting)
        solver.passModel(lp)
        if self.whole:
            _run(solver, seconds)
        else:
            solver.run()  # short, and its time is limited
        return _outcome(hs, solver, self.whole)


def _run(solver: Any, seconds: float) -> None:
    """Solve in a thread, so that Ctrl-C is heard at once and a solver that overruns its time is stopped."""
    solver.HandleUserInterrupt = True
    thread = solver.startSolve()
    end = time.monotonic() + seconds + GRACE
    try:
        while thread.is_alive():
            thread.join(0.05)
            if time.monotonic() > end:
                solver.cancelSolve()
    except KeyboardInterrupt:
        solver.cancelSolve()
        thread.join()
        raise


@lru_cache(maxsize=1)
def _greet(hs: Any) -> None:
    """Let HiGHS print its banner, which it does once a process before any option can stop it, to nowhere."""
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        hs.Highs()
    finally:
        os.dup2(kept, 1)
        os.close(nowhere)
        os.close(kept)


def silent(hs: Any) -> Any:
    _greet(hs)
    return hs.Highs()


def _outcome(hs: Any, solver: Any, whole: bool) -> Outcome:
    status = solver.getModelStatus()
    info = solver.getInfo()
    has = info.primal_solution_status == hs.SolutionStatus.kSolutionStatusFeasible
    values: tuple[float, ...] = tuple(solver.getSolution().col_value) if has else ()
    if whole:
        values = tuple(round(v) for v in values)
    if status == hs.HighsModelStatus.kOptimal:
        return Outcome("optimal", info.mip_dual_bound if whole else info.objective_function_value, values)
    if status in (hs.HighsModelStatus.kInfeasible, hs.HighsModelStatus.kUnboundedOrInfeasible):
        return Outcome("infeasible", INF, ())
    return Outcome("limit", info.mip_dual_bound, values)
