"""The exact solver's part: a proof for a plan that was found, or a plan where the fast planner found none.

One stage is solved first, criterion by criterion: a bound on every plan, and often counts that can be ordered. Where
they cannot, stages are added until a plan appears or time is up. Every plan goes through the law.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..pddl.merge import merged
from ..pddl.model import Problem
from ..pddl.reach import reachable
from ..pddl.tables import ALLOT, APPLY, BURN, WEAR, Tables, lower
from ..sim.answer import Bound
from ..sim.plan import Plan
from ..sim.verify import verify
from .bounds import SCALE, Dual, criterion, spendable
from .found import BUDGET_ENDED, INTERRUPTED, NO_COUNTS, Found
from .mip import Outcome
from .model import MOST, Builder, Staged, objective
from .schedule import in_rounds
from .setup import relevant

STAGES = ((2, False), (3, False), (3, True), (5, True), (8, True))
"""Numbers of stages to try where one gives no plan, and whether strictly."""
SLACK = 1e-6
"""What a solver's bound may be off by, relative to its size, before it is rounded up to a whole number."""


@dataclass(slots=True)
class Best:
    """The best plan so far and the bound so far; `how` the exact solver's bounds come about."""

    found: Found | None
    bound: Bound
    how: str = ""

    def offer(self, found: Found | None) -> None:
        if found is not None and (self.found is None or found.verdict.cost < self.found.verdict.cost):
            self.found = found

    def raise_bound(self, k: int, value: int) -> None:
        """Take `value` as the bound of criterion k, where it is the better one."""
        values = self.bound.values
        if value > values[k]:
            self.bound = Bound((*values[:k], value, *values[k + 1 :]), False, self.how)

    @property
    def proved(self) -> bool:
        return self.found is not None and self.found.verdict.cost == self.bound.values


def affordable(problem: Problem, t: Tables, names: Iterable[str], dual: Dual, limit: int | None) -> list[str]:
    """Those of the operators `names` whose one application does not cost more than `limit` in the first criterion,
    what goes into it counted at its price and all that is held taken off."""
    first = problem.cost[0]
    if limit is None or first not in dual.prices:
        return list(names)
    y = dual.prices[first]
    cost = criterion(t, first)
    held = sum(y[c] * n for c, n in spendable(problem, t))
    least: dict[str, int] = {}
    for m, move in enumerate(t.moves):
        if move.kind == APPLY:
            inputs = cost[m] * SCALE + sum(y[c] * n for c, n in t.takes.row(m))
            least[move.operator] = min(inputs, least.get(move.operator, inputs))
    return [n for n in names if n in least and least[n] - held <= limit * SCALE]  # what no tool serves has no moves


def drawn_on(problem: Problem, t: Tables, goals: frozenset[int]) -> list[str]:
    """The operators that can fire at all and that the goals may draw on, directly or through others."""
    _, possible = reachable(problem)
    useful = {t.moves[m].operator for m in relevant(t, goals) if t.moves[m].kind == APPLY}
    return sorted(possible & useful)


def reduced(problem: Problem, t: Tables, goals: frozenset[int], dual: Dual, found: Found | None) -> Problem:
    """A smaller problem with the same optimum: what cannot fire, is of no use, costs more than a known plan, or is
    interchangeable with something else is left out."""
    names = drawn_on(problem, t, goals)
    limit = found.verdict.cost[0] if found else None
    for _ in range(3):
        kept = affordable(problem, t, names, dual, limit)
        less = replace(problem, operators={n: problem.operators[n] for n in kept})
        _, possible = reachable(less)
        if len(possible) == len(names):
            break
        names = sorted(possible)
    y = dual.prices.get(problem.cost[0], dual.prices["applications"])
    rank = {item: (float(y[c]) if y[c] else float("inf"),) for item, c in t.cell_of.items()}
    return merged(problem, names, rank).problem


def ceiling(found: Found | None) -> int:
    """The number of applications of one operator up to which plans are looked for."""
    return MOST if found is None else 8 * max(100, found.verdict.applications)


