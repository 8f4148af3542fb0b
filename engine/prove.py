"""Proof that a plan is the best: cases split by applications of operators, each closed by whole multipliers.

    spine     what no plan as cheap as the known one holds is set aside, step by step, until little is left
    cases     the rest is split, criterion by criterion, until every case is closed
    cuts      rows that solutions show to be needed: landmarks where what is used cannot be had, firing cuts where
              whole counts cannot be ordered

A solution that can be ordered is a better plan, and the proof starts anew with it. What is proved is a `Tree`, which
the checker recomputes. `cases/` holds the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pddl.model import Problem
from ..pddl.tables import Tables
from ..sim.answer import Tree
from .cases.asides import set_aside
from .cases.criterion import Criterion
from .cases.growing import Growing
from .cases.improved import Improved
from .cases.known import Known, possible
from .cases.rows import UNIT
from .cases.search import Search
from .cases.system import SUMMED
from .core import improved
from .found import INTERRUPTED, Found


def prove(
    full: Problem, problem: Problem, t: Tables, moves: Sequence[int], found: Found, end: float, most: int
) -> tuple[tuple[int, ...], tuple[Tree, ...], Found, str]:
    """Values that bound the criteria of `problem` in order as far as they were proved by time `end` (monotonic) or in
    `most` cases a criterion, their trees, the best plan of the `full` problem that it is folded from, and the reason
    where the caller interrupts."""
    known = Known(full, problem, t, possible(t, moves, problem), found, end, most)
    better = improved(known)
    if better is not None:
        known = replace(known, found=better)
    trees: list[Tree] = []
    reason = ""
    while len(trees) < len(problem.cost):
        try:
            trees.append(_criterion(known, trees))
        except Improved as improvement:
            known = Known(full, problem, t, possible(t, moves, problem), improvement.found, end, most)
            trees = []
            continue
        except KeyboardInterrupt:
            reason = INTERRUPTED
            break
        if trees[-1].value < known.found.verdict.cost[len(trees) - 1]:
            break
    return tuple(tree.value for tree in trees), tuple(trees), known.found, reason


def _criterion(known: Known, earlier: Sequence[Tree]) -> Tree:
    """The tree of the criterion after `earlier` ones, as far as time allows."""
    k, values = len(earlier), tuple(tree.value for tree in earlier)
    target = known.found.verdict.cost[k]
    if known.problem.cost[k] in SUMMED:
        set_aside(known, k, values, target + 1)
    whole = Growing()
    for aside in known.aside:
        whole.graft(aside, k)
    search = Search(Criterion(known, k, values, target), known.most)
    search.close()
    whole.append(search.tree.done(), search.tree.cuts)
    value = min(target, -(-search.lowest // UNIT))
    return Tree(k, value, UNIT, tuple(whole.cuts), whole.done())
