"""Reports speak of what a way is, whatever its id; and of what stands in the way, in a player's words."""

from __future__ import annotations

import json
from pathlib import Path

import craftproof
import jsonschema
import pytest
from craftproof.cli.look import item_text
from craftproof.cli.report import layout
from craftproof.engine.facts import recipes_report
from craftproof.engine.report import report
from craftproof.engine.wording import source_origin
from craftproof.recipes.library import bundled, versions
from craftproof.recipes.native import load_book
from craftproof.recipes.verbs import way_name, way_words


def render(answer: craftproof.Answer) -> str:
    """The report of an answer as text."""
    return layout(report(answer))


FORM = json.loads((Path(__file__).parents[1] / "engine" / "report.schema.json").read_text(encoding="utf-8"))

BOOK = """{
 "craftproof": "book/1", "version": "gems",
 "items": {"ruby": {}, "ruby_block": {}, "dust": {}, "coal": {}, "oven": {}, "lump": {}},
 "recipes": [
  {"id": "mymod:ruby_block", "kind": "crafting", "takes": [{"any_of": "ruby", "n": 2}], "gives": {"ruby_block": 1}},
  {"id": "17", "kind": "smelting", "station": "oven", "burns": 200,
   "takes": [{"any_of": "dust"}], "gives": {"ruby": 1}},
  {"id": "lump one", "kind": "mymod:pressing", "takes": [{"any_of": "ruby"}], "gives": {"lump": 2, "dust": 1}},
  {"id": "lump two", "kind": "mymod:pressing", "takes": [{"any_of": "dust"}], "gives": {"lump": 1}}
 ],
 "sources": [
  {"id": "dusty_geode", "kind": "mine", "block": "geode", "gives": {"dust": 1}, "effort": 9},
  {"id": "mine coal from the cellar", "kind": "mine", "gives": {"coal": 1}, "effort": 9}
 ],
 "fuels": {"coal": 1600}
}"""

PLAN = """\
Steps
  1. mine dust x2 (from geode)
  2. mine coal x1 (from the cellar)
  3. smelt ruby x2 from dust x2 in oven, burning 1 coal
  4. craft ruby_block x1 from ruby x2

Tree
  ruby_block x1
    ruby x2 (smelt)
      dust x2 (mine from geode)
      at oven x1 (held)
"""


def test_a_plan_of_operators_with_any_ids() -> None:
    answer = craftproof.plan("ruby_block", {"oven": 1}, book=load_book(BOOK))
    text = render(answer)
    assert sorted(text[text.index("Steps") : text.index("\nTree")].splitlines(), key=lambda line: line[5:]) == sorted(
        PLAN[: PLAN.index("\nTree")].splitlines(), key=lambda line: line[5:]
    )
    assert PLAN[PLAN.index("Tree") :] in text
    data = json.loads(json.dumps(report(answer)))
    jsonschema.validate(data, FORM)
    made = data["tree"][0]
    assert (made["how"], made["operator"], made["verb"]) == ("made", "mymod:ruby_block", "craft")
    by_id = {step["operator"]: step for step in data["steps"]}
    assert [by_id["17"][key] for key in ("verb", "item", "n")] == ["smelt", "ruby", 2]
    assert [by_id["dusty_geode"][key] for key in ("verb", "item", "from")] == ["mine", "dust", "geode"]


def test_operators_that_read_the_same_are_told_apart_by_their_ids() -> None:
    answer = craftproof.plan("lump", book=load_book(BOOK), gather=False)
    ways = report(answer)["blocked"][0]["ways"]
    assert [way["words"] for way in ways] == ["pressing lump (lump one)", "pressing lump (lump two)"]
    assert "no lump: pressing lump (lump one) lacks ruby; pressing lump (lump two) lacks dust" in " ".join(
        render(answer).split()
    )


def test_recipes_are_shown_in_words_with_the_id_that_names_them() -> None:
    texts = [way["text"] for way in recipes_report(load_book(BOOK), "ruby")["items"][0]["ways"]]
    assert texts == ["smelt ruby (17): dust x1 in oven, 200 ticks of fuel"]


@pytest.mark.parametrize("version", versions())
def test_the_ids_of_the_bundled_books_are_their_words(version: str) -> None:
    book = bundled(version)
    assert [way.id for way in (*book.recipes, *book.sources) if not way_words(way) == way_name(way) == way.id] == []


def test_a_list_of_steps_knows_operators_by_what_they_do() -> None:
    from craftproof.engine.request import Request, make_problem
    from craftproof.recipes.rules import SURVIVAL
    from craftproof.sim.lists import verify_list

    asked = make_problem(load_book(BOOK), SURVIVAL, Request("ruby", "oven"))
    assert verify_list(asked, "mine dust 1\nmine coal 1\nsmelt ruby 1").sound


def test_what_the_rules_leave_out_is_told_once_and_by_whose_word(tmp_path: Path) -> None:
    text = " ".join(render(craftproof.plan("charcoal", rules="minedojo")).split())
    assert "why: no coal:1: smelt coal:1 from logs is not there under the rules minedojo" in text
    assert "nothing gives coal:1" not in text
    file = tmp_path / "mine.json"
    file.write_text(
        '{"without": ["smelt charcoal from logs_that_burn", "mine charcoal from campfire"]}', encoding="utf-8"
    )
    said = report(craftproof.plan("charcoal", rules=file))["barred"]
    assert any("left out by `without` of the rules survival, changed" in why for why in said)


