"""Random worlds in which most things are there twice, or nearly so; what may stand for what is to be found out.

They are small, so that a search sees every state that is cheaper than the goal.
"""

from __future__ import annotations

from dataclasses import replace

from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe, Source, ToolNeed
from craftproof.recipes.rules import BARE

TWINS = ("ore", "part", "tool", "coal")
NAMES = ("ore", "part", "tool", "coal", "pail", "brick", "thing")


def too(item):
    """The twin of an item."""
    return f"{item} too"


class Twins:
    """A book in which a thing is made of parts, of ore, with a tool and fuel; most is there twice, or nearly so."""

    def __init__(self, random, wear):
        self.random, self.wear = random, wear
        self.recipes, self.sources, self.fuels, self.containers, self.uses = [], [], {}, {}, {}
        for item, effort in (("ore", 5), ("coal", 7)):
            for twin in self.both(item):
                self.sources.append(Source(f"mine {twin}", "mine", ((twin, 1),), self.off(effort)))
        for item, takes in (("tool", "ore"), ("part", random.choice(("ore", "ore", "tool")))):
            self.make(item, takes)
        self.thing()
        self.burning()
        if wear:
            uses = random.randint(2, 3)
            self.uses = {twin: self.off(uses, 0) for twin in self.both("tool")}

    def chance(self, share):
        return self.random.random() < share

    def off(self, n, least=1):
        return max(least, n + self.random.choice((-1, 1))) if self.chance(0.1) else n

    def both(self, item):
        return (item, too(item))

    def make(self, item, of):
        """A recipe for each twin, of one twin or of any; now and then it burns, or something comes back."""
        mixed, burns = self.chance(0.3), self.chance(0.3)
        n, given = self.random.randint(1, 2), self.random.randint(1, 3)
        back, tool = self.chance(0.1), item == "part" and self.chance(0.3)
        for twin, taken in zip(self.both(item), self.both(of), strict=True):
            takes = Ingredient(self.both(of) if mixed else (taken,), self.off(n))
            returns = tuple((i, "pail") for i in takes.any_of) if back and not self.chance(0.1) else ()
            self.recipe(f"make {twin}", takes, (twin, self.off(given)), burns, self.needs(tool), returns)

    def needs(self, asked):
        """What says that a tool is there, and wears."""
        if not asked:
            return {}
        wears = tuple(ToolNeed(tool, 0, self.off(1)) for tool in self.both("tool"))
        return {"wears": (wears,)} if self.chance(0.7) else {"needs": (Ingredient(self.both("tool"), 1),)}

    def recipe(self, name, takes, gives, burns, needs=(), returns=(), kind="smelting"):
        ticks = self.off(2) * 100 if burns else 0
        way = Recipe(name, kind, (takes,), (gives,), burns=ticks, returns=returns, **dict(needs))
        self.recipes.append(way)

    def thing(self):
        pail = self.chance(0.15)
        for k in range(self.random.randint(1, 2)):
            kind = self.random.choice(("smelting", "blasting"))
            item = self.random.choice(("part", "part", "ore"))
            takes = Ingredient(self.both(item), self.random.randint(1, 3))
            self.recipe(
                f"make thing {k}", takes, ("thing", 1), self.chance(0.7), self.needs(self.chance(0.5)), (), kind
            )
        if pail:
            self.recipe("make thing of pail", Ingredient(("pail",)), ("thing", 2), False)

    def burning(self):
        """Fuels and what they leave behind; bricks are made of coal to be burned, or not only that."""
        ticks = self.random.choice((100, 200, 300))
        self.fuels = {twin: self.off(ticks // 100) * 100 for twin in self.both("coal")}
        if self.chance(0.2):
            self.fuels |= {twin: self.off(1) * 100 for twin in self.both("part")}
        if self.chance(0.7):
            n = self.random.randint(1, 3)
            brick = ("brick", self.random.randint(1, 3))
            self.recipe("make brick", Ingredient(self.both("coal"), n), brick, self.chance(0.1))
            self.fuels["brick"] = max(100, (n * ticks // brick[1] + self.random.choice((-100, 0, 0, 100))) // 50 * 50)
        if self.chance(0.2):
            self.recipe("make ore of brick", Ingredient(("brick",)), ("ore", 2), False)
        if self.chance(0.15):
            self.containers = {fuel: "pail" for fuel in self.fuels if not self.chance(0.15)}

    def book(self):
        items = {i: ItemType(stack=1, uses=self.uses.get(i, 0)) for i in (*NAMES, *(too(i) for i in TWINS))}
        ways = {"recipes": tuple(self.recipes), "sources": tuple(self.sources)}
        return Book("twins", items, fuels=self.fuels, containers=self.containers, **ways)


def situation(random, wear=False):
    """A problem over such a book, and what to leave out of it: twins and, now and then, bricks as fuel."""
    rules = replace(BARE, name="twins", fuel=True, wear=wear, gather=True, cost=("effort", "applications"))
    have = State({item: random.randint(1, 2) for item in random.sample(NAMES[:5], random.choice((0, 0, 1)))})
    want = [Want((random.choice(("thing", "thing", "thing", "pail")),), random.randint(1, 3), "new")]
    problem = compile_problem(Twins(random, wear).book(), rules, have, want)
    folded = {too(item): item for item in TWINS if random.random() < 0.8}
    if random.random() < 0.1:
        folded = {image: item for item, image in folded.items()}
    unburned = ["brick"] if random.random() < 0.7 and "brick" in problem.fuels else []
    return problem, folded, unburned
