"""The files of a data pack in the order in which they count, wherever in it the folder `data` lies.

A pack's recipe is `data/NAMESPACE/recipe/…` (from 1.21) or `recipes/…`, its tag of items `data/NAMESPACE/tags/item/…`
or `tags/items/…`. Sources of mods keep them deeper (`src/generated/resources/data/…`), and more than once. Beside a
`data` there may be a `pack.mcmeta`: then folders beside it are overlays, of which those for the format asked for count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ..diagnostic import Diagnostic, InputError
from . import packmeta
from .modmeta import Mods, mods_of
from .packmeta import Block, Meta, Overlay
from .packplaces import Entry, Unread, packs_at
from .reading import decoded, parsed_object, placed

_PLACE = re.compile(r"(?:(.*?)/)?data/([^/]+)/(recipes?|tags/items?)/(.+)\.json")


@dataclass(frozen=True, slots=True)
class PackFile:
    """One JSON file of a pack: `name` is its resource name (`create:crushing/coal_ore`, bare for the game's own)."""

    name: str
    namespace: str
    is_tag: bool
    file: str
    raw: bytes | None
    """The bytes; None where they can't be read."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """A file that is neither a recipe nor a tag, or does not count: what became of it, as an `Outcome` says it."""

    file: str
    what: str = "other"
    why: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Filter:
    """What a pack hides of all that lies below it."""

    file: str
    blocks: tuple[Block, ...]


Part: TypeAlias = PackFile | Aside | Filter | Mods


def pack_files(path: Path, version: str = "") -> Iterator[Part]:
    """The recipes and tags of a pack as they are laid over each other in a version of the game, and all other files.

    `InputError` where the pack itself can't be read.
    """
    for pack in packs_at(path):
        yield from arranged(pack, version)


def is_pack_place(place: str) -> bool:
    """Whether a recipe or a tag of items of a data pack stands at this place."""
    return _PLACE.fullmatch(place) is not None


def arranged(pack: Iterable[Entry | Unread], version: str) -> Iterator[Part]:
    """The files of one pack: what it hides below it, its mods, its own folder, then its overlays in their order."""
    entries: list[Entry] = []
    for entry in pack:
        if isinstance(entry, Unread):
            yield Aside(entry.file, "faulty", "", (entry.diagnostic,))
        else:
            entries.append(entry)
    metas: dict[str, Meta] = {}
    for entry in entries:
        root, _, name = entry.place.rpartition("/")
        if name == packmeta.NAME:
            metas[root], aside = _meta(entry)
            yield aside
            if metas[root].blocks:
                yield Filter(entry.file, metas[root].blocks)
    namespaces = [found[2] for entry in entries if (found := _PLACE.fullmatch(entry.place))]
    yield mods_of(entries, namespaces)
    yield from _ordered(entries, metas, version)


def _ordered(entries: Sequence[Entry], metas: dict[str, Meta], version: str) -> Iterator[Part]:
    ranked: list[tuple[int, str, Entry, re.Match[str]]] = []
    for entry in entries:
        found = _PLACE.fullmatch(entry.place)
        if found is None:
            if entry.place.rpartition("/")[2] != packmeta.NAME:
                yield Aside(entry.file)
            continue
        rank = _rank(found[1] or "", metas, version)
        if isinstance(rank, str):
            yield Aside(entry.file, "left out", rank)
        else:
            ranked.append((rank, entry.place, entry, found))
    for _, _, entry, found in sorted(ranked, key=lambda each: each[:2]):
        yield _file(found, entry)


def _meta(entry: Entry) -> tuple[Meta, Aside]:
    raw, why = entry.read()
    try:
        if raw is None:
            raise InputError([Diagnostic("unreadable", f"the file can't be read: {why}", "", entry.file)])
        text = decoded(raw, entry.file)
        meta, faults = packmeta.read_meta(parsed_object(text, entry.file))
    except InputError as error:
        return Meta(), Aside(entry.file, "faulty", "", error.diagnostics)
    told = tuple(placed(faults, text, entry.file))
    return meta, Aside(entry.file, "faulty" if told else "other", "", told)


def _rank(root: str, metas: dict[str, Meta], version: str) -> int | str:
    """How late the files of a folder count in their pack; in words why they do not."""
    holder = root
    while holder not in metas and holder:
        holder = holder.rpartition("/")[0]
    if holder not in metas or holder == root:
        return 0
    directory = root[len(holder) :].strip("/")
    meta = metas[holder]
    own = [(index, each) for index, each in enumerate(meta.overlays, 1) if each.directory == directory]
    if not own:
        return "its folder is none of the overlays that pack.mcmeta names"
    if all(each.asks for _, each in own):
        return "its overlay asks for a condition of a mod loader"
    known = packmeta.format_of(version)
    asked = meta.format if known is None else known
    counting = [index for index, each in own if not each.asks and _holds(each, asked)]
    return counting[-1] if counting else f"its overlay is for pack format {_listed([o for _, o in own])}, not {asked}"


def _holds(overlay: Overlay, number: int | None) -> bool:
    """Whether an overlay is for a pack format; for any where none is known."""
    return number is None or overlay.least[0] <= number <= overlay.most[0]


def _listed(overlays: Sequence[Overlay]) -> str:
    spans = [(each.least[0], each.most[0]) for each in overlays]
    return " and ".join(f"{a}" if a == b else f"{a} to {b}" for a, b in spans).replace(f" to {packmeta.NEWEST}", " on")


def _file(found: re.Match[str], entry: Entry) -> PackFile:
    _, namespace, folder, name = found.groups()
    full = name if namespace == "minecraft" else f"{namespace}:{name}"
    return PackFile(full, namespace, folder.startswith("tags"), entry.file, *entry.read())
