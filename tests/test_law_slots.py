"""The inventory slot by slot, where the order of the slots matters: the lowest burnable one is the fuel."""

from __future__ import annotations

from dataclasses import replace

import craftproof.sim.firing
import pytest
from craftproof.pddl.model import State, Want
from craftproof.recipes.diagnostic import InputError
from craftproof.sim.fire import fire
from craftproof.sim.plan import Finding
from craftproof.sim.slots import slots_needed
from hypothesis import given
from hypothesis import strategies as st

from .law_text import codes, judge, problem, step

MINEDOJO = {"fuel_order": "lowest_slot", "fuel_pool": "one", "slots": "hard"}
SMELT = "smelt glass: 1 sand -> 1 glass; burns 200"


def arranged(text):
    """`3 sand, -, 64 coal` as slots."""
    parts = [part.split() for part in text.split(",")]
    return tuple((part[1], int(part[0])) if len(part) == 2 else None for part in parts)


def after(recipes, slots, line, **rules):
    """The slots after a step, or (code, application) of what stops it."""
    stock = {}
    for item, n in filter(None, arranged(slots)):
        stock[item] = stock.get(item, 0) + n
    have = ", ".join(f"{n} {item}" for item, n in stock.items())
    problem_ = problem(recipes, have, arranged=arranged(slots), **(MINEDOJO | rules))
    result = fire(problem_, problem_.have, step(line))
    if isinstance(result, Finding):
        return result.code, result.application
    return ", ".join(f"{slot[1]} {slot[0]}" if slot else "-" for slot in result.slots)


def test_the_lowest_burnable_slot_burns_whatever_the_binding_says():
    line = "smelt glass x1: 1 sand; burn 1 coal"
    assert after(SMELT, "5 sand, 2 stick, 1 coal", line) == "4 sand, 1 glass, 1 coal"
    assert after(SMELT, "5 sand, 1 coal, 2 stick", line) == "4 sand, 1 glass, 2 stick"


def test_what_enters_tops_up_a_stack_and_then_takes_the_first_empty_slot():
    recipe = "craft stick: 1 log -> 4 stick"
    assert after(recipe, "-, 2 log, 62 stick", "craft stick x1: 1 log") == "2 stick, 1 log, 64 stick"
    assert after(recipe, "1 log, 62 stick", "craft stick x1: 1 log") == "2 stick, 64 stick"


def test_what_leaves_is_taken_from_the_lowest_slot():
    assert after("craft x: 3 sand -> 1 x", "2 sand, -, 64 sand", "craft x x1: 3 sand") == "1 x, -, 63 sand"


def test_tools_never_share_a_slot():
    recipe = "craft wooden_pickaxe: 1 log -> 2 wooden_pickaxe"
    assert after(recipe, "1 log", "craft wooden_pickaxe x1: 1 log") == "1 wooden_pickaxe, 1 wooden_pickaxe"


def test_a_full_inventory_stops_the_step():
    recipe = "mine sand: -> 1 sand"
    assert after(recipe, "62 sand, 1 coal", "mine sand x3", slot_count=2) == ("slots", 2)
    assert after(recipe, "62 sand, 1 coal", "mine sand x2", slot_count=2) == "64 sand, 1 coal"


def test_nothing_to_burn():
    assert after(SMELT, "5 sand, 1 stick", "smelt glass x1: 1 sand") == ("fuel", 0)


def test_without_given_slots_the_stock_lies_in_the_order_of_names():
    verdict = judge(SMELT, "smelt glass x1: 1 sand", "5 sand, 2 stick, 1 coal", **MINEDOJO)
    assert verdict.end.slots == (("glass", 1), ("sand", 4), ("stick", 2))


def test_slots_that_contradict_the_stock_are_refused():
    problem_ = problem(SMELT, "5 sand", arranged=arranged("4 sand"), **MINEDOJO)
    with pytest.raises(InputError, match="slots do not hold"):
        fire(problem_, problem_.have, step("smelt glass x1: 1 sand"))
    with pytest.raises(InputError, match="does not fit"):
        judge(SMELT, "smelt glass x1: 1 sand", "1000000000000 sand", **MINEDOJO)


def test_a_damaged_piece_needs_a_slot_of_its_own():
    problem_ = problem(SMELT, "65 sand, 2 egg, 3 wooden_pickaxe, 1 wooden_pickaxe@3")
    assert slots_needed(problem_, problem_.have) == 2 + 1 + 4
    stacked = replace(problem_, stacks={"wooden_pickaxe": 64})
    assert slots_needed(stacked, State({"wooden_pickaxe": 9}, {"wooden_pickaxe": (3, 4)})) == 3
    assert slots_needed(stacked, State({"wooden_pickaxe": 2}, {"wooden_pickaxe": (3, 4)})) == 2


@st.composite
def ordered_cases(draw):
    """A furnace recipe in an arranged inventory of few slots."""
    names = ("coal", "stick", "sand", "glass", "lava_bucket", "bucket", "oak_planks")
    rows = draw(st.lists(st.tuples(st.sampled_from(names), st.integers(1, 16)), min_size=3, max_size=8))
    slots = [(item, 1 if item == "lava_bucket" else n) for item, n in rows]
    taken, given_ = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    n, gives = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    recipe = f"smelt it: {n} {taken} -> {gives} {given_}; burns {draw(st.sampled_from((0, 200, 500)))}"
    times = draw(st.integers(1, 40))
    return recipe, slots, f"smelt it x{times}: {n * times} {taken}", draw(st.integers(8, 12))


@given(ordered_cases())
def test_skipping_and_the_slots_agree_with_firing_one_by_one(case):
    recipe, slots, line, slot_count = case
    text = ", ".join(f"{n} {item}" for item, n in slots)
    quick = after(recipe, text, line, slot_count=slot_count)
    few, craftproof.sim.firing.FEW = craftproof.sim.firing.FEW, 10**9
    try:
        assert after(recipe, text, line, slot_count=slot_count) == quick
    finally:
        craftproof.sim.firing.FEW = few


def test_a_cycle_in_the_slots_is_skipped_too():
    problem_ = problem("craft same: 1 sand -> 1 sand", "5 sand", want="1 sand", **MINEDOJO)
    assert problem_.want == (Want(("sand",), 1),)
    result = fire(problem_, problem_.have, step("craft same x1000000000: 1000000000 sand"))
    assert isinstance(result, State)
    assert result.slots == (("sand", 5),)


def test_protected_fuel_in_the_lowest_slot_stops_the_furnace():
    have = "5 sand, 1 wooden_pickaxe"
    verdict = judge(SMELT, "smelt glass x1: 1 sand", have, protect="wooden_pickaxe", **MINEDOJO)
    assert codes(verdict)[0] == (0, 0, "protected", 1)
