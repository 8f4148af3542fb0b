"""Questions to a book: what gives an item, what it is used for, which items are called something."""

from __future__ import annotations

from fnmatch import fnmatchcase

from .book import Book, Item, Recipe, Source
from .spelling import normal


def ways_to(book: Book, item: Item) -> list[Recipe | Source]:
    """Every recipe, then every source that gives `item`, as a product or as what comes back, in the book's order."""
    return [way for way in (*book.recipes, *book.sources) if any(i == item for i, _ in way.gives)]


def uses_of(book: Book, item: Item) -> list[Recipe | Source]:
    """Every recipe and source that takes `item`, needs it held or works at it, in the book's order."""
    return [way for way in (*book.recipes, *book.sources) if _uses(way, item)]


def _uses(way: Recipe | Source, item: Item) -> bool:
    station = isinstance(way, Recipe) and way.station == item
    return station or any(item in ingredient.any_of for ingredient in (*way.takes, *way.needs))


def items_like(book: Book, pattern: str | None) -> list[Item]:
    """The items whose name or label holds `pattern` or, where it has `*` or `?`, is like it; `None`: all."""
    if not pattern:
        return sorted(book.items)
    wanted = normal(pattern)
    like = wanted if set(wanted) & set("*?[") else f"*{wanted}*"
    return [
        i for i, kind in sorted(book.items.items()) if fnmatchcase(i, like) or fnmatchcase(normal(kind.label), like)
    ]


def variant_label(book: Book, item: Item) -> str:
    """What a variant is called that has only a number (`stone:5` is Andesite); nothing of other items."""
    kind = book.items.get(item)
    return kind.label if kind and item.rpartition(":")[2].isdecimal() else ""


def titled(book: Book, item: Item) -> str:
    """An item by its name; `stone:5 (Andesite)` where that is but a number."""
    label = variant_label(book, item)
    return f"{item} ({label})" if label else item
