"""The pattern of a shaped recipe and its key, as the game reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ..locate import Json
from ..suggest import shown
from .reading import WrongError


def rows_of(data: Mapping[str, Json], size: int) -> list[str]:
    """The rows of a recipe's pattern, of one length and at most `size`; raises `WrongError`."""
    value = data.get("pattern")
    hint = 'for example "pattern": ["##", "##"]'
    if not isinstance(value, list):
        raise WrongError(
            ("pattern",) if value is not None else (), "type", f"expected a pattern, got {shown(value)}", hint
        )
    rows = cast(list[Json], value)
    for index, row in enumerate(rows):
        if not isinstance(row, str) or len(row) > size:
            message = f"expected a row of at most {size} symbols, got {shown(row)}"
            raise WrongError(("pattern", index), "type" if not isinstance(row, str) else "length", message, hint)
        if len(row) != len(rows[0]):
            raise WrongError(("pattern", index), "length", "the rows of a pattern are of one length", hint)
    if len(rows) > size:
        raise WrongError(("pattern",), "length", f"a pattern of {len(rows)} rows, expected at most {size}", hint)
    return cast(list[str], rows)


def key_of(data: Mapping[str, Json]) -> dict[str, Json]:
    """What the symbols of a recipe's pattern stand for; raises `WrongError`."""
    key = data.get("key")
    if not isinstance(key, dict):
        path = ("key",) if key is not None else ()
        raise WrongError(path, "type", f"expected the key of the pattern, got {shown(key)}", '{"#": {"item": "stick"}}')
    for symbol in cast(dict[str, Json], key):
        if len(symbol) != 1 or symbol == " ":
            hint = "a symbol is one character and no blank"
            raise WrongError(("key", symbol), "text", f"the symbol {shown(symbol)} can't be used", hint, key=True)
    return cast(dict[str, Json], key)


def trimmed(rows: list[str]) -> list[str]:
    """The pattern without empty rows and columns around it, as the game reads it."""
    filled = [row for row in rows if row.strip()]
    if not filled:
        return []
    inside = rows[rows.index(filled[0]) : len(rows) - rows[::-1].index(filled[-1])]
    left = min(len(row) - len(row.lstrip()) for row in filled)
    right = max(len(row.rstrip()) for row in filled)
    return [row[left:right] for row in inside]
