"""What the planner says of small random worlds, against a search that looks at every state."""

from __future__ import annotations

import pytest
from craftproof.engine.plan import plan
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe, ToolNeed
from craftproof.sim.answer import Feasible, Impossible, Optimal
from craftproof.sim.verify import verify
from hypothesis import HealthCheck, Phase, given, settings

from .bruteforce import Search
from .strategies import World, worlds

BUDGET = 2.0


@settings(
    max_examples=200,
    derandomize=True,
    deadline=None,  # an unproved answer uses up its budget
    phases=(Phase.explicit, Phase.generate),  # for the same reason shrinking would take many minutes
    suppress_health_check=[HealthCheck.too_slow],
)
@given(worlds())
def test_answers_are_right(world):
    agree(world.problem())


def agree(problem):
    """Assert that the planner's answer is right, as far as the search sees; return both."""
    fewest, known = Search(problem).fewest()
    answer = plan(problem, budget=BUDGET, compiled=False)
    if isinstance(answer, Impossible):
        assert fewest is None or not known, f"a plan of {fewest} applications exists"
        return answer, fewest
    if known and fewest is not None:
        assert answer.bound.values[0] <= fewest
    if isinstance(answer, Optimal | Feasible):
        assert verify(problem, answer.plan).sound
        assert answer.verdict.cost == (answer.verdict.applications,)
        assert fewest is not None, "the search sees every state and finds no plan"
        # Where the search stopped, it knows that there is none of up to `fewest` applications.
        assert answer.verdict.applications >= fewest + (not known)
        if isinstance(answer, Optimal) and known:
            assert answer.verdict.applications == fewest
    return answer, fewest


def recipe(name, takes, gives, **more):
    """`recipe("craft bread", "2 wheat|rye", "1 bread")`"""

    def amounts(text):
        return [(int(n), tuple(sorted(items.split("|")))) for n, items in (part.split() for part in text.split(", "))]

    return Recipe(
        id=name,
        kind="crafting",
        takes=tuple(Ingredient(items, n) for n, items in amounts(takes)),
        gives=tuple((items[0], n) for n, items in amounts(gives)),
        **more,
    )


def small(recipes, have, want, uses=(), **more):
    """A world of these recipes; `uses` of the tools among its items."""
    items = {i for r in recipes for need in (*r.takes, *r.needs) for i in need.any_of}
    items |= {i for r in recipes for i, _ in r.gives} | set(have) | set(want) | set(dict(uses))
    kinds = {i: ItemType(stack=1, uses=dict(uses)[i]) if i in dict(uses) else ItemType() for i in sorted(items)}
    wants = tuple(Want((i,), n) for i, n in want.items())
    return World(Book("small", kinds, recipes=tuple(recipes)), State(stock=have), wants, **more)


PLANKS = recipe("craft planks", "1 log", "4 planks")
STICK = recipe("craft stick", "2 planks", "4 stick")
TORCH = recipe("craft torch", "1 stick, 1 coal|charcoal", "4 torch")
CAKE = recipe("craft cake", "3 milk, 1 egg", "1 cake", returns=(("milk", "bucket"),))
MILK = recipe("craft milk", "1 bucket", "1 milk")
PICK = recipe("craft pick", "2 stick", "1 pick")
STONE = recipe("craft stone", "1 rock", "1 stone", wears=((ToolNeed("pick"),),))
BLOCK = recipe("craft block", "9 nugget", "1 block")
NUGGET = recipe("craft nugget", "1 block", "9 nugget")

WORLDS = {
    # name: (world, fewest applications; None: there is no plan)
    "planks that are held leave fewer logs to saw": (
        small([PLANKS, STICK], {"planks": 2, "log": 1}, {"stick": 4}),
        1,
    ),
    "half of the sticks needs one more plank": (small([PLANKS, STICK], {"planks": 1, "log": 1}, {"stick": 4}), 2),
    "one torch of each coal": (small([TORCH], {"stick": 2, "coal": 1, "charcoal": 1}, {"torch": 8}), 2),
    "two cakes of three buckets, which come back": (
        small([CAKE, MILK], {"bucket": 3, "egg": 2}, {"cake": 2}),
        8,
    ),
    "cake and its buckets are wanted": (small([CAKE, MILK], {"milk": 3, "egg": 1}, {"cake": 1, "bucket": 3}), 1),
    "a pick of two uses mines two stones": (
        small([PLANKS, STICK, PICK, STONE], {"log": 1, "rock": 3}, {"stone": 3}, {"pick": 2}),
        7,
    ),
    "no stick is left for the second pick": (
        small([PICK, STONE], {"stick": 2, "rock": 3}, {"stone": 3}, {"pick": 2}),
        None,
    ),
    "a block is no gain": (small([BLOCK, NUGGET], {"nugget": 8}, {"block": 1}), None),
    "to take apart and to put together": (small([BLOCK, NUGGET], {"nugget": 9}, {"block": 1, "nugget": 0}), 1),
}


@pytest.mark.parametrize("name", WORLDS)
def test_known_worlds(name):
    world, expected = WORLDS[name]
    answer, fewest = agree(world.problem())
    assert fewest == expected
    if expected is None:
        assert not isinstance(answer, Optimal | Feasible)
    else:
        assert isinstance(answer, Optimal)


def test_no_bound_counts_wear_of_what_is_used_up_next():
    """What is worn most is taken first, so that the wear of a piece that is taken next costs nothing."""
    four = recipe("craft pick", "2 ash", "4 pick")
    two = recipe("craft ash", "3 pick", "2 ash", wears=((ToolNeed("pick"),),))
    answer, fewest = agree(small([four, two], {"ash": 2}, {"ash": 3}, {"pick": 2}).problem())
    assert fewest == 9
    assert not isinstance(answer, Impossible)
