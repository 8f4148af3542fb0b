"""What a book says against what it knows: names that nobody defines, tags in a ring, ids that stand twice.

The checks read the JSON form of a book, so that each mistake has a path; a `Book` value is checked by its form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from .book import Book
from .defined import Defined, Sound, Usual
from .locate import Json, Path
from .overlay import EMPTY
from .reasons import STATED, unknown_reasons
from .shape import Fault
from .suggest import did_you_mean
from .write import to_data

MERGED = ("items", "tags", "fuels", "containers", "names", "unobtainable")
"""The sections of a file that are merged key by key."""


def check(book: Book) -> list[Fault]:
    """Everything that a book refers to and does not define; the paths are those of its JSON form."""
    return inconsistent(to_data(book))


def check_bundled(book: Book) -> list[Fault]:
    """As `check`, and held to the list of reason codes; a user's book may have reasons of its own."""
    return [*check(book), *_reasons(book)]


def inconsistent(data: dict[str, Json], base: Book | None = None, faulty: Collection[Path] = ()) -> list[Fault]:
    """The mistakes of `data`, alone or laid over `base`, in the order of its sections.

    `faulty` are the places of the wrong shape: they are left out, and what they would define counts as defined.
    """
    file = Sound(data, faulty)
    faults = [*_version(file, base), *_doubled(file), *_removed(file, base or EMPTY)]
    if ("items",) in file.faulty or ("tags",) in file.faulty:
        return faults
    known = Defined(file, base or EMPTY)
    faults += known.tag_faults()
    usual = Usual(known) if not file.faulty else None
    for section in ("recipes", "sources"):
        for _, entry, path in file.section(section):
            if usual is None or not usual.operator(entry):
                faults += _operator(entry, path, file, known)
    faults += _fuels(file, known)
    for item, back, path in file.section("containers"):
        faults += known.item(item, path, "an item with a container", key=True)
        faults += known.item(back, path, f"what comes back of {item}")
    for alias, target, path in file.section("names"):
        faults += known.reference(target, path, f'the name "{alias}"')
    for item, _, path in file.section("unobtainable"):
        faults += known.item(item, path, "an unobtainable item", key=True)
    return faults


def _reasons(book: Book) -> Iterator[Fault]:
    for reason, items in unknown_reasons(book).items():
        hint = did_you_mean(reason, STATED) or f"the codes are {', '.join(STATED)}"
        yield Fault(("unobtainable", items[0]), "unknown-reason", f'"{reason}" is no code of a reason', hint)


def _operator(entry: Json, path: Path, file: Sound, known: Defined) -> Iterator[Fault]:
    name = file.child(entry, path, "id")
    what = f'"{name}"' if name else f"one of the {path[0]}"
    for part in ("takes", "needs"):
        for written, place in _sets(entry, path, part, file):
            yield from _set(written, place, what, file, known)
    for item, _, place in file.children(file.child(entry, path, "gives"), (*path, "gives")):
        yield from known.item(item, place, what, key=True)
    station = file.child(entry, path, "station")
    if station is not None:
        yield from known.item(station, (*path, "station"), f"{what}, station")
    yield from _returns(entry, path, what, file, known)
    for _, alternatives, place in file.children(file.child(entry, path, "wears"), (*path, "wears")):
        for _, tool, tool_place in file.children(alternatives, place):
            yield from _tool(tool, tool_place, what, file, known)
    yield from _heights(entry, path, what, file)


def _sets(entry: Json, path: Path, part: str, file: Sound) -> Iterator[tuple[Json, Path]]:
    """The sets of items that a part of an operator names, as written."""
    for _, ingredient, place in file.children(file.child(entry, path, part), (*path, part)):
        any_of = file.child(ingredient, place, "any_of")
        if any_of is not None:
            yield any_of, (*place, "any_of")


def _set(written: Json, path: Path, what: str, file: Sound, known: Defined) -> Iterator[Fault]:
    whole = isinstance(written, str)
    names = [(written, path)] if whole else [(name, place) for _, name, place in file.children(written, path)]
    faults = [fault for name, place in names for fault in known.reference(name, place, what)]
    yield from faults
    complete = whole or len(names) == len(written)
    if complete and not faults and all(known.surely_empty(name) for name, _ in names):
        yield Fault(path, "empty-set", f"{what}: nothing can serve here, the set is empty", "give the tag members")


