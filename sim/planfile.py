"""Plan files: a plan with the situation it is for, as JSON; `plan.schema.json` states the form.

    {
      "craftproof": "plan/1",
      "version": "1.16.5",
      "rules": {"preset": "survival"},
      "have": {"items": {"oak_log": 1}},
      "want": [{"any_of": ["stick"], "n": 4}],
      "steps": [
        {"operator": "craft oak_planks", "applications": 1, "takes": [[["oak_log", 1]]]},
        {"operator": "craft stick from planks", "applications": 1, "takes": [[["oak_planks", 2]]]}
      ]
    }

A plan made with another book than a bundled one names it under `"book"`: the files as they were given, and a hash.

Amounts are pairs in the order in which they are drawn: an ingredient may draw on an item, on another, and on the first
again. Whether operators and items exist is for the book and the law to say; here only the form is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..pddl.compile import compile_problem
from ..pddl.model import Problem, State, Want
from ..pddl.reach import limited
from ..recipes.book import Book, Item
from ..recipes.diagnostic import InputError
from ..recipes.identity import BookName, book_name
from ..recipes.locate import locate
from ..recipes.native import read_text
from ..recipes.rules import SURVIVAL, Rules
from ..recipes.rulesfile import rules_data
from .plan import Amounts, Plan, Step
from .planform import Form
from .statetext import state_data as state_data

FORM = "plan/1"
LOOKS = (
    'a plan file looks like {"craftproof": "plan/1", "version": "1.16.5", '
    '"steps": [{"operator": "mine oak_log", "applications": 1}]}'
)
"""What to do about a file that has not the form of a plan."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a plan is for. `limits` bounds items over all sources, or operators by name; `book` is `None` for a bundled
    one."""

    version: str = ""
    rules: Rules = SURVIVAL
    have: State = field(default_factory=State)
    want: tuple[Want, ...] = ()
    keep: Mapping[Item, int] = field(default_factory=dict[Item, int])
    limits: Mapping[str, int] = field(default_factory=dict[str, int])
    book: BookName | None = None

    def problem(self, book: Book) -> Problem:
        """The problem that the plan is to solve, in `book`. A plan without a goal is only asked to fire."""
        want = self.want or (Want((), 0),)
        return compile_problem(book, self.rules, self.have, want, keep=self.keep, limits=self.limits)


def header_of(problem: Problem, book: BookName | None = None) -> Header:
    """The header of plans for `problem`; `book` names its book where the files are known that it was read from."""
    limits = dict(problem.limits)
    for operator in limited(problem):
        if operator.limit != getattr(operator.origin, "limit", None):
            limits[operator.name] = operator.limit or 0
    named = book or book_name(problem.book)
    return Header(problem.book.version, problem.rules, problem.have, problem.want, dict(problem.keep), limits, named)


def dump(problem: Problem, plan: Plan, book: BookName | None = None) -> str:
    """The text of a plan file; `book` as for `header_of`."""
    head = header_of(problem, book)
    parts: dict[str, Any] = {"version": head.version, **({"book": book_data(head.book)} if head.book else {})}
    parts |= {"rules": rules_data(head.rules), "have": state_data(head.have)}
    parts["rules"].pop("craftproof")
    parts["want"] = [_want_data(want) for want in head.want]
    if head.keep:
        parts["keep"] = dict(sorted(head.keep.items()))
    if head.limits:
        parts["limits"] = dict(sorted(head.limits.items()))
    lines = [f'  "craftproof": "{FORM}"'] + [f'  "{name}": {_text(part)}' for name, part in parts.items()]
    steps = ",\n".join(f"    {_text(_step_data(step))}" for step in plan.steps)
    lines.append(f'  "steps": [\n{steps}\n  ]' if steps else '  "steps": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def book_data(book: BookName) -> dict[str, Any]:
    """The name of a book as plan files and reports write it."""
    return {"files": list(book.files), "hash": book.hash}


def load_plan(path: str, uses: Mapping[Item, int] | None = None) -> tuple[Header, Plan]:
    """The plan in a file (or in JSON text); see `load`."""
    text, file = read_text(path, LOOKS)
    return load(text, file, uses)


def load(text: str, file: str = "", uses: Mapping[Item, int] | None = None) -> tuple[Header, Plan]:
    """The plan of a text and what it is for. Raises `InputError` with every mistake in its form, each with its place.

    `uses`, where given, has the uses of new items, so that worn ones are checked against it.
    """
    form = Form(text, file)
    data = form.object((), form.data, ("craftproof", "version", "steps"), _KEYS, LOOKS)
    if data.get("craftproof", FORM) != FORM:
        form.fault(("craftproof",), "form", f'expected "{FORM}"', "this file holds something else, or a later form")
    header = Header(
        version=form.text(("version",), data.get("version", "?")),
        rules=form.rules(("rules",), data.get("rules", {})),
        have=form.state(("have",), data.get("have", {}), uses),
        want=tuple(want_in(form, ("want", k), value) for k, value in form.list(("want",), data.get("want", []))),
        keep=form.counts(("keep",), data.get("keep", {})),
        limits=form.counts(("limits",), data.get("limits", {})),
        book=book_in(form, ("book",), data["book"]) if "book" in data else None,
    )
    plan = Plan(tuple(_step(form, ("steps", k), value) for k, value in form.list(("steps",), data.get("steps", []))))
    if form.faults:
        raise InputError(form.diagnostics())
    return header, plan


def embedded(text: str, path: tuple[str | int, ...]) -> str:
    """The value at `path` of a JSON text, with blanks before it so that everything in it keeps its place."""
    line, column = locate(text, path)
    start = sum(len(row) + 1 for row in text.split("\n")[: line - 1]) + column - 1
    _, end = json.JSONDecoder().raw_decode(text, start)
    return "\n" * (line - 1) + " " * (column - 1) + text[start:end]


_KEYS = ("craftproof", "version", "book", "rules", "have", "want", "keep", "limits", "steps")
_STEP = ("operator", "applications", "takes", "tools", "fuel")
_WANT = ("any_of", "n", "mode", "name")


def book_in(form: Form, path: tuple[str | int, ...], value: object) -> BookName:
    """The name of a book at a place in a text."""
    data = form.object(path, value, ("files", "hash"), ("files", "hash"))
    files = form.list((*path, "files"), data.get("files", []))
    named = tuple(form.text((*path, "files", k), file) for k, file in files)
    return BookName(named, form.text((*path, "hash"), data.get("hash", "?")))


def want_in(form: Form, path: tuple[str | int, ...], value: object) -> Want:
    """The goal at a place in a text."""
    data = form.object(path, value, ("any_of",), _WANT)
    items = tuple(form.text((*path, "any_of", k), v) for k, v in form.list((*path, "any_of"), data.get("any_of", [])))
    mode = data.get("mode", "total")
    if mode not in ("total", "new"):
        form.fault((*path, "mode"), "mode", "expected total or new", "total: hold at least n; new: n more than before")
    n = form.count((*path, "n"), data.get("n", 1), 0)
    return Want(items, n, "new" if mode == "new" else "total", form.text((*path, "name"), data.get("name", ""), 0))


def _step(form: Form, path: tuple[str | int, ...], value: object) -> Step:
    data = form.object(path, value, ("operator", "applications"), _STEP)
    takes = (*path, "takes")
    tools = form.list((*path, "tools"), data.get("tools", []))
    return Step(
        operator=form.text((*path, "operator"), data.get("operator", "?")),
        applications=form.count((*path, "applications"), data.get("applications", 1), 1),
        takes=tuple(_amounts(form, (*takes, k), amounts) for k, amounts in form.list(takes, data.get("takes", []))),
        tools=tuple(form.text((*path, "tools", k), tool) for k, tool in tools),
        fuel=_amounts(form, (*path, "fuel"), data.get("fuel", [])),
    )


def _amounts(form: Form, path: tuple[str | int, ...], value: object) -> Amounts:
    return tuple(form.pair((*path, k), pair) for k, pair in form.list(path, value))


def _want_data(want: Want) -> dict[str, Any]:
    out: dict[str, Any] = {"any_of": list(want.any_of), "n": want.n}
    if want.mode != "total":
        out["mode"] = want.mode
    if want.name:
        out["name"] = want.name
    return out


def _step_data(step: Step) -> dict[str, Any]:
    out: dict[str, Any] = {"operator": step.operator, "applications": step.applications}
    if step.takes:
        out["takes"] = [[list(pair) for pair in amounts] for amounts in step.takes]
    if step.tools:
        out["tools"] = list(step.tools)
    if step.fuel:
        out["fuel"] = [list(pair) for pair in step.fuel]
    return out


def _text(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
