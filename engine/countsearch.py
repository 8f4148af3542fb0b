"""The cheapest way from state to state of a small problem, best first (A*).

What is still to be done is bounded by facts (`forced.py`) and by prices: the goal's worth above that of the state, at
prices at which no application gains more than 1. Both never exceed the truth, so the first goal reached is cheapest.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from .few import Deed, Few, Mix, State, mixes
from .forced import ENDLESS, Forced
from .pivot import Solution

STATES = 3_000
"""States after which the search gives up."""


@dataclass(frozen=True, slots=True)
class Way:
    """`deeds` one after the other, each with its mix; None where there is none. `finished`: that is the cheapest way,
    or there is certainly none. `states` were seen."""

    deeds: tuple[tuple[Deed, Mix], ...] | None
    finished: bool
    states: int


def cheapest(few: Few, forced: Forced, prices: Solution, most: int) -> Way:
    """The cheapest way to the goals, looked for among up to `most` states."""
    goals, deeds, unit = few.goals, few.deeds, prices.unit
    worth = sum(n * prices.values[i] for i, n in goals)
    priced = [(i, p) for i, p in enumerate(prices.values[: len(few.stock)]) if p]

    def ahead(state: Sequence[int]) -> int:
        least, _ = forced.facts(state)
        if least >= ENDLESS:
            return least
        short = worth - sum([state[i] * p for i, p in priced])
        return max(least, -(-short // unit))

    start = few.stock
    heap: list[tuple[int, int, int, State]] = [(ahead(start), 0, 0, start)]
    before: dict[State, tuple[int, State, Deed | None, Mix]] = {start: (0, start, None, ())}
    pushed = 0
    while heap:
        _, minus, _, state = heapq.heappop(heap)
        spent = before[state][0]
        if spent < -minus:
            continue
        if all(state[i] >= n for i, n in goals):
            return Way(_path(before, state), True, len(before))
        for deed in deeds:
            for mix, after in mixes(deed, state):
                new = tuple(after)
                known = before.get(new)
                if known is not None and known[0] <= spent + 1:
                    continue
                left = ahead(new)
                before[new] = (spent + 1, state, deed, mix)
                if left < ENDLESS:
                    pushed += 1
                    heapq.heappush(heap, (spent + 1 + left, -spent - 1, pushed, new))
        if len(before) > most:
            return Way(None, False, len(before))
    return Way(None, True, len(before))


def _path(before: dict[State, tuple[int, State, Deed | None, Mix]], state: State) -> tuple[tuple[Deed, Mix], ...]:
    out: list[tuple[Deed, Mix]] = []
    while True:
        _, last, deed, mix = before[state]
        if deed is None:
            return tuple(reversed(out))
        out.append((deed, mix))
        state = last
