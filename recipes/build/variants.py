"""Items that up to 1.12 were told apart by a number: each variant becomes an item of its own, `planks:0` to `planks:5`.

minecraft-data lists such an item once. Its recipes name a variant by `metadata` and mean any where they name none.
After this pass items and recipes read like those of a later version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

from facts import Families, Table, members

Kinds: TypeAlias = Mapping[str, Sequence[str]]
"""The labels of an item's variants, in the order of their numbers."""
Recipes: TypeAlias = Mapping[str, Sequence[Any]]
"""minecraft-data's recipes by the number of their product."""

MOST = 16
"""A variant is a number below this; number * MOST + variant tells all items apart."""


def kinds(table: Table, families: Families) -> Kinds:
    """The items with variants of a table `variants.toml`; none where there is no such table."""
    return {name: members(labels, families) for name, labels in table.get("variants", {}).items()}


def names_of(name: str, several: Kinds) -> list[str]:
    """What an item is called in the book: its variants, or the name itself."""
    return [f"{name}:{n}" for n in range(len(several[name]))] if name in several else [name]


def spread(items: Sequence[Table], recipes: Recipes, several: Kinds) -> tuple[Sequence[Table], Recipes]:
    """Items and recipes with variants for items; as they are where nothing has variants."""
    if not several:
        return items, recipes
    counts = {item["id"]: len(names_of(item["name"], several)) for item in items}
    spread_ = {made: [each for row in rows for each in spread_recipe(row, counts)] for made, rows in recipes.items()}
    return [each for item in items for each in spread_item(item, several)], spread_


def spread_item(item: Table, several: Kinds) -> Iterator[Table]:
    """An item's variants, with labels and numbers of their own."""
    labels = several.get(item["name"], [item["displayName"]])
    for variant, (name, label) in enumerate(zip(names_of(item["name"], several), labels, strict=True)):
        yield item | {"id": one(item["id"], variant), "name": name, "displayName": label}


def spread_recipe(recipe: Table, counts: Mapping[int, int]) -> Iterator[Table]:
    """The recipe for each choice of variants that it leaves open, the same for all places of an item."""
    part = "inShape" if "inShape" in recipe else "ingredients"
    lines: list[list[Any]] = recipe["inShape"] if part == "inShape" else [recipe["ingredients"]]
    result = {"id": one(recipe["result"]["id"], recipe["result"]["metadata"]), "count": recipe["result"]["count"]}
    wide = sorted({cell for line in lines for cell in line if isinstance(cell, int) and counts[cell] > 1})
    for choice in product(*(range(counts[number]) for number in wide)):
        chosen = dict(zip(wide, choice, strict=True))
        filled = [[place(cell, chosen) for cell in line] for line in lines]
        yield {"result": result, part: filled if part == "inShape" else filled[0]}


def place(cell: Any, chosen: Mapping[int, int]) -> int | None:
    """The item in a place of a recipe: a number means the chosen variant, an object says which."""
    if isinstance(cell, dict):
        return one(cell["id"], cell["metadata"])  # pyright: ignore[reportUnknownArgumentType]  # JSON
    return None if cell is None else one(cell, chosen.get(cell, 0))


def one(number: int, variant: int) -> int:
    """The number of a variant."""
    return number * MOST + variant
