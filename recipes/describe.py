"""An item in a few words, made from the facts of a book: what it is, where it comes from, what it goes into.

>>> from .library import bundled
>>> describe(bundled("1.16.5"), "shears")
'Shears: shears with 238 uses. Craft it of 2 iron_ingot. Words: scissors, thing to cut wool off a sheep.'
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from .book import TIERS, Book, Ingredient, Item, Recipe, Source
from .reasons import REASONS
from .verbs import origin_of, product_of, verb_for
from .words import ARMOUR, foods, words

MOST = 3
"""So many ways, products and words are told of each."""


def describe(book: Book, item: Item) -> str:
    """One item of the book in a line of text, for people and for retrieval; `KeyError` for what is no item of it."""
    return Describer(book)(item)


class Describer:
    """Describes the items of a book, which is looked through once."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.ways: dict[Item, list[Recipe | Source]] = defaultdict(list)
        self.products: dict[Item, dict[Item, None]] = defaultdict(dict)
        self.works: dict[Item, dict[str, None]] = defaultdict(dict)
        self.tags = {members: tag for tag, members in sorted(book.tags.items(), reverse=True)}
        self.foods, self.words = foods(book), words(book)
        for way in (*book.recipes, *book.sources):
            self._note(way)

    def __call__(self, item: Item) -> str:
        name = self.book.items[item].label or item
        parts = [f"{name}: {', '.join(kinds)}" if (kinds := list(self._kinds(item))) else name]
        parts += self._origins(item)
        products = [product for product in self.products[item] if product != item]
        if products:
            parts.append(f"Goes into {_few(products)}")
        if item in self.words:
            parts.append(f"Words: {', '.join(self.words[item])}")
        return ". ".join(parts) + "."

    def _note(self, way: Recipe | Source) -> None:
        for item, _ in way.gives:
            self.ways[item].append(way)
        if isinstance(way, Recipe):
            if way.station:
                self.works[way.station][way.kind] = None
            for ingredient in way.takes:
                for item in ingredient.any_of:
                    self.products[item].update(dict.fromkeys(product for product, _ in way.gives))

    def _kinds(self, item: Item) -> Iterator[str]:
        """What an item serves as."""
        kind = self.book.items[item]
        uses = f" with {kind.uses} uses" if kind.uses else ""
        piece = item.rpartition("_")[2]
        if kind.tool:
            yield f"{kind.tool}{f' of {TIERS[kind.tier]} level' if kind.tool != item else ''}{uses}"
        elif piece in ARMOUR and uses:
            yield f"armour for the {ARMOUR[piece]}{uses}"
        elif uses:
            yield f"wears out after {kind.uses} uses"
        if item in self.works:
            yield f"station for {', '.join(self.works[item])}"
        if item in self.foods:
            yield "food"
        if item in self.book.fuels:
            yield f"fuel for {self.book.fuels[item]} ticks"

    def _origins(self, item: Item) -> Iterator[str]:
        """Where an item comes from: what the world surely gives, then recipes, then the rest, each as in the book."""
        told = [self._origin(way) for way in sorted(self.ways[item], key=_rank) if isinstance(way, Recipe) or way.on]
        if told:
            more = f" (and {len(told) - MOST} more ways)" if len(told) > MOST else ""
            ways = "; ".join(told[:MOST])
            yield ways[0].upper() + ways[1:] + more
        elif item in self.book.unobtainable:
            reason = self.book.unobtainable[item]
            yield f"Cannot be obtained: {REASONS.get(reason, reason)}"

    def _origin(self, way: Recipe | Source) -> str:
        takes = " and ".join(map(self._ingredient, way.takes))
        of = f" of {takes}" if takes else ""
        if isinstance(way, Recipe):
            return f"{verb_for(way)} it{of}" + (f" at {way.station}" if way.station else "")
        origin = origin_of(way)
        found = f" from {origin}" if origin and origin != product_of(way) else ""
        tool = next((f" with {need.tool}" for need, *_ in way.wears), "")
        where = "" if way.where.dimension == "overworld" else f" in the {way.where.dimension}"
        got = f"get it{found} ({way.kind})" if found else f"{way.kind} it"
        return f"{got}{' with' if takes else ''}{of.removeprefix(' of')}{tool}{where}"

    def _ingredient(self, ingredient: Ingredient) -> str:
        members = ingredient.any_of
        name = members[0] if len(members) == 1 else f"#{self.tags[members]}" if members in self.tags else _few(members)
        return f"{ingredient.n} {name}"


def _rank(way: Recipe | Source) -> int:
    """Lowest for what is surely there to be taken, highest for what needs luck or something to begin with."""
    if isinstance(way, Recipe):
        return 1
    return 2 if way.expected or way.takes or way.limit is not None else 0


def _few(items: Sequence[Item]) -> str:
    return ", ".join(items[:MOST]) + (f" and {len(items) - MOST} more" if len(items) > MOST else "")
