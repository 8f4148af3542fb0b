"""What tests of the bundled books share: a recipe or source in words, and what a book can reach from nothing."""

from __future__ import annotations

from craftproof.engine.plan import plan_many
from craftproof.pddl.compile import compile_domain, compile_problem
from craftproof.pddl.model import State, Want
from craftproof.pddl.reach import reachable
from craftproof.recipes.book import Book, Ingredient, Recipe, Source
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify


def told(book: Book, operator: Recipe | Source) -> str:
    """`craft bread: 3 wheat -> 1 bread at crafting_table`; `#tag` is any member, `~` a mean, `pickaxe/1` a level."""
    takes = ", ".join(said(book, each) for each in operator.takes)
    gives = ", ".join(f"{n} {item}" for item, n in operator.gives)
    if isinstance(operator, Recipe):
        place = f"at {operator.station}" if operator.station else "by hand"
        return f"{operator.id}: {takes} -> {gives} {place}" + (f" burning {operator.burns}" if operator.burns else "")
    need = next((tool for (tool, *_) in operator.wears), None)
    means = f"{need.tool}/{need.tier}" + (f" x{need.uses}" if need.uses != 1 else "") if need else "by hand"
    mean = "~ " if operator.expected else ""
    return f"{operator.id}: {means}{f', takes {takes}' if takes else ''} -> {mean}{gives}"


def said(book: Book, ingredient: Ingredient) -> str:
    """`3 wheat`, `2 #planks`, or the members where no tag has them."""
    tag = next((f"#{name}" for name, items in sorted(book.tags.items()) if items == ingredient.any_of), "")
    return f"{ingredient.n} {ingredient.any_of[0] if len(ingredient.any_of) == 1 else tag or ingredient.any_of}"


def problem(book: Book, item: str, n: int = 1, **more):
    """`n` of an item from an empty inventory."""
    return compile_problem(book, SURVIVAL, State(), [Want((item,), n)], **more)


def obtainable(book: Book) -> list[str]:
    """Every item that comes out of nothing in the end, sorted."""
    items, _ = reachable(problem(book, "stick"))
    return sorted(items & book.items.keys())


def most_from_nothing(book: Book) -> dict[str, int]:
    """How many of an item there can be, where only limited sources give it."""
    ways: dict[str, list[int | None]] = {}
    for operator in compile_domain(book, SURVIVAL).operators.values():
        for item, n in operator.gives:
            ways.setdefault(item, []).append(None if operator.limit is None else n * operator.limit)
    return {item: sum(limits) for item, limits in ways.items() if None not in limits}


def goals(book: Book) -> list[tuple[str, int]]:
    """One and 64 of each item that comes out of nothing; of what is limited, as many as there are."""
    most = most_from_nothing(book)
    return [(item, n) for item in obtainable(book) for n in sorted({1, min(64, most.get(item, 64))})]


def without_a_plan(book: Book) -> list[tuple[str, int]]:
    """The goals of a book for which there is no plan that the law accepts."""
    asked = goals(book)
    answers = plan_many([problem(book, item, n) for item, n in asked])
    sound = [isinstance(a, Optimal | Feasible) and verify(a.problem, a.plan).sound for a in answers]
    return [goal for goal, good in zip(asked, sound, strict=True) if not good]
