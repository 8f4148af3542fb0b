"""From what a caller says to a problem, whatever is wrong with it told at once: book, rules, request and budget."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from ..pddl.model import Problem
from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.library import bundled
from ..recipes.mistakes import Mistakes
from ..recipes.rules import SURVIVAL, Rules
from .request import Request, make_problem

OF_THE_BOOK = frozenset({"unknown-item", "empty-tag", "worn", "operator"})
"""Codes of mistakes that another book might not find."""


def ask(
    book: Callable[[], Book], rules: Callable[[], Rules], *requests: Request, budget: object = None
) -> list[Problem]:
    """The problem of each of `requests`; `book` and `rules` look for what they are asked in.

    Raises one `InputError` with the mistakes of all of them and of `budget`. Without a book, names are not judged.
    """
    mistakes = Mistakes()
    with mistakes.about("mc"):
        found = mistakes.attempt(book, None)
    with mistakes.about("rules"):
        under = mistakes.attempt(rules, SURVIVAL)
    problems = [ask_in(mistakes, found, under, request) for request in requests]
    with mistakes.about("budget"):
        mistakes.attempt(lambda: check_budget(budget), None)
    mistakes.finish()
    return [problem for problem in problems if problem is not None]


def ask_in(mistakes: Mistakes, book: Book | None, rules: Rules, request: Request) -> Problem | None:
    """The problem of one request, or `None` after noting its mistakes; without a book, names are not judged."""
    try:
        return make_problem(book or bundled(), rules, request)
    except InputError as error:
        mistakes.faults += [d for d in error.diagnostics if book or d.code not in OF_THE_BOOK]
        return None


def check_budget(budget: object) -> None:
    """Raises `InputError` for a budget that is no time above nought."""
    if budget is None:
        return
    if isinstance(budget, int | float) and not isinstance(budget, bool) and isfinite(budget) and budget > 0:
        return
    hint = "seconds, such as 5 or 0.5"
    raise InputError([Diagnostic("budget", f"{budget} is no time to plan in", hint, text=str(budget))])


def check_nodes(max_nodes: object) -> None:
    """Raises `InputError` for what is no number of cases."""
    if max_nodes is None or (isinstance(max_nodes, int) and not isinstance(max_nodes, bool) and max_nodes >= 0):
        return
    message = f"{max_nodes!r:.80} is no number of cases"
    raise InputError([Diagnostic("max-nodes", message, "a whole number, 0 or more", argument="max_nodes")])
