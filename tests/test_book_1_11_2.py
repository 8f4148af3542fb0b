"""The bundled book of 1.11.2, MineDojo's version, against what a player knows of the game."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Ingredient, Recipe, Source
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled, versions
from craftproof.recipes.look import ways_to
from craftproof.recipes.names import resolve
from craftproof.recipes.native import load_book, save_book
from craftproof.recipes.rules import PRESETS
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify

from . import books

BOOK = bundled("1.11.2")
FILE = Path(__file__).resolve().parent.parent / "recipes" / "data" / "book_1_11_2.json"
OPERATORS: dict[str, Recipe | Source] = {each.id: each for each in (*BOOK.recipes, *BOOK.sources)}
VERBS = {"crafting": "craft", "smelting": "smelt"}

# What is taken, what it gives, and where: as a player would say it. `#tag` is any member.
RECIPES = """
craft planks:0: 1 log:0 -> 4 planks:0 by hand
craft planks:5: 1 log2:1 -> 4 planks:5 by hand
craft stick: 2 #planks -> 4 stick by hand
craft crafting_table: 4 #planks -> 1 crafting_table by hand
craft torch: 1 #coal, 1 stick -> 4 torch by hand
craft fence: 4 planks:0, 2 stick -> 3 fence at crafting_table
craft furnace: 8 cobblestone -> 1 furnace at crafting_table
craft wooden_pickaxe: 3 #planks, 2 stick -> 1 wooden_pickaxe at crafting_table
craft stone_pickaxe: 3 cobblestone, 2 stick -> 1 stone_pickaxe at crafting_table
craft shield: 6 #planks, 1 iron_ingot -> 1 shield at crafting_table
craft bed: 3 #planks, 3 #wool -> 1 bed at crafting_table
craft sugar: 1 reeds -> 1 sugar by hand
craft paper: 3 reeds -> 3 paper at crafting_table
craft cake: 3 milk_bucket, 3 wheat, 2 sugar, 1 egg -> 1 cake at crafting_table
craft coal_block: 9 coal:0 -> 1 coal_block at crafting_table
craft wool:0 from string: 4 string -> 1 wool:0 by hand
craft wool:14: 1 dye:1, 1 wool:0 -> 1 wool:14 by hand
craft carpet:14: 2 wool:14 -> 3 carpet:14 by hand
craft banner:15: 6 wool:0, 1 stick -> 1 banner:15 at crafting_table
craft dye:15 from bone: 1 bone -> 3 dye:15 by hand
craft stone:3: 2 cobblestone, 2 quartz -> 2 stone:3 by hand
craft sandstone:2: 4 sandstone:0 -> 4 sandstone:2 by hand
craft stone_slab:3: 3 cobblestone -> 6 stone_slab:3 at crafting_table
craft tnt: 5 gunpowder, 4 #sand -> 1 tnt at crafting_table
craft comparator: 3 redstone_torch, 3 stone:0, 1 quartz -> 1 comparator at crafting_table
craft iron_nugget: 1 iron_ingot -> 9 iron_nugget by hand
craft fireworks: 1 paper, 1 gunpowder -> 3 fireworks by hand
craft spectral_arrow: 4 glowstone_dust, 1 arrow -> 2 spectral_arrow at crafting_table
craft purple_shulker_box from shulker_shell: 2 shulker_shell, 1 chest -> 1 purple_shulker_box at crafting_table
smelt coal:1 from logs: 1 #logs -> 1 coal:1 at furnace burning 200
smelt stone:0 from cobblestone: 1 cobblestone -> 1 stone:0 at furnace burning 200
smelt stonebrick:2 from stonebrick:0: 1 stonebrick:0 -> 1 stonebrick:2 at furnace burning 200
smelt dye:2 from cactus: 1 cactus -> 1 dye:2 at furnace burning 200
smelt cooked_fish:1 from fish:1: 1 fish:1 -> 1 cooked_fish:1 at furnace burning 200
smelt glass from sand: 1 #sand -> 1 glass at furnace burning 200
smelt iron_nugget from iron_gear: 1 #iron_gear -> 1 iron_nugget at furnace burning 200
"""

# Tool as CLASS/tier (and uses where not one), what one try gives; `~` where it is a mean.
SOURCES = """
mine log:0: by hand -> 1 log:0
mine log2:1: by hand -> 1 log2:1
mine cobblestone from stone:0: pickaxe/0 -> 1 cobblestone
mine stone:1: pickaxe/0 -> 1 stone:1
mine coal:0 from coal_ore: pickaxe/0 -> 1 coal:0
mine iron_ore: pickaxe/1 -> 1 iron_ore
mine dye:4 from lapis_ore: pickaxe/1 -> 4 dye:4
mine redstone from redstone_ore: pickaxe/2 -> 4 redstone
mine diamond from diamond_ore: pickaxe/2 -> 1 diamond
mine obsidian: pickaxe/3 -> 1 obsidian
mine obsidian from lava_bucket: pickaxe/3, takes 1 lava_bucket -> 1 obsidian, 1 bucket
mine quartz from quartz_ore: pickaxe/0 -> 1 quartz
mine snowball from snow_layer: shovel/0 -> 1 snowball
mine dirt:0 from grass: by hand -> 1 dirt:0
mine wheat_seeds from tallgrass:1: by hand -> ~ 1 wheat_seeds
mine tallgrass:1: shears/0 -> 1 tallgrass:1
mine sapling:3 from leaves:3: by hand -> ~ 1 sapling:3
mine string from web: sword/0 x2 -> 1 string
mine web: shears/0 -> 1 web
mine reeds: by hand -> 1 reeds
mine melon from melon_block: by hand -> 3 melon
mine dye:3 from cocoa: by hand -> 3 dye:3
shear wool:0 from sheep: shears/0 -> 1 wool:0
shear wool:14 from dyed_sheep: shears/0, takes 1 dye:1 -> 1 wool:14
kill beef from cow: by hand -> 1 beef
kill dye:0 from squid: by hand -> 1 dye:0
milk milk_bucket from cow: by hand, takes 1 bucket -> 1 milk_bucket
fill lava_bucket: by hand, takes 1 bucket -> 1 lava_bucket
farm wheat: hoe/0, takes 1 wheat_seeds -> 1 wheat
farm carrot: hoe/0 -> ~ 1 carrot
fish fish:3: fishing_rod/0 x10 -> ~ 1 fish:3
kill nether_star from wither: by hand, takes 4 soul_sand, 3 skull:1 -> 1 nether_star
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
    operator = OPERATORS[line.partition(": ")[0]]
    assert told(operator) == line


