"""The text of plain lists: one line a step, JSON, or calls as in the DEPS planner's prompts.

mine log 4                 verb, item, count (1 where it is left out); `4 log` and `log x4` are read too
[["mine", "log", 4], …]    the same as JSON
mine({"log": 4}, null);    the same as a call; only its first object counts
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.locate import Json, diagnostic, locate, parse

HINT = "a line is a verb, an item and a count: mine oak_log 4"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: what to do, with what (as written), and how many items of it are to come."""

    verb: str
    name: str
    n: int = 1

    def __str__(self) -> str:
        return f"{self.verb} {self.name} {self.n}"


_COUNTED = re.compile(r"(?P<name>.+?)[\s:=]+[x×*]?(?P<n>\d{1,30})$|^[x×*]?(?P<m>\d{1,30})[x×]?\s+(?P<first>.+)$")  # noqa: RUF001  # people write the multiplication sign
_CALL = re.compile(r"(\w+)\s*\(\s*\{([^}]*)\}")
_PAIR = re.compile(r"""["']?([\w: -]+?)["']?\s*:\s*(\d{1,30})""")
_NUMBER = re.compile(r"^\s*(?:\d+\s*[.):]|[-*•]|(?:step|line)\s*\d+\s*[:.])\s*", re.IGNORECASE)


def lines_of(given: str | Sequence[Sequence[object] | Line]) -> list[Line]:
    """The lines of a list in any of its forms; `InputError` with every line that cannot be read."""
    if isinstance(given, str):
        return read_lines(given)
    out: list[Line] = []
    faults: list[Diagnostic] = []
    for k, entry in enumerate(given):
        line = entry if isinstance(entry, Line) else _entry(entry)
        if line is None:
            faults.append(Diagnostic("line", f"line {k + 1}: expected [verb, item, count], got {entry!r:.80}", HINT))
        else:
            out.append(line)
    if faults:
        raise InputError(faults)
    return out


def read_lines(text: str, file: str = "") -> list[Line]:
    """The lines of a text; empty lines and comments (`#`, `//`) do not count."""
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        return _from_json(text, file)
    if _CALL.search(text):
        return [
            Line(verb.casefold(), name.strip(), int(n))
            for verb, inside in _CALL.findall(text)
            for name, n in _PAIR.findall(inside)
        ]
    out: list[Line] = []
    faults: list[Diagnostic] = []
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        bare = re.sub(r"^\s*(?:#|//).*$|\s(?:#|//)\s.*$", "", raw).strip().rstrip(".,;")
        if not bare:
            continue
        line = _words(_NUMBER.sub("", bare))
        if line:
            out.append(line)
        else:
            column = len(raw) - len(raw.lstrip()) + 1
            message = "this is no line of a plan"
            faults.append(diagnostic(text.replace("\r\n", "\n"), (number, column), "line", message, HINT, file))
    if faults:
        raise InputError(faults)
    return out


def _words(text: str) -> Line | None:
    verb, _, rest = text.partition(" ")
    rest = rest.strip()
    if not rest or not verb.isalpha():
        return None
    match = _COUNTED.match(rest)
    if match is None:
        return Line(verb.casefold(), rest)
    name, n = (match["name"], match["n"]) if match["n"] else (match["first"], match["m"])
    return Line(verb.casefold(), name.strip(), int(n))


def _from_json(text: str, file: str) -> list[Line]:
    data = parse(text, file)
    entries = cast(list[Json], data)
    lines = [_entry(entry) for entry in entries]
    faults = [
        diagnostic(text, locate(text, (k,)), "line", "expected [verb, item, count]", HINT, file)
        for k, line in enumerate(lines)
        if line is None
    ]
    if faults:
        raise InputError(faults)
    return [line for line in lines if line is not None]


def _entry(entry: object) -> Line | None:
    """A line from `[verb, item]` or `[verb, item, count]`, or from its text."""
    if isinstance(entry, str):
        return _words(entry.strip())
    if not isinstance(entry, list | tuple):
        return None
    match cast(Sequence[object], entry):
        case [str(verb), str(name)]:
            return Line(verb.casefold(), name)
        case [str(verb), str(name), int(n)] if not isinstance(n, bool):
            return Line(verb.casefold(), name, n)
        case _:
            return None
