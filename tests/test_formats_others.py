"""Formats beside data packs, small files of each kind written here."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from craftproof.recipes.book import Book
from craftproof.recipes.check import check
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.formats import minecraftdata, minedojo
from craftproof.recipes.formats.table import FORMATS, detect, load, load_all
from craftproof.recipes.formats.variants import merged
from craftproof.recipes.library import bundled
from craftproof.recipes.locate import locate
from craftproof.recipes.write import save_book

from .dumps import DUMP, ITEMS, RECIPES

PACKS = Path(__file__).parent / "data" / "packs"


def write(path: Path, data: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def minecraft_data(folder: Path, recipes: object = RECIPES) -> Path:
    write(folder / "items.json", ITEMS)
    write(folder / "version.json", {"minecraftVersion": "1.11"})
    return write(folder / "recipes.json", recipes).parent


def lines(book: Book) -> list[str]:
    takes = [" + ".join(f"{i.n} {'/'.join(i.any_of)}" for i in made.takes) for made in book.recipes]
    return [
        f"{made.id}: {taken} -> {made.gives[0][1]} by {made.station or 'hand'}"
        for made, taken in zip(book.recipes, takes, strict=True)
    ]


def test_variants_of_old_items_are_items_and_the_bare_name_is_their_tag(tmp_path: Path) -> None:
    loaded = load(minecraft_data(tmp_path))
    assert loaded.book.version == "1.11"
    assert loaded.book.tags == {"planks": ("planks:0", "planks:1", "planks:2")}
    assert lines(loaded.book) == [
        "craft stick: 2 planks:0/planks:1/planks:2 -> 4 by hand",
        "craft wooden_sword: 1 planks:0/planks:1/planks:2 + 1 planks:1 + 1 stick -> 1 by crafting_table",
    ]


def test_over_a_book_with_variants_the_dump_never_says_more_than_the_book(tmp_path: Path) -> None:
    book = load(minecraft_data(tmp_path / "data")).book
    dump = DUMP | {"smeltingRecipes": [{"outputItemName": "planks", "out": 1, "ingredients": {"stone": 1}}]}
    loaded = load(write(tmp_path / "mc_constants.json", dump), book)
    assert [(o.file, o.what, o.why) for o in loaded.summary.outcomes if "Recipes[" in o.file] == [
        ("craftingRecipes[0]", "known", ""),
        ("craftingRecipes[1]", "left out", "takes one of several variants, and not which"),
        ("craftingRecipes[2]", "special", "made in the game's code"),
        ("smeltingRecipes[0]", "left out", "gives one of several variants, and not which"),
    ]
    assert loaded.book.recipes == book.recipes


def test_variants_that_differ_in_one_place_are_one_recipe() -> None:
    top, low = (0,), (1,)
    variants = [((top, (wood,)), (low, (stone,))) for wood in ("oak", "birch") for stone in ("flint", "chert")]
    assert merged(variants) == [((top, ("birch", "oak")), (low, ("chert", "flint")))]
    assert merged(variants[:3]) != merged(variants)


@pytest.mark.parametrize(
    ("recipes", "words"),
    [
        ({"268": [{"ingredients": [268, 268], "result": {"id": 268, "count": 1}}]}, "repairs of two damaged tools"),
        ({"442": [{"inShape": [[35, 35]], "result": {"id": 442, "count": 1}}]}, "a shield takes six planks"),
        ({"333": [{"inShape": [[5, 269]], "result": {"id": 333, "count": 1}}]}, "a boat takes five planks"),
    ],
)
def test_older_wrong_data_is_refused_by_its_faults(tmp_path: Path, recipes: object, words: str) -> None:
    with pytest.raises(InputError) as caught:
        load(minecraft_data(tmp_path, recipes))
    assert [d.code for d in caught.value.diagnostics] == ["wrong-data"]
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("recipes", "told"),
    [
        ([], [(1, "type")]),
        ({"1": 5}, [(7, "type")]),
        ({"1": [{}]}, [(8, "missing-key"), (8, "type")]),
        ({"1": [{"inShape": [[99999]], "result": {"id": 1, "count": 1}}]}, [(22, "unknown-item")]),
        ({"1": [{"inShape": [["stick"]], "result": {"id": "x"}}]}, [(22, "type"), (43, "missing-key"), (50, "type")]),
        ({"1": [{"ingredients": [1, None], "result": {"id": 1, "count": 1}}]}, [(28, "type")]),
        ({"1": [{"inShape": [[1, 1, 1, 1]], "result": {"id": 1, "count": 1}}]}, [(21, "length")]),
    ],
)
def test_files_of_another_form_are_told_with_their_places(tmp_path: Path, recipes: object, told: object) -> None:
    with pytest.raises(InputError) as caught:
        load(minecraft_data(tmp_path, recipes))
    assert [(d.column, d.code) for d in caught.value.diagnostics] == told


def test_items_of_another_form_are_told_with_their_places(tmp_path: Path) -> None:
    folder = minecraft_data(tmp_path)
    write(folder / "items.json", [5, {"id": 1, "name": "a b", "displayName": "A", "stackSize": 0, "variations": [7]}])
    with pytest.raises(InputError) as caught:
        load(folder)
    assert [(d.column, d.code) for d in caught.value.diagnostics] == [
        (2, "type"),
        (23, "text"),
        (63, "too-small"),
        (81, "type"),
    ]


def test_data_of_another_version_are_told(tmp_path: Path) -> None:
    folder = minecraft_data(tmp_path / "1.11")
    assert load(folder, bundled("1.11.2")).summary.warnings == ()
    (warning,) = load(folder, bundled("1.16.5")).summary.warnings
    assert (warning.code, warning.message) == (
        "other-version",
        "these are the data of 1.11, laid over a book of 1.16.5",
    )


def test_the_packages_own_list_says_which_data_serve_a_version(tmp_path: Path) -> None:
    folder = minecraft_data(tmp_path / "data" / "pc" / "1.11")
    write(tmp_path / "data" / "dataPaths.json", {"pc": {"1.16.5": {"recipes": "pc/1.11"}}})
    assert load(folder, bundled("1.16.5")).summary.warnings == ()


def test_items_that_were_renamed_are_those_of_the_book(tmp_path: Path) -> None:
    folder = minecraft_data(tmp_path, {"1": [{"ingredients": [449], "result": {"id": 1, "count": 2}}]})
    write(folder / "items.json", [*ITEMS, {"id": 449, "name": "totem", "displayName": "Totem", "stackSize": 1}])
    book = load(folder, bundled("1.11.2")).book
    assert "totem" not in book.items
    assert any(
        made.takes[0].any_of == ("totem_of_undying",) for made in book.recipes if made not in bundled("1.11.2").recipes
    )


def test_minedojos_dump(tmp_path: Path) -> None:
    file = write(tmp_path / "mc_constants.json", DUMP)
    assert detect(file) == detect(tmp_path) == "minedojo"
    loaded = load(file)
    assert loaded.book.version == "1.11.2"
    assert lines(loaded.book) == [
        "craft stick: 2 planks -> 4 by hand",
        "craft sword: 3 planks -> 1 by crafting_table",
        "smelt stone: 1 cobblestone -> 1 by furnace",
    ]
    assert loaded.book.items["sword"].uses == 59
    assert loaded.summary.count("special") == 1
    assert check(loaded.book) == []


@pytest.mark.parametrize(
    ("spoil", "place", "code"),
    [
        (lambda dump: dump["items"][1].update(type=5), ("items", 1, "type"), "type"),
        (lambda dump: dump["items"].insert(1, 5), ("items", 1), "type"),
        (lambda dump: dump["items"][1].pop("stackSize"), ("items", 1), "missing-key"),
        (
            lambda dump: dump["craftingRecipes"][0].update(outputCount="4"),
            ("craftingRecipes", 0, "outputCount"),
            "type",
        ),
        (lambda dump: dump["smeltingRecipes"][0]["ingredients"].update(x=0), ("smeltingRecipes", 0), "too-small"),
        (lambda dump: dump.update(smeltingRecipes={}), ("smeltingRecipes",), "type"),
        (lambda dump: dump.pop("items"), (), "missing-key"),
    ],
)
def test_mistakes_in_minedojos_dump_have_a_place(
    tmp_path: Path, spoil, place: tuple[str | int, ...], code: str
) -> None:
    dump = json.loads(json.dumps(DUMP))
    spoil(dump)
    file = tmp_path / "mc_constants.json"
    file.write_text(json.dumps(dump, indent=1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load(file)
    (told,) = caught.value.diagnostics
    assert told.code == code
    assert told.line >= locate(file.read_text(encoding="utf-8"), place)[0]


def test_what_is_smelted_of_nothing_is_left_out(tmp_path: Path) -> None:
    dump = DUMP | {"smeltingRecipes": [{"outputItemName": "stone", "out": 1, "ingredients": {}}]}
    loaded = load(write(tmp_path / "mc_constants.json", dump))
    assert loaded.summary.count("special") == 2


def test_an_installed_minedojo_is_read_and_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "minedojo"
    write(package / "sim" / "mc_meta" / "mc_constants.json", DUMP)
    (package / "__init__.py").write_text("raise RuntimeError('imported')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path.parent)
    assert minedojo.constants() == package / "sim" / "mc_meta" / "mc_constants.json"
    assert len(load("minedojo").book.recipes) == 3
    assert "minedojo" not in sys.modules


def test_without_minedojo_the_hint_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(minedojo, "find_spec", lambda _name: None)
    with pytest.raises(InputError, match="install minedojo"):
        load("minedojo")


@pytest.mark.parametrize("places", [("recipes", "tags"), ("environment/recipes", "environment/tags")])
def test_plain_recipe_folders(tmp_path: Path, places: tuple[str, str]) -> None:
    recipe = {
        "type": "minecraft:crafting_shapeless",
        "ingredients": [{"tag": "minecraft:woods"}],
        "result": {"item": "minecraft:mast"},
    }
    write(tmp_path / places[0] / "mast.json", recipe)
    write(tmp_path / places[1] / "woods.json", {"values": ["minecraft:oak", "#minecraft:more"]})
    write(tmp_path / places[1] / "more.json", {"values": ["minecraft:fir"]})
    assert detect(tmp_path) == "recipes"
    assert lines(load(tmp_path).book) == ["craft mast: 1 fir/oak -> 1 by hand"]


def test_a_flat_folder_takes_the_tags_of_the_book(tmp_path: Path) -> None:
    recipe = {
        "type": "minecraft:crafting_shapeless",
        "ingredients": [{"tag": "minecraft:coals"}],
        "result": {"item": "x:soot"},
    }
    write(tmp_path / "soot.json", recipe)
    book = load(tmp_path, bundled()).book
    assert next(m for m in book.recipes if m.id == "craft x:soot").takes[0].any_of == ("charcoal", "coal")


def sample(name: str, folder: Path) -> Path:
    """Something that each format of the table loads."""
    if name == "book":
        (folder / "b.json").write_text(save_book(bundled()), encoding="utf-8")
        return folder / "b.json"
    if name == "minecraft-data":
        return minecraft_data(folder)
    if name == "minedojo":
        return write(folder / "mc_constants.json", DUMP)
    if name == "datapack":
        return PACKS / "small"
    recipe = {"type": "stonecutting", "ingredient": "stone", "result": "x:pebble", "count": 2}
    return write(folder / "recipes" / "pebble.json", recipe).parents[1]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_detected_loads_alone_and_over_a_book(name: str, tmp_path: Path) -> None:
    path = sample(name, tmp_path)
    assert detect(path) == name
    for over in (None, bundled()):
        loaded = load(path, over)
        assert check(loaded.book) == []
        assert loaded.summary.format == name
        json.dumps(loaded.summary.to_data())


def test_several_formats_over_each_other(tmp_path: Path) -> None:
    overlay = write(tmp_path / "o.json", {"craftproof": "book/1", "remove": ["craft gear:cog"]})
    book, told = load_all([PACKS / "press.map.json", PACKS / "small", overlay], bundled())
    ids = {made.id for made in book.recipes}
    assert "press gear:plate" in ids
    assert "craft gear:cog" not in ids
    assert [summary.format for summary in told] == ["datapack", "book"]


def test_a_folder_of_nothing_is_told_what_could_be_there(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        detect(tmp_path)
    assert all(form.about in caught.value.diagnostics[0].hint for form in FORMATS.values())


def test_a_package_gives_the_version_of_the_book(tmp_path: Path) -> None:
    minecraft_data(tmp_path / "data" / "pc" / "1.x")
    write(tmp_path / "data" / "dataPaths.json", {"pc": {"1.16.5": {"recipes": "pc/1.x"}}})
    assert minecraftdata.folder_of(tmp_path, "1.16.5") == tmp_path / "data" / "pc" / "1.x"
    assert minecraftdata.folder_of(tmp_path, "1.99") is None
