"""Whole counts of a proof's solution put into an order, or told what stops it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random

from ..pddl.model import Problem
from ..pddl.tables import Tables
from ..sim.plan import Plan
from .byneed import ByNeed
from .rounds import PLENTY, Rounds

TRIES = 24
"""Draws of lots."""


def stuck(
    problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int], end: float
) -> tuple[Plan | None, list[int]]:
    """A plan of these counts, or the moves that were left where firing all that could stopped; by time `end`."""
    left: list[int] = []
    # what is done a few times makes the rest possible, and goes before it where both want the same fuel
    back = list(reversed(order))
    rare = _rare_first(order, counts)
    for way, anew in ((order, False), (back, False), (rare, True)):
        rounds = Rounds(problem, tables, counts, way)
        plan = rounds.all(way, PLENTY, end, anew)
        if plan is not None:
            return plan, []
        left = left or [m for m, n in rounds.left.items() if n]
    for targets in (rare, _rare_first(back, counts)):
        plan = ByNeed(Rounds(problem, tables, counts, order), order, targets).all(end)
        if plan is not None:
            return plan, []
    return None, left


def _rare_first(order: Sequence[int], counts: Mapping[int, int]) -> list[int]:
    return sorted(order, key=lambda m: counts[m])


def as_far(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int], end: float) -> Plan:
    """The steps of a plan of these counts, as far as they can be fired: where more was counted than needed, that may
    be enough."""
    rounds = Rounds(problem, tables, counts, order)
    ByNeed(rounds, order, _rare_first(order, counts)).all(end)
    return rounds.so_far()


def shuffled(
    problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int], end: float
) -> Plan | None:
    """A plan of these counts by firing one application at a time, what comes next by lot (always the same one): where
    too much of one thing too early leaves no fuel for another. None where no try goes through by time `end`."""
    lot = Random(0)
    for _ in range(TRIES):
        if time.monotonic() > end:
            return None
        rounds = Rounds(problem, tables, counts, order)
        while rounds.unfinished() and time.monotonic() <= end:
            way = lot.sample(list(order), len(order))
            if not any(rounds.round([m], False, 1) for m in way) and not any(rounds.round([m], True, 1) for m in way):
                break
        if not rounds.unfinished():
            return rounds.so_far()
    return None
