"""Plan files: what is written is read again, the published form holds, and every mistake has its place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import craftproof.sim.planfile
import jsonschema
import pytest
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.identity import BookName
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import PRESETS
from craftproof.sim.lists import bind_list
from craftproof.sim.plan import Plan, Step
from craftproof.sim.planfile import Header, dump, header_of, load, load_plan, state_data
from craftproof.sim.statetext import amount_faults, parse_worn, state_of
from craftproof.sim.verify import verify
from hypothesis import given
from hypothesis import strategies as st

from .law_text import USES, problem

FOLDER = Path(craftproof.sim.planfile.__file__).parent
SCHEMA = jsonschema.Draft202012Validator(json.loads((FOLDER / "plan.schema.json").read_text(encoding="utf-8")))

names = st.text('abc_ #é"\\', min_size=1, max_size=6).filter(lambda name: "minecraft:" not in name)
counts = st.integers(1, 10**12)
amounts = st.lists(st.tuples(names, counts), max_size=3).map(tuple)
steps = st.builds(
    Step,
    operator=names,
    applications=counts,
    takes=st.lists(amounts, max_size=2).map(tuple),
    tools=st.lists(names, max_size=2).map(tuple),
    fuel=amounts,
)
plans = st.builds(Plan, st.lists(steps, max_size=4).map(tuple))
items = st.text("abc_", min_size=1, max_size=6)


@st.composite
def states(draw):
    stock = draw(st.dictionaries(items, counts, max_size=3))
    worn = {}
    for item in stock:
        pieces = draw(st.lists(st.integers(1, 2000), max_size=min(stock[item], 3)))
        worn |= {item: tuple(sorted(pieces))} if pieces else {}
    slots = draw(st.none() | st.lists(st.none() | st.tuples(items, counts), max_size=3).map(tuple))
    pools = draw(st.dictionaries(items, counts, max_size=2))
    return State(stock, worn, pools, draw(st.dictionaries(items, counts, max_size=2)), slots, draw(st.none() | items))


wants = st.builds(
    Want,
    any_of=st.lists(names, max_size=3).map(tuple),
    n=st.integers(0, 10**12),
    mode=st.sampled_from(("total", "new")),
    name=st.text(max_size=4),
)
rules = st.sampled_from(list(PRESETS.values())) | st.just(
    replace(PRESETS["bare"], name="mine", slot_count=9, fuel=True)
)


@given(plans, states(), st.lists(wants, max_size=2).map(tuple), rules)
def test_what_is_written_is_read_again(plan, have, want, rules):
    asked = replace(problem("craft stick: 2 plank -> 4 stick"), have=have, want=want, rules=rules, keep={"stick": 3})
    text = dump(asked, plan)
    SCHEMA.validate(json.loads(text))
    header, again = load(text)
    assert again == plan
    assert header == header_of(asked)


def test_a_plan_is_judged_alike_after_the_detour_over_a_file(tmp_path):
    book = bundled("1.16.5")
    asked = compile_problem(
        book, PRESETS["survival"], State(), [Want(("crafting_table",))], limits={"oak_log": 9, "craft oak_planks": 4}
    )
    bound = bind_list(asked, "mine oak_log 1\n craft planks 4\n craft crafting_table 1")
    path = tmp_path / "plan.json"
    path.write_text(dump(asked, bound.plan), encoding="utf-8")
    header, plan = load_plan(str(path))
    assert header.limits == {"oak_log": 9, "craft oak_planks": 4}
    assert verify(header.problem(book), plan) == bound.verdict
    assert bound.verdict.sound


def test_a_plan_without_a_goal_is_only_asked_to_fire():
    assert verify(Header().problem(bundled("1.16.5")), Plan()).sound


def test_a_step_takes_a_line():
    asked = problem("craft stick: 2 plank -> 4 stick", "1 shears@7, 3 plank", want="4 stick")
    book = BookName(("mine.json",), "0123456789ab")
    assert dump(asked, Plan((Step("craft stick", 1, ((("plank", 2),),)),)), book) == "\n".join(
        [
            "{",
            '  "craftproof": "plan/1",',
            '  "version": "test",',
            '  "book": {"files": ["mine.json"], "hash": "0123456789ab"},',
            '  "rules": {"preset": "survival"},',
            '  "have": {"items": {"plank": 3, "shears@7": 1}},',
            '  "want": [{"any_of": ["stick"], "n": 4}],',
            '  "steps": [',
            '    {"operator": "craft stick", "applications": 1, "takes": [[["plank", 2]]]}',
            "  ]",
            "}\n",
        ]
    )


BROKEN = """{
  "craftproof": "plan/2",
  "version": "1.16.5",
  "rules": {"preset": "survivl", "fuel": 1},
  "have": {"items": {"oak_log": -1, "shears@0": 1, "stick@3": 1, "stick": 1, "stick": 2}},
  "want": [{"any_of": ["stick"], "mode": "some"}],
  "stepz": [],
  "steps": [
    {"operator": "craft stick", "applications": 0, "takes": [["oak_log", 2]]},
    {"operator": "craft stick", "applications": 1000000000001, "fuel": [["coal", 1.5]]},
    7
  ]
}"""


def test_all_mistakes_of_a_file_are_found_with_their_places():
    with pytest.raises(InputError) as error:
        load(BROKEN, "plan.json", USES)
    places = [(d.line, d.column, d.code) for d in error.value.diagnostics]
    assert places == [
        (2, 17, "form"),
        (4, 23, "rules"),
        (4, 42, "rules"),
        (5, 33, "too-small"),
        (5, 37, "worn"),
        (5, 52, "worn"),
        (5, 78, "doubled-key"),
        (6, 42, "mode"),
        (7, 3, "unknown-key"),
        (9, 49, "too-small"),
        (9, 63, "type"),
        (9, 74, "type"),
        (10, 49, "too-large"),
        (10, 82, "type"),
        (11, 5, "type"),
    ]
    assert all(d.file == "plan.json" and d.text for d in error.value.diagnostics)


@pytest.mark.parametrize(
    "text", ["", "[1]", "7", '{"steps": [', '{"craftproof": "plan/1"}', '{"craftproof": []}', "null"]
)
def test_what_is_no_plan_file_is_refused(text):
    with pytest.raises(InputError):
        load(text)


def test_amounts_as_text():
    state = state_of(
        [("oak_log", None, 3), ("wooden_pickaxe", None, 1), ("wooden_pickaxe", 12, 1), ("wooden_pickaxe", 3, 2)]
    )
    assert state == State({"oak_log": 3, "wooden_pickaxe": 4}, {"wooden_pickaxe": (3, 3, 12)})
    assert state_data(state) == {
        "items": {"oak_log": 3, "wooden_pickaxe": 1, "wooden_pickaxe@3": 2, "wooden_pickaxe@12": 1}
    }


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("wooden_pickaxe@12", ("wooden_pickaxe", 12)),
        (" wooden_pickaxe @ 12 ", ("wooden_pickaxe", 12)),
        ("wooden_pickaxe", ("wooden_pickaxe", None)),
    ],
)
def test_a_worn_piece_is_written_with_its_uses(written, parts):
    assert parse_worn(written) == (*parts, "")


@pytest.mark.parametrize("left", ["", "0", "-1", "x", "1.5", "²", "1" * 13, "1@2"])
def test_uses_that_are_none_are_refused(left):
    item, uses, fault = parse_worn(f"wooden_pickaxe@{left}")
    assert (item, uses) == ("wooden_pickaxe", None)
    assert fault.startswith("expected the uses left after @")


@pytest.mark.parametrize(
    ("item", "left", "n"), [("wooden_pickaxe", 60, 1), ("oak_log", 3, 1), ("wooden_pickaxe", 3, 10**9)]
)
def test_worn_pieces_that_are_refused(item, left, n):
    assert [code for code, _, _ in amount_faults(item, left, n, USES)] == ["worn"]
    assert amount_faults(item, None, n, USES) == []