def test_the_version_is_bundled() -> None:
    assert "1.11.2" in versions()
    assert BOOK.version == "1.11.2"


def test_counts() -> None:
    assert Counter(recipe.kind for recipe in BOOK.recipes) == {"crafting": 400, "smelting": 28}
    assert len(BOOK.items) == 581
    assert len({item.partition(":")[0] for item in BOOK.items}) == 391
    assert len(BOOK.sources) > 300
    assert Counter(BOOK.unobtainable.values()) == {
        "creative-only": 13,
        "command": 11,
        "nbt-variant": 7,
        "spawn-egg": 1,
    }


def test_ids_are_unique_and_say_what_is_made() -> None:
    assert len(OPERATORS) == len(BOOK.recipes) + len(BOOK.sources)
    for name, operator in OPERATORS.items():
        assert re.fullmatch(r"[a-z]+ [a-z0-9_:]+( from [a-z0-9_:+]+)?", name), name
        verb, product = name.split(" ")[:2]
        assert verb == VERBS.get(operator.kind, operator.kind), name
        assert product in dict(operator.gives), name


def test_the_file_is_read_strictly_and_written_back_alike() -> None:
    book = load_book(FILE)
    assert book == BOOK
    assert json.loads(save_book(book)) == json.loads(FILE.read_text("utf-8"))


def test_the_bare_name_is_the_tag_of_all_variants_and_no_item() -> None:
    several: dict[str, list[str]] = {}
    for item in BOOK.items:
        name, colon, _ = item.partition(":")
        if colon:
            several.setdefault(name, []).append(item)
    assert len(several) == 35
    for name, variants in several.items():
        assert name not in BOOK.items
        assert BOOK.tags[name] == tuple(sorted(variants))
        assert set(variants) == {f"{name}:{n}" for n in range(len(variants))}


