"""False claims, written by hand: each is refused, at its place and with its reason."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path

import craftproof
import pytest
from craftproof import State
from craftproof.engine.plan import plan
from craftproof.recipes.book import Ingredient, ItemType, Recipe, Source, ToolNeed
from craftproof.sim import smaller
from craftproof.sim.certificate import check
from craftproof.sim.images import folded_problem

from .strategies import RULES
from .test_planner_bruteforce import recipe, small

UNIT = 1 << 20


@cache
def honest(goal, have="oak_log=1", **more):
    """A report that holds, of the bundled book."""
    rules = more.pop("rules", "survival")
    return craftproof.report(plan(craftproof.problem(goal, have, rules=rules, **more), compiled=False))


def refused(report, at, why, book=None):
    """Assert that a claim at a place is false for a reason."""
    false = [claim for claim in check(report, book).claims if claim.outcome == "does not hold"]
    assert any(claim.at.startswith(at) and why in claim.why for claim in false), [(c.at, c.why) for c in false]


def changed(report, *changes):
    """A report with values put at paths."""
    out = deepcopy(report)
    for path, value in changes:
        part = out
        *path, last = path.split("/")
        for key in path:
            part = part[int(key) if isinstance(part, list) else key]
        part[int(last) if isinstance(part, list) else last] = value
    return out


PLANS = {
    # what is said: (changes, place of the false claim, what the checker says)
    "less of the log": ([("have/items/oak_log", 0)], "plan.have", "another have"),
    "a goal that the plan does not meet": (
        [("goal/0/n", 5), ("plan/want/0/n", 5)],
        "plan.steps",
        "5 stick wanted, 4 at the end",
    ),
    "a goal by a wrong name": ([("goal/0/name", "diamond")], "goal.0.name", "`diamond` is not stick"),
    "one application less": ([("plan/steps/1/applications", 2)], "plan.steps", "are bound"),
    "fewer applications in all": ([("cost/applications", 1)], "cost", "recomputed"),
    "steps that are not the plan's": ([("steps/0/takes", {"birch_log": 1})], "steps.0.takes", "takes"),
    "a total": ([("totals/used/oak_log", 3)], "totals.used", "oak_log is told as 3"),
    "what is left": ([("totals/left", {"diamond": 4})], "totals", "diamond"),
    "a gap of nothing": ([("gap", [0, 0, 0])], "gap", "recomputed"),
    "the best there is": ([("answer", "optimal")], "bound.values", "but the bound is"),
    "other rules inside": ([("plan/rules", {"preset": "bare"})], "plan.rules", "another rules"),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_false_claim_about_a_plan_is_refused(name):
    changes, at, why = PLANS[name]
    refused(changed(honest("stick=4"), *changes), at, why)


def bound(values, proof, criterion="applications", goal="stick=4", have="oak_log=1", **more):
    """A report with another bound and proof of one criterion."""
    report = honest(goal, have, **more)
    return changed(report, (f"bound/values/{criterion}", values), (f"bound/proof/{criterion}", proof))


def prices(of, **more):
    return {"kind": "prices", "scale": 1, "prices": of, "ticks": {}, "passed": [], "gains": {}, "never": []} | more


BOUNDS = {
    "no cost is below 0, so 3": (3, {"kind": "nought"}, "does not prove 3"),
    "one step, so 3": (3, {"kind": "step"}, "one step is proved"),
    "sticks dearer than planks": (12, prices({"stick": 3}), "`craft stick from"),
    "planks that come of nothing": (3, prices({"stick": 1, "oak_planks": 2}), "gains"),
    "a scale that makes much of little": (9, prices({"stick": 1}, scale=4), "the prices prove 1, not 9"),
    "a log that is left out of account": (
        3,
        prices({"stick": 2, "oak_planks": 3, "birch_planks": 3, "spruce_planks": 3}, scale=4),
        "gains",
    ),
    "a log that is out of reach, though it is held": (9, prices({"stick": 9}, never=["oak_log"]), "is held"),
    "planks out of reach": (9, prices({"stick": 9}, never=["oak_planks", "bamboo"]), "is out of reach"),
    "a passed item that need not be made": (
        9,
        prices({"crafting_table": 9}, scale=9, passed=["crafting_table"]),
        "crafting_table may be burned",
    ),
    "a gain of what has no limit": (9, prices({"stick": 9}, gains={"craft oak_planks": 9}), "not limited"),
    "a search that was none": (3, {"kind": "search", "states": 9, "operators": []}, "a search finds a plan"),
    "a search with an operator that is not there": (
        2,
        {"kind": "search", "states": 9, "operators": ["craft sticks"]},
        "no operator `craft sticks`",
    ),
    "a tree of no cases": (
        3,
        {"kind": "tree", "criterion": 1, "value": 3, "unit": 1, "cuts": [], "nodes": [{"objective": 1}]},
        "case 0: the rows add up to 0",
    ),
    "a tree about something else": (
        3,
        {"kind": "tree", "criterion": 0, "value": 3, "unit": 1, "cuts": [], "nodes": [{"objective": 1}]},
        "another criterion",
    ),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_a_false_bound_is_refused(name):
    value, proof, why = BOUNDS[name]
    refused(bound(value, proof, gather=False), "bound", why)


def leaf(**more):
    return {"objective": 1, "prices": {}} | more


def tree(*nodes, cuts=()):
    return {"kind": "tree", "criterion": 1, "value": 3, "unit": 1, "cuts": list(cuts), "nodes": list(nodes)}


def branch(*columns, at=0, low=1, high=2):
    return {"columns": list(columns), "at": at, "low": low, "high": high}


PLANKS, STICKS = "craft oak_planks", "craft stick from planks"
TREES = {
    "a price on what is used for free": (tree(leaf(prices={"stick": 1})), "nothing bounds it"),
    "a cell that is not there": (tree(leaf(prices={"unobtainium": 9})), "no `unobtainium`"),
    "a cut that nothing forces": (
        tree(leaf(cuts={"0": 3}), cuts=[{"first": ["craft chest"], "weights": {}}]),
        "has to fire",
    ),
    "a cut counted three times over": (
        tree(leaf(cuts={"0": 3}), cuts=[{"first": [STICKS, "craft stick from bamboo"], "weights": {}}]),
        "nothing bounds it",
    ),
    "a cut that is not there": (tree(leaf(cuts={"7": 3})), "no row 7"),
    "a limit that there is not": (tree(leaf(limits={STICKS: 1})), "is not limited"),
    "a cap on a criterion that comes later": (tree(leaf(caps=[0, 1])), "no row 1"),
    "a side that is left open": (tree(branch(STICKS), leaf(objective=0), leaf()), "case 2: the rows add up to 1"),
    "branches on nothing": (tree(branch("equip stick"), leaf(), leaf()), "no column `equip stick`"),
    "a circle": (tree(branch(STICKS, low=0, high=1), leaf()), "leads to no later node"),
    "one leaf for two cases": (tree(branch(STICKS, low=1, high=1), leaf()), "under two branches"),
    "a branch without its leaf": (tree(branch(STICKS, low=1, high=2), leaf()), "leads to no later node"),
    "marks of what is not counted": (
        tree(leaf(marks={"0": 1}), cuts=[{"first": [STICKS, "craft stick from bamboo"], "weights": {}}]),
        "marks count used operators",
    ),
    "a group of a branch that is not on the way": (tree(leaf(groups={"0": 3})), "no row 0"),
}


@pytest.mark.parametrize("name", TREES)
def test_a_tree_that_proves_nothing_is_refused(name):
    proof, why = TREES[name]
    refused(bound(3, proof, gather=False), "bound.proof.applications", why)


def test_a_tree_that_proves_its_bound_holds():
    """Sticks are made at least once, and planks at least once: a case each is not needed, two rows do."""
    proof = tree(
        leaf(cuts={"0": 1, "1": 1}),
        cuts=[
            {"first": [STICKS, "craft stick from bamboo"], "weights": {}},
            {"first": [PLANKS], "weights": {}},
        ],
    ) | {"value": 2}
    claims = check(bound(2, proof, gather=False)).claims
    assert [c.outcome for c in claims if c.at == "bound.values.applications"] == ["holds"]
    refused(bound(3, proof | {"value": 3}, gather=False), "bound.proof", "add up to 2, more than 2 is needed")


def impossible(goal, have, certificate, book=None, world=None, **more):
    """A report that says that there is no plan, with a certificate of one's own."""
    problem = world.problem() if world else craftproof.problem(goal, have, **more)
    report = craftproof.report(plan(problem, compiled=False))
    keys = ("version", "rules", "goal", "have", "keep", "limits", "ban", "gather", "book")
    kept = {key: report[key] for key in keys if key in report}
    return {"craftproof": "report/1", "answer": "impossible", **kept, "notes": [], "certificate": certificate}


