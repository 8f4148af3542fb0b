"""`craftproof plan`: asks for a plan and shows the answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from ..engine.ask import ask
from ..engine.found import INTERRUPTED as INTERRUPTED_NOTE
from ..engine.later import told
from ..engine.plan import plan
from ..engine.report import report
from ..engine.request import Request, leaves_of
from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.rules import Rules
from ..sim.answer import Answer, Feasible, Impossible, Optimal
from .main import FINE, INTERRUPTED, OUT_OF_BUDGET, REFUSED
from .output import emit, patience, say
from .report import layout

PROOF = 5.0
"""Seconds that a proof may take where nobody says."""


def planned(
    book: Callable[[], Book],
    rules: Callable[[], Rules],
    request: Request,
    budget: float | str | None,
    form: str,
    output: Path | None,
    files: Sequence[str] = (),
    partial: bool = False,
    max_nodes: int | None = None,
) -> int:
    """Plan what `request` asks, write the answer in `form`; returns the exit code. `files` are what the book is of.
    `partial`: of an impossible goal, also what can be made of it; the goal is not met all the same.
    """
    (problem,) = ask(book, rules, request, budget=budget)
    time = None if isinstance(budget, str) else budget
    with patience(waiting(time, max_nodes)):
        leaves = leaves_of(problem.book, request)
        asked = plan(problem, budget=time, leaves=leaves, partial=partial, max_nodes=max_nodes, proof=PROOF)
        answer = told(asked)
    if form == "json":
        emit(json.dumps(report(answer, files, partial=partial), indent=2, ensure_ascii=False), output)
    elif form == "pddl":
        most = answer.most if partial and isinstance(answer, Impossible) else None
        _write_pddl(most.plan if most and most.plan else answer, output)
    else:
        emit(layout(report(answer, files, partial=partial)), output)
    if INTERRUPTED_NOTE in answer.notes:
        return INTERRUPTED
    if isinstance(answer, Optimal | Feasible):
        return FINE
    return REFUSED if isinstance(answer, Impossible) else OUT_OF_BUDGET


def waiting(budget: float | None, max_nodes: int | None = None) -> str:
    """What goes on while a plan is looked for, and how long a proof of it may take."""
    if max_nodes == 0:
        return "planning"
    if budget is None and max_nodes is not None:
        return f"planning, and proving the plan the best in up to {max_nodes:,} cases"
    return f"planning, and proving the plan the best in up to {PROOF if budget is None else budget:g} s"


def seconds(text: str | None) -> float | str | None:
    """The number that a text spells; what spells none stays as it is, to be told with the other mistakes."""
    try:
        return text if text is None or not text.isascii() or "_" in text else float(text)
    except ValueError:
        return text


def _write_pddl(answer: Answer, folder: Path | None) -> None:
    """Domain, problem and plan: three files in `folder`, or one after the other on standard output."""
    from ..pddl.planlines import print_plan
    from ..pddl.printer import print_domain, print_problem

    texts = {"domain.pddl": print_domain(answer.problem), "problem.pddl": print_problem(answer.problem)}
    if isinstance(answer, Optimal | Feasible):
        texts["plan.txt"] = print_plan(answer.problem, answer.plan)
    else:
        say(f"no plan to write: {report(answer)['answer']}")
    if folder is None:
        emit("\n".join(f";; {name}\n{text}" for name, text in texts.items()))
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "with --format pddl, -o names a folder for three files"
        raise InputError(
            [Diagnostic("output", f"no folder can be made: {error.strerror}", hint, str(folder))]
        ) from None
    for name, text in texts.items():
        emit(text, folder / name)
