"""Why an answer is what it is: the ways taken and the others, what binds, what its bound is made of; as data.

Every figure is of a plan that was made and that the law accepted, or of prices that are added up; nothing is estimated.
The form is published in `explain.schema.json`; `cli/explaintext.py` lays it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ..pddl.model import Problem
from ..recipes.book import Item
from ..sim.answer import Answer, Feasible, Optimal, Unknown
from .again import Again
from .ask import check_budget
from .binds import binds, spends
from .boundparts import SUMS, bound_parts
from .facts import tool_text
from .report import report
from .unitprices import priced
from .ways import ways
from .wording import operator_words

Data: TypeAlias = dict[str, Any]
SECONDS = 10.0
"""Seconds of the process that planning again may take in all where no budget is given."""
FOR_WAYS = 0.6
"""Which part of that the ways may take; the rest is for what binds."""
SHARE = 0.25
"""Which part of a given budget one plan that is made again may take to be proved."""


def explain(answer: Answer, *, budget: float | None = None, files: Sequence[str] = ()) -> Data:
    """Why `answer` is what it is.

    Without a `budget` (in seconds) plans made again are looked over shortly and their figures are of the best plans
    found; with one, up to a quarter of it goes into proving each. `files` as for `report`. Raises `InputError` for a
    budget that is no time.
    """
    check_budget(budget)
    problem = answer.problem
    criterion = leading(answer)
    rows = (priced(problem, criterion), priced(problem, criterion, problem.have.stock))
    again = Again(answer, rows, 0.0, None if budget is None else budget * SHARE)
    start, seconds = again.clock(), SECONDS if budget is None else budget
    again.end = start + seconds * FOR_WAYS
    told = ways(again)
    again.end = start + seconds
    out: Data = {
        "craftproof": "explain/1",
        "report": report(answer, files),
        "criterion": criterion,
        "spends": spends(problem, answer, criterion) if isinstance(answer, Optimal | Feasible) else [],
        "ways": told,
        "tools": tools(problem, answer),
        "binds": binds(again),
        "bound": bound_parts(problem, answer.bound) if isinstance(answer, Optimal | Feasible | Unknown) else [],
    }
    return out | {"left_out": again.left_out, "interrupted": again.stopped}


def leading(answer: Answer) -> str:
    """The summed criterion that prices are told in: the first in which the plan costs anything, else the first."""
    sums = [name for name in answer.problem.cost if name in SUMS] or ["applications"]
    if isinstance(answer, Optimal | Feasible):
        cost = dict(zip(answer.problem.cost, answer.verdict.cost, strict=True))
        return next((name for name in sums if cost.get(name)), sums[0])
    return sums[0]


def tools(problem: Problem, answer: Answer) -> list[Data]:
    """The tools that a plan wears, in the order of its steps: for what, and what would serve as well.

    `uses` are those it wears in all, `new` what a new one has, `for` entries of `{"operator", "words", "wants"}`.
    """
    if not isinstance(answer, Optimal | Feasible):
        return []
    out: dict[Item, Data] = {}
    for step in answer.plan.steps:
        op = problem.operators[step.operator]
        wanted = op.origin.wears if op.origin is not None else ()
        for tool, needs in zip(step.tools, wanted, strict=False):
            entry = out.setdefault(
                tool,
                {"tool": tool, "uses": answer.verdict.wear.get(tool, 0), "new": problem.uses.get(tool, 0), "for": []},
            )
            use = {"operator": op.name, "words": operator_words(op), "wants": [tool_text(need) for need in needs]}
            if use not in entry["for"]:
                entry["for"].append(use)
    return list(out.values())
