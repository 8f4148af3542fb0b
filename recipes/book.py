"""What can be made and gathered in one version of the game: the types of a book.

A book is data. It never knows what a plan is; the domain built from it lives in `pddl/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

Item: TypeAlias = str

MAX_COUNT = 10**12
"""Counts above this are refused everywhere, so that sums stay far inside 64 bits."""

TIERS: tuple[str, ...] = ("wood", "stone", "iron", "diamond", "netherite")
"""Harvest levels from lowest to highest; a tier is an index into this. Golden tools are of tier 0."""


@dataclass(frozen=True, slots=True)
class ItemType:
    """An item: how many share a slot, and, where it is damageable, how often it can be used when new.

    `tool` is the class it serves as (`pickaxe`, `shovel`, `axe`, `hoe`, `sword`, `shears`, …), empty for what is no
    tool; `tier` is the tool's harvest level.
    """

    stack: int = 64
    uses: int = 0
    tool: str = ""
    tier: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ingredient:
    """`n` items, any mix of the members of `any_of`, which are kept sorted and without doubles."""

    any_of: tuple[Item, ...]
    n: int = 1

    def __post_init__(self) -> None:
        # so that the order in which members are written can never matter; what is sorted already stays the object that
        # it is, so that ingredients of the same tag share its members
        if len(self.any_of) > 1 and any(a >= b for a, b in pairwise(self.any_of)):
            object.__setattr__(self, "any_of", tuple(sorted(set(self.any_of))))


@dataclass(frozen=True, slots=True)
class ToolNeed:
    """A tool that one application needs and wears by `uses`.

    `tool` is a class of tools or one item; of a class every item of at least `tier` serves. `uses` 0: the tool must be
    held but does not wear.
    """

    tool: str
    tier: int = 0
    uses: int = 1


@dataclass(frozen=True, slots=True)
class Recipe:
    """One way to make something.

    `wears` is a tuple of requirements, each a tuple of alternatives: any one tool of the alternatives serves.
    `returns` lists containers that come back, as (ingredient item, what comes back); `None` leaves that to the book's
    table of containers, which counts for crafting only. `burns` is in furnace ticks for one application.
    """

    id: str
    kind: str
    takes: tuple[Ingredient, ...]
    gives: tuple[tuple[Item, int], ...]
    station: Item | None = None
    needs: tuple[Ingredient, ...] = ()
    wears: tuple[tuple[ToolNeed, ...], ...] = ()
    burns: int = 0
    returns: tuple[tuple[Item, Item], ...] | None = None


@dataclass(frozen=True, slots=True)
class Where:
    """Where a source is found: dimension, biomes (none: any), heights (lowest, highest), conditions in words."""

    dimension: str = "overworld"
    biomes: tuple[str, ...] = ()
    heights: tuple[int, int] | None = None
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One way to take something from the world; one application is one block, animal or catch.

    `effort` is in game ticks (20 a second) for one application with the lowest sufficient tool. `gives` is the
    guaranteed minimum; where that would be nought, `expected` is set and one application stands for the mean effort
    and wear of one item. `limit` bounds the applications of a whole plan. `block` names what is mined, where the drop
    has another name. A source with `on=False` is known but used only when asked for.
    """

    id: str
    kind: str
    gives: tuple[tuple[Item, int], ...]
    effort: int
    takes: tuple[Ingredient, ...] = ()
    needs: tuple[Ingredient, ...] = ()
    wears: tuple[tuple[ToolNeed, ...], ...] = ()
    where: Where = Where()
    limit: int | None = None
    expected: bool = False
    block: Item | None = None
    on: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Book:
    """All of it for one version.

    `fuels` maps an item to furnace ticks (200 smelt one item), `containers` an item to what comes back when it is used
    up (milk_bucket -> bucket), `names` an alias to an item or to a tag written `#tag`, `unobtainable` an item to the
    reason code why nothing gives it.
    """

    version: str
    items: Mapping[Item, ItemType]
    tags: Mapping[str, tuple[Item, ...]] = field(default_factory=dict[str, tuple[Item, ...]])
    recipes: tuple[Recipe, ...] = ()
    sources: tuple[Source, ...] = ()
    fuels: Mapping[Item, int] = field(default_factory=dict[Item, int])
    containers: Mapping[Item, Item] = field(default_factory=dict[Item, Item])
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    unobtainable: Mapping[Item, str] = field(default_factory=dict[Item, str])

    def __repr__(self) -> str:
        sizes = f"{len(self.items)} items, {len(self.recipes)} recipes, {len(self.sources)} sources"
        return f"<Book {self.version}: {sizes}>"
