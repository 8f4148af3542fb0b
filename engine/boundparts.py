"""What a lower bound of prices is made of: what has to be there in the end at its prices, less what is held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ..pddl.model import Problem
from ..pddl.tables import Tables, lower
from ..sim.answer import Bound
from .bounds import SCALE, Ends, dual_for, ends, spendable

Data: TypeAlias = dict[str, Any]
SUMS = ("effort", "applications")


def bound_parts(problem: Problem, bound: Bound) -> list[Data]:
    """For each criterion that is a sum and that prices bound: the value, and the parts it adds up from.

    A part is `{"role": "goal" | "passed" | "held", "items", "n", "each", "worth"}`; `held` counts against the others.
    Criteria that something else bounds are left out.
    """
    tables = lower(problem)
    dual = dual_for(problem, tables)
    end = ends(problem, tables, dual)
    out: list[Data] = []
    for name, value in zip(problem.cost, bound.values, strict=True):
        if name in SUMS:
            parts = _parts(problem, tables, dual.prices[name], end)
            total = sum(part["worth"] if part["role"] != "held" else -part["worth"] for part in parts)
            if max(0, -(-total // SCALE)) == value:
                out.append({"criterion": name, "value": value, "parts": [_shown(part) for part in parts]})
    return out


def _parts(problem: Problem, t: Tables, y: Sequence[int], end: Ends) -> list[Data]:
    """The parts in whole units of the prices; wants whose cells overlap are not added up, as in `bounds.worth`."""
    out: list[Data] = []
    seen = set[int]()
    for cells, n in sorted(end.wants, key=lambda w: -w[1] * min(y[c] for c in w[0])):
        if seen.isdisjoint(cells):
            seen.update(cells)
            out.append(_part("goal", [t.names[c] for c in cells], n, min(y[c] for c in cells)))
    out += [_part("passed", [t.names[c]], 1, y[c]) for c in end.passed]
    out += [_part("held", [t.names[c]], n, y[c]) for c, n in spendable(problem, t)]
    return [part for part in out if part["worth"]]


def _part(role: str, items: list[str], n: int, each: int) -> Data:
    return {"role": role, "items": items, "n": n, "each": each, "worth": n * each}


def _shown(part: Data) -> Data:
    """A part in units of the criterion."""
    return {**part, "each": rounded(part["each"]), "worth": rounded(part["worth"])}


def rounded(scaled: int) -> int | float:
    """A scaled price in units of the criterion; whole where it is, else to three places."""
    value = round(scaled / SCALE, 3)
    return int(value) if value.is_integer() else value