def priced(of, worth, held, **more):
    return {"kind": "prices", "prices": of, "passed": [], "gains": {}, "never": [], "ticks": {}} | {
        "worth": worth,
        "held": held,
        **more,
    }


BARE = {"rules": "bare"}
CERTIFICATES = {
    "a set without the goal": ("stick=4", BARE, {"kind": "unreachable", "items": ["bedrock"]}, "not among them"),
    "a set of what is held": ("stick=4", BARE, {"kind": "unreachable", "items": ["stick", "oak_log"]}, "is held"),
    "a set of what can be made": ("stick=4", BARE, {"kind": "unreachable", "items": ["stick"]}, "gives stick"),
    "an empty set": ("stick=4", BARE, {"kind": "unreachable", "items": []}, "not among them"),
    "a goal dearer than its planks": ("stick=4", BARE, priced({"stick": 1}, 4, 0), "gains"),
    "worth more than it is": (
        "stick=4",
        BARE,
        priced({"stick": 1, "oak_planks": 2, "bamboo": 1, "oak_log": 8}, 99, 8, never=["bamboo"]),
        "`craft oak_planks` gains 8",
    ),
    "less held than there is": ("stick=4", BARE, priced({}, 1, 0), "not 1"),
    "no more than what is held": ("stick=4", BARE, priced({}, 0, 0), "no more than"),
    "a gain left out": (
        "oak_planks=12",
        {"limits": "oak_log=3"},
        priced({"oak_planks": 1}, 12, 4),
        "gains",
    ),
    "a limit passed over": (
        "oak_planks=12",
        {"limits": "oak_log=3"},
        priced({"oak_planks": 1, "oak_log": 4}, 12, 4, gains={"oak_log": 1}),
        "gains",
    ),
    "too little in all, though more can be made": (
        "stick=4",
        BARE,
        {"kind": "scarce", "most": {"stick": 3}, "never": []},
        "gives stick without end",
    ),
    "too little in all by a wrong count": (
        "stick=4",
        BARE,
        {"kind": "scarce", "most": {"oak_log": 1, "stick": 3}, "never": []},
        "without end",
    ),
    "a search that reaches it": ("stick=4", BARE, {"kind": "search", "states": 5, "operators": []}, "reaches the goal"),
    "passed, though it is held": ("stick=4", BARE, priced({}, 9, 0, passed=["oak_log"]), "is held at the start"),
    "passed, though it is the goal": ("stick=4", BARE, priced({}, 9, 0, passed=["stick"]), "is wanted itself"),
    "passed, though it is used up": ("stick=4", BARE, priced({}, 9, 0, passed=["oak_planks"]), "takes oak_planks"),
}


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_false_certificate_is_refused(name):
    goal, more, certificate, why = CERTIFICATES[name]
    refused(impossible(goal, "oak_log=1", certificate, **more), "certificate", why)


