"""minecraft-data over a bundled book: names of its own time, and nothing that the book has already."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from craftproof.recipes.book import Book
from craftproof.recipes.formats import minecraftdata
from craftproof.recipes.library import bundled


def laid(folder: Path, version: str, over: Book, names: list[str], *recipes: dict[str, Any]) -> Book:
    """A folder of some items, which are numbered from 1, and recipes for the first, over a book."""
    items = [{"id": n, "name": name, "displayName": name, "stackSize": 64} for n, name in enumerate(names, 1)]
    rows = [{"result": {"id": 1, "count": 1}} | recipe for recipe in recipes]
    for name, data in (("items", items), ("recipes", {"1": rows}), ("version", {"minecraftVersion": version})):
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    return minecraftdata.load(folder, over).book


def test_air_is_no_item(tmp_path: Path) -> None:
    over = bundled("1.21.4")
    assert laid(tmp_path, "1.21.4", over, ["stick", "air"]) == over


PLANKS, SLAB, LOG = 2, 3, 4
ROW = [PLANKS, SLAB, PLANKS]


@pytest.mark.parametrize(
    ("name", "count", "shape"),
    [("barrel", 1, [ROW, [PLANKS, None, PLANKS], ROW]), ("acacia_planks", 4, [[LOG]])],
)
def test_a_recipe_that_allows_less_than_the_books_is_known(
    tmp_path: Path, name: str, count: int, shape: list[list[int | None]]
) -> None:
    over, names = bundled("1.21.4"), [name, "acacia_planks", "acacia_slab", "acacia_log"]
    book = laid(tmp_path, "1.21.4", over, names, {"inShape": shape, "result": {"id": 1, "count": count}})
    assert book == over


@pytest.mark.parametrize(
    ("version", "name", "item"),
    [
        ("1.13.2", "rose_red", "red_dye"),
        ("1.13.2", "stone_slab", "smooth_stone_slab"),
        ("1.14", "stone_slab", "stone_slab"),
        ("1.11.2", "grass", "grass_block"),
        ("1.13.2", "grass", "grass"),
        ("1.20.4", "short_grass", "grass"),
        ("1.20.5", "turtle_scute", "scute"),
        ("1.11", "totem", "totem_of_undying"),
    ],
)
def test_a_name_is_that_of_its_version(tmp_path: Path, version: str, name: str, item: str) -> None:
    over = bundled("1.16.5")
    book = laid(tmp_path, version, over, ["oak_log", name], {"ingredients": [2, 2, 2, 2]})
    assert book.items.keys() == over.items.keys()
    assert [made.takes[0].any_of for made in book.recipes if made not in over.recipes] == [(item,)]
