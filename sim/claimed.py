"""Reading a report back: the problem it speaks of, and what it says of it.

The problem is compiled anew from the book, the rules and the situation that the report names: version or book, rules,
goal, what is held, keep, limits, bans, gathering. Nothing else of a report is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from ..pddl.compile import compile_problem
from ..pddl.model import Problem, Want
from ..recipes.book import Book
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.identity import BookName, content_hash
from ..recipes.library import bundled, versions
from ..recipes.locate import Json
from ..recipes.mistakes import Mistakes
from .plan import Plan
from .planfile import Header, book_in, embedded, load, want_in
from .planform import Form

REPORT = "report/1"
LOOKS = "expected a report as `craftproof plan … --format json` writes it"
HUGE = 10**24
"""Whole numbers from here on are refused, however long they are."""

BookOf: TypeAlias = Callable[[str], Book]
"""The book of a version, where a report does not speak of a bundled one."""
At: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A report: its problem, its book where it is not a bundled one, its text and data, and what finds its book."""

    problem: Problem
    book: BookName | None
    form: Form
    data: Mapping[str, Json]
    find: BookOf | None

    def plan(self) -> tuple[Header, Plan]:
        """The plan that the report holds, with the situation that it names itself."""
        return load(embedded(self.form.source.removeprefix("\ufeff"), ("plan",)), self.form.file, self.problem.uses)


def read_claims(text: str, file: str = "", book: BookOf | None = None) -> Claimed:
    """The report of a text. `book` finds the book of a version, where the report does not speak of a bundled one.

    Raises one `InputError` with every mistake in what has to be read to know the problem.
    """
    form = Form(text, file)
    needed = ("craftproof", "answer", "version", "rules", "goal", "have")
    data = form.object((), form.data, needed, (), LOOKS)
    if data.get("craftproof", REPORT) != REPORT:
        form.fault(("craftproof",), "form", f'expected "{REPORT}"', LOOKS)
    kinds = ("optimal", "feasible", "impossible", "unknown")
    if data.get("answer", "unknown") not in kinds:
        form.fault(("answer",), "answer", f"expected one of {', '.join(kinds)}")
    version = form.text(("version",), data.get("version", "?"))
    name = book_in(form, ("book",), data["book"]) if "book" in data else None
    if form.faults:
        raise InputError(form.diagnostics())
    found = _book(version, name, book, file)
    problem = _problem(form, data, found)
    if form.faults:
        raise InputError(form.diagnostics())
    return Claimed(problem, name, form, data, book)


def _book(version: str, name: BookName | None, book: BookOf | None, file: str) -> Book:
    """The book that a report speaks of; another one than it names is refused."""
    if book is None and name is not None:
        hint = f"add --book or --pack, as for the plan: {' '.join(name.files)}".rstrip(": ")
        raise InputError([Diagnostic("book", f"the report was made with {name}, which is not given", hint, file)])
    if book is None:
        return bundled(version)
    found = book(version)
    if name is None and version not in versions():
        bundled(version)
    wanted = name.hash if name else content_hash(bundled(version))
    if content_hash(found) != wanted:
        made = str(name) if name else f"the bundled book of {version}"
        hint = "give the same files in the same order"
        raise InputError([Diagnostic("book", f"the report was made with {made}, which is another book", hint, file)])
    return found


def _problem(form: Form, data: Mapping[str, Json], book: Book) -> Problem:
    """The problem of a report, compiled anew; mistakes are noted in `form`."""
    uses = {item: kind.uses for item, kind in book.items.items() if kind.uses}
    rules = form.rules(("rules",), data["rules"])
    have = form.state(("have",), data["have"], uses)
    want = [_want(form, ("goal", k), value) for k, value in form.list(("goal",), data["goal"])]
    keep = form.counts(("keep",), data.get("keep", {}))
    limits = form.counts(("limits",), data.get("limits", {}))
    gather, ban, prefer = data.get("gather", True), texts(form, ("ban",), data), texts(form, ("prefer",), data)
    if not isinstance(gather, bool):
        form.fault(("gather",), "type", "expected true or false")
    if form.faults:
        raise InputError(form.diagnostics())
    ask = partial(compile_problem, book, rules, have, want, keep=keep, limits=limits, prefer=prefer, gather=gather)
    mistakes = Mistakes()
    problem = mistakes.attempt(ask, None)
    if problem is None:
        faults = [replace(d, file=d.file or form.file) for d in mistakes.faults]
        raise InputError(faults)
    for k, name in enumerate(ban):
        if name not in problem.operators:
            form.fault(("ban", k), "operator", f"there is no operator `{name}` to be left out", "bans are exact names")
    # by their own names, never by what they give: an operator may be called like an item
    left = {name: op for name, op in problem.operators.items() if name not in set(ban)}
    return replace(problem, operators=left)


def _want(form: Form, path: At, value: Json) -> Want:
    want = want_in(form, path, value)
    if len(set(want.any_of)) < len(want.any_of):
        form.fault((*path, "any_of"), "doubled", "an item stands here twice", "each once")
    return want


def texts(form: Form, path: At, data: Mapping[str, Json]) -> tuple[str, ...]:
    """The list of texts at the last key of `path` in `data`; nothing where there is none."""
    entries = form.list(path, data.get(str(path[-1]), []))
    return tuple(form.text((*path, k), value) for k, value in entries)


def whole(form: Form, path: At, value: Json, least: int = 0) -> int:
    """A whole number from `least` to under 10^24: prices and other numbers that are no counts."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value < HUGE:
        form.fault(path, "number", f"expected a whole number from {least:,} to under 10^24")
        return least
    return value


def wholes(form: Form, path: At, value: Json) -> dict[str, int]:
    """An object of whole numbers from 0 by name."""
    entries: dict[str, Any] = form.object(path, value, (), ())
    return {name: whole(form, (*path, name), n) for name, n in entries.items()}


def finish(form: Form) -> None:
    """Raises `InputError` with what is wrong with the form of the values read so far."""
    if form.faults:
        raise InputError(form.diagnostics())
