"""One step under way: the law, application by application. A Minecraft player should be able to check it line by line.

One application reads top to bottom in `Firing.once`. `cycle.py` only makes it fast: where applications repeat
themselves, it skips those that need not be looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..pddl.model import Operator, Problem
from ..recipes.book import MAX_COUNT, Item
from . import findings as say
from .binding import draw, uses_of
from .cycle import Cycles
from .plan import Amounts, Finding, Step
from .slots import slots_for
from .stock import Stock

if TYPE_CHECKING:
    from .fire import Run

FEW = 5
"""Up to so many applications are fired one by one; watching for cycles would take longer."""


class Firing:
    """One step under way. `takes` and `fuel` are what is still to be drawn: `[item, n]`, the next entry last.

    `low` keeps for each item drawn (and for each set of items needed) how many were left over at the worst moment,
    `peak` for each item that enters the highest count after an application: `Cycles` reads both.
    """

    def __init__(self, run: Run, operator: Operator, step: Step, index: int) -> None:
        problem = run.problem
        rules = problem.rules
        self.whole = run
        self.problem: Problem = problem
        self.stock: Stock = run.stock
        self.operator = operator
        self.step = step
        self.index = index
        self.application = 0
        self.takes = [last_first(amounts) for amounts in step.takes]
        self.fuel = last_first(step.fuel)
        self.burns = operator.burns if rules.fuel else 0
        self.pool = "all" if rules.fuel_pool == "one" else operator.pool
        self.exempt = _exempt(problem, operator) if self.stock.guard else frozenset[Item]()
        self.loosened = [item for item in self.stock.guard if item in self.exempt or item in step.tools]
        self.lowest = rules.fuel_order == "lowest_slot"
        self.returns: Mapping[Item, Item] = dict(operator.returns)
        self.room = run.room(operator)
        self.slot_count = run.slot_count if rules.slots == "hard" else None
        self.back: dict[Item, int] = {}
        self.burned: dict[Item, int] = {}
        self.low: dict[Item | tuple[Item, ...], int] = {}
        self.peak: dict[Item, int] = {}
        self.entering = self._entering()

    def _entering(self) -> list[Item]:
        """Every item that an application may add to: products, containers of ingredients and of fuel."""
        items = [item for item, _ in self.operator.gives]
        if self.returns:
            items += self.returns.values()
        if self.burns:
            containers = self.problem.containers
            fuels = self.problem.fuels if self.lowest else [item for item, _ in self.step.fuel]
            items += [containers[item] for item in fuels if item in containers]
        return items

    def run(self) -> Finding | None:
        """All applications, or the first finding."""
        cycles = Cycles(self) if self.step.applications > FEW else None
        while self.application < self.step.applications:
            finding = self.once()
            if finding:
                return finding
            self.application += 1
            if cycles:
                cycles.skip()
        if self.fuel and not self.lowest:
            return say.surplus(self)
        return None

    def once(self) -> Finding | None:
        """One application, in the order of the law."""
        return (
            self._allowed()
            or self._needs()
            or self._stands()
            or self._take()
            or self._wear()
            or self._burn()
            or self._give()
            or self._fit()
        )

    def _allowed(self) -> Finding | None:
        if self.room is not None and self.application >= self.room:
            return say.over_limit(self)
        return None

    def _needs(self) -> Finding | None:
        """Catalysts and held stations are there and stay."""
        count = self.stock.count
        for need in self.operator.needs:
            held = sum([count.get(item, 0) for item in need.any_of])
            if held < need.n:
                return say.not_held(self, need, held)
            self.left_over(need.any_of, held - need.n)
        item = self.operator.equips
        if item is not None and item not in count:
            return say.not_in_hand(self, item)
        return None

    def _stands(self) -> Finding | None:
        """The station stands, and what is to be picked up does."""
        placed = self.stock.placed
        station = self.operator.stands
        if station is not None and not placed.get(station):
            return say.not_standing(self, station)
        for item, n in self.operator.places:
            if placed.get(item, 0) + n < 0:
                return say.not_standing(self, item)
        return None

    def _take(self) -> Finding | None:
        """Every ingredient leaves the stock, from the members the binding names, in its order."""
        self.back.clear()
        for k, need in enumerate(self.operator.takes):
            entries = self.takes[k]
            left = need.n
            while left:
                item, n = entries[-1]
                n = min(left, n)
                free = self.free(item)
                if free < n:
                    return say.not_there(self, need, item, n, free)
                self.left_over(item, free - n)
                self.stock.take(item, n)
                draw(entries, n)
                left -= n
                if item in self.returns:
                    back = self.returns[item]
                    self.back[back] = self.back.get(back, 0) + n
        return None

    def _wear(self) -> Finding | None:
        """Every tool wears; without wear in the rules it is only held."""
        for k, wear in enumerate(self.operator.wears):
            tool = self.step.tools[k]
            uses = uses_of(wear, tool) if self.problem.rules.wear and tool in self.problem.uses else 0
            count = self.stock.count.get(tool, 0)
            if not count or (uses and self.stock.uses_left(tool) < uses):
                return say.no_tool(self, wear, tool, uses)
            if self.problem.rules.equip and self.stock.hand not in self.step.tools:
                return say.not_in_hand(self, tool)
            # One piece, which may be all but worn out, and fresh ones for the uses certainly do for an application.
            self.left_over(tool, count - 1 - (-(-uses // self.problem.uses[tool]) if uses else 0))
            if uses:
                self.stock.wear(tool, uses)
        return None

    def _burn(self) -> Finding | None:
        """Fuel burns until the ticks suffice; a fuel's container comes back under all rules."""
        if not self.burns:
            return None
        ticks = self.stock.ticks.get(self.pool, 0)
        while ticks < self.burns:
            item, n = self._next_fuel(self.burns - ticks)
            if not n:
                return say.no_fuel(self, self.burns - ticks)
            free = self.free(item)
            if free < n:
                return say.fuel_not_there(self, item, n, free)
            self.left_over(item, free - n)
            self.burn(item, n)
            ticks += n * self.problem.fuels[item]
        self.stock.ticks[self.pool] = ticks - self.burns
        return None

    def _next_fuel(self, ticks: int) -> tuple[Item, int]:
        """What burns next and how much of it at once, towards `ticks`; n 0: nothing is left to burn."""
        stock, fuels = self.stock, self.problem.fuels
        if self.lowest:
            item = stock.slots.lowest(fuels) if stock.slots else None
            return (item or "", 1 if item else 0)
        if not self.fuel:
            return "", 0
        item, n = self.fuel[-1]
        n = 1 if self.problem.containers.get(item) == item else min(n, -(-ticks // fuels[item]))
        draw(self.fuel, n)
        return item, n

    def burn(self, item: Item, n: int) -> None:
        """`n` of a fuel leave the stock, their containers enter."""
        self.stock.take(item, n)
        self.burned[item] = self.burned.get(item, 0) + n
        container = self.problem.containers.get(item)
        if container is not None:
            self.stock.change(container, n)

    def _give(self) -> Finding | None:
        """Products, containers and placed stations enter."""
        stock, operator = self.stock, self.operator
        for item, n in operator.gives:
            stock.change(item, n)
        for item, n in self.back.items():
            stock.change(item, n)
        for item, n in operator.places:
            stock.placed[item] = stock.placed.get(item, 0) + n
        if operator.equips is not None:
            stock.hand = operator.equips
        self.settle()
        return None

    def _fit(self) -> Finding | None:
        """Counts stay within their limit, and where slots are hard, all that is held lies in them."""
        count = self.stock.count
        for item in self.entering:
            n = count.get(item, 0)
            if n > MAX_COUNT:
                return say.overflow(self, item)
            if n > self.peak.get(item, 0):
                self.peak[item] = n
        if self.stock.slots:
            return say.no_room(self) if self.stock.slots.over else None
        if self.slot_count is not None and slots_for(self.problem, count, self.stock.worn) > self.slot_count:
            return say.no_room(self)
        return None

    def free(self, item: Item) -> int:
        """How many of an item this operator may take or burn."""
        return self.stock.count.get(item, 0) if item in self.exempt else self.stock.free(item)

    def left_over(self, item: Item | tuple[Item, ...], n: int) -> None:
        """Note that `n` were left over at a moment when the item was asked for."""
        if n < self.low.get(item, n + 1):
            self.low[item] = n

    def settle(self) -> None:
        """After applications: a guard never exceeds the stock, and an empty hand is empty."""
        stock = self.stock
        for item in self.loosened:
            stock.guard[item] = min(stock.guard[item], stock.count.get(item, 0))
        if stock.hand is not None and stock.hand not in stock.count:
            stock.hand = None


def last_first(amounts: Amounts) -> list[tuple[Item, int]]:
    """Amounts with the next one last; neighbours of one item are one entry, however they were written."""
    out: list[tuple[Item, int]] = []
    for item, n in reversed(amounts):
        if out and out[-1][0] == item:
            n += out.pop()[1]
        out.append((item, n))
    return out


def _exempt(problem: Problem, operator: Operator) -> frozenset[Item]:
    """Protected items that may be taken all the same: a container to be filled, a station to be placed."""
    if any(n > 0 for _, n in operator.places):
        return frozenset(item for need in operator.takes for item in need.any_of)
    return frozenset(problem.containers[item] for item, _ in operator.gives if item in problem.containers)
