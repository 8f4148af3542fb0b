"""What is proved of small problems by prices: bounds, and that nothing is enough.

prices     no deed gains more than 1 at them, so the goal's worth above what is held is a bound (`relaxed`)
priced     where that bound has no end, nothing is enough
tree       with the facts of `forced.py` as case splits, the proof of a bound (docs/proofs.md)
scarce     of some items only so many can ever be had in all, and that is too little
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd

from ..recipes.book import Item
from ..sim.answer import Branch, Cut, Leaf, Priced, Scarce, Tree
from .few import Deed, Few
from .forced import Fact, Forced
from .pivot import Solution, maximise

Amounts = dict[int, int]
ROUNDS = 40
"""Rounds in which amounts that can be had are lowered; each is valid."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Deeds as rows of a linear programme over prices: of items, then of `pools`, the sets of items that serve for one
    another. `effects[d]` is what one application of a deed changes; `moves` are the rows of putting items in pools."""

    pools: dict[tuple[int, ...], int]
    effects: list[Amounts]
    moves: list[Amounts]
    rhs: list[int]


def rows_of(few: Few) -> Rows:
    """The rows of a small problem."""
    n = len(few.names)
    pools: dict[tuple[int, ...], int] = {}
    effects: list[Amounts] = []
    moves: list[Amounts] = []
    for deed in few.deeds:
        effect = dict(deed.gives)
        for members, taken in deed.takes:
            cell = members[0] if len(members) == 1 else pools.setdefault(members, n + len(pools))
            effect[cell] = effect.get(cell, 0) - taken
            if cell in deed.back:
                effect[deed.back[cell]] = effect.get(deed.back[cell], 0) + taken
            for item in members if len(members) > 1 else ():
                move = {cell: 1, item: -1}
                if item in deed.back:
                    move[deed.back[item]] = move.get(deed.back[item], 0) + 1
                moves.append(move)
        effects.append(effect)
    rhs = [-held for held in few.stock] + [0] * len(pools)
    for item, n in few.goals:
        rhs[item] += n
    return Rows(pools, effects, moves, rhs)


def relaxed(rows: Rows, facts: Sequence[Fact] = ()) -> Solution:
    """The prices that bound best how many applications there are, by item and pool, then a multiplier for each fact;
    where they have no end, prices that prove that there is no plan."""
    cells = len(rows.rhs)
    own = [dict(effect) for effect in rows.effects]
    for k, fact in enumerate(facts):
        for d in fact.suppliers:
            own[d][cells + k] = 1
    objective = [*rows.rhs, *(fact.n for fact in facts)]
    return maximise(objective, [*own, *rows.moves], [1] * len(own) + [0] * len(rows.moves))


def worth(rows: Rows, values: Sequence[int]) -> int:
    """The goal's worth above that of what is held."""
    return sum(n * y for n, y in zip(rows.rhs, values, strict=False))


def by_name(few: Few, values: Sequence[int]) -> dict[Item, int]:
    """Prices by item, those of 0 left out."""
    return {name: y for names, y in zip(few.names, values, strict=False) if y for name in names}


