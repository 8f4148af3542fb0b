"""From counts to a plan: put the applications into an order that the law accepts.

Counts that balance need not be orderable (the state equation of a Petri net is necessary, not sufficient), so this may
fail; what it returns has been fired by the law, step by step.

The direct order (suppliers before consumers, each operator once) serves nearly always. Where things go round, such as
three buckets for two cakes, operators are fired as often as the moment allows, in several passes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random

from ..pddl.model import Problem, guarded
from ..pddl.tables import ITEM, WEAR, Tables
from ..recipes.book import Item
from ..sim.fire import Run
from ..sim.plan import Plan, Step
from .bind import Ledger

PLENTY = 1 << 62
MAX_STEPS = 20_000
"""A schedule longer than this is given up."""
TRIES = 24
SERVED = 4
"""How many fires after one another are lit for one thing that is waited for."""
PATIENCE = 2.0
"""Seconds that ordering one set of counts may take."""


def joined(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Neighbouring steps of one operator with the same tools as one step."""
    out: list[Step] = []
    for step in steps:
        last = out[-1] if out else None
        if last is None or last.operator != step.operator or last.tools != step.tools:
            out.append(step)
            continue
        takes = tuple(_join(a, b) for a, b in zip(last.takes, step.takes, strict=True))
        n = last.applications + step.applications
        out[-1] = Step(step.operator, n, takes, step.tools, _join(last.fuel, step.fuel))
    return tuple(out)


def _join(a: tuple[tuple[Item, int], ...], b: tuple[tuple[Item, int], ...]) -> tuple[tuple[Item, int], ...]:
    if a and b and a[-1][0] == b[0][0]:
        return (*a[:-1], (b[0][0], a[-1][1] + b[0][1]), *b[1:])
    return (*a, *b)


