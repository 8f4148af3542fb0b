"""A claim that is changed until it is false is never accepted; a search that sees every state says what is false."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random

import craftproof
from craftproof.engine.plan import plan
from craftproof.sim.certificate import check
from craftproof.sim.claimed import read_claims
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from .bruteforce import Search
from .falsify import changed
from .strategies import worlds

EACH = 12
"""Changed reports a world."""
EMPTY = {"kind": "prices", "scale": 1 << 20, "prices": {}, "ticks": {}, "passed": [], "gains": {}, "never": []}
SETTINGS = settings(
    max_examples=80,
    derandomize=True,
    deadline=None,  # an unproved answer uses up its budget
    phases=(Phase.explicit, Phase.generate),  # for the same reason shrinking would take many minutes
    suppress_health_check=[HealthCheck.too_slow],
)


def tried(report, book):
    """The outcome of the claim that matters, or nothing where the changed report cannot be read."""
    try:
        claims = check(report, book, most_states=2000).claims
    except craftproof.InputError:
        return None
    places = ("certificate", "bound.values.applications", "bound.proof.applications")
    return next(c.outcome for c in claims if c.at.startswith(places))


@SETTINGS
@given(worlds(), st.integers(0, 1 << 30))
def test_a_bound_above_the_best_is_never_accepted(world, seed):
    problem, random = world.problem(), Random(seed)
    fewest, known = Search(problem).fewest()
    report = craftproof.report(plan(problem, budget=0.3, compiled=False))
    if fewest is None or not known or "bound" not in report:
        return
    proof = report["bound"]["proof"]["applications"] or EMPTY
    names = sorted(world.book.items) + list(problem.operators)
    for _ in range(EACH):
        false, above = deepcopy(report), fewest + random.choice((1, 1, 2, 5))
        told = deepcopy(proof if proof["kind"] not in ("nought", "step") or random.random() < 0.2 else EMPTY)
        for _ in range(random.randint(1, 4)):
            told = changed(told, random, names)
        told |= {"kind": proof["kind"] if told.get("scale") is None else "prices"}
        if "value" in told:
            told["value"] = above
        false["bound"]["values"]["applications"] = above
        false["bound"]["proof"]["applications"] = told
        assert tried(false, world.book) != "holds", (told, above, fewest)


@SETTINGS
@given(worlds(), st.integers(0, 1 << 30))
def test_a_certificate_is_never_accepted_where_there_is_a_plan(world, seed):
    """The certificate of an impossible goal, changed and put to a neighbouring problem that may have a plan."""
    random = Random(seed)
    report = craftproof.report(plan(world.problem(), budget=0.3, compiled=False))
    if report["answer"] != "impossible":
        return
    for _ in range(EACH):
        false = easier(report, random, sorted(world.book.items))
        kind = false["certificate"]["kind"]
        for _ in range(random.randint(0, 3)):
            false["certificate"] = changed(false["certificate"], random, sorted(world.book.items))
        false["certificate"]["kind"] = kind
        if tried(false, world.book) == "holds":
            problem = read_claims(json.dumps(false), "", lambda _: world.book).problem
            fewest, known = Search(problem).fewest()
            assert fewest is None or not known, (false, fewest)


def easier(report, random, items):
    """A report of the same answer to a problem that asks for less, or has more."""
    out = {key: deepcopy(value) for key, value in report.items() if key not in ("missing", "most", "more")}
    item, way = random.choice(items), random.randrange(4)
    if way == 0:
        out["have"]["items"][item] = out["have"]["items"].get(item, 0) + random.randint(1, 3)
    elif way == 1:
        for goal in out["goal"]:
            goal["n"] = max(1, goal["n"] - random.randint(1, 3))
    elif way == 2:
        out.pop("limits", None)
        out.pop("keep", None)
    else:
        out["goal"] = out["goal"][:1]
        out["goal"][0]["any_of"] = sorted({*out["goal"][0]["any_of"], item})
    return out


@SETTINGS
@given(worlds(), st.integers(0, 1 << 30))
def test_a_changed_plan_is_accepted_only_where_it_is_another_right_one(world, seed):
    random = Random(seed)
    problem = world.problem()
    report = craftproof.report(plan(problem, budget=0.3, compiled=False))
    if not report.get("steps"):
        return
    for _ in range(EACH):
        false = deepcopy(report)
        part = random.choice(("cost", "gap", "steps", "totals", "plan"))
        false[part] = changed(false[part], random, sorted(world.book.items))
        try:
            checked = check(false, world.book, most_states=2000)
        except craftproof.InputError:
            continue
        if checked.holds and false[part] != report[part]:
            plain = json.dumps(false[part], sort_keys=True)
            assert part in ("steps", "totals", "plan"), plain
            if part == "plan":
                header, told = craftproof.load_plan(json.dumps(false["plan"]))
                assert craftproof.verify(problem, told).sound
                assert header.have == problem.have
