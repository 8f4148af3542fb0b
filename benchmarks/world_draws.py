"""Small random worlds by number: a book of a few items, a situation and goals, as `compile_problem` takes them.

World k of a seed and kind of rules is always the same. Tools wear, containers come back, sources have limits, sets have
several members, items have twins that differ in cost alone; where the rules know of them, recipes burn fuel at
stations.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import Problem, State, Want
from craftproof.pddl.reach import reachable
from craftproof.recipes.book import Book, Ingredient, Item, ItemType, Recipe, Source, ToolNeed
from craftproof.recipes.rules import BARE, PRESETS, Rules
from craftproof.sim.closure import unmet

NAMES = ("ash", "bolt", "clay", "dust", "egg", "fern", "glue", "horn")
STATIONS = ("kiln", "oven")
RULES: dict[str, Rules] = {"small": replace(BARE, name="small", wear=True, gather=True), **PRESETS}
"""`small`: `bare`, with sources and with tools that wear; and every preset."""


def draw(seed: int, rules: str, k: int) -> Problem:
    """World `k` of a seed; in it some goal is not met yet, and mostly its items can be had, were nothing used up."""
    random = Random(f"{seed} {rules} {k}")
    while True:
        problem = _problem(random, RULES[rules])
        items, _ = reachable(problem)
        hopeless = any(items.isdisjoint(want.any_of) for want in problem.want)
        if unmet(problem) and (not hopeless or random.random() < 0.1):
            return problem


def _problem(random: Random, law: Rules) -> Problem:
    fired = law.fuel and random.random() < 0.7
    book = _book(random, fired)
    items = sorted(book.items)
    have = _state(random, book, law)
    rare = random.randrange(5)
    keep = {i: random.randint(1, n) for i, n in sorted(have.stock.items())[:1]} if rare == 0 else {}
    limits = {random.choice(items): random.randint(0, 3)} if rare == 1 else {}
    want = [_want(random, items) for _ in range(random.choice((1, 1, 1, 2)))]
    return compile_problem(book, law, have, want, keep=keep, limits=limits)


def _book(random: Random, fired: bool) -> Book:
    items = NAMES[: random.randint(3, 8)]
    tools = sorted(random.sample(items[:3], random.randint(0, 2)))
    kinds = {i: ItemType(stack=1, uses=random.randint(1, 4)) if i in tools else ItemType() for i in items}
    stations = STATIONS[: random.choice((1, 1, 2))] if fired else ()
    recipes = [_recipe(random, k, items, tools, stations) for k in range(random.randint(3, 9))]
    recipes += [
        Recipe(f"craft {station}", "crafting", (_ingredient(random, items),), ((station, 1),))
        for station in stations
        if random.random() < 0.8
    ]
    sources = [_source(random, k, items, tools) for k in range(random.randint(0, 3))]
    fuels = {i: random.choice((50, 100, 200, 300)) for i in random.sample(items, min(len(items), 3))} if fired else {}
    left = [f for f in fuels if random.random() < 0.15]
    containers = {f: random.choice([i for i in items if i != f]) for f in sorted(left)}
    kinds |= {station: ItemType() for station in stations}
    book = Book(
        "small",
        dict(sorted(kinds.items())),
        {},
        tuple(recipes),
        tuple(sources),
        dict(sorted(fuels.items())),
        containers,
    )
    return _with_twin(random, book, random.choice(items)) if random.random() < 0.3 else book


def _ingredient(random: Random, items: tuple[Item, ...], most: int = 3) -> Ingredient:
    return Ingredient(tuple(sorted(random.sample(items, random.choice((1, 1, 2, 3))))), random.randint(1, most))


def _recipe(random: Random, k: int, items: tuple[Item, ...], tools: list[Item], stations: tuple[Item, ...]) -> Recipe:
    takes = tuple(_ingredient(random, items) for _ in range(random.choice((1, 1, 2))))
    gives = {i: random.randint(1, 4) for i in random.sample(items, random.choice((1, 1, 1, 2)))}
    odd, burned = random.randrange(4) == 0, bool(stations) and random.random() < 0.4
    taken = sorted({i for need in takes for i in need.any_of})
    back = ((random.choice(taken), random.choice(items)),) if odd and random.random() < 0.6 else ()
    wears = ((ToolNeed(random.choice(tools), 0, random.randint(1, 2)),),) if tools and random.random() < 0.5 else ()
    return Recipe(
        id=f"craft {min(gives)} {k}",
        kind="smelting" if burned else "crafting",
        takes=takes,
        gives=tuple(sorted(gives.items())),
        station=random.choice(stations) if burned or (stations and random.random() < 0.2) else None,
        needs=(_ingredient(random, items, most=1),) if odd else (),
        wears=wears,
        burns=random.choice((100, 200)) if burned else 0,
        returns=back,
    )


def _source(random: Random, k: int, items: tuple[Item, ...], tools: list[Item]) -> Source:
    item = random.choice(items)
    wears = ((ToolNeed(random.choice(tools), 0, 1),),) if tools and random.random() < 0.5 else ()
    given, effort, limit = random.randint(1, 2), random.randint(1, 50), random.choice((None, None, 1, 3))
    return Source(f"mine {item} {k}", "mine", ((item, given),), effort, wears=wears, limit=limit)


def _with_twin(random: Random, book: Book, item: Item) -> Book:
    """The book with another item that serves and is made as `item` is, at other efforts now and then."""
    twin = f"{item}_two"

    def put(need: Ingredient) -> Ingredient:
        return replace(need, any_of=tuple(sorted({*need.any_of, twin}))) if item in need.any_of else need

    def renamed(gives: tuple[tuple[Item, int], ...]) -> tuple[tuple[Item, int], ...]:
        return tuple((twin if i == item else i, n) for i, n in gives)

    recipes = [
        replace(r, takes=tuple(map(put, r.takes)), needs=tuple(map(put, r.needs))) if len(r.takes) < 3 else r
        for r in book.recipes
    ]
    recipes = [replace(r, returns=r.returns or ()) for r in recipes]
    made = [replace(r, id=f"{r.id} two", gives=renamed(r.gives)) for r in recipes if item in dict(r.gives)]
    mined = [
        replace(s, id=f"{s.id} two", gives=renamed(s.gives), effort=s.effort + random.choice((0, 0, 5, -1)))
        for s in book.sources
        if item in dict(s.gives) and s.limit is None
    ]
    fuels = {**book.fuels, twin: book.fuels[item]} if item in book.fuels else book.fuels
    containers = {**book.containers, twin: book.containers[item]} if item in book.containers else book.containers
    kinds = dict(sorted({**book.items, twin: book.items[item]}.items()))
    return replace(
        book,
        items=kinds,
        recipes=(*recipes, *made),
        sources=(*book.sources, *mined),
        fuels=dict(sorted(fuels.items())),
        containers=containers,
    )


def _state(random: Random, book: Book, rules: Rules) -> State:
    items = sorted(book.items)
    stock = {i: random.randint(1, 5) for i in random.sample(items, random.randint(1, min(4, len(items))))}
    worn: dict[Item, tuple[int, ...]] = {}
    for item in sorted(stock):
        uses = book.items[item].uses
        if uses > 1 and random.random() < 0.5:
            pieces = random.randint(1, min(2, stock[item]))
            worn[item] = tuple(sorted(random.randint(1, uses - 1) for _ in range(pieces)))
    stations = [i for i in STATIONS if i in book.items]
    placed = {i: 1 for i in stations if rules.stations == "placed" and random.random() < 0.3}
    stock |= {i: 1 for i in stations if random.random() < 0.4}
    pool = "all" if rules.fuel_pool == "one" else random.choice(stations or ["kiln"])
    ticks = {pool: random.choice((50, 150))} if rules.fuel and stations and random.random() < 0.2 else {}
    return State(stock=dict(sorted(stock.items())), worn=worn, placed=placed, ticks=ticks)


def _want(random: Random, items: list[Item]) -> Want:
    any_of = tuple(sorted(random.sample(items, random.choice((1, 1, 1, 2)))))
    return Want(any_of, random.randint(1, 5), random.choice(("total", "total", "new")))
