"""Counts fired by the law in passes: each operator as often as the moment allows, until all are fired or none can be.

What is needed to be there later is kept back: stations, and tools that are to wear. Only where nothing else can fire is
it taken.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from ..pddl.model import Problem, guarded
from ..pddl.tables import ITEM, Tables
from ..recipes.book import Item
from ..sim.fire import Run
from ..sim.plan import Finding, Plan, Step
from .bind import Ledger
from .steps import joined, with_equips

PLENTY = 1 << 62
MAX_STEPS = 20_000
"""A schedule longer than this is given up."""


class Rounds:
    """Fires operators in passes. `left` is how often each has still to be fired, `steps` what was, `reserved` what is
    kept back at the moment."""

    def __init__(self, problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> None:
        self.problem, self.tables = problem, tables
        self.run = Run(problem)
        self.ledger = Ledger(problem, tables, counts)
        self.left = {m: counts[m] for m in order}
        self.steps: list[Step] = []
        self.reserved: dict[Item, int] = {}

    def free(self, item: Item) -> int:
        """How many of an item may be taken: what is held, or of guarded items what is held beside; less what others
        need to be there."""
        stock = self.run.stock
        held = stock.free(item) if guarded(self.problem, item) else stock.count.get(item, 0)
        return held - self.reserved.get(item, 0)

    def reserve(self, m: int) -> dict[Item, int]:
        """What operators other than `m` that are left need to be there: stations, and tools that are to wear."""
        t = self.tables
        out: dict[Item, int] = {}
        for other, n in self.left.items():
            if n and other != m:
                for c, k in t.needs.row(other):
                    if t.kind[c] == ITEM:
                        out[t.names[c]] = max(k, out.get(t.names[c], 0))
                for cell in t.moves[other].tools:
                    for item, k in self.ledger.entries.get(cell, ()):
                        if k > 0:
                            out[t.names[item]] = max(1, out.get(t.names[item], 0))
        return out

    def most(self, m: int) -> int:
        """At most how often move `m` can be applied now, by what it takes for itself."""
        n = self.left[m]
        t = self.tables
        for c, k in t.takes.row(m):
            if t.kind[c] == ITEM and not t.names[c].startswith("standing:"):
                n = min(n, self.free(t.names[c]) // k)
        for cell, ing in zip(t.moves[m].pools, self.problem.operators[t.moves[m].operator].takes, strict=True):
            if t.kind[cell] != ITEM:
                held = sum(min(e[1], max(0, self.free(t.names[e[0]]))) for e in self.ledger.entries.get(cell, []))
                n = min(n, held // ing.n)
        return n

    def spoils(self, m: int) -> bool:
        """Whether applying `m` takes something away that other operators still need to be there."""
        t = self.tables
        taken = {c for c, _ in t.takes.row(m)}
        for other, n in self.left.items():
            if n and other != m and any(c in taken for c, _ in t.needs.row(other)):
                return True
        return False

    def fire(self, m: int, n: int) -> int:
        """Apply `m` up to `n` times; return how often it was."""
        while n > 0:
            trial = self.ledger.copy()
            steps = trial.bind(m, n, self.free)
            if steps is None:
                n //= 2
                continue
            finding = self._run(steps)
            if finding is None:
                self.ledger = trial
                self.steps += steps
                self.left[m] -= n
                return n
            n = finding.application if 0 < finding.application < n else n // 2
        return 0

    def _run(self, steps: Sequence[Step]) -> Finding | None:
        """Let the law fire steps, all or none; why not."""
        stock, fired = self.run.stock, dict(self.run.fired)
        for step in with_equips(self.problem, steps):
            finding = self.run.step(step, len(self.steps))
            if finding:
                self.run.stock, self.run.fired = stock, fired
                return finding
        return None

    def round(self, order: Sequence[int], spoil: bool, chunk: int, anew: bool = False) -> bool:
        """One pass; True where anything was fired. With `spoil` what spoils another operator's need may fire too. A
        pass ends with the first that is fired where passes begin `anew` after it."""
        done = False
        for m in order:
            if self.left[m] and (spoil or not self.spoils(m)):
                self.reserved = {} if spoil else self.reserve(m)
                n = min(self.most(m), chunk)
                if n and self.fire(m, n):
                    done = True
                    if spoil or anew:
                        return True
        return done

    def all(self, order: Sequence[int], chunk: int, end: float, anew: bool = False) -> Plan | None:
        """Rounds until everything is fired; None where nothing more can be, or at time `end`."""
        while self.unfinished():
            if self.given_up(end):
                return None
            if not self.round(order, False, chunk, anew) and not self.round(order, True, chunk):
                return None
        return self.so_far()

    def unfinished(self) -> bool:
        """Whether anything is left to fire."""
        return any(self.left.values())

    def given_up(self, end: float) -> bool:
        """Whether there are too many steps, or it is time `end`."""
        return len(self.steps) > MAX_STEPS or time.monotonic() > end

    def so_far(self) -> Plan:
        """What was fired."""
        return Plan(with_equips(self.problem, joined(self.steps)))
