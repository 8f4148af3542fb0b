"""What must hold between answers to problems that differ in one thing: more stock, one more recipe, a smaller goal."""

from __future__ import annotations

from dataclasses import replace

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Feasible, Impossible, Optimal
from craftproof.sim.verify import verify
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from .strategies import recipes, worlds

BUDGET = 1.0
FEW = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,  # an unproved answer uses up its budget
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
ENOUGH = 10
"""Worlds of those drawn in which two proved costs have to be compared, so that a test says something."""
COUNTED = {"torch": 16, "iron_pickaxe": 2, "bookshelf": 3, "white_bed": 2}


def answered(world):
    return plan(world.problem(), budget=BUDGET, compiled=False, advice=False)


def no_dearer(more, less):
    """Assert that the first answer is no worse than the second, as far as known; whether costs were compared."""
    assert not (isinstance(more, Impossible) and isinstance(less, Optimal | Feasible))
    if isinstance(more, Optimal) and isinstance(less, Optimal | Feasible):
        assert more.verdict.cost <= less.verdict.cost
    if isinstance(less, Optimal) and isinstance(more, Optimal | Feasible):
        assert more.bound.values[0] <= less.verdict.cost[0]
    return isinstance(more, Optimal) and isinstance(less, Optimal)


def test_more_stock_never_costs_more():
    """For goals in all, and where nothing of the start has to be kept."""
    compared = []

    @FEW
    @given(worlds(), st.data())
    def holds(world, data):
        world = replace(world, keep={}, want=tuple(replace(want, mode="total") for want in world.want))
        item = data.draw(st.sampled_from(sorted(world.book.items)))
        stock = {**world.have.stock, item: world.have.stock.get(item, 0) + data.draw(st.integers(1, 3))}
        compared.append(no_dearer(answered(replace(world, have=replace(world.have, stock=stock))), answered(world)))

    holds()
    assert sum(compared) >= ENOUGH


def test_one_more_recipe_never_costs_more():
    compared = []

    @FEW
    @given(worlds(), st.data())
    def holds(world, data):
        items = sorted(world.book.items)
        tools = sorted(item for item in items if world.book.items[item].uses)
        book = replace(world.book, recipes=(*world.book.recipes, data.draw(recipes(99, items, tools))))
        compared.append(no_dearer(answered(replace(world, book=book)), answered(world)))

    holds()
    assert sum(compared) >= ENOUGH


@FEW
@given(worlds())
def test_a_plan_for_more_serves_for_fewer(world):
    answer = answered(world)
    if isinstance(answer, Optimal | Feasible):
        for k, want in enumerate(world.want):
            fewer = tuple(replace(w, n=w.n - 1) if j == k and want.n > 1 else w for j, w in enumerate(world.want))
            assert verify(replace(world, want=fewer).problem(), answer.plan).sound


def test_in_a_book_a_plan_for_more_serves_for_fewer_and_stock_saves():
    for item, n in COUNTED.items():
        asked = [compile_problem(bundled(), SURVIVAL, State(), [Want((item,), k)]) for k in (n, n - 1)]
        many, few = (plan(problem, max_nodes=2000, compiled=False) for problem in asked)
        assert isinstance(many, Optimal)
        assert isinstance(few, Optimal)
        assert verify(asked[1], many.plan).sound
        assert few.verdict.cost <= many.verdict.cost
        held = compile_problem(bundled(), SURVIVAL, State({"oak_log": 1}), [Want((item,), n)])
        no_dearer(plan(held, max_nodes=2000, compiled=False), many)
