"""The rules under which a plan is fired: what counts, what is free, and the named presets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

COSTS: tuple[str, ...] = ("effort", "applications", "distinct", "lines")
"""Criteria a cost vector may name: gathering effort in ticks, applications, distinct operators used, plan lines."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch of the law.

    `stations`: `free` (never needed), `held` (must be in stock, not used up) or `placed` (must stand in the world).
    `fuel_order`: the step's binding names the fuel, or the `lowest_slot` burns. `fuel_pool`: left-over ticks belong to
    a station kind, or there is `one` pool. `slots`: `off`, `warn` (reported) or `hard` (refused). `protect`: what is
    held at the start of tools, stations and containers is neither taken nor burned. `access`: other dimensions are
    reached `free`, or the portal is `built`. `without` names operators of the book that are not there, `at_table` those
    made by hand in the book that need a crafting table; names that a book does not have stand for nothing.
    """

    name: str = "survival"
    stations: Literal["free", "held", "placed"] = "held"
    fuel: bool = True
    fuel_order: Literal["bound", "lowest_slot"] = "bound"
    fuel_pool: Literal["station", "one"] = "station"
    wear: bool = True
    containers: bool = True
    slots: Literal["off", "warn", "hard"] = "warn"
    slot_count: int = 36
    gather: bool = True
    equip: bool = False
    protect: bool = True
    access: Literal["free", "built"] = "free"
    kinds: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    at_table: tuple[str, ...] = ()
    cost: tuple[str, ...] = ("effort", "applications", "distinct")


SURVIVAL = Rules()
BARE = replace(
    SURVIVAL,
    name="bare",
    stations="free",
    fuel=False,
    wear=False,
    slots="off",
    gather=False,
    protect=False,
    cost=("applications",),
)
NOT_IN_MINEDOJO = (
    # Smelted there and nothing else: each thing that its actions make is bound to one of hand, table and furnace.
    *("craft coal:0", "craft diamond", "craft emerald", "craft redstone"),
    *("craft gold_ingot from gold_block", "craft gold_ingot from gold_nugget"),
    *("craft iron_ingot from iron_block", "craft iron_ingot from iron_nugget"),
    *(f"craft stone:{variant}" for variant in range(1, 7)),
    # Crafted there and nothing else.
    *("smelt dye:2 from cactus", "smelt dye:4 from lapis_ore"),
    *("smelt gold_nugget from golden_gear", "smelt iron_nugget from iron_gear"),
    # Of what is smelted the handler makes variant 0 alone.
    *("smelt coal:1 from logs", "smelt cooked_fish:1 from fish:1", "smelt stonebrick:2 from stonebrick:0"),
    # Not among the 244: what goes round without variants (a wet sponge is a sponge), what the game makes by no recipe.
    *("craft dirt:1", "smelt sponge:0 from sponge:1", "craft firework_charge", "craft fireworks"),
    *(f"craft {colour}_shulker_box" for colour in ("black", "blue", "brown", "cyan", "gray", "green", "light_blue")),
    *(f"craft {colour}_shulker_box" for colour in ("lime", "magenta", "orange", "pink", "red", "silver", "white")),
    *("craft yellow_shulker_box", "craft purple_shulker_box from dye:5"),
)
"""What Minecraft 1.11.2 makes and MineDojo's actions do not: `ALL_CRAFT_SMELT_ITEMS` of its `sim/mc_meta/mc.py`, and
the comparison with the variant asked for in its `CraftingHelper.java`."""
AT_TABLE_IN_MINEDOJO = (
    *("craft fermented_spider_eye", "craft fire_charge", "craft mushroom_stew", "craft prismarine:0"),
    *("craft pumpkin_pie", "craft writable_book"),
)
"""What a player makes in the four places of the own grid and MineDojo at a table: shapeless recipes of three items, and
one of four whose name has others of nine."""
PRESETS: dict[str, Rules] = {
    "survival": SURVIVAL,
    "minedojo": replace(
        SURVIVAL,
        name="minedojo",
        stations="placed",
        fuel_order="lowest_slot",
        fuel_pool="one",
        containers=False,
        slots="hard",
        without=NOT_IN_MINEDOJO,
        at_table=AT_TABLE_IN_MINEDOJO,
    ),
    "gog": replace(SURVIVAL, name="gog", equip=True, cost=("lines",)),
    "bare": BARE,
    "plancraft": replace(
        BARE,
        name="plancraft",
        containers=False,
        slots="hard",
        kinds=("crafting", "smelting", "blasting", "smoking", "campfire", "smithing"),
    ),
    "textcraft": replace(BARE, name="textcraft", containers=False, gather=True, kinds=("crafting",)),
}
