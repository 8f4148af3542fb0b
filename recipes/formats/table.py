"""The formats of recipes that can be laid over a book: what recognises each, and what loads it.

The command's `--pack`, `craftproof book` and the tests walk `FORMATS`; `docs/add-a-recipe-format.md` tells how to add
one.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from ..book import Book
from ..diagnostic import Diagnostic, InputError
from ..kinds import expect, kind_of
from ..locate import Json
from ..native import load_book
from . import datapack, minecraftdata, minedojo, recipefolder
from .mapcheck import map_warnings
from .maps import FORM, MapFile, Maps, shipped
from .summary import Loaded, Outcome, Summary, added_items

READ_BY_MAPS = ("datapack", "recipes")
"""Formats whose recipes are read by the maps of types."""
INSTALLED = "minedojo"
"""The path that means MineDojo's dump where it is installed, unless something lies there under this name."""


@dataclass(frozen=True, slots=True)
class Format:
    """`load(path, over, maps)` lays what stands at a path over a book (None: alone); `detect` says if it may."""

    about: str
    detect: Callable[[Path], bool]
    load: Callable[[Path, Book | None, Maps | None], Loaded]


def _load_book(path: Path, over: Book | None, maps: Maps | None) -> Loaded:
    expect(("book",) if over is None else ("book", "overlay"), _json(path), str(path))
    book = load_book(path, over=over)
    before = over or Book(version="", items={})
    ids = {operator.id for operator in (*before.recipes, *before.sources)}
    new = [operator.id for operator in (*book.recipes, *book.sources) if operator.id not in ids]
    outcomes = tuple(
        Outcome(f"{path}: {name}", "entries") for name in (*sorted(set(book.items) - set(before.items)), *new)
    )
    return Loaded(book, Summary(str(path), "book", outcomes, added=added_items(before, book)))


def _is_book(path: Path) -> bool:
    return (
        path.is_file() and not zipfile.is_zipfile(path) and path.name != minedojo.NAME and _starts(path, '"craftproof"')
    )


def _is_dump(path: Path) -> bool:
    if path == Path(INSTALLED) and not path.exists():
        return True
    if path.is_dir():
        return minedojo.in_folder(path) is not None
    return path.is_file() and (path.name == minedojo.NAME or _starts(path, "dumpMinecraftObjectRules"))


def _is_pack(path: Path) -> bool:
    if path.is_dir():
        return datapack.is_pack(path)
    return path.is_file() and (path.suffix in (".zip", ".jar") or zipfile.is_zipfile(path))


def _load_dump(path: Path, over: Book | None, maps: Maps | None) -> Loaded:
    return minedojo.load(path if path.exists() else None, over)


FORMATS: dict[str, Format] = {
    "book": Format("a book or overlay of craftproof's own form (JSON)", _is_book, _load_book),
    "minecraft-data": Format(
        "a version's folder of minecraft-data",
        lambda path: path.is_dir() and (minecraftdata.folder_of(path) is not None or _has_paths(path)),
        minecraftdata.load,
    ),
    "minedojo": Format(f"MineDojo's {minedojo.NAME}, or `{INSTALLED}` for the installed one", _is_dump, _load_dump),
    "datapack": Format(
        "a data pack, vanilla or of mods: a folder, .zip or game .jar, or a folder of such packs",
        _is_pack,
        datapack.load,
    ),
    "recipes": Format(
        "a plain folder of recipe files, such as TextCraft's or Plancraft's",
        lambda path: recipefolder.recipes_in(path) is not None,
        recipefolder.load,
    ),
}
"""The formats by name, in the order in which a path is tried."""


def detect(path: Path) -> str:
    """The name of the format of what stands at `path`; `InputError` where it is none of them."""
    for name, form in FORMATS.items():
        if form.detect(path):
            return name
    if path.is_file() or not path.exists():
        return "book"  # whose loader tells what is wrong with a file
    about = "; ".join(form.about for form in FORMATS.values())
    raise InputError([Diagnostic("no-pack", "no recipes are here", f"expected {about}", str(path))])


def load(path: str | Path, over: Book | None = None, maps: Maps | None = None) -> Loaded:
    """What stands at `path`, in whichever format, laid over a book. Raises `InputError`."""
    place = Path(path)
    return FORMATS[detect(place)].load(place, over, maps)


def load_all(paths: Sequence[str | Path], over: Book, maps: Sequence[str | Path] = ()) -> tuple[Book, list[Summary]]:
    """All of `paths` over a book, one after the other; data packs that follow each other load as one.

    A path of a map of recipe types counts from there on, as those of `maps` do from the start. Raises `InputError`
    with all that could not be loaded.
    """
    known, book, told = shipped(), over, list[Summary]()
    for path in maps:
        known = known.with_file(path)
    groups = [(name, list(group)) for name, group in groupby(map(Path, paths), _kind)]
    for index, (name, places) in enumerate(groups):
        if name == "map":
            for path in places:
                known = known.with_file(path)
            if not any(later in READ_BY_MAPS for later, _ in groups[index:]):
                told += [_idle(file) for file in known.files[-len(places) :]]
        elif name == "datapack":
            loaded = datapack.load_packs(places, book, known)
            book, told = loaded.book, [*told, loaded.summary]
        else:
            for path in places:
                loaded = FORMATS[name].load(path, book, known)
                book, told = loaded.book, [*told, loaded.summary]
    return book, _with_warnings(told, known, over, book)


def _idle(file: MapFile) -> Summary:
    """The account of a map that stands among the packs and that no pack follows."""
    outcomes = tuple(Outcome(f"{file.file}: {name}", "entries") for name in sorted(file.types))
    message = "this is a map of recipe types, and no pack follows for which it counts"
    warning = Diagnostic("other-kind", message, "--map takes it, --pack the packs", file.file)
    return Summary(file.file, "map", outcomes, warnings=(warning,))


def _with_warnings(told: list[Summary], maps: Maps, before: Book, after: Book) -> list[Summary]:
    """The accounts, of which the last of a pack tells what looks wrong in the maps."""
    places = [index for index, summary in enumerate(told) if summary.format in READ_BY_MAPS]
    if places and maps.files:
        types = frozenset[str]().union(*(summary.types for summary in told))
        last = told[places[-1]]
        found = (*last.warnings, *map_warnings(maps, types, before, after))
        told[places[-1]] = replace(last, warnings=found)
    return told


def is_whole(path: Path) -> bool:
    """Whether a book file stands alone: it says a version and items. A broken one does not; its loader tells why."""
    return _is_book(path) and kind_of(_json(path)) == "book"


def _json(path: Path) -> Json:
    """What stands in a file of JSON; None in a broken one."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _kind(path: Path) -> str:
    return "map" if path.is_file() and _starts(path, FORM) else detect(path)


def _starts(path: Path, words: str) -> bool:
    """Whether a text holds some words near its beginning."""
    try:
        with path.open("rb") as file:
            return words.encode() in file.read(2000)
    except OSError:
        return False


def _has_paths(path: Path) -> bool:
    return any((root / "dataPaths.json").is_file() for root in (path, path / "data", path / "minecraft-data" / "data"))
