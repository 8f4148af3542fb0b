"""What a book says of one item, and of many, as data. The forms are published in `recipes.schema.json` and
`items.schema.json`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from ..recipes.book import TIERS, Book, Ingredient, Item, Recipe, Source, ToolNeed
from ..recipes.describe import Describer
from ..recipes.look import items_like, titled, uses_of, ways_to
from ..recipes.names import resolve, understood
from ..recipes.reasons import REASONS
from ..recipes.verbs import way_name
from ..recipes.words import meant
from .lost import unobtainable
from .wording import station_word, where_words

Data: TypeAlias = dict[str, Any]


def recipes_report(book: Book, name: str) -> Data:
    """Every way to come by what `name` means, and what it is used for; `InputError` where it means nothing."""
    found = resolve(book, name)
    return {
        "craftproof": "recipes/1",
        "version": book.version,
        "name": name,
        "taken_as": found.taken_as,
        "note": found.note,
        "items": [item_report(book, item) for item in found.items],
    }


def item_report(book: Book, item: Item) -> Data:
    """One item: what it is, the ways to come by it, what uses it."""
    return {
        **item_data(book, item),
        "ways": [way_data(book, way) for way in ways_to(book, item)],
        "used_by": [way.id for way in uses_of(book, item)],
        "unobtainable": book.unobtainable.get(item),
    }


def items_report(book: Book, pattern: str | None, lost_only: bool = False) -> Data:
    """The items of a book that are called or described like `pattern`; `lost_only`: of those, what cannot be obtained.

    What the pattern means as a name comes first, then items called so, by name, then those that people describe so, the
    nearest description first. `InputError` with the nearest names where there is nothing.
    """
    lost, describer = unobtainable(book), Describer(book)
    phrases = meant(book, pattern) if pattern else {}
    exact = understood(book, pattern) if pattern and not set(pattern) & set("*?[") else None
    like = items_like(book, pattern)
    if exact and (len(exact.items) == 1 or not set(exact.items) <= set(like)):
        like = [*exact.items, *like]
    found = list(dict.fromkeys([*like, *phrases]))
    if pattern and not found:
        resolve(book, pattern)
    items = [
        {
            **item_data(book, item),
            "unobtainable": lost.get(item),
            "matched": phrases.get(item),
            "description": describer(item),
        }
        for item in found
        if not lost_only or item in lost
    ]
    out: Data = {"craftproof": "items/1", "version": book.version, "pattern": pattern, "items": items}
    return out | ({"of": len(found), "reasons": _reasons(items)} if lost_only else {})


def _reasons(items: Sequence[Data]) -> list[Data]:
    """The reason codes of items with what they mean and how many items have them, in the order of the list of codes."""
    counts = Counter(item["unobtainable"] for item in items)
    codes = [*(code for code in REASONS if code in counts), *sorted(counts.keys() - REASONS.keys())]
    return [
        {"reason": code, "means": REASONS.get(code, "a reason of the book's own"), "count": counts[code]}
        for code in codes
    ]


def item_data(book: Book, item: Item) -> Data:
    """What an item is."""
    kind = book.items[item]
    out: Data = {"item": item, **asdict(kind), "fuel": book.fuels.get(item, 0)}
    out["gives_back"] = book.containers.get(item)
    out["tags"] = sorted(tag for tag, members in book.tags.items() if item in members)
    return out


def way_data(book: Book, way: Recipe | Source) -> Data:
    """A recipe or source, with a line in words."""
    out: Data = {
        "id": way.id,
        "kind": way.kind,
        "gives": dict(way.gives),
        "takes": [{"any_of": list(i.any_of), "n": i.n} for i in way.takes],
        "needs": [{"any_of": list(i.any_of), "n": i.n} for i in way.needs],
        "wears": [[asdict(need) for need in alternatives] for alternatives in way.wears],
    }
    if isinstance(way, Recipe):
        out |= {"station": way.station, "burns": way.burns}
    else:
        out |= {"effort": way.effort, "where": where_words(way.where), "limit": way.limit, "why": way.why}
        out |= {"expected": way.expected, "on": way.on, "block": way.block}
    out["text"] = way_text(book, way)
    return out


def way_text(book: Book, way: Recipe | Source) -> str:
    """A way in one line, such as `smelt iron_ingot from iron_ore: iron_ore x1 in furnace, 200 ticks of fuel`."""
    parts = [" + ".join(ingredient_text(book, i) for i in way.takes)] if way.takes else []
    if isinstance(way, Recipe) and way.station:
        parts.append(f"{station_word(way)} {way.station}")
    if way.needs:
        parts.append("holding " + ", ".join(ingredient_text(book, i) for i in way.needs))
    parts += ["with " + " or ".join(tool_text(n) for n in alternatives) for alternatives in way.wears]
    text = way_name(way) + (f": {' '.join(parts)}" if parts else "")
    if isinstance(way, Recipe):
        return text + (f", {way.burns} ticks of fuel" if way.burns else "") + _gives(way)
    place = where_words(way.where)
    marks = [f"{way.effort:,} ticks of effort"] + ([place] if place else []) + (["expected"] if way.expected else [])
    marks += [f"at most {way.limit}"] if way.limit is not None else []
    marks += [] if way.on else ["only when asked for"]
    return f"{text}{_gives(way)}; {', '.join(marks)}"


def _gives(way: Recipe | Source) -> str:
    """What one application gives, where it is not just one."""
    return "" if [n for _, n in way.gives] == [1] else " -> " + ", ".join(f"{i} x{n}" for i, n in way.gives)


def ingredient_text(book: Book, ingredient: Ingredient) -> str:
    """`oak_log x1`, `#planks x2`, `coal|charcoal x1`."""
    members = ingredient.any_of
    tag = next((t for t, of in sorted(book.tags.items()) if of == members), None) if len(members) > 1 else None
    shown = (
        titled(book, members[0]) if len(members) == 1 else "|".join(members[:4]) + ("|…" if len(members) > 4 else "")
    )
    return f"{'#' + tag if tag else shown} x{ingredient.n}"


def tool_text(need: ToolNeed) -> str:
    """`pickaxe (stone or better)`, `shears`."""
    return f"{need.tool} ({TIERS[need.tier]} or better)" if need.tier else need.tool
