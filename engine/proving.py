"""From a plan to a proof of it: the smaller problem that the proof speaks of, and the bound that comes of it.

fold     interchangeable items and fuels not worth making are left out     pddl/merge
prove    cases, cuts and whole multipliers                                 engine/prove
bound    what the trees prove, beside what the prices did                  sim/answer
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace

from ..pddl.merge import Merged, merged
from ..pddl.model import Operator, Problem, State
from ..pddl.tables import Tables, lower
from ..recipes.book import Item
from ..sim.answer import Bound, Tree
from .bounds import dual_for
from .found import Found
from .setup import relevant

KEPT = 8
HOW = "cases"
"""How a bound is told that comes of trees alone."""
_shared: OrderedDict[tuple[object, ...], tuple[Mapping[str, Operator], Merged]] = OrderedDict()


def smaller(problem: Problem, t: Tables) -> Merged:
    """The problem with interchangeable items folded into one another. Goals that fold nothing which they speak of share
    one folded set of operators, so that its tables are made once."""
    base = _base(problem, t)
    spoken = {*problem.have.stock, *problem.have.placed, *problem.keep, *(i for w in problem.want for i in w.any_of)}
    if spoken.isdisjoint(base.folded) and spoken.isdisjoint(base.unburned):
        operators, fuels = base.problem.operators, base.problem.fuels
        return replace(base, problem=replace(problem, operators=operators, fuels=fuels))
    return merged(problem, problem.operators, _rank(problem, t), drawn=False, hints=base.hints)


def _base(problem: Problem, t: Tables) -> Merged:
    key = (id(problem.operators), problem.rules, problem.cost[0], tuple(problem.limits.items()))
    found = _shared.get(key)
    # the entry holds the mapping, so that its id cannot be taken by another one
    if found is None or found[0] is not problem.operators:
        bare = replace(problem, have=State(), want=(), keep={}, protected=frozenset[Item]())
        found = problem.operators, merged(bare, problem.operators, _rank(bare, t), drawn=False)
        _shared[key] = found
        while len(_shared) > KEPT:
            _shared.popitem(last=False)
    _shared.move_to_end(key)
    return found[1]


def _rank(problem: Problem, t: Tables) -> dict[Item, tuple[float, ...]]:
    """Which of interchangeable items stays: the one that costs least."""
    dual = dual_for(problem, t)
    y = dual.prices.get(problem.cost[0], dual.prices["applications"])
    return {item: (float(y[c]) if y[c] else float("inf"),) for item, c in t.cell_of.items()}


def proved(problem: Problem, t: Tables, found: Found, bound: Bound, end: float, most: int) -> tuple[Found, Bound, str]:
    """A plan at least as good as `found`, a bound at least as good as `bound`, by time `end` (monotonic) and in at most
    `most` cases a criterion; and why the proof was cut short, if it was by the caller."""
    from .prove import prove  # numpy and HiGHS: only where a proof is asked for

    small = smaller(problem, t)
    tables = lower(small.problem)
    goals = {tables.cell_of[i] for w in problem.want for i in w.any_of if i in tables.cell_of}
    goals |= {tables.cell_of[i] for i in problem.keep if i in tables.cell_of}
    values, trees, best, reason = prove(problem, small.problem, tables, relevant(tables, goals), found, end, most)
    told = tuple(replace(tree, folded=small.folded, unburned=small.unburned) for tree in trees)
    return best, joined(bound, values, told), reason


def joined(bound: Bound, values: tuple[int, ...], trees: tuple[Tree, ...]) -> Bound:
    """The better of two bounds, criterion by criterion; a tree speaks of what the trees before it prove."""
    kept: list[Tree] = []
    best = list(bound.values)
    for k, (value, tree) in enumerate(zip(values, trees, strict=True)):
        if value < bound.values[k]:
            break
        best[k] = value
        kept.append(tree)
    if not kept:
        return bound
    return replace(bound, values=tuple(best), how=HOW, trees=tuple(kept))
