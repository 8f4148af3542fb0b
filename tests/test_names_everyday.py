"""What people call things, in all three versions; and what is suggested for names that are typed wrong."""

from __future__ import annotations

import pytest
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled, versions
from craftproof.recipes.names import resolve

# Name = what it means in 1.11.2 | 1.16.5 | 1.21.4 (once, where it is the same); `-`: no item of that version.
NAMES = """
block of iron = iron_block
iron block = iron_block
Redstone Torch = redstone_torch
redstone torches = redstone_torch
workbench = crafting_table
work bench = crafting_table
crafting bench = crafting_table
smelter = furnace
oven = furnace
planks = #planks
oak planks = planks:0 | oak_planks | oak_planks
oak plank = planks:0 | oak_planks | oak_planks
wood planks = #planks
Oak Log = log:0 | oak_log | oak_log
wood = #logs
Sticks = stick
torches = torch
iron pick = iron_pickaxe
Iron Pick Axe = iron_pickaxe
diamond pick = diamond_pickaxe
pickaxes = #pickaxes
cobble = cobblestone
cobblestones = cobblestone
lapis = dye:4 | lapis_lazuli | lapis_lazuli
Lapis Lazuli = dye:4 | lapis_lazuli | lapis_lazuli
ink sac = dye:0 | ink_sac | ink_sac
bonemeal = dye:15 | bone_meal | bone_meal
slime = slime | slime_block | slime_block
slime ball = slime_ball
slime block = slime | slime_block | slime_block
music disc = #music_discs
record = #music_discs
steak = cooked_beef
raw beef = beef
pork chop = porkchop
fish = #fish | #fishes | #fishes
raw fish = fish:0 | cod | cod
milk = milk_bucket
bucket of water = water_bucket
boat = boat | oak_boat | oak_boat
bed = bed | #beds | #beds
red bed = bed | red_bed | red_bed
door = #doors
iron door = iron_door
sign = sign | oak_sign | oak_sign
trap door = #trapdoors
ladders = ladder
book and quill = writable_book
bookshelves = bookshelf
enchantment table = enchanting_table
anvil = #anvil | anvil | anvil
shulker box = #shulker_boxes | shulker_box | shulker_box
glass panes = glass_pane
bottles = glass_bottle
eyes of ender = ender_eye
jack o'lantern = lit_pumpkin | jack_o_lantern | jack_o_lantern
carrot on stick = carrot_on_a_stick
lighter = flint_and_steel
gold = gold_ingot
gold bar = gold_ingot
powered rails = golden_rail | powered_rail | powered_rail
repeater = repeater
redstone dust = redstone
sugarcane = reeds | sugar_cane | sugar_cane
reeds = reeds | sugar_cane | sugar_cane
seeds = wheat_seeds
leaves = #leaves
saplings = #sapling | #saplings | #saplings
leather boots = leather_boots
iron chest plate = iron_chestplate
gold sword = golden_sword
stone bricks = stonebrick:0 | stone_bricks | stone_bricks
mossy stone bricks = stonebrick:1 | mossy_stone_bricks | mossy_stone_bricks
granite = stone:1 | granite | granite
nether bricks = nether_brick | nether_bricks | nether_bricks
red wool = wool:14 | red_wool | red_wool
wool = #wool
rose red = dye:1 | red_dye | red_dye
hardened clay = hardened_clay | terracotta | terracotta
melon slice = melon | melon_slice | melon_slice
snow ball = snowball
coal = #coal | coal | coal
charcoal = coal:1 | charcoal | charcoal
hay bale = hay_block
firework = fireworks | firework_rocket | firework_rocket
note block = noteblock | note_block | note_block
raw iron = iron_ore | iron_ore | raw_iron
short grass = tallgrass:1 | grass | short_grass
poppy = red_flower:0 | poppy | poppy
flower = #flowers
minecraft:stick = stick
log = #log | #logs | #logs
wooden slab = #wooden_slab | #wooden_slabs | #wooden_slabs
soul torch = - | soul_torch | soul_torch
conduit = - | conduit | conduit
netherite ingot = - | netherite_ingot | netherite_ingot
blast furnace = - | blast_furnace | blast_furnace
copper = - | - | copper_ingot
spyglass = - | - | spyglass
bundle = - | - | bundle
scute = - | scute | turtle_scute
bamboo = - | bamboo | bamboo
"""

# Typed wrong = what is suggested first, in every version.
MISSPELLED = """
craftng table = crafting_table
iron pickax = iron_pickaxe
diamnd pickaxe = diamond_pickaxe
redstoen torch = redstone_torch
coblestone = cobblestone
furnase = furnace
stik = stick
dimond sword = diamond_sword
enchanting tabel = enchanting_table
bukkit = bucket
minecrat = minecart
bookshelve = bookshelf
obsidean = obsidian
pistun = piston
jukbox = jukebox
ender chst = ender_chest
brewing stnd = brewing_stand
torhc = torch
leather bots = leather_boots
"""


def rows(table: str) -> list[tuple[str, ...]]:
    pairs = [line.split(" = ") for line in table.strip().splitlines()]
    return [
        (name, *(said.split(" | ") * 3)[:3]) if " | " not in said else (name, *said.split(" | "))
        for name, said in pairs
    ]


def test_the_tables_are_of_the_versions_there_are() -> None:
    assert versions() == ("1.11.2", "1.16.5", "1.21.4")
    assert len(rows(NAMES)) >= 60
    assert {len(row) for row in rows(NAMES)} == {4}


@pytest.mark.parametrize("row", rows(NAMES), ids=lambda row: row[0])
def test_what_people_say_is_understood(row: tuple[str, ...]) -> None:
    name, *meant = row
    for version, item in zip(versions(), meant, strict=True):
        if item == "-":
            with pytest.raises(InputError):
                resolve(bundled(version), name)
        else:
            assert resolve(bundled(version), name).taken_as == item, version


@pytest.mark.parametrize("row", rows(MISSPELLED), ids=lambda row: row[0])
@pytest.mark.parametrize("version", versions())
def test_what_is_typed_wrong_is_guessed_right(row: tuple[str, ...], version: str) -> None:
    with pytest.raises(InputError) as caught:
        resolve(bundled(version), row[0])
    (mistake,) = caught.value.diagnostics
    assert mistake.hint.startswith(f"did you mean {row[1]}")
    assert mistake.hint.removeprefix(f"did you mean {row[1]}").startswith((" or ", "?"))


def test_a_golden_apple_typed_wrong_is_the_tag_of_its_kinds_up_to_1_12() -> None:
    hints = []
    for version in versions():
        with pytest.raises(InputError) as caught:
            resolve(bundled(version), "golden appel")
        hints.append(caught.value.diagnostics[0].hint.split(" or ")[0])
    assert hints == ["did you mean #golden_apple", "did you mean golden_apple", "did you mean golden_apple"]


def test_words_joined_or_apart_mean_one_thing_or_nothing() -> None:
    book = bundled("1.16.5")
    assert resolve(book, "I R O N ingot").taken_as == "iron_ingot"
    assert resolve(book, "dark oak plank").taken_as == "dark_oak_planks"
    with pytest.raises(InputError):
        resolve(book, "gol")
