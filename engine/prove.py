"""Proof that a plan is the best: cases split by applications of operators, each closed by whole multipliers.

    spine     what no plan as cheap as the known one holds is set aside, step by step, until little is left
    cases     the rest is split, criterion by criterion, until every case is closed
    cuts      rows that solutions show to be needed: landmarks where what is used cannot be had, firing cuts where
              whole counts cannot be ordered

A solution that can be ordered is a better plan, and the proof starts anew with it. What is proved is a `Tree`, which
the checker recomputes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ..pddl.compile import absolute
from ..pddl.model import Problem
from ..pddl.tables import WITNESS, Tables
from ..sim.answer import Branch, Cut, Leaf, Tree
from .bounds import held_cells
from .cases import Aside, Cases, CutKey, ImprovedError
from .core import improved
from .found import INTERRUPTED, Found
from .landmarks import Reach

Weighed: TypeAlias = tuple[tuple[str, ...], bool, Mapping[str, float]]
SUMMED = ("effort", "applications")


@dataclass(slots=True)
class Prover:
    """The proof of one problem's plan: moves that are left, rows that are known, and what was set aside so far. Plans
    that are found on the way are judged by the `full` problem. `lost` is what can never fire without some
    moves, `stuck` what is left of whole counts that were put into an order as far as they can be (nothing, where that
    is a plan)."""

    full: Problem
    problem: Problem
    t: Tables
    alive: list[int]
    found: Found
    end: float
    most: int
    witnesses: list[int] = field(default_factory=list[int])
    held: list[int] = field(default_factory=list[int])
    targets: list[frozenset[int]] = field(default_factory=list[frozenset[int]])
    aside: list[Aside] = field(default_factory=list[Aside])
    cuts: dict[CutKey, Cut] = field(default_factory=dict[CutKey, Cut])
    before: list[Weighed] = field(default_factory=list[Weighed])
    lost: dict[frozenset[int], set[int]] = field(default_factory=dict[frozenset[int], set[int]])
    stuck: dict[frozenset[tuple[int, int]], list[int]] = field(
        default_factory=dict[frozenset[tuple[int, int]], list[int]]
    )

    def __post_init__(self) -> None:
        t = self.t
        self.witnesses = [m for m in self.alive if t.moves[m].kind == WITNESS]
        self.targets, self.lost = [], {}
        self.held = [c for c, n in held_cells(self.problem, t) if n > 0]
        stock = self.problem.have.stock
        for raw in self.problem.want:
            want = absolute(raw, self.problem.have)
            if sum(stock.get(i, 0) for i in want.any_of) < want.n:
                cells = {t.cell_of[i] for i in want.any_of if i in t.cell_of}
                gives = (m for m in self.alive if any(c in cells for c, _ in t.gives.row(m)))
                self.targets.append(frozenset(gives))


def prove(
    full: Problem, problem: Problem, t: Tables, moves: Sequence[int], found: Found, end: float, most: int
) -> tuple[tuple[int, ...], tuple[Tree, ...], Found, str]:
    """Values that bound the criteria of `problem` in order as far as they were proved by time `end` (monotonic) or in
    `most` cases a criterion, their trees, the best plan of the `full` problem that it is folded from, and the reason
    where the caller interrupts."""
    prover = Prover(full, problem, t, possible(t, moves, problem), found, end, most)
    better = improved(prover)
    if better is not None:
        prover = replace(prover, found=better)
    values: list[int] = []
    trees: list[Tree] = []
    while len(values) < len(problem.cost):
        k = len(values)
        try:
            tree = _criterion(prover, k, tuple(values))
        except ImprovedError as better:
            prover = Prover(full, problem, t, possible(t, moves, problem), better.found, end, most)
            values, trees = [], []
            continue
        except KeyboardInterrupt:
            return tuple(values), tuple(trees), prover.found, INTERRUPTED
        trees.append(tree)
        values.append(tree.value)
        if tree.value < prover.found.verdict.cost[k]:
            break
    return tuple(values), tuple(trees), prover.found, ""


def possible(t: Tables, moves: Iterable[int], problem: Problem) -> list[int]:
    """Of `moves` those that can fire at all, were nothing used up."""
    every = list(moves)
    reach = Reach(t, every, [c for c, n in held_cells(problem, t) if n > 0])
    reach.restart(every)
    return [m for m in every if reach.fired[m]]


def _criterion(prover: Prover, k: int, values: tuple[int, ...]) -> Tree:
    """The tree of criterion `k`, as far as time allows."""
    target = prover.found.verdict.cost[k]
    if prover.problem.cost[k] in SUMMED:
        _set_aside(prover, k, values, target + 1)
    nodes: list[Branch | Leaf] = []
    cuts: list[Cut] = []
    for aside in prover.aside:
        _graft(nodes, cuts, aside, k)
    cases = Cases(prover, k, values, target)
    cases.close()
    _append(nodes, cuts, cases.nodes(), cases.tree.cuts)
    value = min(target, -(-cases.lowest // cases.unit))
    return Tree(k, value, cases.unit, tuple(cuts), tuple(nodes))


def _graft(nodes: list[Branch | Leaf], cuts: list[Cut], aside: Aside, k: int) -> None:
    """A split of which one side is closed by the proof that set it aside: the criterion is too high there, so that a
    cap of a later criterion's tree is broken."""
    at = len(nodes)
    other = at + 1 + len(aside.nodes)
    low, high = (other, at + 1) if aside.high else (at + 1, other)
    nodes.append(Branch(aside.columns, aside.at, low, high))
    closed = [_capped(node, aside.k, k) if isinstance(node, Leaf) else node for node in aside.nodes]
    _append(nodes, cuts, closed, aside.cuts)


def _capped(leaf: Leaf, of: int, k: int) -> Leaf:
    caps = [*leaf.caps, *[0] * (k - len(leaf.caps))]
    if leaf.objective and of < k:
        caps[of] += Cases.unit
        return replace(leaf, objective=0, caps=tuple(caps))
    return replace(leaf, caps=tuple(caps))


def _append(nodes: list[Branch | Leaf], cuts: list[Cut], more: Sequence[Branch | Leaf], own: Sequence[Cut]) -> None:
    """Nodes with numbers and cuts of their own behind those that are there."""
    shift, places = len(nodes), list[int]()
    for cut in own:
        if cut not in cuts:
            cuts.append(cut)
        places.append(cuts.index(cut))
    for node in more:
        if isinstance(node, Branch):
            nodes.append(replace(node, low=node.low + shift, high=node.high + shift))
        else:
            rows = {places[i]: y for i, y in node.cuts.items()}
            nodes.append(replace(node, cuts=rows, marks={places[i]: y for i, y in node.marks.items()}))


def _set_aside(prover: Prover, k: int, values: tuple[int, ...], target: int) -> None:
    """Cut, and set aside what cannot be in a plan below `target`, until neither changes anything."""
    while time.monotonic() < prover.end:
        cases = Cases(prover, k, values, target)
        aside = cases.aside()
        if aside is None:
            return
        prover.aside.append(aside)
        if aside.high and aside.at == 0:
            gone = set(aside.columns)
            left = [m for m in prover.alive if cases.key_of(m) not in gone]
            prover.alive, prover.lost = possible(prover.t, left, prover.problem), {}