@pytest.mark.parametrize(
    ("item", "label"),
    [
        ("planks:0", "Oak Wood Planks"),
        ("log2:1", "Dark Oak Wood"),
        ("coal:1", "Charcoal"),
        ("wool:8", "Light Gray Wool"),
        ("banner:15", "White Banner"),
        ("dye:15", "Bone Meal"),
        ("skull:5", "Dragon Head"),
        ("stone:6", "Polished Andesite"),
        ("totem_of_undying", "Totem of Undying"),
    ],
)
def test_labels(item: str, label: str) -> None:
    assert BOOK.items[item].label == label


@pytest.mark.parametrize(
    ("item", "stack", "uses", "tool", "tier"),
    [
        # Up to 1.12 a tool breaks on the use after the last that its damage bears.
        ("wooden_pickaxe", 1, 60, "pickaxe", 0),
        ("stone_axe", 1, 132, "axe", 1),
        ("iron_shovel", 1, 251, "shovel", 2),
        ("golden_pickaxe", 1, 33, "pickaxe", 0),
        ("diamond_hoe", 1, 1562, "hoe", 3),
        ("shears", 1, 239, "shears", 0),
        ("fishing_rod", 1, 65, "fishing_rod", 0),
        ("flint_and_steel", 1, 65, "flint_and_steel", 0),
        ("elytra", 1, 432, "", 0),
        ("record_13", 1, 0, "", 0),
        ("ender_pearl", 16, 0, "", 0),
        ("sign", 16, 0, "", 0),
        ("bed", 1, 0, "", 0),
        ("planks:3", 64, 0, "", 0),
    ],
)
def test_items(item: str, stack: int, uses: int, tool: str, tier: int) -> None:
    kind = BOOK.items[item]
    assert (kind.stack, kind.uses, kind.tool, kind.tier) == (stack, uses, tool, tier)


def test_fuels_and_containers() -> None:
    known = {
        "lava_bucket": 20000,
        "coal_block": 16000,
        "blaze_rod": 2400,
        "coal:0": 1600,
        "coal:1": 1600,
        "boat": 400,
        "log2:0": 300,
        "planks:5": 300,
        "crafting_table": 300,
        "banner:3": 300,
        "brown_mushroom_block": 300,
        "wooden_door": 200,
        "sign": 200,
        "wooden_pickaxe": 200,
        "wooden_slab:4": 150,
        "stick": 100,
        "sapling:2": 100,
        "wool:14": 100,
        "carpet:0": 67,
    }
    assert {item: BOOK.fuels[item] for item in known} == known
    assert not {"stone_pickaxe", "iron_door", "stone_slab:0", "nether_brick_fence", "deadbush"} & set(BOOK.fuels)
    assert dict(BOOK.containers) == {
        "water_bucket": "bucket",
        "lava_bucket": "bucket",
        "milk_bucket": "bucket",
        "dragon_breath": "glass_bottle",
    }


def test_nothing_of_later_versions_is_in_it() -> None:
    later = ("kelp", "bamboo", "concrete", "glazed", "trident", "netherite", "blackstone", "stripped", "campfire")
    assert not [item for item in BOOK.items if any(word in item for word in later)]
    stations = {recipe.station for recipe in BOOK.recipes}
    assert stations == {None, "crafting_table", "furnace"}
    tiers = {kind.tier for kind in BOOK.items.values()}
    assert max(tiers) == 3


