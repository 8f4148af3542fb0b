"""Data packs: what each file becomes, told as lines a player can read. The pack is in `data/packs/small`."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from craftproof.recipes.book import Book, Recipe
from craftproof.recipes.check import check
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.formats.datapack import load, load_packs
from craftproof.recipes.formats.maps import shipped
from craftproof.recipes.formats.summary import KINDS, Loaded
from craftproof.recipes.formats.table import detect
from craftproof.recipes.library import bundled
from craftproof.recipes.native import load_book, save_book

PACKS = Path(__file__).parent / "data" / "packs"
SMALL = PACKS / "small"
MAP = PACKS / "press.map.json"


def line(made: Recipe, book: Book) -> str:
    """A recipe as a player would say it."""
    tags = {members: f"#{tag}" for tag, members in sorted(book.tags.items(), reverse=True) if len(members) > 1}
    takes = " + ".join(f"{i.n} {tags.get(i.any_of, '/'.join(i.any_of))}" for i in made.takes)
    gives = " + ".join(f"{n} {item}" for item, n in made.gives)
    needs = "".join(f", with {'/'.join(i.any_of)}" for i in made.needs)
    burns = f", {made.burns} ticks" if made.burns else ""
    return f"{made.id}: {takes} -> {gives} by {made.station or 'hand'}{needs}{burns}"


def new_lines(loaded: Loaded, over: Book) -> list[str]:
    return sorted(line(made, loaded.book) for made in loaded.book.recipes if made not in over.recipes)


@pytest.fixture(scope="module")
def small() -> Loaded:
    return load(SMALL, bundled(), shipped().with_file(MAP))


def recipe(**data: object) -> str:
    return json.dumps(data)


def pack(folder: Path, files: dict[str, str]) -> Path:
    for place, text in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    return folder


STICKS = recipe(type="minecraft:crafting_shapeless", ingredients=[{"item": "x:rod"}], result={"item": "stick"})


def test_a_pack_becomes_recipes(small: Loaded) -> None:
    over = {made.id for made in bundled().recipes}
    assert [
        line(made, small.book) for made in sorted(small.book.recipes, key=lambda r: r.id) if made.id not in over
    ] == [
        "blast gear:brick: 1 gear:mud -> 1 gear:brick by blast_furnace, 200 ticks",
        "campfire gear:brick: 1 gear:mud -> 1 gear:brick by campfire",
        "craft gear:axle: 1 iron_bars -> 1 gear:axle by hand",
        "craft gear:big_cog: 4 #gear:plates + 1 gear:cog -> 1 gear:big_cog by crafting_table",
        "craft gear:blue_plate: 1 #gear:plates + 1 blue_dye -> 1 gear:blue_plate by hand",
        "craft gear:bundle: 2 gear:cog + 1 #coals -> 1 gear:bundle by hand",
        "craft gear:chip: 1 gear:slab -> 4 gear:chip by hand",
        "craft gear:cog: 1 #planks + 1 stick -> 2 gear:cog by hand",
        "craft gear:five: 2 gear:cog + 2 stick + 1 #logs -> 3 gear:five by crafting_table",
        "cut gear:slab: 1 gear:brick -> 2 gear:slab by stonecutter",
        "press gear:brick: 1 gear:mud -> 1 gear:brick by gear:press",
        "press gear:plate: 1 iron_ingot -> 1 gear:plate by gear:press",
        "smelt gear:brick: 1 gear:mud -> 1 gear:brick by furnace, 300 ticks",
        "smith gear:geared_axe: 1 gear:big_cog + 1 iron_axe -> 1 gear:geared_axe by smithing_table",
        "smith gear:geared_hoe: 1 gear:big_cog + 1 gear:brick + 1 iron_hoe -> 1 gear:geared_hoe by smithing_table",
        "smoke gear:brick: 1 gear:mud -> 1 gear:brick by smoker, 200 ticks",
    ]


def test_tags_add_to_those_of_the_book_and_recipes_follow(small: Loaded) -> None:
    assert "gear:plank" in small.book.tags["planks"]
    assert "oak_planks" in small.book.tags["planks"]
    assert small.book.tags["gear:plates"] == ("gear:fine_plate", "gear:plate")
    table = next(made for made in small.book.recipes if made.id == "craft crafting_table")
    assert "gear:plank" in table.takes[0].any_of


def test_every_file_is_accounted_for(small: Loaded) -> None:
    files = sorted(str(path) for path in SMALL.rglob("*") if path.is_file())
    told = sorted(str(SMALL / o.file) if not o.file.startswith(str(SMALL)) else o.file for o in small.summary.outcomes)
    assert told == files
    assert Counter(o.what for o in small.summary.outcomes) == {
        "loaded": 14,
        "mapped": 2,
        "left out": 3,
        "special": 2,
        "unknown": 1,
        "faulty": 2,
        "tags": 3,
        "other": 2,
    }
    assert small.summary.by_type("unknown") == {"gear:whirling": 1}
    assert small.summary.by_type("left out") == {
        "(a load condition is not met)": 1,
        "crafting_shapeless (no item is in #forge:ingots/mythril)": 1,
        "gear:pressing (takes a fluid or a chemical)": 1,
    }
    assert {o.what for o in small.summary.outcomes} <= KINDS.keys()


def test_conditions_are_kept_as_facts(small: Loaded) -> None:
    assert dict(small.summary.conditions) == {
        ("mod elsewhere", False): 1,
        ("mod gear", True): 1,
        ("not tag forge:ingots/mythril is empty", False): 1,
        ("true", True): 1,
    }
    assert small.summary.nobody == {"forge:ingots/mythril": 1}
    assert small.summary.times["press gear:plate"] == 40


def test_faulty_files_are_told_with_their_place_and_the_rest_loads(small: Loaded) -> None:
    told = [(Path(d.file).name, d.line, d.column, d.code) for d in small.summary.diagnostics]
    assert told == [
        ("broken.json", 2, 39, "syntax"),
        ("two_mistakes.json", 2, 14, "unknown-symbol"),
        ("two_mistakes.json", 4, 43, "too-small"),
    ]
    assert all(d.hint for d in small.summary.diagnostics)


def test_the_text_of_the_account(small: Loaded) -> None:
    assert (
        small.summary.text(4).replace(str(SMALL), "small")
        == """\
