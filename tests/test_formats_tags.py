"""Tags of packs: added to, taken from, replaced, emptied, in rings; in any order."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from craftproof.recipes.formats.datapack import load, load_packs
from craftproof.recipes.formats.tags import Tags
from craftproof.recipes.library import bundled


def tags(path: Path, **files: object) -> Path:
    for name, data in files.items():
        space, _, tag = name.rpartition("__")
        place = path / "data" / (space or "x") / "tags/items" / f"{tag}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(data, indent=1), encoding="utf-8")
    return path


RING = {
    "x:a": {"values": ["#x:b", "x:one"]},
    "x:b": {"values": ["#x:c", "x:two"]},
    "x:c": {"values": ["#x:a", "x:three"]},
    "x:d": {"values": ["#x:b"], "remove": ["x:two"]},
}


@pytest.mark.parametrize("order", list(permutations(RING)), ids=" ".join)
def test_what_a_ring_holds_does_not_depend_on_the_order_asked(order: tuple[str, ...]) -> None:
    known = Tags(bundled())
    for name in sorted(RING):
        assert known.add(name, RING[name]) == []
    found = {name: known.members(name) for name in order}
    assert found["x:a"] == found["x:b"] == found["x:c"] == ("x:one", "x:three", "x:two")
    assert found["x:d"] == ("x:one", "x:three")


def test_a_ring_is_told_once_at_its_place(tmp_path: Path) -> None:
    pack = tags(tmp_path, a={"values": ["x:one", "#x:b"]}, b={"values": ["#x:a"]}, c={"values": ["#x:c"]})
    told = [(Path(d.file).name, d.line, d.column, d.message) for d in load(pack, bundled()).summary.diagnostics]
    assert told == [
        ("a.json", 4, 3, "a tag contains itself: #x:a -> #x:b -> #x:a"),
        ("c.json", 3, 3, "a tag contains itself: #x:c -> #x:c"),
    ]


def test_a_tag_of_the_game_that_is_replaced_by_nothing_is_told_at_its_place(tmp_path: Path) -> None:
    pack = tags(tmp_path, minecraft__coals={"replace": True, "values": []})
    loaded = load(pack, bundled())
    assert [(Path(d.file).name, d.line, d.code) for d in loaded.summary.diagnostics] == [("coals.json", 3, "empty-tag")]
    assert loaded.book.tags["coals"] == bundled().tags["coals"]


def test_what_is_removed_leaves_the_tag(tmp_path: Path) -> None:
    removed = ["minecraft:oak_planks", {"id": "#minecraft:non_flammable", "required": False}, "#x:some"]
    pack = tags(
        tmp_path, minecraft__planks={"values": ["x:plank"], "remove": removed}, some={"values": ["birch_planks"]}
    )
    loaded = load(pack, bundled())
    before, after = set(bundled().tags["planks"]), set(loaded.book.tags["planks"])
    assert before - after == {"oak_planks", "birch_planks"}
    assert after - before == {"x:plank"}
    table = next(made for made in loaded.book.recipes if made.id == "craft crafting_table")
    assert "oak_planks" not in table.takes[0].any_of


def test_a_later_pack_may_add_what_an_earlier_removed(tmp_path: Path) -> None:
    first = tags(tmp_path / "1", minecraft__coals={"values": [], "remove": ["coal"]})
    second = tags(tmp_path / "2", minecraft__coals={"values": ["coal"]})
    assert load_packs([first], bundled()).book.tags["coals"] == ("charcoal",)
    assert load_packs([first, second], bundled()).book.tags["coals"] == ("charcoal", "coal")
    assert load_packs([second, first], bundled()).book.tags["coals"] == ("charcoal",)


def test_mistakes_in_what_is_removed(tmp_path: Path) -> None:
    pack = tags(tmp_path, a={"values": ["x:a"], "remove": "x:a"}, b={"values": ["x:b"], "remove": [7]})
    loaded = load(pack, bundled())
    assert [(Path(d.file).name, d.line, d.code) for d in loaded.summary.diagnostics] == [
        ("a.json", 5, "type"),
        ("b.json", 6, "type"),
    ]
    assert loaded.book.tags["x:b"] == ("x:b",)


def test_chains_of_tags_may_be_as_long_as_a_pack_likes() -> None:
    known = Tags(bundled())
    for number in range(5000):
        known.add(f"x:{number}", {"values": [f"#x:{number + 1}"]})
    known.add("x:5000", {"values": ["x:one"]})
    assert known.members("x:0") == ("x:one",)
