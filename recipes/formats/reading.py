"""Reading values out of a recipe file: what is wrong has a place in it, what has no form in a book has a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from ..book import MAX_COUNT
from ..diagnostic import CraftproofError, Diagnostic, InputError
from ..lines import Lines
from ..locate import Json, Path, offsets, parse
from ..shape import Fault
from ..suggest import shown

_NAME = re.compile(r"([a-z0-9_.-]*:)?[a-z0-9_./-]+")
"""A name with or without its namespace, as the game reads it."""
DEEPEST = 64
"""Levels of objects and lists in each other that a file of a pack may have."""


class WrongError(CraftproofError):
    """Something in a file is not of the form that the game reads."""

    def __init__(self, path: Path, code: str, message: str, hint: str = "", *, key: bool = False) -> None:
        self.fault = Fault(path, code, message, hint, key)
        super().__init__(message)


class LeftOutError(CraftproofError):
    """Sound, but no book can say it; the reason in a few words."""


def decoded(raw: bytes, file: str) -> str:
    """The text of a file; `InputError` where it is not UTF-8."""
    try:
        return raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        column = error.start - raw[: error.start].rfind(b"\n")
        message = f"byte {raw[error.start]:#04x} is not UTF-8"
        raise InputError([Diagnostic("encoding", message, "save the file as UTF-8", file, line, column)]) from None


def parsed_object(text: str, file: str) -> dict[str, Json]:
    """The object that a JSON text holds; `InputError` where it holds none."""
    data = parse(text, file)
    if not isinstance(data, dict):
        message = f"expected an object, got {shown(data)}"
        raise InputError([Lines(text).diagnostic((1, 1), "type", message, "a recipe or tag stands in { }", file)])
    if _deeper(data, DEEPEST):
        hint = f"a recipe or tag needs no more than {DEEPEST} levels"
        raise InputError([Lines(text).diagnostic((1, 1), "too-deep", "nested too deeply to be read", hint, file)])
    return cast(dict[str, Json], data)


def _deeper(data: Json, levels: int) -> bool:
    """Whether objects and lists stand within each other on more than so many levels."""
    level: list[Json] = [data]
    while level and levels >= 0:
        level = [inner for each in level for inner in _inside(each) if isinstance(inner, dict | list)]
        levels -= 1
    return bool(level)


def _inside(value: Json) -> Iterable[Json]:
    return cast(dict[str, Json], value).values() if isinstance(value, dict) else cast(list[Json], value)


def placed(faults: Iterable[Fault], text: str, file: str) -> list[Diagnostic]:
    """Faults as diagnostics, in the order of the text."""
    listed = list(faults)
    starts = offsets(text, [(fault.path, fault.key) for fault in listed])
    lines = Lines(text)
    pairs = sorted(zip(starts, listed, strict=True), key=lambda pair: (pair[0], pair[1].code, pair[1].message))
    return [lines.diagnostic(lines.place(at), f.code, f.message, f.hint, file) for at, f in pairs]


def name_of(value: Json, path: Path, what: str = "the name of an item") -> str:
    """An item's or tag's name as the game takes it, without `#`; a colon in front is the game's own namespace."""
    if not isinstance(value, str):
        raise WrongError(path, "type", f"expected {what}, got {shown(value)}", 'for example "oak_planks"')
    if len(value) > 200 or not _NAME.fullmatch(value):
        hint = 'names are of small letters, digits and _ - . alone, for example "oak_planks" or "create:zinc_ingot"'
        raise WrongError(path, "text", f"expected {what}, got {shown(value)}", hint)
    return value.removeprefix(":")


def count_of(value: Json, path: Path, what: str = "a count") -> int:
    """A whole number from 1 to the largest count; a float that is whole is one, as in the game."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongError(path, "type", f"expected {what}, got {shown(value)}", "a whole number from 1 on")
    if not 1 <= value <= MAX_COUNT:
        raise WrongError(
            path, "too-small" if value < 1 else "too-large", f"{what} of {value}", "a whole number from 1 on"
        )
    return value


def at(data: Json, place: str) -> tuple[Json, Path]:
    """The value at a dotted place (`results.0.item`) and its path; None where nothing stands there."""
    path: Path = ()
    for part in place.split("."):
        if isinstance(data, list):
            items = cast(list[Json], data)
            index = int(part) if part.isdecimal() else len(items)
            data, path = items[index] if index < len(items) else None, (*path, index)
        else:
            data, path = cast(dict[str, Json], data).get(part) if isinstance(data, dict) else None, (*path, part)
    return data, path
