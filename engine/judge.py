"""Judging a plan that comes from a file: a plan file, a report that holds one, or a list of steps in plain words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..pddl.model import Problem, Want
from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.identity import content_hash
from ..recipes.library import DEFAULT_VERSION, versions
from ..recipes.lines import diagnostic
from ..recipes.locate import parse
from ..recipes.mistakes import Mistakes
from ..recipes.native import read_text
from ..sim.lists import bind_list, without_fuel
from ..sim.listtext import read_lines
from ..sim.plan import Plan, Verdict
from ..sim.planfile import Header, embedded, load
from ..sim.steptext import Line
from ..sim.verify import verify
from .amounts import Amounts
from .ask import ask_in
from .find import find_book, find_rules, implied
from .mending import Judged, with_mends
from .request import Request

if TYPE_CHECKING:
    from ..recipes.formats.summary import Summary

PLAN_FILE = "expected a plan file, a report that holds a plan, or a list of steps such as `mine oak_log 4`"
"""What to do where a plan is looked for and no file is there."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a plan is judged for, as far as it is said beside the plan; what is not said comes from the plan's file.

    `fuel` is what a list of steps burns, in this order, `none` where burning costs nothing. `tell` hears the account of
    each book or pack that is loaded.
    """

    goal: Amounts = ()
    have: Amounts = ()
    mc: str | None = None
    rules: str | None = None
    books: Sequence[Path | str] = ()
    packs: Sequence[Path | str] = ()
    fuel: Sequence[str] = ()
    tell: Callable[[Summary], None] | None = None


def judge(path: str, case: Case) -> tuple[Problem, Verdict]:
    """The verdict on the plan in a file (`-`: standard input), and the problem it was judged for.

    Raises one `InputError` with what is wrong with the file, the book, the rules, the goal and what is held.
    """
    mistakes = Mistakes()
    text, file = mistakes.attempt(partial(_read, path), ("", ""))
    header, plan, lines = Header(), Plan(), list[Line]()
    bound = text.lstrip()[:1] == "{"
    if bound:
        header, plan = mistakes.attempt(lambda: load(_plan_text(text, file), file), (header, plan))
    elif file:
        lines = mistakes.attempt(lambda: _lines(text, file), lines)
    with mistakes.about("mc"):
        book = mistakes.attempt(lambda: _book(case, header, file, bound), None)
    with mistakes.about("rules"):
        rules = mistakes.attempt(lambda: find_rules(case.rules) if case.rules else header.rules, header.rules)
    goal = case.goal or next(iter(book.items if book else ("stick",)), "")
    if bound and case.fuel:
        hint = 'a rules file with "fuel": false makes burning free' if list(case.fuel) == ["none"] else "leave it out"
        message = "a plan file says itself what burns; only lists of steps leave that open"
        mistakes.faults.append(Diagnostic("fuel", message, hint, argument="fuel"))
    asked = ask_in(mistakes, book, rules, Request(goal, case.have or header.have))
    mistakes.finish()
    assert book is not None  # else there were mistakes, and so for the problem
    assert asked is not None
    asked = replace(asked, notes=(*asked.notes, *_notes(header, book)))
    if bound:
        return _judge_bound(plan, replace(header, rules=rules), asked, asked_for=bool(case.goal))
    return _judge_list(lines, asked, case)


def _read(path: str) -> tuple[str, str]:
    text, file = (sys.stdin.read(), "standard input") if path == "-" else read_text(Path(path), PLAN_FILE)
    return text.removeprefix("\ufeff"), file


def _lines(text: str, file: str) -> list[Line]:
    lines = read_lines(text, file)
    if not lines:
        hint = "a plan file, a report, or lines such as `mine oak_log 4`"
        raise InputError([diagnostic(text or " ", (1, 1), "plan", "there is no plan in it", hint, file)])
    return list(lines)


def _book(case: Case, header: Header, file: str, bound: bool) -> Book:
    """The book to judge in: what is said beside the plan, else the bundled one of the plan's version; of a list of
    steps, which has none, the one that the rules describe."""
    if header.book and not case.books and not case.packs:
        named = " ".join(header.book.files)
        hint = f"add --book or --pack, as for the plan: {named}" if named else "add --book with that book in a file"
        message = f"the plan was made with {header.book}, which is not given"
        raise InputError([Diagnostic("book", message, hint, file)])
    usual = header.version if header.version in versions() or not header.book or case.books else DEFAULT_VERSION
    if case.rules and not bound:
        usual = implied(case.mc, case.rules, case.books)[0] or usual
    return find_book(case.mc or usual or DEFAULT_VERSION, case.books, case.packs, tell=case.tell)


def _notes(header: Header, book: Book) -> tuple[str, ...]:
    if header.book is None or header.book.hash == content_hash(book):
        return ()
    return (f"the plan was made with {header.book}, which is not the book that it is judged in",)


def _judge_bound(plan: Plan, header: Header, asked: Problem, *, asked_for: bool) -> tuple[Problem, Verdict]:
    """Judge the bound steps of a plan file or a report; what was `asked` goes before what the file says."""
    header = replace(header, have=asked.have, want=asked.want if asked_for else header.want)
    problem = replace(header.problem(asked.book), notes=asked.notes)
    return problem, with_mends(problem, Judged(plan, verify(problem, plan), range(len(plan.steps))))


def _plan_text(text: str, file: str) -> str:
    """The text of the plan inside a report, at the place where it stands there; other texts as they are."""
    data = parse(text, file)
    if data.get("craftproof") != "report/1":
        return text
    if "plan" not in data:
        hint = f"its answer is {data.get('answer', 'not given')}"
        raise InputError([diagnostic(text, (1, 1), "plan", "this report holds no plan", hint, file)])
    return embedded(text, ("plan",))


def _judge_list(lines: Sequence[Line], problem: Problem, case: Case) -> tuple[Problem, Verdict]:
    """Judge a list of steps; without a goal it is only asked to fire."""
    if not case.goal:
        problem = replace(problem, want=(Want((), 0),))
    if list(case.fuel) == ["none"] and problem.rules.fuel:
        note = "burning costs nothing here (fuel none), which the rules asked for do not say"
        problem = replace(without_fuel(problem), notes=(*problem.notes, note))
    bound = bind_list(problem, lines, case.fuel if case.fuel and problem.rules.fuel else None)
    return problem, with_mends(problem, Judged(bound.plan, bound.verdict, bound.lines))
