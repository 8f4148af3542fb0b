"""`benchmarks/small_worlds.py`: what its search sees, that it finds what is wrong, and that it goes on where it was."""

from __future__ import annotations

import importlib
import json
import sys
import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import craftproof
import pytest
from craftproof.engine.explore import explore
from craftproof.engine.plan import plan
from craftproof.recipes.book import Source, ToolNeed
from craftproof.sim.answer import Feasible, Impossible, Optimal, Unreachable
from craftproof.sim.certificate import check

from .strategies import RULES
from .test_planner_bruteforce import CAKE, MILK, recipe, small

FOLDER = str(Path(__file__).resolve().parent.parent / "benchmarks")


def load(name):
    """A module of the folder of benchmarks, which import each other by their bare names."""
    sys.path.insert(0, FOLDER)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(FOLDER)


campaign, search, draws = load("small_worlds"), load("small_search"), load("world_draws")
STONES = (
    recipe("craft planks", "1 log", "2 planks"),
    recipe("craft pick", "1 planks", "1 pick"),
    recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),)),
    recipe("craft brick", "1 stone, 1 planks", "1 brick"),
)


@pytest.mark.parametrize(
    ("cost", "least"),
    [("applications,distinct", (7, 4)), ("applications,lines", (7, 4)), ("effort,applications", (0, 7))],
)
def test_the_search_finds_whatever_costs_less_than_the_bound(cost, least):
    """Two logs sawn, a pick of two uses, two stones and two bricks: seven applications, each kind in a line."""
    world = small(STONES, {"log": 2, "rock": 2}, {"brick": 2}, {"pick": 2})
    problem = replace(world, rules=replace(RULES, cost=tuple(cost.split(",")))).problem()
    assert search.seen(problem, least, 5000) == (search.NONE, ())
    for k in range(2):
        above = tuple(n + (j == k) for j, n in enumerate(least))
        outcome, found = search.seen(problem, above, 5000)
        assert outcome == search.GOAL
        assert found == least[: len(found)]  # what is cheaper in its sums is found by these alone
    assert search.seen(problem, least, 3) == (search.UNSEEN, ())


def test_the_search_sees_that_there_is_no_plan():
    cakes = small([CAKE, MILK], {"bucket": 3, "egg": 2}, {"cake": 3}).problem()
    assert search.seen(cakes, None, 5000) == (search.NONE, ())
    less = small([CAKE, MILK], {"bucket": 3, "egg": 2}, {"cake": 2}).problem()
    assert search.seen(less, None, 5000) == (search.GOAL, (8,))


def test_the_planner_searches_with_tools_taken_in_hand():
    """Operators that move tools about bring nothing that a goal draws on, and a stone needs the pick in the hand."""
    world = small(STONES, {"pick": 1, "rock": 1}, {"stone": 1}, {"pick": 2})
    problem = replace(world, rules=replace(RULES, equip=True)).problem()
    found = explore(problem, ["craft stone"], time.monotonic() + 60)
    assert found.plan is not None
    assert [step.operator for step in found.plan.steps] == ["equip pick", "craft stone"]


@pytest.mark.parametrize("rules", sorted(draws.RULES))
def test_a_world_is_always_the_same_one(rules):
    for k in range(3):
        one, other = draws.draw(7, rules, k), draws.draw(7, rules, k)
        assert (one.have, one.want, one.book.recipes, one.book.sources) == (
            other.have,
            other.want,
            other.book.recipes,
            other.book.sources,
        )


@pytest.mark.parametrize("rules", ["small", "survival", "minedojo", "gog"])
def test_answers_of_small_worlds_are_right(rules):
    data = campaign.chunk(Namespace(jobs=1, seed=3, instances=6, states=1000, advice=False), rules, 0)
    assert sum(data["counts"]["plan"].values()) > 6
    assert not [counts for counts in data["counts"].values() if counts["WRONG"] or counts["false"]], data["failures"]


def test_what_is_wrong_is_found_told_and_kept(tmp_path, monkeypatch, capsys):
    """A planner that takes each plan for dearer than it is, and says of goals that they cannot be met."""

    def wrong(problem, advice):
        right = plan(problem, budget=1, compiled=False, advice=False)
        if isinstance(right, Optimal) and right.verdict.applications > 1:
            values = (right.bound.values[0] + 1,)
            verdict = replace(right.verdict, cost=values)
            yield "plan", replace(right, verdict=verdict, bound=replace(right.bound, values=values))
            yield "cases", Impossible(problem, Unreachable(items=problem.want[0].any_of))

    monkeypatch.setattr(campaign, "answers", wrong)
    options = Namespace(jobs=1, seed=1, instances=8, rules=["small"], states=2000, advice=False, work=tmp_path)
    done = campaign.run(options)
    lines, fine = campaign.summary(done)
    assert not fine
    told = [json.loads(line) for line in (tmp_path / "failures.jsonl").read_text().splitlines()]
    found = {(each["way"], "wrong" in each) for each in told}
    assert found == {("plan", True), ("cases", True)}
    assert all(each["rules"] == "small" and each["seed"] == 1 and 0 <= each["replay"] < 8 for each in told)
    monkeypatch.setattr(campaign, "chunk", None)  # nothing is left to be done
    assert campaign.summary(campaign.run(options)) == (lines, False)
    assert "1 of 1 chunks" in capsys.readouterr().err


def test_prices_of_ticks_say_which_fuel_cannot_be_had():
    """Clay would burn for nothing, were there ash to make it of; so the bound holds only because there is none."""
    ways = (
        replace(recipe("smelt dust", "2 ash|clay|egg", "1 dust"), kind="smelting", burns=100),
        recipe("craft clay", "3 ash", "1 clay"),
        recipe("craft ash", "1 clay", "2 ash"),
    )
    world = small(ways, {"fern": 1}, {"dust": 3}, rules=replace(RULES, fuel=True, cost=("effort",)))
    mined = Source("mine egg", "mine", (("egg", 1),), 11)
    book = replace(world.book, sources=(mined,), fuels={"ash": 200, "clay": 100, "egg": 100})
    answer = plan(replace(world, book=book).problem(), compiled=False)
    report = craftproof.report(answer)
    assert report["bound"]["proof"]["effort"]["ticks"]
    assert {"ash", "clay"} <= set(report["bound"]["proof"]["effort"]["never"])
    assert check(report, book).complete
    report["bound"]["proof"]["effort"]["never"] = ["ash"]
    assert not check(report, book).holds


def test_worn_pieces_that_are_taken_for_new_ones_bring_uses():
    """Two picks with a use left each are made into two new ones, which nets to nothing but for their uses."""
    again = recipe("craft pick", "2 pick", "2 pick")
    stone = recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),))
    world = small((again, stone), {"pick": 2, "rock": 4}, {"stone": 4}, {"pick": 4})
    worn = replace(world, have=replace(world.have, worn={"pick": (1, 1)}))
    for budget in (None, 5.0):
        answer = plan(worn.problem(), budget=budget, compiled=False)
        assert isinstance(answer, Optimal | Feasible)
        assert answer.verdict.cost == (5,)
