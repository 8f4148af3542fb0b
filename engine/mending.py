"""Mends of shortages, planned: what to insert so that the step fires and all that follows as well.

A finding of the law says what is short. To make that may take from what later steps need; so it is planned from the
state before the step, with all that is needed later kept, and the law judges the plan with it inserted.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..pddl.model import Problem, State, Want
from ..recipes.book import Item
from ..sim.answer import Feasible, Optimal
from ..sim.plan import Finding, Plan, Step, Verdict
from ..sim.verify import verify
from .plan import plan as search
from .wording import step_words

MOST = 5
"""So many shortages are planned for, the first ones."""
PATIENCE = 2.0
"""Seconds after which the others keep the short text."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A plan and the verdict on it; findings at step k are about the steps whose `lines` are k."""

    plan: Plan
    verdict: Verdict
    lines: Sequence[int]

    def before(self, finding: Finding) -> int:
        """The index of the step that a finding is about, or of the end."""
        at = [k for k, line in enumerate(self.lines) if line == finding.step]
        return at[0] if at and finding.step >= 0 else len(self.plan.steps)


def with_mends(problem: Problem, judged: Judged) -> Verdict:
    """The verdict, the mends of its first shortages naming all the steps that are to be inserted."""
    end = time.monotonic() + PATIENCE
    out: list[Finding] = []
    planned = 0
    for finding in judged.verdict.findings:
        if finding.mend and finding.mend.action == "insert" and planned < MOST and time.monotonic() < end:
            planned += 1
            finding = _mended(problem, judged, finding)
        out.append(finding)
    return replace(judged.verdict, findings=tuple(out))


def _mended(problem: Problem, judged: Judged, finding: Finding) -> Finding:
    k, mend = judged.before(finding), finding.mend
    state = judged.verdict.after[k - 1] if k else problem.have
    steps = inserted(problem, state, judged.plan.steps[k:], finding)
    if not steps or mend is None:
        return finding
    whole = Plan((*judged.plan.steps[:k], *steps, *judged.plan.steps[k:]))
    if len(verify(problem, whole).findings) >= len(judged.verdict.findings):
        return finding
    where = f"insert before step {finding.step + 1}" if finding.step >= 0 else "add at the end"
    words = [str(step_words(problem, step)["text"]).partition("; ")[0] for step in steps]  # without the places
    return replace(finding, mend=replace(mend, text=f"{where}: {'; '.join(words)}"))


def inserted(problem: Problem, state: State, rest: Sequence[Step], finding: Finding) -> tuple[Step, ...]:
    """Steps that from `state` bring what a finding lacks, and leave what `rest` and the goals need; none where none are
    found."""
    mend = finding.mend
    items = finding.items if finding.code == "goal" else (mend.item,) if mend else ()
    held = sum(state.stock.get(item, 0) for item in items)
    want = Want(items, held + (finding.short if finding.code == "goal" else mend.n if mend else 0))
    needed = needs_of(problem, rest)
    keep = {item: min(n, state.stock[item]) for item, n in needed.items() if item in state.stock}
    answer = search(replace(problem, have=state, want=(want,), keep=keep, notes=()), advice=False)
    return answer.plan.steps if isinstance(answer, Optimal | Feasible) else ()


def needs_of(problem: Problem, steps: Sequence[Step]) -> Mapping[Item, int]:
    """What steps take, burn and need at hand, and what the goals ask for, each at most."""
    taken: dict[Item, int] = dict(problem.keep)
    for want in problem.want:
        for item in want.any_of:
            taken[item] = taken.get(item, 0) + want.n
    for step in steps:
        for item, n in (*(pair for amounts in step.takes for pair in amounts), *step.fuel):
            taken[item] = taken.get(item, 0) + n
    for step in steps:
        operator = problem.operators.get(step.operator)
        held = [need for need in operator.needs if len(need.any_of) == 1] if operator else []
        for item, n in [*((need.any_of[0], need.n) for need in held), *((tool, 1) for tool in step.tools)]:
            taken[item] = max(taken.get(item, 0), n)
    return taken
