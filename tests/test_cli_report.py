"""The text of reports, as a person sees it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from craftproof.cli.report import HOW, layout, numbered
from craftproof.engine.found import BUDGET_ENDED, NODES_ENDED, NOTHING_FOUND
from craftproof.engine.report import report
from craftproof.engine.request import Request, make_problem
from craftproof.pddl.model import Problem
from craftproof.recipes.book import Book
from craftproof.recipes.native import load_book
from craftproof.recipes.rules import PRESETS
from craftproof.sim.answer import (
    Answer,
    Bound,
    Feasible,
    Impossible,
    Missing,
    Optimal,
    Priced,
    Searched,
    Unknown,
    Unreachable,
)
from craftproof.sim.plan import Plan, Step
from craftproof.sim.verify import verify

FORM = json.loads((Path(__file__).parents[1] / "engine" / "report.schema.json").read_text(encoding="utf-8"))

BOOK = """{
 "craftproof": "book/1", "version": "tiny",
 "items": {
  "log": {}, "birch": {}, "plank": {}, "stick": {}, "coal": {}, "ore": {}, "ingot": {}, "table": {}, "oven": {},
  "pick": {"stack": 1, "uses": 9, "tool": "pickaxe"}, "flint": {}, "milk": {"stack": 1}, "bucket": {}, "gem": {}
 },
 "recipes": [
  {"id": "craft plank", "kind": "crafting", "takes": [{"any_of": ["birch", "log"]}], "gives": {"plank": 4}},
  {"id": "craft stick", "kind": "crafting", "takes": [{"any_of": "plank", "n": 2}], "gives": {"stick": 4}},
  {"id": "craft pick", "kind": "crafting", "station": "table",
   "takes": [{"any_of": "plank", "n": 3}, {"any_of": "stick", "n": 2}], "gives": {"pick": 1}},
  {"id": "smelt ingot from ore", "kind": "smelting", "station": "oven", "burns": 200, "takes": [{"any_of": "ore"}],
   "gives": {"ingot": 1}},
  {"id": "craft gem", "kind": "crafting", "takes": [{"any_of": "gem", "n": 2}], "gives": {"gem": 1}}
 ],
 "sources": [
  {"id": "mine log", "kind": "mine", "gives": {"log": 1}, "effort": 60},
  {"id": "mine ore from rock", "kind": "mine", "block": "rock", "gives": {"ore": 1}, "effort": 300,
   "wears": [[{"tool": "pickaxe"}]], "where": {"dimension": "the_nether", "heights": [5, 15], "biomes": ["waste"]}},
  {"id": "mine flint", "kind": "mine", "gives": {"flint": 1}, "effort": 200, "expected": true}
 ],
 "fuels": {"coal": 1600, "plank": 300}, "unobtainable": {"milk": "creative-only"}
}"""


def problem(goal: str, have: str = "table, oven, birch=2, log, coal", rules: str = "survival") -> Problem:
    return make_problem(book(), PRESETS[rules], Request(goal, have))


def book() -> Book:
    return load_book(BOOK)


STEPS = Plan(
    (
        Step("craft plank", 3, takes=((("birch", 2), ("log", 1)),)),
        Step("craft stick", 1, takes=((("plank", 2),),)),
        Step("craft pick", 1, takes=((("plank", 3),), (("stick", 2),))),
        Step("mine ore from rock", 9, tools=("pick",)),
        Step("smelt ingot from ore", 9, takes=((("ore", 9),),), fuel=(("coal", 1), ("plank", 1))),
        Step("mine flint", 1),
    )
)


def planned(kind: type[Optimal | Feasible], bound: tuple[int, ...], *notes: str) -> Answer:
    asked = problem("ingot=9, flint")
    verdict = verify(asked, STEPS)
    assert verdict.sound, verdict.findings
    return kind(asked, STEPS, verdict, Bound(bound, True, "counted by hand"), notes)


OPTIMAL = """\
optimal: ingot x9, flint x1 (Minecraft tiny, rules survival)
cost: effort 2,900 ticks, applications 24, distinct operators 6
bound: the same, so no plan costs less; counted by hand
note: a remark

Steps
  1. craft plank x12 from birch x2, log x1
  2. craft stick x4 from plank x2
  3. craft pick x1 from plank x3, stick x2 at table
  4. mine ore x9 (from rock) with pick; in the nether, heights 5 to 15, waste
  5. smelt ingot x9 from ore x9 in oven, burning 1 coal, 1 plank
  6. mine flint x1 (expected)

Tree
  ingot x9 (smelt)
    ore x9 (mine)
      with pick x1
        plank x3
          birch x1 (held)
        stick x2
          plank x2 (as above)
        at table x1 (held)
    at oven x1 (held)
  flint x1 (mine)

Totals
  to gather    flint 1, ore 9
  made         ingot 9, pick 1, plank 12, stick 4
  used up      birch 2, log 1, ore 9, plank 5, stick 2
  burned       coal 1, plank 1
  wear (uses)  pick 9
  left over    plank 6, stick 2
  still held   oven 1, table 1
  stations     oven, table
