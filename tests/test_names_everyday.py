"""What people call things, in all three versions; and what is suggested for names that are typed wrong."""

from __future__ import annotations

import re

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
Block of Lapis Lazuli = lapis_block
Lapis Lazuli Block = lapis_block
blocks of lapis lazuli = lapis_block
Cat Disc = record_cat | music_disc_cat | music_disc_cat
Oak Wood Stairs = oak_stairs
Moss Stone = mossy_cobblestone
oak wood planks = planks:0 | oak_planks | oak_planks
white bed = bed | white_bed | white_bed
green bed = bed | green_bed | green_bed
fishing pole = fishing_rod
gapple = golden_apple:0 | golden_apple | golden_apple
notch apple = golden_apple:1 | enchanted_golden_apple | enchanted_golden_apple
flint & steel = flint_and_steel
clownfish = fish:2 | tropical_fish | tropical_fish
double_stone_slab = stone_slab:0 | smooth_stone_slab | smooth_stone_slab
head = #skull | player_head | player_head
monster spawner = mob_spawner | spawner | spawner
buckets of lava = lava_bucket
bucket of milk = milk_bucket
blocks of iron = iron_block
bottles of honey = - | honey_bottle | honey_bottle
grey wool = wool:7 | gray_wool | gray_wool
pickaxe iron = iron_pickaxe
torch redstone = redstone_torch
minecart with tnt = tnt_minecart
netherite = - | netherite_ingot | netherite_ingot
watch = clock
spider web = web | cobweb | cobweb
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

# Typed wrong or not there = the first suggestion, the version that it came with, or `-` for none, as above; `= item`
# where that version understands it.
WRONG = """
diamond sowrd = diamond_sword
gold apple = #golden_apple | golden_apple | golden_apple
gold carrot = golden_carrot
iron stick = stick
obsidian pickaxe = obsidian
dye red = dye:1 | = red_dye | = red_dye
copper_ingot = 1.17 | 1.17 | = copper_ingot
copper = 1.17 | 1.17 | = copper_ingot
copper ignot = 1.17 | 1.17 | copper_ingot
rod = end_rod
netherite_ingot = 1.16 | = netherite_ingot | = netherite_ingot
netherite sword = 1.16 | = netherite_sword | = netherite_sword
food = bread
air = -
ham = -
qwertyuiop = -
xyzzy plugh = -
ender perl = ender_pearl
blaze powdr = blaze_powder
redstone lampp = redstone_lamp
lether = leather
leathr helmet = leather_helmet
irn ingot = iron_ingot
iron ignot = iron_ingot
gold ignot = gold_ingot
stone pickax = stone_pickaxe
wodden sword = wooden_sword
chest plate = golden_chestplate
glass bottel = glass_bottle
sandston = #sandstone | sandstone | sandstone
cobbelstone wall = #cobblestone_wall | cobblestone_wall | cobblestone_wall
fense = fence | #fences | #fences
dor = #doors
birch log plank = planks:2 | birch_planks | birch_planks
enchant table = enchanting_table
anvl = #anvil | anvil | anvil
hoper = hopper
dropr = dropper
dispensor = dispenser
observr = observer
comparater = comparator
repeeter = repeater
pistn = piston
sticky pistn = sticky_piston
slime bal = slime_ball
boat with chest = 1.19 | 1.19 | = #chest_boats
papper = paper
sugar can = reeds | sugar_cane | sugar_cane
sugr = sugar
pumkin pie = pumpkin_pie
cooky = cookie
bred = bread
aple = apple
carrott = carrot
potatoe = potato
baked potatoe = baked_potato
beef steak = cooked_beef
cooked chiken = cooked_chicken
raw fishe = fish:0 | cod | cod
cob webb = web | cobweb | cobweb
white woll = wool:0 | white_wool | white_wool
blak wool = wool:15 | black_wool | black_wool
light grey woll = wool:8 | light_gray_wool | light_gray_wool
lantern = 1.14 | = lantern | = lantern
camp fire = 1.14 | = campfire | = campfire
blast furnce = 1.14 | blast_furnace | blast_furnace
stonecuter = 1.14 | stonecutter | stonecutter
smithing tabel = 1.14 | smithing_table | smithing_table
elitra = elytra
trident = 1.13 | = trident | = trident
cross bow = 1.14 | = crossbow | = crossbow
arow = arrow
horse armor = golden_horse_armor
empty bucket = bucket
rocket = fireworks | firework_rocket | firework_rocket
magma creme = magma_cream
ferment spider eye = fermented_spider_eye
purpur = purpur_block
terracota = hardened_clay | terracotta | terracotta
concrete powdr = 1.12 | #concrete_powders | #concrete_powders
trap chest = trapped_chest
trapped chst = trapped_chest
lightening rod = 1.17 | 1.17 | lightning_rod
amethyst = 1.17 | 1.17 | = amethyst_shard
tinted glas = 1.17 | 1.17 | = tinted_glass
raw copper = 1.17 | 1.17 | = raw_copper
bundle = 1.21.2 | 1.21.2 | = bundle
brush = 1.20 | 1.20 | = brush
cherry plank = 1.20 | 1.20 | = cherry_planks
mangrove log = 1.19 | 1.19 | = mangrove_log
crafter = 1.21 | 1.21 | = crafter
mace = 1.21 | 1.21 | = mace
honey botle = 1.15 | honey_bottle | honey_bottle
chain = 1.16 | = chain | = chain
ancient debrs = 1.16 | ancient_debris | ancient_debris
iron pickaxx = iron_pickaxe
diamnd = diamond
emrald = emerald
redstne = redstone
glowstone dst = glowstone_dust
nether wrt = nether_wart
nether stra = nether_star
eye of endr = ender_eye
golden helmt = golden_helmet
iron leggins = iron_leggings
dimond chestplate = diamond_chestplate
fishin rod = fishing_rod
flint and stel = flint_and_steel
clok = clock
compss = compass
mushrom stew = mushroom_stew
rabit stew = rabbit_stew
ghst tear = ghast_tear
quarts = quartz
oak plnks = planks:0 | oak_planks | oak_planks
spruce lgo = log:1 | spruce_log | spruce_log
birch stiars = birch_stairs
jungle dor = jungle_door
acacia fense = acacia_fence
iron bras = iron_bars
ston = #stone | stone | stone
"""


