"""Recipes with every tag written out, merged back into recipes with a choice.

minecraft-data writes a recipe once for each item of a tag. Two variants are one recipe where they differ in one
ingredient; the places that one variant fills with the same item are one ingredient, any mix of which the game takes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

from ..book import Item

Part: TypeAlias = tuple[tuple[int, ...], tuple[str, ...]]
"""The places in the grid and the items, sorted, that may lie there."""
Variant: TypeAlias = tuple[Part, ...]
Cell: TypeAlias = tuple[str, ...]
"""The items that a place in the grid allows."""
Row: TypeAlias = tuple[Item, int, bool, Variant]
"""Product, its count, whether a player's own grid does, and what it takes."""


def merged(variants: Iterable[Variant]) -> list[Variant]:
    """The variants with those that differ in one part joined, until none are left to join; in a fixed order."""
    left = sorted({tuple(sorted(variant)) for variant in variants})
    while True:
        best = _largest_family(left)
        if len(best) < 2:
            return left
        shared = set(best[0]).intersection(*best[1:])
        places = next(places for places, items in best[0] if (places, items) not in shared)
        items = sorted({item for variant in best for part in set(variant) - shared for item in part[1]})
        joined = tuple(sorted([*shared, (places, tuple(items))]))
        left = sorted([variant for variant in left if variant not in best] + [joined])


def _largest_family(variants: list[Variant]) -> list[Variant]:
    """The most variants that are equal but for the items of one part."""
    families: dict[tuple[Variant, tuple[int, ...]], list[Variant]] = defaultdict(list)
    for variant in variants:
        for part in variant:
            families[tuple(other for other in variant if other != part), part[0]].append(variant)
    return max(families.values(), key=len, default=variants)
