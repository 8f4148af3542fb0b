"""The law by examples: what each kind of step does, and the finding where it cannot."""

from __future__ import annotations

import time

import pytest
from craftproof.pddl.model import State
from craftproof.sim.fire import fire
from craftproof.sim.plan import Finding, Plan, Step
from craftproof.sim.verify import verify

from .law_text import codes, judge, plan, problem, step

WOOD = """
    craft oak_planks: 1 oak_log -> 4 oak_planks
    craft stick: 2 oak_planks|birch_planks -> 4 stick
    craft chest: 8 oak_planks|birch_planks -> 1 chest; needs crafting_table
"""
SMELT = "smelt glass: 1 sand -> 1 glass; needs furnace; burns 200"
MINE = "mine stone: -> 1 cobblestone; wears wooden_pickaxe|stone_pickaxe"
CAKE = "craft cake: 3 milk_bucket + 1 egg -> 1 cake; returns milk_bucket=bucket"


def end(recipes, text, have="", **situation):
    """The end of a plan that the law accepts."""
    verdict = judge(recipes, text, have, **situation)
    assert verdict.findings == ()
    return verdict.end


def test_leftovers_stay():
    state = end(WOOD, "craft oak_planks x1: 1 oak_log \n craft stick x1: 2 oak_planks", "1 oak_log")
    assert state.stock == {"oak_planks": 2, "stick": 4}


def test_an_ingredient_may_be_a_mix():
    text = "craft stick x3: 1 oak_planks + 4 birch_planks + 1 oak_planks"
    assert end(WOOD, text, "3 oak_planks, 4 birch_planks").stock == {"oak_planks": 1, "stick": 12}


def test_a_station_is_held_and_not_used_up():
    text = "craft chest x1: 8 oak_planks"
    assert end(WOOD, text, "8 oak_planks, 1 crafting_table").stock == {"chest": 1, "crafting_table": 1}
    assert codes(judge(WOOD, text, "8 oak_planks")) == [(0, 0, "need", 1)]


def test_inputs_are_there_before_each_application_also_those_that_come_back():
    text = "craft h x8: 48 s / 24 r"
    recipe = "craft h: 6 s + 3 r -> 5 s + 4 h"
    problem_ = problem(recipe, "12 s, 99 r")
    assert isinstance(fire(problem_, problem_.have, step("craft h x7: 42 s / 21 r")), State)
    finding = fire(problem_, problem_.have, step(text))
    assert isinstance(finding, Finding)
    assert (finding.code, finding.application, finding.short) == ("short", 7, 1)


def test_the_most_damaged_piece_wears_first_and_breaks():
    state = end(MINE, "mine stone x15; with wooden_pickaxe", "2 wooden_pickaxe, 1 wooden_pickaxe@12")
    assert (state.stock["wooden_pickaxe"], dict(state.worn)) == (2, {"wooden_pickaxe": (56,)})


def test_a_tool_that_runs_out_is_found_at_that_application():
    verdict = judge(MINE, "mine stone x15; with wooden_pickaxe", "1 wooden_pickaxe@12")
    assert codes(verdict) == [(0, 12, "tool", 1)]
    assert codes(judge(MINE, "mine stone x1; with stone_pickaxe", "1 wooden_pickaxe")) == [(0, 0, "tool", 1)]


def test_without_wear_a_tool_is_only_held():
    assert end(MINE, "mine stone x500; with wooden_pickaxe", "1 wooden_pickaxe@1", wear=False).worn == {
        "wooden_pickaxe": (1,)
    }


def test_a_damaged_tool_is_taken_before_a_new_one():
    recipe = "craft scrap: 1 wooden_pickaxe -> 1 stick"
    state = end(recipe, "craft scrap x1: 1 wooden_pickaxe", "1 wooden_pickaxe, 1 wooden_pickaxe@3")
    assert (state.stock["wooden_pickaxe"], dict(state.worn)) == (1, {})


def test_fuel_leaves_ticks_for_the_next_step():
    text = "smelt glass x3: 3 sand; burn 1 coal \n smelt glass x5: 5 sand"
    state = end(SMELT, text, "1 furnace, 8 sand, 1 coal")
    assert (state.stock, state.ticks) == ({"furnace": 1, "glass": 8}, {})


