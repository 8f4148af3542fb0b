"""The bundled book of 1.16.5 against what a player knows of the game."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from craftproof.recipes.book import Book, Ingredient, Recipe, Source, ToolNeed
from craftproof.recipes.library import bundled
from craftproof.recipes.native import load_book, save_book

from . import books

BOOK = bundled("1.16.5")
FILE = Path(__file__).resolve().parent.parent / "recipes" / "data" / "book_1_16_5.json"
OPERATORS: dict[str, Recipe | Source] = {each.id: each for each in (*BOOK.recipes, *BOOK.sources)}
VERBS = {
    "crafting": "craft",
    "smelting": "smelt",
    "blasting": "blast",
    "smoking": "smoke",
    "campfire": "campfire",
    "stonecutting": "cut",
    "smithing": "smith",
}

# What is taken, what it gives, and where: as a player would say it. `#tag` is any member.
RECIPES = """
craft oak_planks: 1 #oak_logs -> 4 oak_planks by hand
craft crimson_planks: 1 #crimson_stems -> 4 crimson_planks by hand
craft stick from planks: 2 #planks -> 4 stick by hand
craft crafting_table: 4 #planks -> 1 crafting_table by hand
craft torch: 1 #coals, 1 stick -> 4 torch by hand
craft chest: 8 #planks -> 1 chest at crafting_table
craft furnace: 8 #stone_crafting_materials -> 1 furnace at crafting_table
craft wooden_pickaxe: 3 #planks, 2 stick -> 1 wooden_pickaxe at crafting_table
craft stone_pickaxe: 3 #stone_crafting_materials, 2 stick -> 1 stone_pickaxe at crafting_table
craft iron_pickaxe: 3 iron_ingot, 2 stick -> 1 iron_pickaxe at crafting_table
craft diamond_pickaxe: 3 diamond, 2 stick -> 1 diamond_pickaxe at crafting_table
craft shears: 2 iron_ingot -> 1 shears by hand
craft bucket: 3 iron_ingot -> 1 bucket at crafting_table
craft iron_ingot from iron_nugget: 9 iron_nugget -> 1 iron_ingot at crafting_table
craft iron_nugget: 1 iron_ingot -> 9 iron_nugget by hand
craft bread: 3 wheat -> 1 bread at crafting_table
craft cake: 3 milk_bucket, 3 wheat, 2 sugar, 1 egg -> 1 cake at crafting_table
craft honey_block: 4 honey_bottle -> 1 honey_block by hand
craft white_bed: 3 #planks, 3 white_wool -> 1 white_bed at crafting_table
craft red_bed from white_bed: 1 red_dye, 1 white_bed -> 1 red_bed by hand
craft bookshelf: 6 #planks, 3 book -> 1 bookshelf at crafting_table
craft book: 3 paper, 1 leather -> 1 book by hand
craft rail: 6 iron_ingot, 1 stick -> 16 rail at crafting_table
craft powered_rail: 6 gold_ingot, 1 redstone, 1 stick -> 6 powered_rail at crafting_table
craft tnt: 5 gunpowder, 4 #sand -> 1 tnt at crafting_table
craft enchanting_table: 4 obsidian, 2 diamond, 1 book -> 1 enchanting_table at crafting_table
craft brewing_stand: 3 #stone_crafting_materials, 1 blaze_rod -> 1 brewing_stand at crafting_table
craft beacon: 5 glass, 3 obsidian, 1 nether_star -> 1 beacon at crafting_table
craft netherite_ingot from gold_ingot: 4 gold_ingot, 4 netherite_scrap -> 1 netherite_ingot at crafting_table
craft shield: 6 #planks, 1 iron_ingot -> 1 shield at crafting_table
craft campfire: 3 #logs, 3 stick, 1 #coals -> 1 campfire at crafting_table
craft ender_eye: 1 blaze_powder, 1 ender_pearl -> 1 ender_eye by hand
smelt iron_ingot from iron_ore: 1 iron_ore -> 1 iron_ingot at furnace burning 200
smelt charcoal from logs_that_burn: 1 #logs_that_burn -> 1 charcoal at furnace burning 200
smelt glass from sand: 1 #sand -> 1 glass at furnace burning 200
smelt smooth_stone from stone: 1 stone -> 1 smooth_stone at furnace burning 200
smelt gold_ingot from gold_ores: 1 #gold_ores -> 1 gold_ingot at furnace burning 200
blast iron_ingot from iron_ore: 1 iron_ore -> 1 iron_ingot at blast_furnace burning 200
smoke cooked_beef from beef: 1 beef -> 1 cooked_beef at smoker burning 200
campfire cooked_beef from beef: 1 beef -> 1 cooked_beef at campfire
cut stone_slab from stone: 1 stone -> 2 stone_slab at stonecutter
cut stone_brick_stairs from stone: 1 stone -> 1 stone_brick_stairs at stonecutter
smith netherite_axe: 1 diamond_axe, 1 netherite_ingot -> 1 netherite_axe at smithing_table
"""

# Tool as CLASS/tier (and uses where not one), what one try gives; `~` where it is a mean.
SOURCES = """
mine oak_log: by hand -> 1 oak_log
mine cobblestone from stone: pickaxe/0 -> 1 cobblestone
mine coal from coal_ore: pickaxe/0 -> 1 coal
mine iron_ore: pickaxe/1 -> 1 iron_ore
mine lapis_lazuli from lapis_ore: pickaxe/1 -> 4 lapis_lazuli
mine gold_ore: pickaxe/2 -> 1 gold_ore
mine redstone from redstone_ore: pickaxe/2 -> 4 redstone
mine diamond from diamond_ore: pickaxe/2 -> 1 diamond
mine emerald from emerald_ore: pickaxe/2 -> 1 emerald
mine obsidian: pickaxe/3 -> 1 obsidian
mine obsidian from lava_bucket: pickaxe/3, takes 1 lava_bucket -> 1 obsidian, 1 bucket
mine ancient_debris: pickaxe/3 -> 1 ancient_debris
mine gold_nugget from nether_gold_ore: pickaxe/0 -> 2 gold_nugget
mine quartz from nether_quartz_ore: pickaxe/0 -> 1 quartz
mine glowstone_dust from glowstone: by hand -> 2 glowstone_dust
mine clay_ball from clay: by hand -> 4 clay_ball
mine snowball from snow: shovel/0 -> 1 snowball
mine dirt from grass_block: by hand -> 1 dirt
mine flint from gravel: by hand -> ~ 1 flint
mine wheat_seeds from grass: by hand -> ~ 1 wheat_seeds
mine apple from oak_leaves: by hand -> ~ 1 apple
mine string from cobweb: sword/0 x2 -> 1 string
mine cobweb: shears/0 -> 1 cobweb
mine vine: shears/0 -> 1 vine
mine melon_slice from melon: by hand -> 3 melon_slice
mine sugar_cane: by hand -> 1 sugar_cane
shear white_wool from sheep: shears/0 -> 1 white_wool
kill beef from cow: by hand -> 1 beef
kill leather from cow: by hand -> ~ 1 leather
kill string from spider: by hand -> ~ 1 string
kill blaze_rod from blaze: by hand -> ~ 1 blaze_rod
milk milk_bucket from cow: by hand, takes 1 bucket -> 1 milk_bucket
fill water_bucket: by hand, takes 1 bucket -> 1 water_bucket
fill lava_bucket: by hand, takes 1 bucket -> 1 lava_bucket
farm wheat: hoe/0, takes 1 wheat_seeds -> 1 wheat, 1 wheat_seeds
farm carrot: hoe/0, takes 1 carrot -> 2 carrot
collect white_concrete from white_concrete_powder: pickaxe/0, takes 1 white_concrete_powder -> 1 white_concrete
kill nether_star from wither: by hand, takes 4 #soul_fire_base_blocks, 3 wither_skeleton_skull -> 1 nether_star
"""


# The 66 tasks of the GoG paper (arXiv 2505.18607) and what players want beside them.
GOALS = """
activator_rail anvil beacon blast_furnace bookshelf bowl brewing_stand bucket cake chain charcoal chest compass
crafting_table diamond_axe diamond_boots diamond_chestplate diamond_helmet diamond_hoe diamond_leggings
diamond_pickaxe diamond_shovel diamond_sword dropper enchanting_table end_crystal ender_eye furnace gold_ingot
golden_axe golden_boots golden_chestplate golden_helmet golden_hoe golden_leggings golden_pickaxe golden_shovel
golden_sword hopper iron_axe iron_bars iron_boots iron_chestplate iron_helmet iron_hoe iron_leggings iron_nugget
iron_pickaxe iron_shovel iron_sword jukebox ladder lodestone netherite_pickaxe note_block piston powered_rail rail
red_bed redstone_torch shears shield smithing_table smoker stick stone_axe stone_hoe stone_pickaxe stone_shovel
stone_sword stonecutter tnt torch tripwire_hook wooden_axe wooden_hoe wooden_pickaxe wooden_shovel wooden_sword
"""


def lines(text: str) -> list[str]:
    """The lines of a table above."""
    return text.strip().splitlines()


def said(ingredient: Ingredient) -> str:
    """An ingredient as the tables above write it."""
    tag = next((f"#{name}" for name, items in sorted(BOOK.tags.items()) if items == ingredient.any_of), "")
    return f"{ingredient.n} {ingredient.any_of[0] if len(ingredient.any_of) == 1 else tag or ingredient.any_of}"


def told(operator: Recipe | Source) -> str:
    """A recipe or source as the tables above write it."""
    takes = ", ".join(map(said, operator.takes))
    gives = ", ".join(f"{n} {item}" for item, n in operator.gives)
    if isinstance(operator, Recipe):
        place = f"at {operator.station}" if operator.station else "by hand"
        return f"{operator.id}: {takes} -> {gives} {place}" + (f" burning {operator.burns}" if operator.burns else "")
    need = next((tool for (tool, *_) in operator.wears), None)
    means = f"{need.tool}/{need.tier}" + (f" x{need.uses}" if need.uses != 1 else "") if need else "by hand"
    mean = "~ " if operator.expected else ""
    return f"{operator.id}: {means}{f', takes {takes}' if takes else ''} -> {mean}{gives}"


@pytest.mark.parametrize("line", lines(RECIPES) + lines(SOURCES))
def test_what_a_player_knows(line: str) -> None:
    assert told(OPERATORS[line.partition(":")[0]]) == line


def test_counts() -> None:
    kinds = Counter(recipe.kind for recipe in BOOK.recipes)
    assert kinds == {
        "crafting": 645,
        "stonecutting": 121,
        "smelting": 53,
        "blasting": 11,
        "smoking": 9,
        "campfire": 9,
        "smithing": 9,
    }
    assert len(BOOK.items) == 975
    assert len(BOOK.sources) > 400


def test_ids_are_unique_and_say_what_is_made() -> None:
    assert len(OPERATORS) == len(BOOK.recipes) + len(BOOK.sources)
    for name, operator in OPERATORS.items():
        assert re.fullmatch(r"[a-z]+ [a-z0-9_]+( from [a-z0-9_+]+)?", name), name
        verb, product = name.split(" ")[:2]
        assert verb == VERBS.get(operator.kind, operator.kind), name
        assert product in dict(operator.gives), name


def test_the_file_is_read_strictly_and_written_back_alike() -> None:
    text = FILE.read_text("utf-8")
    book = load_book(FILE)
    assert book == BOOK
    assert json.loads(save_book(book)) == json.loads(text)


@pytest.mark.parametrize(
    ("item", "stack", "uses", "tool", "tier"),
    [
        ("wooden_pickaxe", 1, 59, "pickaxe", 0),
        ("stone_axe", 1, 131, "axe", 1),
        ("iron_shovel", 1, 250, "shovel", 2),
        ("golden_pickaxe", 1, 32, "pickaxe", 0),
        ("diamond_hoe", 1, 1561, "hoe", 3),
        ("netherite_sword", 1, 2031, "sword", 4),
        ("shears", 1, 238, "shears", 0),
        ("fishing_rod", 1, 64, "fishing_rod", 0),
        ("flint_and_steel", 1, 64, "flint_and_steel", 0),
        ("shield", 1, 336, "", 0),
        ("iron_chestplate", 1, 240, "", 0),
        ("ender_pearl", 16, 0, "", 0),
        ("bucket", 16, 0, "", 0),
        ("milk_bucket", 1, 0, "", 0),
        ("shulker_box", 1, 0, "", 0),
        ("cobblestone", 64, 0, "", 0),
    ],
)
def test_items(item: str, stack: int, uses: int, tool: str, tier: int) -> None:
    kind = BOOK.items[item]
    assert (kind.stack, kind.uses, kind.tool, kind.tier) == (stack, uses, tool, tier)


def test_fuels_and_containers() -> None:
    known = {
        "lava_bucket": 20000,
        "coal_block": 16000,
        "dried_kelp_block": 4001,
        "blaze_rod": 2400,
        "coal": 1600,
        "charcoal": 1600,
        "oak_boat": 1200,
        "scaffolding": 400,
        "oak_log": 300,
        "stripped_birch_wood": 300,
        "oak_planks": 300,
        "crafting_table": 300,
        "oak_door": 200,
        "wooden_pickaxe": 200,
        "oak_slab": 150,
        "stick": 100,
        "oak_sapling": 100,
        "red_wool": 100,
        "red_carpet": 67,
        "bamboo": 50,
    }
    assert {item: BOOK.fuels[item] for item in known} == known
    assert not set(BOOK.tags["non_flammable_wood"]) & set(BOOK.fuels)
    assert not {"stone_pickaxe", "petrified_oak_slab", "iron_door"} & set(BOOK.fuels)
    assert dict(BOOK.containers) == {
        "water_bucket": "bucket",
        "lava_bucket": "bucket",
        "milk_bucket": "bucket",
        "honey_bottle": "glass_bottle",
        "dragon_breath": "glass_bottle",
    }


def stock_free(book: Book, *, off: bool = False) -> set[str]:
    """The items that come out of nothing in the end: a plain fixpoint, stations, tools and fuel included."""
    have: set[str] = set()
    operators = [o for o in (*book.recipes, *book.sources) if off or isinstance(o, Recipe) or o.on]
    while True:
        size = len(have)
        for operator in operators:
            if works(book, operator, have):
                have.update(item for item, _ in operator.gives)
        if len(have) == size:
            return have


def works(book: Book, operator: Recipe | Source, have: set[str]) -> bool:
    """Whether `have` holds one of everything that the operator asks for."""
    if not all(have & set(each.any_of) for each in (*operator.takes, *operator.needs)):
        return False
    if not all(any(serves(book, need, have) for need in needs) for needs in operator.wears):
        return False
    if isinstance(operator, Source):
        return True
    return (operator.station is None or operator.station in have) and (not operator.burns or bool(have & {*book.fuels}))


def serves(book: Book, need: ToolNeed, have: set[str]) -> bool:
    """Whether an item held is the tool, or of its class and level."""
    types = ((item, book.items[item]) for item in have)
    return any(item == need.tool or (kind.tool == need.tool and kind.tier >= need.tier) for item, kind in types)


def test_every_item_is_reached_known_or_off() -> None:
    reached, known = stock_free(BOOK), stock_free(BOOK, off=True)
    assert known.isdisjoint(BOOK.unobtainable)
    assert known | set(BOOK.unobtainable) == set(BOOK.items)
    silk = {item for item in known - reached if all("silk touch" in s.where.conditions for s in giving(item))}
    assert silk == known - reached


def test_every_obtainable_item_gets_a_verified_plan() -> None:
    assert len(books.goals(BOOK)) > 1000
    assert books.without_a_plan(BOOK) == []


def giving(item: str) -> list[Source]:
    """The sources of an item."""
    return [source for source in BOOK.sources if item in dict(source.gives)]


def test_the_goals_people_set_are_within_reach() -> None:
    """Each has a recipe and comes out of nothing in the end."""
    made = {item for recipe in BOOK.recipes for item, _ in recipe.gives}
    assert set(GOALS.split()) <= made & stock_free(BOOK)


def test_effort_grows_with_the_level_of_ore() -> None:
    """Of what a pickaxe mines, a higher level never costs less."""
    ores = ["mine cobblestone from stone", "mine coal from coal_ore", "mine iron_ore", "mine gold_ore"]
    ores += ["mine diamond from diamond_ore", "mine ancient_debris"]
    efforts = [source.effort for name in ores if isinstance(source := OPERATORS[name], Source)]
    assert all(before < after for before, after in pairwise(efforts))
    assert len(efforts) == len(ores)


def test_oak_is_the_wood_nearest_by_and_no_wood_is_far() -> None:
    trees = {source.id: source for source in BOOK.sources if re.fullmatch(r"mine \w+_log", source.id)}
    assert {source.where.dimension for source in trees.values()} == {"overworld"}
    assert trees["mine oak_log"].effort == 60
    assert all(60 < tree.effort < 90 for name, tree in trees.items() if name != "mine oak_log")
    assert len(trees) == 6


def test_no_source_gains_from_its_own_product_without_work() -> None:
    """A source that takes what it gives is farming, or breaks something else open; both state their effort."""
    for source in BOOK.sources:
        given = dict(source.gives)
        circular = [each for each in source.takes if set(each.any_of) & set(given)]
        assert not circular or source.kind == "farm", source.id
        assert source.effort > 0, source.id
        assert source.why, source.id


def test_shortcuts_are_off() -> None:
    """Barter and silk touch wait to be asked for; trades are on only for what nothing else gives."""
    for source in BOOK.sources:
        if source.kind == "barter" or "silk touch" in source.where.conditions:
            assert not source.on, source.id
        if source.kind in ("trade", "loot") and source.on:
            others = [other for other in giving(source.gives[0][0]) if other.on and other is not source]
            assert not others, source.id


def test_tags_of_woods_and_colours() -> None:
    assert {len(BOOK.tags[name]) for name in ("wool", "beds", "carpets", "dyes", "banners")} == {16}
    assert {len(BOOK.tags[name]) for name in ("planks", "wooden_slabs", "wooden_doors", "signs")} == {8}
    assert len(BOOK.tags["logs"]) == 32
    assert BOOK.tags["coals"] == ("charcoal", "coal")


@pytest.mark.parametrize(
    ("alias", "meant"),
    [("workbench", "crafting_table"), ("wood", "#logs"), ("wooden_planks", "#planks"), ("iron", "iron_ingot")],
)
def test_aliases(alias: str, meant: str) -> None:
    assert BOOK.names[alias] == meant


def test_no_alias_hides_an_item() -> None:
    assert not set(BOOK.names) & set(BOOK.items)


def test_the_documentation_states_the_counts() -> None:
    text = (FILE.parent.parent.parent / "docs" / "books.md").read_text("utf-8")
    reached, known = stock_free(BOOK), stock_free(BOOK, off=True)
    off = sum(not source.on for source in BOOK.sources)
    for said_there in (
        f"| tags | {len(BOOK.tags)} |",
        f"| fuels, containers, tool levels | {len(BOOK.fuels)}, {len(BOOK.containers)}, ",
        f"| sources | {len(BOOK.sources)} |",
        f"| names | {len(BOOK.names)} |",
        f"| unobtainable | {len(BOOK.unobtainable)} |",
        f"{off} of {len(BOOK.sources)})",
        f"{len(reached)} come out of nothing in the end with what is on, {len(known - reached)} more with silk touch",
    ):
        assert said_there in text, said_there