def rows(table: str) -> list[tuple[str, ...]]:
    pairs = [line.split(" = ", 1) for line in table.strip().splitlines()]
    return [
        (name, *(said.split(" | ") * 3)[:3]) if " | " not in said else (name, *said.split(" | "))
        for name, said in pairs
    ]


def test_the_tables_are_of_the_versions_there_are() -> None:
    assert versions() == ("1.11.2", "1.16.5", "1.21.4")
    assert len(rows(NAMES)) >= 60
    assert len(rows(WRONG)) >= 120
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


@pytest.mark.parametrize("row", rows(WRONG), ids=lambda row: row[0])
def test_what_means_nothing_is_answered_well(row: tuple[str, ...]) -> None:
    name, *answers = row
    for version, answer in zip(versions(), answers, strict=True):
        assert told(version, name) == answer, version


def told(version: str, name: str) -> str:
    """The first suggestion for a name, the version that it came with, or `= item` where it is understood."""
    try:
        return f"= {resolve(bundled(version), name).taken_as}"
    except InputError as error:
        hint = error.diagnostics[0].hint
    if " came with " in hint:
        return hint.rpartition(" ")[2]
    return re.split(r" or |\?", hint.removeprefix("did you mean "))[0] if hint.startswith("did") else "-"


def test_a_golden_apple_typed_wrong_is_the_tag_of_its_kinds_up_to_1_12() -> None:
    hints = []
    for version in versions():
        with pytest.raises(InputError) as caught:
            resolve(bundled(version), "golden appel")
        hints.append(caught.value.diagnostics[0].hint.rstrip("?").split(" or ")[0])
    assert hints == ["did you mean #golden_apple", "did you mean golden_apple", "did you mean golden_apple"]


def test_words_joined_or_apart_mean_one_thing_or_nothing() -> None:
    book = bundled("1.16.5")
    assert resolve(book, "I R O N ingot").taken_as == "iron_ingot"
    assert resolve(book, "dark oak plank").taken_as == "dark_oak_planks"
    with pytest.raises(InputError):
        resolve(book, "gol")


@pytest.mark.parametrize(
    ("version", "name", "taken_as"),
    [
        ("1.16.5", "stone_slab:0", "smooth_stone_slab"),
        ("1.16.5", "chest:0", "chest"),
        ("1.16.5", "arrows", "arrow"),
        ("1.16.5", "#arrows", "#arrows"),
        ("1.16.5", "coals", "coal"),
        ("1.16.5", "anvils", "anvil"),
        ("1.16.5", "boats", "#boats"),
        ("1.11.2", "boats", "boat"),
        ("1.21.4", "bundles", "bundle"),
        ("1.16.5", "tag:logs", "#logs"),
        ("1.16.5", "iron spade", "iron_shovel"),
        ("1.16.5", "raw pork", "porkchop"),
        ("1.16.5", "kiln", "furnace"),
        ("1.11.2", "silver dye", "dye:7"),
        ("1.21.4", "silver dye", "light_gray_dye"),
    ],
)
def test_plurals_variants_and_words_of_the_street(version: str, name: str, taken_as: str) -> None:
    assert resolve(bundled(version), name).taken_as == taken_as


@pytest.mark.parametrize("name", ["iron armour", "Iron Armor", "iron-armour"])
def test_armour_is_asked_back_by_its_pieces(name: str) -> None:
    with pytest.raises(InputError) as caught:
        resolve(bundled(), name)
    hint = caught.value.diagnostics[0].hint
    assert hint == "armor is worn in 4 pieces: iron_helmet, iron_chestplate, iron_leggings, iron_boots; which of them?"
