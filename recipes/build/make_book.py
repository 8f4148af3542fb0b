"""Make the bundled book of a version: python recipes/build/make_book.py PATH_TO_MINECRAFT_DATA [-o FILE]

PATH is the unpacked npm package `minecraft-data` (3.119.0 or later; a folder that holds `pc/1.16.2`). Crafting, items,
stack sizes, uses, labels and hardness come from it, everything else from the tables in `facts/`. The same input gives
the same bytes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from crafting import crafting_rows
from facts import Families, Table, counted, expand, read, read_all, read_tags, resolve
from gathering import Efforts, source_rows
from layout import layout

VERSION, DATA = "1.16.5", "1.16.2"
"""The game's version and the folder of minecraft-data that describes it."""
BOOK = Path(__file__).resolve().parent.parent / "data" / "book_1_16_5.json"
FURNACES = {
    "smelting": ("smelt", "furnace", 200),
    "blasting": ("blast", "blast_furnace", 200),
    "smoking": ("smoke", "smoker", 200),
    "campfire": ("campfire", "campfire", 0),
}
"""Kind of recipe: verb, station, ticks of fuel."""
Tags = Mapping[str, Sequence[str]]


def make(data: Path) -> dict[str, Any]:
    """The whole book in the form of a book file."""
    items = load(data, "items")
    families: Families = read(VERSION, "families")["families"]
    tags = read_tags(VERSION, families)
    names = {item["id"]: item["name"] for item in items}
    hardness = {block["name"]: block["hardness"] for block in load(data, "blocks")}
    efforts = Efforts(read(VERSION, "effort"), read(VERSION, "tools"), hardness)
    recipes = [*crafting(data, names, tags, families), *furnaces(families), *stonecutting(), *smithing()]
    return {
        "craftproof": "book/1",
        "version": VERSION,
        "items": item_types(items),
        "tags": tags,
        "recipes": sorted((tagged(recipe, tags) for recipe in recipes), key=identity),
        "sources": sorted(source_rows(read_all(VERSION, "sources"), families, efforts), key=identity),
        "fuels": fuels(tags),
        "containers": read(VERSION, "containers")["left"],
        "names": read(VERSION, "names")["names"],
        "unobtainable": unobtainable([item["name"] for item in items]),
    }


def load(data: Path, name: str) -> Any:
    """A file of minecraft-data, wherever in the package its version folder lies."""
    places = [folder / DATA / f"{name}.json" for folder in (data, data / "pc", data / "data" / "pc")]
    places.append(data / "minecraft-data" / "data" / "pc" / DATA / f"{name}.json")
    for place in places:
        if place.is_file():
            return json.loads(place.read_text("utf-8"))
    raise SystemExit(f"{data} holds no {DATA}/{name}.json; is it the unpacked npm package minecraft-data?")


def identity(row: Mapping[str, Any]) -> str:
    """What recipes and sources are sorted by."""
    return row["id"]


def item_types(items: Sequence[Table]) -> dict[str, Any]:
    """Items with stack, uses, tool class and level; what is usual (64 in a stack, no tool) is not written."""
    tools = read(VERSION, "tools")
    types: dict[str, Any] = {}
    for item in sorted(items, key=lambda item: item["name"]):
        name: str = item["name"]
        made: dict[str, Any] = {"stack": item["stackSize"]} if item["stackSize"] != 64 else {}
        made |= {"uses": item["maxDurability"]} if item.get("maxDurability") else {}
        level, _, tool = name.partition("_")
        if tool in tools["classes"] and level in tools["tiers"]:
            tier = tools["tiers"][level]
            made |= {"tool": tool} | ({"tier": tier} if tier else {})
        elif name in tools["alone"]:
            made["tool"] = name
        types[name] = made | {"label": item["displayName"]}
    return types


def crafting(data: Path, names: Mapping[int, str], tags: Tags, families: Families) -> Iterator[Table]:
    """Crafting of minecraft-data and the plain forms of the special recipes."""
    rows = crafting_rows(load(data, "recipes"), names)
    for special in read(VERSION, "special")["crafting"]:
        for row in expand(special, families):
            product, count = counted(row["gives"])
            takes = [(tuple(sorted(resolve([each], tags))), 1) for each in row["takes"]]
            rows.append({"gives": product, "n": count, "takes": takes, "station": None})
    several = Counter(row["gives"] for row in rows)
    for row in rows:
        rivals = [other for other in rows if other is not row and other["gives"] == row["gives"]]
        origin = f" from {distinction(row, rivals, tags)}" if several[row["gives"]] > 1 else ""
        takes = [{"any_of": list(items), "n": n} for items, n in row["takes"]]
        yield recipe(f"craft {row['gives']}{origin}", "crafting", row["station"], takes, {row["gives"]: row["n"]})


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


def furnaces(families: Families) -> Iterator[Table]:
    """Smelting and its faster kinds."""
    table = read(VERSION, "furnaces")
    for kind, (verb, station, burns) in FURNACES.items():
        for product, inputs in table[kind].items():
            for made, taken in expand([product, inputs], families):
                name = f"{verb} {made} from {taken[0].lstrip('#')}"
                yield recipe(name, kind, station, [{"any_of": taken}], {made: 1}, burns)


def stonecutting() -> Iterator[Table]:
    """What the stonecutter cuts."""
    for stone, cuts in read(VERSION, "stonecutting")["cuts"].items():
        for product, count in cuts.items():
            name = f"cut {product} from {stone}"
            yield recipe(name, "stonecutting", "stonecutter", [{"any_of": [stone]}], {product: count})


def smithing() -> Iterator[Table]:
    """Netherite gear."""
    table = read(VERSION, "smithing")
    for gear in table["gear"]:
        takes = [{"any_of": [f"diamond_{gear}"]}, {"any_of": [table["addition"]]}]
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


def fuels(tags: Tags) -> dict[str, int]:
    """Ticks of every item that burns."""
    table = read(VERSION, "fuels")
    never = resolve([table["never"]], tags)
    ticks = {item: value for text, value in table["ticks"].items() for item in resolve([text], tags) - never}
    return dict(sorted(ticks.items()))


def unobtainable(items: Sequence[str]) -> dict[str, str]:
    """Items that nothing gives, with the reason."""
    reasons = read(VERSION, "unobtainable")["reasons"].items()
    pairs = [(item, why) for why, texts in reasons for text in texts for item in items if fnmatch(item, text)]
    return dict(sorted(pairs))


def main() -> None:
    """Write the book."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="the unpacked npm package minecraft-data")
    parser.add_argument("-o", "--output", type=Path, default=BOOK, help="file to write (default: the bundled book)")
    arguments = parser.parse_args()
    arguments.output.write_text(layout(make(arguments.data)), "utf-8")


if __name__ == "__main__":
    main()
