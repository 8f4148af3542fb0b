"""The smallest lists of what is missing: what would have to be held besides to make an impossible goal possible.

attempt     the planner on the problem in which leaves may be added: a list, an upper bound
prices      that problem's bound by prices: where it meets the list, the number of pieces is proved
programme   whole numbers of leaves that balance: the fewest pieces, then kinds; one solution after the other
law         each solution is held besides and planned with: only what the law accepts is a list
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeAlias

from ..pddl.model import Problem
from ..pddl.tables import APPLY, Tables, lower
from ..recipes.book import Item
from ..sim.answer import Answer, Feasible, Impossible, Missing, Optimal
from .bounds import given_cells, make_dual, permits
from .exact import affordable
from .leaves import Draft, enlarged, with_more
from .mip import Programme
from .model import MOST, Builder

Attempt: TypeAlias = Callable[[Problem, float], Answer]
"""A planner: the answer to a problem by a time (monotonic seconds), without proving a plan the best."""

TIES = 16
"""Lists of the same size that are told at most."""
OUT_OF_TIME = "the time for it ended"
NONE_DOES = "no number of them would do"
SLACK = 1e-6
SHARE = 0.4
"""Which part of the time that is left one list may take to be planned with."""


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
    answer = attempt(bigger, end)
    first = planned(bigger, answer)
    if first is None:
        return Missing(why=NONE_DOES if refused(bigger, answer) else OUT_OF_TIME)
    less = _affordable(bigger, first.verdict.effort)
    search = _Search(problem, attempt, end)
    search.run(_Sizes(less, lower(less), first, end))
    return search.outcome(first)


def _affordable(problem: Problem, most: int) -> Problem:
    """The problem without what can be of no use where at most `most` is added."""
    t = lower(problem)
    base = make_dual(t, range(t.n_moves), permits(t))
    dual = make_dual(t, range(t.n_moves), given_cells(problem, t, base))
    names = affordable(problem, t, problem.operators, dual, most)
    return replace(problem, operators={name: problem.operators[name] for name in names})


def _added(answer: Optimal | Feasible) -> dict[Item, int]:
    """What the plan of an enlarged problem adds."""
    operators, out = answer.problem.operators, dict[Item, int]()
    for step in answer.plan.steps:
        op = operators[step.operator]
        if op.kind == "add":
            out[op.gives[0][0]] = out.get(op.gives[0][0], 0) + step.applications
    return dict(sorted(out.items()))


class _Search:
    """Lists of one size, tried through planner and law."""

    def __init__(self, problem: Problem, attempt: Attempt, end: float) -> None:
        self.problem, self.attempt, self.end = problem, attempt, end
        self.lists: list[dict[Item, int]] = []
        self.size = 0
        self.ended = False
        # what is held besides may be in the way: it takes slots, and burns where the lowest slot does
        self.sure = problem.rules.slots != "hard" and problem.rules.fuel_order != "lowest_slot"

    def run(self, sizes: _Sizes) -> None:
        while len(self.lists) <= TIES:
            step = sizes.next()
            if isinstance(step, str):
                self.ended = step == "infeasible"
                return
            size, added = step
            if self.lists and size > self.size:
                self.ended = True
                return
            now = time.monotonic()
            held = with_more(self.problem, added)
            answer = self.attempt(held, now + (self.end - now) * SHARE)
            if planned(held, answer):
                self.size = size
                self.lists.append(added)
            elif not refused(held, answer):
                self.sure = False
            sizes.cut(added)

    def outcome(self, first: Optimal | Feasible) -> Missing:
        """What was found; `first` is a plan of the enlarged problem."""
        lists = sorted(self.lists[:TIES] or [_added(first)], key=lambda added: sorted(added.items()))
        checked = first.bound.checked and first.bound.values[0] == sum(lists[0].values())
        smallest = self.sure if self.lists else checked and len(lists[0]) == 1
        complete = smallest and self.ended and len(self.lists) <= TIES
        why = "" if smallest and (complete or len(self.lists) > TIES) else OUT_OF_TIME
        return Missing(tuple(lists), complete, smallest, smallest and checked, why)


class _Sizes:
    """The integer programme of an enlarged problem: solutions by pieces and kinds of what is added, cut off one by one.

    A list that no more than equals one that was cut off, leaf by leaf, does not come again.
    """

    def __init__(self, problem: Problem, t: Tables, first: Optimal | Feasible, end: float) -> None:
        self.end = end
        most = max(1, first.verdict.effort)
        ceiling = min(MOST, 8 * max(100, first.verdict.applications))
        adds = {m: v.operator for m, v in enumerate(t.moves) if v.kind == APPLY and _adds(problem, v.operator)}
        upper = [most if m in adds else ceiling if v.kind == APPLY else MOST for m, v in enumerate(t.moves)]
        staged = Builder(problem, t, 1, upper).build()
        self.programme: Programme = staged.programme
        self.most = most
        self.amount = {problem.operators[name].gives[0][0]: staged.x[0][m] for m, name in adds.items()}
        self.kind = {leaf: self.programme.column(1) for leaf in self.amount}
        for leaf, kind in self.kind.items():
            self.programme.row([(self.amount[leaf], 1.0), (kind, -float(most))], upper=0)
            self.programme.row([(self.amount[leaf], 1.0), (kind, -1.0)], lower=0)
        self.weight = len(self.kind) + 1
        self.cost = {col: float(self.weight) for col in self.amount.values()} | dict.fromkeys(self.kind.values(), 1.0)

    def next(self) -> tuple[int, dict[Item, int]] | str:
        """The size (pieces x weight + kinds) and the list of the next smallest solution; or the solver's status."""
        left = self.end - time.monotonic()
        if left <= 0:
            return "limit"
        outcome = self.programme.minimise(self.cost, left)
        if outcome.status != "optimal":
            return outcome.status
        added = {leaf: int(outcome.values[col]) for leaf, col in self.amount.items() if outcome.values[col] > 0.5}
        return math.ceil(outcome.bound - SLACK * max(1.0, abs(outcome.bound))), dict(sorted(added.items()))

    def cut(self, added: dict[Item, int]) -> None:
        """Ask for more of some leaf than `added` holds."""
        ways: list[int] = []
        for leaf, col in self.amount.items():
            n = added.get(leaf, 0)
            if n >= self.most:
                continue
            way = self.kind[leaf] if not n else self.programme.column(1)
            if n:
                self.programme.row([(col, 1.0), (way, -float(n + 1))], lower=0)
            ways.append(way)
        self.programme.row([(way, 1.0) for way in ways], lower=1)


def _adds(problem: Problem, name: str) -> bool:
    return problem.operators[name].kind == "add"