def upper_bounds(problem: Problem, t: Tables, found: Found | None) -> list[int]:
    """How often each move is applied at most: what costs something, by the cost of the plan that is known; what costs
    nothing, by `ceiling`. Moves that move things about are bounded by who takes them."""
    first = problem.cost[0]
    upper = [ceiling(found)] * t.n_moves
    if found is not None and first in ("effort", "applications"):
        cost = criterion(t, first)
        upper = [min(u, found.verdict.cost[0] // cost[m]) if cost[m] else u for m, u in enumerate(upper)]
    demand = [0] * t.n_cells
    for m, move in enumerate(t.moves):
        if move.kind == APPLY:
            for c, n in t.takes.row(m):
                demand[c] += n * upper[m]
    for m, move in enumerate(t.moves):
        if move.kind in (ALLOT, WEAR, BURN):
            upper[m] = max(1, min(MOST, demand[move.cell]))
    return upper


def solve(
    problem: Problem, t: Tables, goals: frozenset[int], dual: Dual, found: Found | None, bound: Bound, end: float
) -> tuple[Found | None, Bound, str]:
    """The best plan and bound by time `end` (monotonic seconds), and why there is no plan where there is none."""
    best = Best(found, bound)
    try:
        reason = _solve(problem, t, goals, dual, best, end)
    except KeyboardInterrupt:
        reason = INTERRUPTED
    return best.found, best.bound, reason


def _solve(problem: Problem, t: Tables, goals: frozenset[int], dual: Dual, best: Best, end: float) -> str:
    """Improve `best` until it is proved or time is up; says what ended it."""
    found = best.found
    full, problem = problem, reduced(problem, t, goals, dual, found)
    t = lower(problem)
    upper = upper_bounds(problem, t, found)
    best.how = f"integer programme over plans of up to {ceiling(found):,} applications of an operator"
    staged = Builder(problem, t, 1, upper).build()
    if found is not None:
        _fix(staged, t, problem.cost[0], found.verdict.cost[0])
    outcome = _criteria(problem, t, staged, best, end)
    if outcome.status == "infeasible":
        return NO_COUNTS
    _offer_counts(full, problem, t, staged, outcome, best)
    for stages, strict in STAGES:
        if best.proved or time.monotonic() >= end:
            break
        staged = Builder(problem, t, stages, upper, strict).build()
        outcome = _lexicographic(problem, t, staged, end)
        _offer_counts(full, problem, t, staged, outcome, best)
        if best.found is not None and outcome.status == "optimal" and strict:
            break
    return BUDGET_ENDED if time.monotonic() >= end else "counts that balance were found, but no order for them"


def _criteria(problem: Problem, t: Tables, staged: Staged, best: Best, end: float) -> Outcome:
    """Minimise criterion by criterion; each optimum becomes a bound and a row for the next."""
    last = Outcome("limit", 0.0, ())
    for k, name in enumerate(problem.cost):
        outcome = _minimise(t, staged, name, end)
        if outcome.status == "infeasible" and k == 0:
            return outcome
        if outcome.values:
            last = outcome
        if outcome.status == "infeasible":
            break
        if math.isfinite(outcome.bound):
            best.raise_bound(k, math.ceil(outcome.bound - SLACK * max(1.0, abs(outcome.bound))))
        if outcome.status != "optimal":
            break
        _fix(staged, t, name, best.bound.values[k])
    else:
        last = _tidied(t, staged, end) or last
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
    else:
        last = _tidied(t, staged, end) or last
    return last


def _tidied(t: Tables, staged: Staged, end: float) -> Outcome | None:
    """A solution of the same cost without moves that cost nothing and serve nothing."""
    outcome = _minimise(t, staged, "moves", end)
    return outcome if outcome.values else None


def _minimise(t: Tables, staged: Staged, name: str, end: float) -> Outcome:
    left = end - time.monotonic()
    if left <= 0:
        return Outcome("limit", -math.inf, ())
    return staged.programme.minimise(objective(staged, t, name), left)


def _fix(staged: Staged, t: Tables, name: str, value: int) -> None:
    staged.programme.row(objective(staged, t, name).items(), upper=float(value))


def _offer_counts(full: Problem, problem: Problem, t: Tables, staged: Staged, outcome: Outcome, best: Best) -> None:
    """Try to order a solution's counts, guided by its stages; the law judges by the full problem."""
    if not outcome.values:
        return
    counts = staged.counts(outcome.values)
    order = _stage_order(t, staged.stage_counts(outcome.values))
    plan = in_rounds(problem, t, counts, order)
    if plan is None:
        return
    verdict = verify(full, Plan(plan.steps))
    if verdict.sound:
        best.offer(Found(plan, verdict))


def _stage_order(t: Tables, stages: Sequence[dict[int, int]]) -> list[int]:
    """Applied moves by the stage they first appear in, and within it by row."""
    out: list[int] = []
    for stage in stages:
        out += [m for m in sorted(stage) if t.moves[m].kind == APPLY and m not in out]
    return out
