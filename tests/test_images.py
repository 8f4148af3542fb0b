"""Items that stand for others, and fuels that are left out: what the planner folds is accepted, what would change an
optimum is refused with its reason, and whatever is accepted changes none."""

from __future__ import annotations

import time
from copy import deepcopy
from dataclasses import replace
from random import Random

import craftproof
import pytest
from craftproof.engine import explore
from craftproof.engine.plan import plan
from craftproof.engine.prove import possible
from craftproof.engine.proving import smaller
from craftproof.engine.setup import relevant
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.pddl.slice import cut
from craftproof.pddl.tables import APPLY, lower
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe, Source, ToolNeed
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.certificate import check
from craftproof.sim.claims import RefutedError
from craftproof.sim.images import folded_problem

from .test_planner_bruteforce import recipe
from .twins import situation

GOALS = {
    "1.16.5": (
        "stone_pickaxe",
        "bow",
        "birch_door",
        "iron_pickaxe",
        "golden_carrot",
        "cake",
        "netherite_ingot",
        "beacon",
    ),
    "1.21.4": ("stone_pickaxe", "crafter", "bread", "anvil"),
    "1.11.2": ("stone_pickaxe", "iron_pickaxe", "cake", "torch"),
}


@pytest.mark.parametrize("rules", ["survival", "gog"])
@pytest.mark.parametrize(("version", "item"), [(version, item) for version, items in GOALS.items() for item in items])
def test_what_the_planner_folds_is_accepted(version, item, rules):
    problem = craftproof.problem(f"{item}=2", {}, rules=rules, book=craftproof.book(version))
    asked = cut(problem)  # what the planner looks at; the checker has the whole
    small = smaller(asked, lower(asked))
    less = folded_problem(problem, small.folded, small.unburned)
    assert len(small.folded) > 40
    assert less.fuels == small.problem.fuels
    t = lower(small.problem)
    goals = {t.cell_of[i] for want in problem.want for i in want.any_of}
    used = {t.moves[m].operator for m in possible(t, relevant(t, goals), small.problem) if t.moves[m].kind == APPLY}
    assert {name: less.operators.get(name) for name in used} == {name: small.problem.operators[name] for name in used}
    assert len(less.operators) < len(problem.operators) / 2


def alone(*made, have, want, fuels=(), uses=(), containers=(), rules=SURVIVAL):
    """A problem of a few recipes by hand; what is wanted comes of nothing as well."""
    items = {i for r in made for need in (*r.takes, *r.needs) for i in need.any_of} | set(have) | set(dict(containers))
    items |= {i for r in made for i, _ in r.gives} | {back for r in made for _, back in r.returns or ()} | {want}
    kinds = {i: ItemType(stack=1, uses=dict(uses)[i]) if i in dict(uses) else ItemType() for i in sorted(items)}
    found = (Source(f"mine {want}", "mine", ((want, 1),), 90),)
    book = Book("alone", kinds, recipes=made, sources=found, fuels=dict(fuels), containers=dict(containers))
    return compile_problem(book, rules, State(have), [Want((want,), 4)])


GAINS = {
    # what the planner must not fold: (problem, item, image)
    "two clay go and two come back, and a bolt besides": (
        alone(
            recipe("craft ash", "3 bolt|clay", "1 ash"),
            recipe("craft bolt", "2 bolt|clay", "1 bolt", returns=(("clay", "clay"),)),
            have={"clay": 3},
            want="ash",
        ),
        "bolt",
        "clay",
    ),
    "the bolt that comes back of a fern": (
        alone(
            recipe("craft clay", "1 fern", "1 clay", returns=(("fern", "bolt"),)),
            recipe("craft horn", "2 ash|bolt", "1 horn"),
            recipe("craft kiln", "1 clay, 1 horn", "1 kiln"),
            recipe("craft ash", "1 fern", "1 ash"),
            have={"fern": 9},
            want="kiln",
        ),
        "bolt",
        "ash",
    ),
    "the egg that burned dust leaves behind": (
        alone(
            replace(recipe("smelt clay", "2 ash|egg", "1 clay"), kind="smelting", burns=100),
            recipe("craft ash", "1 fern", "1 ash"),
            recipe("craft dust", "1 fern", "1 dust"),
            have={"fern": 9},
            want="clay",
            fuels={"dust": 100},
            containers={"dust": "egg"},
        ),
        "egg",
        "ash",
    ),
    "a new hoe for a worn one": (
        alone(
            recipe("craft hoe", "1 axe", "1 hoe"),
            recipe("craft axe", "1 fern", "1 axe"),
            recipe("craft clay", "1 dust", "1 clay", wears=((ToolNeed("axe"), ToolNeed("hoe")),)),
            have={"fern": 1, "dust": 9},
            want="clay",
            uses={"axe": 2, "hoe": 2},
        ),
        "hoe",
        "axe",
    ),
}


