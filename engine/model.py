"""The integer model of a problem, in stages.

    x[m, s]     applications of move m in stage s
    held[c, s]  what is there of cell c after stage s (s = 0: at the start)

In every stage what is taken has to be there by its end, and what is needed without being used up has to be there at
its start (in the one-stage model: made at some time). One stage is a relaxation of every plan: its optimum is a lower
bound, the state equation with presence. More stages approach the truth from the other side: with T stages, plans whose
tools, stations and seeds come into being at T - 1 moments.

Wear is a balance of uses over broken pieces: uses <= those of the broken ones + all but one of one that is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..pddl.compile import absolute
from ..pddl.graph import components
from ..pddl.model import Problem, guarded
from ..pddl.tables import ALLOT, APPLY, BURN, ITEM, NO_LIMIT, PERMIT, POOL, PRESENCE, TICKS, WEAR, Tables
from .bounds import cells_of, landmarks
from .mip import Programme

Terms = dict[int, float]
MOST = 1_000_000
"""Bound on a count where no cost bounds it."""


@dataclass(slots=True)
class Staged:
    """The programme and where its columns are: `x[s][m]`, `have[s][c]` (presence), `distinct[operator]`."""

    programme: Programme
    stages: int
    x: list[dict[int, int]]
    distinct: dict[str, int] = field(default_factory=dict[str, int])

    def counts(self, values: Sequence[float]) -> dict[int, int]:
        """Applications of each move over all stages."""
        out: dict[int, int] = {}
        for stage in self.x:
            for m, col in stage.items():
                if values[col] > 0:
                    out[m] = out.get(m, 0) + int(values[col])
        return out

    def stage_counts(self, values: Sequence[float]) -> list[dict[int, int]]:
        """Applications of each move, stage by stage."""
        return [{m: int(values[col]) for m, col in stage.items() if values[col] > 0} for stage in self.x]


def start_stock(problem: Problem, t: Tables) -> dict[int, tuple[int, int]]:
    """What is there at the start, by cell: (held, of which free to be taken)."""
    out: dict[int, tuple[int, int]] = {}
    for item, n in problem.have.stock.items():
        out[t.cell_of[item]] = (n, 0 if guarded(problem, item) else n)
    for item, n in problem.have.placed.items():
        cell = t.cell_of.get(f"standing:{item}")
        if cell is not None:
            out[cell] = (n, n)
    for c, kind in enumerate(t.kind):
        if kind == TICKS:
            n = problem.have.ticks.get(t.names[c].removeprefix("ticks "), 0)
            out[c] = (n, n)
        elif kind == PERMIT:
            n = problem.limits[t.names[c].removeprefix("permit ")]
            out[c] = (n, n)
    return out


class Builder:
    """Builds the staged model; `upper` bounds the applications of each move in a plan that is worth looking for.

    `strict`: what goes round (charcoal that is its own fuel, ingots and blocks) serves only from the next stage on, so
    that nothing bootstraps itself within one.
    """

    def __init__(self, problem: Problem, t: Tables, stages: int, upper: Sequence[int], strict: bool = False) -> None:
        self.problem, self.t, self.stages, self.upper, self.strict = problem, t, stages, upper, strict
        self.moves = range(t.n_moves)
        self.p = Programme()
        self.start = start_stock(problem, t)
        self.x: list[dict[int, int]] = []
        self.flow: list[dict[int, Terms]] = []
        self.flags: dict[tuple[int, int, int, int], int] = {}
        self.wear: dict[int, list[Terms]] = {}

    def build(self) -> Staged:
        for _ in range(self.stages):
            self._stage()
        self._wear()
        for s in range(self.stages):
            self._balance(s)
            self._presence(s)
            if self.strict:
                self._no_bootstrap(s)
        self._goals()
        self._limits()
        out = Staged(self.p, self.stages, self.x)
        if self.stages == 1:
            self._landmarks()
        if "distinct" in self.problem.cost or "lines" in self.problem.cost:
            self._distinct(out)
        return out

    def _stage(self) -> None:
        t = self.t
        cols = {m: self.p.column(min(self.upper[m], t.limit[m])) for m in self.moves}
        flow: dict[int, Terms] = {}
        for m, col in cols.items():
            for c, n in t.gives.row(m):
                flow.setdefault(c, {})[col] = n
            for c, n in t.takes.row(m):
                flow.setdefault(c, {})[col] = flow.get(c, {}).get(col, 0) - n
        self.x.append(cols)
        self.flow.append(flow)

    def _after(self, c: int, s: int) -> Terms:
        """What stages 0..s-1 change of cell `c`."""
        out: Terms = {}
        for stage in self.flow[:s]:
            for col, n in stage.get(c, {}).items():
                out[col] = out.get(col, 0) + n
        for col, n in self.wear.get(c, [{}] * (self.stages + 1))[s].items():
            out[col] = out.get(col, 0) - n
        return out

    def _held(self, c: int) -> int:
        return self.start.get(c, (0, 0))[0]

    def _balance(self, s: int) -> None:
        for c in self.flow[s]:
            if self.t.kind[c] == PRESENCE:
                continue
            held, free = self.start.get(c, (0, 0))
            lower = -free if c not in self.wear else -held
            self.p.row(self._after(c, s + 1).items(), lower=lower)

    def _no_bootstrap(self, s: int) -> None:
        """What a stage takes of a cell was there at its start, or is made in it by moves that draw on nothing made of
        that cell."""
        t = self.t
        edges: list[list[int]] = [[] for _ in range(t.n_cells)]
        for m in self.moves:
            for c, _ in (*t.takes.row(m), *t.needs.row(m)):
                edges[c] += [g for g, _ in t.gives.row(m)]
        part = components(edges)
        for c in self.flow[s]:
            round_trip = [m for m, _ in t.suppliers.row(c) if any(part[i] == part[c] for i, _ in t.takes.row(m))]
            if round_trip:
                terms = self._after(c, s + 1)
                for m in round_trip:
                    terms[self.x[s][m]] = terms.get(self.x[s][m], 0) - dict(t.gives.row(m))[c]
                self.p.row(terms.items(), lower=-self._held(c))

    def _wear(self) -> None:
        """Broken pieces of each tool, cumulative by stage."""
        t = self.t
        by_tool: dict[int, list[int]] = {}
        for m in self.moves:
            if t.moves[m].kind == WEAR and t.uses[t.moves[m].item]:
                by_tool.setdefault(t.moves[m].item, []).append(m)
        for tool, moves in by_tool.items():
            self.wear[tool] = [{}]
            for s in range(1, self.stages + 1):
                used: Terms = {self.x[k][m]: 1.0 for k in range(s) for m in moves}
                self.wear[tool].append(self._broken(tool, used, s))

    def _broken(self, tool: int, used: Terms, s: int) -> Terms:
        """Columns that count the broken pieces of `tool` after stage `s`, given the uses so far.

        A piece that is taken as an ingredient or fuel may have been worn before, down to its last use.
        """
        uses = self.t.uses[tool]
        worn = self.problem.have.worn.get(self.t.names[tool], ())
        pieces = [self.p.column(1) for _ in worn]
        fresh = self.p.column(MOST)
        partly = self.p.column(1)
        taken: Terms = {self.x[k][m]: n for k in range(s) for m in self.moves if (n := self._taken(m, tool))}
        capacity: Terms = {**{c: float(w) for c, w in zip(pieces, worn, strict=True)}, fresh: uses, partly: uses - 1}
        capacity |= {col: n * (uses - 1) for col, n in taken.items()}
        self.p.row([*capacity.items(), *((c, -n) for c, n in used.items())], lower=0)
        if not taken:  # the most damaged pieces break first
            for a, b in pairwise([*pieces, fresh]):
                self.p.row([(a, float(MOST)), (b, -1.0)], lower=0)
        broken: Terms = {**dict.fromkeys(pieces, 1.0), fresh: 1.0}
        left = {col: n for stage in self.flow[:s] for col, n in stage.get(tool, {}).items()}
        self.p.row([*left.items(), *((c, -n) for c, n in broken.items()), (partly, -1.0)], lower=-self._held(tool))
        return broken

    def _taken(self, m: int, tool: int) -> int:
        """How many pieces of `tool` one application of a move takes, before what it gives back is netted."""
        move = self.t.moves[m]
        if move.kind in (ALLOT, BURN):
            return int(move.item == tool)
        if move.kind != APPLY:
            return 0
        name = self.t.names[tool]
        return sum(ing.n for ing in self.problem.operators[move.operator].takes if ing.any_of == (name,))

    def _flag(self, c: int, n: int, s: int, worth: Mapping[int, int] | None = None, without: int = -1) -> int:
        """A column that may be 1 only where `n` of cell `c` are there when stage `s` starts; in the one-stage model,
        where so many are held or made at all, by other moves than `without`. With `worth` it is not the cell that
        counts but what would fill it: cells, and what one of each is worth."""
        key = (c, n, s, without)
        if key not in self.flags:
            flag = self.p.column(1)
            self.flags[key] = flag
            terms: Terms = {}
            worth = worth or {c: 1}
            for i, value in worth.items():
                there = self._made(i, without) if self.stages == 1 else self._after(i, s)
                for col, k in there.items():
                    terms[col] = terms.get(col, 0) + k * value
            held = sum(self._held(i) * value for i, value in worth.items())
            self.p.row([*terms.items(), (flag, -float(n))], lower=-held)
        return self.flags[key]

    def _made(self, c: int, without: int) -> Terms:
        """What the operators of the only stage, but for move `without`, make of cell `c`; containers that come back and
        filled pools included, except that a ticks cell is filled by what burns, which is counted by itself."""
        if self.t.kind[c] == TICKS:
            return {}
        skipped = self.x[0].get(without)
        return {col: n for col, n in self.flow[0].get(c, {}).items() if n > 0 and col != skipped}

    def _fillers(self, cell: int) -> dict[int, int]:
        """The items that a pool, presence or ticks cell may be filled from, each with what one of it is worth there."""
        moves = [m for m, _ in self.t.suppliers.row(cell) if self.t.moves[m].cell == cell]
        return {self.t.moves[m].item: dict(self.t.gives.row(m))[cell] for m in moves}

    def _presence(self, s: int) -> None:
        t = self.t
        for m, col in self.x[s].items():
            taken = dict(t.takes.row(m))
            for c, n in t.needs.row(m):
                if t.kind[c] == PRESENCE:  # a mix of the members serves
                    witness = next(w for w, _ in t.suppliers.row(c) if t.moves[w].cell == c)
                    flag = self._flag(c, t.needs.row(witness)[0][1], s, self._fillers(c))
                    self.p.row([(col, 1.0), (flag, -float(self.upper[m]))], upper=0)
                    continue
                flag = self._flag(c, n, s)
                self.p.row([(col, 1.0), (flag, -float(self.upper[m]))], upper=0)
                if c in taken and self.stages > 1:
                    self.p.row([*self._after(c, s + 1).items(), (flag, -float(n))], lower=-self._held(c))
            self._self_fed(m, col, s)

    def _self_fed(self, m: int, col: int, s: int) -> None:
        """A move that gives a member of a pool it takes from, or its own fuel, cannot serve its first application."""
        given = {c for c, _ in self.t.gives.row(m)}
        for cell, n in self.t.takes.row(m):
            fillers = self._fillers(cell) if self.t.kind[cell] in (POOL, TICKS) else {}
            if given & fillers.keys():
                worth = {**fillers, cell: 1} if self.t.kind[cell] == TICKS else fillers
                flag = self._flag(cell, n, s, worth, m)
                self.p.row([(col, 1.0), (flag, -float(self.upper[m]))], upper=0)

    def _landmarks(self) -> None:
        """What every way to a wanted item, or to one whose presence is claimed, goes through is made at least once."""
        held = [c for c, (n, _) in self.start.items() if n > 0]
        marks = landmarks(self.t, self.moves, held)
        asked = [(c, 0) for c in self._single_goals()] + [(c, f) for (c, _, _, _), f in list(self.flags.items())]
        for c, flag in asked:
            for mark in cells_of(marks[c]):
                made = [(col, float(n)) for col, n in self.flow[0].get(mark, {}).items() if n > 0]
                if self.t.kind[mark] == ITEM and mark != c and made:
                    self.p.row([*made, *([(flag, -1.0)] if flag else [])], lower=0 if flag else 1)

    def _single_goals(self) -> list[int]:
        """Cells of goals that one item alone can meet and that are not met at the start."""
        wants = [absolute(w, self.problem.have) for w in self.problem.want]
        cells = [(self.t.cell_of[w.any_of[0]], w.n) for w in wants if len(w.any_of) == 1]
        return [c for c, n in cells if n > self._held(c)]

    def _goals(self) -> None:
        for raw in self.problem.want:
            want = absolute(raw, self.problem.have)
            self._final([c for i in want.any_of if (c := self.t.cell_of.get(i)) is not None], want.n)
        for item, n in self.problem.keep.items():
            if item in self.t.cell_of:
                self._final([self.t.cell_of[item]], n)

    def _final(self, cells: Sequence[int], n: int) -> None:
        terms: Terms = {}
        for c in cells:
            for col, k in self._after(c, self.stages).items():
                terms[col] = terms.get(col, 0) + k
        self.p.row(terms.items(), lower=n - sum(self._held(c) for c in cells))

    def _limits(self) -> None:
        """Limits of operators over all stages, added up over an operator's variants."""
        by_operator: dict[str, list[int]] = {}
        for m in self.moves:
            if self.t.moves[m].kind == APPLY and self.t.limit[m] < NO_LIMIT:
                by_operator.setdefault(self.t.moves[m].operator, []).append(m)
        for moves in by_operator.values():
            cols = [(stage[m], 1.0) for stage in self.x for m in moves]
            self.p.row(cols, upper=self.t.limit[moves[0]])

    def _distinct(self, out: Staged) -> None:
        by_operator: dict[str, list[int]] = {}
        for m in self.moves:
            if self.t.moves[m].kind == APPLY and self.t.counts[m]:
                by_operator.setdefault(self.t.moves[m].operator, []).append(m)
        for name, moves in by_operator.items():
            col = self.p.column(1)
            out.distinct[name] = col
            for stage in self.x:
                for m in moves:
                    self.p.row([(stage[m], 1.0), (col, -float(self.upper[m]))], upper=0)


def objective(staged: Staged, t: Tables, criterion: str) -> dict[int, float]:
    """The cost of each column under one criterion; `moves` counts every move, those that cost nothing too."""
    if criterion == "moves":
        return {col: 1.0 for stage in staged.x for col in stage.values()}
    if criterion in ("distinct", "lines"):
        return dict.fromkeys(staged.distinct.values(), 1.0)
    cost: Mapping[int, int] = dict(enumerate(t.effort if criterion == "effort" else t.counts))
    return {col: float(cost[m]) for stage in staged.x for m, col in stage.items() if cost[m]}
