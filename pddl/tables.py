"""Lowering: operators become flat tables of integers, built once for a set of operators and shared by every goal.

Of a large domain only the slice is lowered that a goal can draw on (`slice.py`).

Words used here and in the kernels

    cell     a row of the tables that can be asked for: a real item, or one of the helpers below
    pool     `n of any of these items`: filled by allot moves, one member in, one unit out, at no cost
    presence `one of these is held`: witnessed by a member, which is not used up
    uses     wear on one of several tools, in uses
    ticks    fuel in a station kind's pool, in furnace ticks
    permit   what all sources of a limited item may still give
    move     a row that makes something available: an operator, or an allot, witness, wear or burn move of cost 0

Choices inside an operator thus become choices of a supplier, and every row is linear. An item that an operator both
takes and gives is netted, and what must be there all the same (the seed) is kept as a need.

Example: `craft stick` takes 2 of {oak_planks, birch_planks}. Cells: oak_planks, birch_planks, stick, pool{…}. Moves:
allot oak_planks (1 oak_planks -> 1 pool), allot birch_planks, craft stick (2 pool -> 4 stick).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..recipes.book import Ingredient, Item
from ..recipes.rules import Rules
from .model import MOVES, Operator, Problem, Wear, draws
from .operators import Operators, Slice
from .slice import cut

ITEM, POOL, PRESENCE, USES, TICKS, PERMIT = range(6)
"""Kinds of cells."""
APPLY, ALLOT, WITNESS, WEAR, BURN = range(5)
"""Kinds of moves."""
NO_LIMIT = 1 << 62
IDLE = "held, of no use"
"""The name of the cell for what is held and no operator speaks of."""


class Move(NamedTuple):
    """A row. `APPLY`: the operator, with the cells that its ingredients, wears and fuel are taken from (`ticks` -1:
    none). Other kinds: the member `item` and the `cell` it is given to."""

    kind: int
    operator: str
    item: int
    cell: int
    pools: tuple[int, ...]
    tools: tuple[int, ...]
    ticks: int


class Choice(NamedTuple):
    """Tools that cost an operator the same `uses` an application."""

    names: tuple[Item, ...]
    uses: int


@dataclass(slots=True)
class Rows:
    """Compressed rows: row r holds `index[ptr[r]:ptr[r+1]]` with amounts `n`; `row(r)` gives the same as pairs."""

    ptr: list[int] = field(default_factory=lambda: [0])
    index: list[int] = field(default_factory=list[int])
    n: list[int] = field(default_factory=list[int])
    pairs: list[tuple[tuple[int, int], ...]] = field(default_factory=list[tuple[tuple[int, int], ...]])

    def add(self, entries: Iterable[tuple[int, int]]) -> None:
        """Append a row."""
        row = tuple(entries)
        self.pairs.append(row)
        self.index += [i for i, _ in row]
        self.n += [n for _, n in row]
        self.ptr.append(len(self.index))

    def row(self, r: int) -> tuple[tuple[int, int], ...]:
        """The cells and amounts of row `r`."""
        return self.pairs[r]


class Cells(dict[Item, int]):
    """The cell of each real item. What is held and has none, since no operator speaks of it, is in the cell `idle`."""

    def __init__(self, cells: Iterable[tuple[Item, int]], idle: int) -> None:
        super().__init__(cells)
        self.idle = idle

    def __missing__(self, item: Item) -> int:
        return self.idle


@dataclass(eq=False, slots=True, weakref_slot=True)
class Tables:
    """The lowered operators. `names[c]` describes cell c, `cell_of` finds a real item's cell; `uses[c]` are the uses of
    a new tool (0: does not wear). `suppliers` lists, for each cell, the moves that give it, in row order, and `takers`
    those that take or need it (n is 1 where they take it). `elsewhere` are cells that operators take which are not in
    the tables."""

    names: list[str]
    kind: list[int]
    cell_of: dict[Item, int]
    uses: list[int]
    moves: list[Move]
    takes: Rows
    gives: Rows
    needs: Rows
    effort: list[int]
    counts: list[int]
    limit: list[int]
    suppliers: Rows
    takers: Rows
    elsewhere: frozenset[int] = frozenset()

    @property
    def n_cells(self) -> int:
        return len(self.names)

    @property
    def n_moves(self) -> int:
        return len(self.moves)


class _Lowerer:
    def __init__(self, problem: Problem) -> None:
        self.p = problem
        self.names: list[str] = []
        self.kind: list[int] = []
        self.cells: dict[object, int] = {}
        self.moves: list[Move] = []
        self.takes, self.gives, self.needs = Rows(), Rows(), Rows()
        self.effort: list[int] = []
        self.counts: list[int] = []
        self.limit: list[int] = []
        self.drawn = problem.operators.drawn if isinstance(problem.operators, Slice) else None

    def worth_giving(self, item: Item) -> bool:
        """Whether a product gets a row: what a slice makes beside, and may also be had elsewhere, is worth nothing in
        it."""
        return self.drawn is None or item in self.drawn

    def cell(self, key: object, kind: int, name: str) -> tuple[int, bool]:
        """The cell of `key`, and whether it is new."""
        if key in self.cells:
            return self.cells[key], False
        self.cells[key] = len(self.names)
        self.names.append(name)
        self.kind.append(kind)
        return self.cells[key], True

    def item(self, item: Item) -> int:
        return self.cell(item, ITEM, item)[0]

    def move(
        self,
        move: Move,
        takes: Iterable[tuple[int, int]],
        gives: Iterable[tuple[int, int]],
        needs: Iterable[tuple[int, int]] = (),
        effort: int = 0,
        count: int = 0,
        limit: int | None = None,
    ) -> None:
        self.moves.append(move)
        self.takes.add(takes)
        self.gives.add(gives)
        self.needs.add(needs)
        self.effort.append(effort)
        self.counts.append(count)
        self.limit.append(NO_LIMIT if limit is None else limit)

    def helper(self, kind: int, member: int, cell: int) -> Move:
        return Move(kind, "", member, cell, (), (), -1)

    def pool(self, any_of: tuple[Item, ...], returns: Mapping[Item, Item]) -> int:
        """The pool of an ingredient set; its allot moves give back the containers of what they take."""
        back = tuple((m, returns[m]) for m in any_of if m in returns)
        key = ("pool", any_of, back)
        giving = ", giving back " + ", ".join(sorted({f"{c} for {m}" for m, c in back})) if back else ""
        cell, new = self.cell(key, POOL, "any of " + ", ".join(any_of) + giving)
        if new:
            for m in any_of:
                back = [returns[m]] if m in returns and self.worth_giving(returns[m]) else []
                gives = [(cell, 1), *((self.item(b), 1) for b in back)]
                i = self.item(m)
                self.move(self.helper(ALLOT, i, cell), [(i, 1)], gives)
        return cell

    def presence(self, any_of: tuple[Item, ...], n: int) -> tuple[int, int]:
        if len(any_of) == 1:
            return self.item(any_of[0]), n
        cell, new = self.cell(("presence", any_of, n), PRESENCE, f"{n} held of " + ", ".join(any_of))
        if new:
            for m in any_of:
                i = self.item(m)
                self.move(self.helper(WITNESS, i, cell), [], [(cell, 1)], [(i, n)])
        return cell, 1

    def wear(self, tools: tuple[Item, ...]) -> int:
        cell, new = self.cell(("uses", tools), USES, "uses of " + ", ".join(tools))
        if new:
            for t in tools:
                i = self.item(t)
                self.move(self.helper(WEAR, i, cell), [], [(cell, 1)], [(i, 1)])
        return cell

    def ticks(self, pool: str) -> int:
        name = "all" if self.p.rules.fuel_pool == "one" else pool
        cell, new = self.cell(("ticks", name), TICKS, f"ticks {name}")
        if new:
            for f, value in self.p.fuels.items():
                i = self.item(f)
                back = self.p.containers.get(f)
                gives = [(cell, value)] + ([(self.item(back), 1)] if back and self.worth_giving(back) else [])
                self.move(self.helper(BURN, i, cell), [(i, 1)], gives)
        return cell

    def variants(self, wears: tuple[Wear, ...]) -> list[list[Choice]]:
        """One choice of (tools, uses) for each wear: tools that cost the same uses stay one choice."""
        out: list[list[Choice]] = [[]]
        for w in wears:
            by_uses: dict[int, list[Item]] = {}
            for t, u in w.tools:
                by_uses.setdefault(u, []).append(t)
            options = [Choice(tuple(ts), u) for u, ts in sorted(by_uses.items())]
            out = [[*head, o] for head in out for o in options]
        return out

    def operator(self, op: Operator) -> None:
        for choice in self.variants(op.wears):
            self.variant(op, choice)

    def variant(self, op: Operator, choice: Sequence[Choice]) -> None:
        returns = dict(op.returns)
        takes: dict[int, int] = {}
        gives: dict[int, int] = {}
        needs: dict[int, int] = {}
        pools = [self.ingredient(ing, returns, takes, gives) for ing in op.takes]
        for ing in op.needs:
            cell, n = self.presence(ing.any_of, ing.n)
            needs[cell] = max(n, needs.get(cell, 0))
        tools = [self.tool(names, uses, takes, needs) for names, uses in choice]
        for i, n in op.gives:
            if self.worth_giving(i):
                gives[self.item(i)] = gives.get(self.item(i), 0) + n
        ticks = -1
        if op.burns:
            ticks = self.ticks(op.pool)
            takes[ticks] = op.burns
        self.places(op, takes, gives, needs)
        for name in self.p.limits:
            if n := draws(op, name):
                takes[self.cell(("permit", name), PERMIT, f"permit {name}")[0]] = n
        _net(takes, gives, needs)
        counted = op.kind not in MOVES
        self.move(
            Move(APPLY, op.name, -1, -1, tuple(pools), tuple(tools), ticks),
            sorted(takes.items()),
            sorted(gives.items()),
            sorted(needs.items()),
            op.effort,
            int(counted),
            op.limit,
        )

    def ingredient(
        self, ing: Ingredient, returns: Mapping[Item, Item], takes: dict[int, int], gives: dict[int, int]
    ) -> int:
        first, *others = ing.any_of
        if others:
            cell = self.pool(ing.any_of, returns)
        else:
            cell = self.item(first)
            back = returns.get(first)
            if back and self.worth_giving(back):
                gives[self.item(back)] = gives.get(self.item(back), 0) + ing.n
        takes[cell] = takes.get(cell, 0) + ing.n
        return cell

    def tool(self, names: tuple[Item, ...], uses: int, takes: dict[int, int], needs: dict[int, int]) -> int:
        wears = self.p.rules.wear and uses > 0 and any(t in self.p.uses for t in names)
        if wears:
            cell = self.wear(names)
            takes[cell] = takes.get(cell, 0) + uses
            return cell
        cell, n = self.presence(names, 1)
        needs[cell] = max(n, needs.get(cell, 0))
        return cell

    def places(self, op: Operator, takes: dict[int, int], gives: dict[int, int], needs: dict[int, int]) -> None:
        for s, n in op.places:
            cell = self.cell(("standing", s), ITEM, f"standing:{s}")[0]
            target = gives if n > 0 else takes
            target[cell] = target.get(cell, 0) + abs(n)
        if op.stands is not None:
            cell = self.cell(("standing", op.stands), ITEM, f"standing:{op.stands}")[0]
            if cell not in takes:
                needs[cell] = 1

    def tables(self) -> Tables:
        for op in self.p.operators.values():
            if op.kind != "equip":
                self.operator(op)
        given: list[list[int]] = [[] for _ in self.names]
        asked: list[dict[int, int]] = [{} for _ in self.names]
        for m in range(len(self.moves)):
            for cell, _ in self.gives.row(m):
                given[cell].append(m)
            for cell, _ in self.needs.row(m):
                asked[cell][m] = 0
            for cell, _ in self.takes.row(m):
                asked[cell][m] = 1
        suppliers, takers = Rows(), Rows()
        for cell in range(len(self.names)):
            suppliers.add((m, 0) for m in given[cell])
            takers.add(asked[cell].items())
        idle, _ = self.cell(IDLE, ITEM, IDLE)
        suppliers.add(())
        takers.add(())
        cells = ((n, c) for c, (n, k) in enumerate(zip(self.names, self.kind, strict=True)) if k == ITEM and c != idle)
        cell_of = Cells(cells, idle)
        taken = self.p.operators.taken if isinstance(self.p.operators, Slice) else frozenset[Item]()
        return Tables(
            self.names,
            self.kind,
            cell_of,
            [self.p.uses.get(n, 0) if k == ITEM else 0 for n, k in zip(self.names, self.kind, strict=True)],
            self.moves,
            self.takes,
            self.gives,
            self.needs,
            self.effort,
            self.counts,
            self.limit,
            suppliers,
            takers,
            frozenset(cell_of[item] for item in taken if item in cell_of),
        )


def _net(takes: dict[int, int], gives: dict[int, int], needs: dict[int, int]) -> None:
    """Net what is both taken and given; the part that comes back must be there all the same."""
    for cell in [c for c in takes if c in gives]:
        back = min(takes[cell], gives[cell])
        needs[cell] = max(back, needs.get(cell, 0))
        for side in (takes, gives):
            side[cell] -= back
            if side[cell] == 0:
                del side[cell]


_CACHE: OrderedDict[tuple[int, tuple[Item, ...], Rules], tuple[Mapping[str, Operator], Tables]] = OrderedDict()
_KEPT_MOVES, _KEPT = 100_000, 8
"""Tables are kept as long as they have no more moves in all, and the latest few in any case."""


def lower(problem: Problem) -> Tables:
    """The tables of a problem's operators, or of the slice of them that its goals can draw on where they are very many;
    kept for problems that share them (the same mapping object)."""
    problem = cut(problem)
    key = (id(problem.operators), tuple(problem.limits), problem.rules)
    found = _CACHE.get(key)
    # the entry holds the mapping, so that its id cannot be taken by another one
    if found is not None and found[0] is problem.operators:
        _CACHE.move_to_end(key)
        return found[1]
    lowerer = _Lowerer(problem)
    for item in sorted(_items(problem)):
        lowerer.item(item)
    tables = lowerer.tables()
    _CACHE[key] = (problem.operators, tables)
    while len(_CACHE) > _KEPT and sum(kept.n_moves for _, kept in _CACHE.values()) > _KEPT_MOVES:
        _CACHE.popitem(last=False)
    return tables


def _items(problem: Problem) -> set[Item]:
    """The items that get cells first: all of the book where the operators are a whole domain, else those of which the
    operators or the goals speak."""
    operators = problem.operators
    if isinstance(operators, Operators):
        return {*problem.book.items, *problem.have.stock}
    if isinstance(operators, Slice):
        return {item for item in operators.drawn if not item.startswith("standing:")}
    out = {item for want in problem.want for item in want.any_of}.union(problem.keep)
    for op in operators.values():
        out.update(item for need in (*op.takes, *op.needs) for item in need.any_of)
        out.update(item for item, _ in op.gives)
    return out