FURNACE = recipe("smelt glass", "1 sand", "1 glass", burns=200, station="furnace")
SURVIVAL = {"rules": craftproof.PRESETS["survival"]}
MINEDOJO = {"rules": craftproof.PRESETS["minedojo"]}


def world(have, want, rules, recipes=(FURNACE,), fuels=None, containers=None, sources=(), **more):
    """A small world with fuel, containers and sources."""
    base = small(list(recipes), {}, want, rules=rules["rules"], **more)
    book = base.book
    items = {**book.items, **{i: ItemType() for i in ("furnace", "sand", "coal", "glass", "bucket", "lava")}}
    items |= {i: ItemType() for i in have.stock if i not in items}
    items["pickaxe"] = ItemType(tool="pickaxe", uses=9)
    kwargs = {"version": "small", "items": items, "recipes": tuple(recipes), "sources": tuple(sources)}
    made = type(book)(**kwargs, fuels=fuels or {"coal": 1600}, containers=containers or {})
    return type(base)(made, have, base.want, rules=rules["rules"], **more)


WORLDS = {
    "ticks that are left over are not counted": (
        world(State({"sand": 1, "furnace": 1}, ticks={"furnace": 200}), {"glass": 1}, SURVIVAL),
        {"kind": "unreachable", "items": ["glass", "coal", "lava"]},
        "gives glass",
    ),
    "ticks that are left over are worth nothing": (
        world(State({"sand": 1, "furnace": 1}, ticks={"furnace": 200}), {"glass": 1}, SURVIVAL),
        priced({"glass": 1}, 1, 0, never=["coal"]),
        "gains",
    ),
    "the one pool of ticks is not known": (
        world(State({"sand": 1}, ticks={"all": 200}, placed={"furnace": 1}), {"glass": 1}, MINEDOJO),
        {"kind": "unreachable", "items": ["glass", "coal", "lava"]},
        "gives glass",
    ),
    "the station that stands is not seen": (
        world(State({"sand": 1, "coal": 1}, placed={"furnace": 1}), {"glass": 1}, MINEDOJO),
        {"kind": "unreachable", "items": ["glass", "furnace"]},
        "needs nothing that is out of reach",
    ),
    "the station that stands is worth nothing": (
        world(State({"pickaxe": 1}, placed={"furnace": 1}), {"furnace": 1}, MINEDOJO),
        priced({"furnace": 1}, 1, 0),
        "`pickup furnace` gains",
    ),
    "standing out of reach, though it stands": (
        world(State({"sand": 1, "coal": 1}, placed={"furnace": 1}), {"glass": 1}, MINEDOJO),
        {"kind": "unreachable", "items": ["glass", "standing:furnace"]},
        "standing:furnace is held",
    ),
    "a fuel that is worth less than its ticks": (
        world(State({"sand": 2, "furnace": 1, "coal": 1}), {"glass": 2}, SURVIVAL),
        priced({"glass": 200, "sand": 100}, 400, 200, ticks={"furnace": 1}),
        "burning coal gains",
    ),
    "the bucket that burning leaves": (
        world(
            State({"sand": 1, "furnace": 1, "lava": 1}),
            {"bucket": 1},
            SURVIVAL,
            fuels={"lava": 20000},
            containers={"lava": "bucket"},
        ),
        {"kind": "unreachable", "items": ["bucket"]},
        "lava burns and leaves bucket behind",
    ),
    "the bucket that burning leaves, in all": (
        world(
            State({"sand": 1, "furnace": 1, "lava": 1}),
            {"bucket": 1},
            SURVIVAL,
            fuels={"lava": 20000},
            containers={"lava": "bucket"},
        ),
        {"kind": "scarce", "most": {"bucket": 0}, "never": []},
        "burning lava gives bucket without end",
    ),
    "goals of one item counted twice": (
        small(
            [recipe("craft planks", "1 log", "4 planks")],
            {"log": 1},
            {"planks": 4},
            keep={"planks": 4},
        ),
        priced({"planks": 1, "log": 4}, 8, 4),
        "the goal is worth 4, not 8",
    ),
    "what comes back is not counted": (
        small(
            [
                recipe("craft cake", "3 milk, 1 egg", "1 cake", returns=(("milk", "bucket"),)),
            ],
            {"milk": 3, "egg": 1},
            {"cake": 1, "bucket": 3},
        ),
        priced({"cake": 1, "bucket": 1, "milk": 1, "egg": 0}, 4, 3),
        "`craft cake` gains",
    ),
    "a tool that is out of reach, though it can be made": (
        small(
            [
                recipe("craft pick", "2 stick", "1 pick"),
                recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),)),
            ],
            {"stick": 2, "rock": 1},
            {"stone": 1},
            {"pick": 2},
        ),
        {"kind": "unreachable", "items": ["stone", "pick"]},
        "`craft pick` gives pick",
    ),
    "what wears out counted as passed": (
        small(
            [
                recipe("craft pick", "2 stick", "1 pick"),
                recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),)),
                recipe("craft heap", "1 rock", "1 stone"),
            ],
            {"stick": 2, "rock": 1},
            {"stone": 1},
            {"pick": 2},
        ),
        priced({"pick": 9, "stone": 1, "rock": 1, "stick": 5}, 10, 11, passed=["pick"]),
        "can be reached without pick",
    ),
}


