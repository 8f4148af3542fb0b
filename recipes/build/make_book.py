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

from facts import Families, Table, read, read_all, read_tags, resolve
from gathering import Efforts, source_rows
from layout import layout
from making import Tags, all_recipes

VERSIONS = {"1.16.5": "1.16.2"}
"""The versions that have tables of facts, and the folder of minecraft-data that describes each."""
BOOKS = Path(__file__).resolve().parent.parent / "data"


def make(data: Path, version: str) -> dict[str, Any]:
    """The whole book of a version in the form of a book file."""
    items = load(data, VERSIONS[version], "items")
    families: Families = read(version, "families")["families"]
    tags = read_tags(version, families)
    names = {item["id"]: item["name"] for item in items}
    hardness = {block["name"]: block["hardness"] for block in load(data, VERSIONS[version], "blocks")}
    efforts = Efforts(read(version, "effort"), read(version, "tools"), hardness)
    recipes = all_recipes(version, load(data, VERSIONS[version], "recipes"), names, tags, families)
    return {
        "craftproof": "book/1",
        "version": version,
        "items": item_types(version, items),
        "tags": tags,
        "recipes": sorted(recipes, key=identity),
        "sources": sorted(source_rows(read_all(version, "sources"), families, efforts), key=identity),
        "fuels": fuels(version, tags),
        "containers": read(version, "containers")["left"],
        "names": read(version, "names")["names"],
        "unobtainable": unobtainable(version, [item["name"] for item in items]),
    }


def load(data: Path, folder: str, name: str) -> Any:
    """A file of minecraft-data, wherever in the package its version folder lies."""
    for root in (data, data / "data", data / "minecraft-data" / "data"):
        place = root / "pc" / folder / f"{name}.json"
        if place.is_file():
            return json.loads(place.read_text("utf-8"))
    raise SystemExit(f"{data} holds no pc/{folder}/{name}.json; is it the unpacked npm package minecraft-data?")


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
        made |= {"uses": item["maxDurability"]} if item.get("maxDurability") else {}
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
    never = resolve([table["never"]], tags)
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
