"""Problems in which only few operators matter, put into whole numbers.

What is held leads to some operators (`net.py`), and of these the goals draw on some. Without gathering these are mostly
a handful, so that all about them can be found out at once: no tables, no kernels, no solver.

    item     a number; things that serve for the same and that nothing makes are one item
    deed     an operator that matters
    mix      which items an application takes
    state    how many there are of each item
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..pddl.compile import absolute
from ..pddl.model import Operator, Problem
from ..recipes.book import Item

SMALL = 48
"""Operators up to which a problem counts as small."""
State = tuple[int, ...]
Mix = tuple[tuple[tuple[int, int], ...], ...]
"""For each ingredient the items taken, with amounts."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An operator in whole numbers: for each ingredient the members that can be had, and how many of them are taken;
    `back` is what comes back of an item."""

    operator: Operator
    takes: tuple[tuple[tuple[int, ...], int], ...]
    needs: tuple[tuple[tuple[int, ...], int], ...]
    gives: tuple[tuple[int, int], ...]
    back: dict[int, int]


@dataclass(frozen=True, slots=True)
class Few:
    """A small problem: `names[i]` are the items that count as item i, `stock` what is held, `goals` what must be there
    at the end."""

    names: tuple[tuple[Item, ...], ...]
    stock: State
    goals: tuple[tuple[int, int], ...]
    deeds: tuple[Deed, ...]


def plain(problem: Problem) -> bool:
    """Whether a problem asks for nothing but counts: applications are the cost, and nothing stands, is worn or kept."""
    have = problem.have
    odd = have.placed or have.ticks or have.worn or have.slots or have.hand
    return not (
        odd
        or problem.limits
        or problem.protected
        or problem.prefer
        or problem.rules.equip
        or problem.cost != ("applications",)
        or any(len(want.any_of) != 1 for want in problem.want)
    )


def simple(op: Operator) -> bool:
    """Whether an operator only takes, needs and gives items."""
    return not (op.wears or op.burns or op.stands or op.places or op.equips or op.limit is not None)


def ends(problem: Problem) -> dict[Item, int]:
    """What must be there at the end, by item."""
    out = dict(problem.keep)
    for raw in problem.want:
        want = absolute(raw, problem.have)
        item = want.any_of[0]
        out[item] = max(want.n, out.get(item, 0))
    return {item: n for item, n in out.items() if n > 0}


def few_of(problem: Problem, operators: Sequence[Operator], there: set[Item]) -> Few:
    """The small problem of some operators; `there` are the items that can be had."""
    wanted = ends(problem)
    made = {item for op in operators for item, _ in op.gives} | {back for op in operators for _, back in op.returns}
    roles: dict[Item, list[tuple[int, int, Item]]] = {item: [] for item in sorted(made | wanted.keys())}
    for o, op in enumerate(operators):
        returns = dict(op.returns)
        for k, need in enumerate((*op.takes, *op.needs)):
            for item in need.any_of:
                if item in there:
                    roles.setdefault(item, []).append((o, k, returns.get(item, "")))
    groups: dict[object, list[Item]] = {}
    for item in sorted(roles):
        alone = item in made or item in wanted
        groups.setdefault(item if alone else tuple(roles[item]), []).append(item)
    names = tuple(tuple(group) for group in groups.values())
    number = {item: i for i, group in enumerate(names) for item in group}
    held = problem.have.stock
    return Few(
        names,
        tuple(sum(held.get(item, 0) for item in group) for group in names),
        tuple((number[item], n) for item, n in sorted(wanted.items())),
        tuple(_deed(op, number, held) for op in operators),
    )


def _deed(op: Operator, number: dict[Item, int], held: Mapping[Item, int]) -> Deed:
    def members(any_of: Iterable[Item]) -> tuple[int, ...]:
        # what is held comes first: of plans that cost the same, one that takes it is found first
        ordered = sorted(any_of, key=lambda item: item not in held)
        return tuple(dict.fromkeys(number[item] for item in ordered if item in number))

    gives: dict[int, int] = {}
    for item, n in op.gives:
        gives[number[item]] = gives.get(number[item], 0) + n
    return Deed(
        op,
        tuple((members(need.any_of), need.n) for need in op.takes),
        tuple((members(need.any_of), need.n) for need in op.needs),
        tuple(gives.items()),
        {number[item]: number[back] for item, back in op.returns if item in number},
    )


def mixes(deed: Deed, state: State) -> Iterable[tuple[Mix, list[int]]]:
    """The ways to apply a deed once, each with the state after it."""
    for members, n in deed.needs:
        if sum(state[i] for i in members) < n:
            return
    if all(len(members) == 1 for members, _ in deed.takes):
        mix = tuple(((members[0], n),) for members, n in deed.takes)
        after = applied(deed, state, mix)
        if after is not None:
            yield mix, after
        return
    for mix in product(*(_shares([i for i in members if state[i]], n, state) for members, n in deed.takes)):
        after = applied(deed, state, mix)
        if after is not None:
            yield mix, after


def applied(deed: Deed, state: Sequence[int], mix: Mix) -> list[int] | None:
    """The state after one application; None where something is short."""
    after = list(state)
    for amounts in mix:
        for i, n in amounts:
            after[i] -= n
            if after[i] < 0:
                return None
    for amounts in mix if deed.back else ():
        for i, n in amounts:
            if i in deed.back:
                after[deed.back[i]] += n
    for i, n in deed.gives:
        after[i] += n
    return after


def _shares(members: Sequence[int], n: int, state: State) -> list[tuple[tuple[int, int], ...]]:
    """The ways to take `n` of what is there of some items."""
    if not members:
        return []
    first, rest = members[0], members[1:]
    if not rest:
        return [((first, n),)] if state[first] >= n else []
    out: list[tuple[tuple[int, int], ...]] = []
    others = sum(state[i] for i in rest)
    for k in range(min(n, state[first]), max(-1, n - others - 1), -1):
        if k == n:
            out.append(((first, n),))
        else:
            out += [((first, k), *more) if k else more for more in _shares(rest, n - k, state)]
    return out
