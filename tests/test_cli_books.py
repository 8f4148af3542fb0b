"""`craftproof book` and packs on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from craftproof.cli.main import run

DATA = Path(__file__).parent / "data" / "packs"
SMALL, MAP = str(DATA / "small"), str(DATA / "press.map.json")
CLI = Path(__file__).parents[1] / "cli"


def test_a_plan_over_a_pack_tells_what_was_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "gear:cog", "--pack", SMALL, "--have", "oak_planks=1", "--have", "stick=1"]) == 0
    out, err = capsys.readouterr()
    assert "craft gear:cog" in out
    assert err.startswith(f"small: 14 recipes, 10 left out; `craftproof book check {SMALL}` tells more\nwarning: ")
    assert "broken.json:2:39: a comma before ]" in err


def test_a_map_makes_machines_usable(capsys: pytest.CaptureFixture[str]) -> None:
    have = ["--have", "gear:press=1", "--have", "iron_ingot=2"]
    assert run(["plan", "gear:plate=2", "--pack", SMALL, "--map", MAP, *have]) == 0
    assert "gear:plate x2 from iron_ingot x2 at gear:press" in capsys.readouterr().out
    assert run(["plan", "gear:plate=2", "--pack", SMALL, *have[2:]]) == 1


def test_check_tells_everything_and_exits_2_where_files_are_faulty(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["book", "check", SMALL, "--map", MAP]) == 2
    out, err = capsys.readouterr()
    assert "2 mapped: 2 gear:pressing" in out
    assert err.count("error: ") == 3


def test_check_as_json_is_of_the_published_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["book", "check", SMALL, "--format", "json"]) == 2
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads((CLI / "book_check.schema.json").read_text(encoding="utf-8")))
    assert data["loads"][0]["counts"]["faulty"] == 2
    assert data["loads"][0]["files"] == 29


def test_check_of_a_sound_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["book", "check", "1.16.5"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("book of 1.16.5: 975 items")
    assert out.rstrip().endswith("no faults")
    assert err == ""


def test_check_of_an_overlay_with_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "o.json").write_text('{"craftproof": "book/1",\n "remove": ["craft nothing"]}', encoding="utf-8")
    assert run(["book", "check", str(tmp_path / "o.json")]) == 2
    assert "o.json:2:13: no recipe or source" in capsys.readouterr().err


def test_diff_tells_what_an_overlay_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    overlay = {
        "craftproof": "book/1",
        "items": {"ruby": {}, "beacon": {"stack": 16, "label": "Beacon"}},
        "recipes": [
            {
                "id": "craft ladder",
                "kind": "crafting",
                "station": "crafting_table",
                "takes": [{"any_of": "ruby", "n": 2}],
                "gives": {"ladder": 9},
            },
        ],
        "fuels": {"ruby": 100},
        "remove": ["craft bread"],
    }
    (tmp_path / "o.json").write_text(json.dumps(overlay), encoding="utf-8")
    assert run(["book", "diff", "1.16.5", str(tmp_path / "o.json")]) == 0
    assert (
        capsys.readouterr().out
        == """\
items: 1 added, 1 changed
  + ruby
  ~ beacon: stack 64 -> 16
recipes: 1 removed, 1 changed
  - craft bread: 3 wheat -> 1 bread; at crafting_table
  ~ craft ladder: gives 3 ladder -> 9 ladder; takes 7 stick -> 2 ruby
fuels: 1 added
  + ruby: 100
"""
    )


def lines_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["book", "diff", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_long_lines_of_books_are_wrapped_to_the_columns_there_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in (["book", "diff", "1.16.5", "1.21.4"], ["book", "check", SMALL], ["doctor"]):
        for columns in (60, 100):
            monkeypatch.setenv("COLUMNS", str(columns))
            run(arguments)
            lines = capsys.readouterr().out.splitlines()
            assert lines
            assert not [line for line in lines if len(line) > columns and " " in line.strip()]


def test_many_added_items_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines_of(capsys, "1.16.5", "1.21.4")
    assert [line for line in told if line.startswith("  + acacia_chest_boat") and line.endswith(" and 369 more")]


def test_what_a_new_way_asks_for_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines_of(capsys, "1.16.5", "1.21.4")
    for start, ends in (
        ("  + smelt copper_ingot from raw_copper: raw_copper -> 1 copper_ingot; in furnace; 200 ticks of fuel", ""),
        ("  + mine raw_copper from copper_ore: -> ", "with pickaxe of tier 1; effort"),
        ("  + craft spyglass: ", "; at crafting_table"),
    ):
        assert [line for line in told if line.startswith(start) and ends in line], start


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are whole where nothing else is asked for."""
    monkeypatch.setenv("COLUMNS", "9999")


