"""Merging interchangeable alternatives: fewer operators, the same optimum, plans in real items."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.merge import merged, useful_fuels
from craftproof.pddl.model import State, Want
from craftproof.pddl.reach import reachable
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import BARE, SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify


def small(problem):
    oak_first = {i: (0.0,) for i in problem.book.items if "oak" in i and "dark" not in i}
    return merged(problem, reachable(problem)[1], oak_first).problem


def survival(item, n=1, have=None):
    return compile_problem(bundled(), SURVIVAL, State(have or {}), [Want((item,), n)])


def test_one_wood_is_left_of_six():
    few = small(survival("stone_pickaxe"))
    woods = [name for name in few.operators if name.startswith("mine ") and name.endswith("_log")]
    assert len(woods) == 1
    assert len(few.operators) < len(survival("stone_pickaxe").operators) * 0.4


def test_held_and_wanted_items_stay_what_they_are():
    few = small(survival("birch_door", have={"spruce_log": 2}))
    assert {"craft birch_planks", "craft spruce_planks"} <= few.operators.keys()


def test_a_boat_is_not_worth_making_to_burn():
    problem = survival("stone", 64)
    fuels = useful_fuels(problem, list(problem.operators.values()))
    assert "oak_boat" not in fuels
    assert {"oak_planks", "coal", "lava_bucket", "scaffolding"} <= fuels.keys()
    assert "oak_boat" in useful_fuels(survival("stone", have={"oak_boat": 1}), list(problem.operators.values()))


def test_a_plan_of_the_merged_problem_is_one_of_the_full():
    problem = survival("bow", 2)
    answer = plan(small(problem), compiled=False)
    assert isinstance(answer, Feasible | Optimal)
    assert verify(problem, answer.plan).sound


def doubled(book: Book) -> Book:
    """The book with a second family: every item and recipe once more, and families mixing in every ingredient."""
    twin = {i: f"{i}_b" for i in book.items}
    sets = {i.any_of: tuple(sorted({*i.any_of, *(twin[m] for m in i.any_of)})) for r in book.recipes for i in r.takes}
    recipes = [
        replace(r, id=f"{r.id}{tail}", takes=tuple(replace(i, any_of=sets[i.any_of]) for i in r.takes), gives=gives)
        for r in book.recipes
        for tail, gives in (("", r.gives), (" b", tuple((twin[i], n) for i, n in r.gives)))
    ]
    items = {**book.items, **{t: book.items[i] for i, t in twin.items()}}
    return replace(book, items=items, recipes=tuple(recipes))


def random_book(random: Random) -> Book:
    """Five items from two that are found without limit (in stock), batch sizes and all."""
    names = ["a", "b", "c", "d", "e", "f"]
    recipes = []
    for k, out in enumerate(names[2:], 2):
        for v in range(random.randint(1, 2)):
            takes = random.sample(names[:k], random.randint(1, 2))
            needs = tuple(Ingredient((i,), random.randint(1, 3)) for i in sorted(takes))
            recipes.append(Recipe(f"craft {out} {v}", "crafting", needs, ((out, random.randint(1, 4)),)))
    return Book("random", {n: ItemType() for n in names}, recipes=tuple(recipes))


def test_a_second_family_changes_no_optimum():
    random = Random(7)
    compared = 0
    for _ in range(40):
        book = random_book(random)
        have, want = State({"a": 500, "b": 500}), [Want((random.choice("cdef"),), random.randint(1, 9))]
        one = plan(compile_problem(book, BARE, have, want), budget=3, compiled=False)
        two = plan(compile_problem(doubled(book), BARE, have, want), budget=3, compiled=False)
        if isinstance(one, Optimal) and isinstance(two, Optimal):
            assert one.verdict.cost == two.verdict.cost
            compared += 1
    assert compared >= 30
