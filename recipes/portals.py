"""The portals to other dimensions, as recipes: facts of the game that hold in every version since 1.9.

A Nether portal is a frame of ten obsidian (corners left out) lit with flint and steel. The End is reached through a
stronghold, whose portal takes twelve eyes of ender at the most.
"""

from __future__ import annotations

from collections.abc import Mapping

from .book import Ingredient, Recipe, ToolNeed

PORTALS: Mapping[str, Recipe] = {
    "nether": Recipe(
        id="build portal:nether",
        kind="build",
        takes=(Ingredient(("obsidian",), 10),),
        gives=(("portal:nether", 1),),
        wears=((ToolNeed("flint_and_steel"),),),
    ),
    "end": Recipe(
        id="build portal:end",
        kind="build",
        takes=(Ingredient(("ender_eye",), 12),),
        gives=(("portal:end", 1),),
    ),
}
"""By the dimension's name in `Where`."""
