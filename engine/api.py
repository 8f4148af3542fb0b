"""What the library offers: from words to an answer in one call, and many answers in one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ..pddl.model import Problem, State
from ..recipes.book import Book
from ..recipes.rules import Rules
from ..sim.answer import Answer
from .amounts import Amounts
from .find import find_book, find_rules
from .request import Request, make_problem


def book(version: str = "1.16.5") -> Book:
    """The bundled book of a version of the game; `InputError` names the versions where there is none."""
    return find_book(version)


def problem(
    goal: Amounts,
    have: Amounts | State | None = None,
    *,
    mc: str = "1.16.5",
    rules: Rules | str | Path = "survival",
    book: Book | str | Path | None = None,
    new: bool = False,
    limits: Amounts | None = None,
    keep: Amounts | None = None,
    ban: Sequence[str] = (),
    prefer: Sequence[str] = (),
    gather: bool = True,
    cost: str | Sequence[str] | None = None,
) -> Problem:
    """The problem of reaching `goal` from `have`.

    Amounts are `"stick=4"`, `["stick=4", "torch"]` or `{"stick": 4}`; without a count, 1. `book` (a book or the path
    of one) stands in place of the bundled one of version `mc`. `new`: that many more than are held. `limits`: the most
    that may be gathered of an item, or applications of an operator. `keep`: what must be held at the end. `ban` and
    `prefer` name operators or items. `gather=False`: nothing is taken from the world. Raises `InputError`.
    """
    request = Request(
        goal=goal,
        have=() if have is None else have,
        new=new,
        limits=limits or (),
        keep=keep or (),
        ban=ban,
        prefer=prefer,
        gather=gather,
        cost=cost,
    )
    of = book if isinstance(book, Book) else find_book(mc, [book] if book else [])
    return make_problem(of, find_rules(rules), request)


def plan(
    goal: Amounts,
    have: Amounts | State | None = None,
    *,
    mc: str = "1.16.5",
    rules: Rules | str | Path = "survival",
    book: Book | str | Path | None = None,
    new: bool = False,
    limits: Amounts | None = None,
    keep: Amounts | None = None,
    ban: Sequence[str] = (),
    prefer: Sequence[str] = (),
    gather: bool = True,
    cost: str | Sequence[str] | None = None,
    budget: float | None = None,
) -> Answer:
    """A plan for `goal` that the law has accepted, or why there is none; arguments as for `problem`.

    `budget` is in seconds; `None` stands for the planner's own.
    """
    from .plan import plan as search

    asked = problem(
        goal,
        have,
        mc=mc,
        rules=rules,
        book=book,
        new=new,
        limits=limits,
        keep=keep,
        ban=ban,
        prefer=prefer,
        gather=gather,
        cost=cost,
    )
    return search(asked, budget=budget)


def plan_many(
    goals: Iterable[Amounts],
    have: Amounts | State | None = None,
    *,
    mc: str = "1.16.5",
    rules: Rules | str | Path = "survival",
    book: Book | str | Path | None = None,
    new: bool = False,
    gather: bool = True,
    budget: float | None = None,
) -> list[Answer]:
    """One answer for each of `goals`, in their order, each from the same `have`; what the goals share is built once.

    `budget` is in seconds for each goal. Raises `InputError` with the mistakes of all goals before anything is planned.
    """
    from ..recipes.diagnostic import Diagnostic, InputError
    from .plan import plan_many as search

    of = book if isinstance(book, Book) else find_book(mc, [book] if book else [])
    under = find_rules(rules)
    problems: list[Problem] = []
    faults: list[Diagnostic] = []
    for goal in goals:
        try:
            problems.append(make_problem(of, under, Request(goal, have or (), new=new, gather=gather)))
        except InputError as error:
            faults += error.diagnostics
    if faults:
        raise InputError(list(dict.fromkeys(faults)))
    return search(problems, budget=budget)
