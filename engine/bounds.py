"""Lower bounds from prices: the dual of the linear relaxation, in whole numbers.

A price y for each cell under which no move gains value (what a move gives is worth at most what it takes plus its
cost) bounds every plan: cost >= sum over what must be there at the end of y, less y of what is held. Wear and presence
cost nothing here, since a tool that lasts is not used up; instead every landmark (an item that each way to the goal
makes first) that nothing takes adds its own price once.

Prices are whole numbers in units of 1/SCALE of the cost's unit, so that the checker can recompute every figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from weakref import WeakKeyDictionary

from ..pddl.compile import absolute
from ..pddl.model import Problem, Want, guarded
from ..pddl.tables import ITEM, PERMIT, TICKS, WEAR, Tables
from ..sim.answer import Bound
from .setup import INFINITE

SCALE = 1 << 20
REPAIRS = 50
ROUNDS = 200
"""Rounds of value iteration, so long as nothing new is reached in them."""


@dataclass(frozen=True, slots=True)
class Dual:
    """Scaled whole prices by cell, one row for each criterion that is a sum; landmarks by cell as bit sets; the cells
    that some move takes (wear apart); the cells that cannot be had (their price is put to 0)."""

    prices: dict[str, list[int]]
    landmarks: list[int]
    taken: frozenset[int]
    dead: frozenset[int]


def criterion(t: Tables, name: str) -> Sequence[int]:
    """What one application of each move adds to a summed criterion."""
    return t.effort if name == "effort" else t.counts


def _fixpoint(t: Tables, moves: Sequence[int], cost: Sequence[int], given: Iterable[int]) -> list[float]:
    """Least prices with wear and presence free, by value iteration; `given` cells cost nothing."""
    price = [INFINITE] * t.n_cells
    for c in given:
        price[c] = 0.0
    changed = reached = True
    rounds = 0
    while reached or (changed and rounds < ROUNDS):  # prices too high are lowered later, what is never had stays so
        changed, reached, rounds = False, False, rounds + 1
        for m in moves:
            total = float(cost[m])
            for c, n in t.takes.row(m):
                total += price[c] * n
            if total == INFINITE or any(price[c] == INFINITE for c, _ in t.needs.row(m)):
                continue
            for c, n in t.gives.row(m):
                if total / n < price[c] - 1e-9:
                    reached = reached or price[c] == INFINITE
                    price[c] = total / n
                    changed = True
    return price


def settled(t: Tables, moves: Sequence[int], room: Sequence[int], start: Sequence[int]) -> list[int]:
    """Whole prices, `start` or less, under which no move gives more value than it takes and its `room` allows; where
    lowering does not settle (a gaining loop), what still gains is put to 0."""
    y, rounds, changed = list(start), 0, True
    while changed:
        changed, rounds = False, rounds + 1
        for m in moves:
            over = sum(y[c] * n for c, n in t.gives.row(m)) - sum(y[c] * n for c, n in t.takes.row(m)) - room[m]
            for c, n in t.gives.row(m):
                if over <= 0:
                    break
                cut = y[c] if rounds > REPAIRS else min(y[c], -(-over // n))
                y[c] -= cut
                over -= cut * n
                changed = changed or cut > 0
    return y


def whole_prices(t: Tables, moves: Sequence[int], cost: Sequence[int], real: Sequence[float]) -> list[int]:
    """Prices `real` in whole units of 1/SCALE, lowered until no move gains; moves that cannot fire do not count."""
    dead = [p == INFINITE for p in real]
    alive = [
        m
        for m in moves
        if not any(dead[c] for rows in (t.takes, t.needs) for c in rows.index[rows.ptr[m] : rows.ptr[m + 1]])
    ]
    start = [0 if p == INFINITE else int(p * SCALE) for p in real]
    return settled(t, alive, [c * SCALE for c in cost], start)


def landmarks(t: Tables, moves: Sequence[int], given: Iterable[int]) -> list[int]:
    """For each cell, as a bit set, the cells that every way to it from nothing goes through (itself included)."""
    everything = (1 << t.n_cells) - 1
    marks = [everything] * t.n_cells
    for c in given:
        marks[c] = 0
    changed = True
    while changed:
        changed = False
        for m in moves:
            through = 0
            for rows in (t.takes, t.needs):
                for k in range(rows.ptr[m], rows.ptr[m + 1]):
                    through |= marks[rows.index[k]]
            for k in range(t.gives.ptr[m], t.gives.ptr[m + 1]):
                c = t.gives.index[k]
                new = marks[c] & (through | (1 << c))
                if new != marks[c]:
                    marks[c] = new
                    changed = True
    return marks


def cells_of(marks: int) -> Iterator[int]:
    """The cells in a bit set, ascending."""
    while marks:
        yield (marks & -marks).bit_length() - 1
        marks &= marks - 1


def permits(t: Tables) -> frozenset[int]:
    """Cells of what limited sources may still give: there from the start, and free."""
    return frozenset(c for c, kind in enumerate(t.kind) if kind == PERMIT)


def given_cells(problem: Problem, t: Tables, base: Dual) -> frozenset[int]:
    """Cells that are there from the start and that nothing can make from nothing (`base`: the dual of no stock). They
    are free; what is held beside them is worth what it costs to make."""
    return permits(t) | {c for c, n in held_cells(problem, t) if n > 0 and c in base.dead}


def make_dual(t: Tables, moves: Sequence[int], given: frozenset[int]) -> Dual:
    """Prices and landmarks over `moves`, from nothing held but the `given` cells, which are free."""
    real = {name: _fixpoint(t, moves, criterion(t, name), given) for name in ("effort", "applications")}
    prices = {name: whole_prices(t, moves, criterion(t, name), real[name]) for name in real}
    taken = t.elsewhere | {c for m in moves if t.moves[m].kind != WEAR for c, _ in t.takes.row(m)}
    dead = frozenset(c for c, p in enumerate(real["applications"]) if p == INFINITE)
    return Dual(prices, landmarks(t, moves, given), taken, dead)


_duals: WeakKeyDictionary[Tables, dict[frozenset[int], Dual]] = WeakKeyDictionary()


def dual_for(problem: Problem, t: Tables) -> Dual:
    """Prices and landmarks for a problem's tables and what is held, kept with the tables."""
    kept = _duals.setdefault(t, {})

    def dual(given: frozenset[int]) -> Dual:
        if given not in kept:
            kept[given] = make_dual(t, range(t.n_moves), given)
        return kept[given]

    base = dual(permits(t)) if problem.limits else dual(frozenset())
    return dual(given_cells(problem, t, base)) if problem.have.stock else base


