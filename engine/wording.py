"""Steps and places in the words of a player: verb, item, how many; of what, where, with what, burning what."""

from __future__ import annotations

from typing import Any, TypeAlias

from ..pddl.model import Operator, Problem
from ..recipes.book import Item, Recipe, Source, Where
from ..sim.plan import Amounts, Step

Data: TypeAlias = dict[str, Any]
MOVES = ("place", "pickup", "equip")


def step_words(problem: Problem, step: Step) -> Data:
    """A step in the manner of a player: verb, item, how many; of what, where, with what, burning what."""
    op = problem.operators[step.operator]
    verb, item = (*step.operator.split(), "")[:2]
    origin = op.origin
    out: Data = {
        "operator": step.operator,
        "applications": step.applications,
        "verb": verb,
        "item": item,
        "n": product_count(op, item) * step.applications,
        "takes": amounts([a for taken in step.takes for a in taken]),
        "with": list(dict.fromkeys(step.tools)),
        "burning": amounts(step.fuel),
    }
    if isinstance(origin, Recipe) and origin.station and problem.rules.stations != "free":
        out["at"] = origin.station
    if isinstance(origin, Source):
        whence = origin.block or op.name.partition(" from ")[2]
        if whence and whence != item and (origin.block or not origin.takes):
            out["from"] = whence
        if where := where_words(origin.where):
            out["where"] = where
        if origin.expected:
            out["expected"] = True
    out["text"] = step_text(op, out)
    return out


def product_count(op: Operator, item: Item) -> int:
    """How many of its product one application gives; 1 for moves of stations and tools."""
    return 1 if op.kind in MOVES else dict(op.gives).get(item) or (op.gives[0][1] if op.gives else 1)


def step_text(op: Operator, words: Data) -> str:
    """A step as one line, such as `smelt iron_ingot x3 from iron_ore x3 in furnace, burning 1 coal`."""
    text = f"{words['verb']} {words['item']}"
    if op.kind in MOVES:
        return text
    text += f" x{words['n']}"
    if "from" in words:
        text += f" (from {words['from']})"
    if words["takes"]:
        text += " from " + ", ".join(f"{item} x{n}" for item, n in words["takes"].items())
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
