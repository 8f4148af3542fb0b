"""`craftproof items`: what cannot be obtained and why, what people call things, and descriptions made from a book."""

from __future__ import annotations

import doctest
import json
import re
from collections import Counter
from pathlib import Path

import craftproof.recipes.describe
import jsonschema
import pytest
from craftproof.cli.main import run
from craftproof.engine.lost import unobtainable
from craftproof.recipes.book import Book, ItemType, Recipe, Source, Where
from craftproof.recipes.check import check, check_bundled
from craftproof.recipes.describe import Describer, describe
from craftproof.recipes.library import bundled, versions
from craftproof.recipes.reasons import FOUND, REASONS, STATED
from craftproof.recipes.words import foods, meant, words

ROOT = Path(__file__).resolve().parent.parent
WORDS = json.loads((ROOT / "recipes" / "data" / "words.json").read_text("utf-8"))


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 0
    return capsys.readouterr().out


# -- what cannot be obtained -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", versions())
def test_the_reasons_of_a_version_are_of_the_list_and_counted_in_the_documentation(version: str) -> None:
    counts = Counter(unobtainable(bundled(version)).values())
    assert set(counts) <= set(REASONS)
    assert "no-way" not in counts
    text = (ROOT / "docs" / "books.md").read_text("utf-8")
    header = re.search(r"^\| code \| means \|(.*)\|$", text, re.MULTILINE)
    assert header, "docs/books.md has no table of reason codes"
    column = [cell.strip() for cell in header[1].split("|")].index(version)
    for code, means in REASONS.items():
        row = re.search(rf"^\| {code} \| (.*?) \|(.*)\|$", text, re.MULTILINE)
        assert row, code
        assert row[1] == means
        assert int(row[2].split("|")[column]) == counts[code], (code, version)


@pytest.mark.parametrize("version", versions())
def test_a_bundled_book_states_codes_of_the_list_only(version: str) -> None:
    assert check_bundled(bundled(version)) == []


def test_a_code_outside_the_list_is_a_fault_of_a_bundled_book_and_no_fault_of_a_users() -> None:
    book = Book("9.9", {"egg": ItemType()}, unobtainable={"egg": "creative_only"})
    (fault,) = check_bundled(book)
    assert (fault.path, fault.code) == (("unobtainable", "egg"), "unknown-reason")
    assert "creative-only" in fault.hint
    assert check(book) == []


def source(item: str, **more) -> Source:
    return Source(f"mine {item}", "mine", ((item, 1),), 10, **more)


def test_what_is_off_is_told_apart_from_what_nothing_gives() -> None:
    """Ice needs silk touch, a pearl is bartered for, of ice something is made; a stick can be had whatever is said."""
    book = Book(
        "test",
        {name: ItemType() for name in ("egg", "ice", "packed", "pearl", "stick", "lost")},
        recipes=(Recipe("craft packed", "crafting", (), (("packed", 1),), needs=()),),
        sources=(
            source("ice", on=False, where=Where(conditions=("silk touch",))),
            source("pearl", on=False),
            source("stick"),
        ),
        unobtainable={"egg": "spawn-egg", "stick": "command"},
    )
    assert unobtainable(book) == {
        "egg": "spawn-egg",
        "ice": "silk-touch",
        "lost": "no-way",
        "pearl": "off-by-default",
    }
    assert unobtainable(Book("none", {})) == {}


def test_items_are_told_under_their_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "items", "--unobtainable", "--mc", "1.11.2")
    assert out.startswith("Minecraft 1.11.2: 45 of 581 items cannot be obtained\n\ncreative-only (13): only the")
    heads = re.findall(r"^([a-z-]+) \((\d+)\): ", out, re.MULTILINE)
    assert heads == [
        ("creative-only", "13"),
        ("command", "11"),
        ("spawn-egg", "1"),
        ("nbt-variant", "7"),
        ("silk-touch", "13"),
    ]
    assert [code for code, _ in heads] == [code for code in REASONS if code in dict(heads)]


