"""Small random worlds: a book of a few items, a situation and goals, in the problem's own types.

Everything is small on purpose, so that a breadth-first search can see all of it (`tests/bruteforce.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe, Source, ToolNeed
from craftproof.recipes.rules import BARE
from hypothesis import strategies as st

NAMES = ("ash", "bolt", "clay", "dust", "egg", "fern", "glue", "horn")
RULES = replace(BARE, name="small", wear=True, gather=True)
"""`bare`, with sources and with tools that wear: what the breadth-first search knows."""


@dataclass(frozen=True)
class World:
    """What `compile_problem` is called with."""

    book: Book
    have: State
    want: tuple[Want, ...]
    keep: dict[str, int] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    ban: tuple[str, ...] = ()
    gather: bool = True
    rules: object = RULES

    def problem(self):
        return compile_problem(
            self.book,
            self.rules,
            self.have,
            self.want,
            keep=self.keep,
            limits=self.limits,
            ban=self.ban,
            gather=self.gather,
        )


@st.composite
def ingredients(draw, items, most=3):
    any_of = tuple(sorted(draw(st.sets(st.sampled_from(items), min_size=1, max_size=draw(st.sampled_from((1, 1, 3)))))))
    return Ingredient(any_of, draw(st.integers(1, most)))


@st.composite
def recipes(draw, k, items, tools):
    takes = tuple(draw(st.lists(ingredients(items), min_size=1, max_size=2)))
    gives = draw(st.dictionaries(st.sampled_from(items), st.integers(1, 4), min_size=1, max_size=2))
    odd = draw(st.integers(0, 3)) == 0
    taken = sorted({i for need in takes for i in need.any_of})
    back = draw(st.dictionaries(st.sampled_from(taken), st.sampled_from(items), max_size=1)) if odd else {}
    return Recipe(
        id=f"craft {sorted(gives)[0]} {k}",
        kind="crafting",
        takes=takes,
        gives=tuple(sorted(gives.items())),
        needs=(draw(ingredients(items, most=1)),) if odd else (),
        wears=((ToolNeed(draw(st.sampled_from(tools)), 0, draw(st.integers(1, 2))),),)
        if tools and draw(st.booleans())
        else (),
        returns=tuple(sorted(back.items())),
    )


@st.composite
def sources(draw, k, items, tools):
    item = draw(st.sampled_from(items))
    wears = ((ToolNeed(draw(st.sampled_from(tools)), 0, 1),),) if tools and draw(st.booleans()) else ()
    return Source(
        id=f"mine {item} {k}",
        kind="mine",
        gives=((item, draw(st.integers(1, 2))),),
        effort=draw(st.integers(1, 50)),
        wears=wears,
        limit=draw(st.sampled_from((None, None, 1, 3))),
    )


@st.composite
def books(draw):
    items = NAMES[: draw(st.integers(3, 8))]
    tools = tuple(draw(st.sets(st.sampled_from(items[:3]), max_size=2)))
    kinds = {i: ItemType(stack=1, uses=draw(st.integers(1, 4))) if i in tools else ItemType() for i in items}
    made = [draw(recipes(k, items, sorted(tools))) for k in range(draw(st.integers(3, 10)))]
    mined = [draw(sources(k, items, sorted(tools))) for k in range(draw(st.integers(0, 2)))]
    return Book("small", kinds, recipes=tuple(made), sources=tuple(mined))


@st.composite
def states(draw, book):
    stock = draw(st.dictionaries(st.sampled_from(sorted(book.items)), st.integers(1, 5), min_size=1, max_size=4))
    worn = {}
    for item in sorted(stock):
        uses = book.items[item].uses
        if uses > 1:
            pieces = draw(st.lists(st.integers(1, uses - 1), max_size=min(2, stock[item])))
            worn |= {item: tuple(sorted(pieces))} if pieces else {}
    return State(stock=dict(sorted(stock.items())), worn=worn)


@st.composite
def wants(draw, items):
    any_of = tuple(
        sorted(draw(st.sets(st.sampled_from(items), min_size=1, max_size=draw(st.sampled_from((1, 1, 1, 2))))))
    )
    return Want(any_of, draw(st.integers(1, 5)), draw(st.sampled_from(("total", "total", "new"))))


@st.composite
def worlds(draw):
    book = draw(books())
    items = sorted(book.items)
    have = draw(states(book))
    rare = draw(st.integers(0, 4))
    keep = {i: draw(st.integers(1, n)) for i, n in sorted(have.stock.items())[:1]} if rare == 0 else {}
    limits = {draw(st.sampled_from(items)): draw(st.integers(0, 3))} if rare == 1 else {}
    want = tuple(draw(st.lists(wants(items), min_size=1, max_size=draw(st.sampled_from((1, 1, 2))))))
    return World(book, have, want, keep=keep, limits=limits)
