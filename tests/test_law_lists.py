"""Plain lists of steps: how they are read, bound and judged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import PRESETS, SURVIVAL
from craftproof.sim.lists import bind_list, verify_list
from craftproof.sim.listtext import Line, lines_of, read_lines
from craftproof.sim.verify import verify

AXE = """
    mine logs 4
    craft planks 12
    craft stick 8
    craft crafting_table 1
    craft wooden_pickaxe 1
    equip wooden_pickaxe 1
    mine cobblestone 11
    craft stone_pickaxe 1
    equip stone_pickaxe 1
    mine iron_ore 3
    craft furnace 1
    smelt iron_ingot 3
    craft iron_pickaxe 1
    equip iron_pickaxe 1
    mine diamond 3
    craft diamond_axe 1
"""


def situation(stock=None, rules=SURVIVAL, worn=None):
    return compile_problem(bundled("1.16.5"), rules, State(stock or {}, worn or {}), [Want(("stick",), 0)])


def first(verdict):
    finding = verdict.findings[0]
    return finding.step, finding.code, finding.short


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("mine log 4", Line("mine", "log", 4)),
        ("3. Mine 4 oak log", Line("mine", "oak log", 4)),
        ("- craft stick x8  # for tools", Line("craft", "stick", 8)),
        ("craft 16x planks;", Line("craft", "planks", 16)),
        ("equip stone_pickaxe", Line("equip", "stone_pickaxe", 1)),
        ("mine #logs 4", Line("mine", "#logs", 4)),
        ('[["mine", "log", 4]]', Line("mine", "log", 4)),
        ('mine({"log": 4}, null); // step 1', Line("mine", "log", 4)),
    ],
)
def test_the_forms_of_a_line(text, line):
    assert read_lines(text) == [line]


def test_lines_that_cannot_be_read_are_all_located():
    with pytest.raises(InputError) as error:
        read_lines("mine log 4\n  ???\ncraft\n", "plan.txt")
    assert [(d.file, d.line, d.column, d.code) for d in error.value.diagnostics] == [
        ("plan.txt", 2, 3, "line"),
        ("plan.txt", 3, 1, "line"),
    ]
    with pytest.raises(InputError) as error:
        read_lines('[["mine", "log", "four"],\n 7]')
    assert [d.line for d in error.value.diagnostics] == [1, 2]
    with pytest.raises(InputError):
        lines_of([["mine"], ["mine", "log", True]])


def test_a_published_plan_depends_on_what_burns():
    assert verify_list(situation(), AXE, "none").sound
    assert verify_list(situation(), AXE, ["oak_log", "oak_planks", "stick"]).sound
    verdict = verify_list(situation(), AXE, ["stick", "oak_planks", "oak_log"])
    assert first(verdict) == (12, "short", 2)
    assert verdict.findings[0].items == ("stick",)
    assert verdict.findings[0].message == "step 13 (craft iron_pickaxe): 2 stick short (has 0, needs 2)"


def test_steps_in_a_wrong_order_are_found_at_the_first():
    lines = [
        ["craft", "crafting_table", 1],
        ["craft", "planks", 4],
        ["craft", "stick", 2],
        ["craft", "wooden_sword", 1],
    ]
    verdict = verify_list(situation(), lines, "none")
    assert first(verdict) == (0, "short", 4)
    assert "oak_planks" in verdict.findings[0].items


def test_the_plan_of_a_list_is_a_plan_like_any_other():
    bound = bind_list(situation(), AXE)
    assert verify(situation(), bound.plan) == bound.verdict
    assert bound.lines == tuple(k for k in range(16) if k not in (5, 8, 13))  # equip steps do nothing here


def test_where_hands_count_equip_lines_are_steps():
    assert verify_list(situation(rules=PRESETS["gog"]), AXE).sound
    without = "\n".join(line for line in AXE.splitlines() if "equip stone" not in line)
    assert first(verify_list(situation(rules=PRESETS["gog"]), without))[:2] == (8, "hand")


def test_counts_are_rounded_up_to_what_a_recipe_gives():
    verdict = verify_list(situation({"oak_planks": 4}), "craft stick 5")
    assert verdict.end.stock == {"stick": 8}


def test_a_line_is_split_where_a_wood_or_a_tool_ends():
    bound = bind_list(situation({"oak_log": 1, "birch_log": 2}), "craft planks 12")
    assert bound.verdict.sound
    assert bound.verdict.end.stock == {"birch_planks": 8, "oak_planks": 4}
    assert bound.lines == (0, 0)
    tools = situation({"wooden_pickaxe": 1, "stone_pickaxe": 1}, worn={"wooden_pickaxe": (3,)})
    bound = bind_list(tools, "mine cobblestone 5")
    assert bound.verdict.sound
    assert sum(step.applications for step in bound.plan.steps) == 5


def test_ingredients_mix_and_the_most_held_goes_first():
    bound = bind_list(situation({"oak_planks": 1, "birch_planks": 3}), "craft crafting_table 1")
    assert bound.plan.steps[0].takes == ((("birch_planks", 3), ("oak_planks", 1)),)


def test_sources_are_named_by_drop_block_or_animal():
    held = situation({"iron_pickaxe": 1})
    assert verify_list(held, "mine coal_ore 2\n mine coal 2\n kill cow 1").end.stock["coal"] >= 2
    assert verify_list(held, "mine diamond 1\n mine stone 3").sound


def test_lines_that_fit_nowhere_are_findings_at_their_place():
    verdict = verify_list(situation(), "craft planks 1\n fly stick 1\n mine nonsense 2\n mine beacon 1\n mine log 0")
    assert [(f.step, f.code) for f in verdict.findings] == [
        (0, "short"),
        (1, "operator"),
        (2, "operator"),
        (3, "operator"),
        (4, "applications"),
    ]


def test_sticks_mean_planks_where_nothing_is_held():
    assert "oak_planks" in verify_list(situation(), "craft stick 4").findings[0].items


def test_stations_and_tools_burn_last():
    stock = {"crafting_table": 1, "furnace": 1, "oak_planks": 1, "iron_ore": 1, "wooden_axe": 1}
    free = situation(stock, replace(SURVIVAL, protect=False))
    assert verify_list(free, "smelt iron_ingot 1").burned == {"oak_planks": 1}


def test_a_fuel_that_does_not_burn_is_refused():
    with pytest.raises(InputError, match="does not burn"):
        verify_list(situation(), "mine log 1", ["cobblestone"])
