"""Synthetic packs of any size, seeded: what `scale.py` measures and the tests of large books plan in.

A pack has a small base (wood, stone, coal, iron; table, furnace; three pickaxes) and modules of a few hundred recipes:

ores     a source, smelted; ingots, blocks and nuggets that are made of each other
ring     eight things, each made of the one before, the first also of the last
ladder   a loop that gains: 7 rods make 5 rungs, 1 rung makes 2 rods
wide     16 to 256 kinds of one tag, each made in a way of its own, and things made of any of them
chain    up to 160 things, each made of the one before
mixed    things made of one to three of what is there, often in several ways

A pack of 10,000 or more also has, once each, what a goal can reach a lot of:

deep     1,000 things, each made of the one before
broad    2,000 kinds of one tag, each made in a way of its own, and a thing made of any of them
knot     1,000 things in 2,000 recipes that turn them into each other, with nothing gained

Modules draw on themselves, on the base and on the first few modules (hubs), as mods draw on a few others: what a goal
can draw on stays the same while the pack grows. `mixed_up` shuffles a pack; the answers must not care.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]

HUBS = 6
"""Modules that others draw on."""
GIANTS = 10_000
"""Packs from this size on have the three large parts."""
SHAPES = ("ring", "ladder", "wide", "chain", "mixed")
LARGE = ("deep", "broad", "knot")
BASE_ITEMS: dict[str, Data] = {
    **{name: {} for name in ("log", "plank", "stick", "stone", "coal", "raw_iron", "iron", "table", "furnace")},
    "wooden_pickaxe": {"stack": 1, "uses": 59, "tool": "pickaxe", "tier": 0},
    "stone_pickaxe": {"stack": 1, "uses": 131, "tool": "pickaxe", "tier": 1},
    "iron_pickaxe": {"stack": 1, "uses": 250, "tool": "pickaxe", "tier": 2},
}


def made(product: str, n: int, takes: dict[str, int], station: str | None = "table", way: str = "") -> Data:
    """A recipe in the form of a book file."""
    entry: Data = {
        "id": f"craft {product}{way and f' {way}'}",
        "kind": "crafting",
        "takes": [{"any_of": name, "n": k} if k > 1 else {"any_of": name} for name, k in takes.items()],
        "gives": {product: n},
    }
    return {**entry, "station": station} if station else entry


def smelted(product: str, item: str) -> Data:
    """A recipe of the furnace."""
    takes = [{"any_of": item}]
    gives = {product: 1}
    return {
        "id": f"smelt {product}",
        "kind": "smelting",
        "takes": takes,
        "gives": gives,
        "station": "furnace",
        "burns": 200,
    }


def mined(item: str, effort: int, tier: int | None) -> Data:
    """A source, by hand (`tier` None) or with a pickaxe."""
    entry: Data = {"id": f"mine {item}", "kind": "mine", "gives": {item: 1}, "effort": effort}
    return entry if tier is None else {**entry, "wears": [[{"tool": "pickaxe", "tier": tier}]]}


@dataclass
class Module:
    """Recipes, sources, tags and items of one module, in the form of a book file; `goals` by shape."""

    items: list[str] = field(default_factory=list[str])
    tags: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    recipes: list[Data] = field(default_factory=list[Data])
    sources: list[Data] = field(default_factory=list[Data])
    goals: dict[str, str] = field(default_factory=dict[str, str])


def base() -> Module:
    """What every pack starts with."""
    pickaxes = {"wooden_pickaxe": "plank", "stone_pickaxe": "stone", "iron_pickaxe": "iron"}
    return Module(
        items=list(BASE_ITEMS),
        recipes=[
            made("plank", 4, {"log": 1}, None),
            made("stick", 4, {"plank": 2}, None),
            made("table", 1, {"plank": 4}, None),
            made("furnace", 1, {"stone": 8}),
            *(made(tool, 1, {material: 3, "stick": 2}) for tool, material in pickaxes.items()),
            smelted("iron", "raw_iron"),
        ],
        sources=[mined("log", 60, None), mined("stone", 23, 0), mined("coal", 80, 0), mined("raw_iron", 200, 1)],
    )


class Maker:
    """Makes module `number`; `hubs` are things of other modules that it may draw on."""

    def __init__(self, number: int, random: Random, hubs: list[str]) -> None:
        self.name, self.random, self.hubs = f"m{number}", random, hubs
        self.out = Module()

    def item(self, name: str) -> str:
        self.out.items.append(f"{self.name}_{name}")
        return self.out.items[-1]

    def make(self, *recipe: Any, **more: Any) -> None:
        self.out.recipes.append(made(*recipe, **more))

    def module(self, mixed: int) -> Module:
        """Everything, with `mixed` recipes of the last shape."""
        ingot = self.ores()
        for shape in (self.ring, self.ladder, self.wide, self.chain):
            self.out.goals[shape.__name__] = shape(ingot)
        self.out.goals["mixed"] = self.mixed(mixed)
        return self.out

    def ores(self) -> str:
        ore, ingot, block, nugget = (self.item(name) for name in ("ore", "ingot", "block", "nugget"))
        self.out.sources.append(mined(ore, self.random.randint(40, 900), self.random.randint(0, 2)))
        self.out.recipes.append(smelted(ingot, ore))
        self.make(block, 1, {ingot: 9})
        self.make(nugget, 9, {ingot: 1}, None)
        self.make(ingot, 9, {block: 1}, None, way="of blocks")
        self.make(ingot, 1, {nugget: 9}, way="of nuggets")
        return ingot

    def ring(self, ingot: str) -> str:
        ring = [self.item(f"ring{k}") for k in range(8)]
        self.make(ring[0], 1, {ingot: 2, "stick": 1})
        for before, after in zip(ring, [*ring[1:], ring[0]], strict=True):
            self.make(after, 1, {before: 1}, None, way="round")
        return ring[-1]

    def ladder(self, ingot: str) -> str:
        rod, rung = self.item("rod"), self.item("rung")
        self.make(rod, 2, {ingot: 1, "stick": 1})
        self.make(rung, 5, {rod: 7})
        self.make(rod, 2, {rung: 1}, None, way="of rungs")
        return rung

    def wide(self, ingot: str) -> str:
        kinds = [self.item(f"kind{k}") for k in range(self.random.choice((16, 16, 32, 64, 256)))]
        for k, kind in enumerate(kinds):
            self.make(kind, self.random.randint(1, 4), {ingot: self.random.randint(1, 3), "stone": 1 + k % 4})
        self.out.tags[f"{self.name}_kinds"] = kinds
        for k in range(8):
            self.make(self.item(f"any{k}"), 1, {f"#{self.name}_kinds": 2 + k, "stick": 1})
        return f"{self.name}_any7"

    def chain(self, ingot: str) -> str:
        before = ingot
        for k in range(self.random.choice((20, 40, 80, 160))):
            after = self.item(f"link{k}")
            self.make(after, 1, {before: 1, self.random.choice(("stick", "stone", ingot)): self.random.randint(1, 2)})
            before = after
        return before

    def mixed(self, n: int) -> str:
        there, mixes = [*self.out.items, *self.hubs, f"#{self.name}_kinds"], [self.item("mix")]
        self.make(mixes[0], 1, {"log": 1})
        for k in range(1, n):
            takes = {name: self.random.randint(1, 4) for name in self.random.sample(there, self.random.randint(1, 3))}
            product = self.random.choice(mixes) if self.random.random() < 0.2 else self.item(f"mix{k}")
            if product not in mixes:
                mixes.append(product)
                there.append(product)
            takes.pop(product, None)
            self.make(product, self.random.randint(1, 4), takes or {"log": 1}, way=f"way {k}")
        return mixes[-1]


def giant(random: Random) -> Module:
    """The three large parts."""
    out = Module(goals={"deep": "deep999", "broad": "panel", "knot": "knot500"})
    for k in range(1000):
        out.recipes.append(made(f"deep{k}", 1, {f"deep{k - 1}" if k else "iron": 1, "stick": 1}))
    for k in range(2000):
        out.recipes.append(made(f"broad{k}", 1 + k % 4, {"iron": 1 + k % 3, "stone": 1 + k % 5}))
    out.tags["broad"] = [f"broad{k}" for k in range(2000)]
    out.recipes.append(made("panel", 1, {"#broad": 7, "stick": 1}))
    value = [2 ** random.randrange(7) for _ in range(1000)]
    out.recipes += [made(f"knot{k}", 1, {"log": value[k]}) for k in range(5)]
    for k in range(2000):
        product, *takes = random.sample(range(1000), random.choice((2, 2, 3)))
        asked = {f"knot{takes[0]}": -(-value[product] // value[takes[0]]), **{f"knot{t}": 1 for t in takes[1:]}}
        worth = sum(n * value[int(name.removeprefix("knot"))] for name, n in asked.items())
        out.recipes.append(made(f"knot{product}", worth // value[product], asked, None, way=f"way {k}"))
    out.items = [
        "panel",
        *(f"{name}{k}" for name, n in (("deep", 1000), ("broad", 2000), ("knot", 1000)) for k in range(n)),
    ]
    return out


def modules(size: int, seed: int) -> Iterator[Module]:
    """Modules with exactly `size` recipes in all (at least those of the base and one module)."""
    left, number, hubs = size, 0, list[str]()
    start = base()
    yield start
    left -= len(start.recipes)
    if size >= GIANTS:
        large = giant(Random(f"{seed} giant"))
        left -= len(large.recipes)
        yield large
    while left > 0:
        random = Random(f"{seed} {number}")
        maker = Maker(number, random, list(hubs))
        module = maker.module(random.randint(40, 160))
        if number < HUBS:
            hubs += [module.goals["mixed"], f"m{number}_ingot"]
        if len(module.recipes) > left:  # the last one: only as much as is still missing, from a full module's front
            module.recipes = module.recipes[:left]
            module.goals = {}
        left -= len(module.recipes)
        number += 1
        yield module


def goals(size: int, seed: int) -> dict[str, str]:
    """The goal of each shape: things of the last module that is whole, and of the large parts."""
    last: dict[str, str] = {}
    for module in modules(size, seed):
        last = last | module.goals
    return last


def data(size: int, seed: int) -> Data:
    """A pack as the data of a book file."""
    out: Data = {"craftproof": "book/1", "version": f"synthetic {size}"}
    parts = list(modules(size, seed))
    out["items"] = {name: BASE_ITEMS.get(name, {}) for part in parts for name in part.items}
    out["tags"] = {name: members for part in parts for name, members in part.tags.items()}
    out["recipes"] = [recipe for part in parts for recipe in part.recipes]
    out["sources"] = [source for part in parts for source in part.sources]
    out["fuels"] = {"coal": 1600, "log": 300, "plank": 300, "stick": 100}
    return out


def mixed_up(pack: Data, seed: int) -> Data:
    """The same pack in another order."""
    random = Random(seed)
    out = dict(pack)
    for section in ("items", "tags", "fuels"):
        pairs = list(pack[section].items())
        random.shuffle(pairs)
        out[section] = dict(pairs)
    for section in ("recipes", "sources"):
        out[section] = random.sample(pack[section], len(pack[section]))
    return out


def write(path: Path, size: int, seed: int) -> None:
    """Write a pack as a book file, an entry a line, without holding all of it."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f'{{"craftproof": "book/1", "version": "synthetic {size}",\n"fuels": ')
        file.write('{"coal": 1600, "log": 300, "plank": 300, "stick": 100}')
        for section in ("items", "tags", "recipes", "sources"):
            keyed = section in ("items", "tags")
            file.write(f',\n"{section}": {"{" if keyed else "["}')
            for number, line in enumerate(_lines(section, modules(size, seed))):
                file.write(("," if number else "") + f"\n{line}")
            file.write("}" if keyed else "]")
        file.write("}\n")


def _lines(section: str, parts: Iterator[Module]) -> Iterator[str]:
    """The entries of a section as JSON."""
    for part in parts:
        if section == "items":
            yield from (f"{json.dumps(name)}: {json.dumps(BASE_ITEMS.get(name, {}))}" for name in part.items)
        elif section == "tags":
            yield from (f"{json.dumps(name)}: {json.dumps(members)}" for name, members in part.tags.items())
        else:
            yield from map(json.dumps, part.recipes if section == "recipes" else part.sources)