@pytest.mark.parametrize("name", GAINS)
def test_the_planner_folds_nothing_that_gains(name):
    problem, item, image = GAINS[name]
    with pytest.raises(RefutedError, match=f"{image} cannot stand for {item}"):
        folded_problem(problem, {item: image}, ())
    small = smaller(problem, lower(problem))
    assert small.folded.get(item) != image
    folded_problem(problem, small.folded, small.unburned)


def test_birch_is_oak_unless_it_is_wanted_or_only_half_of_it_is():
    book = craftproof.book()
    birch = {i: i.replace("birch", "oak") for i in book.items if "birch" in i}
    less = folded_problem(craftproof.problem("stick=4", {}), birch, ())
    assert "craft stick from planks" in less.operators
    assert not any("birch" in name for name in less.operators)
    with pytest.raises(RefutedError, match="birch_door is wanted"):
        folded_problem(craftproof.problem("birch_door", {}), birch, ())
    logs = {item: image for item, image in birch.items() if "log" in item or "wood" in item or "planks" in item}
    with pytest.raises(RefutedError, match="`craft birch_boat` has no image"):
        folded_problem(craftproof.problem("stick=4", {}), logs, ())


# -- what is refused ---------------------------------------------------------------------------------------------------

ITEMS = ("oak", "elm", "oak_log", "elm_log", "stick", "club", "axe", "saw", "coal", "ore", "iron", "pail", "oil", "tar")
TOOLS = {"axe": ItemType(stack=1, uses=9), "saw": ItemType(stack=1, uses=9)}


def mine(name, gives, effort, tool=None, limit=None):
    wears = ((ToolNeed(tool, 0, 1),),) if tool else ()
    return Source(name, "mine", ((gives, 1),), effort, wears=wears, limit=limit)


WOODS = (
    recipe("craft oak", "1 oak_log", "4 oak"),
    recipe("craft elm", "1 elm_log", "4 elm"),
    recipe("craft stick", "2 oak|elm", "4 stick"),
    recipe("craft club", "2 oak", "1 club"),
    recipe("craft axe", "2 oak", "1 axe"),
    recipe("craft saw", "2 oak", "1 saw"),
    Recipe("smelt iron", "smelting", (Ingredient(("ore",)),), (("iron", 1),), burns=200),
)
SOURCES = (mine("mine oak_log", "oak_log", 60), mine("mine elm_log", "elm_log", 65), mine("mine coal", "coal", 90))
ORE = Source("mine ore", "mine", (("ore", 1),), 100, wears=((ToolNeed("axe"), ToolNeed("saw")),))
FUELS = {"oak": 300, "elm": 300, "coal": 1600, "club": 200, "oak_log": 300, "elm_log": 300}
FOLDS = {"elm": "oak", "elm_log": "oak_log"}


def world(want="iron", have=None, rules=SURVIVAL, more=(), less=(), fuels=(), **parts):
    """A problem over the woods with operators more, less or changed."""
    ways = {way.id: way for way in (*WOODS, *SOURCES, ORE, *more)}
    kept = [way for name, way in ways.items() if name not in less]
    book = Book(
        "woods",
        {i: TOOLS.get(i, ItemType()) for i in ITEMS},
        recipes=tuple(way for way in kept if isinstance(way, Recipe)),
        sources=tuple(way for way in kept if isinstance(way, Source)),
        fuels=FUELS | dict(fuels),
        containers=parts.pop("containers", {}),
    )
    tools = {item: replace(TOOLS[item], uses=uses) for item, uses in parts.pop("uses", {}).items()}
    book = replace(book, items=book.items | tools)
    return compile_problem(book, rules, State(have or {}), [Want((want,), 3)], **parts)