def priced(few: Few, solution: Solution, never: tuple[Item, ...]) -> Priced:
    """The certificate of a direction in which the goal's worth grows without end."""
    y = solution.values[: len(few.names)]
    unit = gcd(*y)
    y = [p // unit for p in y]
    held = sum(n * p for n, p in zip(few.stock, y, strict=True))
    return Priced("prices", by_name(few, y), (), {}, never, sum(n * y[i] for i, n in few.goals), held)


class TreeMaker:
    """A tree whose cases are the facts: each fact's lower half is closed by a price of 1 for what is asked for, the
    last case by the sum of the facts or by prices."""

    def __init__(self, few: Few, forced: Forced, rows: Rows, prices: Solution) -> None:
        self.few, self.forced, self.rows, self.prices = few, forced, rows, prices
        self.names = [deed.operator.name for deed in few.deeds]
        self.pools: dict[tuple[int, ...], set[str]] = {}
        for deed in few.deeds:
            for (members, _), need in zip(deed.takes, deed.operator.takes, strict=True):
                if len(need.any_of) > 1:
                    self.pools.setdefault(members, set()).add("any of " + ", ".join(need.any_of))

    def tree(self, value: int) -> Tree | None:
        """The proof that `value` is a bound; None where this does not prove it."""
        if any(deed.back for deed in self.few.deeds):
            return None
        if worth(self.rows, self.prices.values) > self.prices.unit * (value - 1):
            return Tree(0, value, self.prices.unit, (), (Leaf(1, self._keyed(self.prices.values)),))
        total, facts = self.forced.facts(self.few.stock)
        if total >= value:
            unit, prices, shares = 1, {}, [1] * len(facts)
        else:
            best = relaxed(self.rows, facts)
            cells, unit = len(self.rows.rhs), best.unit
            prices, shares = self._keyed(best.values), best.values[cells:]
            proved = worth(self.rows, best.values) + sum(f.n * z for f, z in zip(facts, shares, strict=True))
            if not best.bounded or proved <= unit * (value - 1):
                return None
        groups = {k: z for k, z in enumerate(shares) if z and len(facts[k].suppliers) > 1}
        return self._split(facts, Tree(0, value, unit, (), (Leaf(1, prices, groups=groups),)))

    def _split(self, facts: Sequence[Fact], last: Tree) -> Tree | None:
        """The tree with the facts as case splits before its only leaf."""
        nodes: list[Branch | Leaf] = []
        cuts: list[Cut] = []
        for k, fact in enumerate(facts):
            columns = tuple(self.names[d] for d in fact.suppliers)
            if k and fact.n == 1 and not any(self.few.stock[i] for i in self.forced.groups[fact.group].members):
                # without these operators there is nothing at all of what an earlier fact asks for
                low = Leaf(0, {}, cuts={len(cuts): 1})
                cuts.append(Cut(columns))
            else:
                low = self._lower_half(facts[:k], fact)
            if low is None:
                return None
            nodes += [Branch(columns, fact.n - 1, 2 * k + 1, 2 * k + 2), low]
        return replace(last, cuts=tuple(cuts), nodes=(*nodes, *last.nodes))

    def _keyed(self, values: Sequence[int]) -> dict[str, int]:
        """Prices by the cells of the linear system."""
        out = by_name(self.few, values)
        for members, keys in self.pools.items():
            cell = members[0] if len(members) == 1 else self.rows.pools[members]
            if values[cell]:
                out |= dict.fromkeys(sorted(keys), values[cell])
        return out

    def _lower_half(self, before: Sequence[Fact], fact: Fact) -> Leaf | None:
        """The multipliers that close the case of too few applications; None where they do not."""
        y = [0] * len(self.rows.rhs)
        inside = set(self.forced.groups[fact.group].members)
        for i in inside:
            y[i] = 1
        for members, cell in self.rows.pools.items():
            y[cell] = int(inside.issuperset(members))
        over = [-sum(y[c] * n for c, n in effect.items()) for effect in self.rows.effects]
        value = worth(self.rows, y)
        most = max(-over[d] for d in fact.suppliers)
        groups = {len(before): most} if len(fact.suppliers) > 1 else {}
        value -= most * (fact.n - 1)
        for d in fact.suppliers:
            over[d] += most
        for k, earlier in enumerate(before):
            least = min(over[d] for d in earlier.suppliers)
            if least > 0:
                value += least * earlier.n
                for d in earlier.suppliers:
                    over[d] -= least
                if len(earlier.suppliers) > 1:
                    groups[k] = least
        sound = value > 0 and min(over) >= 0
        return Leaf(0, self._keyed(y), groups=dict(sorted(groups.items()))) if sound else None


def attainable(few: Few) -> dict[int, int]:
    """How much of each item can be had in all, where that has an end.

    What can be had of an item is what is held and what its makers give; how often they are applied is bounded by what
    can be had of their ingredients.
    """
    live = list(few.deeds)
    while True:
        made = {i for deed in live for i, _ in deed.gives} | {i for deed in live for i in deed.back.values()}
        most = {i: n for i, n in enumerate(few.stock) if i not in made}
        for _ in range(ROUNDS):
            times = [_times(deed, most) for deed in live]
            new = _had(few, live, times)
            if new == most:
                break
            most = new
        kept = [deed for deed in live if _times(deed, most) != 0]
        if len(kept) == len(live):
            return most
        live = kept


def _times(deed: Deed, most: dict[int, int]) -> int | None:
    """How often a deed is applied at most; None: nobody tells."""
    known = [sum(most[i] for i in members) // n for members, n in deed.takes if all(i in most for i in members)]
    return min(known, default=None)


def _had(few: Few, deeds: Sequence[Deed], times: Sequence[int | None]) -> dict[int, int]:
    """What can be had in all of each item, where that has an end."""
    out: dict[int, int] = dict(enumerate(few.stock))
    for deed, n in zip(deeds, times, strict=True):
        for i, given in deed.gives:
            if n is None:
                out.pop(i, None)
            elif i in out:
                out[i] += given * n
        for i in deed.back.values():
            out.pop(i, None)
    return out


def scarce(few: Few, held: Mapping[Item, int], never: tuple[Item, ...]) -> Scarce | None:
    """The certificate that a goal asks for more than can be had in all; None where none does."""
    most = attainable(few)
    if not any(i in most and most[i] < n for i, n in few.goals):
        return None
    told: dict[Item, int] = {}
    for i, n in sorted(most.items()):
        names = few.names[i]
        told |= {name: held.get(name, 0) if len(names) > 1 else n for name in names}
    return Scarce("scarce", told, never)
