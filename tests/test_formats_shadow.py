"""Files with the names of the game's own: each shadows the recipe of its name, as the game lays packs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from craftproof.recipes.book import Book, Item
from craftproof.recipes.formats import gamefiles
from craftproof.recipes.formats.datapack import load, load_packs
from craftproof.recipes.formats.summary import Loaded
from craftproof.recipes.library import bundled

CAKE = {"type": "crafting_shaped", "pattern": ["a"], "key": {"a": {"item": "dirt"}}, "result": {"item": "cake"}}
FILES = Path(__file__).parents[1] / "recipes" / "build" / "files.py"
NEVER = {"type": "neoforge:never"}


def pack(folder: Path, files: dict[str, object]) -> Path:
    """A pack of recipes by their names; a text stands as it is."""
    for name, data in files.items():
        namespace, _, path = name.rpartition(":")
        place = folder / "data" / (namespace or "minecraft") / "recipes" / f"{path}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return folder


def laid(folder: Path, files: dict[str, object], version: str = "1.16.5") -> Loaded:
    return load(pack(folder, files), bundled(version))


def ways(book: Book, item: Item) -> list[str]:
    """The recipes for an item, as a player would say them."""
    made = (made for made in book.recipes if made.gives[0][0] == item)
    return sorted(f"{m.id}: {' + '.join('/'.join(i.any_of) for i in m.takes)}" for m in made)


@pytest.mark.parametrize("version", ["1.16.5", "1.21.4"])
def test_every_recipe_of_a_book_has_its_file(version: str) -> None:
    game = gamefiles.game_files(bundled(version))
    assert {recipe for shares in game.shares.values() for recipe in shares} == {m.id for m in bundled(version).recipes}
    members = {m.id: {item for each in m.takes for item in each.any_of} for m in bundled(version).recipes}
    shared = [(recipe, takes) for shares in game.shares.values() for recipe, takes in shares.items() if takes]
    assert shared
    assert all(set(takes) <= members[recipe] for recipe, takes in shared)


@pytest.mark.parametrize(
    ("version", "name", "recipe"),
    [
        ("1.16.5", "gold_ingot_from_nuggets", "craft gold_ingot from gold_nugget"),
        ("1.16.5", "red_bed_from_white_bed", "craft red_bed from white_bed"),
        ("1.16.5", "netherite_hoe_smithing", "smith netherite_hoe"),
        ("1.16.5", "stone_brick_walls_from_stone_stonecutting", "cut stone_brick_wall from stone"),
        ("1.21.4", "iron_ingot_from_smelting_raw_iron", "smelt iron_ingot from raw_iron"),
        ("1.21.4", "lapis_lazuli_from_smelting_lapis_ore", "smelt lapis_lazuli from lapis_ore"),
        ("1.21.4", "stick_from_bamboo_item", "craft stick from bamboo"),
        ("1.21.4", "dye_black_wool", "craft black_wool"),
        ("1.21.4", "waxed_cut_copper_from_honeycomb", "craft waxed_cut_copper from cut_copper"),
    ],
)
def test_what_the_game_calls_a_file(version: str, name: str, recipe: str) -> None:
    assert gamefiles.game_files(bundled(version)).shares[name] == {recipe: ()}


def test_the_tables_are_what_their_script_makes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, FILES, "-o", tmp_path], check=True, timeout=60)
    tables = sorted(tmp_path.iterdir())
    assert [table.name for table in tables] == ["files_1_16_5.json", "files_1_21_4.json"]
    assert all(table.read_bytes() == (gamefiles.DATA / table.name).read_bytes() for table in tables)


def test_a_file_of_the_games_name_replaces_its_recipe(tmp_path: Path) -> None:
    loaded = laid(tmp_path, {"gold_ingot_from_nuggets": CAKE | {"result": {"item": "gold_ingot"}}})
    assert [way for way in ways(loaded.book, "gold_ingot") if way.startswith("craft")] == [
        "craft gold_ingot from dirt: dirt",
        "craft gold_ingot from gold_block: gold_block",
    ]
    assert len(loaded.book.recipes) == len(bundled().recipes)
    assert "1 of the book's recipes replaced: craft gold_ingot from gold_nugget" in loaded.summary.facts


def test_a_file_that_makes_another_thing_replaces_too(tmp_path: Path) -> None:
    loaded = laid(tmp_path, {"cake": CAKE | {"result": {"item": "diamond"}}})
    assert ways(loaded.book, "cake") == []
    assert "craft diamond from dirt: dirt" in ways(loaded.book, "diamond")


@pytest.mark.parametrize(
    "written",
    [
        CAKE | {"result": {"item": "air"}},
        CAKE | {"key": {"a": {"tag": "x:nothing"}}},
        CAKE | {"type": "x:unknown"},
        CAKE | {"type": "crafting_special_bookcloning"},
        CAKE | {"conditions": [NEVER]},
        CAKE | {"neoforge:conditions": [NEVER]},
        {"neoforge:conditions": [NEVER]},
        CAKE | {"fabric:load_conditions": [{"condition": "fabric:not", "value": {"condition": "fabric:true"}}]},
        CAKE | {"pattern": 5},
        {},
        "{",
    ],
    ids=["air", "no item", "unknown", "special", "never", "neoforge", "no body", "fabric", "faulty", "empty", "broken"],
)
def test_a_file_that_makes_nothing_disables_the_recipe_of_its_name(tmp_path: Path, written: object) -> None:
    loaded = laid(tmp_path, {"cake": written})
    assert ways(loaded.book, "cake") == []
    assert "1 of the book's recipes disabled: craft cake" in loaded.summary.facts
    assert len(loaded.book.recipes) == len(bundled("1.16.5").recipes) - 1


def test_a_pattern_of_what_nobody_has_replaces(tmp_path: Path) -> None:
    loaded = laid(tmp_path, {"cake": CAKE | {"key": {"a": {"item": "barrier"}}}})
    assert ways(loaded.book, "cake") == ["craft cake: barrier"]


def test_a_file_that_says_what_the_game_says_changes_nothing(tmp_path: Path) -> None:
    sticks = {"type": "crafting_shaped", "pattern": ["#", "#"], "key": {"#": {"tag": "minecraft:planks"}}}
    star = {"type": "crafting_special_firework_star"}
    loaded = laid(tmp_path, {"stick": sticks | {"result": {"item": "stick", "count": 4}}, "firework_star": star})
    assert loaded.book == bundled("1.16.5")
    assert not any("of the book's" in fact for fact in loaded.summary.facts)


def test_a_file_that_allows_less_replaces(tmp_path: Path) -> None:
    sticks = {"type": "crafting_shaped", "pattern": ["#", "#"], "key": {"#": {"item": "oak_planks"}}}
    loaded = laid(tmp_path, {"stick": sticks | {"result": {"item": "stick", "count": 4}}})
    assert ways(loaded.book, "stick") == ["craft stick from bamboo: bamboo", "craft stick from oak_planks: oak_planks"]


def test_of_a_recipe_that_stands_for_several_files_only_the_share_goes(tmp_path: Path) -> None:
    assert ways(laid(tmp_path / "a", {"black_dye_from_wither_rose": "{"}).book, "black_dye") == [
        "craft black_dye: ink_sac"
    ]
    both = {"black_dye_from_wither_rose": "{", "black_dye": "{"}
    assert ways(laid(tmp_path / "b", both).book, "black_dye") == []


def test_a_mods_file_of_the_same_recipe_keeps_it(tmp_path: Path) -> None:
    loaded = laid(tmp_path, {"melon": "{", "x:melon": CAKE | {"result": {"item": "melon"}}})
    assert ways(loaded.book, "melon") == ["craft melon: dirt"]


def test_a_later_pack_takes_the_place_of_a_disabling_one(tmp_path: Path) -> None:
    first, second = pack(tmp_path / "a", {"cake": "{"}), pack(tmp_path / "b", {"cake": CAKE})
    assert ways(load_packs([first, second], bundled()).book, "cake") == ["craft cake: dirt"]
    assert ways(load_packs([second, first], bundled()).book, "cake") == []


def test_a_file_that_replaces_nothing_is_told(tmp_path: Path) -> None:
    loaded = laid(tmp_path, {"stick_from_dirt": CAKE | {"result": {"item": "stick"}}, "new": CAKE})
    (warning,) = loaded.summary.warnings
    assert (warning.code, Path(warning.file).name) == ("replaces-nothing", "new.json")
    assert "1 more such: stick_from_dirt" in warning.message
    assert warning.hint == "the game's files for cake are cake"


def test_in_a_book_of_no_table_the_rules_of_the_game_tell(tmp_path: Path) -> None:
    named = ("craft cake", "cut stone_slab from stone", "smelt stone from cobblestone")
    over = Book("1.99", bundled().items, recipes=tuple(m for m in bundled().recipes if m.id in named))
    left = load(pack(tmp_path, {"cake": "{", "stone_slab_from_stone_stonecutting": "{"}), over).book
    assert [made.id for made in left.recipes] == ["smelt stone from cobblestone"]
