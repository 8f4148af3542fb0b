"""What looks wrong in a user's map of recipe types, once the packs that it is for are loaded."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase

from ..book import Book, Item
from ..diagnostic import Diagnostic
from ..shape import Fault
from ..suggest import did_you_mean, shown
from .maps import MapFile, Maps
from .reading import placed


def map_warnings(maps: Maps, types: Collection[str], before: Book, after: Book) -> list[Diagnostic]:
    """Types that no recipe of the packs has, and stations that nobody knows; `types`: those of the recipes."""
    there = _known(before, after)
    found: list[Diagnostic] = []
    for file in maps.files:
        faults = [*_unused(file, maps, types), *_stations(file, types, there)]
        found += placed(faults, file.text, file.file)
    return found


def _unused(file: MapFile, maps: Maps, types: Collection[str]) -> Iterator[Fault]:
    unmapped = [each for each in types if maps.of(each) is None]
    for name in sorted(file.types):
        if not any(fnmatchcase(each, name) for each in types):
            hint = did_you_mean(name, unmapped) or did_you_mean(name, types, cutoff=85)
            message = f"no recipe of the packs is of the type {shown(name)}"
            yield Fault(("types", name), "unused-type", message, hint, key=True)


def _stations(file: MapFile, types: Collection[str], there: Collection[Item]) -> Iterator[Fault]:
    for name, entry in sorted(file.types.items()):
        station = entry.station
        if station is not None and station not in there and any(fnmatchcase(each, name) for each in types):
            hint = did_you_mean(station, there) or "give it in an overlay, if it is right"
            message = f"neither the book nor the packs know the station {shown(station)}; nothing may give it"
            yield Fault(("types", name, "station"), "unknown-station", message, hint)


def _known(before: Book, after: Book) -> set[Item]:
    """The items of the book, and those that its recipes, sources and tags name otherwise than as a station."""
    found = set(before.items) | {item for members in after.tags.values() for item in members}
    for way in (*after.recipes, *after.sources):
        found |= {item for item, _ in way.gives}
        found |= {item for ingredient in way.takes for item in ingredient.any_of}
    return found
