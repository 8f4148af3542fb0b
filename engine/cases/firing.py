"""Firing cuts: what must have been brought about before an operator fires for the first time.

Up to that moment only operators fire that can do without it. Their effect, weighed by any weights that are not
negative, must come to what it takes; the weights of the most violated such row are found by a linear programme, and
stay real numbers until a proof makes them whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...pddl.model import Problem
from ...pddl.tables import ITEM, Tables
from ..mip import Programme
from .system import System

SPARE = 1e-4
"""What the weight of a column that is not used yet counts, so that the row stays strong for it."""
MISSED = 1e-3
"""By how much of what is asked for a row has to be missed to be added."""
NOTHING = 1e-10


def demands(problem: Problem, t: Tables, system: System, m: int) -> dict[int, int]:
    """What must be there beyond the free start stock when move `m` fires, by cell: what it takes, gross, and what has
    to be held all the time."""
    operator = problem.operators[t.moves[m].operator]
    gross = dict(t.takes.row(m))
    single: dict[int, int] = {}
    for cell, ingredient in zip(t.moves[m].pools, operator.takes, strict=True):
        single[cell] = single.get(cell, 0) + ingredient.n
    gross |= {cell: max(n, gross.get(cell, 0)) for cell, n in single.items()}
    out = {c: n - free(system, c) for c, n in gross.items()}
    # what has to be there may itself be put into a pool or burned for this application
    eaten = {t.cell_of[i] for need in operator.takes if len(need.any_of) > 1 for i in need.any_of}
    eaten |= {t.cell_of[f] for f in problem.fuels if f in t.cell_of} if operator.burns else set[int]()
    for c, n in t.needs.row(m):
        if c not in gross and c not in eaten and t.kind[c] == ITEM:
            out[c] = max(-free(system, c), n - system.start.get(c, (0, 0))[0])
    return out


def free(system: System, c: int) -> int:
    """How much of a cell may be taken of what is there at the start."""
    n = system.t.n_cells
    if c < n:
        return system.start.get(c, (0, 0))[1]
    worn = system.problem.have.worn.get(system.t.names[c - n], ())
    held = system.start.get(c - n, (0, 0))[0]
    return sum(worn) + (held - len(worn)) * system.t.uses[c - n]


class Prefix:
    """What may come before the first application of any of the operators `names` (moves `first`): all columns but they
    and those that need them (`dead`). `made` are operators that must have been applied by then, whichever is first.
    With `last`, what comes before the last application of the one operator: all but that, and nothing is `dead` for it.
    """

    def __init__(
        self,
        system: System,
        names: tuple[str, ...],
        first: Sequence[int],
        dead: set[int],
        made: Sequence[str] = (),
        last: bool = False,
    ) -> None:
        self.names, self.last = names, last
        out = set(dead) if last else {*first, *dead}
        self.effects = {j: system.effect(m) for j, m in enumerate(system.moves) if m not in out}
        can = [m for m in first if m not in dead]
        self.asked = [demands(system.problem, system.t, system, m) for m in can]
        for name in made:
            cell = system.made(name)
            for asked in self.asked:
                asked[cell] = 1
            for j in system.of_operator[name]:
                if j in self.effects:
                    self.effects[j] = {**self.effects[j], cell: 1}
        cells = {c for effect in self.effects.values() for c in effect} | {c for each in self.asked for c in each}
        self.rest = {c: -free(system, c) if c < 2 * system.t.n_cells else 0 for c in sorted(cells)}
        self.own = {j for j in self.effects if last and system.moves[j] in first}
        """The column of the operator itself, which counts with its whole effect, one application less than in all."""
        self.less = {c: n for j in self.own for c, n in self.effects[j].items()}
        self.users: dict[int, list[int]] = {}
        for j, effect in self.effects.items():
            for c, n in effect.items():
                if n:
                    self.users.setdefault(c, []).append(j)

    def comes_about(self, values: Sequence[float]) -> bool:
        """Whether part of a solution brings about what one of the operators asks for."""
        used = [j for j in self.effects if values[j] > NOTHING]
        for asked in self.asked:
            lp = Programme(whole=False)
            part = {j: self._part(lp, j, values[j]) for j in used}
            cells = {c for j in used for c in self.effects[j]} | {c for c, n in asked.items() if n > 0}
            short: list[int] = []
            for c in sorted(cells):
                short.append(lp.column(1e30))
                terms = [(part[j], float(n)) for j in used if (n := self.effects[j].get(c))]
                lp.row([*terms, (short[-1], 1.0)], lower=float(asked.get(c, self.rest[c])))
            found = lp.minimise(dict.fromkeys(short, 1.0), 1.0)
            if found.status != "optimal" or found.bound < MISSED:
                return True
        return False

    def _part(self, lp: Programme, j: int, value: float) -> int:
        """A column for what of column j comes before."""
        own = j in self.own
        return lp.column(max(0.0, value - own), lower=max(0.0, value - 1) if own else 0.0)

    def weights(self, values: Sequence[float], seconds: float) -> dict[int, float] | None:
        """Weights by cell of a firing cut that a solution breaks, in which what is asked for weighs 1; None where there
        is none."""
        lp = Programme(whole=False)
        cells = {c: lp.column(1e9) for c in self.rest}
        gains = {j: lp.column(1e9) for j in self.effects if j not in self.own}
        cost = {gains[j]: values[j] + SPARE for j in gains}
        for j, effect in self.effects.items():
            if j in self.own:
                for c, n in effect.items():
                    cost[cells[c]] = cost.get(cells[c], 0.0) + n * max(0.0, values[j] - 1)
                continue
            lp.row([(gains[j], 1.0), *((cells[c], -float(n)) for c, n in effect.items() if n)], lower=0)
        for asked in self.asked:
            terms = [(col, float(n)) for c, col in cells.items() if (n := asked.get(c, self.rest[c]))]
            lp.row(terms, lower=1)
        found = lp.minimise(cost, seconds)
        if found.status != "optimal" or found.bound > 1 - MISSED:
            return None
        return {c: found.values[col] for c, col in cells.items() if found.values[col] > NOTHING}

    def due(self, weights: Mapping[int, float]) -> float:
        """What the effects must come to, at these weights."""
        dues = [sum(w * asked.get(c, self.rest[c]) for c, w in weights.items()) for asked in self.asked]
        return min(dues, default=0) + sum(weights.get(c, 0) * n for c, n in self.less.items())

    def row(self, weights: Mapping[int, float]) -> tuple[dict[int, float], float]:
        """What each column counts in the cut of these weights, and what they must come to."""
        gains: dict[int, float] = {}
        for j in dict.fromkeys(j for c in weights for j in self.users.get(c, ())):
            gain = sum(weights.get(c, 0.0) * n for c, n in self.effects[j].items())
            if gain > NOTHING or (gain and j in self.own):
                gains[j] = gain
        return gains, self.due(weights)
