"""What a report says of how an impossible goal could be met all the same: what is right holds, what is false is
refused, and what nothing settles is told as unchecked."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache

import craftproof
import pytest
from craftproof.engine.plan import plan
from craftproof.recipes.book import Source, ToolNeed
from craftproof.sim.certificate import check

from .test_planner_bruteforce import CAKE, MILK, PLANKS, STICK, recipe, small

GEM = Source("mine gem", "mine", (("gem", 1),), 5, limit=2)
MUD = Source("mine mud", "mine", (("mud", 1),), 5)
BRICK = recipe("craft brick", "2 mud, 1 gem", "1 brick")
WORLDS = {
    "sticks of a log": small([PLANKS, STICK], {"log": 1}, {"stick": 14}),
    "cakes of buckets that come back": small([CAKE, MILK], {"bucket": 3, "egg": 2}, {"cake": 3}),
    "tools that wear out": small(
        [recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),))],
        {"pick": 1, "rock": 9},
        {"stone": 5},
        {"pick": 2},
    ),
    "what is scarce": small([PLANKS, recipe("craft log", "4 planks", "1 log")], {"planks": 7}, {"log": 2}),
}


@cache
def told(name, partial=False):
    """The report of a world, and its book."""
    world = WORLDS[name]
    answer = plan(world.problem(), budget=10, compiled=False)
    return craftproof.report(answer, partial=partial), world.book


def outcomes(report, book):
    return {claim.at: (claim.outcome, claim.why) for claim in check(report, book).claims}


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize("name", WORLDS)
def test_what_is_right_holds(name, partial):
    report, book = told(name, partial)
    found = outcomes(report, book)
    asked = {"most.0.low", "most.0.high", *(f"more.{item}" for item in report["more"])}
    asked |= {"missing.lists"} if report["missing"]["lists"] else set()
    assert len(asked) > 2
    assert report["most"][0]["low"] == report["most"][0]["high"] > 0
    assert {at for at, (outcome, _) in found.items() if outcome == "holds"} >= asked
    assert {at for at, (outcome, _) in found.items() if outcome != "holds"} <= {"missing.smallest", "missing.complete"}


def test_the_plan_inside_shows_what_can_be_made():
    report, book = told("sticks of a log", True)
    assert "the law executed the plan of `partial`" in outcomes(report, book)["most.0.low"][1]
    assert "by the certificate" in outcomes(report, book)["most.0.high"][1]


FALSE = {
    # what is changed: (path, value, place of the false claim, why)
    "nine sticks": ("most/0/low", 9, "most.0.low", "finds no plan"),
    "seven sticks at the most": ("most/0/high", 7, "most.0.high", "a search finds a plan"),
    "no end to sticks": ("most/0/unbounded", True, "most.0.unbounded", "does not come of nothing"),
    "two logs more, and no fewer": ("more", {"log": 2}, "more.log", "1 would do as well"),
    "a stick more": ("more", {"stick": 1}, "more.stick", "finds no plan"),
    "a stick is missing": ("missing/lists", [{"stick": 1}], "missing.lists.0", "finds no plan"),
    "what is no item": ("missing/lists", [{"log": 1}, {"gold": 1}], "missing.lists.1", "no item `gold`"),
    "one log or two": ("missing/lists", [{"log": 1}, {"log": 2}], "missing.smallest", "not both the smallest"),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refused(name):
    path, value, at, why = FALSE[name]
    report, book = told("sticks of a log")
    false = deepcopy(report)
    *keys, last = path.split("/")
    part = false
    for key in keys:
        part = part[int(key) if isinstance(part, list) else key]
    part[last] = value
    outcome, reason = outcomes(false, book)[at]
    assert (outcome, why in reason) == ("does not hold", True), reason


def test_what_comes_of_nothing_again_and_again_has_no_end():
    world = small([BRICK], {}, {"mud": 5, "gem": 5, "brick": 3})
    world = replace(world, book=replace(world.book, sources=(GEM, MUD)))
    report = craftproof.report(plan(world.problem(), budget=10, compiled=False))
    assert [count["unbounded"] for count in report["most"]] == [True, False, False]
    found = outcomes(report, world.book)
    assert found["most.0.unbounded"][0] == found["most.1.high"][0] == found["most.2.high"][0] == "holds"
    report["most"][1]["unbounded"] = True
    assert outcomes(report, world.book)["most.1.unbounded"][0] == "does not hold"


def test_what_is_much_to_search_is_unchecked():
    report = craftproof.report(plan(craftproof.problem("torch=41", "stick=10, coal=9", gather=False), compiled=False))
    assert report["answer"] == "impossible"
    report["missing"] = {"lists": [{"oak_log": 9, "cobblestone": 99}], "smallest": True, "complete": True}
    found = outcomes(report, None)
    assert found["missing.lists"][0] == found["missing.smallest"][0] == found["missing.complete"][0] == "unchecked"
    assert "does not say which items count as missing" in found["missing.smallest"][1]
