"""Steps and places in the words of a player: verb, item, how many; of what, where, with what, burning what."""

from __future__ import annotations

from typing import Any, TypeAlias

from ..pddl.model import MOVES, Operator, Problem
from ..recipes.book import Book, Item, Recipe, Source, Where
from ..recipes.look import titled
from ..recipes.verbs import origin_of, product_of, verb_for, verb_of, way_words
from ..sim.plan import Amounts, Step

Data: TypeAlias = dict[str, Any]


def step_words(problem: Problem, step: Step) -> Data:
    """A step in the manner of a player: verb, item, how many; of what, where, with what, burning what."""
    op = problem.operators[step.operator]
    item, origin = product(op), op.origin
    out: Data = {
        "operator": step.operator,
        "applications": step.applications,
        "verb": operator_verb(op),
        "item": item,
        "n": product_count(op, item) * step.applications,
        "takes": amounts([a for taken in step.takes for a in taken]),
        "with": list(dict.fromkeys(step.tools)),
        "burning": amounts(step.fuel),
    }
    if isinstance(origin, Recipe) and origin.station and problem.rules.stations != "free":
        out["at"] = origin.station
    if isinstance(origin, Source):
        if whence := source_origin(origin):
            out["from"] = whence
        if where := where_words(origin.where):
            out["where"] = where
        if origin.expected:
            out["expected"] = True
    out["text"] = step_text(op, out, problem.book)
    return out


def operator_verb(op: Operator) -> str:
    """What a player does when an operator is applied."""
    return verb_for(op.origin) if op.origin is not None else verb_of(op.kind)


def product(op: Operator) -> Item:
    """What an operator is for: the item it gives first, the station it moves or the tool it puts in the hand."""
    if op.origin is not None:
        return product_of(op.origin)
    return op.equips or (op.places or op.gives)[0][0]


def product_count(op: Operator, item: Item) -> int:
    """How many of its product one application gives; 1 for moves of stations and tools."""
    return 1 if op.kind in MOVES else dict(op.gives)[item]


def source_origin(source: Source) -> str:
    """The block or animal that something is taken from, where it is not the item itself; nothing where what is taken
    up tells enough."""
    whence = origin_of(source)
    taken = any(whence in ingredient.any_of for ingredient in source.takes)
    told = source.block if source.block else not source.takes
    return whence if whence != product_of(source) and told and not taken else ""


def operator_words(op: Operator) -> str:
    """An operator in words, such as `mine cobblestone from stone`; several operators may share them."""
    return way_words(op.origin) if op.origin is not None else f"{op.kind} {product(op)}"


def step_text(op: Operator, words: Data, book: Book) -> str:
    """A step as one line, such as `smelt iron_ingot x3 from iron_ore x3 in furnace, burning 1 coal`."""
    text = f"{words['verb']} {words['item']}"
    if op.kind in MOVES:
        return text
    text = f"{words['verb']} {titled(book, words['item'])}"
    text += f" x{words['n']}"
    if "from" in words:
        text += f" (from {words['from']})"
    if words["takes"]:
        text += " from " + ", ".join(f"{titled(book, item)} x{n}" for item, n in words["takes"].items())
    if station := words.get("at"):
        text += f" {station_word(op.origin)} {station}"
    if words["with"]:
        text += " with " + " and ".join(words["with"])
    if words["burning"]:
        text += ", burning " + ", ".join(f"{n} {item}" for item, n in words["burning"].items())
    if words.get("expected"):
        text += " (expected)"
    return text + (f"; {words['where']}" if words.get("where") else "")


def station_word(origin: Recipe | Source | None) -> str:
    """In what burns, at what does not."""
    return "in" if isinstance(origin, Recipe) and origin.burns else "at"


def where_words(where: Where) -> str:
    """Where a source is found, in words; nothing for what lies about everywhere in the overworld."""
    parts: list[str] = [] if where.dimension == "overworld" else [f"in the {where.dimension.removeprefix('the_')}"]
    if where.heights:
        parts.append(f"heights {where.heights[0]} to {where.heights[1]}")
    if where.biomes:
        parts.append(" or ".join(where.biomes[:3]) + (" …" if len(where.biomes) > 3 else ""))
    return ", ".join([*parts, *where.conditions])


def amounts(given: Amounts | list[tuple[Item, int]]) -> dict[Item, int]:
    """Amounts added up by item, in the order in which the items first come."""
    out: dict[Item, int] = {}
    for item, n in given:
        out[item] = out.get(item, 0) + n
    return out
