"""From counts of moves to bound steps: which members, tools and fuel each operator takes.

A ledger holds what the counts allot and hands it out as operators are fired: a pool's members, a tool's uses, a
station's fuel. It decides nothing about order and fires nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..pddl.model import Operator, Problem
from ..pddl.tables import APPLY, ITEM, USES, Tables
from ..recipes.book import Item
from ..sim.plan import Amounts, Step

Free = Callable[[Item], int]
"""How many of an item may be taken now."""


class Ledger:
    """What is still to be handed out of one set of counts. `entries[cell]` are `[item, n]` in the order of use."""

    def __init__(self, problem: Problem, tables: Tables, counts: Mapping[int, int]) -> None:
        self.problem = problem
        self.tables = tables
        self.entries: dict[int, list[list[int]]] = {}
        self.ticks: dict[int, int] = {}
        for m, n in counts.items():
            move = tables.moves[m]
            if move.kind != APPLY and n > 0:
                self.entries.setdefault(move.cell, []).append([move.item, n])
        for m in counts:
            cell = tables.moves[m].ticks
            if cell >= 0 and cell not in self.ticks:
                pool = tables.names[cell].removeprefix("ticks ")
                self.ticks[cell] = problem.have.ticks.get(pool, 0)

    def copy(self) -> Ledger:
        """An independent copy, to try something out."""
        other = Ledger.__new__(Ledger)
        other.problem, other.tables = self.problem, self.tables
        other.entries = {c: [list(e) for e in es] for c, es in self.entries.items()}
        other.ticks = dict(self.ticks)
        return other

    def bind(self, m: int, n: int, free: Free) -> list[Step] | None:
        """Steps that apply move `m` `n` times, split where the tool changes; None where too little is free now."""
        move = self.tables.moves[m]
        op = self.problem.operators[move.operator]
        steps: list[Step] = []
        left = n
        while left:
            tools = self._tools(move.tools, op, left, free)
            if tools is None:
                return None
            names, k = tools
            takes = self._takes(move.pools, op, k, free)
            fuel = self._fuel(move.ticks, op, k, free)
            if takes is None or fuel is None:
                return None
            steps.append(Step(op.name, k, takes, names, fuel))
            left -= k
        return steps

    def _takes(self, cells: tuple[int, ...], op: Operator, k: int, free: Free) -> tuple[Amounts, ...] | None:
        out: list[Amounts] = []
        for cell, ing in zip(cells, op.takes, strict=True):
            if self.tables.kind[cell] == ITEM:
                out.append(((ing.any_of[0], ing.n * k),))
                continue
            amounts = self._draw(cell, ing.n * k, free)
            if amounts is None:
                return None
            out.append(amounts)
        return tuple(out)

    def _draw(self, cell: int, n: int, free: Free) -> Amounts | None:
        """Take `n` units out of a pool, from members that are there."""
        out: list[tuple[Item, int]] = []
        names = self.tables.names
        for entry in self.entries.get(cell, []):
            k = min(entry[1], n, max(0, free(names[entry[0]])))
            if k > 0:
                out.append((names[entry[0]], k))
                entry[1] -= k
                n -= k
        return tuple(out) if n == 0 else None

    def _tools(self, cells: tuple[int, ...], op: Operator, k: int, free: Free) -> tuple[tuple[Item, ...], int] | None:
        """The tool for each wear and how many applications they last for."""
        t = self.tables
        names: list[Item] = []
        for cell, wear in zip(cells, op.wears, strict=True):
            if t.kind[cell] == ITEM:
                names.append(t.names[cell])
                continue
            if t.kind[cell] != USES:
                held = [i for i, _ in wear.tools if free(i) > 0]
                chosen = [t.names[e[0]] for e in self.entries.get(cell, []) if t.names[e[0]] in held]
                if not held:
                    return None
                names.append((chosen or held)[0])
                continue
            entry = next((e for e in self.entries.get(cell, []) if e[1] > 0), None)
            if entry is None:
                return None
            tool = t.names[entry[0]]
            names.append(tool)
            k = min(k, entry[1] // max(1, dict(wear.tools)[tool]))
        if k == 0:
            return None
        for cell, wear, name in zip(cells, op.wears, names, strict=True):
            if t.kind[cell] == USES:
                entry = next(e for e in self.entries[cell] if e[1] > 0)
                entry[1] -= k * dict(wear.tools)[name]
        return tuple(names), k

    def _fuel(self, cell: int, op: Operator, k: int, free: Free) -> Amounts | None:
        """What burns for `k` applications, after the ticks that are left over."""
        if cell < 0:
            return ()
        need = op.burns * k - self.ticks[cell]
        out: list[tuple[Item, int]] = []
        for entry in self.entries.get(cell, []):
            item = self.tables.names[entry[0]]
            value = self.problem.fuels[item]
            n = min(entry[1], -(-need // value), max(0, free(item))) if need > 0 else 0
            if n > 0:
                out.append((item, n))
                entry[1] -= n
                need -= n * value
        if need > 0:
            return None
        self.ticks[cell] = -need
        return tuple(out)