@pytest.mark.parametrize("name", WORLDS)
def test_a_false_certificate_of_a_small_world_is_refused(name):
    case, certificate, why = WORLDS[name]
    refused(impossible("", "", certificate, world=case), "certificate", why, case.book)


def test_an_item_called_like_a_standing_station_is_never_mixed_up():
    odd = small([recipe("craft a", "1 standing:b", "1 a")], {"standing:b": 1}, {"a": 2})
    refused(impossible("", "", priced({"a": 1}, 2, 0), world=odd), "certificate", "cannot be told", odd.book)


def test_a_ban_by_the_name_of_an_operator_bans_nothing_else():
    """An operator may be called like an item; a report bans the operator alone."""
    one, other = recipe("a", "1 b", "1 a"), recipe("craft a", "1 b", "1 a")
    case = small([one, other], {"b": 1}, {"a": 1})
    report = craftproof.report(plan(case.problem(), compiled=False))
    assert "ban" not in report
    never = {"kind": "unreachable", "items": ["a"]}
    false = impossible("", "", never, world=case) | {"ban": ["a"]}
    refused(false, "certificate", "`craft a` gives a", case.book)
    assert check(false | {"ban": ["a", "craft a"]}, case.book).complete


def test_sources_that_are_limited_may_gain_only_by_their_limit():
    wood = Source("mine log", "mine", (("log", 2),), 10, limit=2)
    made = Recipe("craft planks", "crafting", (Ingredient(("log",)),), (("planks", 4),))
    case = world(State({}), {"planks": 16}, SURVIVAL, recipes=(made,), sources=(wood,))
    stated = {"planks": 1, "log": 4}
    refused(
        impossible("", "", priced(stated, 16, 8, gains={"mine log": 8}), world=case),
        "certificate.held",
        "is worth 16, not 8",
        case.book,
    )
    more = world(State({}), {"planks": 17}, SURVIVAL, recipes=(made,), sources=(wood,))
    true = impossible("", "", priced(stated, 17, 16, gains={"mine log": 8}), world=more)
    assert check(true, more.book).complete


