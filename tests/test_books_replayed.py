"""Every recipe and every source of the bundled books, fired once by the law from exactly what it asks for.

What must come of it is worked out here from the book alone: what was taken is gone, what is given is there, containers
of what was crafted came back, the tool is worn, the fuel is burned, and everything else is as before.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Book, Item, Recipe, Source
from craftproof.recipes.library import bundled, versions
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.fire import fire
from craftproof.sim.plan import Finding, Step

FUEL, TICKS = "stick", 100
RULES = replace(SURVIVAL, protect=False, slots="off")


def asked(book: Book, way: Recipe | Source) -> tuple[Counter[Item], Counter[Item], tuple[Item, ...], int]:
    """What one application takes (the first members), what must be at hand, its tools, and the pieces of fuel."""
    taken = Counter[Item]()
    for each in way.takes:
        taken[each.any_of[0]] += each.n
    held = Counter({each.any_of[0]: each.n for each in way.needs})
    if isinstance(way, Recipe) and way.station:
        held[way.station] += 1
    tools = tuple(lowest(book, alternatives[0].tool, alternatives[0].tier) for alternatives in way.wears)
    burns = way.burns if isinstance(way, Recipe) else 0
    assert burns % TICKS == 0
    return taken, held, tools, burns // TICKS


def lowest(book: Book, tool: str, tier: int) -> Item:
    """The item itself, or the least of the class that serves."""
    kinds = [(kind.tier, item) for item, kind in book.items.items() if kind.tool == tool and kind.tier >= tier]
    return tool if tool in book.items else min(kinds)[1]


def pieces(book: Book, tool: Item, uses: int) -> int:
    """How many new tools have so many uses: a mean catch may take more than one fishing rod."""
    return max(1, -(-uses // book.items[tool].uses))


def left(book: Book, way: Recipe | Source) -> tuple[Counter[Item], dict[Item, tuple[int, ...]]]:
    """The stock and the worn tools after one application."""
    taken, held, tools, _ = asked(book, way)
    stock = held + Counter(dict(way.gives))
    worn: dict[Item, tuple[int, ...]] = {}
    for tool, (need, *_) in zip(tools, way.wears, strict=True):
        uses = book.items[tool].uses * pieces(book, tool, need.uses) - need.uses
        stock[tool] += uses > 0
        if need.uses and uses > 0:
            worn[tool] = (uses,)
    if isinstance(way, Recipe):
        back = book.containers if way.returns is None and way.kind == "crafting" else dict(way.returns or ())
        for item, n in taken.items():
            if item in back:
                stock[back[item]] += n
    return +stock, worn


def step(book: Book, way: Recipe | Source) -> Step:
    _, _, tools, fuel = asked(book, way)
    takes = tuple(((each.any_of[0], each.n),) for each in way.takes)
    return Step(way.id, 1, takes, tools, ((FUEL, fuel),) if fuel else ())


@pytest.mark.parametrize("version", versions())
def test_every_way_gives_what_the_book_says_from_exactly_what_it_asks_for(version: str) -> None:
    book = bundled(version)
    book = replace(book, sources=tuple(replace(source, on=True) for source in book.sources))
    problem = compile_problem(book, RULES, State(), [Want((FUEL,), 1)])
    ways = [*book.recipes, *book.sources]
    assert len(ways) > 700
    wrong: list[str] = []
    for way in ways:
        taken, held, tools, fuel = asked(book, way)
        stock = taken + held + Counter({FUEL: fuel})
        for tool, (need, *_) in zip(tools, way.wears, strict=True):
            stock[tool] += pieces(book, tool, need.uses)
        after = fire(problem, State(dict(stock)), step(book, way))
        if isinstance(after, Finding):
            wrong.append(f"{way.id}: {after.message}")
            continue
        expected, worn = left(book, way)
        if dict(after.stock) != dict(expected) or dict(after.worn) != worn or any(after.ticks.values()):
            wrong.append(f"{way.id}: {dict(after.stock)} {dict(after.worn)}, not {dict(expected)} {worn}")
        wrong += [f"{way.id}: fires without {item}" for item in short(problem, stock, taken, way, book)]
    assert not wrong, "\n".join(wrong)


def short(problem, stock: Counter[Item], taken: Counter[Item], way: Recipe | Source, book: Book) -> list[Item]:
    """Items of which one piece less is enough all the same: there must be none, save what is at hand anyway."""
    _, held, _, _ = asked(book, way)
    less = {item: stock - Counter({item: 1}) for item in taken if item not in held}
    return [
        item
        for item, have in less.items()
        if not isinstance(fire(problem, State(dict(have)), step(book, way)), Finding)
    ]


def test_the_replay_finds_what_a_book_says_and_the_law_does_not() -> None:
    """A cake whose buckets are said to stay away is no cake of the game's."""
    book = bundled("1.16.5")
    cake = next(recipe for recipe in book.recipes if recipe.id == "craft cake")
    told, _ = left(book, cake)
    assert told["bucket"] == 3
    without, _ = left(replace(book, containers={}), cake)
    assert without["bucket"] == 0
