"""The bundled book of 1.21.4 against what a player knows of the game."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from craftproof.engine.plan import plan
from craftproof.recipes.book import Recipe, Source
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled, versions
from craftproof.recipes.names import resolve
from craftproof.recipes.native import load_book, save_book
from craftproof.sim.answer import Feasible, Optimal

from . import books

BOOK = bundled("1.21.4")
FILE = Path(__file__).resolve().parent.parent / "recipes" / "data" / "book_1_21_4.json"
OPERATORS: dict[str, Recipe | Source] = {each.id: each for each in (*BOOK.recipes, *BOOK.sources)}
VERBS = {
    "crafting": "craft",
    "smelting": "smelt",
    "blasting": "blast",
    "smoking": "smoke",
    "stonecutting": "cut",
    "smithing": "smith",
}

# What is taken, what it gives, and where: as a player would say it. `#tag` is any member.
RECIPES = """
craft oak_planks: 1 #oak_logs -> 4 oak_planks by hand
craft pale_oak_planks: 1 #pale_oak_logs -> 4 pale_oak_planks by hand
craft bamboo_planks: 1 #bamboo_blocks -> 2 bamboo_planks by hand
craft bamboo_block: 9 bamboo -> 1 bamboo_block at crafting_table
craft crafting_table: 4 #planks -> 1 crafting_table by hand
craft stick from planks: 2 #planks -> 4 stick by hand
craft furnace: 8 #stone_crafting_materials -> 1 furnace at crafting_table
craft barrel: 6 #planks, 2 #wooden_slabs -> 1 barrel at crafting_table
craft chiseled_bookshelf: 6 #planks, 3 #wooden_slabs -> 1 chiseled_bookshelf at crafting_table
craft campfire: 3 #logs, 3 stick, 1 #coals -> 1 campfire at crafting_table
craft soul_torch: 1 #coals, 1 #soul_fire_base_blocks, 1 stick -> 4 soul_torch at crafting_table
craft oak_chest_boat: 1 chest, 1 oak_boat -> 1 oak_chest_boat by hand
craft cherry_hanging_sign: 6 stripped_cherry_log, 2 chain -> 6 cherry_hanging_sign at crafting_table
craft red_carpet from red_wool: 2 red_wool -> 3 red_carpet by hand
craft white_wool from string: 4 string -> 1 white_wool by hand
craft bundle: 1 leather, 1 string -> 1 bundle by hand
craft spyglass: 2 copper_ingot, 1 amethyst_shard -> 1 spyglass at crafting_table
craft brush: 1 copper_ingot, 1 feather, 1 stick -> 1 brush at crafting_table
craft crafter: 5 iron_ingot, 2 redstone, 1 crafting_table, 1 dropper -> 1 crafter at crafting_table
craft copper_bulb: 3 copper_block, 1 blaze_rod, 1 redstone -> 4 copper_bulb at crafting_table
craft waxed_copper_block: 1 copper_block, 1 honeycomb -> 1 waxed_copper_block by hand
craft mace: 1 breeze_rod, 1 heavy_core -> 1 mace by hand
craft wolf_armor: 6 armadillo_scute -> 1 wolf_armor at crafting_table
craft lodestone: 8 chiseled_stone_bricks, 1 netherite_ingot -> 1 lodestone at crafting_table
craft lead: 4 string, 1 slime_ball -> 2 lead at crafting_table
craft resin_bricks: 4 resin_brick -> 1 resin_bricks by hand
craft creaking_heart: 2 pale_oak_log, 1 resin_block -> 1 creaking_heart at crafting_table
craft suspicious_stew: 1 bowl, 1 brown_mushroom, 1 red_mushroom, 1 #small_flowers -> 1 suspicious_stew by hand
craft recovery_compass: 8 echo_shard, 1 compass -> 1 recovery_compass at crafting_table
smelt iron_ingot from raw_iron: 1 raw_iron -> 1 iron_ingot at furnace burning 200
smelt iron_ingot from deepslate_iron_ore: 1 deepslate_iron_ore -> 1 iron_ingot at furnace burning 200
smelt copper_ingot from raw_copper: 1 raw_copper -> 1 copper_ingot at furnace burning 200
smelt charcoal from logs_that_burn: 1 #logs_that_burn -> 1 charcoal at furnace burning 200
smelt glass from sand: 1 #smelts_to_glass -> 1 glass at furnace burning 200
smelt deepslate from cobbled_deepslate: 1 cobbled_deepslate -> 1 deepslate at furnace burning 200
smelt smooth_basalt from basalt: 1 basalt -> 1 smooth_basalt at furnace burning 200
smelt resin_brick from resin_clump: 1 resin_clump -> 1 resin_brick at furnace burning 200
blast gold_ingot from raw_gold: 1 raw_gold -> 1 gold_ingot at blast_furnace burning 200
cut cut_copper_slab from copper_block: 1 copper_block -> 8 cut_copper_slab at stonecutter
cut waxed_oxidized_copper_grate from waxed_oxidized_copper: 1 waxed_oxidized_copper -> 4 waxed_oxidized_copper_grate at stonecutter
cut deepslate_tiles from cobbled_deepslate: 1 cobbled_deepslate -> 1 deepslate_tiles at stonecutter
"""  # noqa: E501  # a recipe is one line

# Tool as CLASS/tier (and uses where not one), what one try gives; `~` where it is a mean.
SOURCES = """
mine oak_log: by hand -> 1 oak_log
mine pale_oak_log: by hand -> 1 pale_oak_log
mine raw_iron from iron_ore: pickaxe/1 -> 1 raw_iron
mine raw_iron from deepslate_iron_ore: pickaxe/1 -> 1 raw_iron
mine raw_copper from copper_ore: pickaxe/1 -> 2 raw_copper
mine raw_gold from gold_ore: pickaxe/2 -> 1 raw_gold
mine diamond from deepslate_diamond_ore: pickaxe/2 -> 1 diamond
mine redstone from deepslate_redstone_ore: pickaxe/2 -> 4 redstone
mine cobbled_deepslate from deepslate: pickaxe/0 -> 1 cobbled_deepslate
mine ancient_debris: pickaxe/3 -> 1 ancient_debris
mine gold_nugget from nether_gold_ore: pickaxe/0 -> 2 gold_nugget
mine amethyst_shard from amethyst_cluster: pickaxe/0 -> 4 amethyst_shard
mine wheat_seeds from short_grass: by hand -> ~ 1 wheat_seeds
mine glow_lichen: shears/0 -> 1 glow_lichen
mine glow_berries from cave_vines: by hand -> 1 glow_berries
mine mud: by hand -> 1 mud
mine bell: by hand -> 1 bell
mine dirt from dirt_path: by hand -> 1 dirt
kill breeze_rod from breeze: by hand -> 1 breeze_rod
kill glow_ink_sac from glow_squid: by hand -> 1 glow_ink_sac
fill powder_snow_bucket: by hand, takes 1 bucket -> 1 powder_snow_bucket
fill axolotl_bucket: by hand, takes 1 water_bucket -> 1 axolotl_bucket
farm torchflower: hoe/0, takes 1 torchflower_seeds -> 1 torchflower
collect armadillo_scute from armadillo: brush/0 x16 -> 1 armadillo_scute
collect exposed_copper from copper_block: pickaxe/1, takes 1 copper_block -> 1 exposed_copper
collect stripped_cherry_log from cherry_log: axe/0, takes 1 cherry_log -> 1 stripped_cherry_log
loot heavy_core from ominous_vault: by hand, takes 14 ominous_trial_key -> ~ 1 heavy_core
loot archer_pottery_sherd from suspicious_sand: brush/0 x8 -> ~ 1 archer_pottery_sherd
loot netherite_upgrade_smithing_template: by hand -> 1 netherite_upgrade_smithing_template
"""


@pytest.mark.parametrize("line", RECIPES.strip().splitlines() + SOURCES.strip().splitlines())
def test_what_a_player_knows(line: str) -> None:
    assert books.told(BOOK, OPERATORS[line.partition(":")[0]]) == line


def test_the_version_is_bundled() -> None:
    assert "1.21.4" in versions()
    assert BOOK.version == "1.21.4"


def test_there_are_as_many_recipes_as_in_the_game() -> None:
    """The game's data of 1.21.4 have so many of each kind; only trims of armour, which make no item, are left out."""
    kinds = Counter(recipe.kind for recipe in BOOK.recipes)
    crafting = kinds.pop("crafting")
    assert kinds == {
        "stonecutting": 254,
        "smelting": 71,
        "blasting": 24,
        "smoking": 9,
        "campfire": 9,
        "smithing": 9,
    }
    assert crafting > 900
    assert len(BOOK.items) == 1384


