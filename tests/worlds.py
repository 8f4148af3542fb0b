"""Goals and situations on the bundled book, drawn with a seed, for tests that compare planners or orders of input."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import SURVIVAL

from . import books


@dataclass(frozen=True)
class Situation:
    """What `compile_problem` is called with, beside a book and rules."""

    want: tuple[Want, ...]
    stock: dict[str, int] = field(default_factory=dict)
    worn: dict[str, tuple[int, ...]] = field(default_factory=dict)
    keep: dict[str, int] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    ban: tuple[str, ...] = ()

    def problem(self, book=None, rules=SURVIVAL):
        book, have = book or bundled(), State(self.stock, self.worn)
        return compile_problem(book, rules, have, self.want, keep=self.keep, limits=self.limits, ban=self.ban)


@lru_cache(maxsize=1)
def obtainable():
    """Every item that the bundled book reaches from nothing, sorted."""
    return tuple(books.obtainable(bundled()))


RESTRICTIONS = (
    {},
    {},
    {"limits": {"iron_ore": 5}},
    {"limits": {"oak_log": 1}, "ban": ("coal",)},
    {"ban": ("smelt iron_ingot from iron_ore",)},
)
"""Limits and bans: few combinations, since each makes tables of its own."""


@lru_cache(maxsize=1)
def tags():
    """Tags of which some members, but not very many, can be obtained."""
    there = set(obtainable())
    return [tag for tag, members in sorted(bundled().tags.items()) if 2 <= len(there.intersection(members)) <= 12]


def some(random, items, counts):
    """A few of `items`, as many as one of `counts` says."""
    return random.sample(items, min(len(items), random.choice(counts)))


def draw(seed):
    """One to three goals, now and then of a tag; often something held, worn, kept, limited or banned."""
    random = Random(seed)
    book, wants = bundled(), []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        mode, n = random.choice(("total", "total", "new")), random.choice((1, 1, 2, 3, 7, 16, 64))
        if random.random() < 0.2:
            tag = random.choice(tags())
            wants.append(Want(tuple(sorted(book.tags[tag])), n, mode, f"#{tag}"))
        else:
            wants.append(Want((random.choice(obtainable()),), n, mode))
    stock = {i: random.choice((1, 2, 5, 30)) for i in some(random, obtainable(), (0, 0, 3, 10, 40))}
    worn = {}
    for item in sorted(stock):
        uses = book.items[item].uses
        if uses > 1 and random.random() < 0.5:
            worn[item] = tuple(sorted(random.randint(1, uses - 1) for _ in range(min(2, stock[item]))))
    keep = {i: random.randint(1, stock[i]) for i in some(random, sorted(stock), (0, 0, 2))}
    return Situation(tuple(wants), stock, worn, keep, **random.choice(RESTRICTIONS))
