"""What is held while a plan runs: the mutable counterpart of `State`.

Worn pieces are kept with the most damaged one last, because it is the first to wear further, to be taken and to burn.
`guard` is the law of protection: of a protected item only what exceeds its guard may be taken or burned.
"""

from __future__ import annotations

from ..pddl.model import Problem, State
from ..recipes.book import Item
from .slots import Slots


class Stock:
    """Counts, worn pieces, left-over ticks, standing stations, hand, slots and guards; see `State` for the meanings."""

    __slots__ = ("count", "guard", "hand", "placed", "problem", "slots", "ticks", "worn")

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.count: dict[Item, int] = {}
        self.worn: dict[Item, list[int]] = {}
        self.ticks: dict[str, int] = {}
        self.placed: dict[Item, int] = {}
        self.guard: dict[Item, int] = {}
        self.hand: Item | None = None
        self.slots: Slots | None = None

    @classmethod
    def of(cls, problem: Problem, state: State) -> Stock:
        """The stock of `state`; what `problem.have` holds of protected items is guarded as far as it is there."""
        stock = cls(problem)
        stock.count = {item: n for item, n in state.stock.items() if n}
        stock.worn = {item: sorted(pieces, reverse=True) for item, pieces in state.worn.items() if pieces}
        stock.ticks = dict(state.ticks)
        stock.placed = dict(state.placed)
        stock.hand = state.hand
        held = problem.have.stock
        for item in problem.protected:
            n = min(held.get(item, 0), state.stock.get(item, 0))
            if n:
                stock.guard[item] = n
        if Slots.needed(problem, state):
            stock.slots = Slots.of(problem, state)
        return stock

    def copy(self) -> Stock:
        """An independent copy."""
        other = Stock(self.problem)
        other.count = self.count.copy()
        other.worn = {item: pieces.copy() for item, pieces in self.worn.items()}
        other.ticks = self.ticks.copy()
        other.placed = self.placed.copy()
        other.guard = self.guard.copy()
        other.hand = self.hand
        other.slots = self.slots.copy() if self.slots else None
        return other

    def freeze(self) -> State:
        """The stock as a state; nothing of count 0 is left in it."""
        return State(
            self.count.copy(),
            {item: tuple(reversed(pieces)) for item, pieces in self.worn.items() if pieces},
            {pool: n for pool, n in self.ticks.items() if n},
            {item: n for item, n in self.placed.items() if n},
            self.slots.freeze() if self.slots else None,
            self.hand,
        )

    def change(self, item: Item, n: int) -> None:
        """Add `n` (or remove, below 0) to the count alone: worn pieces stay as they are."""
        left = self.count.get(item, 0) + n
        if left:
            self.count[item] = left
        else:
            self.count.pop(item, None)
        if self.slots:
            self.slots.change(item, n)

    def take(self, item: Item, n: int) -> None:
        """Remove `n` pieces that are there, the most damaged first."""
        pieces = self.worn.get(item)
        if pieces:
            del pieces[max(0, len(pieces) - n) :]
        self.change(item, -n)

    def free(self, item: Item) -> int:
        """How many may be taken or burned: what is held beyond the guard."""
        return self.count.get(item, 0) - self.guard.get(item, 0)

    def uses_left(self, item: Item) -> int:
        """The uses left in all pieces of a damageable item together."""
        pieces = self.worn.get(item, ())
        return sum(pieces) + (self.count.get(item, 0) - len(pieces)) * self.problem.uses[item]

    def wear(self, item: Item, uses: int) -> None:
        """Wear by `uses` that are there: the most damaged piece first, then fresh ones; a piece at 0 is gone."""
        pieces = self.worn.setdefault(item, [])
        broken = 0
        while uses and pieces:
            left = pieces.pop() - uses
            if left > 0:
                pieces.append(left)
                uses = 0
            else:
                uses = -left
                broken += 1
        new = self.problem.uses[item]
        whole, part = divmod(uses, new)
        if part:
            pieces.append(new - part)
        if broken + whole:
            self.change(item, -broken - whole)
