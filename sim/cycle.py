"""Firing in closed form: 10^9 applications take no longer than ten.

Vocabulary. The *configuration* of a firing is all that decides which items the next application moves: which entries
of the binding are drawn on, the left-over ticks, the damage of the current tools, the hand. When a configuration
recurs, the applications since then form a *cycle* that repeats for as long as there is enough of everything: each
repetition changes every count by the same *net*. Of an item with a negative net, `firing.low` knows how much was left
over at the worst moment of the cycle, so it lasts for `low // loss` more cycles; of one with a positive net,
`firing.peak` knows the highest count. Tools and fuels that the operator does not otherwise touch are kept out of the
configuration: what is left in all of them is divided by what a cycle uses.

Example: smelting iron ore with coal. Nothing is coupled, so the first application already is a cycle: ore -1,
ingot +1, 200 ticks. With 1000 ore and 10 coal (16000 ticks), 79 more applications are skipped to; the next one finds
no fuel. Burning charcoal while making it couples the two: there the cycle is eight applications long.

Skipping is only ever a matter of speed. Whenever it cannot be sure of a cycle it leaves it to be fired one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ..recipes.book import MAX_COUNT, Item
from .binding import draw, uses_of
from .slots import DEFAULT_STACK, slots_for

if TYPE_CHECKING:
    from .firing import Firing

Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is remembered of the moment at which a configuration was met first."""

    application: int
    count: dict[Item, int]
    burned: dict[Item, int]


