"""Answers that claim something are checked anew by code that shares nothing with the planner."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import BARE, SURVIVAL
from craftproof.sim.answer import Feasible, Impossible, Optimal, Priced, Unknown, Unreachable

from tests.certificates import certificate_holds


def ask(item, n, have, *, rules=SURVIVAL, gather=False, **more):
    return compile_problem(bundled(), rules, State(have), [Want((item,), n)], gather=gather, **more)


CASES = [
    ("stick", 14, {"oak_log": 1}, {}),
    ("crafting_table", 2, {"oak_planks": 3, "spruce_planks": 4}, {}),
    ("torch", 41, {"stick": 10, "coal": 5, "charcoal": 5}, {}),
    ("iron_ingot", 3, {"iron_ore": 2, "furnace": 1, "coal": 9}, {}),
    ("iron_ingot", 9, {"iron_ore": 9, "furnace": 1, "coal": 1}, {}),
    ("shield", 1, {"iron_nugget": 8, "oak_planks": 20, "crafting_table": 1}, {}),
    ("cake", 2, {"wheat": 9, "sugar": 4, "egg": 2, "milk_bucket": 5, "crafting_table": 1}, {}),
    ("wooden_pickaxe", 1, {"oak_planks": 8, "stick": 2}, {}),
    ("dragon_egg", 2, {}, {"gather": True}),
    ("oak_planks", 13, {}, {"gather": True, "limits": {"oak_log": 3}}),
]


@pytest.mark.parametrize(("item", "n", "have", "more"), CASES, ids=lambda v: str(v)[:24])
def test_too_little_is_proved_by_prices(item, n, have, more):
    problem = ask(item, n, have, **more)
    answer = plan(problem, compiled=False)
    assert isinstance(answer, Impossible | Feasible | Optimal)
    if item == "wooden_pickaxe":
        assert isinstance(answer, Feasible | Optimal), "eight planks make the table and the pickaxe"
        return
    assert isinstance(answer, Impossible)
    assert isinstance(answer.certificate, Priced)
    assert certificate_holds(problem, answer.certificate)


def test_a_certificate_that_claims_more_does_not_pass():
    problem = ask("stick", 14, {"oak_log": 1})
    certificate = plan(problem, compiled=False).certificate
    assert not certificate_holds(ask("stick", 8, {"oak_log": 1}), certificate)
    assert not certificate_holds(ask("stick", 14, {"oak_log": 2}), certificate)
    dear = {**certificate.prices, "stick": certificate.prices["stick"] * 2}
    assert not certificate_holds(problem, replace(certificate, prices=dear))


@pytest.mark.parametrize("item", ["bedrock", "command_block", "spawner"])
def test_what_nothing_gives_is_out_of_reach(item):
    problem = ask(item, 1, {}, gather=True)
    answer = plan(problem, compiled=False)
    assert isinstance(answer, Impossible)
    assert isinstance(answer.certificate, Unreachable)
    assert certificate_holds(problem, answer.certificate)


def test_stock_that_is_short_by_chance_is_never_called_impossible_wrongly():
    """Random stock and goals without gathering: a claim of impossibility is checked, and so is a plan (by the law)."""
    random = Random(20)
    items = [
        "oak_log",
        "spruce_log",
        "oak_planks",
        "stick",
        "coal",
        "cobblestone",
        "iron_ingot",
        "iron_nugget",
        "string",
    ]
    goals = ["torch", "ladder", "chest", "furnace", "iron_pickaxe", "bow", "fishing_rod", "bucket", "rail", "shield"]
    seen = {Impossible: 0, Feasible: 0, Optimal: 0, Unknown: 0}
    for _ in range(60):
        have = {i: random.randint(1, 20) for i in random.sample(items, 5)}
        problem = ask(random.choice(goals), random.choice([1, 2, 5]), have, rules=BARE)
        answer = plan(problem, budget=2, compiled=False)
        if isinstance(answer, Impossible):
            assert certificate_holds(problem, answer.certificate), (have, problem.want)
        elif isinstance(answer, Feasible | Optimal):
            assert answer.verdict.sound
            assert all(b <= c for b, c in zip(answer.bound.values, answer.verdict.cost, strict=True))
        seen[next(kind for kind in seen if isinstance(answer, kind))] += 1
    assert seen[Impossible] >= 10
    assert seen[Optimal] >= 10
