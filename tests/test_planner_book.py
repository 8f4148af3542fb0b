"""Plans on the bundled book: the 66 tasks, and a few plans as a player reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from craftproof.engine.plan import plan
from craftproof.engine.wording import step_words
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify

TASKS = json.loads((Path(__file__).parent / "data" / "gog_tasks.json").read_text(encoding="utf-8"))["tasks"]
"""Table 9 of the Goal-Oriented Graphs paper (arXiv 2505.18607)."""


def problem(item, n=1, stock=None, **more):
    return compile_problem(bundled(), SURVIVAL, State(stock or {}), [Want((item,), n)], **more)


def sound(answer):
    return isinstance(answer, Optimal | Feasible) and verify(answer.problem, answer.plan).sound


@pytest.fixture(scope="module")
def answers():
    """The answer to each of the 66 tasks, from an empty inventory."""
    return {task["item"]: plan(problem(task["item"], task["count"]), compiled=True) for task in TASKS}


def test_there_are_66_tasks_and_all_get_sound_plans(answers):
    assert len(answers) == len(TASKS) == 66
    assert [item for item, answer in answers.items() if not sound(answer)] == []


LEAST = {
    # Counted by hand, batches rounded up. Planks: a table 4, a pickaxe 3; sticks: two a tool, four of 2 planks.
    # Iron comes from ore, since the other ways to it (golems, raiders, chests) take longer.
    "stick": {"log": 1},
    "crafting_table": {"log": 1},
    "wooden_pickaxe": {"log": 3},  # 4 + 3 + 2 planks
    "chest": {"log": 3},  # 4 + 8 planks
    "stone_pickaxe": {"log": 3, "cobblestone": 3},  # 4 + 3 + 2 planks and 4 sticks are 11
    "furnace": {"log": 3, "cobblestone": 8},
    "iron_pickaxe": {"log": 3, "cobblestone": 11, "iron_ore": 3},  # both pickaxes and the furnace come first
    "bucket": {"cobblestone": 11, "iron_ore": 3},
    "hopper": {"cobblestone": 11, "iron_ore": 5},
    "diamond_pickaxe": {"cobblestone": 11, "iron_ore": 3, "diamond": 3},
    "diamond_sword": {"cobblestone": 11, "iron_ore": 3, "diamond": 2},
    "compass": {"cobblestone": 11, "iron_ore": 7, "redstone": 1},  # 4 ingots, and 3 for the pickaxe of the redstone
}


@pytest.mark.parametrize("item", [i for i in LEAST if any(t["item"] == i for t in TASKS)])
def test_no_plan_gathers_less_than_is_needed(answers, item):
    gathered = answers[item].verdict.gathered
    for what, least in LEAST[item].items():
        kinds = [i for i in gathered if i == what or (what == "log" and i.endswith(("_log", "_stem")))]
        kinds += ["blackstone"] if what == "cobblestone" else []
        assert sum(gathered.get(i, 0) for i in kinds) >= least


def lines(answer):
    return [step_words(answer.problem, step)["text"].split(";")[0] for step in answer.plan.steps]


PLANS = {
    "stick": """
        mine oak_log x1
        craft oak_planks x4 from oak_log x1
        craft stick x4 from oak_planks x2
    """,
    "torch": """
        mine oak_log x3
        craft oak_planks x12 from oak_log x3
        craft stick x4 from oak_planks x2
        craft crafting_table x1 from oak_planks x4
        craft wooden_pickaxe x1 from oak_planks x3, stick x2 at crafting_table
        mine coal x1 (from coal_ore) with wooden_pickaxe
        craft torch x4 from coal x1, stick x1
    """,
    "bucket": """
        mine oak_log x3
        craft oak_planks x12 from oak_log x3
        craft stick x4 from oak_planks x2
        craft crafting_table x1 from oak_planks x4
        craft wooden_pickaxe x1 from oak_planks x3, stick x2 at crafting_table
        mine cobblestone x11 (from stone) with wooden_pickaxe
        craft stone_pickaxe x1 from cobblestone x3, stick x2 at crafting_table
        mine iron_ore x3 with stone_pickaxe
        craft furnace x1 from cobblestone x8 at crafting_table
        smelt iron_ingot x3 from iron_ore x3 in furnace, burning 2 oak_planks
        craft bucket x1 from iron_ingot x3 at crafting_table
    """,
}


@pytest.mark.parametrize("item", PLANS)
def test_plans_as_a_player_reads_them(answers, item):
    assert lines(answers[item]) == [line.strip() for line in PLANS[item].strip().splitlines()]


def test_the_worked_example():
    """One log gives four planks and the table takes them all, so that two more are gathered."""
    answer = plan(problem("stone_pickaxe", stock={"oak_log": 1}), compiled=False)
    verdict = answer.verdict
    logs = {i: n for i, n in verdict.gathered.items() if i.endswith("_log")}
    assert verdict.sound
    assert sum(logs.values()) == 2
    assert verdict.gathered["cobblestone"] == 3
    assert sum(n for i, n in verdict.made.items() if i.endswith("_planks")) == 12
    assert sum(n for i, n in verdict.end.stock.items() if i.endswith("_planks")) == 3
    assert verdict.made["stick"] == 4
    assert verdict.end.stock["crafting_table"] == 1
    assert verdict.wear == {"wooden_pickaxe": 3}
