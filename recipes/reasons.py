"""Why an item cannot be obtained: the fixed list of reason codes, each with what it means.

The first group stands in books, the second is worked out from what a book can make and gather.
"""

from __future__ import annotations

from .book import Book

STATED: dict[str, str] = {
    "creative-only": "only the creative inventory gives it; breaking, crafting and mobs in survival do not",
    "command": "only a command of an operator gives it",
    "spawn-egg": "an egg that calls an animal or monster; only the creative inventory gives it",
    "nbt-variant": "one item with many contents (a potion, an enchantment, a text): its name alone says too little",
    "loot-only": "only chests hold it, and no source of the book says where",
}
"""Codes that a book may state in `unobtainable`."""

FOUND: dict[str, str] = {
    "silk-touch": "only a tool with silk touch brings it home; sources that need one are off by default",
    "off-by-default": "only sources that are off by default give it, or what is made of theirs",
    "no-way": "the book knows no way and no reason",
}
"""Codes for items that a book does not call unobtainable, but that nothing which is on gives."""

REASONS: dict[str, str] = STATED | FOUND


def unknown_reasons(book: Book) -> dict[str, list[str]]:
    """Codes that a book states and that are not of the list, each with its items; a user's book may have its own."""
    unknown: dict[str, list[str]] = {}
    for item, reason in sorted(book.unobtainable.items()):
        if reason not in STATED:
            unknown.setdefault(reason, []).append(item)
    return unknown
