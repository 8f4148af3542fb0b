"""The files of a data pack: of a folder, a `.zip` or a game's `.jar`, wherever in it the folder `data` lies.

A pack's recipe is `data/NAMESPACE/recipe/…` (from 1.21) or `recipes/…`, its tag of items `data/NAMESPACE/tags/item/…`
or `tags/items/…`. Sources of mods keep them deeper (`src/generated/resources/data/…`), and more than once.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..diagnostic import Diagnostic, InputError

LARGEST = 4 * 2**20
"""A larger file is no recipe and is not read."""

_PLACE = re.compile(r"(?:^|/)data/([^/]+)/(recipes?|tags/items?)/(.+)\.json$")


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


def pack_files(path: Path) -> Iterator[PackFile | str]:
    """The recipes and tags of a pack, sorted by place; of every other file its place alone.

    `InputError` where the pack itself can't be read.
    """
    if path.is_dir():
        yield from _of_folder(path)
    elif path.is_file():
        yield from _of_archive(path)
    else:
        hint = "name the folder, .zip or .jar of a pack"
        raise InputError([Diagnostic("no-file", "no such file or folder", hint, str(path))])


def is_pack_place(place: str) -> bool:
    """Whether a recipe or a tag of items of a data pack stands at this place."""
    return _PLACE.search(place) is not None


def _of_folder(root: Path) -> Iterator[PackFile | str]:
    places = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    for place in places:
        found = _PLACE.search(place)
        if not found:
            yield place
            continue
        raw, why = None, ""
        try:
            if (root / place).stat().st_size > LARGEST:
                why = "larger than any recipe"
            else:
                raw = (root / place).read_bytes()
        except OSError as error:
            why = error.strerror or "can't be read"
        yield _file(found, str(root / place), raw, why)


def _of_archive(path: Path) -> Iterator[PackFile | str]:
    try:
        archive = zipfile.ZipFile(path)
    except Exception as error:  # a damaged archive fails in as many ways as its format has fields
        hint = "a data pack is a folder, or a .zip or .jar of one"
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise InputError([Diagnostic("no-archive", f"no archive: {reason}", hint, str(path))]) from None
    with archive:
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            found = None if info.is_dir() else _PLACE.search(info.filename)
            if found:
                yield _file(found, f"{path}/{info.filename}", *_unpacked(archive, info))
            elif not info.is_dir():
                yield info.filename


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> tuple[bytes | None, str]:
    if info.file_size > LARGEST:
        return None, "larger than any recipe"
    try:
        return archive.read(info), ""
    except Exception as error:  # a damaged archive fails in as many ways as there are compressions
        return None, f"can't be unpacked: {error}"


def _file(found: re.Match[str], file: str, raw: bytes | None, why: str) -> PackFile:
    namespace, folder, name = found.groups()
    full = name if namespace == "minecraft" else f"{namespace}:{name}"
    return PackFile(full, namespace, folder.startswith("tags"), file, raw, why)
