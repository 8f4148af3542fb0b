"""A version's tables of facts laid over those of an earlier version.

A folder of facts with a table `extends.toml` holds only what differs from the version that it names there. A table of
the folder is laid over the other version's table of that name, in which every word of `renamed` is renamed first:

    key = {…}             merged key by key
    "+key" = […]          added to the list that stands there
    "-" = ["key", …]      left out
    key = anything else   replaces
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias, cast

Table: TypeAlias = dict[str, Any]


def renamed(value: Any, words: Mapping[str, str]) -> Any:
    """`value` with every whole word in its texts and keys renamed; `_` is part of a word."""
    if isinstance(value, str):
        return re.sub(r"\w+", lambda found: words.get(found[0], found[0]), value)
    if isinstance(value, list):
        return [renamed(each, words) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        pairs = cast("Table", value).items()
        return {renamed(key, words): renamed(each, words) for key, each in pairs}
    return value


def laid(base: Table, own: Table) -> Table:
    """`own` laid over `base`; `KeyError` where `own` leaves out or adds to what `base` lacks."""
    left_out: list[str] = own.get("-", [])
    missing = [key for key in left_out if key not in base]
    if missing:
        raise KeyError(f"there is no {', '.join(missing)} to leave out")
    made = {key: value for key, value in base.items() if key not in left_out}
    for key, value in own.items():
        if key.startswith("+"):
            made[key[1:]] = base[key[1:]] + value
        elif key != "-":
            both = isinstance(value, dict) and isinstance(made.get(key), dict)
            made[key] = laid(made[key], cast("Table", value)) if both else value
    return made
