"""MineDojo's dump of the game, `mc_constants.json`: items, crafting and smelting of 1.11.2, read without importing it.

The dump knows no variants (`coal` is also charcoal) and no shapes: what fits into four places is taken to be made by
hand. Eleven of its recipes are decided by the game's code, most give `air`; they are counted as special.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from ..book import Book
from ..diagnostic import Diagnostic, InputError
from ..locate import Json, parse
from ..native import read_text
from ..overlay import lay
from ..shape import Fault
from ..suggest import shown
from . import naming
from .alike import Known, Likeness
from .dumpform import COUNT, SWITCH, TAKEN, TEXT, WHOLE, list_faults
from .dumpform import NAME as ITEM_NAME
from .dumpform import entry as form
from .maps import Maps
from .reading import placed
from .recipefile import HAND_ITEMS, Draft
from .summary import Loaded, Outcome, Summary, added_items

NAME = "mc_constants.json"
VERSION = "1.11.2"
LIMITS = {
    "craftingRecipes": form(
        "a recipe",
        {"outputItemName": ITEM_NAME, "outputCount": WHOLE, "recipeSize": WHOLE, "type": TEXT, "ingredients": TAKEN},
    ),
    "smeltingRecipes": form("what is smelted", {"outputItemName": ITEM_NAME, "out": COUNT, "ingredients": TAKEN}),
    "items": form("an item", {"type": ITEM_NAME, "stackSize": COUNT}, {"maxDamage": WHOLE, "damageable": SWITCH}),
}
"""The parts of the dump that are read, and the form of an entry of each."""


def constants() -> Path | None:
    """The dump in an installed `minedojo`, found without importing it; None where there is none."""
    spec = find_spec("minedojo")
    folders = (spec.submodule_search_locations or ()) if spec else ()
    return next((path for path in map(in_folder, map(Path, folders)) if path), None)


def in_folder(folder: Path) -> Path | None:
    """The dump in a folder, which may be that of the whole package."""
    places = (folder / NAME, folder / "sim" / "mc_meta" / NAME, folder / "minedojo" / "sim" / "mc_meta" / NAME)
    return next((place for place in places if place.is_file()), None)


def load(path: Path | None = None, over: Book | None = None, maps: Maps | None = None) -> Loaded:
    """The dump at `path` (a file, or a folder with it; by default the installed one) over a book, or alone."""
    file = _file(path)
    text, name = read_text(file)
    data = parse(text, name)
    faults = list(_misfits(data))
    if faults:
        raise InputError(placed(faults, text.removeprefix("\ufeff"), name))
    return _loaded(data, file, over or Book(version=VERSION, items={}))


def _misfits(data: Json) -> Iterator[Fault]:
    """What is not of the form of MineDojo's dump."""
    if not isinstance(data, dict):
        yield Fault((), "type", f"expected MineDojo's dump, got {shown(data)}", f"it has the parts {', '.join(LIMITS)}")
        return
    dump = cast(dict[str, Json], data)
    for part, rule in LIMITS.items():
        if part not in dump:
            hint = f"MineDojo's dump has the parts {', '.join(LIMITS)}"
            yield Fault((), "missing-key", f'expected a key "{part}" in the dump', hint)
        else:
            yield from list_faults(dump[part], rule, (part,))


def _file(path: Path | None) -> Path:
    found = constants() if path is None else path if path.is_file() else in_folder(path)
    if found is None:
        hint = f"install minedojo, or name its file {NAME}"
        raise InputError([Diagnostic("no-file", "MineDojo's dump is not there", hint, str(path or "minedojo"))])
    return found


