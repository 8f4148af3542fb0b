"""The text of plain lists: one line a step, JSON, or calls as in the DEPS planner's prompts.

mine log 4                 verb, item, count (1 where it is left out); `4 log` and `log x4` are read too
[["mine", "log", 4], …]    the same as JSON
mine({"log": 4}, null);    the same as a call; only its first object counts
3. smelt iron_ingot x3 from iron_ore x3 in furnace, burning 1 coal     a step as a report prints it, see `steptext`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import cast

from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.locate import Json, diagnostic, locate, parse
from .steptext import NUMBER, Line, printed, reported

HINT = "a line is a verb, an item and a count: mine oak_log 4"


_COUNTED = re.compile(rf"(?P<name>.+?)[\s:=]+[x×*]?(?P<n>{NUMBER})$|^[x×*]?(?P<m>{NUMBER})[x×]?\s+(?P<first>.+)$")  # noqa: RUF001  # people write the multiplication sign
_CALL = re.compile(r"(\w+)\s*\(\s*\{([^}]*)\}")
_PAIR = re.compile(rf"""["']?([\w: -]+?)["']?\s*:\s*({NUMBER})""")
_NUMBER = re.compile(r"^\s*(?:[0-9]+\s*[.):]|[-*•]|(?:step|line)\s*[0-9]+\s*[:.])\s*", re.IGNORECASE)
_NO_COUNT = re.compile(
    r"(?:^|[\s:=])([x×*]?[+-]?[0-9]+[.,][0-9]+|[0-9]+e[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"  # noqa: RUF001  # likewise
    r"dozen|some|several|many|few)$",
    re.IGNORECASE,
)


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
    for number, column, written in joined(text.removeprefix("\ufeff").splitlines()):
        bare = re.sub(r"^\s*(?:#|//).*$|\s(?:#|//)\s.*$", "", written).strip().rstrip(".,;")
        if not bare:
            continue
        bare = _NUMBER.sub("", bare)
        line = _words(bare)
        if line and not line.takes and (word := _NO_COUNT.search(line.name)):
            code, message, hint = "count", f"`{word[1]}` is not a count", f"write it in digits: {line.verb} oak_log 4"
        elif line:
            out.append(line)
            continue
        else:
            code, message, hint = "line", "this is no line of a plan", HINT
        faults.append(diagnostic(text.replace("\r\n", "\n"), (number, column), code, message, hint, file))
    if faults:
        raise InputError(faults)
    return out


def joined(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The lines with their numbers and columns from 1; of a printed report only the steps.

    What stands further in than the text of the numbered line above it goes on with that one.
    """
    titles = [k for k, line in enumerate(lines) if line.strip() == "Steps"]
    first = titles[0] + 1 if titles else 0
    ends = [k for k, line in enumerate(lines) if k > first and not line.strip()] if titles else []
    number, text, depth = 0, "", -1
    for k in range(first, ends[0] if ends else len(lines)):
        line = lines[k]
        indent = len(line) - len(line.lstrip())
        if 0 <= depth < indent and not re.match(r"\s*[0-9]+[.)]\s", line):
            text += " " + line.strip()
            continue
        if number:
            yield number, len(text) - len(text.lstrip()) + 1, text
        number, text = k + 1, line
        mark = _NUMBER.match(line)
        depth = mark.end() if mark and mark[0].strip() else -1
    if number:
        yield number, len(text) - len(text.lstrip()) + 1, text


def _words(text: str) -> Line | None:
    if line := printed(text):
        return line
    verb, _, rest = text.partition(" ")
    rest = rest.strip()
    if not rest or not verb.replace("_", "").replace("-", "").isalpha():
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
    """A line from `[verb, item]` or `[verb, item, count]`, from its text, or from a step of a report."""
    if isinstance(entry, str):
        return _words(entry.strip())
    if isinstance(entry, dict):
        return reported(cast(dict[str, object], entry))
    if not isinstance(entry, list | tuple):
        return None
    match cast(Sequence[object], entry):
        case [str(verb), str(name)]:
            return Line(verb.casefold(), name)
        case [str(verb), str(name), int(n)] if not isinstance(n, bool):
            return Line(verb.casefold(), name, n)
        case _:
            return None