class Cycles:
    """Watches a firing for recurring configurations and skips whole cycles. Made before the first application."""

    def __init__(self, firing: Firing) -> None:
        self.firing = firing
        self.problem = firing.problem
        self._couple()
        self.ends = firing.step.applications if firing.room is None else min(firing.step.applications, firing.room)
        self.seen: dict[Key, Snapshot] = {self._key(): self._snapshot()}

    def _couple(self) -> None:
        """Tell apart what has to be watched application by application and what is only used up."""
        firing, problem = self.firing, self.problem
        operator, step = firing.operator, firing.step
        moved = {item for amounts in step.takes for item, _ in amounts}
        moved.update(item for need in operator.needs for item in need.any_of)
        moved.update(item for item, _ in operator.gives)
        moved.update(firing.returns.values())
        if operator.equips is not None:
            moved.add(operator.equips)
        ordered = firing.stock.slots is not None
        tools = set(step.tools)
        listed = {item for item, _ in step.fuel} if firing.burns else set[Item]()
        containers = {problem.containers[item] for item in listed if item in problem.containers}
        burned = listed | containers
        self.fuel_coupled = ordered or bool(burned & (moved | tools)) or bool(listed & containers)
        if self.fuel_coupled:
            moved |= burned
        self.wears: dict[Item, int] = {}
        for tool, wear in zip(step.tools, operator.wears, strict=True):
            if tool not in moved and not ordered and tool in problem.uses and problem.rules.wear:
                self.wears[tool] = self.wears.get(tool, 0) + uses_of(wear, tool)
        moved |= tools - self.wears.keys()
        self.moved = sorted(moved)
        self.pieces = [item for item in self.moved if item in problem.uses]
        guard = firing.stock.guard
        self.watched = firing.stock.hand in moved or any(item in guard for item in firing.exempt | (tools & moved))
        drawn = {item for amounts in step.takes for item, _ in amounts} | listed
        drawn |= problem.fuels.keys() if ordered else set[Item]()
        worn = {tool for tool in tools & drawn if tool in problem.uses and problem.rules.wear}
        self.hopeless = any(tool in guard and tool not in firing.exempt for tool in worn)

    def _key(self) -> Key:
        """The configuration. Worn pieces only ever leave from the front, so their number and the first one tell all."""
        firing = self.firing
        stock = firing.stock
        key: list[object] = [len(entries) for entries in firing.takes]
        key += [len(firing.fuel), stock.hand]
        if self.fuel_coupled and firing.burns:
            ticks = stock.ticks.get(firing.pool, 0)
            key.append(-1 if ticks >= self._plenty() else ticks)
        for item in self.pieces:
            pieces = stock.worn.get(item)
            key += [len(pieces), pieces[-1]] if pieces else [0, 0]
        if stock.slots:
            key += [*stock.slots.items, *stock.slots.counts]
        return tuple(key)

    def _plenty(self) -> int:
        """Ticks from which an application certainly burns nothing, and which no application leaves behind."""
        firing = self.firing
        fuels = self.problem.fuels
        listed = fuels if firing.lowest else [item for item, _ in firing.step.fuel]
        return max(firing.burns, max((fuels[item] for item in listed), default=0))

    def _snapshot(self) -> Snapshot:
        firing = self.firing
        count = firing.stock.count
        return Snapshot(firing.application, {i: count.get(i, 0) for i in self.moved}, firing.burned.copy())

    def skip(self) -> None:
        """After an application: if the configuration recurs, skip as many whole cycles as certainly fire."""
        if self.hopeless or self.firing.application >= self.ends:
            return
        key = self._key()
        start = self.seen.get(key)
        if start is None:
            self.seen[key] = self._snapshot()
            return
        times = self._times(start)
        if times > 0:
            self._jump(start, times)
        self.firing.low.clear()
        self.firing.peak.clear()
        self.seen = {self._key(): self._snapshot()}

    def _times(self, start: Snapshot) -> int:
        """How many more cycles certainly fire; at least as long as the next one is not the last, all of them."""
        length = self.firing.application - start.application
        net = self._net(start)
        times = min(self._draws(length), self._lasts(net), self._tools(length), self._fuel(length, start))
        for item, n in self.firing.operator.places:
            if n < 0:
                times = min(times, (self.firing.stock.placed.get(item, 0) - 1) // (-n * length))
        if self.watched:
            times -= 1  # so that the last cycle is looked at: the lowest stock decides about guards and the hand
        return self._room(net, length, times)

    def _net(self, start: Snapshot) -> dict[Item, int]:
        """What a cycle changes of each count."""
        count = self.firing.stock.count
        net = {item: count.get(item, 0) - n for item, n in start.count.items()}
        return {item: n for item, n in net.items() if n}

    def _draws(self, length: int) -> int:
        """Cycles until an entry of the binding, or the step, ends."""
        firing = self.firing
        times = (self.ends - firing.application) // length
        for need, entries in zip(firing.operator.takes, firing.takes, strict=True):
            if entries and need.n:
                times = min(times, entries[-1][1] // (need.n * length))
        return times

    def _lasts(self, net: dict[Item, int]) -> int:
        """Cycles until an item that is lost runs out, or one that is gained overflows."""
        low, peak = self.firing.low, self.firing.peak
        times = MAX_COUNT
        for item, n in net.items():
            times = min(times, low.get(item, 0) // -n if n < 0 else (MAX_COUNT - peak.get(item, 0)) // n)
        for items, left in low.items():
            if isinstance(items, tuple):
                loss = -sum(net.get(item, 0) for item in items)
                times = min(times, left // loss) if loss > 0 else times
        return times

    def _tools(self, length: int) -> int:
        """Cycles until a tool that is only worn runs out; one use stays, for a second look at the same tool."""
        left = self.firing.stock.uses_left
        lasts = [(left(tool) - 1) // (uses * length) for tool, uses in self.wears.items() if uses]
        return min(lasts, default=MAX_COUNT)

    def _fuel(self, length: int, start: Snapshot) -> int:
        """Cycles until the current entry of fuel, or what is held of it, ends."""
        firing = self.firing
        if not firing.burns:
            return MAX_COUNT
        ticks, paid = firing.stock.ticks.get(firing.pool, 0), firing.burns * length
        if self.fuel_coupled:
            plenty = self._plenty()
            times = (ticks - plenty) // paid if ticks >= plenty else MAX_COUNT
            if firing.fuel and not firing.lowest:
                item, n = firing.fuel[-1]
                burned = firing.burned.get(item, 0) - start.burned.get(item, 0)
                times = min(times, n // burned) if burned else times
            return times
        if not firing.fuel:
            return ticks // paid
        item, n = firing.fuel[-1]
        n = min(n, firing.free(item))
        container = self.problem.containers.get(item)
        if container is not None:
            n = min(n, MAX_COUNT - firing.stock.count.get(container, 0))
        return (ticks + max(n, 0) * self.problem.fuels[item]) // paid

    def _room(self, net: dict[Item, int], length: int, times: int) -> int:
        """The most cycles, up to `times`, for which the slots suffice even at the highest counts."""
        limit = self.firing.slot_count
        if limit is None or self.firing.stock.slots:
            return times
        fits, bursts = 0, times + 1
        while bursts - fits > 1:
            middle = (fits + bursts) // 2
            if self._slots_at_most(net, length, middle) <= limit:
                fits = middle
            else:
                bursts = middle
        return fits

    def _slots_at_most(self, net: dict[Item, int], length: int, times: int) -> int:
        firing, count = self.firing, self.firing.stock.count.copy()
        for item in self.moved:
            highest = max(firing.peak.get(item, 0), count.get(item, 0))
            count[item] = highest + max(0, net.get(item, 0)) * times
        container = self.problem.containers.get(firing.fuel[-1][0]) if firing.fuel else None
        if container is not None and not self.fuel_coupled:
            units = -(-firing.burns * length * times // self.problem.fuels[firing.fuel[-1][0]])
            count[container] = count.get(container, 0) + units
        worn = firing.stock.worn
        split = sum(1 for tool in firing.step.tools if self.problem.stacks.get(tool, DEFAULT_STACK) > 1)
        return split + slots_for(self.problem, count, worn)

    def _jump(self, start: Snapshot, times: int) -> None:
        """Do at once what `times` cycles do."""
        firing, stock = self.firing, self.firing.stock
        applications = (firing.application - start.application) * times
        self._pay(start, applications, times)
        for item, n in self._net(start).items():
            stock.change(item, n * times)
        for need, entries in zip(firing.operator.takes, firing.takes, strict=True):
            if need.n:
                draw(entries, need.n * applications)
        for tool, uses in self.wears.items():
            if uses:
                stock.wear(tool, uses * applications)
        for item, n in firing.operator.places:
            stock.placed[item] += n * applications
        firing.application += applications
        firing.settle()

    def _pay(self, start: Snapshot, applications: int, times: int) -> None:
        """Burn what `applications` burn; where fuel is coupled, its net is in the counts already."""
        firing, stock = self.firing, self.firing.stock
        if not firing.burns:
            return
        ticks = stock.ticks.get(firing.pool, 0) - firing.burns * applications
        if not self.fuel_coupled:
            if ticks < 0:
                item = firing.fuel[-1][0]
                units = -(ticks // self.problem.fuels[item])
                draw(firing.fuel, units)
                firing.burn(item, units)
                ticks += units * self.problem.fuels[item]
        else:
            for item, n in firing.burned.items():
                units = (n - start.burned.get(item, 0)) * times
                firing.burned[item] = n + units
                ticks += units * self.problem.fuels[item]
                if units and not firing.lowest:
                    draw(firing.fuel, units)
        stock.ticks[firing.pool] = ticks
