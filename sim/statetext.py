"""States as text and as data. A worn piece is written with the uses it has left: `wooden_pickaxe@12`.

oak_log=3              three logs              {"items": {"oak_log": 3, "wooden_pickaxe@12": 2},
wooden_pickaxe@12=2    two worn pickaxes        "ticks": {"furnace": 100}, "hand": "wooden_pickaxe"}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..pddl.model import State
from ..recipes.book import MAX_COUNT, Item
from ..recipes.suggest import shown

MOST_WORN = 100_000
"""Worn pieces are kept one by one, so there is a limit to them."""


def parse_worn(written: str) -> tuple[Item, int | None, str]:
    """The item of `wooden_pickaxe@12`, the uses left (`None`: a new one), and what is wrong with them, or nothing."""
    item, at, left = (part.strip() for part in written.partition("@"))
    if not at:
        return item, None, ""
    if re.fullmatch(r"[0-9]{1,12}", left) and int(left) > 0:
        return item, int(left), ""
    return item, None, f"expected the uses left after @, got {shown(written)}"


WORN_HINT = "wooden_pickaxe@12: with 12 uses left"
"""What to do about uses that are none."""


def amount_faults(item: Item, left: int | None, n: int, uses: Mapping[Item, int]) -> list[tuple[str, str, str]]:
    """What is wrong with an amount, as (code, message, hint); `left` are the uses left, `None` for new pieces."""
    out: list[tuple[str, str, str]] = []
    if left is None:
        return out
    new = uses.get(item, 0)
    if not new:
        out.append(("worn", f"{item} does not wear", f"write {item} alone"))
    elif not 1 <= left <= new:
        out.append(("worn", f"{item} has 1 to {new} uses left, not {left}", f"a new one is written {item} alone"))
    if n > MOST_WORN:
        out.append(("worn", f"more than {MOST_WORN} worn pieces of {item}", "name fewer of them"))
    return out


def too_many(amounts: Iterable[tuple[Item, int | None, int]]) -> list[str]:
    """What is too much in the sum of amounts that are each in order."""
    total: dict[Item, int] = {}
    worn = 0
    for item, left, n in amounts:
        total[item] = total.get(item, 0) + n
        worn += n if left is not None else 0
    out = [f"more than 10^12 {item} in all" for item, n in total.items() if n > MAX_COUNT]
    return out + ([f"more than {MOST_WORN} worn pieces in all"] if worn > MOST_WORN else [])


def state_of(amounts: Iterable[tuple[Item, int | None, int]]) -> State:
    """The state of amounts (item, uses left or `None`, n)."""
    stock: dict[Item, int] = {}
    worn: dict[Item, list[int]] = {}
    for item, left, n in amounts:
        if n:
            stock[item] = stock.get(item, 0) + n
            if left is not None:
                worn.setdefault(item, []).extend([left] * n)
    return State(stock, {item: tuple(sorted(pieces)) for item, pieces in worn.items()})


def state_data(state: State) -> dict[str, Any]:
    """A state as data, sorted by name; parts that are empty are left out, except the items."""
    items: dict[str, int] = {}
    for item, n in sorted(state.stock.items()):
        pieces = state.worn.get(item, ())
        if n > len(pieces):
            items[item] = n - len(pieces)
        for left in pieces:
            key = f"{item}@{left}"
            items[key] = items.get(key, 0) + 1
    out: dict[str, Any] = {"items": items}
    if state.ticks:
        out["ticks"] = dict(sorted(state.ticks.items()))
    if state.placed:
        out["placed"] = dict(sorted(state.placed.items()))
    if state.slots is not None:
        out["slots"] = [list(slot) if slot else None for slot in state.slots]
    if state.hand is not None:
        out["hand"] = state.hand
    return out
