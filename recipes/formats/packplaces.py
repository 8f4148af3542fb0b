"""Where the files of packs lie: in a folder, a `.zip`, a `.jar`, a jar within a jar; or packs in a folder of packs."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..diagnostic import Diagnostic, InputError
from ..lines import printable

LARGEST = 4 * 2**20
"""A larger file is no recipe and is not read."""
LARGEST_JAR = 128 * 2**20
MOST_FILES = 500_000
"""More than any folder of packs holds."""
DEEPEST = 3
"""So many jars within each other are opened."""
ARCHIVES = (".zip", ".jar")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a pack: its place in it, its name for people, and what reads it (None, and why, where it can't be)."""

    place: str
    file: str
    read: Callable[[], tuple[bytes | None, str]]


@dataclass(frozen=True, slots=True)
class Unread:
    """A jar within a jar, or a link, that can't be opened."""

    file: str
    diagnostic: Diagnostic


Pack = list[Entry | Unread]


def packs_at(path: Path) -> Iterator[Pack]:
    """The pack at a path, sorted by place; before it the packs within it. `InputError` where it can't be read."""
    if path.is_dir():
        yield _of_folder(path)
    elif path.is_file():
        yield from _archives(_opened(path, str(path)), str(path), 1)
    else:
        hint = "name the folder, .zip or .jar of a pack"
        raise InputError([Diagnostic("no-file", "no such file or folder", hint, str(path))])


def _of_folder(root: Path) -> Pack:
    """The files of a folder, also those behind links, sorted by place; what can't be followed is told."""
    found: Pack = []
    for file, fault in sorted(files_in(root), key=lambda pair: pair[0].relative_to(root).as_posix()):
        name = printable(str(file))
        if fault:
            found.append(Unread(name, Diagnostic("link", fault, "copy what is meant to its place", name)))
        else:
            found.append(Entry(file.relative_to(root).as_posix(), name, partial(_read, file)))
    return found


def files_in(root: Path) -> Iterator[tuple[Path, str]]:
    """Every file in a folder, links followed, and in words why a link leads to none; `InputError` past `MOST_FILES`."""
    waiting, seen = [(root, frozenset({os.path.realpath(root)}))], 0
    while waiting:
        folder, above = waiting.pop()
        for path in _listed(folder):
            seen += 1
            if seen > MOST_FILES:
                hint = "name the pack's own folder; do links in it lead to each other?"
                raise InputError([Diagnostic("too-large", f"more than {MOST_FILES} files", hint, printable(str(root)))])
            real = os.path.realpath(path)
            if path.is_dir() and real in above:
                yield path, "a link to a folder that it lies in"
            elif path.is_dir():
                waiting.append((path, above | {real}))
            elif path.is_file():
                yield path, ""
            elif path.is_symlink():
                yield path, "a link to what is not there"


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []  # a folder that may not be looked into holds nothing for this user


def members(path: Path, is_pack: Callable[[Path], bool]) -> list[Path]:
    """The packs in a folder of packs, in the order of their names; the path alone where it is none.

    A folder of packs holds archives, or folders with a `pack.mcmeta`, and has no `data` or `pack.mcmeta` of its own.
    """
    if not path.is_dir() or any((path / own).exists() for own in ("data", "pack.mcmeta", "src")):
        return [path]
    inside = sorted(path.iterdir(), key=lambda each: each.name)
    if not any(_is_archive(each) or (each / "pack.mcmeta").is_file() for each in inside):
        return [path]
    return [each for each in inside if _is_archive(each) or (each.is_dir() and is_pack(each))]


def _is_archive(path: Path) -> bool:
    return path.suffix.lower() in ARCHIVES and path.is_file()


def _read(path: Path) -> tuple[bytes | None, str]:
    try:
        if path.stat().st_size > LARGEST:
            return None, "larger than any recipe"
        return path.read_bytes(), ""
    except OSError as error:
        return None, error.strerror or "no reason is known"


def _opened(source: Path | io.BytesIO, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(source)
    except Exception as error:  # a damaged archive fails in as many ways as its format has fields
        hint = "a data pack is a folder, or a .zip or .jar of one"
        reason = printable(getattr(error, "strerror", None) or str(error) or type(error).__name__)
        raise InputError([Diagnostic("no-archive", f"no archive: {reason}", hint, printable(name))]) from None


def _archives(archive: zipfile.ZipFile, name: str, depth: int) -> Iterator[Pack]:
    """The jars within an archive, then the archive itself."""
    own: Pack = []
    with archive:
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            file = f"{name}/{info.filename}"
            if not info.is_dir() and info.filename.endswith(".jar") and depth < DEEPEST:
                try:
                    yield from _archives(_inner(archive, info, file), file, depth + 1)
                except InputError as error:
                    own.append(Unread(printable(file), error.diagnostics[0]))
            elif not info.is_dir():
                own.append(Entry(info.filename, printable(file), partial(_unpacked, archive, info, LARGEST)))
        yield own


def _inner(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> zipfile.ZipFile:
    raw, why = _unpacked(archive, info, LARGEST_JAR)
    if raw is None:
        raise InputError([Diagnostic("unreadable", f"the jar can't be read: {why}", "", printable(name))])
    return _opened(io.BytesIO(raw), name)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, largest: int) -> tuple[bytes | None, str]:
    if info.file_size > largest:
        return None, "larger than any recipe"
    try:
        return archive.read(info), ""
    except Exception as error:  # a damaged archive fails in as many ways as there are compressions
        return None, printable(f"can't be unpacked: {error}")
