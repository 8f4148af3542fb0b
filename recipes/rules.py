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
    reached `free`, or the portal is `built`.
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
