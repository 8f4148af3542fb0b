"""`craftproof explain`: plans, and shows why the answer is what it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from ..engine.ask import ask
from ..engine.explain import explain
from ..engine.found import INTERRUPTED as INTERRUPTED_NOTE
from ..engine.plan import plan
from ..engine.request import Request
from ..recipes.book import Book
from ..recipes.rules import Rules
from ..sim.answer import Answer, Feasible, Impossible, Optimal
from .explaintext import explained
from .main import FINE, INTERRUPTED, OUT_OF_BUDGET, REFUSED
from .output import emit, patience


def explained_answer(
    book: Callable[[], Book],
    rules: Callable[[], Rules],
    request: Request,
    budget: float | str | None,
    form: str,
    output: Path | None,
    files: Sequence[str] = (),
) -> int:
    """Plan what `request` asks and write why the answer is what it is, in `form`; returns the exit code of `plan`."""
    (problem,) = ask(book, rules, request, budget=budget)
    seconds = None if isinstance(budget, str) else budget
    with patience("planning"):
        answer = plan(problem, budget=seconds)
    return shown(answer, seconds, form, output, files)


def shown(answer: Answer, budget: float | None, form: str, output: Path | None, files: Sequence[str]) -> int:
    """Write why `answer` is what it is; returns the exit code."""
    with patience("planning without each of the ways"):
        data = explain(answer, budget=budget, files=files)
    emit(json.dumps(data, indent=2, ensure_ascii=False) if form == "json" else explained(data), output)
    if INTERRUPTED_NOTE in answer.notes or data["interrupted"]:
        return INTERRUPTED
    if isinstance(answer, Optimal | Feasible):
        return FINE
    return REFUSED if isinstance(answer, Impossible) else OUT_OF_BUDGET
