"""Goals, what is held, and restrictions: what the answer has to respect."""

from __future__ import annotations

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import BARE, SURVIVAL
from craftproof.sim.answer import Feasible, Impossible, Optimal

from .certificates import certificate_holds

LOGS = bundled().tags["logs"]
PLANKS = bundled().tags["planks"]


def ask(want, have=None, *, rules=SURVIVAL, worn=None, **more):
    """The answer for goals, each a `Want` or `"item=n"`, from what is held."""
    wants = [w if isinstance(w, Want) else Want((w.split("=")[0],), int(w.split("=")[1])) for w in want]
    return plan(compile_problem(bundled(), rules, State(have or {}, worn or {}), wants, **more), compiled=False)


def end(answer):
    assert isinstance(answer, Optimal | Feasible), answer
    assert answer.verdict.sound
    return answer.verdict.end.stock


def refused(answer):
    """Impossible for a reason that holds."""
    assert isinstance(answer, Impossible), answer
    assert certificate_holds(answer.problem, answer.certificate)
    return True


def test_a_total_counts_what_is_held():
    assert end(ask(["stick=8"], {"stick": 5}))["stick"] >= 8
    assert ask(["stick=8"], {"stick": 5}).verdict.made["stick"] == 4


def test_new_ones_come_on_top():
    answer = ask([Want(("stick",), 8, "new")], {"stick": 5})
    assert end(answer)["stick"] >= 13


def test_nothing_is_done_where_the_goal_holds():
    answer = ask(["stick=5", "oak_log=1"], {"stick": 5, "oak_log": 1})
    assert isinstance(answer, Optimal)
    assert answer.plan.steps == ()


def test_nothing_is_done_where_a_mix_meets_the_goal():
    answer = ask([Want(PLANKS, 5)], {"oak_planks": 3, "birch_planks": 2})
    assert isinstance(answer, Optimal)
    assert answer.plan.steps == ()


def test_a_goal_of_a_tag_is_met_by_a_mix():
    answer = ask([Want(PLANKS, 9)], {"birch_planks": 3, "spruce_planks": 2})
    stock = end(answer)
    assert sum(stock.get(i, 0) for i in PLANKS) == 9
    assert stock["birch_planks"] == 3
    assert answer.verdict.applications == 2


def test_what_is_new_of_a_tag_may_be_any_member():
    answer = ask([Want(LOGS, 2, "new")], {"birch_log": 3})
    assert sum(end(answer).get(i, 0) for i in LOGS) == 5


def test_goals_hold_together():
    """The pickaxe takes three of the planks, so that there have to be more of them."""
    stock = end(ask(["wooden_pickaxe=1", "oak_planks=4", "stick=3"]))
    assert stock["wooden_pickaxe"] == 1
    assert stock["oak_planks"] >= 4
    assert stock["stick"] >= 3


def test_one_goal_may_be_made_of_another():
    stock = end(ask(["iron_block=1", "iron_ingot=5"], {"iron_ingot": 14, "crafting_table": 1}))
    assert (stock["iron_block"], stock["iron_ingot"]) == (1, 5)


def test_what_is_kept_is_there_at_the_end():
    free, kept = (ask(["stick=4"], {"oak_planks": 2}, keep=keep) for keep in ({}, {"oak_planks": 2}))
    assert end(free).get("oak_planks", 0) == 0
    assert end(kept)["oak_planks"] >= 2
    assert kept.verdict.effort > free.verdict.effort


def test_a_kept_pickaxe_is_not_broken():
    have, worn = {"wooden_pickaxe": 1}, {"wooden_pickaxe": (2,)}
    assert "wooden_pickaxe" not in end(ask(["cobblestone=2"], have, worn=worn))
    assert end(ask(["cobblestone=2"], have, worn=worn, keep={"wooden_pickaxe": 1}))["wooden_pickaxe"] >= 1


def test_a_limit_bounds_what_is_gathered():
    answer = ask([Want(PLANKS, 8)], limits={"oak_log": 1})
    end(answer)
    assert answer.verdict.gathered.get("oak_log", 0) <= 1
    assert refused(ask(["oak_planks=5"], limits={"oak_log": 1}))
    assert refused(ask(["oak_planks=1"], limits={"oak_log": 0}))


def test_a_ban_closes_a_way():
    banned = ask(["torch=1"], ban=["coal"])
    end(banned)
    assert "coal" not in banned.verdict.gathered
    assert banned.verdict.made["charcoal"] >= 1
    assert refused(ask(["torch=1"], ban=["coal", "charcoal"]))


def test_without_gathering_there_is_only_what_is_held():
    assert end(ask(["stick=4"], {"oak_planks": 2}, gather=False))["stick"] == 4
    assert refused(ask(["torch=4"], {"oak_planks": 2}, gather=False))


def test_what_nothing_gives_is_impossible():
    assert refused(ask(["bedrock=1"]))
    assert refused(ask(["stick=1", "bedrock=1"]))
    assert refused(ask(["iron_ingot=1"], {"oak_log": 8}, rules=BARE))


def test_a_member_that_can_be_made_is_enough():
    end(ask([Want(("bedrock", "stick"), 1)]))


def test_what_is_held_of_tools_and_stations_is_not_taken():
    """A held chest is no station of a recipe, a held table is: the one may become a hopper, the other no fuel."""
    answer = ask(["charcoal=1"], {"crafting_table": 1, "furnace": 1, "oak_log": 1}, gather=True)
    assert end(answer)["crafting_table"] == 1
    assert "crafting_table" not in answer.verdict.burned


def test_only_protection_in_the_way_is_said():
    have = {"crafting_table": 1, "furnace": 1, "oak_log": 1}
    answer = ask(["charcoal=1"], have, gather=False)
    assert "crafting_table" not in end(answer)
    assert any("protect" in note or "tools, stations" in note for note in answer.notes)


def test_planning_anew_from_where_a_plan_stopped():
    """Replanning is planning from a state: after each step the rest costs no more effort than before."""
    answer = ask(["stone_pickaxe=1"])
    left = [answer.verdict.effort]
    for state in answer.verdict.after:
        rest = plan(compile_problem(bundled(), SURVIVAL, state, [Want(("stone_pickaxe",))]), compiled=False)
        end(rest)
        left.append(rest.verdict.effort)
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0
