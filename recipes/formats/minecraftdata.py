"""A version's folder of minecraft-data (npm, 3.119.0 or later): items and crafting, nothing else.

Up to 1.12 an item has variants by a number: each is an item of its own here (`coal:0`, `coal:1`), and the bare name is
the tag of all. Older copies of the files for 1.11 are wrong; they are refused by the names of their faults.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from ..book import Book, Item
from ..diagnostic import Diagnostic, InputError
from ..locate import Json, parse
from ..native import read_text
from ..overlay import lay
from ..renames import called, renames, version_key
from ..shape import Fault
from . import naming
from .alike import Known, Likeness
from .maps import Maps
from .minecraftdataform import list_misfits, recipe_misfits
from .olddata import wrong
from .reading import placed
from .recipefile import HAND_ITEMS, HAND_SIDE, Draft
from .summary import Loaded, Outcome, Summary, added_items
from .variants import Cell, Row, Variant, merged

MOST_VARIANTS = 16
"""A variant's number is below this; a larger one means any."""
UNLISTED = {452: "iron_nugget"}
"""Items that recipes of 1.11 name by number and its list, which was taken before 1.11.1, lacks."""


def folder_of(path: Path, version: str = "") -> Path | None:
    """The folder with `items.json` and `recipes.json`, in a package the one that serves `version`; else None."""
    if (path / "items.json").is_file() and (path / "recipes.json").is_file():
        return path
    for root in (path, path / "data", path / "minecraft-data" / "data"):
        paths = root / "dataPaths.json"
        if paths.is_file() and version:
            listed = _served(paths, version)
            if listed is not None and (root / listed / "items.json").is_file():
                return root / listed
    return None


def load(path: Path, over: Book | None = None, maps: Maps | None = None) -> Loaded:
    """The items and crafting recipes of a version, laid over a book or, without one, as a book of their own.

    Raises `InputError` where the files are not of this form, or are known to be wrong.
    """
    folder = folder_of(path, over.version if over else "")
    if folder is None:
        hint = "name the folder of one version, such as data/pc/1.16.2"
        raise InputError([Diagnostic("no-file", "no items.json and recipes.json here", hint, str(path))])
    version = _version(folder) or (over.version if over else "unknown")
    base = over or Book(version=version, items={})
    place = folder / "blocks.json"
    blocks: list[Json] = _sound(place, partial(list_misfits, blocks=True)) if place.is_file() else []
    listed = _sound(folder / "items.json", list_misfits)
    named = {entry["id"]: entry["name"] for entry in (*blocks, *listed)} | UNLISTED
    recipes = _sound(folder / "recipes.json", partial(recipe_misfits, names=named))
    items = _Items(listed, blocks, _used(recipes), base, _version(folder) or folder.name)
    rows, facts = _rows(recipes, items)
    wearing = [item for item, entry in items.entries.items() if entry.get("uses")]
    faults = wrong(rows, items.names.values(), wearing)
    if faults:
        hint = "take the npm package minecraft-data, 3.119.0 or later, and there 1.11 or a later version"
        file = str(folder / "recipes.json")
        raise InputError([Diagnostic("wrong-data", fault, hint, file) for fault in faults])
    return _loaded(folder, base, items, rows, facts)


def _loaded(folder: Path, base: Book, items: _Items, rows: Sequence[Row], facts: list[str]) -> Loaded:
    drafts = {f"{row[0]} {index}": _draft(row, items) for index, row in enumerate(rows)}
    there = Known(base)
    new = {name: draft for name, draft in drafts.items() if there.recipe(_likeness(draft, items)) is None}
    ids = naming.ids(new, base)
    stations: dict[str, dict[str, Any]] = {draft.station: {} for draft in new.values() if draft.station}
    data: dict[str, Any] = {
        "items": {item: e for item, e in {**stations, **items.entries}.items() if item not in base.items},
        "tags": {tag: members for tag, members in items.tags.items() if members},
        "recipes": [_entry(ids[name], draft) for name, draft in new.items()],
    }
    book = lay(data, base)
    outcomes = [Outcome(f"recipes.json: {ids[name]}", "loaded", "crafting") for name in new]
    outcomes += [Outcome(f"recipes.json: {name}", "known", "crafting") for name in drafts if name not in new]
    outcomes += [Outcome(f"items.json: {item}", "entries") for item in items.entries]
    other = _other_version(folder, base)
    facts.append("smelting, fuels, containers and sources are not in this data; lay books with them over it")
    added = added_items(base, book)
    told = Summary(str(folder), "minecraft-data", tuple(outcomes), warnings=other, added=added, facts=tuple(facts))
    return Loaded(book, told)