def test_ids_are_unique_and_say_what_is_made() -> None:
    assert len(OPERATORS) == len(BOOK.recipes) + len(BOOK.sources)
    for name, operator in OPERATORS.items():
        assert re.fullmatch(r"[a-z]+ [a-z0-9_]+( from [a-z0-9_+]+)?", name), name
        verb, product = name.split(" ")[:2]
        assert verb == VERBS.get(operator.kind, operator.kind), name
        assert product in dict(operator.gives), name


def test_the_file_is_read_strictly_and_written_back_alike() -> None:
    assert load_book(FILE) == BOOK
    assert json.loads(save_book(BOOK)) == json.loads(FILE.read_text("utf-8"))


def test_every_obtainable_item_gets_a_verified_plan() -> None:
    assert len(books.goals(BOOK)) > 2000
    assert books.without_a_plan(BOOK) == []


def test_every_item_is_obtainable_or_listed_or_needs_silk_touch() -> None:
    """Nothing is left uncovered, and nothing stands in two of the three sets."""
    there, listed = set(books.obtainable(BOOK)), set(BOOK.unobtainable)
    silk = {item for source in BOOK.sources if "silk touch" in source.where.conditions for item, _ in source.gives}
    assert there.isdisjoint(listed)
    assert silk.isdisjoint(listed)
    assert there | silk | listed == set(BOOK.items)
    assert {"deepslate_iron_ore", "small_amethyst_bud", "sculk_shrieker", "ice"} <= silk - there


