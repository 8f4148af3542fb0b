"""Proofs by cases: what they claim, against a search of every state and against the checker."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from craftproof.engine.bounds import dual_for, lower_bound
from craftproof.engine.cases.dual import Matrix, exact_dual
from craftproof.engine.cases.rows import UNIT, Row
from craftproof.engine.cases.system import System
from craftproof.engine.found import Found
from craftproof.engine.plan import plan
from craftproof.engine.proving import proved
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.pddl.tables import lower
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import BARE, SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.casetree import CaseTree
from craftproof.sim.verify import verify
from hypothesis import HealthCheck, Phase, given, settings

from .bruteforce import Search
from .strategies import worlds

NODES = 1500
"""Cases a criterion: proofs are bounded by them, so that a slow machine proves as much."""


def ask(item, n=1, version="1.16.5", have=None):
    return compile_problem(bundled(version), SURVIVAL, State(have or {}), [Want((item,), n)])


@settings(
    max_examples=80,
    derandomize=True,
    deadline=None,  # proofs are bounded by cases, not by time
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(worlds())
def test_no_bound_is_above_what_a_search_of_every_state_finds(world):
    problem = world.problem()
    answer = plan(problem, compiled=False, advice=False)
    if not isinstance(answer, Optimal | Feasible):
        return
    fewest, known = Search(problem).fewest()
    tables = lower(problem)
    start = lower_bound(problem, tables, dual_for(problem, tables))
    found, bound, _ = proved(problem, tables, Found(answer.plan, answer.verdict), start, time.monotonic() + 60, NODES)
    assert verify(problem, found.plan).sound
    assert found.verdict.cost <= answer.verdict.cost
    if known:
        assert bound.values[0] <= fewest


@pytest.mark.parametrize(
    ("item", "n", "version", "cost"),
    [
        ("stone_pickaxe", 1, "1.16.5", (249, 13, 7)),
        ("iron_pickaxe", 1, "1.16.5", (802, 30, 11)),  # the wooden pickaxe is burned at last
        ("white_stained_glass", 7, "1.16.5", (962, 39, 13)),
        ("birch_planks", 4, "1.16.5", (67, 2, 2)),  # what is wanted is not folded into oak
        ("bookshelf", 1, "1.16.5", (1614, 26, 8)),
        ("torch", 7, "1.11.2", None),
        ("wooden_door", 3, "1.11.2", None),
        ("bamboo_planks", 5, "1.21.4", None),
    ],
)
def test_goals_of_the_books_are_proved_and_every_case_is_checked(item, n, version, cost):
    problem = ask(item, n, version)
    answer = plan(problem, max_nodes=NODES, compiled=False)
    assert isinstance(answer, Optimal)
    assert answer.bound.checked
    assert cost in (None, answer.verdict.cost)
    for k, tree in enumerate(answer.bound.trees):
        assert CaseTree(problem, tree, answer.bound.values[:k], "bound").check() > 0


def test_a_proof_finds_a_cheaper_plan_than_the_first():
    problem = ask("rail", 1000)
    first, best = plan(problem, compiled=False), plan(problem, max_nodes=NODES, compiled=False)
    assert best.verdict.cost < first.verdict.cost
    assert verify(problem, best.plan).sound
    assert isinstance(best, Optimal)


def test_a_bucket_is_made_where_so_much_is_smelted_that_lava_pays():
    problem = ask("brick_stairs", 1000)
    first, best = plan(problem, compiled=False), plan(problem, max_nodes=10, compiled=False)
    assert best.verdict.cost < first.verdict.cost
    assert "fill lava_bucket" in {step.operator for step in best.plan.steps}


def test_whole_multipliers_claim_no_more_than_the_programme():
    """x + y of at least 3 where x costs 2 and y costs 5: 6, whatever multiplier is suggested."""
    rows = [Row("cell", 0, 3, {0: 1, 1: 1})]
    for suggested, value in ((2.0, 6), (1.0, 3), (5.0, 6), (0.0, 0)):
        dual = exact_dual(rows, Matrix(), [2 * UNIT, 5 * UNIT], [suggested], [0, 0], [None, None])
        assert dual is not None
        assert dual.value == value * UNIT
        assert min(dual.reduced) >= 0


def test_a_column_that_is_bounded_may_cost_less_than_nothing():
    """With y at most 1, x + 3y >= 3 costs 0 x and 2 y at multiplier 2: 6 - 4 of y's reduced cost."""
    rows = [Row("cell", 0, 3, {0: 1, 1: 3})]
    dual = exact_dual(rows, Matrix(), [2 * UNIT, 2 * UNIT], [2.0], [0, 0], [None, 1])
    assert dual is not None
    assert dual.reduced == [0, -4 * UNIT]
    assert dual.value == 2 * UNIT


def test_a_worn_piece_that_comes_back_new_brings_its_uses():
    """Two pieces of clay go with one use left each, three of two uses come: four uses more."""
    clay = {i: ItemType(stack=1, uses=2) if i == "clay" else ItemType() for i in ("ash", "clay")}
    made = Recipe("craft clay", "crafting", (Ingredient(("clay",), 2),), (("clay", 3),))
    rules = replace(BARE, wear=True)
    problem = compile_problem(Book("small", clay, recipes=(made,)), rules, State({"clay": 2}), [Want(("clay",), 5)])
    tables = lower(problem)
    system = System(problem, tables, range(tables.n_moves))
    cell = tables.cell_of["clay"]
    assert system.effect(0) == {cell: 1, tables.n_cells + cell: 4}
