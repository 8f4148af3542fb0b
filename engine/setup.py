"""What the kernels need of a set of tables, made once: prices, supplier ranks, flat rows and scratch memory.

Prices are computed at several `shares`: how much of the price of a tool or station each application pays for. None of
it depends on names, so that renamed items give plans of the same cost: ties in price are broken by name last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from ..pddl.tables import APPLY, PERMIT, PRESENCE, TICKS, USES, WEAR, WITNESS, Rows, Tables
from ..recipes.book import Item
from . import builds
from .rows import OUT_COST, W_ROWS

SHARES = (0.05, 0.0, 0.3, 1.0)
CANDIDATES, PAIRED, MOST_TIED = 5, 3, 16
"""Suppliers tried for a cell, cheapest first; where two cells change together; and at most with those of equal rank."""
PASSES = 200
ROUNDS = 3
"""Rounds of colour refinement."""
CRITERIA = {"effort": 0, "applications": 1, "distinct": 2, "lines": 2}
INFINITE = float("inf")


@dataclass(eq=False)
class Setup:
    """Tables made ready for one build of the kernels and one order of criteria."""

    tables: Tables
    kernels: ModuleType
    compiled: bool
    flat: Any
    prices: list[list[float]]
    starts: Any
    by_tool: dict[int, list[tuple[int, int]]]
    order: dict[Item, int]
    moves: Any
    weight: Any
    pools: dict[int, str]
    permits: dict[int, Item]
    work: Any

    def unpriced(self) -> Any:
        """A price row to start a fixpoint from: nothing can be had yet."""
        return _row([INFINITE] * self.tables.n_cells, self.compiled)

    def blank(self, rows: int, least: int = 0) -> Any:
        """Rows of zeros, as long as there are cells or moves, and at least as long as told."""
        n = max(self.tables.n_cells, self.tables.n_moves, least) + 1
        if not self.compiled:
            return [[0] * n for _ in range(rows)]
        import numpy as np

        return np.zeros((rows, n), dtype=np.int64)

    def rows(self, values: Sequence[Sequence[int]]) -> Any:
        """Rows of whole numbers in this build's form."""
        return _rows(values, self.compiled)


def _rows(values: Sequence[Sequence[int]], compiled: bool) -> Any:
    if not compiled:
        return [list(row) for row in values]
    import numpy as np

    out = np.zeros((len(values), max(1, *(len(row) for row in values))), dtype=np.int64)
    for k, row in enumerate(values):
        out[k, : len(row)] = row
    return out


def _row(values: Sequence[float], compiled: bool) -> Any:
    if not compiled:
        return list(values)
    import numpy as np

    return np.array(values, dtype=np.float64)


def _numbers(values: Sequence[int], compiled: bool) -> Any:
    """A row of places; of the whole numbers that places are even where there are none."""
    if not compiled:
        return list(values)
    import numpy as np

    return np.array(values, dtype=np.int64)


def order_of_criteria(cost: Sequence[str]) -> list[int]:
    """Three criteria to compare by: the problem's, then those that break ties (applications, effort, distinct)."""
    codes = [CRITERIA[c] for c in cost]
    return list(dict.fromkeys([*codes, 1, 0, 2]))


def weights(tables: Tables, cost: Sequence[str]) -> list[float]:
    """The scalar weight of each move: the first criterion, and a thousandth of applications to break ties."""
    first = next((c for c in cost if c in ("effort", "applications")), "applications")
    if first == "effort":
        return [e + 0.001 * n for e, n in zip(tables.effort, tables.counts, strict=True)]
    return [float(n) + 1e-9 * e for e, n in zip(tables.effort, tables.counts, strict=True)]


def relevant(tables: Tables, goals: Iterable[int]) -> list[int]:
    """Moves that the goals may draw on, directly or through others, in row order."""
    seen_cells: set[int] = set(goals)
    todo = list(seen_cells)
    moves: set[int] = set()
    while todo:
        cell = todo.pop()
        # what takes worn pieces of a tool and gives as many new ones nets to nothing, and yet brings uses
        needed = [m for m, takes in tables.takers.row(cell) if not takes] if tables.uses[cell] else []
        mended = [m for m in needed if cell in tables.moves[m].pools]
        for m in (*(m for m, _ in tables.suppliers.row(cell)), *mended):
            if m in moves:
                continue
            moves.add(m)
            todo += _asked_by(tables, m, seen_cells)
            main = tables.moves[m].cell
            if main not in (-1, cell):  # a container that comes back: only who draws on the pool makes the move happen
                for taker in (k for k, takes in tables.takers.row(main) if takes):
                    moves.add(taker)
                    todo += _asked_by(tables, taker, seen_cells)
    return sorted(moves)


