"""Why a plan takes the ways that it takes: what a piece costs by each, and what the plan would cost without them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from ..pddl.model import MOVES, Operator
from ..recipes.book import Item
from .again import Again, Outcome, drawn_by, made_by, named
from .unitprices import INFINITE, UnitPrices
from .wording import operator_words, product, product_count

Data: TypeAlias = dict[str, Any]
MOST = 4
"""Other ways to an item that are told."""


def ways(again: Again) -> list[Data]:
    """An entry for each operator of the plan that makes or gathers, in the plan's order.

    `unit` is what one piece costs by it, `others` the cheapest other ways to the same item with theirs, `without` what
    planning without it gives, `why` why it is taken although another way is cheaper by the piece.
    """
    prices = again.rows[0]
    operators = [again.problem.operators[name] for name in again.used]
    return [_way(again, prices, op) for op in operators if op.kind not in MOVES]


def _way(again: Again, prices: UnitPrices, op: Operator) -> Data:
    item = product(op)
    times = sum(step.applications for step in again.steps if step.operator == op.name)
    others = sorted(_others(prices, op, item))
    outcome = again.without([op.name])
    out: Data = {
        "operator": op.name,
        "words": operator_words(op),
        "item": item,
        "n": times * product_count(op, item),
        "unit": shown(prices.way(op, item)),
        "others": [
            {"operator": o.name, "words": operator_words(o), "unit": shown(unit)} for unit, _, o in others[:MOST]
        ],
        "more_ways": max(0, len(others) - MOST),
    }
    if outcome is not None:
        out["without"] = outcome.data()
        cheaper = [o.name for unit, _, o in others if unit <= prices.way(op, item)]
        if why := _why(again, op, cheaper, outcome):
            out["why"] = why
    return out


def _others(prices: UnitPrices, op: Operator, item: Item) -> Iterator[tuple[float, str, Operator]]:
    """The other ways to an item that do not come from that item itself, with what one piece costs."""
    for other in prices.ways.get(item, ()):
        unit = prices.way(other, item)
        if other.name != op.name and unit < INFINITE and not around(prices, other, item):
            yield unit, other.name, other


def around(prices: UnitPrices, op: Operator, item: Item) -> bool:
    """Whether the cheapest way to what `op` takes goes through `item`: an ingot from its own block."""
    todo, seen = list(_cheapest(prices, op)), set[Item]()
    while todo:
        part = todo.pop()
        if part == item:
            return True
        if part not in seen and prices.ways.get(part) and prices.of(part) > 0:
            seen.add(part)
            maker = min(prices.ways[part], key=lambda o: (prices.way(o, part), o.name))
            todo += _cheapest(prices, maker)
    return False


def _cheapest(prices: UnitPrices, op: Operator) -> Iterator[Item]:
    """The cheapest member of each ingredient."""
    for ing in op.takes:
        yield min(ing.any_of, key=lambda i: (prices.of(i), i))


def _why(again: Again, op: Operator, cheaper: Iterable[str], outcome: Outcome) -> Data | None:
    """Why a way that costs no more by the piece is not taken: it is as good, or what it needs first is not there, or
    something held would be left over, or else batches come out worse."""
    instead = named(again.problem, [name for name in cheaper if name in outcome.instead])
    if outcome.kind != "planned" or not instead:
        return None
    if not outcome.differs[1]:
        return {"reason": "equal", "ways": instead}
    first = sorted(
        set(_stand_by(again.problem.operators[n] for n in outcome.instead)) & outcome.made - made_by(again.answer)
    )
    if first:
        return {"reason": "first", "ways": instead, "items": first}
    kept = sorted(i for i, n in drawn_by(again.answer).items() if n > outcome.drawn.get(i, 0))
    return {"reason": "held", "ways": instead, "items": kept} if kept else {"reason": "batches", "ways": instead}


def _stand_by(operators: Iterable[Operator]) -> Iterator[Item]:
    """What operators need beside their ingredients: stations, catalysts, tools."""
    for op in operators:
        yield from (item for ing in op.needs for item in ing.any_of)
        yield from (tool for wear in op.wears for tool, _ in wear.tools)
        yield from [op.stands] if op.stands else []


def shown(price: float) -> int | float | None:
    """A price as reports write it: whole where it is, else to three places; `None` where there is none."""
    if price == INFINITE:
        return None
    rounded = round(price, 3)
    return int(rounded) if rounded.is_integer() else rounded
