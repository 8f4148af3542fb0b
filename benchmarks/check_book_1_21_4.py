"""Compare the bundled 1.21.4 book with npm's minecraft-data.

    python benchmarks/check_book_1_21_4.py PATH          # PATH: the unpacked npm package, 3.119.0 or later

The book is made anew and must be the same to the byte; the tools of mined blocks must be those of `harvestTools`;
recipes of each station must be as many as in the game; and crafting is held against the recipes of 1.20.4, which are
whole, and of 1.21.8, which know the Pale Garden: what those have and 1.21.4 has not is listed below with the reason,
everything else must be in the book, and nothing that no version knows. Exit code 0 where nothing differs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from craftproof.recipes.book import Book, Recipe, ToolNeed
from craftproof.recipes.library import bundled

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "recipes" / "build"))  # the maker of books is a script, no part of the package

from crafting import crafting_rows  # noqa: E402  # found only by the line above

Takes: TypeAlias = Sequence[tuple[Sequence[str], int]]

GAME = {"stonecutting": 254, "smelting": 71, "blasting": 24, "smoking": 9, "campfire": 9, "smithing": 9}
"""Recipes of a kind in the game's data of 1.21.4, trims of armour left out."""

OTHERWISE = {
    "1.20.4": {
        "turtle_helmet": "of scute, which is called turtle_scute since 1.20.5",
    },
    "1.21.8": {
        "saddle": "can be crafted since 1.21.6",
        "lead": "needs no slime ball since 1.21.6",
        "lodestone": "is made with iron since 1.21.6",
    },
}
"""Products of another version whose recipe there is not one of 1.21.4, and why."""

RECOLOURED = ("_bed", "_carpet", "_wool", "_shulker_box", "_bundle")
"""What dyeing changes; minecraft-data keeps one colour of each since 1.20.5, and 1.20.4 knows no transmuting."""

TOOL_FAULTS = {
    "amethyst_cluster": "gives two shards by hand and four with a pickaxe, which is the source",
    "decorated_pot": "comes off whole by hand; a tool breaks it into its parts, which is the source",
}
"""Blocks that a tool is needed for although they can be broken without."""


class Data:
    """The files of minecraft-data."""

    def __init__(self, folder: Path) -> None:
        roots = (folder, folder / "data", folder / "minecraft-data" / "data")
        found = [root for root in roots if (root / "dataPaths.json").is_file()]
        if not found:
            raise SystemExit(f"{folder} holds no dataPaths.json; is it the unpacked npm package minecraft-data?")
        self.folder = found[0]
        self.paths = json.loads((self.folder / "dataPaths.json").read_text("utf-8"))["pc"]

    def file(self, version: str, name: str) -> Any:
        """A file of a version, wherever it lies."""
        return json.loads((self.folder / self.paths[version][name] / f"{name}.json").read_text("utf-8"))

    def names(self, version: str) -> dict[int, str]:
        """Items by number."""
        return {item["id"]: item["name"] for item in self.file(version, "items")}


def made_anew(folder: Path) -> Iterator[str]:
    """The book that the script makes now, against the bundled one."""
    with tempfile.TemporaryDirectory() as place:
        made = Path(place) / "book.json"
        script = ROOT / "recipes" / "build" / "make_book.py"
        subprocess.run([sys.executable, script, folder, "-v", "1.21.4", "-o", made], check=True)
        if made.read_bytes() != (ROOT / "recipes" / "data" / "book_1_21_4.json").read_bytes():
            yield "the bundled book is not what recipes/build/make_book.py makes"


def counts(book: Book) -> Iterator[str]:
    """Kinds of recipes that are not as many as in the game."""
    ours = Counter(recipe.kind for recipe in book.recipes)
    for kind, count in GAME.items():
        if ours[kind] != count:
            yield f"{kind}: {ours[kind]} recipes, the game has {count}"


def tool_differences(book: Book, data: Data) -> Iterator[str]:
    """Mined blocks that other tools harvest than the sources say."""
    names = data.names("1.21.4")
    blocks = {block["name"]: block for block in data.file("1.21.4", "blocks")}
    for source in (each for each in book.sources if each.kind == "mine" and "silk touch" not in each.where.conditions):
        block = source.block or source.gives[0][0]
        theirs = {names[int(number)] for number in blocks[block].get("harvestTools") or ()}
        ours = {item for needs in source.wears for need in needs for item in serving(book, need)}
        cut = bool(source.wears) and source.wears[0][0].tool == "shears" and not theirs
        agree = ours < theirs if block == "cobweb" else ours == theirs or cut
        if block not in TOOL_FAULTS and not agree:
            yield f"{source.id}: tools differ in {sorted(ours ^ theirs)}"


def serving(book: Book, need: ToolNeed) -> set[str]:
    """The items that serve a need for a tool."""
    return {name for name, item in book.items.items() if item.tool == need.tool and item.tier >= need.tier}


def lacking(book: Book, data: Data, version: str) -> Iterator[str]:
    """Crafting recipes of another version that the book lacks, as far as it has the items."""
    ours = [recipe for recipe in book.recipes if recipe.kind == "crafting"]
    for row in crafting_rows(data.file(version, "recipes"), data.names(version)):
        takes = [([item for item in items if item in book.items], n) for items, n in row["takes"]]
        known = row["gives"] in book.items and all(items for items, _ in takes)
        if known and row["gives"] not in OTHERWISE[version] and not any(covers(each, row, takes) for each in ours):
            yield f"only in {version}: {row['n']} {row['gives']} from {takes}"


def covers(recipe: Recipe, row: dict[str, Any], takes: Takes) -> bool:
    """Whether the recipe makes the row's product of anything the row makes it of."""
    if recipe.gives != ((row["gives"], row["n"]),) or recipe.station != row["station"]:
        return False
    left = [(set(each.any_of), each.n) for each in recipe.takes]
    for items, n in takes:
        fit = next((each for each in left if each[1] == n and set(items) <= each[0]), None)
        if fit is None:
            return False
        left.remove(fit)
    return not left


def unfounded(book: Book, data: Data) -> Iterator[str]:
    """Crafting recipes of the book that no version knows, even in part: each choice of ours must stand in one."""
    versions = ("1.20.4", "1.21.4", "1.21.8")
    rows = [row for v in versions for row in crafting_rows(data.file(v, "recipes"), data.names(v))]
    for recipe in (each for each in book.recipes if each.kind == "crafting"):
        theirs = [row for row in rows if recipe.gives == ((row["gives"], row["n"]),)]
        product = recipe.gives[0][0]
        dyed = product.endswith(RECOLOURED) and any(item.endswith("_dye") for i in recipe.takes for item in i.any_of)
        if not dyed and not any(shares(recipe, row["takes"]) for row in theirs) and product != "firework_star":
            yield f"only in the book: {recipe.id}"


def shares(recipe: Recipe, takes: Takes) -> bool:
    """Whether some choice of ingredients is allowed by both."""
    left = [(set(each.any_of), each.n) for each in recipe.takes]
    for items, n in takes:
        fit = next((each for each in left if each[1] == n and set(items) & each[0]), None)
        if fit is None:
            return False
        left.remove(fit)
    return not left


def main() -> int:
    """Run the checks, print every difference and a closing line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="the unpacked npm package minecraft-data")
    folder: Path = parser.parse_args().data
    book, data = bundled("1.21.4"), Data(folder)
    lines = [*made_anew(folder), *counts(book), *tool_differences(book, data), *unfounded(book, data)]
    lines += [line for version in OTHERWISE for line in lacking(book, data, version)]
    print(*lines, f"{len(lines)} differences", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
