"""What the game refuses in a recipe: names that it can't read, ingredients of two kinds, air; and what is too deep."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from craftproof.recipes.formats.datapack import load
from craftproof.recipes.formats.summary import Loaded
from craftproof.recipes.library import bundled


def loaded(tmp_path: Path, text: str) -> Loaded:
    (tmp_path / "data/x/recipes").mkdir(parents=True)
    (tmp_path / "data/x/recipes/one.json").write_text(text, encoding="utf-8")
    return load(tmp_path, bundled())


def cut(ingredient: object, result: str = "x:thing") -> str:
    return json.dumps({"type": "stonecutting", "ingredient": ingredient, "result": result, "count": 1})


@pytest.mark.parametrize("name", ["Minecraft:Stick", "Stick", "a:b:c", "x:", "a b", "", "stück", "sti\\ck", "x" * 201])
@pytest.mark.parametrize("form", ["{}", "#{}"])
def test_names_that_the_game_cannot_read(tmp_path: Path, name: str, form: str) -> None:
    summary = loaded(tmp_path, cut(form.format(name))).summary
    assert [d.code for d in summary.diagnostics] == ["text"]
    assert "small letters" in summary.diagnostics[0].hint


def test_a_colon_in_front_is_the_games_own_namespace(tmp_path: Path) -> None:
    book = loaded(tmp_path, cut(":stick")).book
    assert [made.takes[0].any_of for made in book.recipes if made.gives[0][0] == "x:thing"] == [("stick",)]


def test_a_result_with_a_name_that_the_game_cannot_read(tmp_path: Path) -> None:
    assert [d.code for d in loaded(tmp_path, cut("stick", "X:Thing")).summary.diagnostics] == ["text"]


@pytest.mark.parametrize(
    ("ingredient", "code", "column"),
    [
        ({"item": "minecraft:stick", "tag": "minecraft:planks"}, "two-keys", 68),
        ("minecraft:air", "no-item", 40),
        ([{"item": "stick"}, {"item": "minecraft:air"}], "no-item", 69),
    ],
)
def test_ingredients_that_the_game_refuses(tmp_path: Path, ingredient: object, code: str, column: int) -> None:
    summary = loaded(tmp_path, cut(ingredient)).summary
    assert [(d.code, d.column) for d in summary.diagnostics] == [(code, column)]


@pytest.mark.parametrize("levels", [80, 400, 2000])
@pytest.mark.parametrize(
    ("start", "end"),
    [("[", "]"), ('{"type": "forge:compound", "children": [', "]}"), ('{"ingredient": ', "}")],
    ids=["lists", "compounds", "counted"],
)
def test_what_is_nested_too_deeply_is_told(tmp_path: Path, levels: int, start: str, end: str) -> None:
    text = cut("HERE").replace('"HERE"', start * levels + '"stick"' + end * levels)
    assert [d.code for d in loaded(tmp_path, text).summary.diagnostics] == ["too-deep"]


@pytest.mark.parametrize("levels", [80, 400, 2000])
def test_conditions_nested_too_deeply_are_told(tmp_path: Path, levels: int) -> None:
    nested = '{"type": "forge:not", "value": ' * levels + '{"type": "forge:false"}' + "}" * levels
    text = cut("stick").replace('{"type"', f'{{"conditions": [{nested}], "type"', 1)
    assert [d.code for d in loaded(tmp_path, text).summary.diagnostics] == ["too-deep"]
