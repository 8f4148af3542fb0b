"""Maps of recipe types: what a user may say, and what a wrong file is told."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.formats import maps
from craftproof.recipes.formats.datapack import load
from craftproof.recipes.library import bundled

PACKS = Path(__file__).parent / "data" / "packs"


def loaded_by(tmp_path: Path, entry: dict[str, object], recipe: dict[str, object]) -> list[str]:
    """The recipes that a map's entry makes of one file of its type."""
    (tmp_path / "data/x/recipes").mkdir(parents=True)
    (tmp_path / "data/x/recipes/one.json").write_text(json.dumps({"type": "x:type"} | recipe), encoding="utf-8")
    text = json.dumps({"craftproof": "recipe-map/1", "types": {"x:type": entry}})
    book = load(tmp_path, bundled(), maps.shipped().with_file(text)).book
    return [
        f"{m.id}: {[(i.any_of, i.n) for i in m.takes]} {m.gives} at {m.station} needs {[i.any_of for i in m.needs]}"
        for m in book.recipes
        if m not in bundled().recipes
    ]


@pytest.mark.parametrize("path", sorted(maps.HERE.glob("*.json")), ids=lambda path: path.stem)
def test_shipped_maps_are_of_the_published_form(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.validate(data, maps.schema())
    assert maps.load_map(path, maps.load_map(maps.HERE / "game.json", {}))


def test_places_are_dotted_and_some_may_be_missing(tmp_path: Path) -> None:
    entry = {"kind": "grind", "takes": ["in.main", "in.more?"], "gives": ["out.0"], "count": "n", "station": "x:mill"}
    recipe = {"in": {"main": "stone"}, "out": ["x:sand", "x:dust"], "n": 3}
    assert loaded_by(tmp_path, entry, recipe) == ["grind x:sand: [(('stone',), 1)] (('x:sand', 3),) at x:mill needs []"]


def test_what_stays_is_needed(tmp_path: Path) -> None:
    entry = {"kind": "stamp", "takes": ["a", "die"], "keeps": {"die": ""}, "needs": ["x:bench"], "gives": ["to"]}
    assert loaded_by(tmp_path, entry, {"a": "clay", "die": "x:die", "to": "x:tile"}) == [
        "stamp x:tile: [(('clay',), 1)] (('x:tile', 1),) at None needs [('x:bench',), ('x:die',)]"
    ]


def test_what_is_kept_only_where_a_flag_says_so(tmp_path: Path) -> None:
    entry = {"kind": "stamp", "takes": ["a", "die"], "keeps": {"die": "keep"}, "gives": ["to"]}
    recipe = {"a": "clay", "die": "x:die", "to": "x:tile", "keep": False}
    assert loaded_by(tmp_path, entry, recipe) == [
        "stamp x:tile: [(('clay',), 1), (('x:die',), 1)] (('x:tile', 1),) at None needs []"
    ]


def test_heat_needs_its_own_thing(tmp_path: Path) -> None:
    entry = {"kind": "mix", "takes": ["a"], "gives": ["to"], "needs_if": {"heat": {"hot": ["x:fire"], "none": []}}}
    assert loaded_by(tmp_path, entry, {"a": "clay", "to": "x:tile", "heat": "hot"}) == [
        "mix x:tile: [(('clay',), 1)] (('x:tile', 1),) at None needs [('x:fire',)]"
    ]


def test_heat_that_nobody_knows_is_left_out(tmp_path: Path) -> None:
    entry = {"kind": "mix", "takes": ["a"], "gives": ["to"], "needs_if": {"heat": {"hot": ["x:fire"]}}}
    assert loaded_by(tmp_path, entry, {"a": "clay", "to": "x:tile", "heat": "hellish"}) == []


def test_chance_outputs_count_only_where_certain(tmp_path: Path) -> None:
    entry = {"kind": "saw", "takes": ["a"], "gives": ["main", "rest?"], "chances": {"rest": "chance"}}
    recipe = {"a": "oak_log", "main": {"id": "oak_planks", "count": 6}, "rest": {"id": "x:dust"}, "chance": 0.25}
    assert loaded_by(tmp_path, entry, recipe) == [
        "saw oak_planks: [(('oak_log',), 1)] (('oak_planks', 6),) at None needs []"
    ]


def test_like_takes_over_another_type(tmp_path: Path) -> None:
    entry = {"like": "crafting_shapeless", "station": "x:bench"}
    recipe = {"ingredients": ["clay"] * 5, "result": {"item": "x:pot"}}
    assert loaded_by(tmp_path, entry, recipe) == ["craft x:pot: [(('clay',), 5)] (('x:pot', 1),) at x:bench needs []"]


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ('{"types": {}}', "missing-key", "craftproof"),
        ('{"craftproof": "recipe-map/1", "types": {"a:b": {"knid": "x"}}}', "unknown-key", "did you mean kind?"),
        ('{"craftproof": "recipe-map/1", "types": {"a:b": {"kind": "x", "takes": "in"}}}', "type", "[…]"),
        ('{"craftproof": "recipe-map/1", "types": {"a:b": {"kind": "x"}}}', "missing-key", "takes"),
        (
            '{"craftproof": "recipe-map/1", "types": {"a:b": {"like": "craftin_shaped"}}}',
            "unknown-type",
            "crafting_shaped",
        ),
        (
            '{"craftproof": "recipe-map/1", "types": {"a:b": {"like": "a:c"}, "a:c": {"like": "a:c"}}}',
            "type-cycle",
            "say what one of them is",
        ),
        ('{"craftproof": "recipe-map/1", "types": {"a:b": {', "syntax", ""),
    ],
)
def test_mistakes_in_a_map(text: str, code: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        maps.shipped().with_file(text)
    assert code in [d.code for d in caught.value.diagnostics]
    assert hint in " ".join(d.hint for d in caught.value.diagnostics)
    assert all(d.line for d in caught.value.diagnostics)


def test_a_users_map_counts_before_the_shipped_ones() -> None:
    text = '{"craftproof": "recipe-map/1", "types": {"create:pressing": {"unmapped": "not here"}}}'
    assert maps.shipped().of("create:pressing") != maps.shipped().with_file(text).of("create:pressing")
