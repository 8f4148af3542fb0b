"""A pack's own description, `pack.mcmeta`: the folders it lays over itself, and what it hides of the packs below.

{"pack": {"pack_format": 48},
 "overlays": {"entries": [{"formats": {"min_inclusive": 57, "max_inclusive": 61}, "directory": "newer"}]},
 "filter": {"block": [{"namespace": "minecraft", "path": "recipe/stick.json"}]}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from ..locate import Json, Path
from ..shape import Fault
from ..suggest import shown
from .reading import WrongError, at

NAME = "pack.mcmeta"
OVERLAYS = ("overlays", "neoforge:overlays", "forge:overlays", "fabric:overlays")
"""Keys under which the overlays of the game and of mod loaders stand."""
NEWEST = 10**6
Number: TypeAlias = tuple[int, int]
"""A pack format, with the minor number that it has from 1.21.9 on."""

FORMATS: tuple[tuple[tuple[int, ...], int], ...] = (
    ((1, 13), 4),
    ((1, 15), 5),
    ((1, 16, 2), 6),
    ((1, 17), 7),
    ((1, 18), 8),
    ((1, 18, 2), 9),
    ((1, 19), 10),
    ((1, 19, 4), 12),
    ((1, 20), 15),
    ((1, 20, 2), 18),
    ((1, 20, 3), 26),
    ((1, 20, 5), 41),
    ((1, 21), 48),
    ((1, 21, 2), 57),
    ((1, 21, 4), 61),
    ((1, 21, 5), 71),
    ((1, 21, 6), 80),
    ((1, 21, 7), 81),
    ((1, 21, 9), 88),
    ((1, 21, 11), 94),
)
"""From which version of the game on data packs have which format."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """A folder that is laid over the pack where the format lies from `least` to `most`.

    `asks`: only under a condition of a mod loader (mostly that another mod is there), which nobody judges here.
    """

    directory: str
    least: Number
    most: Number
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """What a filter hides: regular expressions of which a part of namespace and path must match, None: any."""

    namespace: re.Pattern[str] | None
    path: re.Pattern[str] | None

    def hides(self, namespace: str, path: str) -> bool:
        """Whether a file of packs below is hidden; `path` is the place in its namespace, as `recipe/stick.json`."""
        names = self.namespace is None or self.namespace.search(namespace) is not None
        return names and (self.path is None or self.path.search(path) is not None)


@dataclass(frozen=True, slots=True)
class Meta:
    """What a description says, as far as it can be read."""

    format: int | None = None
    overlays: tuple[Overlay, ...] = ()
    blocks: tuple[Block, ...] = ()


def format_of(version: str) -> int | None:
    """The format of data packs in a version of the game; None for what is none of its versions since 1.13."""
    found = re.fullmatch(r"\d+(\.\d+)+", version)
    numbers = tuple(map(int, version.split("."))) if found else ()
    return next((number for since, number in reversed(FORMATS) if numbers >= since), None)


def read_meta(data: Mapping[str, Json]) -> tuple[Meta, list[Fault]]:
    """A description, and what is wrong in it and left out."""
    faults: list[Fault] = []
    overlays: list[Overlay] = []
    blocks: list[Block] = []
    for key in OVERLAYS:
        for entry, path in _entries(data, key, "entries", faults):
            try:
                overlays.append(_overlay(entry, path))
            except WrongError as wrong:
                faults.append(wrong.fault)
    for entry, path in _entries(data, "filter", "block", faults):
        try:
            blocks.append(Block(_pattern(entry, "namespace", path), _pattern(entry, "path", path)))
        except WrongError as wrong:
            faults.append(wrong.fault)
    pack_format = at(data, "pack.pack_format")[0]
    whole = isinstance(pack_format, int) and not isinstance(pack_format, bool)
    return Meta(pack_format if whole else None, tuple(overlays), tuple(blocks)), faults


def _entries(data: Mapping[str, Json], key: str, inner: str, faults: list[Fault]) -> list[tuple[dict[str, Json], Path]]:
    if key not in data:
        return []
    listed, path = at(data, f"{key}.{inner}")
    if not isinstance(listed, list):
        faults.append(Fault(path, "type", f'expected a list under "{inner}", got {shown(listed)}'))
        return []
    found: list[tuple[dict[str, Json], Path]] = []
    for index, entry in enumerate(cast(list[Json], listed)):
        if isinstance(entry, dict):
            found.append((cast(dict[str, Json], entry), (*path, index)))
        else:
            faults.append(Fault((*path, index), "type", f"expected an object, got {shown(entry)}"))
    return found


def _overlay(entry: Mapping[str, Json], path: Path) -> Overlay:
    directory = entry.get("directory")
    if not isinstance(directory, str) or not re.fullmatch(r"[\w./+-]+", directory):
        message = f"expected the folder of an overlay, got {shown(directory)}"
        raise WrongError((*path, "directory"), "text", message, 'for example "directory": "newer"')
    formats = entry.get("formats")
    least, most = (0, 0), (NEWEST, NEWEST)
    if isinstance(formats, dict):
        spread = cast(dict[str, Json], formats)
        least, most = _spread([spread.get("min_inclusive"), spread.get("max_inclusive")], (*path, "formats"))
    elif formats is not None:
        several = cast(list[Json], formats) if isinstance(formats, list) else [formats, formats]
        least, most = _spread(several, (*path, "formats"))
    if "min_format" in entry:
        least = _number(entry["min_format"], (*path, "min_format"), 0)
    if "max_format" in entry:
        most = _number(entry["max_format"], (*path, "max_format"), NEWEST)
    return Overlay(directory.strip("/"), least, most, any("condition" in key for key in entry))


def _spread(ends: list[Json], path: Path) -> tuple[Number, Number]:
    if len(ends) != 2:
        raise WrongError(path, "length", "expected the first and the last format", "for example [57, 61]")
    return _number(ends[0], path, 0), _number(ends[1], path, NEWEST)


def _number(value: Json, path: Path, minor: int) -> Number:
    """A format that is written `61`, `[61]` or `[88, 1]`."""
    parts = cast(list[Json], value) if isinstance(value, list) else [value]
    whole = all(isinstance(part, int) and not isinstance(part, bool) for part in parts)
    if not whole or not 1 <= len(parts) <= 2:
        got = shown(cast(Json, value))
        raise WrongError(path, "type", f"expected a pack format, got {got}", "a whole number, as 61")
    return (parts[0], parts[1] if len(parts) == 2 else minor)


def _pattern(entry: Mapping[str, Json], key: str, path: Path) -> re.Pattern[str] | None:
    value = entry.get(key)
    if value is None:
        return None
    try:
        return re.compile(cast(str, value))
    except (TypeError, re.error, RecursionError, OverflowError) as error:
        reason = str(error) if isinstance(value, str) else shown(value)
        raise WrongError((*path, key), "text", f"expected a regular expression: {reason}") from None
