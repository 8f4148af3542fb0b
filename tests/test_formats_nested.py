"""Lists in lists, and long chains of tags and of types: what a pack may hold in any depth and length."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.formats import maps
from craftproof.recipes.formats.datapack import load
from craftproof.recipes.library import bundled
from craftproof.recipes.locate import parse
from craftproof.recipes.native import load_book

LONG = 3000
"""More than Python lets functions call each other."""


def ingredients_of(tmp_path: Path, ingredients: object) -> list[tuple[str, ...]]:
    """What the one recipe of a pack takes, over the newest book."""
    text = json.dumps({"type": "minecraft:crafting_shapeless", "ingredients": ingredients, "result": {"id": "x:made"}})
    (tmp_path / "data/x/recipe").mkdir(parents=True)
    (tmp_path / "data/x/recipe/made.json").write_text(text, encoding="utf-8")
    book = load(tmp_path, bundled("1.21.4")).book
    return [taken.any_of for made in book.recipes if made.gives[0][0] == "x:made" for taken in made.takes]


def test_names_are_bare_in_lists_of_lists(tmp_path: Path) -> None:
    written = ["minecraft:gunpowder", "minecraft:blaze_powder", ["minecraft:coal", "minecraft:charcoal"]]
    assert ingredients_of(tmp_path, written) == [("blaze_powder",), ("charcoal", "coal"), ("gunpowder",)]
    assert parse('{"a": [["minecraft:x", [["#minecraft:y"]]]]}') == {"a": [["x", [["#y"]]]]}


def overlay(tags: dict[str, list[str]]) -> str:
    return json.dumps({"craftproof": "book/1", "tags": tags}) + "\n"


def test_a_long_chain_of_tags_in_an_overlay() -> None:
    chain = {f"t{n}": [f"#t{n + 1}"] for n in range(LONG)} | {f"t{LONG}": ["stick"]}
    book = load_book(overlay(chain), over=bundled())
    assert book.tags["t0"] == ("stick",)
    assert len(book.tags) == len(bundled().tags) + LONG + 1


def test_a_tag_that_many_share_is_followed_once() -> None:
    doubled = {f"t{n}": [f"#t{n + 1}", f"#t{n + 1}", "stone"] for n in range(200)} | {"t200": ["stick"]}
    assert load_book(overlay(doubled), over=bundled()).tags["t0"] == ("stick", "stone")


@pytest.mark.parametrize("length", [1, 2, LONG])
def test_a_ring_of_tags_in_an_overlay_is_told_once(length: int) -> None:
    ring = {f"t{n}": [f"#t{(n + 1) % length}"] for n in range(length)} | {"a": ["#t0", "stick"]}
    with pytest.raises(InputError) as caught:
        load_book(overlay(ring), over=bundled())
    assert [d.code for d in caught.value.diagnostics] == ["tag-cycle"]
    assert "the tag #t0 contains itself: #t0 -> " in caught.value.diagnostics[0].message


def test_two_rings_of_tags_are_two_mistakes() -> None:
    rings = {"a": ["#b"], "b": ["#a", "#c"], "c": ["#d"], "d": ["#c"]}
    with pytest.raises(InputError) as caught:
        load_book(overlay(rings), over=bundled())
    assert [d.message for d in caught.value.diagnostics] == [
        "the tag #a contains itself: #a -> #b -> #a",
        "the tag #c contains itself: #c -> #d -> #c",
    ]


def map_of(types: dict[str, dict[str, object]]) -> str:
    return json.dumps({"craftproof": "recipe-map/1", "types": types}) + "\n"


def test_a_long_chain_of_types_in_a_map() -> None:
    types: dict[str, dict[str, object]] = {f"x:t{n}": {"like": f"x:t{n + 1}"} for n in range(LONG)}
    types |= {f"x:t{LONG}": {"kind": "grind", "takes": ["in"]}, "x:t5": {"like": "x:t6", "kind": "press"}}
    known = maps.load_map(map_of(types), {})
    assert (known["x:t6"].kind, known["x:t5"].kind, known["x:t0"].kind) == ("grind", "press", "press")


@pytest.mark.parametrize("length", [1, 2, LONG])
def test_a_ring_of_types_in_a_map_is_told_once(length: int) -> None:
    types: dict[str, dict[str, object]] = {f"x:t{n}": {"like": f"x:t{(n + 1) % length}"} for n in range(length)}
    types |= {"x:a": {"like": "x:t0"}}
    with pytest.raises(InputError) as caught:
        maps.load_map(map_of(types), {})
    assert [(d.code, d.line) for d in caught.value.diagnostics] == [("type-cycle", 1)]
    assert 'the type "x:t0" is like itself: x:t0 -> ' in caught.value.diagnostics[0].message


def test_a_long_chain_of_tags_in_a_pack(tmp_path: Path) -> None:
    folder = tmp_path / "data/x/tags/items"
    folder.mkdir(parents=True)
    for n in range(LONG):
        value = f"#x:t{n + 1}" if n + 1 < LONG else "minecraft:stick"
        (folder / f"t{n}.json").write_text(f'{{"values": ["{value}"]}}', encoding="utf-8")
    loaded = load(tmp_path, bundled())
    assert loaded.book.tags["x:t0"] == ("stick",)
    assert loaded.summary.diagnostics == ()
