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

from ..pddl.model import Problem
from ..pddl.tables import ITEM, PERMIT, TICKS, WEAR, Tables
from ..recipes.book import Item
from ..sim.answer import Bound
from .setup import INFINITE

SCALE = 1 << 20
REPAIRS = 50


@dataclass(frozen=True, slots=True)
class Dual:
    """Scaled whole prices by cell, one row for each criterion that is a sum; landmarks by cell as bit sets; the cells
    that some move takes (wear apart)."""

    prices: dict[str, list[int]]
    landmarks: list[int]
    taken: frozenset[int]


def criterion(t: Tables, name: str) -> Sequence[int]:
    """What one application of each move adds to a summed criterion."""
    return t.effort if name == "effort" else t.counts


def _fixpoint(t: Tables, moves: Sequence[int], cost: Sequence[int], given: Iterable[int]) -> list[float]:
    """Least prices with wear and presence free, by value iteration; `given` cells cost nothing."""
    price = [INFINITE] * t.n_cells
    for c in given:
        price[c] = 0.0
    changed = True
    rounds = 0
    while changed and rounds < 200:
        changed, rounds = False, rounds + 1
        for m in moves:
            total = float(cost[m])
            for c, n in t.takes.row(m):
                total += price[c] * n
            if total == INFINITE or any(price[c] == INFINITE for c, _ in t.needs.row(m)):
                continue
            for c, n in t.gives.row(m):
                if total / n < price[c] - 1e-9:
                    price[c] = total / n
                    changed = True
    return price


def settled(t: Tables, moves: Sequence[int], room: Sequence[int], start: Sequence[int]) -> list[int]:
    """Whole prices, `start` or less, under which no move gives more value than it takes and its `room` allows; all 0
    where lowering does not settle (a gaining loop)."""
    y = list(start)
    for _ in range(REPAIRS):
        changed = False
        for m in moves:
            over = sum(y[c] * n for c, n in t.gives.row(m)) - sum(y[c] * n for c, n in t.takes.row(m)) - room[m]
            for c, n in t.gives.row(m):
                if over <= 0:
                    break
                cut = min(y[c], -(-over // n))
                y[c] -= cut
                over -= cut * n
                changed = changed or cut > 0
        if not changed:
            return y
    return [0] * len(y)


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


def given_cells(problem: Problem, t: Tables) -> frozenset[int]:
    """Cells that are there and that nothing makes: permits, and held items without a supplier."""
    permits = {c for c, kind in enumerate(t.kind) if kind == PERMIT} if problem.limits else set[int]()
    held = {t.cell_of[i] for i in problem.have.stock if i in t.cell_of}
    return frozenset(permits | {c for c in held if t.suppliers.ptr[c] == t.suppliers.ptr[c + 1]})


def make_dual(t: Tables, moves: Sequence[int], given: frozenset[int]) -> Dual:
    """Prices and landmarks over `moves`, from nothing held but the `given` cells, which are free."""
    prices: dict[str, list[int]] = {}
    for name in ("effort", "applications"):
        cost = criterion(t, name)
        prices[name] = whole_prices(t, moves, cost, _fixpoint(t, moves, cost, given))
    taken = frozenset(c for m in moves if t.moves[m].kind != WEAR for c, _ in t.takes.row(m))
    return Dual(prices, landmarks(t, moves, given), taken)


def _floor_finals(problem: Problem, t: Tables, dual: Dual, fin: dict[Item, int]) -> dict[int, int]:
    """What must be there at the end, with landmarks that nothing takes; by cell."""
    out = {t.cell_of[i]: n for i, n in fin.items() if i in t.cell_of}
    if problem.have.stock or problem.have.placed:
        return out
    marks = 0
    for c, n in out.items():
        if n > 0:
            marks |= dual.landmarks[c]
    for c in cells_of(marks):
        if t.kind[c] == ITEM and out.get(c, 0) == 0 and c not in dual.taken:
            out[c] = 1
    return out


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


def lower_bound(problem: Problem, t: Tables, dual: Dual, fins: Sequence[dict[Item, int]]) -> Bound:
    """The bound of the problem's cost vector: the least over the ways `fins` in which its goals may be met."""
    values: list[int] = []
    for name in problem.cost:
        if name in ("distinct", "lines"):
            open_goal = all(any(problem.have.stock.get(i, 0) < n for i, n in fin.items()) for fin in fins)
            values.append(int(open_goal))
            continue
        y = dual.prices[name]
        held = sum(y[c] * n for c, n in held_cells(problem, t))
        worth = [sum(y[c] * n for c, n in _floor_finals(problem, t, dual, fin).items()) - held for fin in fins]
        values.append(max(0, -(-min(worth) // SCALE)))
    return Bound(tuple(values), True, "prices")
