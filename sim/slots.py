"""The inventory's slots: how many a stock needs, and, where rules need it, which item lies where.

An item of `n` pieces needs `ceil(n / stack)` slots; each damaged piece needs its own. Where the order of the slots
matters (the lowest burnable slot is the fuel), an arrangement is kept: what enters first tops up stacks that are
there, then takes the first empty slot; what leaves is taken from the lowest slot that holds it. Tools never share one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..pddl.model import Problem, State
from ..recipes.book import Item
from ..recipes.diagnostic import Diagnostic, InputError

DEFAULT_STACK = 64


def slots_needed(problem: Problem, state: State) -> int:
    """How many slots what `state` holds needs, well stacked."""
    return slots_for(problem, state.stock, state.worn)


def slots_for(problem: Problem, count: Mapping[Item, int], worn: Mapping[Item, Collection[int]]) -> int:
    """How many slots `count` needs, of which the `worn` pieces are damaged."""
    stack_of = problem.stacks.get
    slots = sum([(n - 1) // stack_of(item, DEFAULT_STACK) + 1 for item, n in count.items()])
    for item, pieces in worn.items():
        n, damaged, stack = count.get(item, 0), len(pieces), stack_of(item, DEFAULT_STACK)
        if stack > 1 and damaged:
            slots += damaged + (n - damaged - 1) // stack - (n - 1) // stack
    return slots


class Slots:
    """An arrangement: slot k holds `counts[k]` of `items[k]` (`""` and 0: nothing); the last slot is never empty.

    Something did not fit in `limit` slots where `over` is set; the arrangement is of no further use then.
    """

    __slots__ = ("counts", "items", "limit", "over", "stacks")

    def __init__(self, stacks: Mapping[Item, int], limit: int, items: list[Item], counts: list[int]) -> None:
        self.stacks = stacks
        self.limit = limit
        self.items = items
        self.counts = counts
        self.over = len(items) > limit

    @staticmethod
    def needed(problem: Problem, state: State) -> bool:
        """Whether the rules ask which item lies where: for the fuel, or because they are hard and it is known."""
        rules = problem.rules
        return rules.fuel_order == "lowest_slot" or (rules.slots == "hard" and state.slots is not None)

    @classmethod
    def of(cls, problem: Problem, state: State) -> Slots:
        """The arrangement of `state`, or one made from its stock in the order of names where it has none."""
        slots = cls({**problem.stacks, **dict.fromkeys(problem.uses, 1)}, problem.rules.slot_count, [], [])
        if state.slots is None:
            for item in sorted(state.stock):
                slots.change(item, state.stock[item])
        else:
            slots.items = [row[0] if row else "" for row in state.slots]
            slots.counts = [row[1] if row else 0 for row in state.slots]
            slots._trim()
            slots.over = len(slots.items) > slots.limit
        if slots.over:
            message = f"what is held at the start does not fit in {slots.limit} slots"
            raise InputError([Diagnostic("slots", message, hint="hold less, or take rules with more slots")])
        if slots.held() != {item: n for item, n in state.stock.items() if n}:
            message = "the slots do not hold what the stock counts"
            raise InputError([Diagnostic("slots", message, hint="give the slots alone, or counts that agree")])
        return slots

    def held(self) -> dict[Item, int]:
        """How many of each item lie in the slots."""
        held: dict[Item, int] = {}
        for item, n in zip(self.items, self.counts, strict=True):
            if n:
                held[item] = held.get(item, 0) + n
        return held

    def copy(self) -> Slots:
        """An independent copy."""
        return Slots(self.stacks, self.limit, self.items.copy(), self.counts.copy())

    def freeze(self) -> tuple[tuple[Item, int] | None, ...]:
        """The arrangement as a state writes it."""
        return tuple((item, n) if n else None for item, n in zip(self.items, self.counts, strict=True))

    def change(self, item: Item, n: int) -> None:
        """Put `n` pieces in, or take them out where `n` is below 0 and they are there."""
        if n < 0:
            self._remove(item, -n)
        elif n:
            self._add(item, n)

    def lowest(self, burnable: Collection[Item]) -> Item | None:
        """The item in the lowest slot that can be burned."""
        return next((item for item in self.items if item in burnable), None)

    def _add(self, item: Item, n: int) -> None:
        stack = self.stacks.get(item, DEFAULT_STACK)
        for wanted in (item, ""):
            for k, there in enumerate(self.items):
                if n and there == wanted and self.counts[k] < stack:
                    part = min(n, stack - self.counts[k])
                    self.items[k] = item
                    self.counts[k] += part
                    n -= part
        while n:
            if len(self.items) >= self.limit:
                self.over = True
                return
            self.items.append(item)
            self.counts.append(min(n, stack))
            n -= self.counts[-1]

    def _remove(self, item: Item, n: int) -> None:
        for k, there in enumerate(self.items):
            if n and there == item:
                part = min(n, self.counts[k])
                self.counts[k] -= part
                n -= part
                if not self.counts[k]:
                    self.items[k] = ""
        self._trim()

    def _trim(self) -> None:
        while self.counts and not self.counts[-1]:
            self.items.pop()
            self.counts.pop()