def test_too_little_and_too_much_fuel():
    have = "1 furnace, 9 sand, 2 coal"
    assert codes(judge(SMELT, "smelt glass x9: 9 sand; burn 1 coal", have)) == [(0, 8, "fuel", 1)]
    assert codes(judge(SMELT, "smelt glass x8: 8 sand; burn 2 coal", have)) == [(0, 7, "fuel-surplus", 0)]
    assert codes(judge(SMELT, "smelt glass x1: 1 sand; burn 3 stick", have)) == [
        (0, 0, "fuel", 2),
        (0, 0, "fuel-surplus", 0),
    ]


def test_rules_without_fuel_burn_nothing():
    assert end(SMELT, "smelt glass x9: 9 sand", "1 furnace, 9 sand", fuel=False).stock["glass"] == 9
    text = "smelt glass x9: 9 sand; burn 1 coal"
    assert codes(judge(SMELT, text, "1 furnace, 9 sand, 1 coal", fuel=False)) == [(0, 8, "fuel-surplus", 0)]


def test_a_fuel_gives_its_container_back():
    state = end(SMELT, "smelt glass x2: 2 sand; burn 1 lava_bucket", "1 furnace, 2 sand, 1 lava_bucket")
    assert (state.stock["bucket"], state.ticks) == (1, {"furnace": 19600})


def test_a_cake_gives_three_buckets_back():
    state = end(CAKE, "craft cake x2: 6 milk_bucket / 2 egg", "6 milk_bucket, 2 egg")
    assert state.stock == {"bucket": 6, "cake": 2}


def test_what_is_protected_is_neither_taken_nor_burned():
    recipes = f"{SMELT} \n craft stick: 1 wooden_pickaxe -> 2 stick"
    have = "1 furnace, 1 sand, 1 wooden_pickaxe"
    text = "craft stick x1: 1 wooden_pickaxe"
    assert codes(judge(recipes, text, have, protect="wooden_pickaxe")) == [(0, 0, "protected", 1)]
    text = "smelt glass x1: 1 sand; burn 1 wooden_pickaxe"
    assert codes(judge(recipes, text, have, protect="wooden_pickaxe")) == [(0, 0, "protected", 1)]
    assert end(recipes, text, have).stock == {"furnace": 1, "glass": 1}


def test_protection_lets_tools_break_buckets_fill_and_stations_be_placed():
    assert end(MINE, "mine stone x59; with wooden_pickaxe", "1 wooden_pickaxe", protect="wooden_pickaxe").stock == {
        "cobblestone": 59
    }
    fill = "fill water_bucket: 1 bucket -> 1 water_bucket"
    assert end(fill, "fill water_bucket x2: 2 bucket", "2 bucket", protect="bucket").stock == {"water_bucket": 2}
    put = "place furnace: 1 furnace -> ; places furnace"
    assert end(put, "place furnace x1: 1 furnace", "1 furnace", protect="furnace").placed == {"furnace": 1}


def test_a_placed_station_stands_until_it_is_picked_up():
    recipes = """
        place furnace: 1 furnace -> ; places furnace
        pickup furnace: -> 1 furnace; pickup furnace; stands furnace; wears wooden_pickaxe
        smelt glass: 1 sand -> 1 glass; stands furnace; burns 200
    """
    text = """
        place furnace x1: 1 furnace
        smelt glass x1: 1 sand; burn 1 coal
        pickup furnace x1; with wooden_pickaxe
    """
    state = end(recipes, text, "1 furnace, 1 sand, 1 coal, 1 wooden_pickaxe")
    assert (state.stock["furnace"], state.placed, dict(state.worn)) == (1, {}, {"wooden_pickaxe": (58,)})
    verdict = judge(recipes, "smelt glass x1: 1 sand; burn 1 coal", "1 furnace, 1 sand, 1 coal")
    assert codes(verdict) == [(0, 0, "station", 1)]
    assert codes(judge(recipes, "pickup furnace x1; with wooden_pickaxe", "1 wooden_pickaxe")) == [(0, 0, "station", 1)]


