"""A better plan to begin a proof with: the operators that a cheap solution draws on, and whole counts over them.

    dive    follow the linear programme: what it uses must be made possible, by landmarks, until nothing is lacking
    core    the operators of the dive and of the known plan, with what joins them: some tens of columns
    whole   the best whole counts over the core by an integer programme; where they cannot be ordered, firing cuts
            say why, and it is solved anew

Nothing is proved here: a plan counts when the law accepts it. What the first planner misses are investments, such as
a bucket whose lava burns a hundred times cheaper than coal.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..pddl.tables import APPLY, Tables
from .cases.criterion import Criterion
from .cases.improved import Improved
from .cases.known import Known
from .cases.lp import Solved
from .cases.system import SUMMED
from .cases.wholecounts import WholeCounts
from .found import Found

SLACK, WIDE = 1e-3, 0.5
"""The part of a plan's cost by which it must lie above the linear bound for another one to be looked for: of a plan
that is not long, which is gone through case by case anyway, the latter."""
LONG = 64
"""Applications from which on a plan is long."""
DIVES = 80
"""Solutions that are followed."""
SHARE, SECONDS = 0.5, 5.0
"""The part of the time left that the search for a better plan may take, and what it takes at most."""


def improved(known: Known) -> Found | None:
    """A better plan than the known one, by the first criterion; None where none is found."""
    if known.problem.cost[0] not in SUMMED:
        return None
    verdict = known.found.verdict
    target = verdict.cost[0]
    end = time.monotonic() + min(SECONDS, SHARE * max(0.0, known.end - time.monotonic()))
    slack = SLACK if verdict.applications >= LONG else WIDE
    names = _dive(Criterion(known, 0, (), target), target * (1 - slack) - 1)
    if not names:
        return None
    names |= {step.operator for step in known.found.plan.steps}
    moves = joined(known.t, known.alive, names, known.held)
    inner = replace(known, alive=moves, end=end, aside=[], cuts={}, before=[])
    try:
        WholeCounts(Criterion(inner, 0, (), target)).search()
    except Improved as better:
        return better.found
    return None


def joined(t: Tables, moves: Sequence[int], names: Iterable[str], held: Iterable[int]) -> list[int]:
    """Of `moves` those of the operators `names`, and those that hand what they give, or what is held, to what they
    ask for."""
    wanted = set(names)
    inside = {m for m in moves if t.moves[m].kind == APPLY and t.moves[m].operator in wanted}
    others = [m for m in moves if t.moves[m].kind != APPLY]
    had = {*held, *(c for m in inside for c, _ in t.gives.row(m))}
    asked = {c for m in inside for c, _ in (*t.takes.row(m), *t.needs.row(m))}
    while True:
        new = [
            m
            for m in others
            if m not in inside
            and all(c in had for c, _ in (*t.takes.row(m), *t.needs.row(m)))
            and any(c in asked for c, _ in t.gives.row(m))
        ]
        if not new:
            return [m for m in moves if m in inside]
        inside.update(new)
        had.update(c for m in new for c, _ in t.gives.row(m))


def _dive(criterion: Criterion, enough: float) -> set[str]:
    """The operators that solutions use on the way to one that lacks nothing; none where the bound is near already."""
    case, names = criterion.case, set[str]()
    for k in range(DIVES):
        solved = case.solve()
        if solved.status != "optimal" or solved.cost > (criterion.target if k else enough):
            break
        names |= case.names(m for m in case.support(solved.values) if case.t.moves[m].kind == APPLY)
        if not _forced(criterion, solved):
            break
    return names


def _forced(criterion: Criterion, solved: Solved) -> bool:
    """Ask for what a solution lacks: a landmark that it misses, or, of what it uses and cannot fire, that it be
    applied; whether anything was lacking."""
    lack = criterion.lacks.of(solved)
    key = lack.unsupported
    if lack.cut is not None:
        criterion.cuts.enforce(lack.cut)
    elif key and key not in criterion.case.forced:
        criterion.case.narrow(key, criterion.case.columns_of(key), 0, True)
    else:
        return False
    return True
