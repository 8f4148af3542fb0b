"""What the fast planner burns, and where a second supplier helps the first: counted by hand, or as proofs find."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from craftproof.engine.plan import plan
from craftproof.engine.search import PLAIN, best_counts, finals, single_goals
from craftproof.engine.setup import setup_for
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.pddl.tables import lower
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify

from .worlds import draw

LEAST = json.loads((Path(__file__).parent / "data" / "gog_least.json").read_text(encoding="utf-8"))
"""The least cost of each of the 66 tasks from nothing, as `plan` with a budget proves it."""


def planned(item, n=1, stock=None, version=None, **more):
    book = bundled(version) if version else bundled()
    answer = plan(compile_problem(book, SURVIVAL, State(stock or {}), [Want((item,), n)], **more), compiled=True)
    assert isinstance(answer, Optimal | Feasible)
    assert verify(answer.problem, answer.plan).sound
    return answer.verdict


def burned(verdict):
    return dict(verdict.burned)


@pytest.mark.parametrize("item", LEAST)
def test_no_plan_for_a_task_costs_more_than_is_proved_the_least(item):
    assert planned(item).cost == tuple(LEAST[item])


def test_what_is_left_over_burns_before_anything_is_made_to_burn():
    """12 planks: 4 for the table, 3 for the wooden pickaxe, 4 for 8 sticks, of which the pickaxes take 6. For 3 ingots
    600 ticks are needed: the plank that is left has 300, a stick 100, the wooden pickaxe 200."""
    verdict = planned("iron_pickaxe")
    assert verdict.gathered["oak_log"] == 3
    assert burned(verdict) == {"oak_planks": 1, "stick": 1, "wooden_pickaxe": 1}


def test_a_log_burns_unsawn_where_sawing_saves_nothing():
    verdict = planned("iron_bars")
    assert verdict.gathered["oak_log"] == 4
    assert verdict.made["oak_planks"] == 12
    assert burned(verdict) == {"oak_planks": 3, "oak_log": 1}


def test_a_station_burns_only_when_nothing_needs_it_any_more():
    assert "crafting_table" in burned(planned("gold_ingot"))
    assert "crafting_table" not in burned(planned("iron_bars"))


def test_what_is_held_and_protected_does_not_burn():
    """A pickaxe and a table that are held stay; what the plan makes beside them may burn."""
    held = {"wooden_pickaxe": 1, "crafting_table": 1, "stone_pickaxe": 1, "furnace": 1}
    assert not held.keys() & burned(planned("iron_ingot", 5, held)).keys()


def test_what_is_kept_does_not_burn():
    stock = {"stick": 2, "oak_planks": 3, "iron_ore": 3, "furnace": 1}
    assert burned(planned("iron_ingot", 3, stock)).keys() <= {"stick", "oak_planks"}
    verdict = planned("iron_ingot", 3, stock, keep={"oak_planks": 3, "stick": 2})
    assert verdict.end.stock["oak_planks"] >= 3
    assert verdict.end.stock["stick"] >= 2


def test_a_better_tool_takes_over_from_the_one_it_is_made_with():
    """256 uses: one wooden pickaxe and two of stone, whose stones it mines, in place of five of wood."""
    verdict = planned("quartz_block:2", 64, version="1.11.2")
    assert {i: n for i, n in verdict.made.items() if i.endswith("_pickaxe")} == {
        "wooden_pickaxe": 1,
        "stone_pickaxe": 2,
    }


def test_charcoal_is_made_with_what_is_left_over_where_it_pays():
    verdict = planned("golden_leggings")
    assert burned(verdict)["charcoal"] == 1
    assert verdict.made["charcoal"] == 1


def test_a_bucket_of_lava_serves_again_and_again():
    """20,000 ticks a filling; the iron of the bucket is smelted with other fuel."""
    verdict = planned("brick_stairs", 64)
    assert burned(verdict)["lava_bucket"] > 1
    assert verdict.made["bucket"] == 1


def test_each_improvement_costs_less_than_what_it_falls_back_on():
    improved = 0
    for seed in range(40):
        problem = draw(seed).problem()
        tables = lower(problem)
        goals = frozenset(tables.cell_of[i] for w in problem.want for i in w.any_of)
        setup = setup_for(tables, problem.cost, True, goals)
        fin = finals(problem, next(single_goals(problem, setup.prices[0], setup.order, tables)))
        counts = best_counts(problem, setup, fin, PLAIN)
        while counts is not None and counts.plain is not None:
            assert counts.cost < counts.plain.cost
            counts, improved = counts.plain, improved + 1
    assert improved > 5
