"""Prices checked in whole numbers: no operator may gain, then the goal's worth above what is held is a lower bound.

The value of a moment is the price of all that is there: items, standing stations, ticks left over. If no application
of any operator, however it is bound, raises the value by more than its `room` (its cost, and what a limit lets it
gain), then a whole plan raises it by no more than its cost and all gains. At the end what is wanted is there. So

    cost >= worth of what is wanted - value of what is held - gains

Wear only lowers the value, and whatever must merely be there stays. What is protected and not wanted is never taken,
so that it need not be counted as held.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from ..pddl.model import Problem, draws, guarded
from .claims import RefutedError
from .closure import (
    Row,
    Taken,
    Token,
    at_start,
    check_never,
    check_passed,
    demands,
    live,
    pool_of,
    rows,
    standing,
)


@dataclass(frozen=True, slots=True)
class Prices:
    """What a proof states: whole prices of tokens and of ticks by pool, gains by what is limited, tokens that every
    way passes, tokens never had."""

    price: Mapping[Token, int]
    ticks: Mapping[str, int]
    gains: Mapping[str, int]
    passed: Sequence[Token]
    never: frozenset[Token]


@dataclass(frozen=True, slots=True)
class Weighed:
    """What prices come to: the goal's `worth`, and what is `held` with all that limits let gain."""

    worth: int
    held: int


def weigh(problem: Problem, prices: Prices, cost: Callable[[Row], int], at: str) -> Weighed:
    """The worth of the goal and of what is held; `cost` is what an application of a row may raise the value by, in
    units of the prices. Raises `RefutedError` where a row raises it by more, or a side condition does not hold; `at`
    is the proof's place in the report."""
    _check_names(problem, prices, at)
    table = rows(problem)
    check_never(problem, table, prices.never, f"{at}.never")
    firing = live(table, prices.never)
    for row in firing:
        gained, room = gain(row, prices), cost(row) + allowance(problem, row, prices.gains)
        if gained > room:
            name = row.operator.name
            raise RefutedError(f"`{name}` gains {gained:,} at these prices, {room:,} is allowed", f"{at}.prices")
    _check_fuels(problem, firing, prices, at)
    for item in dict.fromkeys(prices.passed):
        check_passed(problem, table, prices.never, item, f"{at}.passed")
    return Weighed(worth(problem, prices), held(problem, prices) + most_gained(problem, prices.gains))


def _check_names(problem: Problem, prices: Prices, at: str) -> None:
    """Refuse numbers below 0, gains of what has no limit, and items that cannot be told from standing stations."""
    for part in (prices.price, prices.ticks, prices.gains):
        for name, n in part.items():
            if n < 0:
                raise RefutedError(f"{name} has a price below 0", at)
    mixed = [item for item in {*problem.book.items, *problem.have.stock} if item.startswith(standing(""))]
    if mixed:
        raise RefutedError(f"the item {mixed[0]} cannot be told from a station that stands", at)
    for name in prices.gains:
        operator = problem.operators.get(name)
        if name not in problem.limits and (operator is None or operator.limit is None):
            raise RefutedError(f"{name} is not limited, so that its gain has no end", f"{at}.gains")


def net_price(taken: Taken, prices: Prices) -> int:
    """The least that one piece of an ingredient takes off the value: its cheapest member that can be had, less what
    comes back for it."""
    price = prices.price
    return min(price.get(m, 0) - price.get(back, 0) for m, back in taken.members if m not in prices.never)


def gain(row: Row, prices: Prices) -> int:
    """The most by which one application of a row that may fire raises the value, wear and fuel put in apart."""
    value = sum(n * prices.price.get(token, 0) for token, n in row.gives)
    value -= sum(taken.n * net_price(taken, prices) for taken in row.takes)
    return value - row.burns * prices.ticks.get(row.pool, 0)


def allowance(problem: Problem, row: Row, gains: Mapping[str, int]) -> int:
    """What limits let one application of a row gain."""
    own = gains.get(row.operator.name, 0) if row.operator.limit is not None else 0
    return own + sum(gains.get(name, 0) * draws(row.operator, name) for name in problem.limits)


def most_gained(problem: Problem, gains: Mapping[str, int]) -> int:
    """What limits let a whole plan gain."""
    limits = {name: op.limit for name, op in problem.operators.items() if op.limit is not None}
    by_operator = sum(gains.get(name, 0) * n for name, n in limits.items())
    return by_operator + sum(gains.get(name, 0) * n for name, n in problem.limits.items())


def _check_fuels(problem: Problem, firing: Collection[Row], prices: Prices, at: str) -> None:
    """Raises `RefutedError` where the ticks that a fuel gives are worth more than the fuel, less its container."""
    for pool in sorted({pool_of(problem, row.operator) for row in firing if row.burns}):
        for fuel, ticks in problem.fuels.items():
            left = prices.price.get(fuel, 0) - prices.price.get(problem.containers.get(fuel, ""), 0)
            if fuel not in prices.never and ticks * prices.ticks.get(pool, 0) > left:
                gained = ticks * prices.ticks.get(pool, 0)
                raise RefutedError(f"burning {fuel} gains: {gained:,} in ticks for {left:,}", f"{at}.ticks")


def held(problem: Problem, prices: Prices) -> int:
    """The value at the start, but for what is protected and not wanted."""
    wanted = {item for members in demands(problem) for item in members}
    there = {t: n for t, n in at_start(problem).items() if t in wanted or not guarded(problem, t)}
    ticks = sum(n * prices.ticks.get(pool, 0) for pool, n in problem.have.ticks.items())
    return sum(n * prices.price.get(token, 0) for token, n in there.items()) + ticks


def worth(problem: Problem, prices: Prices) -> int:
    """The least value of what must be there at the end, and of what is passed. Demands that share an item are met
    together, so only those apart from each other add up; the dearest ones are chosen."""
    value = {
        members: n * min([prices.price.get(i, 0) for i in members if i not in prices.never] or [0])
        for members, n in demands(problem).items()
    }
    total, seen = sum(prices.price.get(token, 0) for token in dict.fromkeys(prices.passed)), set[Token]()
    for members in sorted(value, key=lambda m: (-value[m], m)):
        if seen.isdisjoint(members):
            total += value[members]
            seen.update(members)
    return total
