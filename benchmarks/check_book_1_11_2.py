"""Compare the bundled 1.11.2 book with what others hold.

    python benchmarks/check_book_1_11_2.py [--minedojo W] [--minestudio W] [--minecraft-data M]

The PyPI package `minedojo` carries a dump of the game: crafting and smelting without variants, stack sizes, damage that
tools bear, what is made of wood. The package `minestudio` carries the same with a matrix of what each tool harvests. W
is a wheel or the folder in which the package lies (default: where it is installed). With M, the unpacked npm package
`minecraft-data`, the book is made anew and must be the same to the byte, and variants and names must be those that its
table of the 1.13 names knows. Nothing is imported from the packages. Exit code 0 where nothing differs but what is
explained.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from craftproof.recipes.book import Book, Recipe, Source
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled
from craftproof.recipes.names import resolve
from craftproof.recipes.rules import PRESETS

ROOT = Path(__file__).resolve().parent.parent
DUMP = {
    "minedojo": "minedojo/sim/mc_meta/mc_constants.json",
    "minestudio": "minestudio/simulator/minerl/herobraine/hero/mc_constants.json",
}
Fact: TypeAlias = tuple[int, bool, frozenset[tuple[str, int]]]
"""A crafting recipe without variants: how many, whether a player's own grid holds it, ingredients."""

FAULTS = {
    "dye": "the dump counts two dyes of one recipe once, since both are called dye",
    "map": "the dump lists the extending of a filled map, which depends on the map's data",
}
"""Outputs that differ in the dump, and why."""
PLAIN = ("fireworks", "firework_charge")
"""Plain forms of recipes that the dump only names (output air), beside dyed shulker boxes."""
HAND_SIZES = (0, 1, 2, 4)
"""Sizes of shaped recipes of the dump that a grid of 2 by 2 holds: 3 is a row of three.

Of the shapeless it holds all up to 4, though MineDojo itself makes those of 3 at a table only.
"""
NEVER_SMELTED = {"dye", "gold_nugget", "iron_nugget"}
"""What `ALL_SMELT_ITEMS_NN_ACTIONS` of MineDojo's `sim/mc_meta/mc.py` leaves to crafting."""
NO_SWORD = {"web": "the matrix has no swords, which harvest the string"}


def base(item: str) -> str:
    """An item's name without its variant."""
    return item.partition(":")[0]


def read_dump(package: str, place: Path | None) -> Any:
    """The dump in a wheel, a folder or the installed package; `None` where it is not installed."""
    if place is None:
        spec = find_spec(package)
        if not spec or not spec.submodule_search_locations:
            return None
        place = Path(spec.submodule_search_locations[0]).parent
    if place.is_file():
        with zipfile.ZipFile(place) as wheel:
            return json.loads(wheel.read(DUMP[package]))
    return json.loads((place / DUMP[package]).read_text("utf-8"))


def without_output(recipe: Recipe) -> bool:
    """Whether the dump knows a recipe only as one without an output: fireworks, and dyed shulker boxes."""
    item = recipe.gives[0][0]
    dyed = item.endswith("_shulker_box") and any(base(i) == "dye" for each in recipe.takes for i in each.any_of)
    return dyed or item in PLAIN


def crafting_of_book(book: Book) -> dict[str, set[Fact]]:
    """The book's crafting by output, variants left out."""
    facts: dict[str, set[Fact]] = defaultdict(set)
    for recipe in (each for each in book.recipes if each.kind == "crafting"):
        ((item, count),) = recipe.gives
        if without_output(recipe):
            continue
        for chosen in product(*(sorted({base(i) for i in each.any_of}) for each in recipe.takes)):
            needs: Counter[str] = Counter()
            for name, each in zip(chosen, recipe.takes, strict=True):
                needs[name] += each.n
            facts[base(item)].add((count, recipe.station is None, frozenset(needs.items())))
    return facts


