"""From counts to a plan: put the applications into an order that the law accepts.

Counts that balance need not be orderable (the state equation of a Petri net is necessary, not sufficient), so this may
fail; what it returns has been fired by the law, step by step.

The direct order (suppliers before consumers, each operator once) serves nearly always. Where things go round, such as
three buckets for two cakes, operators are fired as often as the moment allows, in several passes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from ..pddl.model import Problem
from ..pddl.tables import Tables
from ..recipes.book import Item
from ..sim.plan import Plan, Step
from .bind import Ledger
from .rounds import PLENTY, Rounds
from .steps import joined, with_equips

PATIENCE = 2.0
"""Seconds that ordering one set of counts may take."""


def direct(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> Plan | None:
    """Each operator once, in `order` (moves, suppliers first); None where the counts do not even bind so."""
    ledger = Ledger(problem, tables, counts)
    steps: list[Step] = []
    for m in order:
        bound = ledger.bind(m, counts[m], _plenty)
        if bound is None:
            return None
        steps += bound
    return Plan(with_equips(problem, joined(steps)))


def _plenty(item: Item) -> int:
    return PLENTY


def fires_first(tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> list[int]:
    """The order with all that burning draws on, and what burns, before the rest: where the lowest slot burns, things
    that could burn and are wanted otherwise are best made when the fires are out."""
    asked: set[int] = set()
    early: set[int] = set()
    for m in reversed(order):
        if tables.moves[m].ticks >= 0 or any(c in asked for c, _ in tables.gives.row(m)):
            early.add(m)
            cells = [c for c, _ in (*tables.takes.row(m), *tables.needs.row(m))]
            asked.update(cells)
            # what fills pools, wears and burns, as far as these counts use it
            asked.update(tables.moves[w].item for c in cells for w, _ in tables.suppliers.row(c) if counts.get(w))
    return [m for m in order if m in early] + [m for m in order if m not in early]


def in_one_order(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> Plan | None:
    """A plan of these counts, fired by the law in passes that each go through `order`; None where they stop."""
    return Rounds(problem, tables, counts, order).all(order, PLENTY, time.monotonic() + PATIENCE)


def in_rounds(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> Plan | None:
    """A plan of these counts, fired by the law in passes; None where several ways of choosing what is next all stop."""
    end = time.monotonic() + PATIENCE
    early = fires_first(tables, counts, order) if problem.rules.fuel_order == "lowest_slot" else order
    for way, chunk in ((early, PLENTY),) if early != order else ():
        plan = Rounds(problem, tables, counts, order).all(way, chunk, end)
        if plan is not None:
            return plan
    for way, chunk in ((order, PLENTY), (list(reversed(order)), PLENTY), (order, 1), (list(reversed(order)), 1)):
        plan = Rounds(problem, tables, counts, order).all(way, chunk, end)
        if plan is not None:
            return plan
    return None