def test_two_versions_are_told_apart_in_lines_that_say_only_what_changed(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines_of(capsys, "1.16.5", "1.21.4")
    for line in (
        "  = scute is now turtle_scute",
        "  ~ crossbow: uses 326 -> 465",
        "  ~ warped_fungus_on_a_stick: stack 64 -> 1",
        "  ~ music_discs: +music_disc_5, +music_disc_creator, +music_disc_creator_music_box, "
        "+music_disc_otherside, +music_disc_precipice, +music_disc_relic",
        "  ~ craft mossy_cobblestone: takes vine -> (moss_block or vine)",
        "  ~ smith netherite_axe: takes also netherite_upgrade_smithing_template",
        "  ~ mine granite: heights 0 to 80 -> 0 to 128",
        "  ~ mine iron_ore: effort 123 -> 98; off by default now; conditions nothing -> silk touch, "
        "heights 0 to 63 -> any",
        "  ~ mine bell: effort 12075 -> 12150; wears pickaxe -> nothing",
        "  ~ mine ancient_debris: another explanation of the effort",
    ):
        assert line in told, line
    assert [line for line in told if line.startswith("  + collect goat_horn from goat: -> 1 goat_horn; effort ")]
    assert max(len(line) for line in told if line.startswith("  ~ ")) < 600
    assert not [line for line in told if "{" in line or "[" in line]


def test_what_was_renamed_between_versions_is_neither_new_nor_gone(capsys: pytest.CaptureFixture[str]) -> None:
    told = lines_of(capsys, "1.11.2", "1.16.5")
    items = told[: told.index(next(line for line in told if line.startswith("tags: ")))]
    assert {"  = log:0 is now oak_log", "  = reeds is now sugar_cane", "  = dye:4 is now lapis_lazuli"} <= set(items)
    new = {item for line in items if line.startswith("  + ") for item in line[4:].split(", ")}
    assert {"acacia_button", "barrel"} <= new
    assert new.isdisjoint({"oak_log", "sugar_cane", "lapis_lazuli", "oak_planks", "white_wool"})


def test_diff_knows_a_recipe_by_its_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bread = {
        "id": "craft bread by hand",
        "kind": "crafting",
        "station": "crafting_table",
        "takes": [{"any_of": "wheat", "n": 3}],
        "gives": {"bread": 1},
    }
    overlay = {"craftproof": "book/1", "recipes": [bread], "remove": ["craft bread"]}
    (tmp_path / "o.json").write_text(json.dumps(overlay), encoding="utf-8")
    assert run(["book", "diff", "1.16.5", str(tmp_path / "o.json"), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    jsonschema.validate(told, json.loads((CLI / "book_diff.schema.json").read_text(encoding="utf-8")))
    assert told["recipes"] == {"renamed": {"craft bread": "craft bread by hand"}}


def test_diff_tells_the_faults_of_what_it_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for pack, text in (("a", "{"), ("b", '{"type": "stonecutting", "ingredient": 5, "result": "x:y", "count": 1}')):
        (tmp_path / pack / "data/x/recipe").mkdir(parents=True)
        (tmp_path / pack / "data/x/recipe" / f"{pack}_bad.json").write_text(text, encoding="utf-8")
    assert run(["book", "diff", str(tmp_path / "a"), str(tmp_path / "b")]) == 0
    out, err = capsys.readouterr()
    assert out == "no difference (1.16.5)\n"
    assert [line.partition(" ")[0] for line in err.splitlines() if "_bad.json:" in line] == ["warning:", "warning:"]


def test_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["book", "diff", "1.16.5", "1.16.5"]) == 0
    assert capsys.readouterr().out == "no difference (1.16.5)\n"


@pytest.mark.parametrize(
    "arguments", [["book"], ["book", "check"], ["book", "check", "nowhere.json"], ["book", "diff", "1.16.5", "9.9"]]
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_a_version_that_says_nothing_is_remarked_on(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["plan", "stick", "--book", "1.21.4", "--mc", "1.11.2"],
        ["book", "diff", "1.16.5", "1.16.5", "--mc", "1.11.2"],
    ):
        assert run(arguments) == 0
        err = capsys.readouterr().err
        assert err.startswith("note: ")
        assert "--mc 1.11.2" in err
    assert run(["plan", "stick", "--book", "1.17"]) == 2
    assert capsys.readouterr().err.startswith('error: --book: no book of version "1.17"')