def crafting_of_dump(dump: Any) -> dict[str, set[Fact]]:
    """The dump's crafting by output, what has no output or no ingredients left out."""
    facts: dict[str, set[Fact]] = defaultdict(set)
    for recipe in dump["craftingRecipes"]:
        if recipe["ingredients"] and recipe["outputItemName"] != "air":
            shapeless = recipe["type"].startswith("Shapeless") and recipe["recipeSize"] <= 4
            hand = shapeless or recipe["recipeSize"] in HAND_SIZES
            facts[recipe["outputItemName"]].add((recipe["outputCount"], hand, frozenset(recipe["ingredients"].items())))
    return facts


def crafting_differences(book: Book, dump: Any) -> Iterator[str]:
    """Outputs whose recipes differ, but for the faults of the dump."""
    ours, theirs = crafting_of_book(book), crafting_of_dump(dump)
    outputs = sorted(ours.keys() | theirs.keys())
    unequal = [item for item in outputs if ours.get(item) != theirs.get(item)]
    print(f"crafting: {len(outputs) - len(unequal)} of {len(outputs)} outputs equal")
    for item in unequal:
        if item in FAULTS and known_fault(ours[item], theirs[item]):
            print(f"  {item}: {FAULTS[item]}")
        else:
            yield f"crafting of {item}: {ours.get(item)} here, {theirs.get(item)} in the dump"


def known_fault(ours: set[Fact], theirs: set[Fact]) -> bool:
    """Whether nothing differs but how many of an ingredient there are, or what takes a filled map."""
    plain = {fact for fact in theirs if "filled_map" not in dict(fact[2])}
    return {(n, hand, frozenset(dict(needs))) for n, hand, needs in ours} == {
        (n, hand, frozenset(dict(needs))) for n, hand, needs in plain
    }


def smelting_differences(book: Book, dump: Any) -> Iterator[str]:
    """What only one of the two smelts."""
    smelts = [r for r in book.recipes if r.kind == "smelting"]
    ours = {(base(r.gives[0][0]), base(item)) for r in smelts for item in r.takes[0].any_of}
    theirs = {(r["outputItemName"], item) for r in dump["smeltingRecipes"] for item in r["ingredients"]}
    print(f"smelting: {len(ours & theirs)} of {len(ours | theirs)} pairs of product and input equal")
    yield from (f"smelting: {one[0]} from {one[1]} is in one of the two only" for one in sorted(ours ^ theirs))


def item_differences(book: Book, dump: Any) -> Iterator[str]:
    """Items, stacks, uses, containers and wooden fuels that differ."""
    theirs = {each["type"]: each for each in dump["items"] if each["type"] != "air"}
    yield from (
        f"item {name} is in one of the two only" for name in sorted({base(i) for i in book.items} ^ set(theirs))
    )
    for item, kind in book.items.items():
        other = theirs[base(item)]
        damage: int = other["maxDamage"]
        uses = damage + (item != "elytra") if damage else 0
        if (kind.stack, kind.uses) != (other["stackSize"], uses):
            yield f"{item}: stack {kind.stack}, {kind.uses} uses, not {other['stackSize']}, {uses}"
        if other["hasContainerItem"] != (item in book.containers):
            yield f"{item}: container differs"
        if other.get("woodenMaterial") and item not in book.fuels:
            yield f"{item}: is of wood, which burns"
    print(f"items: {len(theirs)} compared")


def named_differences(book: Book, dump: Any) -> Iterator[str]:
    """What MineDojo's actions can craft or smelt and the book does not name or make."""
    made = {base(item) for recipe in book.recipes for item, _ in recipe.gives}
    names = {r["outputItemName"] for r in dump["craftingRecipes"] if makes(r)}
    names |= {r["outputItemName"] for r in dump["smeltingRecipes"] if makes(r)}
    for name in sorted(names):
        try:
            if {base(item) for item in resolve(book, name).items} != {name}:
                yield f"{name} means something else"
        except InputError as error:
            yield str(error)
    print(f"names: {len(names & made)} of the {len(names)} that MineDojo makes have a recipe")
    yield from (f"{name} has no recipe" for name in sorted(names - made))


