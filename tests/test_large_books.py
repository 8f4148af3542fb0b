"""Reading large books: what is quickly told to be sound is sound, equal sets are one object, packs are as they say."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest
from craftproof.recipes.accept import Acceptance
from craftproof.recipes.book import Ingredient
from craftproof.recipes.check import check, inconsistent
from craftproof.recipes.defined import Defined, Sound, Usual
from craftproof.recipes.identity import content_hash
from craftproof.recipes.kept import ids, kept
from craftproof.recipes.library import bundled
from craftproof.recipes.native import load_book, to_data
from craftproof.recipes.overlay import EMPTY
from craftproof.recipes.shape import held_against, misshapen, schema
from hypothesis import given, settings
from hypothesis import strategies as st

from .synthetic_packs import pack, synthetic

SMALL = {
    "craftproof": "book/1",
    "version": "small",
    "items": {
        "log": {},
        "plank": {"stack": 16},
        "axe": {"uses": 9, "tool": "axe", "tier": 1, "label": "Axe"},
        "cup": {},
    },
    "tags": {"wood": ["log", "#planks"], "planks": ["plank"], "none": []},
    "recipes": [
        {"id": "craft plank", "kind": "crafting", "takes": [{"any_of": "#wood", "n": 2}], "gives": {"plank": 4}},
        {
            "id": "craft axe",
            "kind": "crafting",
            "takes": [{"any_of": ["plank", "log"]}, {"any_of": "cup"}],
            "gives": {"axe": 1},
            "station": "cup",
            "needs": [{"any_of": "log"}],
            "wears": [[{"tool": "axe", "tier": 1, "uses": 2}, {"tool": "axe"}]],
            "burns": 200,
            "returns": {"cup": "log"},
        },
    ],
    "sources": [
        {
            "id": "mine log",
            "kind": "mine",
            "gives": {"log": 1},
            "effort": 60,
            "where": {"dimension": "nether", "biomes": ["plains"], "heights": [1, 9], "conditions": ["by day"]},
            "limit": 3,
            "expected": True,
            "block": "log",
            "on": False,
            "why": "for fun",
        }
    ],
    "fuels": {"log": 300, "#planks": 300},
    "containers": {"cup": "log"},
    "names": {"wooden": "#wood"},
    "unobtainable": {"cup": "creative"},
}
ODD = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        1,
        1.0,
        1.5,
        10**12,
        10**13,
        "",
        "log",
        "#wood",
        "two words",
        "#",
        "nobody",
        [],
        {},
        ["log"],
        [[]],
    ]
)


def places(value, path=()):
    """Every place in some data."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places(inner, (*path, key))


@st.composite
def changed(draw):
    """The small book with one or two places replaced, removed or added to."""
    data = deepcopy(SMALL)
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from([p for p in places(data) if p]))
        inside = data
        for key in path[:-1]:
            inside = inside[key]
        if draw(st.booleans()):
            inside[path[-1]] = deepcopy(draw(ODD))
        elif isinstance(inside, dict) and draw(st.booleans()):
            inside[draw(st.sampled_from(["odd", "n", "#x", "burns"]))] = deepcopy(draw(ODD))
        else:
            del inside[path[-1]]
    return data


@settings(deadline=None, max_examples=250, derandomize=True)
@given(changed())
def test_what_is_accepted_has_no_fault_of_shape_and_the_other_way_round(data):
    for rule in (schema(), schema()["$defs"]["overlay"]):
        accepted = Acceptance(schema()).of(rule)(data)
        assert accepted == (not held_against(data, rule))
    assert (misshapen(data) == []) == Acceptance(schema()).of(schema())(data)


@settings(deadline=None, max_examples=250, derandomize=True)
@given(changed())
def test_what_is_passed_over_has_nothing_to_find_fault_with(data):
    if misshapen(data):
        return
    usual = Usual(Defined(Sound(data, ()), EMPTY))
    for section in ("recipes", "sources"):
        for k, entry in enumerate(data.get(section, ())):
            if usual.operator(entry):
                assert not [fault for fault in inconsistent(data) if fault.path[:2] == (section, k) and about(fault)]