def told(case, value, proof):
    """A report of a small world with another tree for its applications."""
    report = craftproof.report(plan(case.problem(), compiled=False))
    proof = {**proof, "criterion": 0, "value": value}
    return changed(report, ("bound/values/applications", value), ("bound/proof/applications", proof))


def outcome(report, book, at="bound.values.applications"):
    return [claim.outcome for claim in check(report, book).claims if claim.at == at]


def test_a_case_that_asks_for_what_can_never_be_done_is_closed():
    """Nothing gives a pick, so no plan is in the case in which stone is made with one."""
    stone = recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),))
    case = small([stone, recipe("craft gem", "1 rock", "1 gem")], {"rock": 3}, {"gem": 2}, {"pick": 9})
    gems = leaf(prices={"gem": 1})
    proof = tree(branch("craft stone"), gems, leaf())
    assert outcome(told(case, 2, proof), case.book) == ["holds"]
    refused(told(case, 3, proof), "bound.proof.applications.nodes.1", "add up to 2, more than 2", case.book)
    other = tree(branch("craft gem"), gems, leaf())
    refused(told(case, 2, other), "bound.proof.applications.nodes.2", "add up to 1, more than 1", case.book)


def test_what_no_goal_draws_on_is_never_applied_in_a_smaller_problem():
    """Of oak and elm one is left; a heap, which nobody wants, takes either, and no plan is in the case of a heap."""
    woods = [recipe(f"craft {wood}", f"1 {wood}_log", f"4 {wood}") for wood in ("oak", "elm")]
    woods += [recipe("craft stick", "2 elm|oak", "4 stick"), recipe("craft heap", "1 elm|oak, 1 rock", "1 heap")]
    case = small(woods, {"oak_log": 3, "rock": 1}, {"stick": 8})
    folded = {"folded": {"elm": "oak", "elm_log": "oak_log"}}
    sticks = leaf(prices={"stick": 1})
    proof = tree(branch("craft heap"), sticks, leaf()) | folded | {"unit": 4}
    assert outcome(told(case, 2, proof), case.book) == ["holds"]
    refused(told(case, 3, proof), "bound.proof.applications.nodes.1", "add up to 8, more than 8", case.book)
    unknown = proof | {"nodes": [branch("craft hill"), sticks, leaf()]}
    refused(told(case, 2, unknown), "bound.proof.applications.nodes.0", "no column `craft hill`", case.book)
    priced = proof | {"nodes": [leaf(prices={"stick": 1, "heap": 1, "any of heap": 1})]}
    refused(told(case, 2, priced), "bound.proof.applications.nodes.0", "no `any of heap`", case.book)