def _other_version(folder: Path, base: Book) -> tuple[Diagnostic, ...]:
    """A warning where the data are of another version than the book, by the package's list or by what they say."""
    package = folder.parents[1] / "dataPaths.json" if len(folder.parents) > 1 else folder
    served = _served(package, base.version) if package.is_file() else None
    said = _version(folder) or folder.name
    alike = _branch(said) == _branch(base.version) if _branch(said) and _branch(base.version) else True
    if (served == f"{folder.parent.name}/{folder.name}") if served else alike:
        return ()
    hint = f"take {package.parent / served}" if served else "take the data of the book's version"
    message = f"these are the data of {said}, laid over a book of {base.version}"
    return (Diagnostic("other-version", message, hint, str(folder)),)


def _served(paths: Path, version: str) -> str | None:
    """The folder that the package's list of folders names for the recipes of a version."""
    found: Json = parse(*read_text(paths))
    for key in ("pc", version, "recipes"):
        found = cast(dict[str, Json], found).get(key) if isinstance(found, dict) else None
    return found if isinstance(found, str) else None


def _branch(version: str) -> tuple[str, ...]:
    """The first two numbers of a version; empty for what is none."""
    return tuple(version.split(".")[:2]) if re.fullmatch(r"\d+(\.\d+)+", version) else ()


def _sound(path: Path, misfits: Callable[[Json], Iterable[Fault]]) -> Json:
    """The data of a file; `InputError` with the place of all that is not of its form."""
    text, file = read_text(path)
    data = parse(text, file)
    faults = list(misfits(data))
    if faults:
        raise InputError(placed(faults, text.removeprefix("\ufeff"), file))
    return data


def _version(folder: Path) -> str:
    path = folder / "version.json"
    data: Json = parse(*read_text(path)) if path.is_file() else {}
    found = cast(dict[str, Json], data).get("minecraftVersion") if isinstance(data, dict) else None
    return found if isinstance(found, str) else ""


def _labels(entry: Mapping[str, Any]) -> dict[int, str]:
    """The labels of an entry's variants by number."""
    kinds: list[Mapping[str, Any]] = entry.get("variations") or []
    return {kind["metadata"]: kind["displayName"] for kind in kinds}


def _used(recipes: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[int, set[int]]:
    """The variants of items that recipes name: the lists of items lack some."""
    found: dict[int, set[int]] = defaultdict(set)
    for recipe in (each for several in recipes.values() for each in several):
        lines: list[list[Any]] = recipe.get("inShape") or [recipe["ingredients"]]
        cells: list[Any] = [recipe["result"], *(cell for line in lines for cell in line)]
        for named in [cast(Mapping[str, Any], cell) for cell in cells if isinstance(cell, dict)]:
            if 0 <= named.get("metadata", -1) < MOST_VARIANTS:
                found[named["id"]].add(named["metadata"])
    return found


class _Items:
    """Names and entries of items by number and variant."""

    def __init__(
        self,
        listed: Sequence[Mapping[str, Any]],
        blocks: Sequence[Json],
        used: Mapping[int, set[int]],
        over: Book,
        version: str,
    ) -> None:
        self.names: dict[int, str] = {**{block["id"]: block["name"] for block in blocks}, **UNLISTED}
        labels = {block["id"]: _labels(block) for block in blocks}
        self.variants: dict[int, list[int]] = {}
        self.entries: dict[Item, dict[str, Any]] = {}
        self.tags: dict[str, list[Item]] = {}
        old = any(item.get("variations") for item in listed)
        missing = sorted(UNLISTED.keys() - {item["id"] for item in listed}) if old else []
        for number in missing:
            self.entries[UNLISTED[number]] = {}
        for item in (item for item in listed if item["name"] != "air"):
            name, number = _in_book(item["name"], over, version), item["id"]
            self.names[number] = name
            entry: dict[str, Any] = {"stack": item["stackSize"]} if item["stackSize"] != 64 else {}
            entry |= {"uses": item["maxDurability"]} if item.get("maxDurability") else {}
            told = labels.get(number, {}) | _labels(item)
            kinds = sorted({*_labels(item), *used.get(number, ())})
            spread = [member for member in over.tags.get(name, ()) if member.startswith(f"{name}:")]
            if name in over.items or (len(kinds) < 2 and not spread):
                self.entries[name] = entry | {"label": item["displayName"]}
                continue
            self.tags[name] = spread or sorted(f"{name}:{kind}" for kind in kinds)
            self.variants[number] = kinds
            for member in self.tags[name]:
                label = told.get(int(member.rpartition(":")[2])) if ":" in member else None
                self.entries[member] = entry | {"label": label or member}

    def cell(self, cell: Any) -> Cell:
        """What a place in the grid allows: a number, or a number with a variant; without one (or -1), any variant."""
        number, variant = (cell["id"], cell.get("metadata")) if isinstance(cell, dict) else (cell, None)  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]  # JSON
        name = self.names[number]  # pyright: ignore[reportUnknownArgumentType]  # JSON
        if number not in self.variants:
            return (name,)
        if variant is None or not 0 <= variant < MOST_VARIANTS:
            return tuple(self.tags[name])
        return (f"{name}:{variant}",)

    def product(self, result: Mapping[str, Any]) -> tuple[Item, int]:
        """The item of a result and its count; without a variant, variant 0."""
        name = self.names[result["id"]]
        known = self.variants.get(result["id"])
        return (f"{name}:{result.get('metadata') or 0}" if known else name), result["count"]


