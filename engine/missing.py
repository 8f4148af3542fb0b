"""The smallest lists of what is missing: what would have to be held besides to make an impossible goal possible.

attempt     the planner on the problem in which leaves may be added: a list, an upper bound
prices      that problem's bound by prices: where it meets the list, the number of pieces is proved
programme   whole numbers of leaves that balance: the fewest pieces, then kinds; one solution after the other
law         each solution is held besides and planned with: only what the law accepts is a list
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

from ..pddl.model import Problem
from ..pddl.tables import lower
from ..recipes.book import Item
from ..sim.answer import Answer, Feasible, Impossible, Missing, Optimal
from ..sim.verify import verify
from .bounds import given_cells, make_dual, permits
from .exact import affordable
from .explore import explore
from .leaves import Draft, enlarged, with_more
from .sizes import Sizes, added_by

Attempt: TypeAlias = Callable[[Problem, float], Answer]
"""A planner: the answer to a problem by a time (monotonic seconds), without proving a plan the best."""

TIES = 16
"""Lists of the same size that are told at most."""
OUT_OF_TIME = "the time for it ended"
NONE_DOES = "whatever is added of them, there is no plan"
FAR = 100
"""How many times as much of one item alone is looked for."""
SHARE = 0.4
"""Which part of the time that is left one question may take."""
PLENTY = 10**9
"""So many of each leaf stand for any number."""
SMALL, FEW = 24, 20
"""Operators and pieces up to which every state may be searched."""


def planned(problem: Problem, answer: Answer) -> Optimal | Feasible | None:
    """The answer, where it is a plan that leaves alone what `problem` protects."""
    if isinstance(answer, Optimal | Feasible) and bool(answer.problem.protected) == bool(problem.protected):
        return answer
    return None


def refused(problem: Problem, answer: Answer) -> bool:
    """Whether the answer is a proof that `problem` has no plan."""
    return isinstance(answer, Impossible) or (
        isinstance(answer, Optimal | Feasible) and planned(problem, answer) is None
    )


def smallest(problem: Problem, draft: Draft, leaves: Collection[Item], attempt: Attempt, end: float) -> Missing:
    """The smallest lists of `leaves` to add to what is held, as far as time `end` (monotonic seconds) allows."""
    bigger = enlarged(problem, draft, leaves)
    answer = attempt(bigger, _part(end, SHARE))
    first = planned(bigger, answer)
    if first is None:
        plenty = with_more(problem, dict.fromkeys(leaves, PLENTY))
        none = refused(bigger, answer) or refused(plenty, attempt(plenty, end))
        return Missing(why=NONE_DOES if none else OUT_OF_TIME)
    less = _affordable(bigger, first.verdict.effort)
    search = _Search(problem, Sizes(less, first, first.verdict.effort, end), attempt, end)
    search.run()
    pieces = sum(search.lists[0].values()) if search.lists else first.verdict.effort
    priced = first.bound.checked and first.bound.values[0] == pieces
    return search.outcome(first, proved=priced or _searched(less, pieces, end))


def _part(end: float, share: float) -> float:
    now = time.monotonic()
    return now + (end - now) * share


def _searched(problem: Problem, pieces: int, end: float) -> bool:
    """Whether a search through every state of an enlarged problem, if it is small, proves that no fewer are added."""
    if len(problem.operators) > SMALL or pieces > FEW:
        return False
    seen = explore(problem, problem.operators, _part(end, SHARE))
    return seen.plan is not None and seen.finished and verify(problem, seen.plan).effort == pieces


def alone(problem: Problem, draft: Draft, items: Collection[Item], attempt: Attempt, end: float) -> dict[Item, int]:
    """For each of `items`, the least number of it alone that would have to be held besides, where one is found by time
    `end` (monotonic seconds) and is not far above what would do of several."""
    bigger = enlarged(problem, draft, items)
    first = planned(bigger, attempt(bigger, _part(end, SHARE))) if items else None
    if first is None:
        return {}
    sizes = Sizes(bigger, first, FAR * max(1, first.verdict.effort), end)
    search = _Search(problem, sizes, attempt, end)
    out: dict[Item, int] = {}
    for item in items:
        sizes.only(item)
        out |= search.first()
    return out


def _affordable(problem: Problem, most: int) -> Problem:
    """The problem without what can be of no use where at most `most` is added."""
    t = lower(problem)
    base = make_dual(t, range(t.n_moves), permits(t))
    dual = make_dual(t, range(t.n_moves), given_cells(problem, t, base))
    names = affordable(problem, t, problem.operators, dual, most)
    return replace(problem, operators={name: problem.operators[name] for name in names})


class _Search:
    """Lists of one size, each accepted by the law."""

    def __init__(self, problem: Problem, sizes: Sizes, attempt: Attempt, end: float) -> None:
        self.problem, self.sizes, self.attempt, self.end = problem, sizes, attempt, end
        self.lists: list[dict[Item, int]] = []
        self.ended = self.missed = False
        sizes.cut({})  # what is held now is not enough
        # what is held besides may be in the way: it takes slots, and burns where the lowest slot does
        self.sure = problem.rules.slots != "hard" and problem.rules.fuel_order != "lowest_slot"

    def first(self) -> dict[Item, int]:
        """The first solution that the law accepts; empty where there is none, or where one can't be decided."""
        self.missed = False
        while not self.missed and (solution := self.sizes.next()) is not None:
            added = self.sizes.added(solution)
            if self.accepted(added, solution):
                return added
            self.sizes.loosen()
            self.sizes.cut(added)
        return {}

    def run(self) -> None:
        while len(self.lists) <= TIES:
            solution = self.sizes.next()
            if solution is None:
                self.ended = self.sizes.status == "infeasible"
                if self.lists or not self.ended or not self.sizes.loosen():
                    return
                continue
            added = self.sizes.added(solution)
            if self.accepted(added, solution):
                self.lists.append(added)
            self.sizes.cut(added)

    def accepted(self, added: dict[Item, int], solution: Sequence[float]) -> bool:
        """Whether there is a plan with `added` held besides; without a list yet, `sure` remembers what is not known."""
        held = with_more(self.problem, added)
        plan = self.sizes.plan(solution)
        if plan is not None and verify(held, plan).sound:
            return True
        answer = self.attempt(held, _part(self.end, SHARE))
        if planned(held, answer):
            return True
        if not refused(held, answer):
            self.sure = self.sure and bool(self.lists)
            self.missed = True
        return False

    def outcome(self, first: Optimal | Feasible, proved: bool) -> Missing:
        """What was found; `first` is a plan of the enlarged problem; `proved`: no list has fewer pieces."""
        lists = sorted(self.lists[:TIES] or [added_by(first)], key=lambda added: sorted(added.items()))
        smallest = self.sure if self.lists else proved and len(lists[0]) == 1
        complete = smallest and self.ended and not self.missed and len(self.lists) <= TIES
        why = "" if smallest and (complete or len(self.lists) > TIES) else OUT_OF_TIME
        return Missing(tuple(lists), complete, smallest, smallest and proved, why)
