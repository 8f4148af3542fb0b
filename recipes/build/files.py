"""Make the table of what the game calls the files of its recipes: python recipes/build/files.py [-v VERSION] [-o FILE]

A data pack replaces a recipe of the game by a file of its name. The names are made from the bundled book by the rules
that the game follows, and by the exceptions in `facts/VERSION/files.toml`. The same book gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, cast

from facts import Families, expand, read
from layout import layout

VERSIONS = ("1.16.5", "1.21.4")
"""The bundled versions whose recipes are files."""
BOOKS = Path(__file__).resolve().parent.parent / "data"
COOKING = {"smelting": "smelting", "blasting": "blasting", "smoking": "smoking", "campfire": "campfire_cooking"}

Made: TypeAlias = Mapping[str, Any]
Files: TypeAlias = dict[str, dict[str, list[str]]]
"""For each file the recipes that it stands for, each with the ingredients that are its share (none: all)."""


def make(version: str) -> dict[str, Any]:
    """The whole table: a file's recipe, or its recipes with the ingredients that are its share of each.

    `special` are files whose recipe only the game's code can tell, with their type.
    """
    book = json.loads((BOOKS / f"book_{version.replace('.', '_')}.json").read_text("utf-8"))
    families: Families = read(version, "families")["families"]
    table = read(version, "files")
    files = exceptions(table["files"], families, {made["id"] for made in book["recipes"]})
    told = {recipe for shares in files.values() for recipe in shares}
    for made in book["recipes"]:
        if made["id"] not in told:
            name = usual(made, book["recipes"])
            if name in files:
                raise SystemExit(f"{name} would be the file of {made['id']} and of {', '.join(files[name])}")
            files[name] = {made["id"]: []}
    return {
        "version": version,
        "files": {name: written(files[name]) for name in sorted(files)},
        "special": dict(sorted(table["special"].items())),
    }


def exceptions(table: Mapping[str, Any], families: Families, ids: set[str]) -> Files:
    """The files of the table, each row with a family written out for the recipes that there are."""
    files: Files = {}
    for row in table.items():
        for name, said in expand(list(row), families):
            recipe: str = said if isinstance(said, str) else said["recipe"]
            if recipe in ids:
                files.setdefault(name, {})[recipe] = [] if isinstance(said, str) else [said["takes"]]
            elif "{" not in repr(row):
                raise SystemExit(f"no recipe {recipe} is in the book")
    return files


def usual(made: Made, recipes: Sequence[Made]) -> str:
    """The name by the game's rules: the product, with what is done where there is another way to make it."""
    product, kind = next(iter(made["gives"])), made["kind"]
    ingredients = [entry["any_of"] for entry in made["takes"]]
    if kind == "crafting":
        waxed = sorted(map(str, ingredients)) == sorted(["honeycomb", product.removeprefix("waxed_")])
        return f"{product}_from_honeycomb" if waxed else product
    if kind == "stonecutting":
        return f"{product}_from_{ingredients[0]}_stonecutting"
    if kind == "smithing":
        return f"{product}_smithing"
    ways = Counter(other["kind"] for other in recipes if product in other["gives"])
    if kind == "smelting" and ways["smelting"] == 1 and not ways["crafting"]:
        return product
    return f"{product}_from_{COOKING[kind]}" + (f"_{ingredients[0]}" if ways[kind] > 1 else "")


def written(shares: Mapping[str, Sequence[str]]) -> Any:
    """A file's one whole recipe as text, anything else as an object."""
    whole = [recipe for recipe, takes in shares.items() if not takes]
    return whole[0] if len(shares) == len(whole) == 1 else dict(sorted(shares.items()))


def main() -> None:
    """Write the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-v", "--version", choices=VERSIONS, help="version of the game (default: each)")
    parser.add_argument("-o", "--output", type=Path, default=BOOKS, help="folder to write to")
    arguments = parser.parse_args()
    for version in [arguments.version] if arguments.version else VERSIONS:
        target = cast(Path, arguments.output) / f"files_{version.replace('.', '_')}.json"
        target.write_text(layout(make(version)), "utf-8")


if __name__ == "__main__":
    main()
