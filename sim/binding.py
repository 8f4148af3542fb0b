"""Bindings: whether one fits its operator, and a greedy one where a plan leaves it open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..pddl.model import Operator, Problem, Wear
from ..recipes.book import MAX_COUNT, Ingredient, Item
from . import findings as say
from .plan import Amounts, Finding, Step

if TYPE_CHECKING:
    from .stock import Stock


def binding_fault(problem: Problem, operator: Operator, step: Step, index: int) -> Finding | None:
    """What is wrong with the form of a step, whatever the stock; exact amounts, members and tools only."""
    if type(step.applications) is not int or not 1 <= step.applications <= MAX_COUNT:
        return say.wrong_count(problem, step, index, MAX_COUNT)
    if len(step.takes) != len(operator.takes):
        text = f"{len(operator.takes)} ingredients, but {len(step.takes)} are bound"
        return say.wrong_binding(step, index, text)
    if len(step.tools) != len(operator.wears):
        return say.wrong_binding(step, index, f"{len(operator.wears)} tools, but {len(step.tools)} are bound")
    for need, amounts in zip(operator.takes, step.takes, strict=True):
        text = _amounts_fault(need, amounts, step.applications)
        if text:
            return say.wrong_binding(step, index, text, need.any_of)
    for wear, tool in zip(operator.wears, step.tools, strict=True):
        if not any(tool == item for item, _ in wear.tools):
            options = tuple(item for item, _ in wear.tools)
            return say.wrong_binding(step, index, f"{tool} does not serve; {say.names(options)} would", options)
    for item, n in step.fuel:
        if type(n) is not int or n < 1 or (problem.rules.fuel and operator.burns and item not in problem.fuels):
            return say.wrong_binding(step, index, f"{n} {item} cannot be burned")
    return None


def uses_of(wear: Wear, tool: Item) -> int:
    """The uses that an application costs a tool which serves."""
    return next(uses for item, uses in wear.tools if item == tool)


def draw(entries: list[tuple[Item, int]], n: int) -> None:
    """Take `n` off the next entry, the last of the list, which holds as many."""
    item, there = entries.pop()
    if there > n:
        entries.append((item, there - n))


def _amounts_fault(need: Ingredient, amounts: Amounts, applications: int) -> str:
    """What is wrong with the amounts of one ingredient, in words; empty if nothing is."""
    total = 0
    for item, n in amounts:
        if item not in need.any_of:
            return f"{item} does not serve; {say.names(need.any_of)} would"
        if type(n) is not int or n < 1:
            return f"{n} {item} cannot be taken"
        total += n
    wanted = need.n * applications
    return "" if total == wanted else f"{total} {say.names(need.any_of)} are bound, {wanted} are taken"


PLAIN = ("oak_", "white_", "coal", "cobblestone")
"""Which member of a set is meant where none is held: what these names start with comes before the others."""


def bind(stock: Stock, operator: Operator, applications: int, burn: Sequence[Item] | None = None) -> Step:
    """A step bound greedily to what may be used: of each set the members of which most is held, the first tool of
    those that serve (they are listed by tier) that lasts, fuel in the order of `burn` (default: as `fuel_order`).

    It always makes a step. Where too little is held, the step says so when it is fired.
    """
    left = {item: max(0, stock.free(item)) for need in operator.takes for item in need.any_of}
    takes = tuple([_members(need, need.n * applications, left) for need in operator.takes])
    tools = tuple([_tool(stock, wear, applications) for wear in operator.wears])
    fuel: list[tuple[Item, int]] = []
    rules, fuels = stock.problem.rules, stock.problem.fuels
    if operator.burns and rules.fuel and rules.fuel_order == "bound":
        pool = "all" if rules.fuel_pool == "one" else operator.pool
        ticks = operator.burns * applications - stock.ticks.get(pool, 0)
        for item in fuel_order(stock.problem) if burn is None else burn:
            n = min(-(-ticks // fuels[item]), left.get(item, max(0, stock.free(item)))) if ticks > 0 else 0
            if n:
                fuel.append((item, n))
                ticks -= n * fuels[item]
    return Step(operator.name, applications, takes, tools, tuple(fuel))


def fuel_order(problem: Problem) -> list[Item]:
    """The order in which fuel burns where nobody says: coal, charcoal, then by name, with tools and stations last."""
    stations = {item for operator in problem.operators.values() for need in operator.needs for item in need.any_of}
    dear = stations | problem.uses.keys()
    return sorted(problem.fuels, key=lambda item: (item in dear, item != "coal", item != "charcoal", item))


def plainness(item: Item) -> tuple[int, Item]:
    """A key that puts the plain members of a set first."""
    return next((k for k, start in enumerate(PLAIN) if item.startswith(start)), len(PLAIN)), item


def _members(need: Ingredient, n: int, left: dict[Item, int]) -> Amounts:
    """Amounts that add up to `n`, drawn from `left`; what is not there is asked of the last member named."""
    amounts: list[tuple[Item, int]] = []
    for item in sorted(need.any_of, key=lambda item: (-left[item], plainness(item))):
        part = min(n, left[item])
        if part:
            amounts.append((item, part))
            left[item] -= part
            n -= part
    if n:
        item, part = amounts.pop() if amounts else (min(need.any_of, key=plainness), 0)
        amounts.append((item, part + n))
    return tuple(amounts)


def _tool(stock: Stock, wear: Wear, applications: int) -> Item:
    """The first tool held that lasts; else the first that serves once, else the first held, else the first of all."""
    held = [(item, uses) for item, uses in wear.tools if item in stock.count]
    if stock.problem.rules.equip:
        held.sort(key=lambda tool: tool[0] != stock.hand)
    for times in (applications, 1):
        for item, uses in held:
            if not stock.problem.rules.wear or item not in stock.problem.uses or stock.uses_left(item) >= uses * times:
                return item
    return (held or wear.tools)[0][0]