@dataclass(frozen=True, slots=True)
class Ends:
    """What must be there at the end: `n` in all of some cells (goals, stock to keep), and single cells passed on the
    way, one of each."""

    wants: tuple[tuple[tuple[int, ...], int], ...]
    passed: tuple[int, ...]


def ends(problem: Problem, t: Tables, dual: Dual) -> Ends:
    """The problem's goals and keeps, with the landmarks of what is not met yet that nothing takes.

    Goals for one item are joined by the greatest; overlapping goals of tags are bounded by the greatest alone.
    """
    needs: dict[tuple[int, ...], int] = {}
    for raw in (*problem.want, *(Want((i,), n) for i, n in problem.keep.items())):
        want = absolute(raw, problem.have)
        cells = tuple(t.cell_of[i] for i in want.any_of if i in t.cell_of)
        needs[cells] = max(want.n, needs.get(cells, 0))
    wants = tuple((cells, n) for cells, n in needs.items() if cells)
    if problem.have.stock or problem.have.placed or problem.have.ticks:
        return Ends(wants, ())
    marks = 0
    for cells, n in wants:
        if n > 0:
            marks |= reduce(lambda a, b: a & b, [dual.landmarks[c] for c in cells])
    inside = {c for cells, _ in wants for c in cells}
    passed = (c for c in cells_of(marks) if t.kind[c] == ITEM and c not in inside and c not in dual.taken)
    return Ends(wants, tuple(passed))


def worth(y: Sequence[int], end: Ends) -> int:
    """The least value of what must be there at the end. Wants whose cells overlap are not added up."""
    total, seen = 0, set[int]()
    for cells, n in sorted(end.wants, key=lambda w: -w[1] * min(y[c] for c in w[0])):
        if seen.isdisjoint(cells):
            total += n * min(y[c] for c in cells)
            seen.update(cells)
    return total + sum(y[c] for c in end.passed)


def held_cells(problem: Problem, t: Tables) -> Iterator[tuple[int, int]]:
    """Cells that are there at the start, with amounts: items, standing stations, left-over ticks, permits."""
    for item, n in problem.have.stock.items():
        if item in t.cell_of:
            yield t.cell_of[item], n
    for item, n in problem.have.placed.items():
        if f"standing:{item}" in t.cell_of:
            yield t.cell_of[f"standing:{item}"], n
    for c, kind in enumerate(t.kind) if problem.have.ticks or problem.limits else ():
        if kind == TICKS:
            yield c, problem.have.ticks.get(t.names[c].removeprefix("ticks "), 0)
        elif kind == PERMIT:
            yield c, problem.limits[t.names[c].removeprefix("permit ")]


def spendable(problem: Problem, t: Tables) -> Iterator[tuple[int, int]]:
    """Of the cells that are there, those that a plan may take or that count for a goal. What is guarded and not wanted
    only stands by: it saves nothing but its own making, which the prices do not charge."""
    wanted = {i for w in problem.want for i in w.any_of} | problem.keep.keys()
    idle = {t.cell_of[i] for i in problem.have.stock if i not in wanted and guarded(problem, i)}
    return ((c, n) for c, n in held_cells(problem, t) if c not in idle)


def lower_bound(problem: Problem, t: Tables, dual: Dual) -> Bound:
    """The bound of the problem's cost vector: each criterion by itself, whatever the others come to."""
    end = ends(problem, t, dual)
    held = dict(held_cells(problem, t))
    # picking a station up and the like is no application
    unmet = not problem.have.placed and any(sum(held.get(c, 0) for c in cells) < n for cells, n in end.wants)
    values: list[int] = []
    for name in problem.cost:
        if name in ("distinct", "lines"):
            values.append(int(unmet))
            continue
        y = dual.prices[name]
        spare = worth(y, end) - sum(y[c] * n for c, n in spendable(problem, t))
        values.append(max(int(unmet and name == "applications"), -(-spare // SCALE)))
    return Bound(tuple(values), True, "prices")
