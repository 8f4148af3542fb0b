"""What a person wants next where there is no plan: what is missing, how much can be made now, more of what would do."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

from ..pddl.model import Problem
from ..recipes.book import Item
from ..sim.answer import Answer, Impossible, Missing
from .found import INTERRUPTED
from .leaves import Draft, leaves_for
from .missing import Attempt, alone, planned, smallest
from .most import most

SHARE_OF_MOST, SHARE_OF_MISSING = 0.4, 0.8
"""Which parts of the time that is left the largest number and the missing lists may take."""
QUICK = 0.8
"""Seconds it may take where no budget was given."""
HELD = 12
"""Items that are held of which is asked whether more of them alone would do."""


class Planner(Protocol):
    """The planner: an answer by a time (monotonic seconds); `prove`: time also goes into proving a plan the best."""

    def __call__(self, asked: Problem, end: float, prove: bool = False) -> Answer: ...


def advised(
    answer: Impossible,
    planner: Planner,
    end: float,
    leaves: Collection[Item] | None = None,
    *,
    prove: bool = False,
    quick: bool = False,
) -> Impossible:
    """The answer with what can be said until time `end` (monotonic seconds); Ctrl-C ends it with what is known.

    `leaves` may be reported missing; `None`: what nothing makes. `prove`: half of the time goes into proving the plan
    for the most that can be made. `quick`: what is missing gets no more than a moment.
    """
    problem = answer.problem
    try:
        draft = Draft(problem)
        found = most(problem, answer.certificate, planner, _share(end, SHARE_OF_MOST))
        answer = replace(answer, most=found)
        if prove and found.plan:
            better = planner(found.plan.problem, _share(end, 0.5), True)
            answer = replace(answer, most=replace(found, plan=planned(found.plan.problem, better) or found.plan))
        end = min(end, time.monotonic() + QUICK) if quick else end
        answer = replace(answer, missing=_missing(problem, draft, planner, _share(end, SHARE_OF_MISSING), leaves))
        return replace(answer, more=_more(problem, draft, answer.missing, planner, end))
    except KeyboardInterrupt:
        return replace(answer, notes=(*answer.notes, INTERRUPTED))


def _share(end: float, share: float) -> float:
    now = time.monotonic()
    return now + (end - now) * share


def _missing(problem: Problem, draft: Draft, attempt: Attempt, end: float, leaves: Collection[Item] | None) -> Missing:
    chosen = leaves_for(problem, draft) if leaves is None else sorted(set(leaves) & draft.items.keys())
    if not chosen:
        return Missing(why="the goal draws on nothing that could be missing")
    return smallest(problem, draft, chosen, attempt, end)


def _more(problem: Problem, draft: Draft, missing: Missing | None, attempt: Attempt, end: float) -> dict[Item, int]:
    """For each thing that is held, how many more of it alone would do, where it would."""
    out: dict[Item, int] = {}
    if missing and missing.smallest:
        out = {item: n for added in missing.lists for item, n in added.items() if len(added) == 1}
    held = [item for item in sorted(problem.have.stock) if item in draft.items and item not in out]
    out |= alone(problem, draft, held[:HELD], attempt, end)
    return {item: n for item, n in sorted(out.items()) if problem.have.stock.get(item)}