def _in_book(name: str, over: Book, version: str) -> str:
    """What a book calls an item that goes by a name in some version; the name itself where it knows none."""
    histories, key = renames().by_name.get(name, ()), version_key(version)
    then = [names for names in histories if [said for since, said in names if version_key(since) <= key][-1:] == [name]]
    same = [item for item in (called(over, names) for names in then) if item]
    if same:
        return same[0]
    if name in over.items or name in over.tags:
        return name
    if over.names.get(name) in over.items:
        return over.names[name]
    return next((item for item in (called(over, names) for names in histories) if item), name)


def _rows(recipes: Mapping[str, Sequence[Mapping[str, Any]]], items: _Items) -> tuple[list[Row], list[str]]:
    groups: dict[tuple[Item, int, bool], set[Variant]] = defaultdict(set)
    read = 0
    for variants in recipes.values():
        for variant in variants:
            read += 1
            product, count = items.product(variant["result"])
            if product == "air" or not count:
                continue
            parts, by_hand = _variant(variant, items)
            groups[product, count, by_hand].add(parts)
    rows = [(*key, variant) for key in sorted(groups) for variant in merged(groups[key])]
    return rows, [f"{read} variants of recipes, of which items of one tag are merged into {len(rows)} recipes"]


def _variant(variant: Mapping[str, Any], items: _Items) -> tuple[Variant, bool]:
    if "ingredients" in variant:
        counts = Counter(items.cell(cell) for cell in variant["ingredients"])
        return tuple(sorted(((0,) * n, cell) for cell, n in counts.items())), counts.total() <= HAND_ITEMS
    places: dict[Cell, list[int]] = defaultdict(list)
    shape: list[list[Any]] = variant["inShape"]
    for y, row in enumerate(shape):
        for x, cell in enumerate(row):
            if cell is not None:
                places[items.cell(cell)].append(3 * y + x)
    by_hand = len(shape) <= HAND_SIDE and max(map(len, shape)) <= HAND_SIDE
    return tuple(sorted((tuple(where), cell) for cell, where in places.items())), by_hand


def _draft(row: Row, items: _Items) -> Draft:
    product, count, by_hand, parts = row
    taken: Counter[tuple[str, ...]] = Counter()
    tags = {tuple(members): f"#{tag}" for tag, members in items.tags.items()}
    for places, names in parts:
        taken[(tags[names],) if names in tags else names] += len(places)
    takes = tuple(sorted(taken.items(), key=lambda pair: (-pair[1], pair[0])))
    return Draft("crafting", "craft", None if by_hand else "crafting_table", takes, ((product, count),))


def _entry(name: str, draft: Draft) -> dict[str, Any]:
    station = {"station": draft.station} if draft.station else {}
    takes = [{"any_of": names[0] if len(names) == 1 else list(names), "n": n} for names, n in draft.takes]
    return {"id": name, "kind": draft.kind, **station, "takes": takes, "gives": dict(draft.gives)}


def _likeness(draft: Draft, items: _Items) -> Likeness:
    takes = tuple((tuple(items.tags[names[0][1:]]) if names[0][0] == "#" else names, n) for names, n in draft.takes)
    return (draft.kind, draft.station, draft.gives, (), draft.burns), takes