def makes(recipe: Any) -> bool:
    """Whether MineDojo counts a recipe: it has ingredients, and its product is none of them."""
    return bool(recipe["ingredients"]) and recipe["outputItemName"] not in recipe["ingredients"]


def action_differences(book: Book, dump: Any) -> Iterator[str]:
    """Recipes that MineDojo's actions do not make, or make at a table, and the rules `minedojo` take for others.

    A thing is bound to one action: smelting what is listed as smelted, else the own grid where that holds every recipe.
    Recipes that go round count for none; of smelted variants the handler makes the first alone.
    """
    crafted = {r["outputItemName"] for r in dump["craftingRecipes"] if makes(r)}
    wide = {r["outputItemName"] for r in dump["craftingRecipes"] if makes(r) and r["recipeSize"] not in HAND_SIZES}
    smelted = {r["outputItemName"] for r in dump["smeltingRecipes"] if makes(r)} - NEVER_SMELTED
    without, at_table = set[str](), set[str]()
    for recipe in book.recipes:
        name, _, variant = recipe.gives[0][0].partition(":")
        crafting = recipe.kind == "crafting"
        lost = name in smelted or name not in crafted if crafting else name not in smelted or variant not in ("", "0")
        if lost or without_output(recipe):
            without.add(recipe.id)
        elif crafting and recipe.station is None and name in wide:
            at_table.add(recipe.id)
    rules = PRESETS["minedojo"]
    print(f"actions: {len(without)} recipes without one, {len(at_table)} of the own grid at a table")
    yield from (f"{name}: known to one side only" for name in sorted(without ^ set(rules.without)))
    yield from (f"{name}: at a table on one side only" for name in sorted(at_table ^ set(rules.at_table)))


def tool_differences(book: Book, dump: Any) -> Iterator[str]:
    """Blocks whose sources ask for other tools than the matrix says; plants that shears alone bring home aside."""
    blocks = {block["name"]: block for block in dump["blocks"]}
    tools = sorted({key for block in blocks.values() for key in block if key.startswith("minecraft:")})
    judged = 0
    for source in (each for each in book.sources if each.kind == "mine" and "silk touch" not in each.where.conditions):
        block = base(source.block or source.gives[0][0])
        if block not in blocks:
            yield f"{source.id}: the matrix has no block {block}"
            continue
        theirs = {tool.partition(":")[2] for tool in tools if blocks[block][tool]["canHarvest"]}
        ours = harvesting(book, source) & {tool.partition(":")[2] for tool in tools}
        cut = bool(source.wears) and source.wears[0][0].tool == "shears" and not theirs
        judged += 1
        if ours != theirs and not cut and not (block in NO_SWORD and source.wears[0][0].tool == "sword"):
            yield f"{source.id}: tools differ in {sorted(ours ^ theirs)}"
    print(f"tools: {judged} sources of blocks compared with the matrix")


def harvesting(book: Book, source: Source) -> set[str]:
    """The tools that serve a source."""
    needs = [need for alternatives in source.wears for need in alternatives]
    types = book.items.items()
    return {name for need in needs for name, item in types if item.tool == need.tool and item.tier >= need.tier}


def hardness_differences(data: Path, dump: Any) -> Iterator[str]:
    """Blocks whose hardness, after our corrections, is not that of the dump."""
    sys.path.insert(0, str(ROOT / "recipes" / "build"))
    from facts import read  # pyright: ignore[reportMissingImports]  # a script's neighbour, not part of the package

    ours = {each["name"]: each["hardness"] for each in json.loads((data / "pc/1.11/blocks.json").read_text("utf-8"))}
    ours |= read("1.11.2", "corrections")["hardness"]
    theirs = {each["type"]: each["hardness"] for each in dump["items"] if each.get("hardness", -1) >= 0}
    both = [name for name in sorted(theirs) if ours.get(name) is not None]
    print(f"hardness: {len(both)} blocks compared")
    yield from (f"hardness of {n}: {ours[n]}, not {theirs[n]}" for n in both if abs(ours[n] - theirs[n]) > 0.001)


