"""Answers found in a slice of a large domain, told of the whole problem: the law then knows every operator again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..pddl.model import Operator
from ..sim.answer import Answer, Impossible, Most


def of_the_whole(answer: Answer, slice: Mapping[str, Operator], whole: Mapping[str, Operator]) -> Answer:
    """`answer`, and the plan for the most that can be made in it, with the operators `whole` in place of `slice`."""
    if answer.problem.operators is not slice or slice is whole:
        return answer
    told = replace(answer, problem=replace(answer.problem, operators=whole))
    if not isinstance(told, Impossible) or told.most is None or told.most.plan is None:
        return told
    plan = told.most.plan
    if plan.problem.operators is slice:
        plan = replace(plan, problem=replace(plan.problem, operators=whole))
    return replace(told, most=Most(told.most.counts, plan))