small (datapack): 29 files
      14 loaded: 4 crafting_shapeless, 2 crafting_shaped, 1 blasting, 1 campfire_cooking and 6 more
       2 mapped: 2 gear:pressing
       3 left out: 1 (a load condition is not met), 1 crafting_shapeless (no item is in #forge:ingots/mythril), 1 \
gear:pressing (takes a fluid or a chemical)
       2 special (recipes that only the game's code can tell)
       1 unknown: 1 gear:whirling
       2 faulty: 1 of no type, 1 crafting_shaped
       3 tags (tags of items)
       2 other (files that hold neither recipes nor tags of items)
  4 load conditions, not met: 1 mod elsewhere, 1 not tag forge:ingots/mythril is empty
  16 items added to the book
  tags that nobody defines: 1 forge:ingots/mythril
  1 recipe of which results by chance, or the data of their items, are left out"""
    )


def test_the_laid_book_is_sound_and_can_be_saved(small: Loaded) -> None:
    assert check(small.book) == []
    assert load_book(save_book(small.book)) == small.book


def test_a_zip_and_a_jar_load_like_the_folder(tmp_path: Path, small: Loaded) -> None:
    for name in ("pack.zip", "game.jar"):
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(SMALL.rglob("*.json"), reverse=True):
                archive.write(file, file.relative_to(SMALL).as_posix())
        assert detect(tmp_path / name) == "datapack"
        loaded = load(tmp_path / name, bundled(), shipped().with_file(MAP))
        assert loaded.book == small.book
        assert [o.what for o in loaded.summary.outcomes] == [o.what for o in small.summary.outcomes]


def test_without_a_map_a_modded_type_is_counted_and_named() -> None:
    loaded = load(SMALL, bundled())
    assert loaded.summary.by_type("unknown") == {"gear:pressing": 3, "gear:whirling": 1}
    assert not any(made.kind == "pressing" for made in loaded.book.recipes)


def test_a_pack_alone_is_a_book_of_its_own() -> None:
    loaded = load(SMALL)
    assert {"gear:cog", "stick", "crafting_table"} <= loaded.book.items.keys()
    assert check(loaded.book) == []


def test_the_same_pack_again_adds_nothing(small: Loaded) -> None:
    again = load(SMALL, small.book, shipped().with_file(MAP))
    assert again.book == small.book
    assert again.summary.count("known") == 16


def test_a_later_pack_replaces_files_and_tags_of_an_earlier(tmp_path: Path) -> None:
    first = pack(
        tmp_path / "a",
        {
            "data/x/recipes/rod.json": STICKS,
            "data/x/tags/items/t.json": '{"values": ["x:a"]}',
            "data/x/recipes/t.json": recipe(type="stonecutting", ingredient={"tag": "x:t"}, result="x:c", count=1),
        },
    )
    second = pack(
        tmp_path / "b",
        {
            "data/x/recipe/rod.json": STICKS.replace("x:rod", "x:bar"),
            "data/x/tags/item/t.json": '{"replace": true, "values": ["x:b"]}',
        },
    )
    loaded = load_packs([first, second], bundled())
    assert new_lines(loaded, bundled()) == [
        "craft stick from x:bar: 1 x:bar -> 1 stick by hand",
        "cut x:c: 1 x:b -> 1 x:c by stonecutter",
    ]
    assert loaded.summary.count("overridden") == 1


def test_a_file_of_the_games_own_name_replaces_the_recipe_of_the_book(tmp_path: Path) -> None:
    text = recipe(
        type="minecraft:crafting_shapeless",
        ingredients=[{"item": "minecraft:dirt"}],
        result={"item": "minecraft:beacon"},
    )
    loaded = load(pack(tmp_path, {"data/minecraft/recipes/beacon.json": text}), bundled())
    assert [line(m, loaded.book) for m in loaded.book.recipes if m.gives[0][0] == "beacon"] == [
        "craft beacon: 1 dirt -> 1 beacon by hand"
    ]
    assert len(loaded.book.recipes) == len(bundled().recipes)


def test_a_mods_way_to_make_a_thing_stands_beside_the_games(tmp_path: Path) -> None:
    text = recipe(
        type="minecraft:crafting_shapeless", ingredients=[{"item": "x:core"}], result={"item": "minecraft:beacon"}
    )
    loaded = load(pack(tmp_path, {"data/x/recipes/beacon.json": text}), bundled())
    assert [m.id for m in loaded.book.recipes if m.gives[0][0] == "beacon"] == [
        "craft beacon",
        "craft beacon from x:core",
    ]


@pytest.mark.parametrize(
    ("ingredient", "members"),
    [
        ({"item": "minecraft:stick"}, "stick"),
        ({"tag": "minecraft:coals"}, "charcoal/coal"),
        ("minecraft:stick", "stick"),
        ("#minecraft:coals", "charcoal/coal"),
        (["minecraft:stick", "#minecraft:coals"], "charcoal/coal/stick"),
        ([{"item": "stick"}, {"tag": "coals"}], "charcoal/coal/stick"),
        ({"type": "forge:difference", "base": {"tag": "coals"}, "subtracted": {"item": "coal"}}, "charcoal"),
        ({"type": "neoforge:intersection", "children": [{"tag": "coals"}, {"item": "coal"}]}, "coal"),
        ({"type": "neoforge:compound", "children": [{"item": "coal"}, {"item": "stick"}]}, "coal/stick"),
        ({"fabric:type": "fabric:any", "ingredients": ["coal", "stick"]}, "coal/stick"),
        ({"tag": "forge:rods/wooden"}, "stick"),
        ({"tag": "c:dyes/blue"}, "blue_dye"),
    ],
)
def test_forms_of_ingredients(tmp_path: Path, ingredient: object, members: str) -> None:
    text = recipe(type="minecraft:stonecutting", ingredient=ingredient, result="x:thing", count=1)
    loaded = load(pack(tmp_path, {"data/x/recipes/thing.json": text}), bundled())
    made = next(made for made in loaded.book.recipes if made.gives == (("x:thing", 1),))
    assert "/".join(made.takes[0].any_of) == members


@pytest.mark.parametrize(
    ("ingredient", "why"),
    [
        ({"type": "forge:nbt", "item": "potion", "nbt": "{}"}, "takes an item with certain data"),
        ({"fluid": "water", "amount": 5}, "takes a fluid or a chemical"),
        ({"type": "x:odd"}, "takes an ingredient of type x:odd"),
        ({"tag": "x:nothing"}, "no item is in #x:nothing"),
        ([], "no item is in an empty list"),
    ],
)
def test_ingredients_without_a_place_in_a_book(tmp_path: Path, ingredient: object, why: str) -> None:
    text = recipe(type="minecraft:stonecutting", ingredient=ingredient, result="x:thing", count=1)
    loaded = load(pack(tmp_path, {"data/x/recipes/thing.json": text}), bundled())
    assert loaded.summary.by_type("left out") == {f"stonecutting ({why})": 1}
    assert loaded.book.recipes == bundled().recipes


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"a.json": "[]"}, "type"),
        ({"a.json": "{}"}, "missing-key"),
        ({"a.json": ""}, "empty-file"),
        ({"a.json": recipe(type="smelting", result="x:a")}, "missing-key"),
        ({"a.json": recipe(type="smelting", ingredient=5, result="x:a")}, "type"),
        ({"a.json": recipe(type="smelting", ingredient={"item": "a b"}, result="x:a")}, "text"),
        ({"a.json": recipe(type="smelting", ingredient="a", result={"item": "b", "count": 1.5})}, "type"),
        ({"a.json": recipe(type="smelting", ingredient="a", result={"item": "b", "count": 10**15})}, "too-large"),
        ({"a.json": recipe(type="smelting", ingredient="a", result="b", cookingtime="long")}, "type"),
        ({"a.json": recipe(type="crafting_shaped", key={}, result="b")}, "type"),
        ({"a.json": recipe(type="crafting_shaped", pattern=["aaaa"], key={"a": "x"}, result="b")}, "length"),
        ({"a.json": recipe(type="crafting_shaped", pattern=["a", "aa"], key={"a": "x"}, result="b")}, "length"),
        (
            {"a.json": recipe(type="crafting_shaped", pattern=["a"], key={"a": "x", "b": "y"}, result="b")},
            "unused-symbol",
        ),
    ],
)
def test_mistakes_in_recipes(tmp_path: Path, files: dict[str, str], code: str) -> None:
    loaded = load(pack(tmp_path, {f"data/x/recipes/{name}": text for name, text in files.items()}), bundled())
    assert [d.code for d in loaded.summary.diagnostics] == [code]
    assert loaded.summary.count("faulty") == 1
    assert loaded.book.recipes == bundled().recipes


def test_tags_in_a_ring_and_mistakes_in_tags(tmp_path: Path) -> None:
    files = {
        "data/x/tags/items/a.json": '{"values": ["#x:b", "x:one"]}',
        "data/x/tags/items/b.json": '{"values": ["#x:a", "x:two"]}',
        "data/x/tags/items/c.json": '{"values": ["x:three", 7]}',
        "data/x/tags/items/d.json": '{"values": "x:four"}',
    }
    loaded = load(pack(tmp_path, files), bundled())
    assert sorted(d.code for d in loaded.summary.diagnostics) == ["tag-cycle", "type", "type"]
    assert loaded.book.tags["x:c"] == ("x:three",)


def test_what_is_no_pack(tmp_path: Path) -> None:
    (tmp_path / "no.zip").write_bytes(b"PK\x03\x04 no archive")
    for path, code in ((tmp_path / "no.zip", "no-archive"), (tmp_path / "nowhere", "no-file")):
        with pytest.raises(InputError) as caught:
            load(path, bundled())
        assert [d.code for d in caught.value.diagnostics] == [code]


def test_an_archive_without_recipes_is_told_so(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "old.jar", "w") as archive:
        archive.writestr("assets/minecraft/recipes/stick.json", STICKS)
    loaded = load(tmp_path / "old.jar", bundled())
    assert [d.code for d in loaded.summary.diagnostics] == ["no-recipes"]
    assert loaded.summary.count("other") == 1


def test_a_damaged_archive_loses_only_its_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "pack.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data/x/recipes/good.json", STICKS)
        archive.writestr("data/x/recipes/hurt.json", STICKS.replace("x:rod", "x:hurt"))
    path.write_bytes(path.read_bytes().replace(b"x:hurt", b"x:????"))
    loaded = load(path, bundled())
    assert [(d.code, d.file.rpartition("/")[2]) for d in loaded.summary.diagnostics] == [("unreadable", "hurt.json")]
    assert loaded.summary.count("loaded") == 1
