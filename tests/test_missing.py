"""What is said of an impossible goal besides: missing lists, the largest number, more of one thing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import craftproof
import jsonschema
import pytest
from craftproof.cli.main import FINE, REFUSED, run
from craftproof.cli.report import layout
from craftproof.cli.shortage import shortage_lines
from craftproof.engine.advice import advised
from craftproof.engine.leaves import Draft, leaves_for, with_more
from craftproof.engine.missing import NONE_DOES, TIES
from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Book, ItemType, Source, ToolNeed
from craftproof.recipes.rules import BARE, SURVIVAL
from craftproof.sim.answer import Count, Impossible, Optimal, Unknown
from craftproof.sim.verify import verify

from .test_planner_bruteforce import BLOCK, CAKE, MILK, NUGGET, PICK, PLANKS, STICK, STONE, TORCH, recipe, small

FORM = json.loads((Path(craftproof.__file__).parent / "engine" / "report.schema.json").read_text(encoding="utf-8"))
BUDGET = 10.0
MIX = recipe("craft mix", "6 S, 3 R", "5 S, 4 H")
WOOL = [recipe(f"craft {a} wool", f"1 {b}_wool, 1 {a}_dye", f"1 {a}_wool") for a, b in ("wb", "bw")]
LIMITED = Source("mine gem", "mine", (("gem", 1),), effort=5, limit=2)


def none(recipes, have, want, leaves=None, **more):
    """The answer, which has to be that there is no plan."""
    answer = plan(small(recipes, have, want, **more).problem(), budget=BUDGET, compiled=False, leaves=leaves)
    assert isinstance(answer, Impossible)
    jsonschema.validate(json.loads(json.dumps(craftproof.report(answer, partial=True))), FORM)
    return answer


def lists(answer):
    """The missing lists, which have to be proved the smallest and all, and with each of which there is a plan."""
    assert answer.missing.smallest, answer.missing
    assert answer.missing.complete
    for added in answer.missing.lists:
        assert isinstance(plan(with_more(answer.problem, added), budget=BUDGET, compiled=False), Optimal)
    return list(answer.missing.lists)


def test_what_nothing_makes_is_missing():
    assert lists(none([PLANKS, STICK], {"log": 1}, {"stick": 14})) == [{"log": 1}]
    assert lists(none([PLANKS], {}, {"planks": 9, "egg": 2})) == [{"egg": 2, "log": 3}]


def test_all_ties_are_told():
    answer = none([TORCH], {"stick": 1}, {"torch": 5})
    assert lists(answer) == [{"charcoal": 2, "stick": 1}, {"coal": 2, "stick": 1}]
    assert answer.missing.checked


def test_fewest_pieces_come_before_fewest_kinds():
    kit = recipe("craft kit", "1 a, 1 b", "1 kit")
    assert lists(none([kit, recipe("craft other", "3 c", "1 kit")], {}, {"kit": 1})) == [{"a": 1, "b": 1}]
    assert lists(none([kit, recipe("craft other", "2 c", "1 kit")], {}, {"kit": 1})) == [{"c": 2}]


def test_more_ties_than_are_told():
    dust = recipe("craft dust", "1 " + "|".join(f"dye{k:02}" for k in range(TIES + 3)), "1 dust")
    missing = none([dust], {}, {"dust": 1}).missing
    assert len(missing.lists) == TIES
    assert missing.smallest
    assert not missing.complete
    assert "others" in next(iter(shortage_lines(craftproof.report(none([dust], {}, {"dust": 1})))))


def test_chosen_leaves_are_counted_in():
    chain = [PLANKS, STICK]
    assert lists(none(chain, {"log": 1}, {"stick": 14}, leaves=["planks"])) == [{"planks": 4}]
    assert lists(none(chain, {"log": 1}, {"stick": 14}, leaves=["planks", "log"])) == [{"log": 1}]
    assert none(chain, {}, {"stick": 1}, leaves=[]).missing.lists == ()


def test_what_no_leaf_mends_is_told():
    answer = none([MIX], {"S": 12, "R": 24}, {"H": 32}, leaves=["R"])
    assert answer.missing.lists == ()
    assert answer.missing.why == NONE_DOES
    assert answer.more == {"S": 1}
    assert "whatever is added" in NONE_DOES


def test_what_is_worn_out_or_used_up_by_its_own_recipe_is_a_leaf():
    assert lists(none([MIX], {"S": 12, "R": 24}, {"H": 32})) == [{"S": 1}]
    mine = recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),))
    assert lists(none([mine], {"pick": 1, "rock": 9}, {"stone": 5}, uses={"pick": 2})) == [{"pick": 2}]


def test_what_goes_round_is_a_leaf_where_nothing_else_would_do():
    assert lists(none([BLOCK, NUGGET], {}, {"nugget": 3})) == [{"block": 1}]
    problem = small(WOOL, {"w_dye": 2, "b_dye": 2}, {"w_wool": 1}).problem()
    assert leaves_for(problem, Draft(problem)) == ["b_dye", "b_wool", "w_dye", "w_wool"]
    ore = recipe("craft ore", "1 ore", "1 nugget")
    problem = small([BLOCK, NUGGET, ore], {}, {"nugget": 1}).problem()
    assert leaves_for(problem, Draft(problem)) == ["ore"]


def test_what_is_limited_is_a_leaf():
    book = Book("limited", {"gem": ItemType()}, sources=(LIMITED,))
    rules = replace(BARE, gather=True)
    answer = plan(compile_problem(book, rules, State(), [Want(("gem",), 5)]), budget=BUDGET, compiled=False)
    assert lists(answer) == [{"gem": 3}]
    assert answer.most.counts == (Count(2, 2),)


def test_goals_of_more_than_is_held_count_from_what_is_held_now():
    world = replace(small([PLANKS], {"egg": 2, "log": 1}, {"egg": 1}), want=(Want(("egg",), 1, "new"),))
    answer = plan(world.problem(), budget=BUDGET, compiled=False)
    assert answer.missing.lists == ({"egg": 1},)
    assert answer.most.counts == (Count(0, 0),)


def test_containers_that_come_back_are_counted_once():
    answer = none([CAKE, MILK], {"bucket": 2, "egg": 2}, {"cake": 2})
    assert lists(answer) == [{"bucket": 1}]
    assert answer.more == {"bucket": 1}


def test_the_largest_number_and_its_plan():
    answer = none([PLANKS, STICK], {"log": 1}, {"stick": 14})
    assert answer.most.counts == (Count(8, 8),)
    assert answer.most.plan.verdict.end.stock == {"stick": 8}
    assert answer.most.plan.problem.want[0].n == 8
    assert none([MIX], {"S": 12, "R": 24}, {"H": 32}).most.counts == (Count(28, 28),)
    assert none([PICK, STONE], {"stick": 2, "rock": 3}, {"stone": 3}, uses={"pick": 2}).most.counts == (Count(2, 2),)
    nothing = none([PLANKS], {}, {"planks": 1}).most
    assert nothing.counts == (Count(0, 0),)
    assert nothing.plan is None


def test_what_is_held_counts_unless_more_is_asked_for():
    assert none([STICK], {"stick": 3, "planks": 2}, {"stick": 9}).most.counts == (Count(7, 7),)
    new = replace(small([STICK], {"stick": 3, "planks": 2}, {"stick": 9}), want=(Want(("stick",), 9, "new"),))
    answer = plan(new.problem(), budget=BUDGET, compiled=False)
    assert answer.most.counts == (Count(4, 4),)


def test_several_goals_each_by_itself_and_together():
    answer = none([PLANKS, STICK], {"log": 2}, {"planks": 7, "stick": 4})
    assert answer.most.counts == (Count(8, 8), Count(16, 16))
    assert verify(answer.most.plan.problem, answer.most.plan.plan).sound
    assert [(w.any_of, w.n) for w in answer.most.plan.problem.want] == [(("planks",), 7)]
    rock = Source("mine rock", "mine", (("rock", 1),), effort=1)
    world = small([PLANKS], {"log": 1}, {"rock": 3, "planks": 9})
    world = replace(world, book=replace(world.book, sources=(rock,)))
    counts = plan(world.problem(), budget=BUDGET, compiled=False).most.counts
    assert counts == (Count(3, None, unbounded=True), Count(4, 4))


def test_what_is_to_be_kept_is_not_used():
    answer = none([PLANKS, STICK], {"log": 3}, {"stick": 20}, keep={"log": 1})
    assert answer.most.counts == (Count(16, 16),)
    assert lists(answer) == [{"log": 1}]


def test_more_of_one_thing_that_is_held():
    answer = none([PLANKS, STICK, TORCH], {"planks": 1, "coal": 2}, {"torch": 8})
    assert answer.more == {"planks": 1}
    assert none([TORCH], {"stick": 1, "coal": 1}, {"torch": 8}).more == {}


def test_protected_things_are_not_taken_for_the_lists():
    answer = craftproof.plan("stick=14", {"oak_log": 1, "crafting_table": 1}, gather=False, leaves=["oak_log"])
    assert answer.missing.lists == ({"oak_log": 1},)
    assert answer.most.counts == (Count(8, 8),)
    assert answer.most.plan.verdict.end.stock["crafting_table"] == 1


def test_a_planner_that_runs_out_of_time_leaves_it_open():
    problem = small([PLANKS, STICK], {"log": 1}, {"stick": 14}).problem()
    answer = plan(problem, compiled=False, advice=False)
    assert (answer.missing, answer.most, answer.more) == (None, None, {})
    tired = Unknown(problem, "tired", craftproof.Bound((0,), True, ""))
    open_ = advised(answer, lambda asked, end, prove=False: tired, 0.0)
    assert open_.missing.lists == ()
    assert open_.missing.why
    assert open_.most.counts == (Count(0, 8),)
    lines = list(shortage_lines(craftproof.report(open_)))
    assert lines[1].startswith("can be made now: from 0 to 8 stick, not yet known")


def test_interrupted_it_keeps_what_it_has():
    problem = small([PLANKS, STICK], {"log": 1}, {"stick": 14}).problem()

    def interrupted(asked, end, prove=False):
        raise KeyboardInterrupt

    answer = advised(plan(problem, compiled=False, advice=False), interrupted, 0.0)
    assert answer.missing is None
    assert any("interrupted" in note for note in answer.notes)


def test_the_text_names_ties_numbers_and_more():
    answer = none([TORCH], {"stick": 1, "coal": 1}, {"torch": 5})
    assert layout(craftproof.report(answer)).splitlines()[-2:] == [
        "missing: 1 charcoal, 1 stick; or 1 coal, 1 stick (no less does)",
        "can be made now: 4 torch (--partial plans it)",
    ]


def test_partial_plans_are_printed_and_the_goal_is_still_not_met(capsys):
    asked = ["plan", "stick=14", "--no-gather", "--have", "oak_log", "--leaf", "oak_log"]
    assert run([*asked, "--partial"]) == REFUSED
    out = capsys.readouterr().out
    assert "missing: 1 oak_log (no less does)" in out
    assert "\nWhat can be made now\nfeasible: stick x8 (" in out or "\nWhat can be made now\noptimal: stick x8 (" in out
    assert "craft stick x8 from oak_planks x4" in out
    assert max(map(len, out.splitlines())) <= 80
    assert run([*asked, "--partial", "--format", "json", "--budget", "5"]) == REFUSED
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, FORM)
    assert data["partial"]["answer"] == "optimal"
    assert data["partial"]["goal"][0]["n"] == 8
    assert run([*asked, "--format", "json"]) == REFUSED
    assert "partial" not in json.loads(capsys.readouterr().out)
    assert run(["plan", "stick=8", "--no-gather", "--have", "oak_log", "--partial"]) == FINE


def test_a_leaf_that_is_no_item_is_told_with_the_other_mistakes(capsys):
    assert run(["plan", "stick", "--leaf", "oak_lgo", "--limit", "x"]) == 2
    err = capsys.readouterr().err
    assert '--leaf: "oak_lgo" is no item' in err
    assert "--limit" in err


@pytest.mark.parametrize("rules", [SURVIVAL, BARE])
def test_the_goal_itself_may_be_what_is_missing(rules):
    answer = craftproof.plan("barrier=3", {"barrier": 1}, rules=rules)
    assert answer.missing.lists == ({"barrier": 2},)
    assert answer.missing.checked
    assert answer.most.counts == (Count(1, 1),)
