"""A problem as one numeric task: the actions that matter for its goal, the start, the goal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ..recipes.book import Item
from .model import Operator, Problem
from .numeric import Condition, Fluent, NumericAction, Values
from .reach import products, reachable, requirements
from .variants import Choice, Variants

Moves: TypeAlias = Mapping[tuple[Item, str], list[NumericAction]]


@dataclass(frozen=True, slots=True)
class Task:
    """`actions` are sorted by label; `start` has a value for every fluent that occurs. `variants` finds the actions of
    an operator by what was chosen, `allots` and `burns` the free moves by (member, pool) and (fuel, pool)."""

    make: Variants
    start: Mapping[Fluent, int]
    goal: tuple[Condition, ...]
    actions: tuple[NumericAction, ...]
    variants: Mapping[str, Mapping[Choice, list[NumericAction]]]
    allots: Moves
    burns: Moves


def relevant(problem: Problem) -> tuple[set[Item], list[Operator]]:
    """Items that can be held, and the operators that can fire and may, by a chain of products, serve the goal."""
    items, names = reachable(problem)
    makers: dict[Item, list[Operator]] = defaultdict(list)
    for name in sorted(names):
        op = problem.operators[name]
        for product in {*products(op), *_ashes(problem, op, items), *((f"hand:{op.equips}",) if op.equips else ())}:
            makers[product].append(op)
    wanted = [i for want in problem.want for i in want.any_of] + [i for i, n in problem.keep.items() if n]
    seen: set[Item] = set(wanted)
    chosen: dict[str, Operator] = {}
    while wanted:
        for op in makers[wanted.pop()]:
            if op.name not in chosen:
                chosen[op.name] = op
                inputs = {i for i in _inputs(problem, op) if i in items or i.startswith("hand:")}
                wanted += sorted(inputs - seen)
                seen |= inputs
    return items, [chosen[name] for name in sorted(chosen)]


def _ashes(problem: Problem, op: Operator, items: set[Item]) -> Iterator[Item]:
    """Containers that fuel leaves behind."""
    if op.burns:
        yield from (problem.containers[f] for f in problem.fuels if f in items and f in problem.containers)


def _inputs(problem: Problem, op: Operator) -> Iterator[Item]:
    for members in requirements(op, frozenset(problem.fuels)):
        yield from members
    if problem.rules.equip:
        yield from (f"hand:{tool}" for wear in op.wears for tool, _ in wear.tools)


def numeric_task(problem: Problem, full: bool = False) -> Task:
    """The task of `problem`; `full` keeps operators that cannot fire or do not serve the goal."""
    if full:
        items = _all_items(problem)
        ops: list[Operator] = [problem.operators[name] for name in sorted(problem.operators)]
    else:
        items, ops = relevant(problem)
    make = Variants(problem, items)
    variants: dict[str, dict[Choice, list[NumericAction]]] = {}
    allots: dict[tuple[Item, str], list[NumericAction]] = defaultdict(list)
    burns: dict[tuple[Item, str], list[NumericAction]] = {}
    for op in ops:
        found: dict[Choice, list[NumericAction]] = defaultdict(list)
        for choice, action in make.actions(op):
            found[choice].append(action)
        variants[op.name] = found
        for group in (g for ingredient in op.takes for g in make.pools.groups(op, ingredient) if g.pool):
            if (group.members[0], group.pool) not in allots:
                for member, action in make.allot(group):
                    allots[member, group.pool].append(action)
        if op.burns:
            own = make.own(op)
            for fuel in make.fuels:
                key = (fuel, make.pool(op))
                if fuel not in own and key not in burns:
                    burns[key] = list(make.burn(make.pool(op), fuel))
    by_choice = [actions for found in variants.values() for actions in found.values()]
    actions = sorted((a for part in (*by_choice, *allots.values(), *burns.values()) for a in part), key=_order)
    goal = tuple(_goal(problem, items))
    return Task(make, _start(make, problem, actions, goal), goal, tuple(actions), variants, allots, burns)


def _order(action: NumericAction) -> tuple[str, str]:
    return (action.origin, action.label)


def _all_items(problem: Problem) -> set[Item]:
    ops = problem.operators.values()
    named = (i for op in ops for members in requirements(op, None) for i in members)
    return {*problem.book.items, *problem.have.stock, *named, *problem.fuels}


def _goal(problem: Problem, items: set[Item]) -> Iterator[Condition]:
    held = problem.have.stock
    for want in problem.want:
        members = [i for i in want.any_of if i in items] or list(want.any_of)
        n = want.n + (sum(held.get(i, 0) for i in want.any_of) if want.mode == "new" else 0)
        yield Condition(tuple((1, ("have", i)) for i in members), ">=", n)
    for item, n in sorted(problem.keep.items()):
        if n:
            yield Condition(((1, ("have", item)),), ">=", n)


def _start(
    make: Variants, problem: Problem, actions: Iterable[NumericAction], goal: tuple[Condition, ...]
) -> Mapping[Fluent, int]:
    """Every fluent that occurs, sorted, with its value at the start."""
    have = problem.have
    known: Values = {("ticks", pool): n for pool, n in have.ticks.items()}
    known |= {("standing", station): n for station, n in have.placed.items()}
    known |= {("left", op.name): op.limit for op in problem.operators.values() if op.limit is not None}
    known |= {("limit", item): n for item, n in problem.limits.items()}
    if have.hand is not None:
        known["hand", have.hand] = 1
    used: set[Fluent] = {f for condition in goal for _, f in condition.terms}
    for action in actions:
        used |= {f for condition in action.conditions for _, f in condition.terms}
        used |= {effect.fluent for effect in action.effects}
        used |= {f for effect in action.effects for _, f in effect.terms}
    for _, item in [f for f in used if f[0] in ("have", "uses", "behind", "guard")]:
        known |= make.start(item)
    return {fluent: known.get(fluent, 0) for fluent in sorted(used)}
