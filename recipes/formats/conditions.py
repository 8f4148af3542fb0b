"""Load conditions of mod loaders: what a recipe asks for before it counts.

Forge and NeoForge write `{"type": "forge:mod_loaded", "modid": …}`, Fabric `{"condition": "fabric:all_mods_loaded",
"values": […]}`. What they ask is judged by the packs and the book. What can't be judged counts as held: a condition of
another kind, a mod of which there are files and nothing says that it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from ..locate import Json
from ..suggest import shown
from .tags import Tags

KEYS = ("conditions", "forge:conditions", "neoforge:conditions", "fabric:load_conditions")
"""Keys of a recipe under which its conditions stand."""

Truth: TypeAlias = bool | None
Judge: TypeAlias = Callable[[Mapping[str, Any], Tags], tuple[str, Truth]]


def conditions_of(data: Mapping[str, Json], tags: Tags) -> list[tuple[str, Truth]]:
    """Each condition of a recipe, in words, and whether it holds (None: that can't be judged)."""
    found: list[tuple[str, Truth]] = []
    for key in KEYS:
        stated = data.get(key, [])
        for each in cast(list[Json], stated) if isinstance(stated, list) else [stated]:
            found.append(judged(each, tags))
    return found


def judged(condition: Json, tags: Tags) -> tuple[str, Truth]:
    """A condition in words, and whether it holds."""
    if not isinstance(condition, dict):
        return shown(condition), None
    stated = cast(dict[str, Json], condition)
    kind = stated.get("type", stated.get("condition"))
    name = kind if isinstance(kind, str) else shown(kind)
    ending = name.rpartition(":")[2]
    if ending in _JUDGES:
        return _JUDGES[ending](stated, tags)
    rest = [shown(v).strip('"') for k, v in sorted(stated.items()) if k not in ("type", "condition")]
    return " ".join([name, *rest]), None


def _mods(stated: Mapping[str, Any], tags: Tags) -> tuple[str, Truth]:
    several = stated.get("values", stated.get("modid"))
    names = [n for n in (cast(list[Json], several) if isinstance(several, list) else [several]) if isinstance(n, str)]
    present = [_there(name, tags) for name in names]
    kind = str(stated.get("type", stated.get("condition"))).rpartition(":")[2]
    return f"mod {' and '.join(names)}", _either(present) if "any" in kind else _both(present)


def _there(mod: str, tags: Tags) -> Truth:
    return True if mod in tags.loaded else None if mod in tags.unsure else False


def _tag_empty(stated: Mapping[str, Any], tags: Tags) -> tuple[str, Truth]:
    tag = stated.get("tag")
    return f"tag {tag} is empty", tags.is_empty(tag) if isinstance(tag, str) else None


def _item_exists(stated: Mapping[str, Any], tags: Tags) -> tuple[str, Truth]:
    item = stated.get("item")
    if not isinstance(item, str) or (tags.exists(item) and not tags.has(item)):
        return f"item {item}", None
    return f"item {item}", tags.has(item)


def _not(stated: Mapping[str, Any], tags: Tags) -> tuple[str, Truth]:
    words, truth = judged(stated.get("value"), tags)
    return f"not {words}", None if truth is None else not truth


def _all(stated: Mapping[str, Any], tags: Tags) -> tuple[str, Truth]:
    words, truths = _inner(stated, tags)
    return f"all of ({', '.join(words)})", _both(truths)


def _any(stated: Mapping[str, Any], tags: Tags) -> tuple[str, Truth]:
    words, truths = _inner(stated, tags)
    return f"any of ({', '.join(words)})", _either(truths)


def _both(truths: list[Truth]) -> Truth:
    return False if False in truths else None if None in truths else True


def _either(truths: list[Truth]) -> Truth:
    return True if True in truths else None if None in truths else False


def _inner(stated: Mapping[str, Any], tags: Tags) -> tuple[list[str], list[Truth]]:
    values = stated.get("values")
    pairs = [judged(value, tags) for value in cast(list[Json], values)] if isinstance(values, list) else []
    return [words for words, _ in pairs], [truth for _, truth in pairs]


_JUDGES: dict[str, Judge] = {
    "mod_loaded": _mods,
    "all_mods_loaded": _mods,
    "any_mods_loaded": _mods,
    "any_mod_loaded": _mods,
    "tag_empty": _tag_empty,
    "item_exists": _item_exists,
    "registered": _item_exists,
    "not": _not,
    "and": _all,
    "or": _any,
    "true": lambda _stated, _tags: ("true", True),
    "false": lambda _stated, _tags: ("false", False),
    "always": lambda _stated, _tags: ("true", True),
    "never": lambda _stated, _tags: ("false", False),
}
"""The conditions that can be judged, by the end of their name."""