def test_the_games_own_tags_beside_those_of_recipes() -> None:
    """What is fed, worn, repaired and enchanted, as a player knows it."""
    tags = BOOK.tags
    assert tags["iron_tool_materials"] == ("iron_ingot",)
    assert tags["wooden_tool_materials"] == tags["planks"]
    assert {"beef", "rotten_flesh"} <= set(tags["meat"]) < set(tags["wolf_food"])
    assert len(tags["head_armor"]) == 7
    assert len(tags["trimmable_armor"]) == 25
    assert "wolf_armor" in tags["dyeable"]
    assert {"mace", "netherite_axe"} <= set(tags["enchantable/weapon"])


def test_a_netherite_pickaxe_asks_for_the_template() -> None:
    smith = OPERATORS["smith netherite_pickaxe"]
    taken = {item for each in smith.takes for item in each.any_of}
    assert taken == {"diamond_pickaxe", "netherite_ingot", "netherite_upgrade_smithing_template"}
    copied = OPERATORS["craft netherite_upgrade_smithing_template"]
    assert copied.gives == (("netherite_upgrade_smithing_template", 2),)
    assert {(each.any_of[0], each.n) for each in copied.takes} == {
        ("diamond", 7),
        ("netherrack", 1),
        ("netherite_upgrade_smithing_template", 1),
    }


def test_two_netherite_pickaxes_copy_the_template_or_find_another() -> None:
    answer = plan(books.problem(BOOK, "netherite_pickaxe", 2), compiled=True)
    assert isinstance(answer, Optimal | Feasible)
    assert answer.verdict.sound
    got = Counter(answer.verdict.gathered) + Counter(answer.verdict.made)
    assert got["netherite_upgrade_smithing_template"] >= 2
    assert answer.verdict.end.stock["netherite_pickaxe"] == 2


