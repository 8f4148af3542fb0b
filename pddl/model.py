"""The planning domain: states, operators and problems, in the textbook sense.

Nothing here searches, and nothing here fires: the law that gives these types their meaning is in `sim/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..recipes.book import Book, Ingredient, Item, Recipe, Source
from ..recipes.rules import Rules

MOVES = frozenset({"place", "pickup", "equip"})
"""Kinds of operators that only move a station or a tool about; they are not counted as applications."""


@dataclass(frozen=True, slots=True)
class State:
    """What is held and what stands.

    `stock` counts every item, worn ones included; items with count 0 are absent. `worn` lists, for damageable items,
    the uses left of each worn piece in ascending order; the others are new. `ticks` is the fuel left over, by pool.
    `placed` counts standing stations. `slots` are the inventory slots in order, as (item, n) or `None`, where the
    rules need them; `hand` is the item held in the hand, where the rules need it.
    """

    stock: Mapping[Item, int] = field(default_factory=dict[Item, int])
    worn: Mapping[Item, tuple[int, ...]] = field(default_factory=dict[Item, tuple[int, ...]])
    ticks: Mapping[str, int] = field(default_factory=dict[str, int])
    placed: Mapping[Item, int] = field(default_factory=dict[Item, int])
    slots: tuple[tuple[Item, int] | None, ...] | None = None
    hand: Item | None = None


@dataclass(frozen=True, slots=True)
class Want:
    """A goal: `n` in all of the items `any_of` (one item, or the members of a tag).

    `mode` `total`: at least `n` are held at the end. `new`: at least `n` more than at the start.
    """

    any_of: tuple[Item, ...]
    n: int = 1
    mode: Literal["total", "new"] = "total"
    name: str = ""


@dataclass(frozen=True, slots=True)
class Wear:
    """A tool requirement made ground: any one of `tools`, each with the uses that one application costs it."""

    tools: tuple[tuple[Item, int], ...]


@dataclass(frozen=True, slots=True)
class Operator:
    """A ground operator. One application, in this order: `needs` are there (held, not used up), the station of
    `stands` stands, `takes` leave the stock, `wears` wear, fuel burns until `burns` ticks are paid out of `pool`, and
    `gives` plus the containers of what was taken (`returns`: item taken -> what comes back) enter the stock.

    `places` changes the number of standing stations; `equips` puts an item in the hand. `effort` is in ticks.
    `limit` bounds the applications of a whole plan.
    """

    name: str
    kind: str
    takes: tuple[Ingredient, ...] = ()
    gives: tuple[tuple[Item, int], ...] = ()
    needs: tuple[Ingredient, ...] = ()
    wears: tuple[Wear, ...] = ()
    returns: tuple[tuple[Item, Item], ...] = ()
    burns: int = 0
    pool: str = ""
    stands: Item | None = None
    places: tuple[tuple[Item, int], ...] = ()
    equips: Item | None = None
    effort: int = 0
    limit: int | None = None
    origin: Recipe | Source | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A goal in a situation: what `engine.plan` is asked and what `sim.verify` judges a plan against.

    `operators` are sorted by name. `fuels` maps each item that may be burned to its ticks; `uses` each damageable
    item to the uses of a new one; `stacks` each item to how many share a slot. `protected` are the items whose held
    stock may not be taken or burned; `keep` is stock that must be there at the end; `limits` bounds how many of an
    item all sources together may give. `cost` names the criteria, compared in order.
    """

    book: Book
    rules: Rules
    have: State
    want: tuple[Want, ...]
    operators: Mapping[str, Operator]
    fuels: Mapping[Item, int]
    containers: Mapping[Item, Item]
    uses: Mapping[Item, int]
    stacks: Mapping[Item, int]
    protected: frozenset[Item] = frozenset()
    keep: Mapping[Item, int] = field(default_factory=dict[Item, int])
    limits: Mapping[Item, int] = field(default_factory=dict[Item, int])
    prefer: frozenset[str] = frozenset()
    cost: tuple[str, ...] = ("effort", "applications", "distinct")
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        wanted = ", ".join(f"{w.name or '|'.join(w.any_of[:3])}={w.n}" for w in self.want)
        return f"<Problem {wanted} from {dict(self.have.stock)}: {self.book!r}, rules {self.rules.name}>"


def guarded(problem: Problem, item: Item) -> bool:
    """Whether what is held of `item` at the start is out of the planner's reach. The law lets protected containers be
    filled and stations be placed; a plan that does anything else with them is refused there."""
    placed = problem.rules.stations == "placed" and f"place {item}" in problem.operators
    return item in problem.protected and item not in problem.containers.values() and not placed


def draws(operator: Operator, name: str) -> int:
    """How much one application of a source takes of what is limited under `name`: pieces of the item it gives, or the
    block that it mines."""
    if not isinstance(operator.origin, Source):
        return 0
    given = sum(n for item, n in operator.gives if item == name)
    return given or int(operator.origin.block == name)
