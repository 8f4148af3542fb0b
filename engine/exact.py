"""The exact solver's part: a proof for a plan that was found, or a plan where the fast planner found none.

One stage is solved first, criterion by criterion: a bound on every plan, and often counts that can be ordered. Where
they cannot, stages are added until a plan appears or time is up. Every plan goes through the law.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..pddl.model import Problem
from ..pddl.reach import reachable
from ..pddl.tables import APPLY, Tables
from ..sim.answer import Bound
from ..sim.plan import Plan
from ..sim.verify import verify
from .mip import Outcome
from .model import Builder, Staged, objective
from .schedule import in_rounds
from .setup import relevant

if TYPE_CHECKING:
    from .plan import Found

STAGES = (2, 3, 4, 6, 8)
SLACK = 1e-6
"""What a solver's bound may be off by, relative to its size, before it is rounded up to a whole number."""


@dataclass(slots=True)
class Best:
    """The best plan so far and the bound so far."""

    found: Found | None
    bound: Bound

    def offer(self, found: Found | None) -> None:
        if found is not None and (self.found is None or found.verdict.cost < self.found.verdict.cost):
            self.found = found

    @property
    def proved(self) -> bool:
        return self.found is not None and self.found.verdict.cost == self.bound.values


def possible_moves(problem: Problem, t: Tables, goals: frozenset[int]) -> list[int]:
    """Moves that the goals may draw on and that can fire at all."""
    items, ops = reachable(problem)
    out: list[int] = []
    for m in relevant(t, goals):
        move = t.moves[m]
        if move.operator in ops if move.kind == APPLY else t.names[move.item] in items:
            out.append(m)
    return out


def most_of(problem: Problem, found: Found | None) -> int:
    """A bound on counts: several times what is asked for, held, or applied in the plan that is known."""
    wanted = sum(w.n for w in problem.want) + sum(problem.keep.values())
    held = min(sum(problem.have.stock.values()), 1_000_000)
    applied = found.verdict.applications if found else 0
    return max(1000, 4 * (wanted + held + applied))


def solve(
    problem: Problem, t: Tables, goals: frozenset[int], found: Found | None, bound: Bound, end: float
) -> tuple[Found | None, Bound, str]:
    """The best plan and bound by time `end` (monotonic seconds), and why there is no plan where there is none."""
    moves = possible_moves(problem, t, goals)
    best = Best(found, bound)
    most = most_of(problem, found)
    staged = Builder(problem, t, moves, 1, most).build()
    outcome = _criteria(problem, t, staged, best, end)
    if outcome.status == "infeasible":
        return best.found, best.bound, "the exact solver finds no counts that balance (unchecked)"
    _offer_counts(problem, t, staged, outcome, best)
    for stages in STAGES:
        if best.proved or time.monotonic() >= end:
            break
        staged = Builder(problem, t, moves, stages, most).build()
        outcome = _lexicographic(problem, t, staged, end)
        _offer_counts(problem, t, staged, outcome, best)
        if best.found is not None and outcome.status == "optimal" and stages >= 3:
            break
    reason = "the budget ended" if time.monotonic() >= end else "counts that balance were found, but no order for them"
    return best.found, best.bound, reason


def _criteria(problem: Problem, t: Tables, staged: Staged, best: Best, end: float) -> Outcome:
    """Minimise criterion by criterion; each optimum becomes a bound and a row for the next."""
    values = list(best.bound.values)
    last = Outcome("limit", 0.0, ())
    how = best.bound
    for k, name in enumerate(problem.cost):
        outcome = _minimise(t, staged, name, end)
        if outcome.status == "infeasible" and k == 0:
            return outcome
        if outcome.values:
            last = outcome
        if outcome.status == "infeasible":
            break
        if math.isfinite(outcome.bound):
            low = math.ceil(outcome.bound - SLACK * max(1.0, abs(outcome.bound)))
            if low > values[k]:
                values[k] = low
                how = Bound(tuple(values), False, "integer programme")
        if outcome.status != "optimal":
            break
        _fix(staged, t, name, values[k])
    best.bound = Bound(tuple(values), how.checked, how.how)
    return last


def _lexicographic(problem: Problem, t: Tables, staged: Staged, end: float) -> Outcome:
    last = Outcome("limit", 0.0, ())
    for name in problem.cost:
        outcome = _minimise(t, staged, name, end)
        if outcome.values:
            last = outcome
        if outcome.status != "optimal":
            break
        _fix(staged, t, name, round(outcome.bound))
    return last


def _minimise(t: Tables, staged: Staged, name: str, end: float) -> Outcome:
    left = end - time.monotonic()
    if left <= 0:
        return Outcome("limit", -math.inf, ())
    return staged.programme.minimise(objective(staged, t, name), left)


def _fix(staged: Staged, t: Tables, name: str, value: int) -> None:
    staged.programme.row(objective(staged, t, name).items(), upper=float(value))


def _offer_counts(problem: Problem, t: Tables, staged: Staged, outcome: Outcome, best: Best) -> None:
    """Try to order a solution's counts, guided by its stages."""
    from .plan import Found

    if not outcome.values:
        return
    counts = staged.counts(outcome.values)
    order = _stage_order(t, staged.stage_counts(outcome.values))
    plan = in_rounds(problem, t, counts, order)
    if plan is None:
        return
    verdict = verify(problem, Plan(plan.steps))
    if verdict.sound:
        best.offer(Found(plan, verdict))


def _stage_order(t: Tables, stages: Sequence[dict[int, int]]) -> list[int]:
    """Applied moves by the stage they first appear in, and within it by row."""
    out: list[int] = []
    for stage in stages:
        out += [m for m in sorted(stage) if t.moves[m].kind == APPLY and m not in out]
    return out
