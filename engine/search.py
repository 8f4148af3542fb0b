"""The fast planner: demand along prices, improved by exchange, for one problem.

Case     the situation in the kernels' form
counts   how often each move is applied, with the cells in an order (suppliers first)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..pddl.compile import absolute
from ..pddl.model import Problem, Want, guarded
from ..pddl.tables import APPLY, BURN, Tables
from ..recipes.book import Item
from .rows import (
    OUT_ACTIVE,
    OUT_AIDS,
    OUT_COST,
    OUT_ORDER,
    OUT_SPARING,
    S_DISLIKE,
    S_FIN,
    S_FREE,
    S_ROWS,
    S_SIZES,
    S_STOCK,
    S_TARGETS,
    S_WORN_N,
    S_WORN_PTR,
    W_ACTIVE,
    W_AIDC,
    W_AIDED,
    W_AIDS,
    W_BUSY,
    W_CHOICE,
    W_HAVE,
    W_LATE,
    W_ORDER,
    W_OUT,
    W_PLACE,
    W_VIA,
    W_X,
)
from .setup import INFINITE, PASSES, SHARES, Setup

PLAIN, LEAN, BOLD = 0, 1, 2
"""How by-products are credited: not at all; where a first round of them is there; as if they came in time, which may be
so where filled containers are held."""
EVALUATIONS = 400
"""Evaluations `climb` may spend on one start (each costs microseconds in the compiled build)."""
MEMBERS = 3
"""How many members of a wanted tag are tried as the one to make."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Applications by move, the applied operators' moves with suppliers first, the cost in the criteria's order.

    `plain` are dearer ones that are easier to order, where these burn what is left over.
    """

    moves: dict[int, int]
    order: tuple[int, ...]
    cost: tuple[int, ...]
    plain: Counts | None = None


def finals(problem: Problem, wants: Sequence[Want]) -> dict[Item, int]:
    """What must be there at the end, for goals of one item each."""
    fin: dict[Item, int] = dict(problem.keep)
    for want in wants:
        item = want.any_of[0]
        fin[item] = max(fin.get(item, 0), want.n)
    return fin


def single_goals(
    problem: Problem, price: Sequence[float], order: Mapping[Item, int], tables: Tables
) -> Iterator[tuple[Want, ...]]:
    """The goals with each tag goal turned into one item: held members count as they are, one member fills the rest.

    Yields the cheapest choice first; others vary the member of one tag goal at a time.
    """
    ranked: list[list[Want]] = []
    for raw in problem.want:
        want = absolute(raw, problem.have)
        options: list[tuple[float, Want]] = []
        held = sum(problem.have.stock.get(i, 0) for i in want.any_of)
        for item in want.any_of:
            cell = tables.cell_of.get(item)
            cost = price[cell] if cell is not None else INFINITE
            n = want.n - held + problem.have.stock.get(item, 0) if len(want.any_of) > 1 else want.n
            options.append((cost, Want((item,), max(n, 0))))
        options.sort(key=lambda o: (o[0], order.get(o[1].any_of[0], 0), o[1].any_of))
        ranked.append([w for _, w in options[:MEMBERS]])
    first = tuple(r[0] for r in ranked)
    yield first
    for k, r in enumerate(ranked):
        for other in r[1:]:
            yield (*first[:k], other, *first[k + 1 :])


def make_case(problem: Problem, setup: Setup, fin: dict[Item, int]) -> Any:
    """The situation and goal in the rows of this build; None where a wanted item is in no operator."""
    have = problem.have
    # Many pieces of one tool may be worn, more than a small book has cells.
    t, s = setup.tables, setup.blank(S_ROWS, sum(len(pieces) for pieces in have.worn.values()))
    for item, n in have.stock.items():
        s[S_STOCK][t.cell_of[item]] = n
        s[S_FREE][t.cell_of[item]] = 0 if guarded(problem, item) else n
    for c, pool in setup.pools.items() if have.ticks else ():
        s[S_STOCK][c] = s[S_FREE][c] = have.ticks.get(pool, 0)
    for c, item in setup.permits.items():
        s[S_STOCK][c] = s[S_FREE][c] = problem.limits[item]
    for item, n in have.placed.items():
        c = t.cell_of.get(f"standing:{item}")
        if c is not None:
            s[S_STOCK][c] = s[S_FREE][c] = n
    _worn(problem, setup, s)
    if problem.prefer:
        n = t.n_moves
        s[S_DISLIKE][:n] = [int(not preferred(problem, t, m)) for m in range(n)]
    for item, n in sorted(fin.items(), key=lambda f: (setup.order.get(f[0], 0), f)):
        c = t.cell_of.get(item)
        if c is None:
            return None
        s[S_FIN][c] = n
        if n > s[S_STOCK][c]:
            s[S_TARGETS][s[S_SIZES][0]] = c
            s[S_SIZES][0] += 1
    return s


def preferred(problem: Problem, t: Tables, m: int) -> bool:
    """Whether a move applies a preferred operator, or makes or hands on a preferred item."""
    move = t.moves[m]
    names = {move.operator} if move.kind == APPLY else {t.names[move.item]}
    return not problem.prefer.isdisjoint(names | {t.names[c] for c, _ in t.gives.row(m)})


def _worn(problem: Problem, setup: Setup, s: Any) -> None:
    """The uses left of worn tools, delimited by cell."""
    worn = {setup.tables.cell_of[i]: pieces for i, pieces in problem.have.worn.items()}
    if not worn:
        return
    n = 0
    for c in range(setup.tables.n_cells):
        for left in worn.get(c, ()):
            s[S_WORN_N][n] = left
            n += 1
        s[S_WORN_PTR][c + 1] = n


def starts(problem: Problem, setup: Setup) -> Iterator[None]:
    """Put choices to begin with into the scratch memory: each price share's suppliers, held tools before others; those
    that are cheapest where what is held costs nothing; at last what is preferred."""
    w, cell_of = setup.work, setup.tables.cell_of
    held = [cell_of[i] for i in problem.have.stock if cell_of[i] in setup.by_tool]
    n = setup.tables.n_cells
    for start in setup.starts:
        w[W_CHOICE][:n] = start[:n]
        for tool in held:
            for cell, move in setup.by_tool[tool]:
                w[W_CHOICE][cell] = move
        yield None
    if problem.have.stock:
        price = setup.unpriced()
        for item in problem.have.stock:
            price[cell_of[item]] = 0.0
        for c, item in setup.permits.items():
            price[c] = 0.0 if problem.limits[item] else INFINITE
        setup.kernels.fixpoint(setup.flat, setup.moves, setup.weight, SHARES[0], price, PASSES)
        setup.kernels.cheapest(setup.flat, n, setup.weight, SHARES[0], price, w[W_CHOICE])
        yield None
    if problem.prefer:
        t = setup.tables
        for m in range(t.n_moves):
            if preferred(problem, t, m):
                for c, _ in t.gives.row(m):
                    w[W_CHOICE][c] = m
        yield None


def best_counts(problem: Problem, setup: Setup, fin: dict[Item, int], lean: int) -> Counts | None:
    """The best counts the exchange finds for what must be there at the end; None where no choice of suppliers works."""
    case = make_case(problem, setup, fin)
    if case is None:
        return None
    k, w, t = setup.kernels, setup.work, setup.flat
    best, n = setup.rows([[0, 0, 0, 0]])[0], setup.tables.n_cells
    kept: Any = None
    plainly(w)
    least: tuple[int, ...] = ()
    for _ in starts(problem, setup):
        if k.first_evaluation(t, case, w, lean):
            cost = _cost(w)
            if kept is None or cost < least:
                kept, least = w[W_CHOICE][:n].copy(), cost
    if kept is None:
        return None
    w[W_CHOICE][:n] = kept
    if not k.climb(t, case, w, best, EVALUATIONS, lean):
        return None
    counts = read_counts(setup)
    if problem.rules.fuel_order == "lowest_slot":
        return counts
    burns = any(setup.tables.moves[m].kind == BURN for m in counts.moves)
    for improve in (k.burn_spare, k.halve) if burns else (k.halve,):
        if improve(t, case, w, best, EVALUATIONS, lean) and k.first_evaluation(t, case, w, lean):
            k.lateness(t, w)
            counts = in_turn(setup, counts)
    return counts


def plainly(w: Any) -> None:
    """Let nothing burn but fuel that is chosen, and no second supplier help."""
    w[W_OUT][OUT_SPARING] = 0
    for k in range(w[W_OUT][OUT_AIDS]):
        w[W_AIDED][w[W_AIDC][k]] = 0
    w[W_OUT][OUT_AIDS] = 0


def in_turn(setup: Setup, plain: Counts) -> Counts:
    """The counts in the scratch memory, all that waits for a fire behind it and the rest before, so that what is done
    with may burn; what helps a chosen supplier comes after that, and what burns in the order in which it is."""
    w, t = setup.work, setup.tables
    counts, late = read_counts(setup), w[W_LATE]
    aids = _first(w[W_AIDS], w[W_OUT][OUT_AIDS])
    place: dict[int, tuple[int, int]] = {}
    for m in aids:
        cells = [c for rows in (t.takes, t.needs) for c, _ in rows.row(m)]
        place[m] = (max((int(late[c]) for c in cells), default=0), max((int(w[W_PLACE][c]) for c in cells), default=-1))
    used = w[W_ORDER][: w[W_OUT][OUT_ORDER]]
    for k, (m, since) in enumerate(zip(_at(w[W_VIA], used), _at(late, used), strict=True)):
        place.setdefault(m, (since, k))
    order = sorted({*counts.order, *(m for m in aids if t.moves[m].kind == APPLY)}, key=lambda m: (place[m], m in aids))
    moves = sorted(counts.moves, key=lambda m: m in aids) if aids else list(counts.moves)
    burned = [m for m in moves if t.moves[m].kind == BURN]
    burned.sort(key=lambda m: (max(late[i := t.moves[m].item], w[W_BUSY][i]), w[W_HAVE][i] > 0, t.uses[i] > 0))
    moves = [m for m in moves if t.moves[m].kind != BURN] + burned
    return Counts({m: counts.moves[m] for m in moves}, tuple(order), counts.cost, plain)


def _first(row: Any, n: Any) -> list[int]:
    """The first `n` numbers of a row of either build."""
    return row[:n].tolist() if hasattr(row, "tolist") else row[:n]


def _at(row: Any, places: Any) -> list[int]:
    """The numbers that stand at some places of a row of either build."""
    return row[places].tolist() if hasattr(row, "tolist") else [row[k] for k in places]


def _cost(w: Any) -> tuple[int, ...]:
    return tuple(_first(w[W_OUT][OUT_COST:], 4))


def read_counts(setup: Setup) -> Counts:
    """Copy the counts out of the scratch memory."""
    w, moves = setup.work, setup.tables.moves
    active = w[W_ACTIVE][: w[W_OUT][OUT_ACTIVE]]
    counts = {m: n for m, n in zip(_first(active, None), _at(w[W_X], active), strict=True) if n > 0}
    used = _at(w[W_VIA], w[W_ORDER][: w[W_OUT][OUT_ORDER]])
    order = tuple(dict.fromkeys(m for m in used if m in counts and moves[m].kind == APPLY))
    return Counts(counts, order, _cost(w))