def test_variants_that_are_but_numbers_are_told_by_their_labels_and_read_back() -> None:
    from craftproof.sim.lists import verify_list
    from craftproof.sim.steptext import printed

    answer = craftproof.plan("polished andesite", mc="1.11.2")
    data = json.loads(json.dumps(report(answer)))
    jsonschema.validate(data, FORM)
    texts = [step["text"] for step in data["steps"]]
    assert "craft stone:6 (Polished Andesite) x4 from stone:5 (Andesite) x4" in texts
    assert "  stone:6 (Polished Andesite) x1" in render(answer)
    assert all("(" not in line.name for line in map(printed, texts) if line)
    assert verify_list(answer.problem, "\n".join(texts)).sound
    heading = item_text(recipes_report(answer.problem.book, "stone:5")["items"][0])
    assert heading.startswith("stone:5 (Andesite; stack 64")


def test_the_verb_of_a_mods_recipe_is_that_of_its_id(tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    press = {"id": "press plate", "kind": "gear:pressing", "takes": [{"any_of": "iron_ingot"}], "gives": {"plate": 1}}
    overlay = {"craftproof": "book/1", "items": {"plate": {}}, "recipes": [press]}
    file.write_text(json.dumps(overlay), encoding="utf-8")
    from craftproof.engine.find import find_book

    book = find_book(None, (), [file])
    answer = craftproof.plan("plate", "iron_ingot", book=book)
    assert [step["text"] for step in report(answer)["steps"]] == ["press plate x1 from iron_ingot x1"]
    assert recipes_report(book, "plate")["items"][0]["ways"][0]["text"].startswith("press plate: ")
    from craftproof.sim.lists import verify_list

    for verb in ("press", "pressing"):
        assert verify_list(answer.problem, f"{verb} plate 1").sound


def test_what_a_source_takes_is_not_told_twice() -> None:
    book = craftproof.book()
    taking = [source for source in book.sources if source.takes]
    assert taking
    for source in taking:
        assert source_origin(source) not in {item for taken in source.takes for item in taken.any_of}


@pytest.fixture(scope="module")
def no_table() -> craftproof.Answer:
    return craftproof.plan("furnace", "cobblestone=8", rules="minedojo", mc="1.11.2", gather=False)


def test_a_station_that_has_to_stand_is_no_item_that_nothing_gives(no_table: craftproof.Answer) -> None:
    text = " ".join(render(no_table).split())
    assert "standing:" not in json.dumps(report(no_table)["blocked"])
    assert "no furnace: craft furnace lacks crafting_table standing" in text
    assert "no crafting_table standing: place crafting_table lacks crafting_table" in text
    table = next(entry for entry in report(no_table)["blocked"] if entry["item"] == "crafting_table")
    assert table["ways"][0]["words"] == "craft crafting_table"


def test_what_comes_back_is_a_way_to_have_it() -> None:
    book = load_book("""{"craftproof": "book/1", "version": "x", "items": {"full": {}, "empty": {}, "cake": {}},
     "recipes": [{"id": "a", "kind": "crafting", "takes": [{"any_of": "full"}], "gives": {"cake": 1}}],
     "containers": {"full": "empty"}}""")
    blocked = report(craftproof.plan("empty", book=book))["blocked"]
    assert blocked[0] == {
        "item": "empty",
        "why": None,
        "ways": [{"operator": "a", "words": "craft cake", "lacks": [["full"]]}],
    }


@pytest.mark.parametrize(
    ("goal", "said", "why"),
    [
        ("oak_planks=20", {"limits": {"oak_log": 2}}, "at most 2 oak_log may be gathered (--limit), 5 are needed"),
        (
            "oak_planks=20",
            {"limits": {"mine oak_log": 2}},
            "at most 2 times mine oak_log may be gathered (--limit), 5 are needed",
        ),
        ("oak_planks=20", {"ban": "oak_log"}, "no oak_log: mine oak_log is banned (--ban)"),
        ("oak_planks=20", {"ban": "craft oak_planks"}, "no oak_planks: craft oak_planks is banned (--ban)"),
        ("torch", {"gather": False}, "nothing may be gathered (--no-gather)"),
        ("torch", {"rules": "bare"}, "the rules bare gather nothing"),
        ("oak_planks", {"limits": {"craft oak_planks": 0}}, "craft oak_planks may not be done at all (--limit)"),
    ],
)
def test_what_was_asked_for_and_stands_in_the_way_is_named_first(goal: str, said: dict[str, object], why: str) -> None:
    answer = craftproof.plan(goal, **said)
    data = json.loads(json.dumps(report(answer)))
    jsonschema.validate(data, FORM)
    assert why in data["barred"]
    assert " ".join(render(answer).split()).split("why: ")[1].split("missing: ")[0].strip() == why


def test_several_limits_are_named_together() -> None:
    answer = craftproof.plan("stick=400", limits={"logs": 1}, ban=["bamboo"])
    (why,) = [line for line in report(answer)["barred"] if "at most" in line]
    assert "1 acacia_log, 1 birch_log" in why
    assert why.endswith("may be gathered (--limit), too few together")


def test_what_nobody_barred_is_not_spoken_of() -> None:
    assert report(craftproof.plan("bedrock"))["barred"] == []
    assert report(craftproof.plan("stick=9", "oak_planks=2", ban="cake", gather=False))["barred"] == [
        "nothing may be gathered (--no-gather)"
    ]


def test_one_other_way_is_one() -> None:
    from craftproof.cli.report import _blocked

    ways = [{"words": f"craft it from {k}", "lacks": [["log"]]} for k in range(5)]
    assert _blocked({"item": "it", "why": None, "ways": ways[:4]}).endswith("; 1 other way")
    assert _blocked({"item": "it", "why": None, "ways": ways}).endswith("; 2 other ways")
