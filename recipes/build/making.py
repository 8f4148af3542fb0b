"""The recipes of a book from minecraft-data and the tables of facts, each in the form of a book file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from crafting import crafting_rows
from facts import Families, Table, counted, expand, members, read, read_if_any, resolve

Tags: TypeAlias = Mapping[str, Sequence[str]]
"""Sorted tags with their sorted items."""
FURNACES = {
    "smelting": ("smelt", "furnace", 200),
    "blasting": ("blast", "blast_furnace", 200),
    "smoking": ("smoke", "smoker", 200),
    "campfire": ("campfire", "campfire", 0),
}
"""Kind of recipe: verb, station, ticks of fuel."""


def all_recipes(version: str, data: Any, names: Mapping[int, str], tags: Tags, families: Families) -> Iterator[Table]:
    """Every recipe of the version."""
    yield from (tagged(each, tags) for each in crafting(version, data, names, tags, families))
    yield from (tagged(each, tags) for each in furnaces(version, families))
    yield from stonecutting(version, families)
    yield from smithing(version)


def crafting(version: str, data: Any, names: Mapping[int, str], tags: Tags, families: Families) -> Iterator[Table]:
    """Crafting of minecraft-data, and what the table `special` states: more recipes, and those to be made anew.

    `data` is minecraft-data's file of recipes, `names` the item names by number.
    """
    table = read(version, "special")
    anew = set(members(table.get("anew", []), families))
    rows = [row for row in crafting_rows(data, names) if row["gives"] not in anew]
    rows += [special(row, tags) for pattern in table["crafting"] for row in expand(pattern, families)]
    several = Counter(row["gives"] for row in rows)
    for row in rows:
        rivals = [other for other in rows if other is not row and other["gives"] == row["gives"]]
        origin = f" from {distinction(row, rivals, tags)}" if several[row["gives"]] > 1 else ""
        takes = [{"any_of": list(items), "n": n} for items, n in row["takes"]]
        yield recipe(f"craft {row['gives']}{origin}", "crafting", row["station"], takes, {row["gives"]: row["n"]})


def special(row: Table, tags: Tags) -> Table:
    """A recipe of the table `special` in the form of `crafting_rows`; nothing is an ingredient of itself."""
    product, count = counted(row["gives"])
    parts = [counted(text) for text in row["takes"]]
    takes = [(tuple(sorted(resolve([text], tags) - {product})), n) for text, n in parts]
    return {"gives": product, "n": count, "takes": takes, "station": row.get("station")}


def distinction(row: Table, rivals: Sequence[Table], tags: Tags) -> str:
    """What sets a recipe apart from others of its product: an ingredient that no other has, or all of them.

    A single item is preferred to a choice, and anything to a dye: `from white_bed`, not `from black_dye`.
    """
    theirs = {items for other in rivals for items, _ in other["takes"]}
    own = [items for items, _ in row["takes"] if items not in theirs]
    if not own:
        return "+".join(called(items, tags) for items, _ in row["takes"])
    return called(min(own, key=lambda items: (len(items) > 1, items[0].endswith("_dye"))), tags)


def called(items: Sequence[str], tags: Tags) -> str:
    """A short name for a set of items: the item, the tag, or the first of them."""
    return next((tag for tag, members in tags.items() if list(members) == list(items)), items[0])


def recipe(name: str, kind: str, station: str | None, takes: list[Table], gives: Table, burns: int = 0) -> Table:
    """A recipe in the form of a book file."""
    made: Table = {"id": name, "kind": kind} | ({"station": station} if station else {})
    return made | {"takes": takes, "gives": gives} | ({"burns": burns} if burns else {})


def furnaces(version: str, families: Families) -> Iterator[Table]:
    """Smelting and its faster kinds; a list of lists of ingredients makes several recipes."""
    table = read(version, "furnaces")
    for kind, (verb, station, burns) in FURNACES.items():
        rows = [(product, each) for product, inputs in table.get(kind, {}).items() for each in ways(inputs)]
        for made, taken in (each for row in rows for each in expand(list(row), families)):
            name = f"{verb} {made} from {taken[0].lstrip('#')}"
            yield recipe(name, kind, station, [{"any_of": taken}], {made: 1}, burns)


def ways(inputs: list[Any]) -> list[Any]:
    """The ingredient sets of one product: `["a", "b"]` is one of two items, `[["a"], ["b"]]` two of one each."""
    return inputs if isinstance(inputs[0], list) else [inputs]


def stonecutting(version: str, families: Families) -> Iterator[Table]:
    """What the stonecutter cuts."""
    rows = read_if_any(version, "stonecutting").get("cuts", {}).items()
    for stone, cuts in (each for row in rows for each in expand(list(row), families)):
        for product, count in cuts.items():
            name = f"cut {product} from {stone}"
            yield recipe(name, "stonecutting", "stonecutter", [{"any_of": stone}], {product: count})


def smithing(version: str) -> Iterator[Table]:
    """Netherite gear, from 1.20 on with a template."""
    table = read_if_any(version, "smithing")
    for gear in table.get("gear", ()):
        parts = [f"diamond_{gear}", table["addition"], *table.get("template", [])]
        takes = [{"any_of": part} for part in parts]
        yield recipe(f"smith netherite_{gear}", "smithing", "smithing_table", takes, {f"netherite_{gear}": 1})


def tagged(row: Table, tags: Tags) -> Table:
    """The recipe with every ingredient set in its shortest form: an item, `#tag` where one equals it, or a list."""
    takes: list[Table] = []
    for each in row["takes"]:
        items = sorted(resolve(each["any_of"], tags))
        tag = next((f"#{name}" for name, members in tags.items() if list(members) == items), None)
        short = items[0] if len(items) == 1 else tag or items
        takes.append({"any_of": short} | ({"n": each["n"]} if each.get("n", 1) > 1 else {}))
    return row | {"takes": takes}
