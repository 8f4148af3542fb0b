"""Planning under each preset and rule that changes what a plan looks like: what it holds is seen in its steps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from craftproof.engine import exact
from craftproof.engine.plan import plan
from craftproof.engine.report import report
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import BARE, PRESETS, SURVIVAL
from craftproof.sim.answer import Feasible, Impossible, Optimal
from craftproof.sim.lists import bind_list
from craftproof.sim.plan import Plan
from craftproof.sim.verify import verify


def ask(item, rules, n=1, have=None, book=None, **more):
    return compile_problem(book or bundled(), rules, have or State(), [Want((item,), n)], **more)


def steps(answer):
    assert isinstance(answer, Feasible | Optimal), answer
    assert answer.verdict.sound
    return [step.operator for step in answer.plan.steps]


def test_gog_puts_every_tool_in_the_hand_before_its_use():
    problem = ask("diamond", PRESETS["gog"])
    answer = plan(problem, compiled=False)
    names = steps(answer)
    for step in answer.plan.steps:
        if step.tools:
            assert f"equip {step.tools[0]}" in names
    without = Plan(tuple(s for s in answer.plan.steps if not s.operator.startswith("equip")))
    assert verify(problem, without).findings[0].code == "hand"


def test_a_hand_that_holds_the_tool_already_needs_no_equip():
    have = State(stock={"stone_pickaxe": 1}, hand="stone_pickaxe")
    assert steps(plan(ask("iron_ore", PRESETS["gog"], have=have), compiled=False)) == ["mine iron_ore"]


def test_minedojo_places_its_stations():
    answer = plan(ask("iron_pickaxe", PRESETS["minedojo"], book=bundled("1.11.2")), compiled=False)
    names = steps(answer)
    assert names.index("place crafting_table") < names.index("craft wooden_pickaxe")
    assert names.index("place furnace") < names.index("smelt iron_ingot from iron_ore")
    assert answer.verdict.end.placed == {"crafting_table": 1, "furnace": 1}


def test_minedojo_makes_no_charcoal_and_the_reason_is_the_rules():
    problem = ask("coal:1", PRESETS["minedojo"], book=bundled("1.11.2"))
    told = report(plan(problem, compiled=False))["barred"]
    assert told == ["no coal:1: smelt coal:1 from logs is not there under the rules minedojo"]
    fired = bind_list(problem, "1. smelt coal:1 x1")
    assert fired.verdict.findings[0].message.partition(": ")[2] == (
        "the rules minedojo are without 'smelt coal:1 from logs'"
    )
    assert isinstance(plan(ask("coal:1", SURVIVAL, book=bundled("1.11.2")), compiled=False), Feasible | Optimal)


def test_minedojo_makes_a_stew_at_a_table():
    have = State({"brown_mushroom": 1, "red_mushroom": 1, "bowl": 1, "crafting_table": 1})
    problem = ask("mushroom_stew", PRESETS["minedojo"], book=bundled("1.11.2"), have=have)
    assert steps(plan(problem, compiled=False)) == ["place crafting_table", "craft mushroom_stew"]
    by_hand = ask("mushroom_stew", SURVIVAL, book=bundled("1.11.2"), have=have)
    assert steps(plan(by_hand, compiled=False)) == ["craft mushroom_stew"]


def test_what_the_lowest_slot_burns_is_made_once_more():
    """The sticks lie below the planks when the furnace is lit; the bow needs some all the same."""
    answer = plan(ask("dispenser", PRESETS["minedojo"], book=bundled("1.11.2")), compiled=False)
    assert steps(answer)[-1] == "craft dispenser"
    burned = [item for step in answer.plan.steps for item, _ in step.fuel]
    assert burned


def test_a_held_station_may_be_placed_and_a_standing_one_used():
    rules = PRESETS["minedojo"]
    held = plan(ask("chest", rules, have=State({"crafting_table": 1, "oak_planks": 8})), compiled=False)
    assert steps(held) == ["place crafting_table", "craft chest"]
    standing = State({"oak_planks": 8}, placed={"crafting_table": 1})
    assert steps(plan(ask("chest", rules, have=standing), compiled=False)) == ["craft chest"]


def test_held_containers_are_filled_not_made_anew():
    assert steps(plan(ask("water_bucket", SURVIVAL, have=State({"bucket": 1})), compiled=False)) == [
        "fill water_bucket"
    ]


def test_a_built_portal_is_part_of_the_plan():
    answer = plan(ask("netherrack", replace(SURVIVAL, name="built", access="built")), compiled=False)
    assert "build portal:nether" in steps(answer)
    free = plan(ask("netherrack", SURVIVAL), compiled=False)
    assert "build portal:nether" not in steps(free)
    assert any("nether" in note for note in free.notes)


def test_protection_gives_way_only_where_nothing_else_does_and_says_so():
    have = State({"furnace": 1, "crafting_table": 1, "iron_ingot": 5, "smooth_stone": 3})
    answer = plan(ask("blast_furnace", SURVIVAL, have=have, gather=False), compiled=False)
    assert steps(answer) == ["craft blast_furnace"]
    assert not answer.problem.rules.protect
    assert any("only with what is held" in note for note in answer.notes)
    kept = plan(ask("blast_furnace", SURVIVAL, have=have), compiled=False)
    assert "craft furnace" in steps(kept)


def test_preferences_break_ties_and_only_ties():
    book = bundled()
    woods = [s for s in book.sources if s.id in ("mine birch_log", "mine spruce_log")]
    assert woods[0].effort == woods[1].effort
    for wood in ("birch", "spruce"):
        problem = ask("stick", SURVIVAL, ban=["oak_log"], prefer=[f"{wood}_log"])
        assert steps(plan(problem, compiled=False))[0] == f"mine {wood}_log"
    dearer = ask("stick", SURVIVAL, prefer=["acacia_log"])
    assert steps(plan(dearer, compiled=False))[0] == "mine oak_log"


def test_limits_and_bans_may_name_the_block():
    fewer = plan(ask("cobblestone", SURVIVAL, n=3, limits={"stone": 2}), compiled=False)
    assert fewer.verdict.gathered["cobblestone"] >= 3
    assert sum(s.applications for s in fewer.plan.steps if s.operator == "mine cobblestone from stone") <= 2
    assert "mine coal from coal_ore" not in steps(plan(ask("coal", SURVIVAL, ban=["coal_ore"]), compiled=False))


def test_a_recipe_may_not_bear_the_name_of_a_move():
    items = {i: ItemType() for i in ("rock", "gem", "bench")}
    recipes = (
        Recipe("place bench", "crafting", (Ingredient(("rock",)),), (("gem", 1),)),
        Recipe("craft rock", "crafting", (Ingredient(("gem",)),), (("rock", 1),), station="bench"),
    )
    with pytest.raises(InputError, match="place bench"):
        ask("gem", replace(SURVIVAL, stations="placed"), book=Book("own", items, recipes=recipes))


@pytest.mark.parametrize(
    "state",
    [
        State({"nosuch": 1}),
        State({"oak_log": -1}),
        State({"oak_log": 10**13}),
        State({"oak_log": 1}, worn={"oak_log": (1,)}),
        State({"wooden_pickaxe": 1}, worn={"wooden_pickaxe": (5, 6)}),
        State({}, ticks={"furnace": -5}),
    ],
)
def test_a_state_that_cannot_be_is_refused(state):
    with pytest.raises(InputError):
        ask("stick", SURVIVAL, have=state)


def test_several_stages_order_what_one_stage_cannot(monkeypatch):
    """Charcoal can be its own fuel only once there is some: counts of one stage burn it before it is made."""
    rules = replace(BARE, name="fuel", fuel=True)
    problem = ask("charcoal", rules, n=2, have=State({"oak_log": 3}), gather=False)
    answer = plan(problem, budget=5, compiled=False)
    assert isinstance(answer, Optimal)
    assert answer.verdict.applications == 3
    goals = frozenset({exact.lower(problem).cell_of["charcoal"]})
    from craftproof.engine.bounds import make_dual

    t = exact.lower(problem)
    dual = make_dual(t, range(t.n_moves), frozenset())
    start = exact.Bound((0,), True, "nothing")
    found, _, _ = exact.solve(problem, t, goals, dual, None, start, exact.time.monotonic() + 20)
    assert found is not None
    assert found.verdict.sound
    monkeypatch.setattr(exact, "STAGES", ())
    alone, bound, _ = exact.solve(problem, t, goals, dual, None, start, exact.time.monotonic() + 20)
    assert alone is None
    assert bound.values <= found.verdict.cost


def test_an_item_that_no_goal_needs_is_not_made():
    answer = plan(ask("stick", SURVIVAL), budget=5, compiled=False)
    assert isinstance(answer, Optimal)
    assert not isinstance(answer, Impossible)
    assert answer.verdict.made.keys() == {"oak_planks", "stick"}
