"""Judging a plan that comes from a file: a plan file, a report that holds one, or a list of steps in plain words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from json import JSONDecoder
from pathlib import Path

from ..pddl.model import Problem, Want
from ..recipes.diagnostic import InputError
from ..recipes.library import DEFAULT_VERSION
from ..recipes.lines import diagnostic
from ..recipes.locate import locate, parse
from ..recipes.native import read_text
from ..sim.lists import verify_list
from ..sim.listtext import read_lines
from ..sim.plan import Verdict
from ..sim.planfile import load
from ..sim.verify import verify
from .amounts import Amounts
from .find import find_book, find_rules
from .request import Request, make_problem


@dataclass(frozen=True, slots=True)
class Case:
    """What a plan is judged for, as far as it is said beside the plan; what is not said comes from the plan's file.

    `fuel` is what a list of steps burns, in this order, `none` where burning costs nothing.
    """

    goal: Amounts = ()
    have: Amounts = ()
    mc: str | None = None
    rules: str | None = None
    books: Sequence[Path | str] = ()
    packs: Sequence[Path | str] = ()
    fuel: Sequence[str] = ()


def judge(path: str, case: Case) -> tuple[Problem, Verdict]:
    """The verdict on the plan in a file (`-`: standard input), and the problem it was judged for."""
    text, file = (sys.stdin.read(), "standard input") if path == "-" else read_text(Path(path))
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] == "{":
        return _judge_file(text, file, case)
    return _judge_list(text, file, case)


def _judge_file(text: str, file: str, case: Case) -> tuple[Problem, Verdict]:
    """Judge a plan file or a report; what `case` says goes before what the file says."""
    header, plan = load(_plan_text(text, file), file)
    book = find_book(case.mc or header.version or DEFAULT_VERSION, case.books, case.packs)
    if case.rules:
        header = replace(header, rules=find_rules(case.rules))
    if case.goal or case.have:
        asked = make_problem(book, header.rules, Request(case.goal or next(iter(book.items)), case.have or header.have))
        header = replace(header, have=asked.have, want=asked.want if case.goal else header.want)
    problem = header.problem(book)
    return problem, verify(problem, plan)


def _plan_text(text: str, file: str) -> str:
    """The text of the plan inside a report, at the place where it stands there; other texts as they are."""
    data = parse(text, file)
    if data.get("craftproof") != "report/1":
        return text
    if "plan" not in data:
        hint = f"its answer is {data.get('answer', 'not given')}"
        raise InputError([diagnostic(text, (1, 1), "plan", "this report holds no plan", hint, file)])
    line, column = locate(text, ("plan",))
    start = sum(len(row) + 1 for row in text.split("\n")[: line - 1]) + column - 1
    _, end = JSONDecoder().raw_decode(text, start)
    return "\n" * (line - 1) + " " * (column - 1) + text[start:end]


def _judge_list(text: str, file: str, case: Case) -> tuple[Problem, Verdict]:
    """Judge a list of steps; without a goal it is only asked to fire."""
    lines = read_lines(text, file)
    if not lines:
        hint = "a plan file, a report, or lines such as `mine oak_log 4`"
        raise InputError([diagnostic(text or " ", (1, 1), "plan", "there is no plan in it", hint, file)])
    book = find_book(case.mc or DEFAULT_VERSION, case.books, case.packs)
    request = Request(case.goal or next(iter(book.items)), case.have)
    problem = make_problem(book, find_rules(case.rules or "survival"), request)
    if not case.goal:
        problem = replace(problem, want=(Want((), 0),))
    fuel = "none" if list(case.fuel) == ["none"] else case.fuel or None
    return problem, verify_list(problem, lines, fuel)