def about(fault):
    """Whether a fault is of one operator by itself."""
    return fault.code != "doubled-id"


@pytest.mark.parametrize("value", [True, 1.0, "1"])
def test_only_whole_numbers_are_accepted_as_such(value):
    data = deepcopy(SMALL)
    data["recipes"][0]["gives"]["plank"] = value
    assert not Acceptance(schema()).of(schema())(data)


def test_a_mistake_in_a_large_book_is_found_in_its_place():
    data = deepcopy(synthetic().data(2000, 1))
    data["recipes"][1500]["takes"][0]["any_of"] = "unheard_of"
    (fault,) = inconsistent(data)
    assert fault.path == ("recipes", 1500, "takes", 0, "any_of")
    assert fault.code == "unknown-item"
    data["recipes"][1500]["takes"][0] = {"any_of": "log", "n": 0}
    (fault,) = misshapen(data)
    assert fault.path == ("recipes", 1500, "takes", 0, "n")


def test_equal_sets_and_items_are_one_object():
    data = deepcopy(SMALL)
    data["recipes"] += [
        {"id": f"craft {k}", "kind": "crafting", "takes": [{"any_of": any_of, "n": n}], "gives": {"cup": 1}}
        for k, (any_of, n) in enumerate([("#wood", 1), ("#wood", 2), (["plank", "log"], 2), (["log", "plank"], 1)])
    ]
    book = load_book(json.dumps(data))
    sets = [recipe.takes[0].any_of for recipe in book.recipes if recipe.id[-1].isdigit()]
    assert sets[0] == ("log", "plank")
    assert sets[0] is sets[1]
    assert sets[2] is sets[3]
    assert book.recipes[0].takes[0] is next(r for r in book.recipes if r.id == "craft 1").takes[0]
    assert book.items["log"] is book.items["cup"]
    members = ("log", "plank")
    assert Ingredient(members, 3).any_of is members
    assert Ingredient(("plank", "log", "log")).any_of == members


def test_a_book_that_is_written_and_read_is_the_same():
    book = load_book(json.dumps(SMALL))
    assert load_book(json.dumps(to_data(book))) == book
    assert load_book(json.dumps(to_data(bundled()))) == bundled()


def test_what_is_kept_of_a_book_is_made_once_and_goes_with_it():
    made = []

    @kept
    def size(book):
        made.append(book.version)
        return len(book.recipes)

    book = load_book(json.dumps(SMALL))
    assert [size(book), size(book), size(load_book(json.dumps(SMALL)))] == [2, 2, 2]
    assert made == ["small", "small"]
    assert ids(book) == {"craft plank", "craft axe", "mine log"}
    assert content_hash(book) == content_hash(load_book(json.dumps(SMALL)))


@pytest.mark.parametrize("size", [500, 3000, 10_000])
def test_a_synthetic_pack_is_sound_has_its_size_and_is_the_same_each_time(size, tmp_path: Path):
    generator = synthetic()
    data = generator.data(size, 5)
    assert len(data["recipes"]) == size
    assert data == generator.data(size, 5) != generator.data(size, 6)
    generator.write(tmp_path / "pack.json", size, 5)
    book = load_book(tmp_path / "pack.json")
    assert book == load_book(json.dumps(data))
    assert not check(book)
    shapes = (*generator.SHAPES, *(generator.LARGE if size >= generator.GIANTS else ()))
    assert set(generator.goals(size, 5)) == set(shapes)
    assert set(generator.goals(size, 5).values()) <= book.items.keys()


def test_every_goal_of_a_pack_has_a_plan():
    from craftproof.engine.plan import plan
    from craftproof.pddl.compile import compile_problem
    from craftproof.pddl.model import State, Want
    from craftproof.recipes.rules import SURVIVAL

    for item in synthetic().goals(10_000, 1).values():
        answer = plan(compile_problem(pack(10_000), SURVIVAL, State(), [Want((item,), 1)]))
        assert answer.verdict.sound
