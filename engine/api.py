"""What the library offers: from words to an answer in one call, and many answers in one call."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ..pddl.model import Problem, State
from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.library import DEFAULT_VERSION
from ..recipes.rules import Rules
from ..sim.answer import Answer
from .amounts import Amounts
from .ask import ask, check_nodes
from .find import find_book, find_rules, implied
from .request import Request, leaves_of


def book(version: str = DEFAULT_VERSION) -> Book:
    """The bundled book of a version of the game; `InputError` names the versions where there is none."""
    return find_book(version)


def problem(
    goal: Amounts,
    have: Amounts | State | None = None,
    *,
    mc: str | None = None,
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
    of one) stands in place of the bundled one of version `mc`; without either it is that of the version which the
    rules describe, or the default. `new`: that many more than are held. `limits`: the most that may be gathered of an
    item, or applications of an operator. `keep`: what must be held at the end. `ban` and `prefer` name operators or
    items. `gather=False`: nothing is taken from the world. Raises `InputError`.
    """
    version, said = implied(mc, rules, (book,) if book else ())
    request = replace(_request(goal, have, new, limits, keep, ban, prefer, gather, cost), remark=said)
    return ask(functools.partial(find, version, book), functools.partial(find_rules, rules), request)[0]


def plan(
    goal: Amounts,
    have: Amounts | State | None = None,
    *,
    mc: str | None = None,
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
    leaves: Sequence[str] | None = None,
    partial: bool = False,
    max_nodes: int | None = None,
) -> Answer:
    """A plan for `goal` that the law has accepted, or why there is none; arguments as for `problem`.

    `budget` is in seconds; `None` stands for the planner's own. `max_nodes` bounds the cases of a proof, a criterion;
    with either a proof is looked for. Of an impossible goal the answer says what is missing, in `leaves` (names of
    items; `None`: what nothing makes), and how much of it can be made. This is found when `missing`, `most` or `more`
    is first read, which then takes up to a second or what is left of `budget`; `partial` finds it at once, and gives
    the plan for the most that can be made (`answer.most.plan`) the time that a plan gets.
    """
    from .plan import plan as search

    check_nodes(max_nodes)
    version, said = implied(mc, rules, (book,) if book else ())
    request = replace(_request(goal, have, new, limits, keep, ban, prefer, gather, cost), leaves=leaves, remark=said)
    asked = ask(functools.partial(find, version, book), functools.partial(find_rules, rules), request, budget=budget)[0]
    found = leaves_of(asked.book, request)
    return search(asked, budget=budget, leaves=found, partial=partial, max_nodes=max_nodes)


def plan_many(
    goals: Iterable[Amounts],
    have: Amounts | State | None = None,
    *,
    mc: str | None = None,
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
) -> list[Answer]:
    """One answer for each of `goals`, in their order, each from the same `have`; what the goals share is built once.

    Arguments as for `plan`; `budget` is in seconds for each goal. Raises `InputError` with the mistakes of all goals
    before anything is planned.
    """
    from .plan import plan_many as search

    iterable = isinstance(goals, Iterable)  # pyright: ignore[reportUnnecessaryIsInstance]  # not every caller is typed
    if isinstance(goals, str | Mapping) or not iterable:
        message = f"expected a list of goals, got {goals!r:.80}"
        raise InputError([Diagnostic("type", message, 'such as ["stick=4", "torch"]', argument="goals")])
    version, said = implied(mc, rules, (book,) if book else ())
    usual = _request((), have, new, limits, keep, ban, prefer, gather, cost)
    requests = [replace(usual, goal=goal, remark=said) for goal in goals]
    problems = ask(
        functools.partial(find, version, book), functools.partial(find_rules, rules), *requests, budget=budget
    )
    return search(problems, budget=budget)


def find(mc: str | None, book: Book | str | Path | None) -> Book:
    """`book` itself, the one at a path, or the bundled one of version `mc`."""
    known = isinstance(book, Book | str | Path | None)  # pyright: ignore[reportUnnecessaryIsInstance]  # likewise
    if not known:
        message = f"expected a book or the path of one, got {book!r:.80}"
        raise InputError([Diagnostic("type", message, "craftproof.load_book reads one", argument="book")])
    return book if isinstance(book, Book) else find_book(mc, [book] if book else [])


def _request(
    goal: Amounts,
    have: Amounts | State | None,
    new: bool,
    limits: Amounts | None,
    keep: Amounts | None,
    ban: Sequence[str],
    prefer: Sequence[str],
    gather: bool,
    cost: str | Sequence[str] | None,
) -> Request:
    return Request(
        goal=goal,
        have=() if have is None else have,
        new=new,
        limits=() if limits is None else limits,
        keep=() if keep is None else keep,
        ban=ban,
        prefer=prefer,
        gather=gather,
        cost=cost,
    )
