"""Ingredients as packs write them: an item, a tag, a list of either, a plain text, or a set of the mod loaders'.

{"item": "minecraft:coal"}   {"tag": "minecraft:planks"}   [{"item": …}, {"tag": …}]   "minecraft:coal"
"#minecraft:planks"   {"type": "forge:difference", "base": …, "subtracted": …}   {"ingredient": …, "count": 2}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeAlias, cast

from ..locate import Json, Path
from ..suggest import shown
from .reading import LeftOutError, WrongError, count_of, name_of

Names: TypeAlias = tuple[str, ...]
"""Items and `#tags` as a book file writes them, sorted, without doubles."""

FLUID_KEYS = ("fluid", "fluidTag", "fluid_tag", "chemical", "gas", "infuse_type", "pigment", "slurry")
"""Keys that only ingredients and results have which are no items."""

TYPE_KEYS = ("type", "neoforge:ingredient_type", "forge:ingredient_type", "fabric:type")
"""Keys under which an ingredient of a mod loader says what it is; NeoForge's of 1.21.2 and later is its own."""

DATA_TYPES = ("nbt", "partial_nbt", "strict_nbt", "components", "custom_data", "data_component")
"""Ingredient types (behind the loader's name) that ask for an item with certain data."""


class TagMembers(Protocol):
    """Who knows the members of tags."""

    def members(self, tag: str) -> tuple[str, ...]:
        """The items of a tag; none where nobody defines it."""
        ...


def choice(value: Json, path: Path, tags: TagMembers) -> tuple[Names, int]:
    """What an ingredient allows and how many it takes.

    Raises `WrongError` where it is of no form that the game or a loader reads, `LeftOutError` where it is no item or
    no item is in it.
    """
    names, n = _written(value, path, tags)
    if not _items(names, tags):
        empty = " or ".join(sorted(names)) or "an empty list"
        raise LeftOutError(f"no item is in {empty}")
    return tuple(sorted(names)), n


def _written(value: Json, path: Path, tags: TagMembers) -> tuple[set[str], int]:
    if isinstance(value, str):
        if value.startswith("#"):
            return {"#" + name_of(value[1:], path, "the name of a tag")}, 1
        return {_item(value, path)}, 1
    if isinstance(value, list):
        return _any_of(cast(list[Json], value), path, tags), 1
    if not isinstance(value, dict):
        raise WrongError(path, "type", f"expected an ingredient, got {shown(value)}", 'for example {"item": "stick"}')
    return _object(cast(dict[str, Json], value), path, tags)


def _any_of(values: list[Json], path: Path, tags: TagMembers) -> set[str]:
    found: set[str] = set()
    for index, value in enumerate(values):
        names, n = _written(value, (*path, index), tags)
        if n != 1:
            raise LeftOutError("takes another count of each alternative")
        found |= names
    return found


def _object(value: Mapping[str, Json], path: Path, tags: TagMembers) -> tuple[set[str], int]:
    if any(key in value for key in FLUID_KEYS):
        raise LeftOutError("takes a fluid or a chemical")
    n = count_of(value["count"], (*path, "count")) if "count" in value else 1
    if "ingredient" in value:
        n = count_of(value["amount"], (*path, "amount")) if "amount" in value else n
        return _written(value["ingredient"], (*path, "ingredient"), tags)[0], n
    key = next((key for key in TYPE_KEYS if key in value), None)
    if key is not None:
        return _typed(name_of(value[key], (*path, key), "an ingredient type"), value, path, tags), n
    if "amount" in value:
        raise LeftOutError("takes a fluid or a chemical")
    if "nbt" in value or "components" in value:
        raise LeftOutError("takes an item with certain data")
    return _named(value, path), n


def _item(value: Json, path: Path) -> str:
    name = name_of(value, path)
    if name == "air":
        raise WrongError(path, "no-item", "air is no ingredient", "a blank in a pattern leaves its place empty")
    return name


def _named(value: Mapping[str, Json], path: Path) -> set[str]:
    if "item" in value and "tag" in value:
        hint = "a list of the two allows both"
        raise WrongError((*path, "tag"), "two-keys", 'an ingredient is an "item" or a "tag", not both', hint, key=True)
    if "item" in value:
        return {_item(value["item"], (*path, "item"))}
    if "tag" in value:
        return {"#" + name_of(value["tag"], (*path, "tag"), "the name of a tag").removeprefix("#")}
    hint = 'for example {"item": "stick"} or {"tag": "planks"}'
    raise WrongError(path, "missing-key", 'expected a key "item" or "tag" in an ingredient', hint)


def _typed(kind: str, value: Mapping[str, Json], path: Path, tags: TagMembers) -> set[str]:
    """The sets that mod loaders add: their types end alike in all of them."""
    ending = kind.rpartition(":")[2]
    if ending in ("compound", "any", "union"):
        place = next((key for key in ("children", "ingredients") if key in value), "children")
        return _any_of(_children(value, path, place), (*path, place), tags)
    if ending in ("intersection", "all"):
        place = next((key for key in ("children", "ingredients") if key in value), "children")
        sets = [
            _items(_written(child, (*path, place, index), tags)[0], tags)
            for index, child in enumerate(_children(value, path, place))
        ]
        return set(sets[0]).intersection(*sets[1:]) if sets else set()
    if ending == "difference":
        base = _items(_written(value.get("base"), (*path, "base"), tags)[0], tags)
        return base - _items(_written(value.get("subtracted"), (*path, "subtracted"), tags)[0], tags)
    if ending == "no_container":  # the bucket stays empty-handed: for what is taken it is the item itself
        return _written(value.get("match", value.get("item")), (*path, "match"), tags)[0]
    if ending in DATA_TYPES:
        raise LeftOutError("takes an item with certain data")
    if ending in ("item", "tag") and kind == ending:
        return _named(value, path)
    raise LeftOutError(f"takes an ingredient of type {kind}")


def _children(value: Mapping[str, Json], path: Path, place: str) -> list[Json]:
    children = value.get(place)
    if not isinstance(children, list):
        raise WrongError(
            (*path, place), "type", f'expected a list of ingredients under "{place}", got {shown(children)}'
        )
    return cast(list[Json], children)


def _items(names: Iterable[str], tags: TagMembers) -> set[str]:
    return {item for name in names for item in (tags.members(name[1:]) if name[0] == "#" else (name,))}
