"""The linear system that every plan satisfies, derived anew for the checker; docs/proofs.md states it row by row.

A column counts how often something is done in a whole plan: an operator applied, a member put into the pool of an
ingredient, a fuel burned, a tool used. Cells are texts: `oak_log`, `standing:furnace`, `any of a, b` (the pool of an
ingredient), `uses of a, b` (a wear requirement), `use of a` (the uses left in all pieces of a tool), `ticks furnace`,
`permit oak_log` (what may still be gathered). What there is of a cell changes by the sum of the columns' effects.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..pddl.model import MOVES, Operator, Problem, Wear, draws, guarded
from ..recipes.book import Item
from .claims import RefutedError
from .closure import MARK, Closure, Reached, demands, pool_of, standing

Cell = str
TAKEN_NAMES = ("standing:", "any of ", "uses of ", "use of ", "ticks ", "permit ", "made ")
"""Beginnings of cells, and of weights in cuts, that are no items."""


@dataclass(slots=True)
class Column:
    """`effect` of one application by cell; `takes` what leaves each cell, gross; `needs` what must be in a cell and
    stays; `asks` sets of items and cells of which one each must be had at all. `shut`: a limit lets it fire no time.
    Without an `operator` it moves an item into a cell."""

    key: str
    operator: Operator | None
    effect: dict[Cell, int] = field(default_factory=dict[Cell, int])
    takes: dict[Cell, int] = field(default_factory=dict[Cell, int])
    needs: dict[Cell, int] = field(default_factory=dict[Cell, int])
    asks: list[frozenset[Cell]] = field(default_factory=list[frozenset[Cell]])
    gives: dict[Cell, None] = field(default_factory=dict[Cell, None])
    back: Item = ""
    shut: bool = False

    @property
    def effort(self) -> int:
        return self.operator.effort if self.operator else 0

    @property
    def count(self) -> int:
        return int(self.operator is not None and self.operator.kind not in MOVES)

    def can_fire(self, reached: Reached, never: Collection[str] = ()) -> bool:
        """Whether it can be done at all where only so much is reached, and what bears a name of `never` is not done."""
        asked = all(not ask.isdisjoint(reached.had) for ask in self.asks)
        return asked and not self.shut and self.key not in never


class Columns:
    """All columns of a problem, and what there is of each cell at the start."""

    def __init__(self, problem: Problem) -> None:
        mixed = [item for item in problem.book.items if item.startswith(TAKEN_NAMES)]
        if mixed:
            raise RefutedError(f"the item {mixed[0]} cannot be told from a cell of another kind")
        self.problem = problem
        self.wearing = {t for t, n in problem.uses.items() if n and problem.rules.wear}
        self.cells: set[Cell] = {*problem.book.items, *problem.have.stock}
        self.helpers: dict[tuple[str, Cell], Column] = {}
        self.all: list[Column] = []
        for operator in problem.operators.values():
            if operator.kind != "equip":
                self.all += [self._operator(operator, choice) for choice in self._choices(operator.wears)]
        taken = [column.key for column in self.helpers.values() if column.key in problem.operators]
        if taken:
            raise RefutedError(f"the operator `{taken[0]}` cannot be told from a column that moves an item")
        self.all += self.helpers.values()
        self.by_key: dict[str, list[Column]] = {}
        self.by_cell: dict[Cell, list[Column]] = {}
        for column in self.all:
            self.by_key.setdefault(column.key, []).append(column)
            for cell in column.effect:
                self.by_cell.setdefault(cell, []).append(column)
        self.cells |= self.by_cell.keys() | {f"use of {t}" for t in self.wearing}
        self.ends = {members[0]: n for members, n in demands(problem).items() if len(members) == 1}

    def _choices(self, wears: Iterable[Wear]) -> Iterator[list[tuple[tuple[Item, ...], int]]]:
        """For each wear the tools that cost the same uses, in every combination."""
        out: list[list[tuple[tuple[Item, ...], int]]] = [[]]
        for wear in wears:
            uses: dict[int, list[Item]] = {}
            for tool, n in wear.tools:
                uses.setdefault(n, []).append(tool)
            out = [[*head, (tuple(tools), n)] for head in out for n, tools in sorted(uses.items())]
        return iter(out)

    def _operator(self, op: Operator, choice: list[tuple[tuple[Item, ...], int]]) -> Column:
        column, returns = Column(op.name, op), dict(op.returns)
        for need in op.takes:
            first, *others = need.any_of
            if others:
                self._take(column, self._pool(need.any_of, returns), need.n)
            else:
                self._take(column, first, need.n)
                self._give(column, returns.get(first, ""), need.n)
        for need in op.needs:
            column.asks.append(frozenset(need.any_of))
            if len(need.any_of) == 1:
                column.needs[need.any_of[0]] = max(need.n, column.needs.get(need.any_of[0], 0))
        for tools, uses in choice:
            if self.problem.rules.wear and uses > 0 and any(t in self.problem.uses for t in tools):
                self._take(column, self._uses(tools), uses)
                continue
            column.asks.append(frozenset(tools))
            if len(tools) == 1:
                column.needs[tools[0]] = max(1, column.needs.get(tools[0], 0))
        for item, n in op.gives:
            self._give(column, item, n)
        if op.burns:
            self._take(column, self._ticks(pool_of(self.problem, op)), op.burns)
        for station, n in op.places:
            (self._give if n > 0 else self._take)(column, standing(station), abs(n))
        if op.stands is not None:
            column.needs[standing(op.stands)] = 1
            column.asks.append(frozenset({standing(op.stands)}))
        column.asks += [frozenset({cell}) for cell in column.takes if not cell.startswith("use of ")]
        column.shut = op.limit is not None and op.limit < 1
        for name, most in self.problem.limits.items():
            if n := draws(op, name):
                self._take(column, f"permit {name}", n)
                column.shut = column.shut or n > most
        return column

    def _take(self, column: Column, cell: Cell, n: int) -> None:
        """`n` leave a cell; a piece of a tool that is taken has a use left at least."""
        for each in (cell, f"use of {cell}") if cell in self.wearing else (cell,):
            column.effect[each] = column.effect.get(each, 0) - n
            column.takes[each] = column.takes.get(each, 0) + n

    def _give(self, column: Column, cell: Cell, n: int) -> None:
        """`n` enter a cell; a tool is given new."""
        if cell:
            column.effect[cell] = column.effect.get(cell, 0) + n
            column.gives[cell] = None
        if cell in self.wearing:
            uses = f"use of {cell}"
            column.effect[uses] = column.effect.get(uses, 0) + n * self.problem.uses[cell]

    def _helper(self, item: Item, cell: Cell, given: int, back: Item = "", wears: bool = False) -> None:
        """The column that moves one `item`, or one use of it, into `cell`."""
        if (item, cell) in self.helpers:
            return
        column = Column(f"{item} -> {cell}", None, asks=[frozenset({item})])
        if wears and item in self.wearing:
            column.effect[f"use of {item}"] = -1
            column.takes[f"use of {item}"] = 1
        elif not wears:
            self._take(column, item, 1)
        self._give(column, back, 1)
        column.gives = {cell: None}
        column.effect[cell] = column.effect.get(cell, 0) + given
        column.back = back
        self.helpers[item, cell] = column

    def _pool(self, members: tuple[Item, ...], returns: Mapping[Item, Item]) -> Cell:
        back = sorted({f"{returns[m]} for {m}" for m in members if m in returns})
        cell = "any of " + ", ".join(members) + (", giving back " + ", ".join(back) if back else "")
        for member in members:
            self._helper(member, cell, 1, returns.get(member, ""))
        return cell

    def _uses(self, tools: tuple[Item, ...]) -> Cell:
        cell = "uses of " + ", ".join(tools)
        for tool in tools:
            self._helper(tool, cell, 1, wears=True)
        return cell

    def _ticks(self, pool: str) -> Cell:
        cell = f"ticks {pool}"
        for fuel, ticks in self.problem.fuels.items():
            self._helper(fuel, cell, ticks, self.problem.containers.get(fuel, ""))
        return cell

    def closure(self) -> Closure:
        """The closure of the columns: operators draw on pools, what goes into a pool is had through its own column, and
        what comes back for it only where something draws on the pool."""
        had = {cell for cell in self.cells if self.held(cell) > 0 and not cell.startswith("use of ")}
        closure = Closure(sorted(had))
        for column in self.all:
            if not column.shut:
                drawn = [f"{MARK}drawn {cell}" for cell in column.takes] if column.operator else []
                closure.add(column.key, column.asks, (*column.gives, *drawn))
            if column.back:
                for cell in column.gives:
                    closure.add(column.key, (*column.asks, {f"{MARK}drawn {cell}"}), (column.back,))
        return closure

    def held(self, cell: Cell) -> int:
        """What there is of a cell at the start."""
        have = self.problem.have
        if cell.startswith("use of "):
            tool = cell.removeprefix("use of ")
            worn = have.worn.get(tool, ())
            return sum(worn) + (have.stock.get(tool, 0) - len(worn)) * self.problem.uses.get(tool, 0)
        if cell.startswith("ticks "):
            return have.ticks.get(cell.removeprefix("ticks "), 0)
        if cell.startswith("permit "):
            return self.problem.limits.get(cell.removeprefix("permit "), 0)
        if cell.startswith("standing:"):
            return have.placed.get(cell.removeprefix("standing:"), 0)
        return have.stock.get(cell, 0)

    def free(self, cell: Cell) -> int:
        """What of it may be taken: nothing of what is protected, though it may wear."""
        return 0 if cell in self.problem.have.stock and guarded(self.problem, cell) else self.held(cell)

    def needed(self, column: Column, cell: Cell) -> int:
        """What must be left of a cell when an operator fires, once members and fuel for it are put into their pools:
        what has to be there and stays may be what is then taken or burned."""
        operator = column.operator
        if operator is None or (operator.burns and cell in self.problem.fuels):
            return 0
        taken = sum(need.n for need in operator.takes if len(need.any_of) > 1 and cell in need.any_of)
        return max(0, column.needs.get(cell, 0) - taken)

    def least(self, cell: Cell) -> int:
        """The least change of a cell over a whole plan."""
        if not cell.startswith("use of "):
            return max(-self.free(cell), self.ends.get(cell, 0) - self.held(cell))
        tool = cell.removeprefix("use of ")
        pieces, uses = self.ends.get(tool, 0), self.problem.uses[tool]
        # the most damaged piece wears first: where none was worn, only one piece at a time is
        whole = pieces and not self.problem.have.worn.get(tool)
        return (pieces * uses - (uses - 1) if whole else pieces) - self.held(cell)
