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
from ..recipes.diagnostic import Diagnostic, InputError

MOST_WORN = 100_000
"""Worn pieces are kept one by one, so there is a limit to them."""

_PARTS = re.compile(r"(?P<item>[^=@]+?)(?:@(?P<left>[^=@]*))?(?:=(?P<n>.*))?")


def parse_have(texts: Iterable[str], uses: Mapping[Item, int]) -> State:
    """The stock that texts such as `oak_log=3` or `wooden_pickaxe@12` name together; a count left out is 1.

    `uses` has the uses of new items. Raises `InputError` with a diagnostic for each text that is wrong.
    """
    amounts: list[tuple[Item, int | None, int]] = []
    faults: list[Diagnostic] = []
    for text in texts:
        found = _PARTS.fullmatch(text.strip())
        if found is None:
            faults.append(Diagnostic("have", "expected an item and a count", "such as oak_log=3", text=text))
            continue
        item = found["item"].strip()
        n, left = (
            _whole("1" if found["n"] is None else found["n"]),
            None if found["left"] is None else _whole(found["left"]),
        )
        if n is None or (found["left"] is not None and left is None):
            faults.append(Diagnostic("not-a-number", "expected whole numbers", "such as oak_log=3", text=text))
            continue
        amounts.append((item, left, n))
        faults += [
            Diagnostic(code, message, hint, text=text) for code, message, hint in amount_faults(*amounts[-1], uses)
        ]
    if not faults:
        faults = [Diagnostic("worn", message, "name fewer of them") for message in too_many(amounts)]
    if faults:
        raise InputError(faults)
    return state_of(amounts)


def amount_faults(item: Item, left: int | None, n: int, uses: Mapping[Item, int]) -> list[tuple[str, str, str]]:
    """What is wrong with an amount, as (code, message, hint); `left` are the uses left, `None` for new pieces."""
    out: list[tuple[str, str, str]] = []
    if n < 0:
        out.append(("negative", f"{n} {item}: less than nothing cannot be held", "counts start at 0"))
    if n > MAX_COUNT:
        out.append(("too-large", f"more than 10^12 {item} cannot be held", "counts above 10^12 are refused"))
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


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\s*[+-]?\d{1,30}\s*", text) else None
