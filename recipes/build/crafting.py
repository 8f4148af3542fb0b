"""Crafting recipes from minecraft-data, whose variants (every tag written out) are merged back into ingredient sets.

Two variants of one product merge when they fill the same places and differ in the items of one of them. Places of one
variant that hold the same item count as one place with several items; any mix is legal there, since the game asks each
of them for a member of the same set. Nothing is allowed that the variants do not list.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

Place: TypeAlias = tuple[tuple[int, ...], frozenset[str]]
"""Where in the grid (row * 3 + column; for a shapeless recipe as many noughts as items) and what may lie there."""
Variant: TypeAlias = frozenset[Place]

HAND_SIDE, HAND_ITEMS = 2, 4
"""A player's own grid is 2 by 2; what fits in it needs no table."""


def crafting_rows(recipes: Mapping[str, Sequence[Any]], names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Every crafting recipe as {gives, n, takes: [(items, count)], station}, variants merged."""
    groups: dict[tuple[str, int, bool], set[Variant]] = defaultdict(set)
    for variants in recipes.values():
        for variant in variants:
            result = variant["result"]
            places, by_hand = read_variant(variant, names)
            groups[names[result["id"]], result["count"], by_hand].add(places)
    rows = [row(key, variant) for key, variants in groups.items() for variant in merge(variants)]
    return drop_doubles(rows)


def read_variant(variant: Mapping[str, Any], names: Mapping[int, str]) -> tuple[Variant, bool]:
    """The places of a recipe and whether a player's own grid holds it."""
    if "ingredients" in variant:
        items = Counter(names[item_id(each)] for each in variant["ingredients"])
        places = frozenset(((0,) * count, frozenset([item])) for item, count in items.items())
        return places, items.total() <= HAND_ITEMS
    shape: list[list[Any]] = variant["inShape"]
    filled: dict[str, list[int]] = defaultdict(list)
    for row_number, line in enumerate(shape):
        for column, cell in enumerate(line):
            if cell is not None:
                filled[names[item_id(cell)]].append(row_number * 3 + column)
    by_hand = len(shape) <= HAND_SIDE and max(map(len, shape)) <= HAND_SIDE
    return frozenset((tuple(cells), frozenset([item])) for item, cells in filled.items()), by_hand


def item_id(cell: Any) -> int:
    """An ingredient is a number, or an object with the number as `id`."""
    return cell["id"] if isinstance(cell, dict) else cell  # pyright: ignore[reportUnknownVariableType]  # JSON


def merge(variants: Iterable[Variant]) -> list[Variant]:
    """The fewest recipes found by joining variants that differ in one place, until none are left to join."""
    left = set(variants)
    while True:
        joined = join_once(sorted(left, key=order))
        if joined == left:
            return sorted(left, key=order)
        left = joined


def join_once(variants: Sequence[Variant]) -> set[Variant]:
    """Join the largest family of variants that are equal but for one place."""
    families: dict[tuple[Variant, tuple[int, ...]], list[Variant]] = defaultdict(list)
    for variant in variants:
        for place in sorted(variant, key=place_order):
            families[variant - {place}, place[0]].append(variant)
    (rest, cells), family = max(families.items(), key=lambda each: len(each[1]))
    if len(family) < 2:
        return set(variants)
    items = frozenset[str]().union(*(each for variant in family for _, each in variant - rest))
    return set(variants) - set(family) | {rest | {(cells, items)}}


def order(variant: Variant) -> list[Any]:
    """A total order, so that nothing depends on the order of sets."""
    return sorted(map(place_order, variant))


def place_order(place: Place) -> tuple[Any, ...]:
    """Largest places first, then by their items."""
    return (-len(place[0]), place[0], sorted(place[1]))


def row(key: tuple[str, int, bool], variant: Variant) -> dict[str, Any]:
    """A merged variant as a recipe's row; equal ingredient sets of several places are added up."""
    product, count, by_hand = key
    takes: Counter[tuple[str, ...]] = Counter()
    for cells, items in variant:
        takes[tuple(sorted(items))] += len(cells)
    ordered = sorted(takes.items(), key=lambda each: (-each[1], each[0]))
    return {"gives": product, "n": count, "takes": ordered, "station": None if by_hand else "crafting_table"}


def drop_doubles(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row for each recipe; where hand and table do the same, the hand's."""
    best: dict[Any, dict[str, Any]] = {}
    for each in sorted(rows, key=lambda each: (each["gives"], each["station"] or "")):
        best.setdefault((each["gives"], each["n"], tuple(each["takes"])), each)
    return list(best.values())