def variant_differences(book: Book, data: Path) -> Iterator[str]:
    """Variants that minecraft-data's table of 1.13 names knows and the book lacks, and the other way round.

    The table leaves out what was given no name of its own in 1.13; beds and spawn eggs had no variants yet.
    """
    numbers = {each["id"]: each["name"] for each in json.loads((data / "pc/1.11.2/items.json").read_text("utf-8"))}
    theirs: dict[str, set[int]] = defaultdict(set)
    for key in json.loads((data / "pc/common/legacy.json").read_text("utf-8"))["items"]:
        number, variant = map(int, key.split(":"))
        theirs[numbers.get(number, "")].add(variant)
    several = {name for name, variants in theirs.items() if variants != {0}} - {"", "bed", "spawn_egg"}
    listed = {f"{name}:{variant}" for name in several for variant in theirs[name]}
    ours = {item for item in book.items if ":" in item}
    print(f"variants: {len(ours & listed)} in both")
    nameless = {"tallgrass:0", "stone_slab:2"}
    yield from (f"variant {item} is in one of the two only" for item in sorted((ours ^ listed) - nameless))


def later_names(book: Book, data: Path) -> Iterator[str]:
    """Names of 1.13 that don't mean the item which bore another name here; those that are names here too aside."""
    numbers = {each["id"]: each["name"] for each in json.loads((data / "pc/1.11.2/items.json").read_text("utf-8"))}
    understood = 0
    for key, flat in json.loads((data / "pc/common/legacy.json").read_text("utf-8"))["items"].items():
        number, _, variant = key.partition(":")
        old, new = numbers.get(int(number), ""), flat.removeprefix("minecraft:")
        item = next((name for name in (f"{old}:{variant}", old) if name in book.items), None)
        # Beds of other colours came with 1.12; the animal of a spawn egg stood in its data.
        if item is None or old in ("bed", "spawn_egg") or new in book.items or new in book.tags:
            continue
        understood += 1
        try:
            found = resolve(book, new).items
        except InputError as error:
            yield str(error)
        else:
            if found != (item,):
                yield f"{new} means {', '.join(found)}, not {item}"
    print(f"names: {understood} of 1.13 that are none here are understood")


def made_anew(data: Path) -> Iterator[str]:
    """Whether making the book gives the bundled file."""
    kept = (ROOT / "recipes" / "data" / "book_1_11_2.json").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "book.json"
        script = ROOT / "recipes" / "build" / "make_book.py"
        subprocess.run([sys.executable, str(script), str(data), "-v", "1.11.2", "-o", str(target)], check=True)
        if target.read_bytes() != kept:
            yield "the book made anew is not the bundled one"


def data_folder(place: Path) -> Path:
    """Where in minecraft-data's package its data lie."""
    return next(root for root in (place, place / "data", place / "minecraft-data" / "data") if (root / "pc").is_dir())


def main() -> int:
    """Run the checks that can be run, print every difference and a closing line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minedojo", type=Path, help="wheel or folder of the package")
    parser.add_argument("--minestudio", type=Path, help="wheel or folder of the package")
    parser.add_argument("--minecraft-data", type=Path, help="the unpacked npm package; makes the book anew")
    arguments = parser.parse_args()
    dojo, studio = read_dump("minedojo", arguments.minedojo), read_dump("minestudio", arguments.minestudio)
    data = data_folder(arguments.minecraft_data) if arguments.minecraft_data else None
    if not (dojo or studio or data):
        parser.error("neither package is installed; give a wheel, or --minecraft-data")
    book, lines = bundled("1.11.2"), list[str]()
    if dojo:
        for check in (crafting_differences, smelting_differences, item_differences, named_differences):
            lines += check(book, dojo)
        lines += action_differences(book, dojo)
    if studio:
        lines += tool_differences(book, studio)
    if data:
        lines += [*made_anew(data), *variant_differences(book, data), *later_names(book, data)]
        lines += hardness_differences(data, dojo or studio) if dojo or studio else ()
    print(*lines, f"{len(lines)} differences", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