@pytest.mark.parametrize("kind", ["bed", "carpet", "wool", "bundle", "shulker_box"])
def test_dyeing_takes_any_other_colour_and_never_its_own(kind: str) -> None:
    """Since 1.20 what is dyed may be of any colour."""
    plain = {"bundle": 1, "shulker_box": 1}.get(kind, 0)
    dyed = [recipe for recipe in BOOK.recipes if recipe.gives[0][0].endswith(f"_{kind}") and dyes(recipe)]
    assert len(dyed) == 16
    for recipe in dyed:
        product = recipe.gives[0][0]
        things = next(each.any_of for each in recipe.takes if not each.any_of[0].endswith("_dye"))
        assert product not in things
        assert len(things) == 15 + plain
        assert recipe.gives[0][1] == 1
        assert f"{product.removesuffix(f'_{kind}')}_dye" in {item for each in recipe.takes for item in each.any_of}


def dyes(recipe: Recipe) -> bool:
    """Whether a dye is among the ingredients."""
    return any(item.endswith("_dye") for each in recipe.takes for item in each.any_of)


@pytest.mark.parametrize(
    ("name", "lowest", "highest", "said"),
    [
        ("mine cobblestone from stone", 0, 319, "hardness 1.5"),
        ("mine cobbled_deepslate from deepslate", -64, 7, "hardness 3"),
        ("mine raw_iron from iron_ore", 0, 319, "commonest at 16"),
        ("mine raw_copper from copper_ore", 0, 112, "commonest at 48"),
        ("mine raw_gold from deepslate_gold_ore", -64, 7, "commonest at -16"),
        ("mine redstone from deepslate_redstone_ore", -64, 7, "commonest at -59"),
        ("mine lapis_lazuli from lapis_ore", 0, 64, "commonest at 0"),
        ("mine diamond from diamond_ore", 0, 16, "commonest far below"),
        ("mine diamond from deepslate_diamond_ore", -64, 7, "commonest at -59"),
        ("mine emerald from emerald_ore", 0, 319, "commonest at 232"),
        ("mine ancient_debris", 8, 119, "commonest at 15"),
    ],
)
def test_heights_are_those_since_1_18_and_say_where_an_ore_is_commonest(
    name: str, lowest: int, highest: int, said: str
) -> None:
    source = OPERATORS[name]
    assert isinstance(source, Source)
    assert source.where.heights == (lowest, highest)
    assert said in source.why


def test_diamonds_are_sought_in_deepslate() -> None:
    answer = plan(books.problem(BOOK, "diamond"), compiled=True)
    assert "mine diamond from deepslate_diamond_ore" in {step.operator for step in answer.plan.steps}


def test_ore_itself_comes_only_by_silk_touch() -> None:
    for ore in ("iron_ore", "gold_ore", "copper_ore", "deepslate_iron_ore"):
        source = OPERATORS[f"mine {ore}"]
        assert isinstance(source, Source)
        assert not source.on
        assert source.where.conditions == ("silk touch",)


def test_shortcuts_are_off() -> None:
    """Chests, vaults, brushing and trades are on only for what no other source gives."""
    for source in BOOK.sources:
        if source.kind == "barter" or "silk touch" in source.where.conditions:
            assert not source.on, source.id
        if source.kind in ("trade", "loot") and source.on:
            item = source.gives[0][0]
            assert [s for s in BOOK.sources if s.on and item in dict(s.gives)] == [source], source.id


def test_every_source_says_what_it_costs_and_why() -> None:
    for source in BOOK.sources:
        given = dict(source.gives)
        assert source.kind == "farm" or not any(set(each.any_of) & set(given) for each in source.takes), source.id
        assert source.effort > 0, source.id
        assert source.why, source.id


@pytest.mark.parametrize(
    ("item", "stack", "uses", "tool", "tier"),
    [
        ("wooden_pickaxe", 1, 59, "pickaxe", 0),
        ("netherite_pickaxe", 1, 2031, "pickaxe", 4),
        ("brush", 1, 64, "brush", 0),
        ("mace", 1, 500, "mace", 0),
        ("wolf_armor", 1, 64, "", 0),
        ("warped_fungus_on_a_stick", 1, 100, "warped_fungus_on_a_stick", 0),
        ("raw_iron", 64, 0, "", 0),
        ("bundle", 1, 0, "", 0),
        ("goat_horn", 1, 0, "", 0),
        ("honey_bottle", 16, 0, "", 0),
    ],
)
def test_items(item: str, stack: int, uses: int, tool: str, tier: int) -> None:
    kind = BOOK.items[item]
    assert (kind.stack, kind.uses, kind.tool, kind.tier) == (stack, uses, tool, tier)


