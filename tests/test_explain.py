"""Explanations of plans in a small book, with figures worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import craftproof
import jsonschema
import pytest
from craftproof.cli.explaintext import explained
from craftproof.cli.main import run
from craftproof.engine.explain import explain
from craftproof.engine.plan import plan
from craftproof.engine.unitprices import priced
from craftproof.recipes.native import load_book

from .worlds import draw

FORM = json.loads((Path(__file__).parents[1] / "engine" / "explain.schema.json").read_text(encoding="utf-8"))

BOOK = """{
 "craftproof": "book/1", "version": "tiny",
 "items": {
  "log": {}, "plank": {}, "stick": {}, "reed": {}, "table": {}, "pick": {"stack": 1, "uses": 9, "tool": "pickaxe"},
  "ore": {}, "gem": {}, "dust": {}, "grass": {}, "rope": {}, "brick": {}, "bar": {}, "block": {}, "full": {}, "can": {},
  "soup": {}
 },
 "recipes": [
  {"id": "craft plank", "kind": "crafting", "takes": [{"any_of": "log"}], "gives": {"plank": 4}},
  {"id": "craft stick", "kind": "crafting", "takes": [{"any_of": "plank", "n": 2}], "gives": {"stick": 4}},
  {"id": "craft stick from reed", "kind": "crafting", "takes": [{"any_of": "reed", "n": 2}], "gives": {"stick": 1}},
  {"id": "craft table", "kind": "crafting", "takes": [{"any_of": "plank", "n": 4}], "gives": {"table": 1}},
  {"id": "craft pick", "kind": "crafting", "station": "table",
   "takes": [{"any_of": "plank", "n": 3}, {"any_of": "stick", "n": 2}], "gives": {"pick": 1}},
  {"id": "craft rope from plank", "kind": "crafting", "takes": [{"any_of": "plank"}], "gives": {"rope": 1}},
  {"id": "craft rope from grass", "kind": "crafting", "takes": [{"any_of": "grass"}], "gives": {"rope": 1}},
  {"id": "craft brick from log", "kind": "crafting", "takes": [{"any_of": "log"}], "gives": {"brick": 8}},
  {"id": "craft block", "kind": "crafting", "takes": [{"any_of": "bar", "n": 9}], "gives": {"block": 1}},
  {"id": "craft bar from block", "kind": "crafting", "takes": [{"any_of": "block"}], "gives": {"bar": 9}},
  {"id": "craft can", "kind": "crafting", "takes": [{"any_of": "bar", "n": 3}], "gives": {"can": 1}},
  {"id": "craft soup", "kind": "crafting", "takes": [{"any_of": "full", "n": 2}], "gives": {"soup": 1}}
 ],
 "sources": [
  {"id": "mine log", "kind": "mine", "gives": {"log": 1}, "effort": 60},
  {"id": "mine reed", "kind": "mine", "gives": {"reed": 1}, "effort": 50},
  {"id": "mine ore", "kind": "mine", "gives": {"ore": 1}, "effort": 100, "wears": [[{"tool": "pickaxe"}]]},
  {"id": "mine gem from moss", "kind": "mine", "block": "moss", "gives": {"gem": 1}, "effort": 100},
  {"id": "mine gem from rock", "kind": "mine", "block": "rock", "gives": {"gem": 1}, "effort": 10,
   "wears": [[{"tool": "pickaxe"}]]},
  {"id": "mine dust from moss", "kind": "mine", "block": "moss", "gives": {"dust": 1}, "effort": 5},
  {"id": "mine dust from sand", "kind": "mine", "block": "sand", "gives": {"dust": 1}, "effort": 5},
  {"id": "mine grass", "kind": "mine", "gives": {"grass": 1}, "effort": 5},
  {"id": "mine brick", "kind": "mine", "gives": {"brick": 1}, "effort": 20},
  {"id": "mine bar", "kind": "mine", "gives": {"bar": 1}, "effort": 70},
  {"id": "fill full", "kind": "fill", "takes": [{"any_of": "can"}], "gives": {"full": 1}, "effort": 8}
 ],
 "containers": {"full": "can"}
}"""

TEXT = """\
feasible: ore x2 (Minecraft tiny, rules survival)
cost: effort 380 ticks, applications 11, distinct operators 6
bound: at least effort 320 ticks, applications 9, distinct operators 1, in this
  order; proved by prices
