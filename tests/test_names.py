"""Names: what people, language models and other versions call an item is understood, and what was taken is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from craftproof.recipes import names
from craftproof.recipes.book import Book, ItemType
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled
from craftproof.recipes.names import resolve
from craftproof.recipes.spelling import normal
from craftproof.recipes.suggest import closest
from hypothesis import given, settings
from hypothesis import strategies as st

RENAMES: dict[str, list[list[str]]] = json.loads(
    (Path(names.__file__).parent / "data" / "renames.json").read_text(encoding="utf-8")
)
PLANKS = tuple(f"{wood}_planks" for wood in ("acacia", "birch", "dark_oak", "jungle", "oak", "spruce"))


def book_of(version: str, *items: str, **tags: tuple[str, ...]) -> Book:
    return Book(version, {item: ItemType() for item in items}, tags)


TODAY = Book(
    "1.16.5",
    {
        **{
            item: ItemType()
            for item in (*PLANKS, "stick", "torch", "oak_log", "coal", "sugar_cane", "oak_sign", "grass")
        },
        **{item: ItemType() for item in ("iron_block", "redstone", "crafting_table", "bookshelf", "sweet_berries")},
        "iron_block": ItemType(label="Block of Iron"),
        "disc_13": ItemType(label="Music Disc"),
        "disc_cat": ItemType(label="Music Disc"),
        "oak_boat": ItemType(),
        "birch_boat": ItemType(),
    },
    {
        "planks": PLANKS,
        "logs": ("oak_log",),
        "coal": ("coal", "stick"),
        "boats": ("birch_boat", "oak_boat"),
        "none": (),
    },
    names={"workbench": "crafting_table", "wood": "#planks", "Boat": "#boats"},
)


@pytest.mark.parametrize(
    ("name", "taken_as", "note"),
    [
        ("stick", "stick", ""),
        ("minecraft:stick", "stick", ""),
        ("  Oak Log ", "oak_log", ""),
        ("OAK-LOG", "oak_log", ""),
        ("sticks", "stick", "sticks is stick in 1.16.5"),
        ("torches", "torch", "torches is torch in 1.16.5"),
        ("bookshelves", "bookshelf", "bookshelves is bookshelf in 1.16.5"),
        ("Block of Iron", "iron_block", "Block of Iron is iron_block in 1.16.5"),
        ("workbench", "crafting_table", "workbench is crafting_table in 1.16.5"),
        ("workbenches", "crafting_table", "workbenches is crafting_table in 1.16.5"),
        ("coal", "coal", ""),
        ("coal:0", "coal", "coal:0 is coal in 1.16.5"),
        ("stick:0", "stick", "stick:0 is stick in 1.16.5"),
        ("reeds", "sugar_cane", "reeds is sugar_cane in 1.16.5"),
        ("sign", "oak_sign", "sign is oak_sign in 1.16.5"),
        ("short_grass", "grass", "short_grass is grass in 1.16.5"),
        ("tallgrass:1", "grass", "tallgrass:1 is grass in 1.16.5"),
        ("boat", "oak_boat", "boat is oak_boat in 1.16.5"),
        ("boats", "#boats", "boats means any of #boats: birch_boat, oak_boat"),
        ("planks", "#planks", f"planks means any of #planks: {', '.join(PLANKS)}"),
        ("#minecraft:planks", "#planks", f"#minecraft:planks means any of #planks: {', '.join(PLANKS)}"),
        ("plank", "#planks", f"plank means any of #planks: {', '.join(PLANKS)}"),
        ("wood", "#planks", f"wood means any of #planks: {', '.join(PLANKS)}"),
        ("planks:1", "spruce_planks", "planks:1 is spruce_planks in 1.16.5"),
        ("log", "oak_log", "log is oak_log in 1.16.5"),
        ("#coal", "#coal", "#coal means any of #coal: coal, stick"),
        ("music disc", "any of disc_13, disc_cat", "music disc means any of disc_13, disc_cat"),
    ],
)
def test_a_name_is_taken_as(name: str, taken_as: str, note: str) -> None:
    found = resolve(TODAY, name)
    assert (found.taken_as, found.note) == (taken_as, note)
    assert found.tag == (taken_as[1:] if taken_as.startswith("#") else None)
    assert set(found.items) <= set(TODAY.items)


@pytest.mark.parametrize(
    ("book", "name", "items"),
    [
        (book_of("1.11.2", "planks:0", "planks:1"), "oak_planks", ("planks:0",)),
        (book_of("1.11.2", "planks:0", "planks:1"), "planks", ("planks:0", "planks:1")),
        (book_of("1.11.2", "planks"), "oak_planks", ("planks",)),
        (book_of("1.11.2", "coal:0", "coal:1"), "coal", ("coal:0", "coal:1")),
        (book_of("1.11.2", "reeds"), "sugar_cane", ("reeds",)),
        (book_of("1.11.2", "sign"), "oak_sign", ("sign",)),
        (book_of("1.13.2", "sign", "rose_red"), "oak_sign", ("sign",)),
        (book_of("1.13.2", "sign", "rose_red"), "red_dye", ("rose_red",)),
        (book_of("1.11.2", "grass", "tallgrass:1"), "short_grass", ("tallgrass:1",)),
        (book_of("1.11.2", "grass", "tallgrass:1"), "grass_block", ("grass",)),
        (book_of("1.21.4", "grass_block", "short_grass"), "grass", ("short_grass",)),
        (book_of("1.21.4", "chain"), "iron_chain", ("chain",)),
        (book_of("1.21.11", "iron_chain"), "chain", ("iron_chain",)),
        (book_of("1.21.4", "turtle_scute", "dirt_path"), "grass_path", ("dirt_path",)),
        (book_of("1.16.5", "scute"), "turtle_scute", ("scute",)),
        (book_of("1.11.2", "melon", "melon_block"), "melon_slice", ("melon",)),
        (book_of("1.11.2", "bed"), "red_bed", ("bed",)),
        (book_of("1.12.2", "bed:0", "bed:14"), "red_bed", ("bed:14",)),
        (book_of("1.16.5", "ink_sac", "lapis_lazuli", "bone_meal"), "dye", ("bone_meal", "ink_sac", "lapis_lazuli")),
        (book_of("my own", "sugar_cane"), "reeds", ("sugar_cane",)),
        (book_of("my own", "reeds"), "sugar_cane", ("reeds",)),
    ],
)
def test_names_of_other_versions(book: Book, name: str, items: tuple[str, ...]) -> None:
    assert resolve(book, name).items == items


VERSIONS = ("1.8", "1.11.2", "1.12.2", "1.13.2", "1.14.4", "1.16.5", "1.20.2", "1.20.6", "1.21.4", "1.21.11")


def name_in(names: list[list[str]], version: str) -> str | None:
    numbers = tuple(map(int, version.split(".")))
    then = [name for since, name in names if tuple(map(int, since.split("."))) <= numbers]
    return then[-1] if then else None


@pytest.mark.parametrize("version", VERSIONS)
def test_every_renamed_item_is_found_by_its_newest_name(version: str) -> None:
    called = {newest: name_in(names, version) for newest, names in RENAMES.items()}
    book = book_of(version, *(name for name in called.values() if name))
    for newest, name in called.items():
        if name and newest not in book.items:
            family = {item for item in book.items if item.startswith(f"{newest}:")}
            assert set(resolve(book, newest).items) == (family or {name}), newest


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("dimond", "did you mean"),
        ("crafting_tabel", "did you mean crafting_table?"),
        ("suger_cane", "did you mean sugar_cane"),
        ("#plank", "did you mean #planks"),
        ("workbnch", "did you mean crafting_table"),
        ("blok of iron", "did you mean iron_block"),
        ("", "expected the name of an item"),
        (" \t", "expected the name of an item"),
        ("none", "has no members"),
        ("x" * 100_000, "is no item of 1.16.5"),
        ("木の板", "is no item of 1.16.5"),
        ("stick\0\ud800", "is no item of 1.16.5"),
        ("#", "is no item of 1.16.5"),
        ("minecraft:", "is no item of 1.16.5"),
    ],
)
def test_what_means_nothing_is_told(name: str, told: str) -> None:
    book = Book(TODAY.version, {**TODAY.items, "diamond": ItemType()}, TODAY.tags, names=TODAY.names)
    with pytest.raises(InputError) as caught:
        resolve(book, name)
    text = str(caught.value)
    assert told in text
    assert len(text) < 300
    assert text.encode()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_understood_or_refused(name: str) -> None:
    try:
        items = resolve(TODAY, name).items
    except InputError as error:
        items = ()
        message = str(error)
    else:
        message = ""
    assert bool(items) != bool(message)


# -- the bundled book --------------------------------------------------------------------------------------------------


def test_every_item_and_label_of_the_bundled_book_is_found() -> None:
    book = bundled("1.16.5")
    labels: dict[str, set[str]] = {}
    for item, kind in book.items.items():
        assert resolve(book, item).items == (item,)
        labels.setdefault(normal(kind.label), set()).add(item)
    for label, items in labels.items():
        if label and label not in book.items and label not in book.tags and label not in book.names:
            assert set(resolve(book, label).items) == items, label


def test_every_name_of_any_version_is_understood_by_the_bundled_book() -> None:
    book = bundled("1.16.5")
    for called in RENAMES.values():
        then = name_in(called, "1.16.5")
        for _, name in called:
            if then in book.items:
                assert set(resolve(book, name).items) <= set(book.items), name


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("short_grass", "grass"),
        ("reeds", "sugar_cane"),
        ("sign", "oak_sign"),
        ("iron_chain", "chain"),
        ("wooden_door", "oak_door"),
        ("fence", "oak_fence"),
        ("speckled_melon", "glistering_melon_slice"),
        ("web", "cobweb"),
        ("fireworks", "firework_rocket"),
    ],
)
def test_renamed_items_of_the_bundled_book(name: str, item: str) -> None:
    assert resolve(bundled("1.16.5"), name).items == (item,)


@pytest.mark.parametrize("name", ["planks", "logs", "log", "wool", "dye", "bed", "leaves", "sapling", "wooden_slab"])
def test_families_of_the_bundled_book(name: str) -> None:
    found = resolve(bundled("1.16.5"), name)
    assert len(found.items) > 1
    assert found.note.startswith(f"{name} means any of #")


def typing_mistakes(word: str) -> list[str]:
    """A letter left out, doubled, or two exchanged, in the middle of a word."""
    middle = len(word) // 2
    swapped = word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]
    return [word[:middle] + word[middle + 1 :], word[:middle] + word[middle] + word[middle:], swapped]


def test_typing_mistakes_lead_to_the_item_that_was_meant() -> None:
    book = bundled("1.16.5")
    meant: list[tuple[str, str]] = []
    for item in sorted(book.items)[::9]:
        if len(item) > 5:
            meant += [(item, wrong) for wrong in typing_mistakes(item) if wrong not in book.items]
    right = [item for item, wrong in meant if item in closest(wrong, book.items)]
    assert len(right) >= 0.97 * len(meant)


def test_the_table_of_renames_is_consistent() -> None:
    for newest, called in RENAMES.items():
        versions: list[Any] = [tuple(map(int, since.split("."))) for since, _ in called]
        assert versions == sorted(set(versions))
        assert called[-1][1] == newest
        assert len({name for _, name in called}) == len(called)
    for version in VERSIONS:
        spoken = [name_in(called, version) for called in RENAMES.values()]
        present = [name for name in spoken if name]
        assert len(present) == len(set(present)), "two items have one name in one version"


def test_a_name_that_went_over_to_another_item_is_not_taken_for_it() -> None:
    with pytest.raises(InputError):
        resolve(book_of("1.16.5", "stone_stairs"), "cobblestone_stairs")
    assert resolve(book_of("1.12.2", "stone_stairs"), "cobblestone_stairs").items == ("stone_stairs",)
