"""What came when and what it was labelled: the table of the history agrees with the books."""

from __future__ import annotations

import pytest
from craftproof.recipes.book import Book, ItemType
from craftproof.recipes.history import by_newest, came_later, history, labelled
from craftproof.recipes.library import bundled, versions
from craftproof.recipes.names import resolve
from craftproof.recipes.renames import version_key


@pytest.mark.parametrize("version", versions())
def test_no_book_has_what_came_after_its_version(version: str) -> None:
    book, later = bundled(version), came_later(bundled(version))
    early = {item for item, came in history().came.items() if version_key(came) > version_key(version)}
    # Up to 1.13 stone_stairs were of cobblestone; those of stone came with 1.14.
    assert early & book.items.keys() <= {"stone_stairs"}
    assert later.keys() == early - book.items.keys()
    assert "resin_clump" in later or version == "1.21.4"


@pytest.mark.parametrize("version", versions())
def test_what_came_by_its_version_is_in_the_book(version: str) -> None:
    book = bundled(version)
    missing = [
        item
        for item, came in history().came.items()
        if version_key(came) <= version_key(version) and by_newest(book, item) is None
    ]
    assert missing == []


def test_some_dates_that_players_know() -> None:
    came = history().came
    dates = "elytra 1.9, observer 1.11, trident 1.13, crossbow 1.14, honeycomb 1.15, netherite_ingot 1.16"
    dates += ", copper_ingot 1.17, mangrove_log 1.19, cherry_log 1.20, bamboo_planks 1.20, crafter 1.21, mace 1.21"
    dates += ", bundle 1.21.2, pale_oak_log 1.21.4, wolf_armor 1.20.5, white_concrete 1.12, iron_nugget 1.11.1"
    for date in dates.split(", "):
        item, version = date.split()
        assert came[item] == version, item


@pytest.mark.parametrize("version", versions())
def test_every_label_of_any_version_is_understood_where_the_item_is(version: str) -> None:
    book = bundled(version)
    for label in history().labels:
        if labelled(book, label):
            assert resolve(book, label).items


def test_a_book_of_no_version_of_the_game_is_told_no_dates() -> None:
    assert came_later(Book("mine", {"stick": ItemType()})) == {}
