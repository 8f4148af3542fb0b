"""The form of minecraft-data's items and recipes, as far as they are read: what departs from it, with its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from ..locate import Json, Path
from ..shape import Fault
from ..suggest import shown
from .dumpform import ANY, COUNT, NAME, TEXT, WHOLE, entry, entry_faults, list_faults, optional

SIDE = 3
"""A grid is at most so wide and high."""
ITEM = entry(
    "an item",
    {"id": WHOLE, "name": NAME, "displayName": TEXT, "stackSize": COUNT},
    {"maxDurability": optional(WHOLE)},
)
BLOCK = entry("a block", {"id": WHOLE, "name": NAME})
VARIATION = entry("a variant", {"metadata": ANY, "displayName": TEXT})
RESULT = entry("a result", {"id": WHOLE, "count": WHOLE}, {"metadata": optional(ANY)})
CELL = entry("an item of a recipe", {"id": WHOLE}, {"metadata": optional(ANY)})


def list_misfits(listed: Json, *, blocks: bool = False) -> Iterator[Fault]:
    """What is not of the form of a list of items, or of blocks."""
    yield from list_faults(listed, BLOCK if blocks else ITEM, ())
    for index, each in enumerate(cast(list[Json], listed) if isinstance(listed, list) else []):
        kinds = cast(dict[str, Json], each).get("variations") if isinstance(each, dict) else None
        if kinds is not None:
            yield from list_faults(kinds, VARIATION, (index, "variations"))


def recipe_misfits(data: Json, names: Mapping[int, str]) -> Iterator[Fault]:
    """What is not of the form of the recipes, of items with these numbers."""
    if not isinstance(data, dict):
        yield Fault((), "type", f"expected an object: number, recipes; got {shown(data)}")
        return
    for number, several in cast(dict[str, Json], data).items():
        if not isinstance(several, list):
            yield Fault((number,), "type", f"expected a list of recipes, got {shown(several)}")
            continue
        for index, recipe in enumerate(cast(list[Json], several)):
            yield from _of_recipe(recipe, (number, index), names)


def _of_recipe(recipe: Json, path: Path, names: Mapping[int, str]) -> Iterator[Fault]:
    if not isinstance(recipe, dict):
        yield Fault(path, "type", f"expected a recipe, got {shown(recipe)}")
        return
    read = cast(dict[str, Json], recipe)
    if "result" not in read:
        yield Fault(path, "missing-key", 'expected a key "result" in a recipe')
    else:
        yield from entry_faults(read["result"], RESULT, (*path, "result"))
        yield from _of_number(read["result"], (*path, "result"), names)
    key = "ingredients" if "ingredients" in read and "inShape" not in read else "inShape"
    rows = read.get(key)
    lines = [rows] if key == "ingredients" else rows
    if not isinstance(rows, list) or not all(isinstance(line, list) for line in cast(list[Any], lines)):
        yield Fault((*path, key) if key in read else path, "type", f'expected lists of items under "{key}"')
        return
    for y, line in enumerate(cast(list[list[Json]], lines)):
        where = (*path, key) if key == "ingredients" else (*path, key, y)
        yield from _of_line(line, where, names, grid=key == "inShape")
    filled = [cell for line in cast(list[list[Json]], lines) for cell in line if cell is not None]
    if not filled or (key == "inShape" and len(cast(list[Json], rows)) > SIDE):
        yield Fault((*path, key), "length", "expected from one item to a grid of three by three")


def _of_line(line: list[Json], path: Path, names: Mapping[int, str], *, grid: bool) -> Iterator[Fault]:
    if grid and len(line) > SIDE:
        yield Fault(path, "length", f"expected a row of at most {SIDE}, got {len(line)}")
    for x, cell in enumerate(line):
        if isinstance(cell, dict):
            yield from entry_faults(cell, CELL, (*path, x))
        elif isinstance(cell, bool) or not isinstance(cell, int | None if grid else int):
            yield Fault((*path, x), "type", f"expected the number of an item, got {shown(cell)}")
        if cell is not None:
            yield from _of_number(cell, (*path, x), names)


def _of_number(cell: Json, path: Path, names: Mapping[int, str]) -> Iterator[Fault]:
    """A number that no item has."""
    number = cast(dict[str, Json], cell).get("id") if isinstance(cell, dict) else cell
    if isinstance(number, int) and not isinstance(number, bool) and number not in names:
        yield Fault(
            path, "unknown-item", f"no item has the number {number}", "are items.json and recipes.json of one version?"
        )