def with_equips(problem: Problem, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, with the tool put in the hand before each that needs another one, where the rules ask for that."""
    if not problem.rules.equip:
        return tuple(steps)
    out: list[Step] = []
    hand = problem.have.hand
    for step in steps:
        if step.tools and step.tools[0] != hand:
            hand = step.tools[0]
            out.append(Step(f"equip {hand}", 1))
        out.append(step)
    return tuple(out)


def direct(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> Plan | None:
    """Each operator once, in `order` (moves, suppliers first); None where the counts do not even bind so."""
    ledger = Ledger(problem, tables, counts)
    steps: list[Step] = []
    for m in order:
        bound = ledger.bind(m, counts[m], _plenty)
        if bound is None:
            return None
        steps += bound
    return Plan(with_equips(problem, joined(steps)))


def _plenty(item: Item) -> int:
    return PLENTY


class _Rounds:
    """Fires operators in passes, each as often as it can, until all are fired or none can."""

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
            stock, fired = self.run.stock, dict(self.run.fired)
            finding = None
            for step in with_equips(self.problem, steps):
                finding = self.run.step(step, len(self.steps))
                if finding:
                    break
            if finding is None:
                self.ledger = trial
                self.steps += steps
                self.left[m] -= n
                return n
            self.run.stock, self.run.fired = stock, fired
            n = finding.application if 0 < finding.application < n else n // 2
        return 0

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
        while any(self.left.values()):
            if len(self.steps) > MAX_STEPS or time.monotonic() > end:
                return None
            if not self.round(order, False, chunk, anew) and not self.round(order, True, chunk):
                return None
        return self.so_far()

    def so_far(self) -> Plan:
        """What was fired."""
        return Plan(with_equips(self.problem, joined(self.steps)))

    def by_need(self, order: Sequence[int], targets: Sequence[int], end: float) -> Plan | None:
        """As `all`, but nothing burns before all else is done that can be, and then for the first of `targets` that
        waits for it, and no more than that needs: so that what makes better fuel comes before what uses fuel up."""
        burners = [m for m in order if self.tables.moves[m].ticks >= 0]
        others = [m for m in order if self.tables.moves[m].ticks < 0]
        while any(self.left.values()):
            if len(self.steps) > MAX_STEPS or time.monotonic() > end:
                return None
            if not (
                self.round(others, False, PLENTY, anew=True)
                or any(self.left[m] and self.serve(m, 1, burners, SERVED) for m in targets)
                or self.round(burners, False, PLENTY, anew=True)
                or self.round(order, True, PLENTY)
            ):
                return None
        return self.so_far()

    def serve(self, m: int, n: int, burners: Sequence[int], depth: int) -> bool:
        """Burn for what `n` applications of `m` take and that is not there; whether anything was burned."""
        t = self.tables
        self.reserved = {}
        for c, k in t.takes.row(m):
            short = k * n - self.free(t.names[c]) if t.kind[c] == ITEM else 0
            for b in burners if short > 0 else ():
                given = dict(t.gives.row(b)).get(c, 0)
                if not given or not self.left[b]:
                    continue
                self.reserved = self.reserve(b)
                times = min(self.left[b], -(-short // given))
                can = min(times, self.most(b))
                if (can and self.fire(b, can)) or (depth and self.serve(b, times, burners, depth - 1)):
                    return True
        return False


def fires_first(tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> list[int]:
    """The order with all that burning draws on, and what burns, before the rest: where the lowest slot burns, things
    that could burn and are wanted otherwise are best made when the fires are out."""
    asked: set[int] = set()
    early: set[int] = set()
    for m in reversed(order):
        if tables.moves[m].ticks >= 0 or any(c in asked for c, _ in tables.gives.row(m)):
            early.add(m)
            cells = [c for c, _ in (*tables.takes.row(m), *tables.needs.row(m))]
            asked.update(cells)
            # what fills pools, wears and burns, as far as these counts use it
            asked.update(tables.moves[w].item for c in cells for w, _ in tables.suppliers.row(c) if counts.get(w))
    return [m for m in order if m in early] + [m for m in order if m not in early]


def in_one_order(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> Plan | None:
    """A plan of these counts, fired by the law in passes that each go through `order`; None where they stop."""
    return _Rounds(problem, tables, counts, order).all(order, PLENTY, time.monotonic() + PATIENCE)


def in_rounds(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> Plan | None:
    """A plan of these counts, fired by the law in passes; None where several ways of choosing what is next all stop."""
    end = time.monotonic() + PATIENCE
    early = fires_first(tables, counts, order) if problem.rules.fuel_order == "lowest_slot" else order
    for way, chunk in ((early, PLENTY),) if early != order else ():
        plan = _Rounds(problem, tables, counts, order).all(way, chunk, end)
        if plan is not None:
            return plan
    for way, chunk in ((order, PLENTY), (list(reversed(order)), PLENTY), (order, 1), (list(reversed(order)), 1)):
        plan = _Rounds(problem, tables, counts, order).all(way, chunk, end)
        if plan is not None:
            return plan
    return None


def stuck(
    problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int], end: float
) -> tuple[Plan | None, list[int]]:
    """A plan of these counts, or the moves that were left where firing all that could stopped; by time `end`."""
    left: list[int] = []
    # what is done a few times makes the rest possible, and goes before it where both want the same fuel
    back = list(reversed(order))
    rare = sorted(order, key=lambda m: counts[m])
    for way, anew in ((order, False), (back, False), (rare, True)):
        rounds = _Rounds(problem, tables, counts, way)
        plan = rounds.all(way, PLENTY, end, anew)
        if plan is not None:
            return plan, []
        left = left or [m for m, n in rounds.left.items() if n]
    for targets in (rare, sorted(back, key=lambda m: counts[m])):
        plan = _Rounds(problem, tables, counts, order).by_need(order, targets, end)
        if plan is not None:
            return plan, []
    return None, left


def as_far(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int], end: float) -> Plan:
    """The steps of a plan of these counts, as far as they can be fired: where more was counted than needed, that may
    be enough."""
    rounds = _Rounds(problem, tables, counts, order)
    rounds.by_need(order, sorted(order, key=lambda m: counts[m]), end)
    return rounds.so_far()


def shuffled(
    problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int], end: float
) -> Plan | None:
    """A plan of these counts by firing one application at a time, what comes next by lot (always the same one): where
    too much of one thing too early leaves no fuel for another. None where no try goes through by time `end`."""
    lot = Random(0)
    for _ in range(TRIES):
        if time.monotonic() > end:
            return None
        rounds = _Rounds(problem, tables, counts, order)
        while any(rounds.left.values()) and time.monotonic() <= end:
            way = lot.sample(list(order), len(order))
            if not any(rounds.round([m], False, 1) for m in way) and not any(rounds.round([m], True, 1) for m in way):
                break
        if not any(rounds.left.values()):
            return Plan(with_equips(problem, joined(rounds.steps)))
    return None


def worn_in_turn(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> dict[int, int]:
    """The counts with wear shared out anew: the tools that are there first wear first, as far as their uses go. What
    wears costs nothing, so a solver may let a tool serve before it is made."""
    t = tables
    made = {c: problem.have.stock.get(t.names[c], 0) for c in range(t.n_cells) if t.uses[c]}
    turn = {c: k for k, c in enumerate(c for c, n in made.items() if n)}
    for m in order:
        for c, n in t.gives.row(m):
            if c in made:
                made[c] += n * counts[m]
                turn.setdefault(c, len(made) + len(turn))
    worn = problem.have.worn
    left = {c: n * t.uses[c] - sum(t.uses[c] - k for k in worn.get(t.names[c], ())) for c, n in made.items()}
    for m, n in counts.items():
        for c, k in t.takes.row(m):
            if c in left:
                left[c] -= n * k
    out = dict(counts)
    for cell in range(t.n_cells):
        wears = [m for m, _ in t.suppliers.row(cell) if t.moves[m].kind == WEAR and t.uses[t.moves[m].item]]
        asked = sum(counts.get(m, 0) for m in wears)
        if asked:
            for m in sorted(wears, key=lambda m: (turn.get(t.moves[m].item, len(order) * 9), m)):
                tool = t.moves[m].item
                used = min(asked, max(0, left.get(tool, 0)))
                asked -= used
                left[tool] = left.get(tool, 0) - used
                out[m] = used
            if asked:
                return dict(counts)
    return {m: n for m, n in out.items() if n}
