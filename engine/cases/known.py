"""What a proof knows of a problem as it goes on, shared by all its criteria."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ...pddl.compile import absolute
from ...pddl.model import Problem
from ...pddl.tables import WITNESS, Tables
from ...sim.answer import Branch, Cut, Leaf
from ..bounds import held_cells
from ..found import Found
from .landmarks import Reach

Key: TypeAlias = tuple[str, ...]
"""Operators (or members and what they go into) that are counted together, in order."""
CutKey: TypeAlias = tuple[Key, tuple[tuple[str, int], ...]]
Counts: TypeAlias = frozenset[tuple[int, int]]
Weighed: TypeAlias = tuple[Key, bool, Mapping[str, float]]
"""A firing cut: the operators, whether it speaks of the last application, and weights by cell."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A split of which one side holds no plan as cheap as the known one in criterion `k`: `columns` in all at most
    `at`, or more (`high`: that is the side that is closed); and the proof, the cases of that side."""

    k: int
    columns: Key
    at: int
    high: bool
    nodes: tuple[Branch | Leaf, ...]
    cuts: tuple[Cut, ...]


@dataclass(slots=True)
class Known:
    """The best plan so far of the `full` problem, judged by that; of the `problem` that it is folded into, the moves
    that are left (`alive`), what was set `aside`, landmarks (`cuts`), firing cuts (`before`); and the `end` of the
    search (monotonic), with at most `most` cases a criterion.

    `lost` is what can never fire without some moves, `stuck` what is left of whole counts that were put into an order
    as far as they can be (nothing, where that is a plan)."""

    full: Problem
    problem: Problem
    t: Tables
    alive: list[int]
    found: Found
    end: float
    most: int
    aside: list[Aside] = field(default_factory=list[Aside])
    cuts: dict[CutKey, Cut] = field(default_factory=dict[CutKey, Cut])
    before: list[Weighed] = field(default_factory=list[Weighed])
    stuck: dict[Counts, list[int]] = field(default_factory=dict[Counts, list[int]])
    lost: dict[frozenset[int], set[int]] = field(init=False)
    witnesses: list[int] = field(init=False)
    held: list[int] = field(init=False)
    targets: list[frozenset[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.lost = {}
        self.witnesses = [m for m in self.alive if self.t.moves[m].kind == WITNESS]
        self.held = [c for c, n in held_cells(self.problem, self.t) if n > 0]
        self.targets = list(self._targets())

    def _targets(self) -> Iterable[frozenset[int]]:
        """For each goal that does not hold yet the moves of which one has to fire."""
        cell_of, stock = self.t.cell_of, self.problem.have.stock
        for raw in self.problem.want:
            want = absolute(raw, self.problem.have)
            if sum(stock.get(i, 0) for i in want.any_of) < want.n:
                cells = {cell_of[i] for i in want.any_of if i in cell_of}
                yield frozenset(m for m in self.alive if any(c in cells for c, _ in self.t.gives.row(m)))

    def leave(self, moves: Iterable[int]) -> None:
        """Go on with these moves alone, as far as they can fire."""
        self.alive, self.lost = possible(self.t, moves, self.problem), {}


def possible(t: Tables, moves: Iterable[int], problem: Problem) -> list[int]:
    """Of `moves` those that can fire at all, were nothing used up."""
    every = list(moves)
    reach = Reach(t, every, [c for c, n in held_cells(problem, t) if n > 0])
    reach.restart(every)
    return [m for m in every if reach.fired[m]]