def _asked_by(tables: Tables, m: int, seen: set[int]) -> list[int]:
    """The cells that move `m` takes or needs and that are not yet `seen`; they are from now on."""
    new = [c for rows in (tables.takes, tables.needs) for c, _ in rows.row(m) if c not in seen]
    seen.update(new)
    return new


def _unit_price(t: Tables, m: int, cell: int, weight: Sequence[float], share: float, price: Sequence[float]) -> float:
    """What one unit of `cell` costs by move `m` at the given prices; rounded, so that builds rank alike."""
    total = weight[m] + sum(price[c] * n for c, n in t.takes.row(m))
    move = t.moves[m]
    if move.kind == WEAR and t.uses[move.item]:
        total += price[move.item] / t.uses[move.item]
    for c, n in t.needs.row(m):
        if price[c] == INFINITE:
            return INFINITE
        total += share * price[c] * n
    given = next(n for c, n in t.gives.row(m) if c == cell)
    return total if total == INFINITE else float(f"{total / given:.9g}")


def _sorted_rows(rows: Rows, keys: Sequence[tuple[float, ...]], moves: Iterable[int]) -> Rows:
    """Rows with their entries in the order of their cells' keys: dearest first, then amounts, then the cell."""
    index, n = list(rows.index), list(rows.n)
    for m in moves:
        row, a = rows.row(m), rows.ptr[m]
        if len(row) > 1:
            entries = sorted(row, key=lambda e: (keys[e[0]], e[1], e[0]), reverse=True)
            index[a : a + len(row)] = [c for c, _ in entries]
            n[a : a + len(row)] = [k for _, k in entries]
    return Rows(rows.ptr, index, n)


def _price(
    setup: ModuleType, flat: Any, moves: Any, weight: Any, kinds: Sequence[int], compiled: bool
) -> list[list[float]]:
    out: list[list[float]] = []
    for share in SHARES:
        # what is limited may be there: whether it is, the search finds out
        price = _row([0.0 if kind == PERMIT else INFINITE for kind in kinds], compiled)
        setup.fixpoint(flat, moves, weight, share, price, PASSES)
        out.append([float(p) for p in price])
    return out


def _flat(t: Tables, takes: Rows, needs: Rows, sup: Ranked, cost: Sequence[str], compiled: bool) -> Any:
    """The tables' rows, in the order of `rows.T_*`."""
    operators = [m.operator if m.kind == APPLY and t.counts[k] else "" for k, m in enumerate(t.moves)]
    number = {o: k for k, o in enumerate(dict.fromkeys(operators))}
    csr = [row for r in (takes, t.gives, needs) for row in (r.ptr, r.index, r.n)]
    by_move = [[m.kind for m in t.moves], [m.item for m in t.moves], [number[o] if o else -1 for o in operators]]
    rows = [
        *csr,
        sup.rows.ptr,
        sup.rows.index,
        sup.ends,
        sup.pair_ends,
        t.kind,
        t.uses,
        *by_move,
        t.limit,
        t.effort,
        t.counts,
    ]
    return _rows([*rows, order_of_criteria(cost)], compiled)


def _work(cells: int, moves: int, compiled: bool) -> Any:
    return _rows([[0] * (2 * max(cells, moves) + OUT_COST + 4)] * W_ROWS, compiled)


def shapes(t: Tables, moves: Sequence[int], prices: Sequence[Sequence[float]]) -> tuple[list[int], list[int]]:
    """A number for each cell and each move that tells its place in the structure, and nothing of its name.

    Colour refinement down the ways of making: what a move takes and needs, and which moves give a cell, a few times
    over. Ties in price are broken by it, so that a book whose items are renamed is searched in the same order. It looks
    only at what a goal draws on, so that both builds see the same.
    """
    cells = [
        hash((t.kind[c], t.uses[c], *(float(f"{p[c]:.9g}") if p[c] < INFINITE else -1.0 for p in prices)))
        for c in range(t.n_cells)
    ]
    colour = [0] * t.n_moves
    for _ in range(ROUNDS):
        givers: dict[int, list[int]] = {}
        for m in moves:
            sides = [tuple(sorted((cells[c], n) for c, n in rows.row(m))) for rows in (t.takes, t.needs)]
            amounts = tuple(sorted(n for _, n in t.gives.row(m)))
            colour[m] = hash((t.moves[m].kind, t.effort[m], t.counts[m], t.limit[m], amounts, *sides))
            for c, n in t.gives.row(m):
                givers.setdefault(c, []).append(hash((n, colour[m])))
        for c, near in givers.items():
            cells[c] = hash((cells[c], *sorted(near)))
    return cells, colour


@dataclass(frozen=True, slots=True)
class Ranked:
    """Each cell's suppliers, cheapest first, and up to which of them exchange tries, alone and in pairs.

    Suppliers of equal rank are tried all or none, so that names never decide which.
    """

    rows: Rows
    ends: list[int]
    pair_ends: list[int]


