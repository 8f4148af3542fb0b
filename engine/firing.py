"""Firing cuts: what must have been brought about before one of some operators fires for the first time.

Up to that moment only operators fire that can do without it. Their effect, weighed by any weights that are not
negative, must come to what it takes; the weights of the most violated such row are found by a linear programme.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..pddl.model import Problem
from ..pddl.tables import Tables
from .linear import Row, System
from .mip import Programme

PARTS = 1 << 16
"""Weights are whole numbers up to about this."""
ROUNDS = 30
MISSED = 1e-3
"""By how much of what is asked for a row has to be missed to be added."""
SPARE = 1e-4
"""What the weight of a column that is not used yet counts, so that the row stays strong for it."""


def demands(problem: Problem, t: Tables, system: System, m: int) -> dict[int, int]:
    """What must be there beyond the free start stock when move `m` fires, by cell: what it takes, gross, and what has
    to be held all the time."""
    operator = problem.operators[t.moves[m].operator]
    gross = dict(t.takes.row(m))
    single: dict[int, int] = {}
    for cell, ingredient in zip(t.moves[m].pools, operator.takes, strict=True):
        single[cell] = single.get(cell, 0) + ingredient.n
    gross |= {cell: max(n, gross.get(cell, 0)) for cell, n in single.items()}
    out = {c: n - system.start.get(c, (0, 0))[1] for c, n in gross.items()}
    for c, n in t.needs.row(m):
        if c not in gross and t.kind[c] == 0:
            out[c] = max(out.get(c, -system.start.get(c, (0, 0))[1]), n - system.start.get(c, (0, 0))[0])
    return out


def required(system: System, asked: Mapping[int, int], weights: Mapping[int, int]) -> int:
    """What the weighted effects must come to: the demands, and of other cells no less than what may be taken of them."""
    return sum(w * asked.get(c, -_free(system, c)) for c, w in weights.items())


def _free(system: System, c: int) -> int:
    n = system.t.n_cells
    if c < n:
        return system.start.get(c, (0, 0))[1]
    worn = system.problem.have.worn.get(system.t.names[c - n], ())
    held = system.start.get(c - n, (0, 0))[0]
    return sum(worn) + (held - len(worn)) * system.t.uses[c - n]


def row_of(system: System, weights: Mapping[int, int], first: Iterable[int], dead: set[int]) -> Row:
    """The row of the cut: columns other than those of `first` (moves) and `dead`, each with its weighted effect where
    that is positive."""
    out = set(first) | dead
    coefficients: dict[int, int] = {}
    for j, m in enumerate(system.moves):
        if m not in out:
            gain = sum(weights.get(c, 0) * n for c, n in system.effect(m).items())
            if gain > 0:
                coefficients[j] = gain
    asked = [demands(system.problem, system.t, system, m) for m in first if m in system.column and m not in dead]
    rhs = min((required(system, each, weights) for each in asked), default=0)
    return Row("cut", "", rhs, coefficients)


def comes_about(system: System, values: Sequence[float], first: Sequence[int], dead: set[int]) -> bool:
    """Whether some part of a solution, without `first` and `dead`, brings about what one of `first` asks for."""
    out = set(first) | dead
    used = [(j, m) for j, m in enumerate(system.moves) if values[j] > 1e-9 and m not in out]
    effects = {j: system.effect(m) for j, m in used}
    for m in first:
        if m not in system.column or m in dead:
            continue
        asked = demands(system.problem, system.t, system, m)
        lp = Programme(whole=False)
        part = {j: lp.column(values[j]) for j, _ in used}
        cells = {c for effect in effects.values() for c in effect} | asked.keys()
        short: list[int] = []
        for c in sorted(cells):
            short.append(lp.column(1e30))
            terms = [(part[j], float(effect[c])) for j, effect in effects.items() if effect.get(c)]
            lp.row([*terms, (short[-1], 1.0)], lower=float(asked.get(c, -_free(system, c))))
        found = lp.minimise(dict.fromkeys(short, 1.0), 1.0)
        if found.status != "optimal" or found.bound < MISSED:
            return True
    return False


def firing_weights(
    system: System, values: Sequence[float], first: Sequence[int], dead: set[int], seconds: float
) -> dict[int, int] | None:
    """Weights by cell of a violated firing cut; None where there is none."""
    out = set(first) | dead
    lp = Programme(whole=False)
    cells = {int(row.key): lp.column(1.0) for row in system.rows if row.kind == "cell"}
    worth = lp.column(1.0)
    cost: dict[int, float] = {worth: -1.0}
    effects = {j: system.effect(m) for j, m in enumerate(system.moves) if m not in out}
    gains = {j: lp.column(1e6) for j in effects}
    for j, effect in effects.items():
        cost[gains[j]] = values[j] + SPARE
        lp.row([(gains[j], 1.0), *((cells[c], -float(n)) for c, n in effect.items() if n)], lower=0)
    for m in first:
        if m in system.column and m not in dead:
            asked = demands(system.problem, system.t, system, m)
            terms = [(col, float(asked.get(c, -_free(system, c)))) for c, col in cells.items()]
            lp.row([*((col, v) for col, v in terms if v), (worth, -1.0)], lower=0)
    found = lp.minimise(cost, seconds)
    if found.status != "optimal" or found.bound > -MISSED:
        return None
    top = max(found.values[col] for col in cells.values())
    weights = {c: round(found.values[col] / top * PARTS) for c, col in cells.items()}
    idle = [effect for j, effect in effects.items() if found.values[gains[j]] < top * 1e-7]
    _settle(weights, idle)
    return {c: w for c, w in weights.items() if w}


def _settle(weights: dict[int, int], idle: Sequence[Mapping[int, int]]) -> None:
    """Lower weights until no effect of `idle` columns weighs anything, as before they were rounded: else what goes
    round would seem to bring something about."""
    for _ in range(ROUNDS):
        changed = False
        for effect in idle:
            over = sum(weights.get(c, 0) * n for c, n in effect.items())
            for c, n in effect.items():
                if over > 0 and n > 0 and weights.get(c):
                    cut = min(weights[c], -(-over // n))
                    weights[c] -= cut
                    over -= cut * n
                    changed = True
        if not changed:
            return