def test_a_pattern_narrows_what_cannot_be_obtained(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, "items", "*_ore", "--unobtainable", "--format", "json"))
    jsonschema.validate(data, json.loads((ROOT / "engine" / "items.schema.json").read_text("utf-8")))
    assert data["reasons"] == [{"reason": "silk-touch", "means": FOUND["silk-touch"], "count": len(data["items"])}]
    assert run(["items", "diamond_sword", "--unobtainable"]) == 0
    assert capsys.readouterr().out == ""
    assert data["of"] > len(data["items"])
    told = printed(capsys, "items", "ore", "--unobtainable")
    assert told.startswith(f"Minecraft 1.16.5: {len(data['items'])} of ")
    assert told.split(" of ")[1].startswith("13 items that are called like that cannot be obtained")


# -- what people say ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "item", "version"),
    [
        ("something to sleep in", "white_bed", "1.16.5"),
        ("something to sleep in", "bed", "1.11.2"),
        ("shiny blue gem", "diamond", "1.11.2"),
        ("work bench", "crafting_table", "1.21.4"),
        ("blue gem", "diamond", "1.16.5"),
        ("a place to sleep", "red_bed", "1.21.4"),
        ("wings", "elytra", "1.11.2"),
        ("blue stone for magic", "dye:4", "1.11.2"),
        ("bacon", "cooked_porkchop", "1.16.5"),
        ("bag", "bundle", "1.21.4"),
        ("lawn block", "grass", "1.11.2"),
        ("young tree", "sapling:0", "1.11.2"),
    ],
)
def test_a_thing_is_found_by_what_people_say(
    said: str, item: str, version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert item in meant(bundled(version), said)
    assert any(line.split()[0] == item for line in printed(capsys, "items", said, "--mc", version).splitlines())


def test_names_come_before_words(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "items", "chest").splitlines()
    named = [line for line in lines if "chest" in line.split()[0]]
    assert lines[: len(named)] == named
    assert any(line.startswith("hopper ") for line in lines[len(named) :])


def test_every_word_is_for_an_item_of_some_version() -> None:
    known = [words(bundled(version)) for version in versions()]
    for name, phrases in WORDS["words"].items():
        found = [name for version in versions() if words_of(version, name)]
        assert found, name
        for phrase in phrases:
            assert phrase == " ".join(phrase.casefold().split()), phrase
            assert any(phrase in said for table in known for said in table.values()), phrase
    assert len(WORDS["words"]) >= 150
    assert foods(bundled("1.11.2")) >= {"fish:0", "apple", "melon", "cooked_fish:1"}
    assert "stick" not in foods(bundled("1.16.5"))


def words_of(version: str, name: str) -> tuple[str, ...]:
    from craftproof.recipes.words import named

    return named(bundled(version), name)


# -- descriptions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "told"),
    [
        (
            "stone_pickaxe",
            "Stone Pickaxe: pickaxe of stone level with 131 uses. Craft it of 3 #stone_crafting_materials",
        ),
        ("furnace", "Furnace: station for smelting. Craft it of 8 #stone_crafting_materials at crafting_table."),
        ("iron_helmet", "Iron Helmet: armour for the head with 165 uses. "),
        ("bread", "Bread: food. Craft it of 3 wheat at crafting_table. "),
        ("coal", "Coal: fuel for 1600 ticks. Get it from coal_ore (mine) with pickaxe; "),
        ("diamond", "Diamond. Get it from diamond_ore (mine) with pickaxe; "),
        ("milk_bucket", "Milk Bucket. Get it from cow (milk) with 1 bucket. Goes into cake. "),
        ("blaze_rod", "Blaze Rod: fuel for 2400 ticks. Get it from blaze (kill) in the nether. Goes into "),
        ("bedrock", f"Bedrock. Cannot be obtained: {STATED['creative-only']}."),
    ],
)
def test_an_item_is_described_by_the_facts_of_the_book(item: str, told: str) -> None:
    assert describe(bundled("1.16.5"), item).startswith(told)


@pytest.mark.parametrize("version", versions())
def test_every_item_has_a_short_description_of_its_own(version: str) -> None:
    book = bundled(version)
    told = {item: Describer(book)(item) for item in sorted(book.items)[::7]}
    assert all(book.items[item].label in text and len(text) < 400 for item, text in told.items())
    assert all("\n" not in text and ".." not in text for text in told.values())


def test_the_example_of_the_description_is_what_happens() -> None:
    assert doctest.testmod(craftproof.recipes.describe).attempted == 2
    assert doctest.testmod(craftproof.recipes.describe).failed == 0
