"""The faults by which older, wrong copies of minecraft-data's recipes are known.

The copies of the files for 1.11 in Python packages list repairs as recipes, lack doors, fences and boats, and let
shields be made of wool and boats of shovels.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from ..book import Item
from .variants import Cell, Row, Variant


def wrong(rows: Sequence[Row], names: Collection[str], wearing: Collection[Item]) -> list[str]:
    """The faults by which wrong data is known, in words; none in data that agrees with the game.

    `names` are all items of the list, `wearing` those that wear.
    """
    made = {row[0].partition(":")[0] for row in rows}
    faults = [_repairs(rows, wearing), _missing(names, made), _never_held(rows)]
    faults += [
        _takes(rows, "boat", r".*_shovel", "a boat takes five planks and no shovel from 1.9 on", names, "shield")
    ]
    faults += [_takes(rows, "shield", "wool(:.*)?|.*_wool", "a shield takes six planks and an ingot, no wool", names)]
    faults += [_takes(rows, "wooden_button", "stone(:.*)?", "a wooden button takes planks, no stone", names)]
    return [fault for fault in faults if fault]


def _repairs(rows: Sequence[Row], wearing: Collection[Item]) -> str:
    """Two damaged tools on a table make one: no recipe, since the game decides it by the damage."""
    repaired = [p for p, _, _, parts in rows if p in wearing and _counts(parts) == {(p,): 2}]
    few = ", ".join(repaired[:3])
    return f"{len(repaired)} repairs of two damaged tools stand among the recipes: {few} …" if repaired else ""


def _missing(names: Iterable[str], made: Iterable[str]) -> str:
    """Doors, fences and stairs that the version has, but which nothing makes."""
    kinds = re.compile(
        r"(.*_)?(fence|stairs)|(wooden|spruce|birch|jungle|acacia|dark_oak|iron|oak)_door|rabbit_stew|.*boat"
    )
    missing = sorted(name for name in set(names) - set(made) if kinds.fullmatch(name) and "chest" not in name)
    few = ", ".join(missing[:5])
    return f"{len(missing)} things that anyone can make are missing: {few} …" if len(missing) > 5 else ""


def _never_held(rows: Sequence[Row]) -> str:
    unlit = [row[0] for row in rows if row[0] in ("unlit_redstone_torch", "lit_redstone_lamp", "lit_furnace")]
    return f"{unlit[0]} is a block that nobody can hold, but a recipe makes it" if unlit else ""


def _takes(rows: Sequence[Row], product: str, pattern: str, words: str, names: Collection[str], since: str = "") -> str:
    """`words`, where a recipe for the product takes what it never does."""
    if since and since not in names:
        return ""
    regex = re.compile(pattern)
    bad = any(
        row[0].partition(":")[0] == product and any(regex.fullmatch(i) for _, cell in row[3] for i in cell)
        for row in rows
    )
    return words if bad else ""


def _counts(parts: Variant) -> dict[Cell, int]:
    found: Counter[Cell] = Counter()
    for places, cell in parts:
        found[cell] += len(places)
    return dict(found)
