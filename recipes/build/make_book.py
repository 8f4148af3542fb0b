"""Make the bundled book of a version: python recipes/build/make_book.py PATH [-v VERSION] [-o FILE]

PATH is the unpacked npm package `minecraft-data` (3.119.0 or later). Crafting, items, stack sizes, uses, labels and
hardness come from it, everything else from the tables in `facts/`. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from facts import RECIPE_TAGS, Families, Table, read, read_if_any, read_layers, read_tags, resolve
from gathering import Efforts, source_rows
from layout import layout
from making import Tags, all_recipes
from variants import kinds, names_of, spread

VERSIONS = ("1.11.2", "1.16.5", "1.21.4")
"""The versions that have tables of facts."""
BOOKS = Path(__file__).resolve().parent.parent / "data"


def make(data: Path, version: str) -> dict[str, Any]:
    """The whole book of a version in the form of a book file."""
    families: Families = read(version, "families")["families"]
    several = kinds(read_if_any(version, "variants"), families)
    corrections = read_if_any(version, "corrections")
    listed = [corrected(item, corrections) for item in load(data, version, "items")]
    listed = [item for item in listed if item["name"] not in corrections.get("no_items", [])]
    numbers = {str(item["id"]) for item in listed}
    known = {made: rows for made, rows in load(data, version, "recipes").items() if made in numbers}
    items, crafting = spread(listed, known, several)
    variants = {name: sorted(names_of(name, several)) for name in several}
    tags = dict(sorted((read_tags(version, families) | variants).items()))
    written = dict(sorted((read_tags(version, families, RECIPE_TAGS) | variants).items()))
    names = {item["id"]: item["name"] for item in items}
    hardness = {block["name"]: block["hardness"] for block in load(data, version, "blocks")}
    hardness |= corrections.get("hardness", {})
    efforts = Efforts(read(version, "effort"), read(version, "tools"), hardness)
    recipes = all_recipes(version, crafting, names, written, families)
    return {
        "craftproof": "book/1",
        "version": version,
        "items": item_types(version, items),
        "tags": tags,
        "recipes": sorted(recipes, key=identity),
        "sources": sorted(source_rows(read_layers(version, "sources"), families, efforts), key=identity),
        "fuels": fuels(version, tags),
        "containers": read(version, "containers")["left"],
        "names": read(version, "names")["names"],
        "unobtainable": unobtainable(version, [item["name"] for item in items]),
    }


def load(data: Path, version: str, name: str) -> Any:
    """A file of minecraft-data for a version, wherever in the package its data lie; not each has a file of its own."""
    for root in (data, data / "data", data / "minecraft-data" / "data"):
        if (root / "dataPaths.json").is_file():
            folder: str = json.loads((root / "dataPaths.json").read_text("utf-8"))["pc"][version][name]
            return json.loads((root / folder / f"{name}.json").read_text("utf-8"))
    raise SystemExit(f"{data} holds no dataPaths.json; is it the unpacked npm package minecraft-data?")


def corrected(item: Table, corrections: Table) -> Table:
    """An item of minecraft-data with its name, label and stack as the game has them."""
    name: str = item["name"]
    changed = {"name": corrections.get("names", {}).get(name, name)}
    changed |= {"stackSize": corrections.get("stack", {}).get(name, item["stackSize"])}
    return item | changed | {"displayName": corrections.get("labels", {}).get(name, item["displayName"])}


def identity(row: Mapping[str, Any]) -> str:
    """What recipes and sources are sorted by."""
    return row["id"]


def item_types(version: str, items: Sequence[Table]) -> dict[str, Any]:
    """Items with stack, uses, tool class and level; what is usual (64 in a stack, no tool) is not written."""
    tools = read(version, "tools")
    types: dict[str, Any] = {}
    for item in sorted(items, key=lambda item: item["name"]):
        name: str = item["name"]
        made: dict[str, Any] = {"stack": item["stackSize"]} if item["stackSize"] != 64 else {}
        uses: int = item.get("maxDurability") or 0
        made |= {"uses": uses + (name not in tools["unbreakable"]) * tools["beyond"]} if uses else {}
        level, _, tool = name.partition("_")
        if tool in tools["classes"] and level in tools["tiers"]:
            tier = tools["tiers"][level]
            made |= {"tool": tool} | ({"tier": tier} if tier else {})
        elif name in tools["alone"]:
            made["tool"] = name
        types[name] = made | {"label": item["displayName"]}
    return types


def fuels(version: str, tags: Tags) -> dict[str, int]:
    """Ticks of every item that burns."""
    table = read(version, "fuels")
    never = resolve(table["never"], tags)
    ticks = {item: value for text, value in table["ticks"].items() for item in resolve([text], tags) - never}
    return dict(sorted(ticks.items()))


def unobtainable(version: str, items: Sequence[str]) -> dict[str, str]:
    """Items that nothing gives, with the reason."""
    reasons = read(version, "unobtainable")["reasons"].items()
    pairs = [(item, why) for why, texts in reasons for text in texts for item in items if fnmatch(item, text)]
    return dict(sorted(pairs))


def main() -> None:
    """Write the book."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="the unpacked npm package minecraft-data")
    parser.add_argument("-v", "--version", choices=VERSIONS, default="1.16.5", help="version of the game")
    parser.add_argument("-o", "--output", type=Path, help="file to write (default: the bundled book)")
    arguments = parser.parse_args()
    version: str = arguments.version
    target = arguments.output or BOOKS / f"book_{version.replace('.', '_')}.json"
    target.write_text(layout(make(arguments.data, version)), "utf-8")


if __name__ == "__main__":
    main()