def _rank(
    t: Tables,
    moves: Sequence[int],
    weight: Sequence[float],
    prices: Sequence[Sequence[float]],
    colour: Sequence[int],
) -> Ranked:
    """The suppliers of every cell; those outside `moves` stay in their order.

    A move that gives a container back beside what it is for is no supplier of it: it happens only where the rest is
    asked for, and is credited then.
    """
    inside = set(moves)
    rows, ends, pair_ends = Rows(), list[int](), list[int]()
    for c in range(t.n_cells):
        ms = [m for m, _ in t.suppliers.row(c) if t.moves[m].cell in (-1, c)]
        keys: list[object] = list(ms)
        if len(ms) > 1 and ms[0] in inside:
            rank = {
                m: (*(_unit_price(t, m, c, weight, s, p) for s, p in zip(SHARES, prices, strict=True)), colour[m])
                for m in ms
            }
            ms.sort(key=lambda m: (rank[m], m))
            keys = [rank[m] for m in ms]
        start = rows.ptr[-1]
        ends.append(start + _tied(keys, CANDIDATES))
        pair_ends.append(start + _tied(keys, PAIRED))
        rows.add((m, 0) for m in ms)
    return Ranked(rows, ends, pair_ends)


def _tied(keys: Sequence[object], n: int) -> int:
    """How many of the sorted `keys` to take: `n`, and those that equal the last of them."""
    while 0 < n < min(len(keys), MOST_TIED) and keys[n] == keys[n - 1]:
        n += 1
    return min(n, len(keys))


def _starts(t: Tables, sup: Rows, weight: Sequence[float], prices: Sequence[Sequence[float]]) -> list[list[int]]:
    """For each share the cheapest supplier of every cell that has a choice; -1 elsewhere."""
    out: list[list[int]] = []
    for share, price in zip(SHARES, prices, strict=True):
        start = [-1] * t.n_cells
        for c in range(t.n_cells):
            ms = [m for m, _ in sup.row(c)]
            if len(ms) > 1 and price[c] < INFINITE:
                # the first of equals, in the order of rank
                start[c] = min(ms, key=lambda m: _unit_price(t, m, c, weight, share, price))
        out.append(start)
    return out


def prepare(tables: Tables, cost: Sequence[str], compiled: bool, goals: Iterable[int] | None = None) -> Setup:
    """A setup for one build. With `goals` only what they draw on is priced, which is faster for a single plan."""
    build = builds.compiled() if compiled else builds.plain()
    moves = list(range(tables.n_moves)) if goals is None else relevant(tables, goals)
    weight = weights(tables, cost)
    raw = _flat(tables, tables.takes, tables.needs, Ranked(tables.suppliers, [], []), cost, compiled)
    prices = _price(build, raw, _numbers(moves, compiled), _row(weight, compiled), tables.kind, compiled)
    cells, colour = shapes(tables, moves, prices)
    keys = [(*(float(f"{p[c]:.9g}") for p in prices), cells[c]) for c in range(tables.n_cells)]
    sup = _rank(tables, moves, weight, prices, colour)
    takes, needs = (_sorted_rows(r, keys, moves) for r in (tables.takes, tables.needs))
    by_tool: dict[int, list[tuple[int, int]]] = {}
    for m, move in enumerate(tables.moves):
        if move.kind in (WEAR, WITNESS) and tables.kind[move.cell] in (USES, PRESENCE):
            by_tool.setdefault(move.item, []).append((move.cell, m))
    return Setup(
        tables=tables,
        kernels=build,
        compiled=compiled,
        flat=_flat(tables, takes, needs, sup, cost, compiled),
        prices=prices,
        starts=_rows(_starts(tables, sup.rows, weight, prices), compiled),
        by_tool=by_tool,
        moves=_numbers(moves, compiled),
        weight=_row(weight, compiled),
        order={item: cells[c] for item, c in tables.cell_of.items()},
        pools={c: n.removeprefix("ticks ") for c, n in enumerate(tables.names) if tables.kind[c] == TICKS},
        permits={c: n.removeprefix("permit ") for c, n in enumerate(tables.names) if tables.kind[c] == PERMIT},
        work=_work(tables.n_cells, tables.n_moves, compiled),
    )


_SETUPS: WeakKeyDictionary[Tables, dict[tuple[object, ...], Setup]] = WeakKeyDictionary()


def setup_for(tables: Tables, cost: Sequence[str], compiled: bool, goals: frozenset[int]) -> Setup:
    """The setup of tables, kept as long as they live; the plain build keeps one for each set of goals."""
    kept = _SETUPS.setdefault(tables, {})
    key = (tuple(cost), compiled, None if compiled else goals)
    if key not in kept:
        kept[key] = prepare(tables, cost, compiled, None if compiled else goals)
    return kept[key]
