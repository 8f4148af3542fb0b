"""The spelling of item names."""

from __future__ import annotations

import re

from .locate import bare


def normal(name: str) -> str:
    """A name in the spelling of item names: small letters, `_` for blanks and hyphens, `and` for `&`, without
    `minecraft:`."""
    plain = name.replace("'", "").replace("&", " and ").casefold()
    return bare(re.sub(r"[\s_-]+", "_", plain).strip("_"))


def respelled(name: str) -> str:
    """`grey`, `armour` and `spade` as the game spells them."""
    return name.replace("grey", "gray").replace("armour", "armor").replace("spade", "shovel")
