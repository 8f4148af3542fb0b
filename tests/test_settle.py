"""Small problems settled at once: the answer is right, and the checker accepts every claim of it."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import jsonschema
import pytest
from craftproof.cli.report import layout
from craftproof.engine.pivot import maximise
from craftproof.engine.plan import plan
from craftproof.engine.report import report
from craftproof.engine.settle import settle
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import BARE, PRESETS
from craftproof.sim.answer import Impossible, Optimal
from craftproof.sim.certificate import check
from craftproof.sim.verify import verify
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from .bruteforce import Search
from .strategies import worlds

SCHEMA = json.loads((Path(__file__).parents[1] / "engine" / "report.schema.json").read_text(encoding="utf-8"))
OFTEN = settings(
    max_examples=300,
    derandomize=True,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def bare(world):
    """The world without wear, gathering and limits, its goals for one item each."""
    have = State(stock=world.have.stock)
    wants = tuple(Want(want.any_of[:1], want.n, want.mode) for want in world.want)
    return replace(world, rules=BARE, have=have, want=wants, limits={}, gather=False).problem()


def agree(problem):
    """Assert that what is settled is right as far as a search sees, and that no claim of it is refuted."""
    answer = settle(problem)
    if answer is None:
        return None
    fewest, known = Search(problem).fewest()
    if isinstance(answer, Impossible):
        assert fewest is None or not known, f"there is a plan of {fewest} applications"
    else:
        assert verify(problem, answer.plan).sound
        assert answer.verdict.cost == answer.bound.values
        assert not known or answer.verdict.cost == (fewest,)
    checked = check(json.dumps(report(answer)), problem.book)
    assert [claim for claim in checked.claims if claim.outcome == "does not hold"] == []
    return answer


SETTLED = {"none": 0, "all": 0}


@OFTEN
@given(worlds())
def test_random_worlds_are_settled_rightly(world):
    problem = bare(world)
    met = all(problem.have.stock.get(w.any_of[0], 0) >= w.n for w in problem.want if w.mode == "total")
    answer = agree(problem)
    SETTLED["all"] += 1
    SETTLED["none"] += answer is None and not met


def test_most_random_worlds_are_settled():
    """Runs after the worlds above: leaving all to others would be right too, and useless."""
    assert SETTLED["none"] * 10 <= SETTLED["all"]


CASES = {
    # what is wanted: (held, fewest applications or the kind of certificate)
    "oak_sign": ({"oak_log": 2, "stick": 1}, 3),
    "bookshelf": ({"oak_planks": 2, "birch_planks": 4, "book": 3}, 1),
    "netherite_block": ({"ancient_debris": 36, "gold_ingot": 36}, 46),
    "anvil": ({"iron_ore": 31}, 35),
    "golden_axe": ({"gold_nugget": 27, "stick": 2}, 4),
    "cake": ({"egg": 1}, "unreachable"),
    "iron_leggings": ({"iron_ingot": 2, "iron_block": 0, "iron_nugget": 44}, "prices"),
    "spruce_fence": ({"spruce_planks": 2, "stripped_acacia_log": 27}, "scarce"),
    "iron_bars": ({"iron_nugget": 44, "iron_ingot": 1}, "search"),
}


def of_plancraft(target, held):
    return compile_problem(bundled(), PRESETS["plancraft"], State(held), [Want((target,), 1)])


@pytest.mark.parametrize("target", CASES)
def test_known_goals_of_the_book(target):
    held, expected = CASES[target]
    answer = settle(of_plancraft(target, held))
    if isinstance(expected, int):
        assert isinstance(answer, Optimal)
        assert answer.verdict.cost == (expected,)
    else:
        assert isinstance(answer, Impossible)
        assert answer.certificate.kind == expected
    checked = check(json.dumps(report(answer)))
    assert [claim for claim in checked.claims if claim.outcome == "does not hold"] == []
    assert expected == "search" or checked.complete


def test_too_little_is_told():
    held, _ = CASES["spruce_fence"]
    data = report(settle(of_plancraft("spruce_fence", held)))
    text = layout(data | {"barred": [], "missing": None, "most": None, "more": {}})
    assert "too little can ever be had: in all no more than 0 spruce_fence, 2 spruce_planks" in text.replace(
        "\n  ", " "
    )


@pytest.mark.parametrize("target", CASES)
def test_reports_are_of_the_published_form(target):
    held, _ = CASES[target]
    jsonschema.validate(json.loads(json.dumps(report(settle(of_plancraft(target, held))))), SCHEMA)


def test_order_of_what_is_held_changes_nothing():
    held, _ = CASES["bookshelf"]
    one = settle(of_plancraft("bookshelf", held))
    other = settle(of_plancraft("bookshelf", dict(reversed(held.items()))))
    assert one.plan == other.plan


def test_plans_are_settled_where_nothing_is_gathered():
    answer = plan(of_plancraft("anvil", {"iron_ore": 31}))
    assert isinstance(answer, Optimal)
    assert answer.bound.trees


def test_what_is_held_is_taken_first():
    """Two swords: two planks that are held and two of a log, and the other two of the log stay."""
    problem = compile_problem(
        bundled(), BARE, State({"birch_planks": 2, "stick": 2, "oak_log": 2}), [Want(("wooden_sword",), 2)]
    )
    answer = settle(problem)
    assert answer.verdict.end.stock == {"oak_log": 1, "oak_planks": 2, "wooden_sword": 2}


rows = st.lists(st.dictionaries(st.integers(0, 2), st.integers(-4, 5), max_size=3), min_size=1, max_size=4)


@OFTEN
@given(st.lists(st.integers(-3, 4), min_size=3, max_size=3), rows, st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_programmes_are_solved_exactly(objective, rows, limits):
    """No better point on a grid of fractions; a direction without end is one."""
    found = maximise(objective, rows, limits[: len(rows)])
    value = sum(c * x for c, x in zip(objective, found.values, strict=True))
    sums = [sum(row.get(j, 0) * x for j, x in enumerate(found.values)) for row in rows]
    assert min(found.values) >= 0
    if not found.bounded:
        assert value > 0
        assert max(sums) <= 0
        return
    assert all(total <= limit * found.unit for total, limit in zip(sums, limits, strict=False))
    steps = [Fraction(k, 2) for k in range(13)]
    for point in product(steps, repeat=3):
        if all(sum(r.get(j, 0) * x for j, x in enumerate(point)) <= b for r, b in zip(rows, limits, strict=False)):
            assert sum(c * x for c, x in zip(objective, point, strict=True)) * found.unit <= value