def test_diamonds_lie_low() -> None:
    source = OPERATORS["mine diamond from diamond_ore"]
    assert isinstance(source, Source)
    assert source.where.heights == (1, 15)


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("oak_planks", "planks:0"),
        ("dark_oak_planks", "planks:5"),
        ("oak_log", "log:0"),
        ("acacia_log", "log2:0"),
        ("sugar_cane", "reeds"),
        ("oak_sign", "sign"),
        ("charcoal", "coal:1"),
        ("red_bed", "bed"),
        ("bone_meal", "dye:15"),
        ("lapis_lazuli", "dye:4"),
        ("red_dye", "dye:1"),
        ("ink_sac", "dye:0"),
        ("red_wool", "wool:14"),
        ("white_banner", "banner:15"),
        ("wither_skeleton_skull", "skull:1"),
        ("smooth_stone_slab", "stone_slab:0"),
        ("cobblestone_slab", "stone_slab:3"),
        ("oak_slab", "wooden_slab:0"),
        ("short_grass", "tallgrass:1"),
        ("grass_block", "grass"),
        ("melon_slice", "melon"),
        ("jack_o_lantern", "lit_pumpkin"),
        ("powered_rail", "golden_rail"),
        ("note_block", "noteblock"),
        ("bricks", "brick_block"),
        ("nether_bricks", "nether_brick"),
        ("nether_quartz_ore", "quartz_ore"),
        ("light_gray_shulker_box", "silver_shulker_box"),
        ("firework_rocket", "fireworks"),
        ("totem", "totem_of_undying"),
        ("workbench", "crafting_table"),
        ("Oak Wood Planks", "planks:0"),
        ("minecraft:planks:2", "planks:2"),
    ],
)
def test_names_of_later_versions_and_of_people(name: str, item: str) -> None:
    assert resolve(BOOK, name).items == (item,)


@pytest.mark.parametrize("name", ["planks", "log", "coal", "wool", "dye", "stone", "sapling", "fish", "skull"])
def test_a_name_that_needs_a_variant_means_any(name: str) -> None:
    found = resolve(BOOK, name)
    assert found.tag == name
    assert f"{name}:0" in found.items


@pytest.mark.parametrize("name", ["white_concrete", "netherite_ingot", "kelp"])
def test_what_came_later_is_unknown(name: str) -> None:
    with pytest.raises(InputError):
        resolve(BOOK, name)


def test_all_that_minedojo_makes_has_a_recipe() -> None:
    """Of the 244 things its actions craft or smelt, each is made here; the rest are made here alone.

    Its dump knows fireworks and dyed boxes only as recipes without an output, and leaves out dirt and sponge, since
    with variants left out they would be made of themselves.
    """
    assert len(made_by_minedojo()) == 244


def made_by_minedojo() -> dict[str, tuple[str, ...]]:
    """What MineDojo's actions make by its bare name, with the variants that a recipe of the book gives."""
    alone = {item for item in BOOK.tags["shulker_boxes"] if item != "purple_shulker_box"}
    alone |= {"fireworks", "firework_charge", "dirt", "sponge"}
    given = sorted({item for recipe in BOOK.recipes for item, _ in recipe.gives})
    names = {item.partition(":")[0] for item in given} - alone
    return {name: tuple(i for i in given if i.partition(":")[0] == name) for name in sorted(names)}


def test_all_that_minedojo_makes_has_a_verified_plan_under_its_rules() -> None:
    rules = PRESETS["minedojo"]
    problems = [compile_problem(BOOK, rules, State(), [Want(items)]) for items in made_by_minedojo().values()]
    answers = [plan(problem, compiled=True) for problem in problems]
    without = [
        answer.problem.want
        for answer in answers
        if not (isinstance(answer, Optimal | Feasible) and verify(answer.problem, answer.plan).sound)
    ]
    assert without == []


def test_every_item_is_obtainable_or_known_why_not() -> None:
    """What remains comes home with silk touch only."""
    obtainable = books.obtainable(BOOK)
    assert not set(obtainable) & set(BOOK.unobtainable)
    rest = set(BOOK.items) - set(obtainable) - set(BOOK.unobtainable)
    assert len(rest) == 13
    for item in rest:
        assert all(isinstance(way, Source) and "silk touch" in way.where.conditions for way in ways_to(BOOK, item))
        assert ways_to(BOOK, item)
    assert [item for item in BOOK.unobtainable if ways_to(BOOK, item)] == []


def test_every_obtainable_item_gets_a_verified_plan() -> None:
    assert len(books.goals(BOOK)) > 1000
    assert books.without_a_plan(BOOK) == []
