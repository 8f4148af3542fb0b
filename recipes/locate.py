"""Where a value stands in a JSON text, and the JSON text as data with its mistakes located.

Positions are found only once there is something to report: the text is then walked with the scanner of the standard
library along the wanted paths. A path is a tuple of keys and indices from the root, as in `("recipes", 3, "takes")`.
"""

from __future__ import annotations

import json
import json.decoder
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias, cast

from .diagnostic import Diagnostic, InputError
from .lines import Lines, diagnostic

Json: TypeAlias = Any
"""A value that came out of JSON."""

Path: TypeAlias = tuple[str | int, ...]

_BLANK = re.compile(r"[ \t\n\r]*")
_HUGE = 10**24  # stands for every whole number of more than 24 digits, all of which are refused


class Doubled(dict[str, Any]):
    """An object of which a key stands more than once; `keys_twice` names these keys. The last value counts."""

    keys_twice: tuple[str, ...] = ()


def bare(name: str) -> str:
    """`name` without the namespace of the game: `minecraft:stick` is `stick`, `#minecraft:logs` is `#logs`."""
    if "minecraft:" not in name:
        return name
    return re.sub(r"^(#?)minecraft:", r"\1", name)


LEAST_BOOK = 'the least book is {"craftproof": "book/1", "version": "…", "items": {}}'


def parse(text: str, file: str = "", least: str = LEAST_BOOK) -> Json:
    """The data of a JSON text, names bare, doubled keys marked; `InputError` with the place where it is no JSON, for an
    empty one with the hint `least`."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise InputError([Diagnostic("empty-file", "there is nothing in it, expected JSON", least, file)])
    try:
        return json.loads(text, object_pairs_hook=partial(_object, {}), parse_int=_whole)
    except json.JSONDecodeError as error:
        raise InputError([_broken(error, text, file)]) from None
    except RecursionError:
        hint = "books and reports need no more than a dozen levels"
        raise InputError([Diagnostic("too-deep", "JSON nested too deeply to be read", hint, file)]) from None


def locate(text: str, path: Path, *, key: bool = False) -> tuple[int, int]:
    """Line and column, from 1, of the value at `path`, or of its key; of the innermost value that is there."""
    text = text.removeprefix("\ufeff")
    return Lines(text).place(offsets(text, [(path, key)])[0])


def offsets(text: str, wanted: Iterable[tuple[Path, bool]]) -> list[int]:
    """Where each wanted (path, whether its key is meant) starts in a text without byte order mark, in one walk."""
    asked = list(wanted)
    found: dict[tuple[Path, bool], int] = {}
    inside = {path[:k] for path, _ in asked for k in range(len(path) + 1)}
    with suppress(RecursionError):  # what was found until then is near enough
        _walk(text, _skip(text, 0), (), inside, found)
    return [_offset(found, path, key) for path, key in asked]


def _object(shared: dict[str, str], pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object of the data; texts that stand in it often are `shared`, ids apart."""
    made: dict[str, Json] = {
        bare(key): bare(value) if key == "id" and isinstance(value, str) else _bare_value(value, shared)
        for key, value in pairs
    }
    if len(made) == len(pairs):
        return made
    doubled = Doubled(made)
    keys = [bare(key) for key, _ in pairs]
    doubled.keys_twice = tuple(key for key in made if keys.count(key) > 1)
    return doubled


def _bare_value(value: Json, shared: dict[str, str]) -> Json:
    if isinstance(value, str):
        name = bare(value)
        return shared.setdefault(name, name)
    if isinstance(value, list):
        return [_bare_value(v, shared) for v in cast(list[Json], value)]
    return value


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= 24 else (-_HUGE if digits[0] == "-" else _HUGE)


_string: Callable[[str, int], tuple[str, int]] = getattr(json.decoder, "scanstring")  # noqa: B009  # absent from its stub
_SCANNER = json.JSONDecoder(parse_int=_whole)


def _walk(text: str, at: int, path: Path, inside: set[Path], found: dict[tuple[Path, bool], int]) -> None:
    """Note where the values and keys of the paths `inside` start; a doubled key stands where it stands last."""
    found[path, False] = at
    if text[at] not in "{[":
        return
    starts: dict[str | int, tuple[int, int]] = {key: (key_at, value_at) for key, key_at, value_at in _members(text, at)}
    for key, (key_at, value_at) in starts.items():
        if (*path, key) in inside:
            found[(*path, key), True] = key_at
            _walk(text, value_at, (*path, key), inside, found)


def _members(text: str, at: int) -> Iterator[tuple[str | int, int, int]]:
    """Key or index, where the key starts and where the value starts, for the object or list at `at` of sound JSON."""
    keyed = text[at] == "{"
    at = _skip(text, at + 1)
    index = 0
    while text[at] not in "]}":
        key: str | int = index
        key_at = at
        if keyed:
            name, at = _string(text, at + 1)
            key = bare(name)
            at = _skip(text, _skip(text, at) + 1)
        yield key, key_at, at
        _, at = _SCANNER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _offset(found: dict[tuple[Path, bool], int], path: Path, key: bool) -> int:
    if key and (path, True) in found:
        return found[path, True]
    while (path, False) not in found:
        path = path[:-1]
    return found[path, False]


def _broken(error: json.JSONDecodeError, text: str, file: str) -> Diagnostic:
    """The standard library's error, at its place and in other words."""
    at = min(error.pos, len(text.rstrip()))
    message, hint = _in_words(error.msg, text[:at].rstrip()[-1:], text[at:].lstrip())
    return diagnostic(text, Lines(text).place(at), "syntax", message, hint, file)


def _in_words(error: str, before: str, rest: str) -> tuple[str, str]:
    """What is wrong and what to do, from the scanner's error, the character before it and the text from it on."""
    if error.startswith("Unterminated string"):
        return "a string without its closing quote", "is the file complete? it ends inside this string"
    if error.startswith("Invalid control character"):
        return "a control character in a string", "a line break in a string is written \\n, a tab \\t"
    if not rest:
        return "the text ends in the middle", "is the file complete? a bracket or a value is missing at its end"
    if error == "Extra data":
        return f"more text after the end of the JSON: {rest[:10]!r}", "a file holds one object"
    if rest[0] == "#" or rest.startswith(("//", "/*")):
        return "a comment, which JSON does not know", 'leave it out; a source has "why" for words'
    if before == "," and rest[0] in "]}":
        return f"a comma before {rest[0]}", "leave out the last comma"
    if rest[0] == "'":
        return "a single quote", 'JSON writes strings as "text"'
    if "delimiter" in error:
        return f"expected {error.split()[1]} here, got {rest[0]!r}", "is a comma, colon or bracket missing?"
    return f"no JSON: {error[0].lower()}{error[1:]}, got {rest[0]!r}", _words_hint(rest)


def _words_hint(rest: str) -> str:
    if rest[0] == "\\":
        return "a backslash is written \\\\"
    word = re.match(r"\w+", rest)
    known = {"True": "true", "False": "false", "None": "null"}
    if word and word[0] in known:
        return f"JSON writes {known[word[0]]}"
    return 'keys and strings stand in "double quotes"'
