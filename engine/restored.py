"""A saved report as an answer again: its problem compiled anew, its plan judged by the law, its bound found again."""

from __future__ import annotations

from dataclasses import replace

from ..pddl.model import Problem
from ..recipes.diagnostic import Diagnostic, InputError
from ..sim.answer import Answer, Bound, Feasible, Optimal
from ..sim.claimed import BookOf, read_claims
from ..sim.plan import Plan
from ..sim.verify import verify
from .plan import plan


def restored(
    text: str,
    file: str,
    book: BookOf | None = None,
    budget: float | None = None,
    *,
    max_nodes: int | None = None,
    proof: float | None = None,
) -> tuple[Answer, list[str]]:
    """The answer that the report in `text` holds, and the files that its book was read from.

    A report without a plan is planned anew, and so is the bound of one with a plan, both as `plan` does it with the
    same `budget`, `max_nodes` and `proof`: nothing that a report claims is taken on trust. Raises `InputError` for what
    is no report, and for a plan with findings.
    """
    claimed = read_claims(text, file, book)
    files = list(claimed.book.files) if claimed.book else []
    fresh = plan(claimed.problem, budget=budget, max_nodes=max_nodes, proof=proof)
    if "plan" not in claimed.data:
        return fresh, files
    _, steps = claimed.plan()
    return _judged(claimed.problem, steps, fresh, file), files


def _judged(problem: Problem, steps: Plan, fresh: Answer, file: str) -> Answer:
    """The saved plan with the bound of the fresh answer."""
    if isinstance(fresh, Optimal | Feasible):
        problem = fresh.problem  # without protection, where there is a plan only so
    verdict = verify(problem, steps)
    if not verdict.sound:
        hint = "craftproof verify tells all of it"
        raise InputError([Diagnostic("plan", f"the plan does not work: {verdict.findings[0].message}", hint, file)])
    bound = (
        fresh.bound if isinstance(fresh, Optimal | Feasible) else Bound((0,) * len(problem.cost), True, "nothing known")
    )
    kind = Optimal if verdict.cost == bound.values else Feasible
    notes = tuple(note for note in fresh.notes if note not in problem.notes)
    answer = kind(problem, steps, verdict, bound, notes)
    if isinstance(fresh, Optimal | Feasible) and fresh.verdict.cost < verdict.cost:
        worse = "the plan in the report is not the best: one that costs less was found"
        return replace(answer, notes=(*notes, worse))
    return answer
