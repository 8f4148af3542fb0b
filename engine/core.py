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
from typing import TYPE_CHECKING

from ..pddl.tables import APPLY, Tables
from .cases import TINY, Cases, ImprovedError
from .found import Found
from .lp import Whole

if TYPE_CHECKING:
    from .prove import Prover

SUMMED = ("effort", "applications")
SLACK, WIDE = 1e-3, 0.5
"""The part of a plan's cost by which it must lie above the linear bound for another one to be looked for: of a plan
that is not long, which is gone through case by case anyway, the latter."""
LONG = 64
"""Applications from which on a plan is long."""
DIVES, WHOLES = 80, 24
FIRE, SPARE, EASED = 100, 4, 3
"""Ticks that are asked for beyond what burns, at first; how much more each time; and how often."""
ROOM, LEAST = 4, 1000
"""How much oftener than in a solution an operator may be applied once it counts as used or not, and how often at
least."""
SHARE, SECONDS = 0.5, 5.0
"""The part of the time left that the search for a better plan may take, and what it takes at most."""


def improved(prover: Prover) -> Found | None:
    """A better plan than the known one, by the first criterion; None where none is found."""
    if prover.problem.cost[0] not in SUMMED:
        return None
    target = prover.found.verdict.cost[0]
    end = time.monotonic() + min(SECONDS, SHARE * max(0.0, prover.end - time.monotonic()))
    slack = SLACK if prover.found.verdict.applications >= LONG else WIDE
    names = _dive(Cases(prover, 0, (), target), target * (1 - slack) - 1)
    if not names:
        return None
    known = {step.operator for step in prover.found.plan.steps}
    moves = joined(prover.t, prover.alive, names | known, prover.held)
    inner = replace(prover, alive=moves, end=end, aside=[], cuts={}, before=[])
    try:
        _Whole(Cases(inner, 0, (), target), end).search()
    except ImprovedError as better:
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


def _dive(cases: Cases, enough: float) -> set[str]:
    """The operators that solutions use on the way to one that lacks nothing; none where the bound is near already."""
    names: set[str] = set()
    for k in range(DIVES):
        solved = cases.solve()
        if solved.status != "optimal" or solved.cost > (cases.target if k else enough):
            break
        names |= cases.used(solved.values)
        if not cases.force(solved):
            break
    return names


class _Whole:
    """Whole counts over the columns of some cases, and what they have to keep to so that they can be ordered. An
    operator that others have to make possible is `used` or not, by a column of its own."""

    def __init__(self, cases: Cases, end: float) -> None:
        self.cases, self.end = cases, end
        self.programme: Whole
        self.marks: dict[str, int] = {}
        self.eased = 0

    def search(self) -> None:
        """Raise `ImprovedError` with a plan that costs less than what is known, if one is found."""
        cases = self.cases
        while cases.miss(cases.solve()):
            pass  # landmarks of the goal cost less to find here than among whole counts
        self.programme = Whole(cases.lp, len(cases.system.moves))
        for _ in range(WHOLES):
            seconds = self.end - time.monotonic()
            solved = self.programme.solve(seconds) if seconds > 0 else None
            if solved is None or solved.cost > cases.target - 1 + TINY:
                return
            values = [float(round(x)) for x in solved.values[: len(cases.system.moves)]]
            if not (self.possible(values) or self.ordered(values) or self.ease()):
                return

    def possible(self, values: Sequence[float]) -> bool:
        """Whether operators were used that nothing made possible; each now asks for one of those that can."""
        added = False
        for name, others in self.cases.lacking(values):
            row = self.when(name, values)
            for j in (j for other in others for j in self.columns(other)):
                row[j] = row.get(j, 0.0) + 1.0
            self.programme.add(row, 0.0)
            added = True
        return added

    def ordered(self, values: Sequence[float]) -> bool:
        """Whether firing cuts were added that the counts break, since they could not be put into an order."""
        cuts = self.cases.late(values)
        for name, coefficients, rhs in cuts:
            row = {j: n * rhs for j, n in self.when(name, values).items()}
            for j, n in coefficients.items():
                row[j] = row.get(j, 0.0) + n
            self.programme.add(row, 0.0)
        return bool(cuts)

    def ease(self) -> bool:
        """Whether more fuel and uses than are used up were asked for, so that order matters less."""
        cases, times = self.cases, SPARE**self.eased
        self.eased += 1
        for i, row in enumerate(cases.system.rows):
            if row.kind == "cell" and cases.burned_or_worn(int(row.key)):
                more = times * (FIRE if int(row.key) < cases.t.n_cells else 1)
                self.programme.ask(i, float(row.rhs + more))
        return self.eased <= EASED

    def when(self, name: str, values: Sequence[float]) -> dict[int, float]:
        """The row that asks for nothing while an operator is not used, and for 1 once it is."""
        if name not in self.marks:
            mark = self.marks[name] = self.programme.mark()
            most = max(LEAST, ROOM * sum(values[j] for j in self.columns(name)))
            self.programme.add({mark: most, **dict.fromkeys(self.columns(name), -1.0)}, 0.0)
        return {self.marks[name]: -1.0}

    def columns(self, name: str) -> list[int]:
        return self.cases.system.of_operator.get(name, [])