"""


def render(answer: Answer) -> str:
    """The report of an answer as text."""
    return layout(report(answer))


def test_an_optimal_answer() -> None:
    assert render(planned(Optimal, (2900, 24, 6), "a remark")) + "\n" == OPTIMAL


def test_a_feasible_answer_says_what_is_proved() -> None:
    assert render(planned(Feasible, (2900, 20, 3))).splitlines()[:5] == [
        "feasible: ingot x9, flint x1 (Minecraft tiny, rules survival)",
        "cost: effort 2,900 ticks, applications 24, distinct operators 6",
        "bound: at least effort 2,900 ticks, applications 20, distinct operators 3, in",
        "  this order; counted by hand",
        "gap: effort 0 ticks, applications 4 (at most 20 % above the best plan)",
    ]


def test_a_gap_ends_at_the_first_criterion_that_differs() -> None:
    """A bound of 30 applications is one of plans with the least effort; this plan does more and needs fewer."""
    answer = planned(Feasible, (2000, 30, 6))
    assert report(answer)["gap"] == [900, None, None]
    assert "gap: effort 900 ticks (at most 45 % above the best plan)" in render(answer).splitlines()


@pytest.mark.parametrize(
    ("least", "gap"),
    [
        (2899, "gap: effort 1 ticks (at most 0.1 % above the best plan)"),
        (2610, "gap: effort 290 ticks (at most 11.2 % above the best plan)"),
        (1450, "gap: effort 1,450 ticks (at most 100 % above the best plan)"),
        (1, "gap: effort 2,899 ticks (at most 289,900 % above the best plan)"),
        (0, "gap: effort 2,900 ticks"),
    ],
)
def test_how_far_above_the_best_a_plan_can_be_is_rounded_up(least: int, gap: str) -> None:
    assert gap in render(planned(Feasible, (least, 20, 3))).splitlines()


def test_what_only_a_solver_vouches_for_is_so_in_the_gap_too() -> None:
    answer = planned(Feasible, (2610, 20, 3))
    assert isinstance(answer, Feasible)
    unsure = replace(answer, bound=replace(answer.bound, checked=False))
    assert "(at most 11.2 % above the best plan, unchecked)" in render(unsure)


def test_what_proves_a_bound_is_said_in_words() -> None:
    answer = planned(Optimal, (2900, 24, 6))
    assert isinstance(answer, Optimal)
    for name, words in HOW.items():
        lines = render(replace(answer, bound=replace(answer.bound, how=name))).splitlines()
        assert f"bound: the same, so no plan costs less; {words}" in lines


def test_many_goals_are_named_in_part() -> None:
    items = ("coal", "flint", "log", "birch", "plank", "stick", "ore", "table")
    text = render(Impossible(problem(", ".join(items)), Unreachable(items=("milk",))))
    head = " ".join(text.split("why:")[0].split())
    assert (
        head == "impossible: coal x1, flint x1, log x1, birch x1, plank x1 and 3 more (Minecraft tiny, rules survival)"
    )


def test_what_is_there_at_the_end_is_the_goals_what_is_left_over_and_what_is_still_held() -> None:
    totals = report(planned(Optimal, (2900, 24, 6)))["totals"]
    assert totals["left"] == {"plank": 6, "stick": 2}
    assert totals["held"] == {"oven": 1, "table": 1}
    asked = problem("stick=6", "plank=5, stick=4")
    plan = Plan((Step("craft stick", 1, takes=((("plank", 2),),)),))
    totals = report(Optimal(asked, plan, verify(asked, plan), Bound((0, 1, 1), True, "")))["totals"]
    assert (totals["left"], totals["held"]) == ({"stick": 2}, {"plank": 3})


def test_impossible_answers_say_what_stands_in_the_way() -> None:
    milk = Impossible(problem("milk"), Unreachable(items=("gem", "milk")))
    assert render(milk).splitlines() == [
        "impossible: milk x1 (Minecraft tiny, rules survival)",
        "why: nothing gives milk (creative-only)",
    ]
    gem = Impossible(problem("gem"), Unreachable(items=("gem", "milk")), Missing(({"gem": 2},), True, True, True))
    assert render(gem).splitlines()[1:] == ["why: no gem: craft gem lacks gem", "missing: 2 gem (no less does)"]
    few = Impossible(problem("ingot=9"), Priced(prices={"ore": 10, "ingot": 10}, worth=90, held=30))
    assert render(few).splitlines()[1:] == [
        "why: too little is held: priced so that no recipe gains (ingot 11.1, ore 11.1),",
        "  the goal is worth 100 and what is held 33.3",
    ]
    all_seen = Impossible(problem("gem"), Searched(states=1234, operators=("craft gem",)))
    assert " ".join(render(all_seen).split()).endswith(
        "why: every one of 1,234 states that can be reached was searched; none is a goal"
    )


def test_where_time_ended_without_a_plan_that_is_said_with_what_to_do() -> None:
    text = render(Unknown(problem("ingot=9"), NOTHING_FOUND, Bound((900, 1, 1), True, "prices")))
    assert " ".join(text.split("\nbound")[0].split()).endswith(
        "why: no plan was found in the time, and no proof that there is none (--budget SECONDS gives more)"
    )


def test_an_unknown_answer_gives_its_bound() -> None:
    text = render(Unknown(problem("ingot=9"), "5 seconds ran out", Bound((900, 1, 1), False, "whole numbers")))
    assert text.splitlines() == [
        "unknown: ingot x9 (Minecraft tiny, rules survival)",
        "why: 5 seconds ran out",
        "bound: at least effort 900 ticks, applications 1, distinct operators 1, in this",
        "  order; whole numbers (a solver vouches for it, unchecked)",
    ]


@pytest.mark.parametrize(
    "answer",
    [
        planned(Optimal, (2900, 24, 6)),
        planned(Feasible, (0, 0, 0)),
        Impossible(problem("milk"), Unreachable(items=("milk",)), Missing(({"milk": 1},))),
        Impossible(problem("ingot=9"), Priced(prices={"ore": 10}, worth=90, held=30)),
        Impossible(problem("gem"), Searched(states=7, operators=("craft gem",))),
        Unknown(problem("gem"), "5 seconds ran out", Bound((900, 1, 1), False, "a solver")),
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_every_answer_is_written_in_the_published_form(answer: Answer) -> None:
    data = json.loads(json.dumps(report(answer)))
    jsonschema.validate(data, FORM)
    assert layout(data) == layout(report(answer))


def test_free_stations_are_not_spoken_of() -> None:
    asked = problem("pick", "plank=3, stick=2", "bare")
    plan = Plan((Step("craft pick", 1, takes=((("plank", 3),), (("stick", 2),))),))
    text = render(Optimal(asked, plan, verify(asked, plan), Bound((1,), True, "one at least")))
    assert "table" not in text


def test_long_lines_are_wrapped_in_80_columns() -> None:
    many = {f"some_rather_long_item_name_{k}": k for k in range(1, 30)}
    lines = numbered(["craft it from " + ", ".join(many)] * 120)
    assert max(len(line) for text in lines for line in text.splitlines()) <= 80
    assert lines[99].startswith(" 100. craft it")


def test_the_first_of_several_members_serve_the_first_use() -> None:
    """Twelve planks of two birches and a log: the first nine come of the birches and the log, in this order."""
    asked = problem("plank=9")
    plan = Plan(STEPS.steps[:1])
    (root,) = report(Optimal(asked, plan, verify(asked, plan), Bound((0, 3, 1), True, "")))["tree"]
    assert [(part["item"], part["n"]) for part in root["parts"]] == [("birch", 2), ("log", 1)]


def test_a_bound_that_only_a_solver_vouches_for_is_worded_so() -> None:
    asked = problem("ingot=9, flint")
    verdict = verify(asked, STEPS)
    lines = render(Optimal(asked, STEPS, verdict, Bound((2900, 24, 6), False, "whole numbers"))).splitlines()
    assert lines[2:4] == [
        "bound: the same; a solver vouches for it that no plan costs less (unchecked);",
        "  whole numbers",
    ]


@pytest.mark.parametrize(("note", "option"), [(BUDGET_ENDED, "--budget SECONDS"), (NODES_ENDED, "--max-nodes N")])
def test_what_ended_a_proof_is_said_in_text_with_what_to_do_and_as_data(note: str, option: str) -> None:
    answer = planned(Feasible, (2900, 20, 3), note)
    assert f"note: {note} ({option} gives it more)" in " ".join(render(answer).split())
    assert report(answer)["notes"] == [note]


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("certificate", {"kind": "unreachable"}),
        ("certificate", {"kind": "prices", "prices": {}, "worth": 1, "held": 0}),
        ("rules", {"preset": "mine"}),
        ("rules", {}),
        ("have", {"stick": 1}),
        ("goal", []),
    ],
)
def test_the_published_form_is_no_wider_than_reports_are(part: str, value: object) -> None:
    data = json.loads(json.dumps(report(Impossible(problem("milk"), Unreachable(items=("milk",))))))
    jsonschema.validate(data, FORM)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**data, part: value}, FORM)


def test_the_forms_of_rules_in_reports_are_those_of_files_of_rules() -> None:
    """A reader of reports needs no second file; so the forms are held equal here."""
    folder = Path(__file__).parents[1]
    rules = json.loads((folder / "recipes" / "rules.schema.json").read_text(encoding="utf-8"))["properties"]
    for name in ("report", "verdict"):
        form = json.loads((folder / "engine" / f"{name}.schema.json").read_text(encoding="utf-8"))["$defs"]["rules"]
        assert form["properties"].keys() == rules.keys()
        for key in rules.keys() - {"kinds"}:
            assert form["properties"][key] == {
                k: v for k, v in rules[key].items() if k not in ("description", "default")
            }
