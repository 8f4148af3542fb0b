"""Which mods a pack brings: what its loader's file says, and where there is none, what its folders let guess."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from .packplaces import Entry

PLACES = ("META-INF/mods.toml", "META-INF/neoforge.mods.toml", "fabric.mod.json", "quilt.mod.json")
"""Where Forge, NeoForge, Fabric and Quilt look for what a mod is called."""


@dataclass(frozen=True, slots=True)
class Mods:
    """Mods that a pack brings, and those of which it has files and that may be elsewhere (`unsure`)."""

    loaded: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()


def mods_of(entries: Iterable[Entry], namespaces: Sequence[str]) -> Mods:
    """The mods of a pack; `namespaces` has one name for each of its recipes and tags.

    Without a loader's file the namespace of most files is taken to be its own.
    """
    declared = {name for entry in entries for name in _declared(entry)}
    if declared:
        return Mods(tuple(sorted(declared)))
    counts = Counter(name for name in namespaces if name != "minecraft")
    ranked = sorted(counts, key=lambda name: (-counts[name], name))
    return Mods(tuple(ranked[:1]), tuple(ranked[1:]))


def _declared(entry: Entry) -> list[str]:
    """The names that a loader's file gives; none where it is no such file, or can't be read."""
    place = next((place for place in PLACES if f"/{entry.place}".endswith(f"/{place}")), None)
    raw = entry.read()[0] if place else None
    if raw is None or place is None:
        return []
    try:
        data: Any = tomllib.loads(raw.decode()) if place.endswith(".toml") else json.loads(raw)
    except (ValueError, RecursionError):
        return []
    return [name for name in _names(data, place) if isinstance(name, str) and "$" not in name]


def _names(data: Any, place: str) -> list[Any]:
    table = cast(dict[str, Any], data) if isinstance(data, dict) else {}
    if place.endswith(".toml"):
        mods = table.get("mods")
        listed = cast(list[Any], mods) if isinstance(mods, list) else []
        return [cast(dict[str, Any], mod).get("modId") for mod in listed if isinstance(mod, dict)]
    inner: Any = table.get("quilt_loader") if place == "quilt.mod.json" else table
    entry = cast(dict[str, Any], inner) if isinstance(inner, dict) else {}
    also = entry.get("provides")
    return [entry.get("id"), *(cast(list[Any], also) if isinstance(also, list) else [])]
