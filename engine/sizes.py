"""The integer programme of what may be added: solutions by pieces, then kinds, of what is added, cut off one by one.

A size is weighed once; then whatever has that size is a solution like any other, until there is none left of it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from ..pddl.model import Problem
from ..pddl.tables import APPLY, lower
from ..recipes.book import Item
from ..sim.answer import Feasible, Optimal
from ..sim.plan import Plan
from .mip import INF
from .model import MOST, Builder
from .schedule import in_rounds

SLACK = 1e-6
"""What a solver's bound may be off by, relative to its size, before it is rounded up to a whole number."""

ORDERED = 500
"""Moves up to which a solution is put in order; beyond that the planner is faster."""


def added_by(answer: Optimal | Feasible) -> dict[Item, int]:
    """What the plan of an enlarged problem adds."""
    operators, out = answer.problem.operators, dict[Item, int]()
    for step in answer.plan.steps:
        op = operators[step.operator]
        if op.kind == "add":
            out[op.gives[0][0]] = out.get(op.gives[0][0], 0) + step.applications
    return dict(sorted(out.items()))


class Sizes:
    """The programme of an enlarged problem of which `first` is a plan; at most `most` of a leaf are added.

    What is no more than a list that was cut off, leaf by leaf, does not come again.
    """

    def __init__(self, problem: Problem, first: Optimal | Feasible, most: int, end: float) -> None:
        self.problem, self.end, self.status = problem, end, ""
        self.t = lower(problem)
        self.most = max(1, most)
        ceiling = min(MOST, 8 * max(100, first.verdict.applications))
        kinds = {m: problem.operators[v.operator] for m, v in enumerate(self.t.moves) if v.kind == APPLY}
        adds = {m: op.gives[0][0] for m, op in kinds.items() if op.kind == "add"}
        upper = [self.most if m in adds else ceiling if m in kinds else MOST for m in range(self.t.n_moves)]
        self.staged = Builder(problem, self.t, 1, upper).build()
        self.rows = self.staged.programme
        self.amount = {leaf: self.staged.x[0][m] for m, leaf in adds.items()}
        self.kind = {leaf: self.rows.column(1) for leaf in self.amount}
        for leaf, kind in self.kind.items():
            self.rows.row([(self.amount[leaf], 1.0), (kind, -float(self.most))], upper=0)
            self.rows.row([(self.amount[leaf], 1.0), (kind, -1.0)], lower=0)
        self.size = len(self.rows.row_upper)
        self.rows.row((col, 1.0) for col in self.amount.values())
        self.rows.row((col, 1.0) for col in self.kind.values())

    @property
    def fixed(self) -> bool:
        """Whether only solutions of the size that was weighed last are looked for."""
        return self.rows.row_upper[self.size] < INF

    def next(self) -> Sequence[float] | None:
        """The next solution, of the least size there is where that is not fixed; `status` says why there is none."""
        weight = len(self.kind) + 1.0
        cost = dict.fromkeys(self.amount.values(), weight) | dict.fromkeys(self.kind.values(), 1.0)
        outcome = self.rows.minimise({} if self.fixed else cost, max(0.01, self.end - time.monotonic()))
        self.status = outcome.status
        if outcome.status != "optimal":
            return None
        if not self.fixed:
            size = math.ceil(outcome.bound - SLACK * max(1.0, abs(outcome.bound)))
            pieces, kinds = divmod(size, len(self.kind) + 1)
            self.rows.row_upper[self.size], self.rows.row_upper[self.size + 1] = float(pieces), float(kinds)
        return outcome.values

    def loosen(self) -> bool:
        """Look for the next size; whether that makes any difference."""
        fixed = self.fixed
        self.rows.row_upper[self.size] = self.rows.row_upper[self.size + 1] = INF
        return fixed

    def only(self, leaf: Item) -> None:
        """Let nothing but `leaf` be added."""
        for other, col in self.amount.items():
            self.rows.upper[col] = float(self.most) if other == leaf else 0.0
        self.loosen()

    def added(self, solution: Sequence[float]) -> dict[Item, int]:
        """What a solution adds."""
        return {leaf: int(solution[col]) for leaf, col in sorted(self.amount.items()) if solution[col] > 0.5}

    def plan(self, solution: Sequence[float]) -> Plan | None:
        """The counts of a solution in an order, what is added left out; `None` where none is found."""
        counts = self.staged.counts(self._tidied(solution))
        order = [m for m in sorted(counts) if self.t.moves[m].kind == APPLY]
        plan = in_rounds(self.problem, self.t, counts, order) if sum(counts.values()) <= ORDERED else None
        if plan is None:
            return None
        operators = self.problem.operators
        return Plan(tuple(step for step in plan.steps if operators[step.operator].kind != "add"))

    def _tidied(self, solution: Sequence[float]) -> Sequence[float]:
        """A solution within this one without what goes round for nothing."""
        kept = self.rows.upper
        self.rows.upper = [min(upper, value) for upper, value in zip(kept, solution, strict=True)]
        moves = dict.fromkeys(self.staged.x[0].values(), 1.0)
        outcome = self.rows.minimise(moves, max(0.01, self.end - time.monotonic()))
        self.rows.upper = kept
        return outcome.values or solution

    def cut(self, added: dict[Item, int]) -> None:
        """Ask for more of some leaf than `added` holds."""
        ways: list[int] = []
        for leaf, col in self.amount.items():
            n = added.get(leaf, 0)
            if n < self.most:
                ways.append(self.rows.column(1) if n else self.kind[leaf])
            if n and n < self.most:
                self.rows.row([(col, 1.0), (ways[-1], -float(n + 1))], lower=0)
        self.rows.row([(way, 1.0) for way in ways], lower=1)
