"""Worlds in which something unusual makes a plan possible, or a claim false."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import craftproof
import pytest
from craftproof.engine.cases.system import System
from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.merge import useful_fuels
from craftproof.pddl.model import State, Want
from craftproof.pddl.tables import lower
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe, ToolNeed
from craftproof.recipes.rules import BARE
from craftproof.sim.answer import Impossible, Optimal
from craftproof.sim.certificate import check
from craftproof.sim.columns import Columns


def book(recipes, names, **more):
    return Book("small", {name: ItemType() for name in names}, recipes=tuple(recipes), **more)


def craft(name, takes, gives, **more):
    return Recipe(name, "crafting", tuple(Ingredient((item,)) for item in takes), ((gives, 1),), **more)


def test_one_application_may_burn_a_fuel_and_then_what_that_leaves_behind():
    smelt = craft("smelt bar", ("ore",), "bar", burns=300)
    fuels = {"drum": 200, "lid": 200}
    burning = book([smelt], ("drum", "lid", "ore", "bar"), fuels=fuels, containers={"drum": "lid"})
    rules = replace(BARE, fuel=True, containers=True)
    problem = compile_problem(burning, rules, State({"drum": 1, "ore": 1}), [Want(("bar",))])
    answer = plan(problem, budget=3, compiled=False)
    assert isinstance(answer, Optimal)
    assert answer.plan.steps[0].fuel == (("drum", 1), ("lid", 1))


def test_what_a_burned_fuel_leaves_behind_can_be_the_goal():
    smelt = craft("smelt bar", ("ore",), "bar", burns=200)
    burning = book(
        [smelt],
        ("pail_of_fire", "pail", "ore", "bar"),
        fuels={"pail_of_fire": 200},
        containers={"pail_of_fire": "pail"},
    )
    rules = replace(BARE, fuel=True, containers=True)
    answer = plan(
        compile_problem(burning, rules, State({"pail_of_fire": 1, "ore": 1}), [Want(("pail",))]), compiled=False
    )
    assert isinstance(answer, Optimal)
    assert answer.verdict.cost == (1,)


@pytest.mark.parametrize("budget", [None, 3.0])
def test_a_step_that_the_goal_does_not_draw_on_makes_room(budget):
    recipes = [craft("craft goal", ("log",), "goal"), craft("craft heap", ("one", "two"), "heap")]
    full = replace(BARE, slots="hard", slot_count=3)
    small = book(recipes, ("log", "one", "two", "heap", "goal"))
    problem = compile_problem(small, full, State({"log": 3, "one": 1, "two": 1}), [Want(("goal",))])
    answer = plan(problem, budget=budget, compiled=False)
    assert not isinstance(answer, Impossible)
    if budget:
        assert isinstance(answer, Optimal)
        assert [step.operator for step in answer.plan.steps] == ["craft heap", "craft goal"]


def test_an_operator_that_bears_the_name_of_a_column_proves_nothing():
    """Putting `a` into the pool is no use of the operator of that name: two operators are not proved to be needed."""
    recipes = [
        Recipe("craft goal", "crafting", (Ingredient(("a", "b")),), (("goal", 1),)),
        craft("a -> any of a, b", ("a",), "other"),
    ]
    small = book(recipes, ("a", "b", "goal", "other"))
    problem = compile_problem(small, replace(BARE, cost=("distinct",)), State({"a": 2}), [Want(("goal",))])
    report = craftproof.report(plan(problem, compiled=False))
    nodes = [
        {"columns": ["a -> any of a, b"], "at": 0, "low": 1, "high": 2},
        {"objective": 0, "prices": {}, "cuts": {"0": 1}},
        {"objective": 1, "prices": {}, "marks": {"1": 1}},
    ]
    cuts = [{"first": []}, {"first": ["craft goal"]}]
    report["bound"]["values"]["distinct"] = 2
    report["bound"]["proof"]["distinct"] = {
        "kind": "tree", "criterion": 0, "value": 2, "unit": 1, "cuts": cuts, "nodes": nodes
    }  # fmt: skip
    outcomes = {claim.at: claim.outcome for claim in check(report, small).claims}
    assert outcomes["bound.values.distinct"] == "does not hold"


def test_an_ingredient_of_two_thousand_members_is_checked():
    names = tuple(f"log_{k:04}" for k in range(2000))
    saw = Recipe("craft plank", "crafting", (Ingredient(names),), (("plank", 1),))
    small = book([saw], (*names, "plank"))
    problem = compile_problem(small, BARE, State({names[7]: 1}), [Want(("plank",))])
    assert check(craftproof.report(plan(problem, compiled=False)), small).holds


@pytest.mark.parametrize("value", [["plank"], {"plank": 1}, 3, None])
def test_a_step_whose_item_is_no_name_is_no_fault(value):
    small = book([craft("craft plank", ("log",), "plank")], ("log", "plank"))
    problem = compile_problem(small, BARE, State({"log": 1}), [Want(("plank",))])
    report = craftproof.report(plan(problem, compiled=False))
    report["steps"][0]["item"] = value
    with suppress(craftproof.InputError):  # told as a mistake of the file, or as a claim that does not hold
        assert not check(report, small).holds


def test_uses_are_counted_alike_where_a_worn_tool_stands_twice_in_a_recipe():
    """Four picks of one use at the least, taken as two ingredients, come back as two new ones of four uses each."""
    again = Recipe("craft pick", "crafting", (Ingredient(("pick",), 2), Ingredient(("pick",), 2)), (("pick", 2),))
    stone = craft("craft stone", ("rock",), "stone", wears=((ToolNeed("pick"),),))
    items = {"pick": ItemType(stack=1, uses=4), "rock": ItemType(), "stone": ItemType()}
    held = State({"pick": 2, "rock": 8}, worn={"pick": (1, 1)})
    rules = replace(BARE, wear=True)
    problem = compile_problem(Book("small", items, recipes=(again, stone)), rules, held, [Want(("stone",), 8)])
    t = lower(problem)
    system = System(problem, t, range(t.n_moves))
    (column,) = system.of_operator["craft pick"]
    ours = {system.key(c): n for c, n in system.effect(system.moves[column]).items() if n}
    (checked,) = Columns(problem).by_key["craft pick"]
    assert ours == {cell: n for cell, n in checked.effect.items() if n} == {"pick": -2, "use of pick": 4}


def test_a_fuel_that_comes_back_of_something_may_be_worth_burning():
    soup = craft("craft soup", ("bowl", "root"), "soup")
    meal = craft("craft meal", ("soup",), "meal", returns=(("soup", "bowl"),))
    bowl = craft("craft bowl", ("log",), "bowl")
    smelt = craft("smelt bar", ("ore",), "bar", burns=100)
    names = ("log", "root", "bowl", "soup", "meal", "ore", "bar")
    fuels = {"log": 300, "bowl": 100}
    rules = replace(BARE, fuel=True, containers=True)
    for made, kept in (((bowl, smelt), False), ((bowl, soup, meal, smelt), True)):
        problem = compile_problem(book(made, names, fuels=fuels), rules, State({"log": 3, "ore": 1}), [Want(("bar",))])
        assert ("bowl" in useful_fuels(problem, list(problem.operators.values()))) == kept


def test_what_goes_round_is_missing_though_some_of_it_is_held():
    pack = Recipe("craft bale", "crafting", (Ingredient(("wheat",), 9),), (("bale", 1),))
    unpack = Recipe("craft wheat", "crafting", (Ingredient(("bale",)),), (("wheat", 9),))
    bread = Recipe("craft bread", "crafting", (Ingredient(("wheat",), 3),), (("bread", 1),))
    small = book((pack, unpack, bread), ("wheat", "bale", "bread"))
    problem = compile_problem(small, BARE, State({"wheat": 5}), [Want(("bread",), 2)])
    answer = plan(problem, budget=3, compiled=False)
    assert isinstance(answer, Impossible)
    assert {"wheat": 1} in answer.missing.lists