def _loaded(data: Mapping[str, Any], file: Path, over: Book) -> Loaded:
    drafts: dict[str, Draft] = {}
    outcomes: list[Outcome] = []
    seen: set[Draft] = set()
    known = Known(over)
    for part, read in (("craftingRecipes", _crafting), ("smeltingRecipes", _smelting)):
        entries: Sequence[Mapping[str, Any]] = data[part]
        for index, entry in enumerate(entries):
            kind = entry.get("type", "smelting")
            draft = read(entry)
            place = f"{part}[{index}]"
            if draft is None:
                outcomes.append(Outcome(place, "special", kind, "made in the game's code"))
                continue
            if any(_is_family(item, over) for item, _ in draft.gives):
                outcomes.append(Outcome(place, "left out", kind, "gives one of several variants, and not which"))
                continue
            draft = replace(draft, takes=tuple((_in_book(names, over), n) for names, n in draft.takes))
            likeness = _likeness(draft, over)
            if known.recipe(likeness) is not None or draft in seen:
                outcomes.append(Outcome(place, "known", kind))
            elif any(name[0] == "#" for names, _ in draft.takes for name in names):
                outcomes.append(Outcome(place, "left out", kind, "takes one of several variants, and not which"))
            else:
                seen.add(draft)
                drafts[place] = draft
                outcomes.append(Outcome(place, "loaded", kind))
    listed = {entry["type"]: _item(entry) for entry in data["items"] if entry["type"] != "air"}
    ids = naming.ids(drafts, over)
    recipes = [_entry(ids[place], draft) for place, draft in drafts.items()]
    mentioned = {item for draft in drafts.values() for item in _mentioned(draft)}
    missing = sorted({*listed, *mentioned} - over.items.keys() - over.tags.keys())
    items = {item: listed.get(item, {}) for item in missing}
    book = lay({"items": items, "recipes": recipes}, over)
    outcomes += [Outcome(f"items: {item}", "entries") for item in listed]
    facts = ("variants are lost in the dump: coal is also charcoal, dye any dye",)
    return Loaded(book, Summary(str(file), "minedojo", tuple(outcomes), added=added_items(over, book), facts=facts))


def _crafting(entry: Mapping[str, Any]) -> Draft | None:
    decided = not entry["type"].startswith(("Shaped", "Shapeless")) or not entry["ingredients"]
    if decided or not entry["outputCount"] or entry["outputItemName"] == "air":
        return None
    station = None if entry["recipeSize"] <= HAND_ITEMS and not _is_row_of_three(entry) else "crafting_table"
    return _draft("crafting", "craft", station, entry["ingredients"], entry["outputItemName"], entry["outputCount"])


def _is_row_of_three(entry: Mapping[str, Any]) -> bool:
    """A shaped recipe of three places is a row or column of three, which needs a table."""
    return entry["recipeSize"] == 3 and entry["type"].startswith("Shaped")


def _smelting(entry: Mapping[str, Any]) -> Draft | None:
    if not entry["ingredients"] or entry["outputItemName"] == "air":
        return None
    return _draft("smelting", "smelt", "furnace", entry["ingredients"], entry["outputItemName"], entry["out"], 200)


def _draft(
    kind: str, verb: str, station: str | None, takes: Mapping[str, int], item: str, count: int, burns: int = 0
) -> Draft:
    taken = tuple(sorted((((name,), n) for name, n in takes.items()), key=lambda pair: (-pair[1], pair[0])))
    return Draft(kind, verb, station, taken, ((item, count),), burns=burns)


def _is_family(name: str, book: Book) -> bool:
    """Whether a name of the dump stands for several variants, which are items of their own in the book."""
    return name not in book.items and name in book.tags


def _in_book(names: tuple[str, ...], book: Book) -> tuple[str, ...]:
    return tuple(f"#{name}" if _is_family(name, book) else name for name in names)


def _likeness(draft: Draft, book: Book) -> Likeness:
    takes = tuple((book.tags[name[1:]] if name[0] == "#" else (name,), n) for (name, *_), n in draft.takes)
    return (draft.kind, draft.station, draft.gives, (), draft.burns), takes


def _mentioned(draft: Draft) -> set[str]:
    station = {draft.station} if draft.station else set[str]()
    taken = {name for names, _ in draft.takes for name in names if name[0] != "#"}
    return station | taken | {item for item, _ in draft.gives}


def _entry(name: str, draft: Draft) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": name, "kind": draft.kind, "gives": dict(draft.gives), "burns": draft.burns}
    entry |= {"station": draft.station} if draft.station else {}
    return entry | {
        "takes": [{"any_of": names[0] if len(names) == 1 else list(names), "n": n} for names, n in draft.takes]
    }


def _item(entry: Mapping[str, Any]) -> dict[str, Any]:
    stack = {} if entry["stackSize"] == 64 else {"stack": entry["stackSize"]}
    return stack | ({"uses": entry["maxDamage"]} if entry.get("damageable") and entry.get("maxDamage") else {})
