"""`craftproof explain`: plans, and shows why the answer is what it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from ..engine.ask import ask, check_budget
from ..engine.explain import explain
from ..engine.find import find_book
from ..engine.found import INTERRUPTED as INTERRUPTED_NOTE
from ..engine.later import told
from ..engine.plan import plan
from ..engine.request import Request
from ..engine.restored import restored
from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.native import read_text
from ..recipes.rules import Rules
from ..sim.answer import Answer, Feasible, Impossible, Optimal
from ..sim.claimed import LOOKS
from .books import account
from .explaintext import explained
from .main import FINE, INTERRUPTED, OUT_OF_BUDGET, REFUSED
from .output import emit, patience
from .plan import PROOF, waiting


def explained_answer(
    book: Callable[[], Book],
    rules: Callable[[], Rules],
    request: Request,
    budget: float | str | None,
    form: str,
    output: Path | None,
    files: Sequence[str] = (),
    max_nodes: int | None = None,
) -> int:
    """Plan what `request` asks and write why the answer is what it is, in `form`; returns the exit code of `plan`."""
    (problem,) = ask(book, rules, request, budget=budget)
    seconds = None if isinstance(budget, str) else budget
    with patience(waiting(seconds, max_nodes)):
        answer = told(plan(problem, budget=seconds, max_nodes=max_nodes, proof=PROOF))
    return shown(answer, seconds, form, output, files)


def is_report(goals: Sequence[str]) -> bool:
    """Whether what is asked for is a saved report: one file of JSON, or `-` for standard input."""
    return len(goals) == 1 and (goals[0] == "-" or goals[0].endswith(".json"))


def explained_report(
    books: Sequence[Path],
    packs: Sequence[Path],
    goal: Sequence[str],
    asked: bool,
    budget: float | str | None,
    form: str,
    output: Path | None,
    max_nodes: int | None = None,
) -> int:
    """Write why the answer in a saved report is what it is; returns the exit code of `plan`. `asked`: whether options
    say what only the report may say."""
    (path,) = list(goal)
    if asked:
        also = "--book, --pack, --map, --budget, --max-nodes, --format and -o"
        hint = f"leave out --have, --mc, --rules and the like; {also} go with it"
        raise InputError([Diagnostic("report", "a report says itself what was asked", hint, path)])
    check_budget(budget)
    text, file = (sys.stdin.read(), "standard input") if path == "-" else read_text(Path(path), LOOKS)
    seconds = None if isinstance(budget, str) else budget
    book = partial(find_book, books=books, packs=packs, tell=account) if books or packs else None
    with patience(waiting(seconds, max_nodes)):
        answer, files = restored(text, file, book, seconds, max_nodes=max_nodes, proof=PROOF)
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