def test_two_woods_are_one():
    less = folded_problem(world(), FOLDS, ("club",))
    assert "mine elm_log" not in less.operators
    assert less.operators["craft axe"] == world().operators["craft axe"]
    assert "club" not in less.fuels
    assert "craft stick" not in less.operators, "iron draws on no sticks"


TAKEN_BACK = Recipe(
    "craft iron from oil",
    "crafting",
    (Ingredient(("oil", "tar")),),
    (("iron", 1),),
    returns=(("oil", "pail"), ("tar", "coal")),
)
OILS = (mine("mine oil", "oil", 5), mine("mine tar", "tar", 5), mine("mine pail", "pail", 5), TAKEN_BACK)
REFUSED = {
    # what is changed: (the problem, folded, unburned, reason)
    "to one that costs more": (
        world(more=(mine("mine oak_log", "oak_log", 66),)),
        FOLDS,
        (),
        "`mine elm_log` has no image that costs no more",
    ),
    "to one of which more is taken": (
        world(more=(recipe("craft oak", "2 oak_log", "4 oak"),)),
        FOLDS,
        (),
        "`craft elm` has no image",
    ),
    "to one of which less is made": (
        world(more=(recipe("craft oak", "1 oak_log", "3 oak"),)),
        FOLDS,
        (),
        "`craft elm` has no image",
    ),
    "half a family": (world(), {"elm": "oak"}, (), "`craft elm` has no image"),
    "to an item of another use": (world(), {"oak": "coal"}, (), "coal cannot stand for oak"),
    "what is wanted": (world("elm"), FOLDS, (), "elm is wanted"),
    "what is held": (world(have={"elm_log": 1}), FOLDS, (), "elm_log is held"),
    "what is kept": (world(have={"elm": 1}, keep={"elm": 1}), FOLDS, (), "elm is held"),
    "what is limited": (world(limits={"elm_log": 2}), FOLDS, (), "to be kept or limited"),
    "into a limited source": (
        world(more=(mine("mine oak_log", "oak_log", 60, limit=2),)),
        FOLDS,
        (),
        "`mine elm_log` has no image",
    ),
    "into a limited item": (world(limits={"oak_log": 2}), FOLDS, (), "`mine elm_log` has no image"),
    "in a chain": (world(), {"elm": "oak", "oak": "club"}, (), "it is folded itself"),
    "to nothing known": (world(), {"elm": "ash"}, (), "no such item"),
    "fuel that burns longer": (world(fuels={"elm": 301}), FOLDS, (), "elm burns longer"),
    "fuel into one left out": (world(), {"elm": "club"}, ("club",), "elm burns longer"),
    "fuel that leaves something behind": (world(containers={"elm": "pail"}), FOLDS, (), "leaves pail behind"),
    "fuel whose image leaves something": (world(containers={"oak": "pail"}), FOLDS, (), "leaves nothing behind"),
    "what fuel leaves behind": (
        world(containers={"coal": "elm"}),
        FOLDS,
        (),
        "oak cannot stand for elm, which coal leaves behind",
    ),
    "a tool that lasts longer": (world(uses={"saw": 10}), {"saw": "axe"}, (), "saw lasts longer"),
    "a tool that wears less": (
        world(more=(replace(ORE, wears=((ToolNeed("axe", 0, 2), ToolNeed("saw")),)),)),
        {"saw": "axe"},
        (),
        "`mine ore` has no image",
    ),
    "what does not wear into what does": (
        world(uses={"saw": 0}, more=(recipe("craft saw", "3 oak", "1 saw"),)),
        {"saw": "axe"},
        (),
        "`mine ore` has no image",
    ),
    "a tool that is mended": (
        world(more=(recipe("mend saw", "2 saw", "1 saw"),)),
        {"saw": "axe"},
        (),
        "`mend saw` has no image",
    ),
    "what brings something else back": (world(more=OILS), {"tar": "oil"}, (), "`craft iron from oil` has no image"),
    "what comes back": (
        world(more=(*OILS, recipe("craft pail", "1 pail", "1 iron"))),
        {"pail": "tar"},
        (),
        "`craft iron from oil` has no image",
    ),
    "where slots are limited": (world(rules=replace(SURVIVAL, slots="hard")), FOLDS, (), "room of its own"),
    "where the lowest slot burns": (
        world(rules=replace(SURVIVAL, fuel_order="lowest_slot")),
        {},
        ("club",),
        "room of its own",
    ),
    "a fuel that burns longer than what goes in": (world(fuels={"club": 601}), {}, ("club",), "for a shorter time"),
    "a fuel from nowhere": (world(), {}, ("coal",), "for a shorter time"),
    "a fuel that is held": (world(have={"club": 1}), {}, ("club",), "held, wanted or to be kept"),
    "a fuel that is a tool": (world(fuels={"axe": 1}), {}, ("axe",), "serves while it is not burned"),
    "a fuel that leaves something behind": (world(containers={"club": "pail"}), {}, ("club",), "container behind"),
    "a fuel made of what leaves something behind": (
        world(containers={"oak": "pail"}, more=(recipe("craft club", "2 oak", "1 club", returns=()),)),
        {},
        ("club",),
        "takes what leaves a container behind",
    ),
    "a fuel that comes back": (world(containers={"coal": "club"}), {}, ("club",), "comes back"),
    "no fuel": (world(), {}, ("ore",), "it is no fuel"),
    "a fuel made with something else": (
        world(more=(recipe("craft club", "2 oak", "1 club, 1 ore"),)),
        {},
        ("club",),
        "more than that",
    ),
    "a fuel of which several are made and taken": (
        world(more=(recipe("craft club", "2 oak", "2 club"), recipe("craft axe", "1 club", "1 axe"))),
        {},
        ("club",),
        "not only burned",
    ),
    "a fuel of which several burn in several kinds of stations": (
        world(
            more=(
                recipe("craft club", "2 oak", "3 club"),
                Recipe("blast iron", "blasting", (Ingredient(("ore",)),), (("iron", 1),), burns=200),
            )
        ),
        {},
        ("club",),
        "cannot be parted",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_may_change_an_optimum_is_refused(name):
    problem, folded, unburned, why = REFUSED[name]
    with pytest.raises(RefutedError, match=why):
        folded_problem(problem, folded, unburned, "here")


def test_a_tree_of_a_report_is_refused_where_its_folds_are():
    problem = craftproof.problem("chest=2", {})
    report = craftproof.report(plan(problem, compiled=False, max_nodes=1000))
    tree = report["bound"]["proof"]["effort"]
    assert tree["kind"] == "tree"
    assert tree["folded"]["spruce_planks"] == "oak_planks"
    assert check(report).complete
    for key, value, at in (("folded", {"oak_planks": "oak_log"}, "folded"), ("unburned", ["coal"], "unburned")):
        false = deepcopy(report)
        false["bound"]["proof"]["effort"][key] = value
        refused = [claim.at for claim in check(false).claims if claim.outcome == "does not hold"]
        assert f"bound.proof.effort.{at}" in refused[0]


# -- what is accepted --------------------------------------------------------------------------------------------------


def cheapest(problem, monkeypatch):
    """The cost of the best plan by a search through every state (`None`: there is none), and whether it saw the end."""
    monkeypatch.setattr(explore, "STATES", 1000)
    found = explore.explore(problem, problem.operators, time.monotonic() + 3600)
    if found.plan is None:
        return None, found.finished
    ops = [(problem.operators[step.operator], step.applications) for step in found.plan.steps]
    return (sum(op.effort * n for op, n in ops), sum(n for _, n in ops)), found.finished


def one_by_one(problem, folded):
    """Whether it matters which piece of a tool breaks: one that others are folded into, and that is more than worn."""
    tools = {image for image in folded.values() if problem.uses.get(image) and problem.rules.wear}
    pieces = {i for op in problem.operators.values() for need in (*op.takes, *op.needs) for i in need.any_of}
    return not tools.isdisjoint(pieces | set(problem.fuels) | {i for want in problem.want for i in want.any_of})


@pytest.mark.parametrize("wear", [False, True])
def test_what_is_accepted_changes_no_optimum(wear, monkeypatch):
    random, compared = Random(5 + wear), 0
    for _ in range(500):
        problem, folded, unburned = situation(random, wear)
        try:
            less = folded_problem(problem, folded, unburned)
        except RefutedError:
            continue
        if len(less.operators) == len(problem.operators) or one_by_one(problem, folded):
            continue
        (full, seen), (few, ended) = cheapest(problem, monkeypatch), cheapest(less, monkeypatch)
        if seen and ended:
            assert full == few, (problem.operators, folded, unburned)
            compared += full is not None
    assert compared > 25