def test_where_hands_count_the_tool_is_in_the_hand():
    recipes = f"{MINE} \n equip wooden_pickaxe: -> ; needs wooden_pickaxe; equips wooden_pickaxe"
    mine = "mine stone x2; with wooden_pickaxe"
    have = "1 wooden_pickaxe@2"
    assert end(recipes, f"equip wooden_pickaxe x1 \n {mine}", have, equip=True).hand is None  # it broke
    assert codes(judge(recipes, mine, have, equip=True)) == [(0, 0, "hand", 1)]
    assert codes(judge(recipes, mine, have, equip=True, hand="wooden_pickaxe")) == []


def test_a_limited_source_gives_no_more_over_the_whole_plan():
    recipe = "mine diamond: -> 1 diamond; limit 5"
    assert codes(judge(recipe, "mine diamond x3 \n mine diamond x4")) == [(1, 2, "limit", 2)]


def test_hard_slots_are_looked_at_after_every_application():
    recipe = "craft stick: 1 oak_log -> 32 stick"
    text = "craft stick x6: 6 oak_log"
    assert end(recipe, text, "6 oak_log", slots="hard", slot_count=4).stock == {"stick": 192}
    assert codes(judge(recipe, text, "6 oak_log", slots="hard", slot_count=3)) == [(0, 4, "slots", 0)]
    verdict = judge(recipe, text, "6 oak_log", slots="warn", slot_count=2)
    assert verdict.sound
    assert [(w.code, w.step, w.short) for w in verdict.warnings] == [("slots", 0, 1)]


def test_counts_have_an_end():
    recipe = "mine stone: -> 1000000 cobblestone"
    assert codes(judge(recipe, "mine stone x1000000")) == []
    assert codes(judge(recipe, "mine stone x1000001")) == [(0, 1000000, "overflow", 0)]


@pytest.mark.parametrize(
    "text",
    [
        "craft stick x1",
        "craft stick x1: 1 oak_planks",
        "craft stick x1: 3 oak_planks",
        "craft stick x1: 2 oak_log",
        "craft stick x1: 2 oak_planks; with shears",
        "craft stick x1: 0 birch_planks + 2 oak_planks",
    ],
)
def test_a_binding_that_does_not_fit_is_bound_anew(text):
    verdict = judge(WOOD, text, "2 oak_planks")
    assert codes(verdict) == [(0, 0, "binding", 0)]
    assert verdict.end.stock == {"stick": 4}


def test_unknown_operators_and_impossible_counts():
    assert codes(judge(WOOD, "craft oak_plank x1: 1 oak_log", "1 oak_log")) == [(0, 0, "operator", 0)]
    assert "'craft oak_planks'" in judge(WOOD, "craft oak_plank x1").findings[0].message
    for times in (0, -1, 10**12 + 1):
        verdict = verify(problem(WOOD), Plan((Step("craft stick", times, ((("oak_planks", 2 * times),),)),)))
        assert codes(verdict) == [(0, 0, "applications", 0)]


def test_a_step_fires_whole_or_not_at_all():
    problem_ = problem(WOOD, "5 oak_planks")
    before = problem_.have
    finding = fire(problem_, before, step("craft stick x3: 6 oak_planks"))
    assert isinstance(finding, Finding)
    assert (finding.application, before.stock) == (2, {"oak_planks": 5})


@pytest.mark.parametrize(
    ("recipes", "have", "text"),
    [
        (MINE, "100000000 wooden_pickaxe", "mine stone x{n}; with wooden_pickaxe"),
        (SMELT, "1 furnace, 2000000000 sand, 999999999 coal", "smelt glass x{n}: {n} sand; burn {coal} coal"),
        (
            "smelt charcoal: 1 oak_log -> 1 coal; burns 200",
            "2000000000 oak_log, 1 coal",
            "smelt charcoal x{n}: {n} oak_log; burn {coal} coal",
        ),
        (
            "craft scrap: 1 wooden_pickaxe -> 1 stick; wears wooden_pickaxe",
            "2000000000 wooden_pickaxe",
            "craft scrap x{n}: {n} wooden_pickaxe; with wooden_pickaxe",
        ),
    ],
    ids=["a tool", "fuel", "fuel that is made", "a tool that is taken"],
)
def test_a_thousand_million_applications_take_no_longer_than_ten(recipes, have, text):
    n = 10**9
    problem_ = problem(recipes, have)
    many = plan(text.format(n=n, coal=n // 8))
    started = time.process_time()
    verdict = verify(problem_, many)
    assert codes(verdict) == []
    assert time.process_time() - started < 1