gap: effort 60 ticks (at most 18.8 % above the best plan)

Cost
  ore x2 200 ticks, log x3 180 ticks

Ways (ticks a piece, of materials alone)
  craft stick 7.5 (from reed 100); else at most 140 ticks more, by mine reed,
    craft stick from reed
  no plan without mine log 60, craft plank 15, craft table 60, craft pick 60,
    mine ore 100

Tools
  pick, 2 of 9 uses: mine ore (pickaxe)

What binds
  one more held saves at least: table 60 ticks, pick 180 ticks, log 60 ticks
  one log less gathered: at most 140 ticks more, by mine reed, craft stick from
    reed

Bound
  at least 320 ticks: ore x2 200, pick x1 made on every way 60, table x1 made on
    every way 60
  at least 9 applications: ore x2 2, pick x1 made on every way 3.5, table x1
    made on every way 3

note: `at most` and `at least` are of the best plans found; --budget SECONDS
  proves more
"""


def of(goal: str, have: str = "", **said: object) -> dict:
    """The explanation of a plan in the small book; its form is checked on the way."""
    answer = craftproof.plan(goal, have or None, book=load_book(BOOK), **said)
    data = json.loads(json.dumps(explain(answer)))
    jsonschema.validate(data, FORM)
    return data


def way(data: dict, operator: str) -> dict:
    return next(way for way in data["ways"] if way["operator"] == operator)


def bind(data: dict, kind: str, *about: str) -> dict:
    """What came of lifting a restriction of a kind."""
    return next(b["outcome"] for b in data["binds"] if b["kind"] == kind and {*about} <= {*b.get("items", ())})


def test_the_text() -> None:
    assert explained(of("ore=2")) + "\n" == TEXT


def test_a_way_has_its_price_the_others_theirs_and_what_the_plan_would_cost_without_it() -> None:
    stick = way(of("ore=2"), "craft stick")
    assert (stick["unit"], [(o["operator"], o["unit"]) for o in stick["others"]]) == (
        7.5,
        [("craft stick from reed", 100)],
    )
    # two logs and four reeds instead of three logs: 120 + 200 against 180
    assert stick["without"]["more"] == {"effort": 140, "applications": 3, "distinct": 1}
    assert [o["operator"] for o in stick["without"]["instead"]] == ["mine reed", "craft stick from reed"]


@pytest.mark.parametrize(
    ("goal", "have", "operator", "more", "why"),
    [
        # ten ticks with a pickaxe, which takes three logs first: 190 in all
        ("gem", "", "mine gem from moss", 90, ("first", ["mine gem from rock"], ["pick", "table"])),
        ("gem=3", "", "mine gem from rock", 90, None),
        ("dust", "", "mine dust from moss", 0, ("equal", ["mine dust from sand"], None)),
        ("rope, dust", "plank", "craft rope from plank", 5, ("held", ["craft rope from grass"], ["plank"])),
        ("brick", "", "mine brick", 40, ("batches", ["craft brick from log"], None)),
    ],
)
def test_why_a_way_that_costs_no_more_a_piece_is_not_taken(
    goal: str, have: str, operator: str, more: int, why: tuple | None
) -> None:
    found = way(of(goal, have), operator)
    assert found["without"]["more"]["effort"] == more
    told = found.get("why")
    assert (told and (told["reason"], [w["operator"] for w in told["ways"]], told.get("items"))) == why


def test_a_way_that_makes_an_item_of_itself_is_no_other_way() -> None:
    assert way(of("bar"), "mine bar")["others"] == []


def test_what_comes_back_is_taken_off_the_price() -> None:
    prices = priced(craftproof.problem("soup", book=load_book(BOOK)), "effort")
    # a can costs three bars; filled, eight ticks more; the soup gives two cans back
    assert [prices.of(item) for item in ("can", "full", "soup")] == [210, 218, 16]


@pytest.mark.parametrize(
    ("said", "kind", "more"),
    [
        ({"limits": "log=2"}, "limit", -140),
        ({"ban": ["craft stick"]}, "ban", -140),
        ({"keep": "log=1"}, "keep", -60),
    ],
)
def test_what_was_asked_for_is_lifted(said: dict[str, object], kind: str, more: int) -> None:
    assert bind(of("ore=2", **said), kind)["more"]["effort"] == more


def test_a_limit_that_is_not_reached_does_not_bind() -> None:
    assert "limit" not in {b["kind"] for b in of("ore=2", limits="log=4")["binds"]}


def test_one_more_held_saves_what_it_costs_to_make_here() -> None:
    data = of("ore=2", "log")
    assert {
        i: bind(data, k, i)["more"]["effort"] for k, i in (("held", "log"), ("tool", "pick"), ("station", "table"))
    } == {
        "log": -60,
        "pick": -120,
        "table": -60,
    }


def test_what_stands_in_the_way_is_lifted_where_there_is_no_plan() -> None:
    data = of("ore=2", gather=False)
    assert (data["report"]["answer"], data["ways"]) == ("impossible", [])
    assert bind(data, "gather")["cost"] == {"effort": 380, "applications": 11, "distinct": 6}
    assert "with gathering: a plan of 380 ticks, by" in explained(data)
    assert bind(of("plank=9", limits="log=2"), "limit", "log")["cost"]["effort"] == 180


def test_only_a_proof_makes_a_figure_exact() -> None:
    answer = craftproof.plan("dust=2", book=load_book(BOOK))
    loose, proved = explain(answer), explain(answer, budget=20)
    assert [way(d, "mine dust from moss")["without"]["proved"] for d in (loose, proved)] == [False, True]
    none = way(explain(craftproof.plan("log", book=load_book(BOOK))), "mine log")["without"]
    assert none == {"kind": "impossible", "proved": True, "checked": True}


def test_no_time_is_told() -> None:
    data = explain(craftproof.plan("ore=2", book=load_book(BOOK)), budget=1e-6)
    assert data["left_out"] > 0
    assert all("without" not in way for way in data["ways"])
    assert f"the time was over; {data['left_out']} more were not tried" in explained(data)


@pytest.mark.parametrize("budget", [0, -1, float("nan"), "1"])
def test_a_budget_that_is_no_time_is_a_mistake(budget: object) -> None:
    answer = craftproof.plan("dust", book=load_book(BOOK))
    with pytest.raises(craftproof.InputError, match="no time to plan in"):
        explain(answer, budget=budget)


@pytest.mark.parametrize("seed", range(6))
def test_explanations_of_the_bundled_book_have_their_form_and_add_up(seed: int) -> None:
    data = json.loads(json.dumps(explain(plan(draw(seed).problem()))))
    jsonschema.validate(data, FORM)
    report = data["report"]
    if "cost" in report and data["criterion"] in report["cost"]:
        assert sum(s["sum"] for s in data["spends"]) == report["cost"][data["criterion"]]
    for bound in data["bound"]:
        worth = sum(p["worth"] * (-1 if p["role"] == "held" else 1) for p in bound["parts"])
        assert bound["value"] - 1 < max(0, worth) + 1e-2
        assert max(0, worth) - 1e-2 < bound["value"] + 1e-2
    for line in explained(data).splitlines():
        assert len(line) <= 80 or " " not in line.strip()


@pytest.fixture
def book(tmp_path: Path) -> str:
    path = tmp_path / "tiny.json"
    path.write_text(BOOK, encoding="utf-8")
    return str(path)


def test_the_command_explains_goals_and_saved_reports_alike(book: str, tmp_path: Path, capsys) -> None:
    asked = ["ore=2", "--book", book, "--mc", "tiny", "--limit", "log=2"]
    saved, one, two = (str(tmp_path / name) for name in ("report.json", "one.json", "two.json"))
    assert run(["plan", *asked, "--format", "json", "-o", saved]) == 0
    assert run(["explain", *asked, "--format", "json", "-o", one]) == 0
    assert run(["explain", saved, "--book", book, "--format", "json", "-o", two]) == 0
    first, second = (json.loads(Path(path).read_text(encoding="utf-8")) for path in (one, two))
    assert first == second
    assert run(["explain", saved, "--book", book, "--have", "log"]) == 2
    assert "a report says itself what was asked" in capsys.readouterr().err
    assert run(["explain", "ore=2", "--book", book, "--no-gather"]) == 1
    assert run(["explain", str(tmp_path / "none.json")]) == 2
