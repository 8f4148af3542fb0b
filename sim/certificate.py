"""The checker: every claim of a report anew, by code that shares nothing with the search.

    claimed       the report read back; its problem compiled anew from book, rules and situation
    planclaims    plans: executed by the law, every sum recomputed
    boundclaims   lower bounds, one a criterion, by the kind of their proof
    impossible    certificates that there is no plan, by their kind
    wishes        what is said of how an impossible goal could be met all the same
    closure, pricing, exhaustive    what these checks are made of: what can be made at all, prices, every state

All arithmetic is in whole numbers. What nothing in the report proves is told as `unchecked`, never as proved.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from ..pddl.model import Want
from ..recipes.book import Book
from ..recipes.diagnostic import InputError
from ..recipes.names import resolve
from ..recipes.native import read_text
from ..recipes.rulesfile import rules_data
from .boundclaims import bound_claims, gap_claim
from .claimed import LOOKS, BookOf, Claimed, read_claims
from .claims import Checked, Claim, RefutedError, UnsettledError, equal, examine
from .exhaustive import MOST_STATES
from .impossible import certificate_claim
from .planclaims import Judged, judged, plan_claims
from .planfile import embedded
from .wishes import wish_claims


def check(
    report: Mapping[str, Any] | str | Path, book: Book | BookOf | None = None, most_states: int = MOST_STATES
) -> Checked:
    """What checking a report comes to: every claim, whether it holds, and why.

    `report` is what `craftproof.report` returns, its JSON text, or the path of a file with it. `book` is needed where
    the report names another book than a bundled one: the book, or a function that finds it by version. Searches end
    after `most_states`. Raises `InputError` where the report cannot be read.
    """

    def find(version: str) -> Book:
        return book(version) if callable(book) else cast(Book, book)

    text, file = read_text(report, LOOKS) if isinstance(report, str | Path) else (json.dumps(report), "")
    claimed = read_claims(text, file, None if book is None else find)
    return Checked(tuple(_claims(claimed, most_states)), _head(claimed))


def _claims(claimed: Claimed, most: int) -> Iterator[Claim]:
    yield examine("goal", f"the goal is {_goals(claimed)}", partial(_named, claimed))
    answer, of = claimed.data["answer"], None
    if answer in ("optimal", "feasible"):
        of = judged(claimed)
        yield from plan_claims(claimed, of)
    if answer == "impossible":
        yield certificate_claim(claimed, most)
        yield from wish_claims(claimed, most)
        yield from _partial(claimed, most)
        return
    bounds = list(bound_claims(claimed, most))
    yield from bounds
    if of is not None:
        yield gap_claim(claimed, of.verdict.cost)
        yield examine("answer", f"the plan is {answer}", partial(_answer, claimed, of, bounds))


def _partial(claimed: Claimed, most: int) -> Iterator[Claim]:
    """The claims of the report inside a report, of a plan for as much as can be made: it is of the same situation."""
    if not claimed.data.get("partial"):
        return
    text = embedded(claimed.form.source.removeprefix("\ufeff"), ("partial",))
    inner = read_claims(text, claimed.form.file, claimed.find)
    same = replace(claimed.problem, want=inner.problem.want, notes=inner.problem.notes) == inner.problem
    yield examine("partial", "it is a plan in the same situation", lambda: equal(same, True, "the same situation"))
    for claim in _claims(inner, most):
        yield replace(claim, at=f"partial.{claim.at}")


def _answer(claimed: Claimed, of: Judged, bounds: list[Claim]) -> str:
    """Optimal: the plan is sound, and costs what the bound says; feasible: it is sound, and costs no less."""
    if not of.verdict.sound:
        raise RefutedError("the law refuses the plan", "plan.steps")
    values = claimed.form.counts(("bound", "values"), claimed.data["bound"]["values"])
    bound, cost = tuple(values.get(name, 0) for name in claimed.problem.cost), of.verdict.cost
    false = [claim.at for claim in bounds if claim.outcome == "does not hold"]
    if false:
        raise RefutedError("the bound is false", false[0])
    if claimed.data["answer"] == "feasible":
        return "the law executed the plan; the bound says how far from the best it may be"
    if cost != bound:
        raise RefutedError(f"it costs {cost}, but the bound is {bound}", "bound.values")
    open_ = [claim.at for claim in bounds if claim.outcome == "unchecked"]
    if open_:
        raise UnsettledError(f"its cost equals the bound, which is unchecked: {', '.join(open_)}")
    return "its cost equals the bound, which was checked"


def _named(claimed: Claimed) -> str:
    """Each goal is called by what it asks for."""
    for k, want in enumerate(claimed.problem.want):
        if not want.any_of or want.name == " or ".join(want.any_of):
            continue
        name = want.name.removeprefix("#")
        tag = claimed.problem.book.tags.get(name, ()) if want.name.startswith("#") else ()
        try:
            meant = set(tag) or set(resolve(claimed.problem.book, name).items)
        except InputError:
            raise UnsettledError(f"the book does not say what `{want.name}` is") from None
        if meant != set(want.any_of):
            raise RefutedError(f"`{want.name}` is not {' or '.join(want.any_of[:3])}", f"goal.{k}.name")
    return "the names mean the items that are asked for"


def _goals(claimed: Claimed) -> str:
    return ", ".join(_words(want) for want in claimed.problem.want)


def _words(want: Want) -> str:
    return f"{want.n:,} {want.name or 'items'}" + (" more" if want.mode == "new" else "")


def _head(claimed: Claimed) -> dict[str, Any]:
    """What the report answers, and to what."""
    problem = claimed.problem
    goal = [{"name": w.name or "items", "n": w.n, "mode": w.mode, "any_of": list(w.any_of)} for w in problem.want]
    rules = rules_data(problem.rules)
    return {"answer": claimed.data["answer"], "version": problem.book.version, "rules": rules, "goal": goal}