def test_folds_are_checked_once_for_all_trees_of_a_report(monkeypatch):
    report = craftproof.report(plan(craftproof.problem("chest=2", {}), compiled=False, max_nodes=1000))
    trees = [proof for proof in report["bound"]["proof"].values() if proof["kind"] == "tree"]
    asked = []
    monkeypatch.setattr(smaller, "folded_problem", lambda *of: asked.append(of) or folded_problem(*of))
    assert check(report).complete
    assert len(trees) > 1 == len(asked)


UNPROVED = {
    # criteria: the least costs, in their order
    "applications,distinct": (7, 4),
    "distinct,applications": (4, 7),
    "lines,applications": (4, 7),
}


@pytest.mark.parametrize("cost", UNPROVED)
def test_what_a_report_leaves_unproved_is_searched_for_where_little_is_to_see(cost):
    """Two logs sawn, a pick of two uses, two stones and two bricks: seven applications, each kind in a line."""
    ways = [
        recipe("craft planks", "1 log", "2 planks"),
        recipe("craft pick", "1 planks", "1 pick"),
        recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),)),
        recipe("craft brick", "1 stone, 1 planks", "1 brick"),
    ]
    case = small(ways, {"log": 2, "rock": 2}, {"brick": 2}, {"pick": 2})
    names = tuple(cost.split(","))
    case = replace(case, rules=replace(RULES, cost=names))
    report = craftproof.report(plan(case.problem(), budget=1, compiled=False))
    least = dict(zip(names, UNPROVED[cost], strict=True))
    assert report["cost"] == least
    for name in names:
        true = changed(report, ("bound/values", least), (f"bound/proof/{name}", None))
        assert outcome(true, case.book, f"bound.values.{name}") == ["holds"]
        false = changed(true, (f"bound/values/{name}", least[name] + 1))
        why = ", ".join(f"{each} {least[each]}" for each in names[: names.index(name) + 1])
        refused(false, f"bound.values.{name}", f"a search finds a plan of {why}", case.book)


def test_the_tree_of_the_documentation_proves_what_it_says():
    """Five planks cost 120 ticks: two logs are mined, or there are too few planks."""
    page = (Path(__file__).parents[1] / "docs" / "proofs.md").read_text(encoding="utf-8")
    proof = json.loads(page[page.index('    {"kind": "tree"') :].partition("\n\n")[0])
    wood = Source("mine log", "mine", (("log", 1),), 60)
    made = Recipe("craft planks", "crafting", (Ingredient(("log",)),), (("planks", 4),))
    case = world(State({}), {"planks": 5}, SURVIVAL, recipes=(made,), sources=(wood,))
    report = craftproof.report(plan(case.problem(), compiled=False))
    told = changed(report, ("bound/values/effort", 120), ("bound/proof/effort", proof))
    outcome = {c.at: c.outcome for c in check(told, case.book).claims}
    assert outcome["bound.values.effort"] == "holds"
    more = changed(told, ("bound/values/effort", 121), ("bound/proof/effort/value", 121))
    refused(more, "bound.proof.effort.nodes.2", "add up to 120, more than 120 is needed", case.book)


def test_what_has_to_be_there_may_be_taken_at_once():
    """Two clay are there, and one has to be: both may go into the egg, so no tree shows that there is none."""
    need = Recipe(
        "craft egg",
        "crafting",
        (Ingredient(("bolt", "clay"), 2),),
        (("egg", 1),),
        needs=(Ingredient(("clay",)),),
    )
    case = small([need], {"clay": 2}, {"egg": 1})
    report = craftproof.report(plan(case.problem(), compiled=False))
    assert report["cost"] == {"applications": 1}
    cut = {"first": ["craft egg"], "weights": {"clay": 1, "any of bolt, clay": 1}}
    proof = {**tree(leaf(objective=0, cuts={"0": 1}), cuts=[cut]), "criterion": 0, "value": 2}
    told = changed(report, ("bound/values/applications", 2), ("bound/proof/applications", proof))
    refused(told, "bound.proof.applications.nodes.0", "add up to 0, more than 0 is needed", case.book)
