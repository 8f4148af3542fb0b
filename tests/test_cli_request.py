"""What people write as goals, stock, limits and rules, and what they are told where it makes no sense."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import craftproof
import jsonschema
import pytest
from craftproof.engine.ask import check_budget
from craftproof.engine.find import find_book, find_rules, find_whole
from craftproof.engine.request import Request, make_problem
from craftproof.pddl.model import Problem, State
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import PRESETS, SURVIVAL
from craftproof.recipes.rulesfile import build_rules, read_rules, rules_data
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).parents[1]


def asked(goal: object = "stick", **kwargs: object) -> Problem:
    return make_problem(bundled(), SURVIVAL, Request(goal=goal, **kwargs))


def stock(have: object) -> Mapping[str, int]:
    return asked(have=have).have.stock


def told(goal: object = "stick", **kwargs: object) -> str:
    with pytest.raises(InputError) as caught:
        asked(goal, **kwargs)
    return str(caught.value)


@pytest.mark.parametrize(
    "written",
    [
        {"stick": 3, "oak_log": 2},
        ["stick=3", "oak_log=2"],
        "stick=3,oak_log=2",
        "stick=3, Oak Log=2",
        "stick=3 oak_log=2",
        "stick=3 oak_log=1 oak_log",
        ["minecraft:stick=3 oak_log=2"],
        ["stick=1", "sticks=2", "oak-log", "Oak Log"],
        "oak_log, oak_log and stick=3",
        "2 oak logs + 3 sticks",
        "oak_log; an oak log; stick*3",
        "2x Oak Log, stick 3",
        State(stock={"stick": 3, "oak_log": 2}),
    ],
)
def test_the_same_stock_in_many_spellings(written: object) -> None:
    assert stock(written) == {"oak_log": 2, "stick": 3}


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("gold apple", "golden_apple"),
        ("gold carrot", "golden_carrot"),
        ("stone bed", "stone"),
        ("obsidian pickaxe", "obsidian"),
        ("pumpkin torch", "pumpkin"),
        ("coal lantern", "lantern"),
        ("iron stick", "stick"),
        ("diamond sowrd", "diamond_sword"),
    ],
)
def test_a_phrase_that_is_no_name_is_not_cut_into_several_goals(phrase: str, meant: str) -> None:
    for goal in (phrase, f"{phrase}=3", [f"2 {phrase}"], f"torch, {phrase}"):
        message = told(goal)
        assert f'"{phrase}" is no item' in message
        assert f"did you mean {meant}" in message


def test_words_that_are_names_are_told_how_to_be_several() -> None:
    assert "(several items are written `coal, lantern`)" in told("coal lantern")
    assert "several" not in told("diamond sowrd")


def test_goals_are_parted_where_it_is_said_so_and_nowhere_else() -> None:
    for goal in ("flint and steel and 3 torches", "3 torches + flint & steel", "flint and steel=1 torch=3"):
        assert sorted((w.name, w.n) for w in asked(goal).want) == [("flint_and_steel", 1), ("torch", 3)]
    assert [(w.name, w.n) for w in asked("2 diamond pickaxes").want] == [("diamond_pickaxe", 2)]
    assert [(w.name, w.n) for w in asked("blocks of iron=2, buckets of lava, 3 bottles of honey").want] == [
        ("iron_block", 2), ("lava_bucket", 1), ("honey_bottle", 3)
    ]  # fmt: skip


def test_goals_are_added_up_by_what_they_mean() -> None:
    problem = asked(["stick=3", "planks=4", "sticks", "#planks"], new=True)
    assert [(w.name, w.n, w.mode) for w in problem.want] == [("stick", 4, "new"), ("#planks", 5, "new")]
    assert "oak_planks" in problem.want[1].any_of


def test_worn_pieces_are_told_apart_and_new_ones_are_not_worn() -> None:
    have = asked(have=["wooden_pickaxe@12", "wooden_pickaxe@3=2", "wooden_pickaxe@59", "wooden_pickaxe"]).have
    assert have.stock == {"wooden_pickaxe": 5}
    assert have.worn == {"wooden_pickaxe": (3, 3, 12)}


def test_held_members_of_a_tag_are_taken_as_the_first_and_that_is_said() -> None:
    problem = asked(have="logs=2")
    (item,) = problem.have.stock
    assert problem.notes == (f"of logs, {item} is taken",)


def test_keep_without_a_count_means_all_that_is_held() -> None:
    assert asked(have="torch=7", keep=["torch", "stick=2"]).keep == {"torch": 7, "stick": 2}


def test_limits_and_bans_name_operators_or_items() -> None:
    problem = asked(limits="oak_log=2, mine birch_log=0", ban=["spruce_log", "craft oak_planks"])
    assert problem.limits == {"oak_log": 2}
    assert problem.operators["mine birch_log"].limit == 0
    assert not {"mine spruce_log", "craft oak_planks"} & set(problem.operators)


@pytest.mark.parametrize(
    ("kwargs", "texts"),
    [
        ({"goal": "diamnod"}, ["diamnod", "did you mean", "diamond"]),
        ({"goal": "stick=-1"}, ["-1 is too few in `stick=-1` [count]", "at least 1"]),
        ({"goal": "stick=0"}, ["0 is too few"]),
        ({"goal": "stick=1000000000001"}, ["too many", "1,000,000,000,000"]),
        ({"goal": "stick=" + "9" * 500}, ["is not a count"]),
        ({"goal": "stick=four"}, ["`four` is not a count", "as in `stick=4`"]),
        ({"goal": {"stick": 2.5}}, ["`2.5` is not a count"]),
        ({"goal": {"stick": True}}, ["`True` is not a count"]),
        ({"goal": "stick="}, ["a count is missing after `stick=`"]),
        ({"goal": ""}, ["hint"]),
        ({"goal": []}, ["there is no goal"]),
        ({"goal": "stick@3"}, ["a goal cannot ask for uses"]),
        ({"have": "wooden_pickaxe@60"}, ["wooden_pickaxe has 1 to 59 uses left, not 60", "hint"]),
        ({"have": "stick@2"}, ["stick does not wear"]),
        ({"have": "wooden_pickaxe@2=999999"}, ["more than 100000 worn pieces"]),
        ({"have": "@nowhere.json"}, ["nowhere.json", "no such file"]),
        ({"limits": "oak_log"}, ["`oak_log` has no number", "oak_log=8"]),
        ({"ban": ["craft oak_plank"]}, ["there is no `craft oak_plank`", "craft oak_planks"]),
        ({"goal": "stick=1000000000000, sticks=1"}, ["1000000000001 of stick in all are too many"]),
        ({"cost": "effort,effort"}, ["`effort` stands there twice"]),
        ({"cost": "effort,money"}, ["there is no cost `money`", "effort, applications, distinct, lines"]),
    ],
)
def test_mistakes_are_told_with_what_to_do(kwargs: dict[str, object], texts: list[str]) -> None:
    message = told(**kwargs)
    for text in texts:
        assert text in message


def test_all_mistakes_of_a_request_are_told_at_once() -> None:
    message = told(["stick=x", "dimond"], have="coal=-2", ban=["nothing_like_it_at_all"], cost="gold")
    for text in ("`x`", "dimond", "-2", "nothing_like_it_at_all", "`gold`"):
        assert text in message


def test_an_inventory_file_as_json_or_as_lines(tmp_path: Path) -> None:
    json_file, lines = tmp_path / "have.json", tmp_path / "have.txt"
    json_file.write_text('\ufeff{"stick": 3, "Oak Log": 2, "wooden_pickaxe@4": 1}', encoding="utf-8")
    lines.write_text("# mine\nstick 3\r\nOak Log x2   # from the forest\n1 wooden_pickaxe@4\n\n", encoding="utf-8")
    expected = {"oak_log": 2, "stick": 3, "wooden_pickaxe": 1}
    assert stock(f"@{json_file}") == stock([f"@{lines}"]) == expected
    assert stock([f"@{lines}", "coal=2"]) == {**expected, "coal": 2}


def test_an_inventory_file_may_hold_a_whole_state(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    state = {"items": {"stick": 3, "wooden_pickaxe@4": 1}, "ticks": {"furnace": 100}, "hand": "wooden_pickaxe"}
    file.write_text(json.dumps(state), encoding="utf-8")
    have = asked(have=f"@{file}").have
    assert (have.stock, have.worn) == ({"stick": 3, "wooden_pickaxe": 1}, {"wooden_pickaxe": (4,)})
    assert (have.ticks, have.hand) == ({"furnace": 100}, "wooden_pickaxe")
    file.write_text(json.dumps({"items": {"stikc": 3}}), encoding="utf-8")
    assert "did you mean stick?" in told(have=f"@{file}")
    file.write_text(json.dumps({"items": {"stick": -3}}), encoding="utf-8")
    assert f"{file}:1:" in told(have=f"@{file}")


def test_mistakes_in_an_inventory_file_are_located(tmp_path: Path) -> None:
    file = tmp_path / "have.json"
    file.write_text('{"stick": 3,\n "oak_lgo": 2,\n "coal": -1}', encoding="utf-8")
    assert told(have=f"@{file}").splitlines() == [
        f'{file}:2:2: "oak_lgo" is no item of 1.16.5 [unknown-item]',
        '  2 |  "oak_lgo": 2,',
        "    |  ^",
        "  hint: did you mean oak_log or dark_oak_log?",
        f"{file}:3:2: -1 is too few in `coal=-1` [count]",
        '  3 |  "coal": -1}',
        "    |  ^",
        "  hint: at least 0",
    ]
    file.write_text('{"stick": 3', encoding="utf-8")
    assert f"{file}:1:" in told(have=f"@{file}")
    file.write_text("[1]", encoding="utf-8")
    assert "expected an object" in told(have=f"@{file}")
    file.write_text('{"stick": 3, "stick": 4}', encoding="utf-8")
    assert "`stick` stands here twice" in told(have=f"@{file}")


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_a_goal_or_a_told_mistake(text: str) -> None:
    with suppress(InputError):
        assert asked(text if not text.startswith("@") else "x" + text).want


def test_rules_by_name_by_value_and_by_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"craftproof": "rules/1", "preset": "bare", "fuel": true}', encoding="utf-8")
    assert find_rules("bare") is find_rules(PRESETS["bare"]) is PRESETS["bare"]
    mine = find_rules(str(file))
    assert (mine.fuel, mine.stations, mine.name) == (True, "free", "bare, changed")
    with pytest.raises(InputError, match="did you mean `survival`"):
        find_rules("survivel")
    with pytest.raises(InputError, match="no such file"):
        find_rules("missing.json")


def test_rules_of_another_version_are_remarked_on() -> None:
    problem = make_problem(bundled(), PRESETS["minedojo"], Request("stick"))
    assert problem.notes == (
        "the rules minedojo describe Minecraft 1.11.2: their list of what is missing is not for 1.16.5",
    )


def test_rules_that_describe_a_version_choose_it_where_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"preset": "minedojo", "equip": true}', encoding="utf-8")
    for rules in ("minedojo", PRESETS["minedojo"], file):
        answer = craftproof.plan("stick", rules=rules)
        assert answer.problem.book.version == "1.11.2"
        assert [note for note in answer.problem.notes if "so that is planned in" in note]
        assert craftproof.problem("stick", rules=rules, mc="1.16.5").book.version == "1.16.5"
        assert craftproof.problem("stick", rules=rules, book=bundled("1.21.4")).book.version == "1.21.4"
    assert craftproof.problem("stick").book.version == "1.16.5"
    assert isinstance(craftproof.plan("charcoal", rules="minedojo"), craftproof.Impossible)


def test_a_version_stands_for_its_book_and_an_unknown_one_is_told() -> None:
    assert find_book(None).version == find_book(None, ["1.16.5"]).version == "1.16.5"
    assert find_book("1.16.5", ["1.21.4"]).version == "1.21.4"
    for ask in (lambda: find_book(None, ["1.17"]), lambda: find_whole("1.17", None)):
        with pytest.raises(InputError, match=r"bundled are 1\.11\.2, 1\.16\.5, 1\.21\.4"):
            ask()


def test_operators_of_rules_that_no_book_has_are_remarked_on() -> None:
    rules = build_rules({"without": ["craft stick from plank"], "at_table": ["craft stick from planks"]})
    assert make_problem(bundled(), rules, Request("stone")).notes == (
        "the rules say `without` of 'craft stick from plank', which the book does not have; "
        "did you mean `craft stick from planks`?",
    )
    assert make_problem(bundled("1.11.2"), PRESETS["minedojo"], Request("stick")).notes == ()


@pytest.mark.parametrize(
    ("key", "name", "said"),
    [
        (
            "without",
            "minecraft:stick",
            "is an item, and operators are wanted; did you mean `craft stick from bamboo` or",
        ),
        (
            "without",
            "Charcoal",
            "is an item, and operators are wanted; did you mean `smelt charcoal from logs_that_burn`",
        ),
        ("without", "craft stik", "the book does not have; did you mean `craft stick from "),
        ("without", "nonsense", "the book does not have; `craftproof recipes ITEM` prints the ids"),
        ("at_table", "mine oak_log", "is no recipe but a source"),
        ("at_table", "craft furnace", "is made at crafting_table anyway"),
    ],
)
def test_what_is_odd_in_lists_of_operators_is_remarked_on(key: str, name: str, said: str) -> None:
    (note,) = make_problem(bundled(), build_rules({key: [name]}), Request("stone")).notes
    assert note.startswith(f"the rules say `{key}` of {name!r}, which ")
    assert said in note


def test_a_member_of_a_list_of_operators_is_located() -> None:
    with pytest.raises(InputError) as caught:
        read_rules('{"without": ["charcoal", "craft stik", 5], "at_table": 3}', "mine.json")
    assert [(d.line, d.column) for d in caught.value.diagnostics] == [(1, 40), (1, 56)]
    assert "expected an operator, got the number 5" in str(caught.value)


def test_what_is_banned_is_guessed_by_its_ids() -> None:
    for ban in ("craft stick", "craft stik"):
        message = told(ban=[ban])
        assert f"there is no `{ban}`" in message
        assert "`craft stick from bamboo`" in message
        assert "`craft stick from planks`" in message
    assert "did you mean diamond" in told(ban=["diamnd"])


RULES_MISTAKES = """{"preset": "bar",
 "fuell": true,
 "fuel": 1,
 "cost": ["effort", "effort"],
 "slot_count": 0,
 "kinds": [],
 "without": ["craft stick", 3],
 "stations": "hold",
 "name": ""}"""


def test_every_mistake_in_a_file_of_rules_is_located() -> None:
    with pytest.raises(InputError) as caught:
        read_rules(RULES_MISTAKES, "mine.json")
    assert [(d.line, d.column) for d in caught.value.diagnostics] == [
        (1, 12),
        (2, 2),
        (3, 10),
        (4, 10),
        (5, 16),
        (6, 11),
        (7, 29),
        (8, 14),
        (9, 10),
    ]
    assert "did you mean fuel?" in str(caught.value)


def test_the_schema_of_rules_agrees_with_the_loader() -> None:
    schema = json.loads((ROOT / "recipes" / "rules.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["preset"]["enum"] == list(PRESETS)
    for rules in PRESETS.values():
        jsonschema.validate(rules_data(rules), schema)
        assert build_rules(rules_data(rules)) == rules
    errors = jsonschema.Draft202012Validator(schema).iter_errors(json.loads(RULES_MISTAKES))
    assert len(list(errors)) == 9


def test_books_and_packs_are_found(tmp_path: Path) -> None:
    book, pack = tmp_path / "book.json", tmp_path / "pack.json"
    book.write_text('{"craftproof": "book/1", "version": "mine", "items": {"a": {}, "b": {}}}', encoding="utf-8")
    made = {"id": "craft b", "kind": "crafting", "takes": [{"any_of": "a"}], "gives": {"b": 1}}
    pack.write_text(json.dumps({"craftproof": "book/1", "recipes": [made]}), encoding="utf-8")
    assert find_book("1.16.5").version == "1.16.5"
    laid = find_book("1.16.5", [book], [pack])
    assert (laid.version, [r.id for r in laid.recipes]) == ("mine", ["craft b"])
    with pytest.raises(InputError, match="1\\.16\\.5"):
        find_book("1.3")


@pytest.mark.parametrize("budget", [0.0, -1.0, float("nan"), float("inf")])
def test_a_budget_is_a_time_above_nought(budget: float) -> None:
    check_budget(0.5)
    with pytest.raises(InputError, match="no time to plan in"):
        check_budget(budget)
