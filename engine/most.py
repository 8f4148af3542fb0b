"""How much of an impossible goal can be made now: each goal by itself, and a plan for the most of them together.

Numbers are found by halving between what a plan makes and what a proof rules out. A certificate of prices often rules
out all but the right number at once: the goal must not be worth more than what is held.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ..pddl.compile import absolute
from ..pddl.model import Problem, State, Want, draws
from ..pddl.reach import reachable
from ..sim.answer import Certificate, Count, Feasible, Impossible, Most, Optimal, Priced, Scarce
from .missing import Attempt, planned, refused

MANY = 1_000_000
"""The number that is tried first of a goal that, by itself, is not impossible."""
SHARE = 0.5
"""Which part of the time that is left one number may take."""


class Counter:
    """Looks for the largest number of `want` beside other goals that are to be met as they are.

    `low` is the largest number there is a plan for (-1: none yet), `high` the largest that no proof rules out.
    """

    def __init__(self, problem: Problem, want: Want, beside: tuple[Want, ...], attempt: Attempt, end: float) -> None:
        self.problem, self.want, self.beside = problem, want, beside
        self.attempt, self.end = attempt, end
        self.best: Optimal | Feasible | None = None
        self.low = _held(problem, want) if _kept(problem) and not beside else -1
        self.high: int | None = None

    def asked(self, n: int) -> Problem:
        """The problem with the goal at `n`."""
        return replace(self.problem, want=(*self.beside, replace(self.want, n=n)))

    def tries(self, n: int) -> bool | None:
        """Whether there is a plan for `n` (`None`: not known); `low`, `best` and `high` follow."""
        now = time.monotonic()
        asked = self.asked(n)
        answer = self.attempt(asked, now + (self.end - now) * SHARE)
        plan = planned(asked, answer)
        if plan:
            self.best, self.low = plan, max(self.low, n, reached(asked, plan))
            return True
        if not refused(asked, answer):
            return None
        self.rule_out(n, answer.certificate if isinstance(answer, Impossible) else None)
        return False

    def rule_out(self, n: int, certificate: Certificate | None) -> None:
        """Take note that `n` is impossible, and of what its certificate says of smaller numbers."""
        high = min(n - 1, affords(self.asked(n), certificate))
        self.high = max(self.low, high if self.high is None else min(self.high, high))

    def narrow(self) -> None:
        """Narrow down the number from `high`, which must be known, until it is found, or time is up."""
        top, jump = self.high or 0, True
        while self.low < top and time.monotonic() < self.end:
            n = top if jump else self.low + (top - self.low + 1) // 2
            known = self.tries(n)
            top = min(self.high or 0, top if known else n - 1)
            jump = known is False and top < n - 1
        if self.low > 0 and (self.best is None or self.best.problem.want[-1].n != self.low):
            self.tries(self.low)

    def count(self) -> Count:
        """The number as far as it is known."""
        return Count(max(0, self.low), None if self.high is None else max(0, self.high))


def most(problem: Problem, certificate: Certificate, attempt: Attempt, end: float) -> Most:
    """How much of the goals can be made, as far as time `end` (monotonic seconds) allows.

    `certificate` proves the problem impossible.
    """
    if len(problem.want) == 1:
        counter = Counter(problem, problem.want[0], (), attempt, end)
        counter.rule_out(problem.want[0].n, certificate)
        counter.narrow()
        return Most((counter.count(),), counter.best)
    counts: list[Count] = []
    for k, want in enumerate(problem.want):
        now = time.monotonic()
        counts.append(_alone(problem, want, attempt, now + (end - now) / (len(problem.want) - k + 1)))
    return Most(tuple(counts), _together(problem, attempt, end))


def _alone(problem: Problem, want: Want, attempt: Attempt, end: float) -> Count:
    """How many of one of several goals can be made, without the others."""
    if endless(problem, want):
        return Count(want.n, None, unbounded=True)
    counter = Counter(replace(problem, want=(want,)), want, (), attempt, end)
    for n in (want.n, MANY):
        if not counter.tries(n):
            break
    if counter.high is not None:
        counter.narrow()
    return counter.count()


def endless(problem: Problem, want: Want) -> bool:
    """Whether there is no end to what can be made: it comes from nothing, by what may be done again and again."""
    unlimited = {
        name: op
        for name, op in problem.operators.items()
        if op.limit is None and not any(draws(op, limited) for limited in problem.limits)
    }
    items, _ = reachable(replace(problem, have=State(), operators=unlimited))
    return problem.rules.slots != "hard" and _kept(problem) and not items.isdisjoint(want.any_of)


def _together(problem: Problem, attempt: Attempt, end: float) -> Optimal | Feasible | None:
    """A plan for as much as can be made of the first goal, then of the second beside that, and so on."""
    beside: tuple[Want, ...] = ()
    best: Optimal | Feasible | None = None
    for want in problem.want:
        counter = Counter(problem, want, beside, attempt, end)
        if counter.tries(want.n) is not True:
            counter.high = want.n - 1 if counter.high is None else counter.high
            counter.narrow()
        if counter.low > 0 and counter.best:
            best = counter.best
            beside = (*beside, replace(want, n=min(want.n, counter.low)))
    return best


def reached(problem: Problem, answer: Optimal | Feasible) -> int:
    """How many of the last goal a plan ends with, counted as the goal counts."""
    want = problem.want[-1]
    n = sum(answer.verdict.end.stock.get(item, 0) for item in want.any_of)
    return n - (absolute(want, problem.have).n - want.n)


def affords(problem: Problem, certificate: Certificate | None) -> int:
    """The largest number of the last goal that a certificate of the problem does not rule out: what is not worth more
    than what is held, by its prices; what can be had in all, by its scarce items; else one less than is asked."""
    want = problem.want[-1]
    match certificate:
        case Priced() if unit := min(certificate.prices.get(item, 0) for item in want.any_of):
            # what is passed on the way counts only for a number that is not there at the start
            return max(_held(problem, want), want.n - -(-(certificate.worth - certificate.held) // unit))
        case Scarce() if all(item in certificate.most or item in certificate.never for item in want.any_of):
            before = absolute(want, problem.have).n - want.n
            return sum(certificate.most.get(item, 0) for item in want.any_of) - before
        case _:
            return want.n - 1


def _held(problem: Problem, want: Want) -> int:
    """How many of a goal are there without a plan."""
    return sum(problem.have.stock.get(item, 0) for item in want.any_of) if want.mode == "total" else 0


def _kept(problem: Problem) -> bool:
    return all(problem.have.stock.get(item, 0) >= n for item, n in problem.keep.items())