def test_fuels_and_containers() -> None:
    known = {
        "lava_bucket": 20000,
        "blaze_rod": 2400,
        "oak_chest_boat": 1200,
        "bamboo_raft": 1200,
        "cherry_hanging_sign": 800,
        "mangrove_log": 300,
        "bamboo_block": 300,
        "bamboo_mosaic": 300,
        "chiseled_bookshelf": 300,
        "mangrove_roots": 300,
        "pale_oak_door": 200,
        "bamboo_mosaic_slab": 150,
        "azalea": 100,
        "mangrove_propagule": 100,
        "white_carpet": 67,
        "scaffolding": 50,
    }
    assert {item: BOOK.fuels[item] for item in known} == known
    assert not set(BOOK.tags["non_flammable_wood"]) & set(BOOK.fuels)
    assert not {"petrified_oak_slab", "crimson_hanging_sign", "copper_door", "muddy_mangrove_roots"} & set(BOOK.fuels)
    assert BOOK.containers == bundled("1.16.5").containers


def test_tags_of_woods_and_colours() -> None:
    sizes = {"planks": 12, "signs": 12, "hanging_signs": 12, "wooden_slabs": 12, "logs": 44, "logs_that_burn": 36}
    sizes |= {"boats": 20, "chest_boats": 10, "wool_carpets": 16, "candles": 17, "bundles": 17, "shulker_boxes": 17}
    sizes |= {"decorated_pot_sherds": 23, "trim_templates": 18, "small_flowers": 16, "leaves": 11, "saplings": 11}
    assert {name: len(BOOK.tags[name]) for name in sizes} == sizes


def test_unobtainable_items_have_a_reason() -> None:
    reasons = Counter(BOOK.unobtainable.values())
    assert reasons == {"spawn-egg": 81, "creative-only": 22, "command": 11, "nbt-variant": 7}
    known = {
        "budding_amethyst": "creative-only",
        "spawner": "creative-only",
        "light": "command",
        "potion": "nbt-variant",
    }
    assert {item: BOOK.unobtainable[item] for item in known} == known


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("grass", "short_grass"),
        ("iron_chain", "chain"),
        ("scute", "turtle_scute"),
        ("grass_path", "dirt_path"),
        ("raw_iron", "raw_iron"),
        ("Raw Gold", "raw_gold"),
        ("copper", "copper_ingot"),
        ("workbench", "crafting_table"),
        ("log:1", "spruce_log"),
        ("netherite upgrade", "netherite_upgrade_smithing_template"),
    ],
)
def test_names(name: str, meant: str) -> None:
    assert resolve(BOOK, name).items == (meant,)


@pytest.mark.parametrize(
    ("name", "tag"), [("planks", "planks"), ("carpet", "wool_carpets"), ("chest boat", "chest_boats")]
)
def test_names_of_many(name: str, tag: str) -> None:
    assert resolve(BOOK, name).tag == tag


@pytest.mark.parametrize("name", ["blue_egg", "copper_pickaxe", "dried_ghast", "air"])
def test_what_came_later_or_is_no_item_is_unknown(name: str) -> None:
    with pytest.raises(InputError):
        resolve(BOOK, name)


def test_no_alias_hides_an_item() -> None:
    assert not set(BOOK.names) & set(BOOK.items)


def test_the_documentation_states_the_counts() -> None:
    text = (FILE.parent.parent.parent / "docs" / "books.md").read_text("utf-8")
    there = books.obtainable(BOOK)
    off = sum(not source.on for source in BOOK.sources)
    silk = len(BOOK.items) - len(there) - len(BOOK.unobtainable)
    for said_there in (
        f"{len(BOOK.items):,} items, {len(BOOK.recipes):,} recipes",
        f"{len(BOOK.sources)} sources ({off} of them off)",
        f"{len(BOOK.tags)} tags, {len(BOOK.fuels)} fuels",
        f"{len(there):,} items come out of nothing in the end, {silk} more with silk touch, ",
        f" {len(BOOK.unobtainable)} not: 81 spawn eggs",
    ):
        assert said_there in text, said_there
