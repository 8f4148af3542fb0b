"""How the bundled books are made: variants of minecraft-data merged into sets of ingredients, tables laid over tables.

The folder of minecraft-data is a made-up one of eight items.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

BUILD = Path(__file__).parents[1] / "recipes" / "build"
ITEMS = ["oak_planks", "birch_planks", "stick", "torch", "coal", "charcoal", "gate", "log"]
OAK, BIRCH, STICK, TORCH, COAL, CHARCOAL, GATE, LOG = range(1, 9)


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """The scripts that make books; they stand outside of the package and import each other by bare names."""
    names = [path.stem for path in BUILD.glob("*.py")]
    monkeypatch.syspath_prepend(str(BUILD))
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield {name: importlib.import_module(name) for name in ("make_book", "crafting", "inherit", "making")}
    for name in names:
        sys.modules.pop(name, None)


def shaped(product: int, count: int, *rows: list[int | None]) -> dict[str, Any]:
    return {"inShape": list(rows), "result": {"id": product, "count": count}}


def shapeless(product: int, count: int, *items: int) -> dict[str, Any]:
    return {"ingredients": list(items), "result": {"id": product, "count": count}}


def folder(root: Path, *recipes: dict[str, Any]) -> Path:
    """A package of minecraft-data with one version."""
    by_product: dict[str, list[dict[str, Any]]] = {}
    for each in recipes:
        by_product.setdefault(str(each["result"]["id"]), []).append(each)
    place = root / "minecraft-data" / "data" / "pc" / "9.9"
    place.mkdir(parents=True)
    (place / "recipes.json").write_text(json.dumps(by_product))
    (place / "items.json").write_text(json.dumps([{"id": i, "name": name} for i, name in enumerate(ITEMS, 1)]))
    paths = {"pc": {"9.9": {"recipes": "pc/9.9", "items": "pc/9.9"}}}
    (place.parents[1] / "dataPaths.json").write_text(json.dumps(paths))
    return root


def merged(build: dict[str, ModuleType], root: Path, *recipes: dict[str, Any]) -> list[str]:
    """Rows such as `4 stick: 2 birch_planks|oak_planks by hand`."""
    data = folder(root, *recipes)
    names = {item["id"]: item["name"] for item in build["make_book"].load(data, "9.9", "items")}
    rows = build["crafting"].crafting_rows(build["make_book"].load(data, "9.9", "recipes"), names)
    return [
        f"{row['n']} {row['gives']}: {', '.join(f'{n} ' + '|'.join(items) for items, n in row['takes'])} "
        f"{'at ' + row['station'] if row['station'] else 'by hand'}"
        for row in rows
    ]


def test_variants_that_differ_in_one_item_become_one_set(build: dict[str, ModuleType], tmp_path: Path) -> None:
    recipes = [shaped(STICK, 4, [wood], [wood]) for wood in (OAK, BIRCH)]
    assert merged(build, tmp_path, *recipes) == ["4 stick: 2 birch_planks|oak_planks by hand"]


def test_every_combination_of_two_sets_becomes_two_sets(build: dict[str, ModuleType], tmp_path: Path) -> None:
    """All four pairs of fuel and wood are listed: any fuel goes with any wood."""
    recipes = [shaped(TORCH, 1, [fuel], [wood]) for fuel in (COAL, CHARCOAL) for wood in (OAK, BIRCH)]
    assert merged(build, tmp_path, *recipes) == ["1 torch: 1 birch_planks|oak_planks, 1 charcoal|coal by hand"]


def test_what_differs_in_two_places_stays_apart(build: dict[str, ModuleType], tmp_path: Path) -> None:
    """Coal goes with oak and charcoal with birch only: one set for each place would allow more than the game does."""
    recipes = [shaped(TORCH, 1, [COAL], [OAK]), shaped(TORCH, 1, [CHARCOAL], [BIRCH])]
    told = merged(build, tmp_path, *recipes)
    assert told == ["1 torch: 1 birch_planks, 1 charcoal by hand", "1 torch: 1 coal, 1 oak_planks by hand"]


def test_another_count_or_another_place_stays_apart(build: dict[str, ModuleType], tmp_path: Path) -> None:
    recipes = [shaped(STICK, 4, [OAK], [OAK]), shaped(STICK, 2, [BIRCH], [BIRCH]), shaped(STICK, 4, [BIRCH, BIRCH])]
    told = merged(build, tmp_path, *recipes)
    assert sorted(told) == [
        "2 stick: 2 birch_planks by hand",
        "4 stick: 2 birch_planks by hand",
        "4 stick: 2 oak_planks by hand",
    ]


def test_wide_shapes_need_a_table_and_gaps_are_no_items(build: dict[str, ModuleType], tmp_path: Path) -> None:
    recipes = [shaped(GATE, 1, [STICK, wood, STICK], [STICK, None, STICK]) for wood in (OAK, BIRCH)]
    assert merged(build, tmp_path, *recipes) == ["1 gate: 4 stick, 1 birch_planks|oak_planks at crafting_table"]


def test_shapeless_recipes_of_up_to_four_items_are_made_by_hand(build: dict[str, ModuleType], tmp_path: Path) -> None:
    recipes = [shapeless(OAK, 4, LOG), shapeless(GATE, 1, STICK, STICK, STICK, STICK, OAK)]
    told = merged(build, tmp_path, *recipes)
    assert told == ["1 gate: 4 stick, 1 oak_planks at crafting_table", "4 oak_planks: 1 log by hand"]


def test_the_order_of_variants_never_matters(build: dict[str, ModuleType], tmp_path: Path) -> None:
    recipes = [shaped(TORCH, 1, [fuel], [wood]) for fuel in (COAL, CHARCOAL) for wood in (OAK, BIRCH)]
    one = merged(build, tmp_path / "one", *recipes)
    assert one == merged(build, tmp_path / "two", *recipes[::-1])


def test_a_folder_that_is_no_minecraft_data_is_refused(build: dict[str, ModuleType], tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"holds no dataPaths\.json"):
        build["make_book"].load(tmp_path, "9.9", "items")


def test_a_version_states_only_what_differs_from_the_one_underneath(build: dict[str, ModuleType]) -> None:
    base = {"fuels": {"grass": 1, "log": 300}, "list": ["a"], "gone": 1}
    own = {"fuels": {"log": 200, "bamboo": 50}, "+list": ["b"], "-": ["gone"]}
    words = {"grass": "short_grass"}
    laid, renamed = build["inherit"].laid, build["inherit"].renamed
    assert laid(renamed(base, words), own) == {
        "fuels": {"short_grass": 1, "log": 200, "bamboo": 50},
        "list": ["a", "b"],
    }
    with pytest.raises(KeyError, match="there is no other to leave out"):
        laid(base, {"-": ["other"]})


def test_two_ways_to_one_item_are_told_apart_by_what_only_one_takes(build: dict[str, ModuleType]) -> None:
    tags = {"planks": ["birch_planks", "oak_planks"]}
    planks = {"gives": "stick", "takes": [(("birch_planks", "oak_planks"), 2)]}
    bamboo = {"gives": "stick", "takes": [(("bamboo",), 2)]}
    tell = build["making"].distinction
    assert (tell(planks, [bamboo], tags), tell(bamboo, [planks], tags)) == ("planks", "bamboo")
