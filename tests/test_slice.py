"""Large books: a plan on the slice that a goal can draw on equals the plan on the whole, and costs no more to make.

`cut(problem, whole=0)` cuts where a book would be lowered whole; `everything` lowers a large one whole.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from craftproof.engine.plan import plan
from craftproof.engine.whole import of_the_whole
from craftproof.pddl.compile import compile_domain, compile_problem
from craftproof.pddl.model import State, Want
from craftproof.pddl.operators import Operators, Slice
from craftproof.pddl.reach import products, requirements
from craftproof.pddl.slice import cut
from craftproof.pddl.tables import lower
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe, Source, ToolNeed
from craftproof.recipes.library import bundled
from craftproof.recipes.native import load_book
from craftproof.recipes.rules import BARE, PRESETS, SURVIVAL
from craftproof.sim.answer import Feasible, Impossible, Optimal, Priced, Unreachable
from craftproof.sim.verify import verify
from hypothesis import HealthCheck, given, settings

from .certificates import certificate_holds
from .strategies import World
from .strategies import worlds as small_worlds
from .synthetic_packs import goals, pack, synthetic
from .worlds import draw, obtainable

SLICED = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def sliced(problem):
    """The answer from a slice, told of the whole problem, as it is made for large books."""
    small = cut(problem, whole=0)
    assert isinstance(small.operators, Slice)
    return of_the_whole(plan(small, compiled=False, advice=False), small.operators, problem.operators)


def everything(problem):
    """The problem with operators that are never cut."""
    return replace(problem, operators=dict(problem.operators.items()))


def certified(problem, certificate):
    """Whether a certificate holds over every operator of the whole problem."""
    if isinstance(certificate, Priced):
        assert certificate_holds(problem, certificate)
    if isinstance(certificate, Unreachable):
        assert certificate_holds(problem, certificate)


def same(problem):
    """Hold the answer from the slice against that from the whole: the same plan, and no weaker a bound.

    The bound may be better, since held items that the goal cannot draw on are worth nothing in a slice.
    """
    answer, other = sliced(problem), plan(problem, compiled=False, advice=False)
    assert isinstance(answer, Optimal | Feasible) == isinstance(other, Optimal | Feasible)
    assert answer.problem.operators is problem.operators
    if isinstance(answer, Optimal | Feasible):
        assert answer.plan == other.plan
        assert answer.verdict == other.verdict
        assert all(ours >= whole for ours, whole in zip(answer.bound.values, other.bound.values, strict=True))
        assert answer.bound.values <= answer.verdict.cost
    if isinstance(answer, Impossible):
        certified(problem, answer.certificate)
    return answer


@pytest.mark.parametrize(("rules", "every"), [("survival", 60), ("gog", 90), ("textcraft", 60)])
def test_a_plan_on_the_slice_is_the_plan_on_the_whole_for_goals_of_the_bundled_book(rules, every):
    for k, item in enumerate(obtainable()[::every]):
        same(compile_problem(bundled(), PRESETS[rules], State(), [Want((item,), 1 + k % 3)]))


@pytest.mark.parametrize("rules", ["bare", "plancraft"])
def test_so_it_is_where_nothing_is_gathered(rules):
    held = State({"oak_log": 20, "cobblestone": 30, "dead_bush": 1, "lava_bucket": 1})
    answers = [
        same(compile_problem(bundled(), PRESETS[rules], held, [Want((item,), 1)]))
        for item in ("oak_sign", *obtainable()[3::50])
    ]
    assert any(isinstance(answer, Impossible) for answer in answers)
    assert any(isinstance(answer, Optimal | Feasible) for answer in answers)


@pytest.mark.parametrize("seed", range(20))
def test_so_it_is_with_several_goals_stock_worn_tools_limits_and_bans(seed):
    same(draw(seed).problem())


def test_so_it_is_where_stations_are_placed_and_the_lowest_slot_burns():
    for item in ("iron_ingot", "furnace", "bread", "glass", "bucket"):
        same(compile_problem(bundled("1.11.2"), PRESETS["minedojo"], State(), [Want((item,), 2)]))


def small(recipes, have, want, **options):
    """A small world of ash, bolt and clay; each recipe takes one thing and gives one."""
    items = {name: ItemType(uses=2) for name in ("ash", "bolt", "clay")}
    made = tuple(
        Recipe(f"craft {gives} {k}", "crafting", (Ingredient((takes,)),), ((gives, 1),))
        for k, (takes, gives) in enumerate(recipes)
    )
    return World(Book("small", items, {}, made, (), {}, {}), have, want, **options).problem()


def test_a_slice_says_never_only_of_what_it_draws_on():
    answer = same(small([("bolt", "ash")], State({"bolt": 1}), (Want(("bolt",), 1, "new"),), keep={"bolt": 1}))
    assert isinstance(answer, Impossible)


def test_more_pieces_may_be_worn_than_the_slice_has_cells():
    worn = {"ash": (1,) * 5, "bolt": (1, 1)}
    held = State({"ash": 5, "bolt": 2}, worn=worn)
    assert isinstance(same(small([("ash", "ash")], held, (Want(("bolt",), 3),))), Impossible)


@SLICED
@given(small_worlds())
def test_so_it_is_on_random_books(world):
    same(world.problem())


@pytest.mark.parametrize("shape", ["ring", "ladder", "wide", "chain", "mixed"])
def test_so_it_is_in_a_large_pack(shape):
    book, item = pack(5000), goals(5000)[shape]
    problem = compile_problem(book, SURVIVAL, State(), [Want((item,), 3)])
    answer, other = plan(problem, compiled=False), plan(everything(problem), compiled=False)
    assert answer.problem.operators is problem.operators
    assert (answer.plan, answer.verdict, answer.bound) == (other.plan, other.verdict, other.bound)
    assert verify(problem, answer.plan).sound


def book_of(*recipes, sources=(), items=(), fuels=None, containers=None):
    """A book of a few recipes; its items are those that are named."""
    named = {item for way in (*recipes, *sources) for item, _ in way.gives}
    named |= {item for way in (*recipes, *sources) for need in (*way.takes, *way.needs) for item in need.any_of}
    kinds = {item: ItemType() for item in sorted({*named, *items})}
    return Book("small", kinds, recipes=recipes, sources=sources, fuels=fuels or {}, containers=containers or {})


def recipe(product, takes, n=1, **more):
    """`recipe("stick", {"planks": 2}, 4)`."""
    asked = tuple(Ingredient(tuple(names.split()), k) for names, k in takes.items())
    return Recipe(f"craft {product}", "crafting", asked, ((product, n),), **more)


def source(item, effort=10):
    return Source(f"mine {item}", "mine", ((item, 1),), effort)


def drawn(book, item, have=None, rules=BARE, **more):
    """The names of the operators that are left of a book for one goal."""
    problem = compile_problem(book, rules, State(have or {}), [Want((item,), 1)], **more)
    return list(cut(problem, whole=0).operators)


RULES = replace(SURVIVAL, name="small", slots="off")


def test_a_slice_holds_what_gives_what_is_asked_for_and_nothing_else():
    book = book_of(
        recipe("door", {"oak birch": 6}),
        recipe("oak", {"log": 1}, 4),
        recipe("boat", {"oak": 5}),
        recipe("log", {"branch": 4}),
        recipe("ash", {"door": 1}),
    )
    assert drawn(book, "door") == ["craft door", "craft log", "craft oak"]
    assert drawn(book, "log") == ["craft log"]
    assert drawn(book, "branch") == []


def test_tools_stations_fuels_and_what_stays_behind_are_drawn_on():
    book = Book(
        "small",
        {
            i: ItemType(uses=5, tool="pick") if i == "pick" else ItemType()
            for i in ("ore", "iron", "pick", "oven", "coal", "cup", "tea")
        },
        recipes=(
            replace(recipe("iron", {"ore": 1}), kind="smelting", station="oven", burns=200),
            recipe("oven", {"cup": 1}),
            recipe("cup", {"tea": 1}),
            replace(recipe("tea", {"tea": 1}), id="drink tea", gives=(("iron", 1),), returns=(("tea", "cup"),)),
        ),
        sources=(
            Source("mine ore", "mine", (("ore", 1),), 9, wears=((ToolNeed("pick"),),)),
            Source("mine coal", "mine", (("coal", 1),), 9),
            Source("find pick", "mine", (("pick", 1),), 9),
        ),
        fuels={"coal": 1600},
    )
    found = ["mine ore", "mine coal", "find pick"]
    assert drawn(book, "iron", rules=RULES) == sorted(["craft iron", "craft oven", "craft cup", "drink tea", *found])
    assert drawn(book, "cup", rules=RULES) == ["craft cup", "drink tea"]


def lava_book(*more):
    return book_of(
        recipe("bucket", {"iron": 3}),
        replace(recipe("stone", {"sand": 1}), kind="smelting", burns=200),
        replace(recipe("tile", {"sand": 1}), kind="smelting", burns=200),
        *more,
        sources=(source("iron"), source("sand"), replace(source("lava"), takes=(Ingredient(("bucket",)),))),
        fuels={"lava": 20000},
        containers={"lava": "bucket"},
    )


def test_what_burns_is_drawn_on_for_a_container_only_where_its_fuel_can_be_had_without_it():
    few = drawn(lava_book(), "bucket", rules=RULES)
    assert "craft tile" not in few
    assert "mine lava" in few
    for names in (
        drawn(lava_book(), "bucket", {"lava": 1}, rules=RULES),
        drawn(lava_book(recipe("lava", {"sand": 1})), "bucket", rules=RULES),
    ):
        assert {"craft stone", "craft tile"} <= set(names)


def test_a_bucket_that_only_comes_back_of_burning_is_found_where_lava_is_held():
    problem = compile_problem(lava_book(), RULES, State({"lava": 1}), [Want(("bucket",), 1)], ban=["craft bucket"])
    same(problem)
    problem = compile_problem(lava_book(), RULES, State(), [Want(("bucket",), 1)], ban=["craft bucket"])
    answer = same(problem)
    assert isinstance(answer, Impossible)
    assert set(answer.certificate.items) == {"bucket", "lava"}


def test_what_something_outside_takes_is_not_counted_as_passed():
    """An anvil lasts, so it counts in the bound beside the goal; where something takes it, it does not, and be that
    outside of the slice: who checks the bound looks at every operator."""
    ways = (replace(recipe("sword", {"iron": 1}), needs=(Ingredient(("anvil",)),)), recipe("anvil", {"iron": 5}))
    wanted = [Want(("sword",), 1)]
    least = []
    for more in ((), (recipe("scrap", {"anvil": 1}),)):
        book = book_of(*ways, *more, sources=(source("iron"),), items=["scrap"])
        problem = compile_problem(book, RULES, State(), wanted)
        least.append(sliced(problem).bound.values)
        same(problem)
    assert least[0][0] == 60
    assert least[1][0] == 10


def test_a_wide_pack_of_no_use_changes_neither_plan_nor_what_is_lowered():
    book = bundled()
    junk = [f"junk{k}" for k in range(6000)]
    wide = Ingredient(tuple(junk[:200]), 2)
    more = tuple(
        Recipe(f"craft {item}", "crafting", (wide if k > 300 else Ingredient(("oak_planks",), 1),), ((item, 1),))
        for k, item in enumerate(junk)
    )
    large = replace(book, items={**book.items, **dict.fromkeys(junk, ItemType())}, recipes=(*book.recipes, *more))
    wants = [Want(("iron_pickaxe",), 1)]
    usual = compile_problem(book, SURVIVAL, State(), wants)
    packed = compile_problem(large, SURVIVAL, State({"junk7": 3}), wants)
    assert len(packed.operators) == len(usual.operators) + len(junk)
    small, slice_of_large = cut(usual, whole=0), cut(packed)
    assert list(slice_of_large.operators) == list(small.operators)
    assert lower(packed).n_moves == lower(small).n_moves
    answer, before = plan(packed, compiled=False), sliced(usual)
    assert (answer.plan, answer.verdict.cost, answer.bound) == (before.plan, before.verdict.cost, before.bound)
    assert answer.verdict.end.stock["junk7"] == 3
    assert answer.problem.operators is packed.operators


def test_goals_that_draw_on_the_same_share_what_is_made_of_it():
    book, names = pack(5000), goals(5000)
    first = compile_problem(book, SURVIVAL, State(), [Want((names["wide"],), 1)])
    again = compile_problem(book, SURVIVAL, State({"log": 9}), [Want((names["wide"],), 5, "new")])
    other = compile_problem(book, SURVIVAL, State(), [Want((names["chain"],), 1)])
    assert lower(first) is lower(again)
    assert lower(other) is not lower(first)
    banned = [compile_problem(book, SURVIVAL, State(), first.want, ban=[names["chain"]]) for _ in range(2)]
    assert banned[0].operators is banned[1].operators
    assert lower(banned[0]) is lower(banned[1])


def test_a_pack_in_another_order_has_the_same_plan():
    generator = synthetic()
    data = generator.data(4500, 7)
    answers = []
    for written in (data, generator.mixed_up(data, 3)):
        book = load_book(json.dumps(written))
        wants = [Want((generator.goals(4500, 7)[shape],), 2) for shape in ("wide", "mixed")]
        answers.append(plan(compile_problem(book, SURVIVAL, State(), wants), compiled=False))
    assert answers[0].plan == answers[1].plan
    assert answers[0].bound == answers[1].bound


def test_operators_are_made_when_asked_for_and_are_all_there():
    book = pack(5000)
    domain = compile_domain(book, replace(SURVIVAL, name="other"))
    assert isinstance(domain.operators, Operators)
    assert len(domain.operators) == len(book.recipes) + len(book.sources)
    assert list(domain.operators) == sorted(way.id for way in (*book.recipes, *book.sources))
    first = next(iter(domain.operators))
    assert domain.operators[first] is domain.operators[first] is domain.operators.get(first)
    assert "craft nothing" not in domain.operators
    assert domain.operators.get("craft nothing") is None
    assert [op.name for op in domain.operators.values()] == list(domain.operators)
    assert dict(domain.operators.items()) == {op.name: op for op in domain.operators.values()}


def test_every_operator_outside_a_slice_gives_nothing_that_it_draws_on():
    book, names = pack(5000), goals(5000)
    for item in names.values():
        problem = compile_problem(book, SURVIVAL, State(), [Want((item,), 1)])
        kept = cut(problem).operators
        outside = [op for name, op in problem.operators.items() if name not in kept]
        assert outside
        assert not any(given in kept.drawn for op in outside for given in products(op))
        assert lower(problem).cell_of.keys() <= kept.drawn  # else a price might be that of something made outside
        for op in kept.values():
            assert all(set(members) <= kept.drawn for members in requirements(op, frozenset(problem.fuels)))
