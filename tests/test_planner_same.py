"""What must not change a plan: the kernels' build and the order of the input; its cost: what things are called."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from craftproof.engine.plan import plan
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Ingredient
from craftproof.recipes.library import bundled
from craftproof.recipes.native import load_book
from craftproof.recipes.write import to_data
from craftproof.sim.answer import Feasible, Impossible, Optimal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .strategies import World, worlds
from .worlds import draw


def outcome(answer):
    """The plan, or the kind of an answer without one."""
    return answer.plan.steps if isinstance(answer, Optimal | Feasible) else type(answer)


def cost(answer):
    return answer.verdict.cost if isinstance(answer, Optimal | Feasible) else type(answer)


small = settings(max_examples=100, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# Both builds


@pytest.mark.parametrize("block", range(5))
def test_both_builds_plan_the_same(block):
    for seed in range(30 * block, 30 * block + 30):
        problem = draw(seed).problem()
        plain, compiled = (plan(problem, compiled=build) for build in (False, True))
        assert outcome(plain) == outcome(compiled), f"seed {seed}"


@small
@given(worlds())
def test_both_builds_plan_the_same_in_small_worlds(world):
    plain, compiled = (plan(world.problem(), budget=0.0, compiled=build) for build in (False, True))
    assert outcome(plain) == outcome(compiled)


# The order of the input


def mixed(random, values):
    values = list(values)
    return tuple(random.sample(values, len(values)))


def shuffled(random, book):
    """The same book, from a file in which all is written in another order."""
    data = {part: mix(random, entries) for part, entries in to_data(book).items()}
    data["tags"] = {tag: mix(random, members) for tag, members in data.get("tags", {}).items()}
    for way in (*data.get("recipes", ()), *data.get("sources", ())):
        way["gives"] = mix(random, way["gives"])
        # The ingredients stay in order, since a step binds them in theirs.
        for need in (*way.get("takes", ()), *way.get("needs", ())):
            need["any_of"] = mix(random, need["any_of"])
        if "wears" in way:
            way["wears"] = [mix(random, alternatives) for alternatives in way["wears"]]
    return load_book(json.dumps(data))


def mix(random, value):
    """A list or object in another order; anything else as it is."""
    if isinstance(value, dict):
        return dict(mixed(random, value.items()))
    return list(mixed(random, value)) if isinstance(value, list) else value


def reordered(random, situation):
    """The same situation, told in another order."""
    return replace(
        situation,
        want=tuple(replace(w, any_of=mixed(random, w.any_of)) for w in mixed(random, situation.want)),
        stock=dict(mixed(random, situation.stock.items())),
        worn={i: mixed(random, pieces) for i, pieces in mixed(random, situation.worn.items())},
        keep=dict(mixed(random, situation.keep.items())),
        limits=dict(mixed(random, situation.limits.items())),
    )


def test_the_order_of_the_input_does_not_matter():
    for turn in range(4):
        random = Random(turn)
        book = shuffled(random, bundled())
        for seed in range(20 * turn, 20 * turn + 20):
            situation = draw(seed)
            here = plan(situation.problem(), compiled=True)
            there = plan(reordered(random, situation).problem(book), compiled=True)
            assert outcome(here) == outcome(there), f"turn {turn}, seed {seed}"


@small
@given(worlds(), st.integers(0, 2**32))
def test_the_order_of_the_input_does_not_matter_in_small_worlds(world, seed):
    random = Random(seed)
    other = replace(
        world,
        book=shuffled(random, world.book),
        want=tuple(replace(w, any_of=mixed(random, w.any_of)) for w in mixed(random, world.want)),
        have=replace(world.have, stock=dict(mixed(random, world.have.stock.items()))),
    )
    here, there = (plan(w.problem(), budget=0.0, compiled=False) for w in (world, other))
    assert outcome(here) == outcome(there)


# Names


class Renaming:
    """A random bijection of all names, of items as of recipes, and all that is said in them said anew."""

    def __init__(self, random, book):
        self.random = random
        self.items = dict(
            zip(sorted(book.items), mixed(random, [f"i{k:04}" for k in range(len(book.items))]), strict=True)
        )
        ways = sorted(w.id for w in (*book.recipes, *book.sources))
        self.ways = dict(zip(ways, mixed(random, [f"make w{k:04}" for k in range(len(ways))]), strict=True))

    def item(self, name):
        return self.items.get(name, name)

    def table(self, by_item):
        return {self.item(i): v for i, v in by_item.items()}

    def ingredients(self, ingredients):
        return tuple(Ingredient(tuple(sorted(map(self.item, i.any_of))), i.n) for i in ingredients)

    def way(self, entry):
        more = {}
        if hasattr(entry, "station"):
            more["station"] = entry.station and self.item(entry.station)
            more["returns"] = entry.returns and tuple((self.item(a), self.item(b)) for a, b in entry.returns)
        return replace(
            entry,
            id=self.ways[entry.id],
            takes=self.ingredients(entry.takes),
            needs=self.ingredients(entry.needs),
            gives=tuple((self.item(i), n) for i, n in entry.gives),
            wears=tuple(tuple(replace(need, tool=self.item(need.tool)) for need in w) for w in entry.wears),
            **more,
        )

    def book(self, book):
        return replace(
            book,
            # A class of tools may have the name of an item (shears).
            items={self.item(i): replace(kind, tool=self.item(kind.tool)) for i, kind in book.items.items()},
            tags={tag: tuple(map(self.item, members)) for tag, members in book.tags.items()},
            recipes=mixed(self.random, map(self.way, book.recipes)),
            sources=mixed(self.random, map(self.way, book.sources)),
            fuels=self.table(book.fuels),
            containers={self.item(i): self.item(back) for i, back in book.containers.items()},
            names={},
            unobtainable={},
        )

    def wants(self, wants):
        return tuple(Want(tuple(sorted(map(self.item, w.any_of))), w.n, w.mode) for w in wants)

    def names(self, names):
        """Of items and of recipes, as limits and bans name both."""
        return {self.ways.get(n, self.item(n)): v for n, v in names.items()}

    def situation(self, s):
        return replace(
            s,
            want=self.wants(s.want),
            stock=self.table(s.stock),
            worn=self.table(s.worn),
            keep=self.table(s.keep),
            limits=self.names(s.limits),
            ban=tuple(self.names(dict.fromkeys(s.ban))),
        )

    def world(self, w):
        have = State(stock=self.table(w.have.stock), worn=self.table(w.have.worn))
        keep, limits = self.table(w.keep), self.names(w.limits)
        return World(self.book(w.book), have, self.wants(w.want), keep=keep, limits=limits)


def test_names_do_not_change_the_cost():
    for turn in range(4):
        naming = Renaming(Random(turn), bundled())
        book = naming.book(bundled())
        for seed in range(25 * turn, 25 * turn + 25):
            situation = draw(seed)
            here = plan(situation.problem(), compiled=True)
            there = plan(naming.situation(situation).problem(book), compiled=True)
            assert cost(here) == cost(there), f"turn {turn}, seed {seed}"


@small
@given(worlds(), st.integers(0, 2**32))
def test_names_do_not_change_the_cost_in_small_worlds(world, seed):
    renamed = Renaming(Random(seed), world.book).world(world)
    here, there = (plan(w.problem(), budget=0.0, compiled=False) for w in (world, renamed))
    assert cost(here) == cost(there)


def test_a_renaming_says_the_same_in_other_words():
    """Otherwise equal costs would prove nothing."""
    naming = Renaming(Random(0), bundled())
    book = naming.book(bundled())
    assert not set(book.items) & set(bundled().items)
    answer = plan(naming.situation(draw(0)).problem(book), compiled=True)
    assert not isinstance(answer, Impossible)
