"""What looks wrong in packs and maps, and is told with its place while the rest loads."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from craftproof.cli.main import run
from craftproof.recipes.diagnostic import Diagnostic, InputError
from craftproof.recipes.formats.maps import shipped
from craftproof.recipes.formats.summary import Summary
from craftproof.recipes.formats.table import load_all
from craftproof.recipes.library import bundled
from craftproof.recipes.rulesfile import load_rules

DOCS = Path(__file__).parents[1] / "docs"
DATA = Path(__file__).parent / "data" / "packs"


def loaded(path: Path, recipe: dict[str, object], version: str = "1.16.5", **tags: object) -> Summary:
    """The account of a pack with one recipe over a bundled book."""
    files = {"data/x/recipes/one.json": recipe} | {f"data/minecraft/tags/items/{n}.json": t for n, t in tags.items()}
    for place, data in files.items():
        (path / place).parent.mkdir(parents=True, exist_ok=True)
        (path / place).write_text(json.dumps(data, indent=1), encoding="utf-8")
    return load_all([path], bundled(version))[1][0]


def told(found: tuple[Diagnostic, ...]) -> list[tuple[str, int, str, str]]:
    return [(Path(d.file).name, d.line, d.code, d.hint) for d in found]


def shapeless(*ingredients: str, result: str = "x:thing", count: int = 1) -> dict[str, object]:
    listed = [{"item": name} for name in ingredients]
    return {"type": "crafting_shapeless", "ingredients": listed, "result": {"item": result, "count": count}}


def test_a_mistyped_item_of_the_game_is_told_with_a_guess(tmp_path: Path) -> None:
    summary = loaded(tmp_path, shapeless("minecraft:iron_ignot", result="minecraft:iron_pickax"))
    assert told(summary.warnings) == [
        ("one.json", 5, "unknown-item", "did you mean iron_ingot?"),
        ("one.json", 9, "unknown-item", "did you mean iron_pickaxe?"),
    ]
    assert summary.diagnostics == ()


def test_an_item_of_another_version_is_no_slip(tmp_path: Path) -> None:
    summary = loaded(tmp_path, shapeless("minecraft:copper_ingot", "minecraft:cobbled_deepslate", "minecraft:log2"))
    assert summary.warnings == ()
    assert "of the game's own items 3 are not of 1.16.5" in summary.text()


def test_a_mistyped_item_in_a_tag(tmp_path: Path) -> None:
    tag = {"values": ["minecraft:oak_plansk", {"id": "minecraft:nothing", "required": False}]}
    summary = loaded(tmp_path, shapeless("stick"), planks=tag)
    assert told(summary.warnings) == [("planks.json", 3, "unknown-item", "did you mean oak_planks?")]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("minecraft:crafting_shapd", "did you mean crafting_shaped?"),
        ("create:crushng", "did you mean create:crushing?"),
    ],
)
def test_a_mistyped_type(tmp_path: Path, name: str, hint: str) -> None:
    summary = loaded(tmp_path, shapeless("stick") | {"type": name})
    assert told(summary.warnings) == [("one.json", 2, "unknown-type", hint)]
    assert summary.count("unknown") == 1


def test_a_shapeless_recipe_has_nine_places(tmp_path: Path) -> None:
    assert told(loaded(tmp_path / "9", shapeless(*["stick"] * 9)).diagnostics) == []
    (mistake,) = loaded(tmp_path / "10", shapeless(*["stick"] * 10)).diagnostics
    assert (mistake.code, mistake.line) == ("length", 3)
    assert "10 ingredients" in mistake.message


def test_a_result_larger_than_a_slot_is_refused_as_the_game_does(tmp_path: Path) -> None:
    recipe = shapeless("dirt", result="minecraft:ender_pearl", count=17)
    new, old = loaded(tmp_path / "new", recipe, "1.21.4"), loaded(tmp_path / "old", recipe)
    assert [(d.code, d.line) for d in new.diagnostics] == [("too-large", 10)]
    assert new.count("faulty") == 1
    assert [(d.code, d.line) for d in old.warnings] == [("too-large", 10)]
    assert old.count("loaded") == 1


def test_texts_of_packs_reach_no_terminal_raw(tmp_path: Path) -> None:
    summary = loaded(tmp_path, {"type": "x:\u001b[31mred\nINJECTED"})
    assert "1 unknown: 1 x:\\x1b[31mred\\nINJECTED" in summary.text()
    assert all(line.isprintable() for line in summary.text().splitlines())


@pytest.mark.parametrize(
    ("ingredient", "members"),
    [
        ({"neoforge:ingredient_type": "neoforge:compound", "children": ["minecraft:coal", "#minecraft:planks"]}, 13),
        (
            {
                "neoforge:ingredient_type": "neoforge:difference",
                "base": "#minecraft:planks",
                "subtracted": "oak_planks",
            },
            11,
        ),
        ({"neoforge:ingredient_type": "neoforge:intersection", "children": ["#minecraft:planks", "oak_planks"]}, 1),
        ({"neoforge:ingredient_type": "neoforge:components", "items": "minecraft:potion", "components": {}}, 0),
    ],
)
def test_ingredients_of_newer_neoforge(tmp_path: Path, ingredient: object, members: int) -> None:
    summary = loaded(tmp_path, shapeless() | {"ingredients": [ingredient]}, "1.21.4")
    assert summary.diagnostics == ()
    assert summary.count("loaded") == (1 if members else 0)
    book, _ = load_all([tmp_path], bundled("1.21.4"))
    taken = [made.takes[0].any_of for made in book.recipes if made.gives[0][0] == "x:thing"]
    assert [len(names) for names in taken] == ([members] if members else [])
    if not members:
        assert summary.by_type("left out") == {"crafting_shapeless (takes an item with certain data)": 1}


def a_map(path: Path, **types: object) -> Path:
    named = {name.replace("__", ":"): entry for name, entry in types.items()}
    path.write_text(json.dumps({"craftproof": "recipe-map/1", "types": named}, indent=1), encoding="utf-8")
    return path


PRESS: dict[str, object] = {"kind": "pressing", "takes_each": ["ingredients"], "gives": ["results"]}


def test_a_wrong_place_is_said_to_be_the_maps(tmp_path: Path) -> None:
    wrong = a_map(tmp_path / "m.json", gear__pressing=PRESS | {"gives": ["reslts"]})
    _, (summary,) = load_all([DATA / "small"], bundled(), [wrong])
    hints = [d.hint for d in summary.diagnostics if 'expected a result under "reslts"' in d.message]
    assert hints
    assert all(f'{wrong}, type "gear:pressing"' in hint and 'under "gives"' in hint for hint in hints)


def test_entries_of_a_map_that_serve_nothing_are_told(tmp_path: Path) -> None:
    file = a_map(tmp_path / "m.json", gear__presing=PRESS, gear__whirling=PRESS | {"station": "crafting_tabel"})
    _, (summary,) = load_all([DATA / "small"], bundled(), [file])
    assert told(summary.warnings) == [
        ("m.json", 4, "unused-type", "did you mean gear:pressing?"),
        ("m.json", 21, "unknown-station", "did you mean crafting_table?"),
    ]


def test_the_map_of_the_docs_is_one_and_reads_its_recipes(tmp_path: Path) -> None:
    text = (DOCS / "add-a-recipe-format.md").read_text(encoding="utf-8")
    (example,) = re.findall(r'^    (\{"craftproof": "recipe-map/1".*?\}\}\})$', text, re.DOTALL | re.MULTILINE)
    maps = shipped().with_file(example)
    assert maps.names() == sorted({*shipped().names(), "gear:fancy_shaped", "gear:melting", "gear:pressing"})
    (tmp_path / "m.json").write_text(example, encoding="utf-8")
    recipe = {"type": "gear:pressing", "ingredients": ["iron_ingot"], "results": ["gear:plate"], "ticks": 40}
    loaded(tmp_path / "pack", recipe)
    book, (summary,) = load_all([tmp_path / "pack"], bundled(), [tmp_path / "m.json"])
    made = next(made for made in book.recipes if made.id == "press gear:plate")
    assert (made.kind, made.station, summary.times[made.id]) == ("pressing", "gear:press", 40)
    assert maps.of("gear:melting").unmapped == "gives a fluid"  # pyright: ignore[reportOptionalMemberAccess]


FILES = {
    "map": '{"craftproof": "recipe-map/1", "types": {"a:b": {"unmapped": "x"}}}',
    "overlay": '{"craftproof": "book/1", "items": {"x:ruby": {}}}',
    "rules": '{"craftproof": "rules/1", "preset": "bare"}',
}


@pytest.mark.parametrize(
    ("option", "kind", "words"),
    [
        ("--map", "overlay", "this is an overlay, which is laid over a book, expected a map of recipe types"),
        ("--rules", "overlay", "this is an overlay, which is laid over a book, expected a file of rules"),
        ("--rules", "map", "this is a map of recipe types, expected a file of rules"),
        ("--book", "overlay", "this is an overlay, which is laid over a book, expected a whole book"),
        ("--book", "map", "this is a map of recipe types, expected a whole book"),
        ("--pack", "rules", "this is a file of rules, expected a whole book or an overlay"),
    ],
)
def test_a_file_of_another_kind_is_named_once_with_what_takes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, kind: str, words: str
) -> None:
    file = tmp_path / "file.json"
    file.write_text(FILES[kind], encoding="utf-8")
    assert run(["plan", "stick", option, str(file)]) == 2
    shown = capsys.readouterr().err
    takes = {"map": "--map takes it", "overlay": "--pack takes it", "rules": "--rules takes it"}
    assert words in shown
    assert f"hint: {takes[kind]}" in shown
    assert shown.count("error: ") == 1


@pytest.mark.parametrize("command", [["book", "check"], ["plan", "stick", "--pack"]])
def test_a_map_among_packs_says_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    file = tmp_path / "file.json"
    file.write_text(FILES["map"], encoding="utf-8")
    assert run([*command, str(file)]) == 0
    told = "".join(capsys.readouterr())
    assert "this is a map of recipe types, and no pack follows for which it counts" in told
    assert "hint: --map takes it" in told


def test_a_map_before_its_pack_is_told_nothing_of(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(DATA / "press.map.json"), str(DATA / "small")]
    assert run(["plan", "stick", "--pack", files[0], "--pack", files[1]]) == 0
    assert "this is a map" not in capsys.readouterr().err


def test_rules_that_say_what_they_are_load(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(FILES["rules"], encoding="utf-8")
    assert load_rules(tmp_path / "r.json").name == "bare"
    (tmp_path / "o.json").write_text(FILES["overlay"], encoding="utf-8")
    with pytest.raises(InputError, match="--pack takes it"):
        load_rules(tmp_path / "o.json")