def _returns(entry: Json, path: Path, what: str, file: Sound, known: Defined) -> Iterator[Fault]:
    taken: set[str] = set()
    for written, place in _sets(entry, path, "takes", file):
        names = [written] if isinstance(written, str) else [name for _, name, _ in file.children(written, place)]
        taken |= {item for name in names for item in known.members(name)}
    for item, back, place in file.children(file.child(entry, path, "returns"), (*path, "returns")):
        if item not in taken:
            hint = did_you_mean(item, taken) or f"taken are {', '.join(sorted(taken)[:5]) or 'no items'}"
            yield Fault(place, "not-taken", f'{what}: "{item}" comes back as {back} but is not taken', hint, True)
        yield from known.item(back, place, f"{what}, what comes back")


def _tool(tool: Json, path: Path, what: str, file: Sound, known: Defined) -> Iterator[Fault]:
    name, tier = file.child(tool, path, "tool"), file.child(tool, path, "tier") or 0
    if name is None or name in known.items:
        return
    if name not in known.tiers:
        hint = did_you_mean(name, {*known.tiers, *known.items}) or 'give an item this "tool" class'
        yield Fault((*path, "tool"), "unknown-tool", f'{what}: no item is a "{name}"', hint, about=name)
    elif tier > known.tiers[name]:
        message = f"{what}: no {name} is of tier {tier}"
        yield Fault((*path, "tier"), "no-such-tier", message, f"the best there is has tier {known.tiers[name]}")


def _heights(entry: Json, path: Path, what: str, file: Sound) -> Iterator[Fault]:
    where = file.child(entry, path, "where")
    place = (*path, "where", "heights")
    heights = [height for _, height, _ in file.children(file.child(where or {}, place[:-1], "heights"), place)]
    if len(heights) == 2 and heights[0] > heights[1]:
        message = f"{what}: the lowest height {heights[0]} lies above the highest {heights[1]}"
        yield Fault(place, "heights", message, f"for example {sorted(heights)}")


def _doubled(file: Sound) -> Iterator[Fault]:
    first: dict[str, Path] = {}
    for section in ("recipes", "sources"):
        for _, entry, path in file.section(section):
            name = file.child(entry, path, "id")
            if name in first:
                hint = f"ids of recipes and sources are unique; the first is {first[name][0]}[{first[name][1]}]"
                yield Fault((*path, "id"), "doubled-id", f'the id "{name}" stands here again', hint)
            elif name is not None:
                first[name] = path


def _fuels(file: Sound, known: Defined) -> Iterator[Fault]:
    ticks: dict[str, tuple[str, int]] = {}
    for name, value, path in file.section("fuels"):
        yield from known.reference(name, path, "fuel", key=True)
        for item in sorted(known.members(name)) if name.startswith("#") else ():
            other, before = ticks.setdefault(item, (name, value))
            if before != value and item not in file.keys("fuels"):
                message = f"{item} burns {value} ticks as one of {name} and {before} as one of {other}"
                yield Fault(path, "two-burn-times", message, f'say it of the item: "{item}": {before}')


def _version(file: Sound, base: Book | None) -> Iterator[Fault]:
    version = file.child(file.data, (), "version")
    if base and version is not None and version != base.version:
        message = f'the file is for version "{version}", the book underneath is "{base.version}"'
        yield Fault(("version",), "version", message, "leave the version out to lay the file over any book")


def _removed(file: Sound, base: Book) -> Iterator[Fault]:
    """Removals of what is not there."""
    for section in MERGED:
        there: Mapping[str, Any] = getattr(base, section)
        for name, value in file.keys(section).items():
            a_tag_of_fuels = section == "fuels" and name.startswith("#")
            if value is None and (section, name) not in file.faulty and name not in there and not a_tag_of_fuels:
                hint = did_you_mean(name, there) or "null removes what the book underneath has"
                yield Fault((section, name), "nothing-to-remove", f'"{name}" is not there to be removed', hint, True)
    ids = {operator.id for operator in (*base.recipes, *base.sources)}
    for _, name, path in file.section("remove"):
        if name not in ids:
            hint = did_you_mean(name, ids, 2) or "the book underneath has no id like this"
            message = f'no recipe or source "{name}" is there to be removed'
            yield Fault(path, "nothing-to-remove", message, hint)
