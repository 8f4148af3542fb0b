"""What a way to come by an item is called in words: a verb, the product and where it comes from.

Ids are names and may be anything (`mymod:ruby_block`); the words come from what a way *is*. Only an id that spells just
these words out (`kill beef from cow`) is believed to tell in its rest what has no field of its own: the animal, say;
and to begin with the verb of a mod's own kind of recipe (`press plate`).
"""

from __future__ import annotations

from .book import Item, Recipe, Source

VERBS = {
    "crafting": "craft",
    "smelting": "smelt",
    "blasting": "blast",
    "smoking": "smoke",
    "stonecutting": "cut",
    "smithing": "smith",
    "brewing": "brew",
}
"""What a player does, by kind of recipe; every other kind, and each kind of source, is its own verb."""


def verb_of(kind: str) -> str:
    """What a player does at a recipe or source of a kind; of one with a namespace only the name."""
    return VERBS.get(kind, kind.rpartition(":")[2] or kind)


def verb_for(way: Recipe | Source) -> str:
    """What a player does to come by an item this way: by its kind, or for a kind of a mod as its id says."""
    verb, _, rest = way.id.partition(" ")
    product = product_of(way)
    named = isinstance(way, Recipe) and way.kind not in VERBS and verb.replace("_", "").isalpha()
    return verb if named and (rest == product or rest.startswith(f"{product} ")) else verb_of(way.kind)


def product_of(way: Recipe | Source) -> Item:
    """The item that a way is for: the first that it gives."""
    return way.gives[0][0]


def origin_of(way: Recipe | Source) -> str:
    """The block, animal or ingredient that a way is told apart by, or nothing."""
    if isinstance(way, Source) and way.block:
        return way.block
    head = f"{verb_for(way)} {product_of(way)} from "
    return way.id.removeprefix(head) if way.id.startswith(head) else ""


def way_words(way: Recipe | Source) -> str:
    """A way in words, `craft stick from bamboo` or `craft ruby_block`; several ways may share them."""
    product, origin = product_of(way), origin_of(way)
    return f"{verb_for(way)} {product}" + (f" from {origin}" if origin and origin != product else "")


def way_name(way: Recipe | Source) -> str:
    """A way in words, with its id in parentheses where the words are not its id."""
    words = way_words(way)
    return words if words == way.id else f"{words} ({way.id})"
