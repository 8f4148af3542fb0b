"""Maps of recipe types: where in a recipe of a type its kind, ingredients, results, count, station and time stand.

The game's own types are in `maps/game.json`, simple types of some mods in the other files there, and a user may give a
file of the same form. A place is a dotted path (`result.item`, `ingredients.0`); a `?` behind it: may be missing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from .. import graph
from ..book import Item
from ..diagnostic import InputError
from ..kinds import expect
from ..locate import Json, parse
from ..native import read_text
from ..shape import Fault, held_against
from ..suggest import did_you_mean
from .reading import placed

FORM = "recipe-map/1"
HERE = Path(__file__).parent / "maps"
GAME = "game"
"""The shipped map of the game's own types; all others are of mods."""


@dataclass(frozen=True, slots=True)
class TypeMap:
    """How a recipe of one type is read.

    `takes` are places of one ingredient each, `takes_each` of lists of ingredients, `shaped` says that a pattern and
    its key stand there, of at most `size` by `size`. `gives` are places of a result or of a list of results, `count`
    of the first one's count; `chances` maps a place of `gives` to the place of its chance. `keeps` maps a place of an
    ingredient to the place of a flag (empty: always): it is needed, not used up. `needs` are items or `#tags` needed
    beside the station; `needs_if` maps a place to what each value that may stand there needs. With `hand`, what fits
    a player's own grid needs no station. One tick of `time` (usually `usual_time`) burns `burns_per_tick`.
    `unmapped`: recipes of this type have no form in a book, and why; `special`: only the game's code knows them.
    """

    kind: str = ""
    verb: str = ""
    station: Item | None = None
    takes: tuple[str, ...] = ()
    takes_each: tuple[str, ...] = ()
    shaped: bool = False
    size: int = 3
    gives: tuple[str, ...] = ("result",)
    count: str = ""
    chances: Mapping[str, str] = field(default_factory=dict[str, str])
    keeps: Mapping[str, str] = field(default_factory=dict[str, str])
    needs: tuple[str, ...] = ()
    needs_if: Mapping[str, Mapping[str, tuple[str, ...]]] = field(
        default_factory=dict[str, Mapping[str, tuple[str, ...]]]
    )
    hand: bool = False
    time: str = ""
    usual_time: int = 0
    burns_per_tick: int = 0
    unmapped: str = ""
    special: str = ""
    shipped_as: str = ""
    source: str = ""
    """The user's file that says so; empty for what is shipped."""


@dataclass(frozen=True, slots=True)
class MapFile:
    """A user's map: its name, its text and its types."""

    file: str
    text: str
    types: Mapping[str, TypeMap]


class Maps:
    """The types that are known, the user's before the shipped ones; `files` are the user's maps."""

    def __init__(self, types: Mapping[str, TypeMap], files: tuple[MapFile, ...] = ()) -> None:
        self.files = files
        self._exact = {name: entry for name, entry in types.items() if "*" not in name}
        self._patterns = sorted((name, entry) for name, entry in types.items() if "*" in name)

    def of(self, type_name: str) -> TypeMap | None:
        """How recipes of a type are read; None where no map names it."""
        if type_name in self._exact:
            return self._exact[type_name]
        return next((entry for pattern, entry in self._patterns if fnmatchcase(type_name, pattern)), None)

    def with_file(self, source: str | Path) -> Maps:
        """These with those of a user's file, which count first. Raises `InputError`."""
        types = {**self._exact, **dict(self._patterns)}
        text, file = read_text(source)
        found = _checked(text, file, types)
        return Maps({**types, **found}, (*self.files, MapFile(file, text.removeprefix("\ufeff"), found)))

    def names(self) -> list[str]:
        """The types that are named in full."""
        return sorted(self._exact)


@lru_cache(maxsize=1)
def shipped() -> Maps:
    """The maps that come with the package."""
    types: dict[str, TypeMap] = {}
    for path in sorted(HERE.glob("*.json"), key=lambda path: (path.stem != GAME, path.stem)):
        data = json.loads(path.read_text(encoding="utf-8"))
        types |= _types(data, types, path.stem)
    return Maps(types)


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The published JSON schema of map files."""
    text = Path(__file__).with_name("map.schema.json").read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(text))


def load_map(source: str | Path, known: Mapping[str, TypeMap]) -> dict[str, TypeMap]:
    """The types of a user's map file; `known` are those that its entries may be `like`. Raises `InputError`."""
    return _checked(*read_text(source), known)


def _checked(text: str, file: str, known: Mapping[str, TypeMap]) -> dict[str, TypeMap]:
    data = parse(text, file)
    expect(("map",), data, file)
    faults = held_against(data, schema()) or list(_unlike(cast(dict[str, Json], data), known))
    if faults:
        raise InputError(placed(faults, text.removeprefix("\ufeff"), file))
    return _types(data, known, "", file)


def _unlike(data: Mapping[str, Json], known: Mapping[str, TypeMap]) -> list[Fault]:
    """Entries that are like a type nobody knows, or say nothing about what they take or are."""
    faults: list[Fault] = []
    for name, entry in data["types"].items():
        like = entry.get("like")
        path = ("types", name)
        if like is not None and like not in known and like not in data["types"]:
            hint = did_you_mean(like, [*known, *data["types"]]) or "name a type of this file or a shipped one"
            faults.append(Fault((*path, "like"), "unknown-type", f'no map names the type "{like}"', hint))
        elif like is None and not any(key in entry for key in ("unmapped", "special")):
            lacking = [] if "kind" in entry else ["kind"]
            lacking += [] if any(k in entry for k in ("takes", "takes_each", "shaped")) else ["takes"]
            for key in lacking:
                hint = 'for example "kind": "crushing", "takes": ["input"]'
                faults.append(Fault(path, "missing-key", f'the type "{name}" says no "{key}"', hint, key=True))
    for ring in graph.rings(_likes(data["types"])):
        message = f'the type "{ring[0]}" is like itself: {graph.shown(ring)}'
        faults.append(Fault(("types", ring[0], "like"), "type-cycle", message, "say what one of them is"))
    return faults


def _likes(types: Mapping[str, Json]) -> dict[str, list[str]]:
    """The types that each type is like, which is at most one."""
    return {name: [entry["like"]] if "like" in entry else [] for name, entry in types.items()}


def _types(data: Json, known: Mapping[str, TypeMap], shipped_as: str, source: str = "") -> dict[str, TypeMap]:
    entries: dict[str, dict[str, Json]] = data["types"]
    made: dict[str, TypeMap] = {}
    for name in (name for knot in graph.knots(_likes(entries)) for name in knot):
        entry = {key: _frozen(value) for key, value in entries[name].items() if key not in ("why", "like")}
        like = entries[name].get("like")
        base = TypeMap() if like is None else made[like] if like in entries else known[like]
        made[name] = replace(base, **entry, shipped_as=shipped_as, source=source)
    return made


def _frozen(value: Json) -> Json:
    if isinstance(value, list):
        return tuple(cast(list[Json], value))
    if isinstance(value, dict):
        return {key: _frozen(each) for key, each in cast(dict[str, Json], value).items()}
    return value
