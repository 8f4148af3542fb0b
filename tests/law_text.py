"""Recipes, plans and inventories as a few readable lines, for tests of the law.

craft chest: 8 oak_planks|birch_planks -> 1 chest; needs crafting_table
smelt glass: 1 sand -> 1 glass; needs furnace; burns 200
mine stone: -> 1 cobblestone; wears wooden_pickaxe|stone_pickaxe; effort 23; limit 5

craft chest x1: 5 oak_planks + 3 birch_planks
smelt glass x9: 9 sand; burn 1 coal, 1 oak_planks
mine stone x2; with wooden_pickaxe
"""

from __future__ import annotations

from dataclasses import replace

from craftproof.pddl.model import Operator, Problem, Want, Wear
from craftproof.recipes.book import Book, Ingredient, Source
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.plan import Plan, Step
from craftproof.sim.statetext import parse_worn, state_of
from craftproof.sim.verify import verify

USES = {"wooden_pickaxe": 59, "stone_pickaxe": 131, "shears": 238}
FUELS = {
    "coal": 1600,
    "oak_planks": 300,
    "birch_planks": 300,
    "stick": 100,
    "lava_bucket": 20000,
    "wooden_pickaxe": 200,
}
CONTAINERS = {"lava_bucket": "bucket", "water_bucket": "bucket", "milk_bucket": "bucket"}
STACKS = {"bucket": 16, "egg": 16, "lava_bucket": 1, "milk_bucket": 1, "water_bucket": 1} | dict.fromkeys(USES, 1)


def problem(recipes, have="", want="", keep="", protect="", hand=None, arranged=None, **rules):
    """A problem of the recipes above; `have` is `3 oak_log, 1 wooden_pickaxe@12`, `rules` changes survival.

    `arranged` are the slots of the inventory in order.
    """
    amounts = [part.split() for part in have.split(",") if part.strip()]
    state = state_of([(*parse_worn(name)[:2], int(n)) for n, name in amounts])
    operators = [operator(line.strip()) for line in recipes.splitlines() if line.strip()]
    return Problem(
        book=Book("test", {}),
        rules=replace(SURVIVAL, **rules),
        have=replace(state, hand=hand, slots=arranged),
        want=tuple(Want(tuple(name.split("|")), int(n)) for n, name in pairs(want)) or (Want((), 0),),
        operators={op.name: op for op in sorted(operators, key=lambda op: op.name)},
        fuels=FUELS,
        containers=CONTAINERS,
        uses=USES,
        stacks=STACKS,
        protected=frozenset(protect.split()),
        keep={name: int(n) for n, name in pairs(keep)},
    )


def operator(line):
    head, *extras = [part.strip() for part in line.split(";")]
    name, _, body = head.partition(":")
    takes, _, gives = body.partition("->")
    op = Operator(
        name=name,
        kind=name.split()[0],
        takes=tuple(Ingredient(tuple(sorted(items.split("|"))), int(n)) for n, items in pairs(takes, "+")),
        gives=tuple((item, int(n)) for n, item in pairs(gives, "+")),
        pool="furnace",
    )
    for extra in extras:
        op = _with(op, *extra.split(" ", 1))
    if op.kind == "mine":
        op = replace(op, origin=Source(op.name, "mine", op.gives, op.effort))
    return op


def _with(op, word, rest):
    match word:
        case "needs":
            return replace(op, needs=(*op.needs, Ingredient(tuple(rest.split("|")))))
        case "wears":
            return replace(op, wears=(*op.wears, Wear(tuple((tool, 1) for tool in rest.split("|")))))
        case "returns":
            return replace(op, returns=tuple(tuple(pair.split("=")) for pair in rest.split()))
        case "burns" | "effort" | "limit":
            return replace(op, **{word: int(rest)})
        case "places" | "pickup":
            return replace(op, places=((rest, 1 if word == "places" else -1),))
        case "stands" | "equips":
            return replace(op, **{word: rest})
    raise ValueError(word)


def plan(text):
    return Plan(tuple(step(line.strip()) for line in text.splitlines() if line.strip()))


def step(line):
    head, *extras = [part.strip() for part in line.split(";")]
    name, _, takes = head.partition(":")
    operator, _, times = name.rpartition(" x")
    bound = {"with": (), "burn": ()}
    for extra in extras:
        word, rest = extra.split(" ", 1)
        bound[word] = tuple(rest.split()) if word == "with" else amounts(rest)
    takes = tuple(amounts(part) for part in takes.split("/") if part.strip())
    return Step(operator, int(times), takes, bound["with"], bound["burn"])


def amounts(text):
    return tuple((item, int(n)) for n, item in pairs(text.replace("+", ",")))


def pairs(text, sign=","):
    return [part.split() for part in text.split(sign) if part.strip()]


def judge(recipes, text, have="", **situation):
    """The verdict on a plan."""
    return verify(problem(recipes, have, **situation), plan(text))


def codes(verdict):
    """Findings as (step, application, code, short), all counted from 0."""
    return [(f.step, f.application, f.code, f.short) for f in verdict.findings]
