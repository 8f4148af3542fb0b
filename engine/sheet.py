"""Files of amounts, such as an inventory: JSON `{"item": n}`, one amount a line, or a whole state as in plan files.

A line is `oak_log=3`, `oak_log: 3`, `oak_log 3`, `oak_log x3` or `3 oak_log`, and `coal:1` is a name; `#` starts a
remark. A state has its items under `"items"` and may say more: `"slots"`, `"ticks"`, `"placed"`, `"hand"`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from ..pddl.model import State
from ..recipes.book import Item
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.lines import diagnostic
from ..recipes.locate import Doubled, Json, locate, parse
from ..recipes.native import read_text
from ..recipes.suggest import shown
from ..sim.planform import Form

AMOUNTS_FILE = 'expected a file of items, a line each such as `oak_log 3`, or {"oak_log": 3}'
"""What to do where an inventory is looked for and no file is there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One amount: its name, its count as written (`None`: not given), and where it stands."""

    name: str
    n: object
    file: str
    line: int
    column: int
    text: str

    def place(self, fault: Diagnostic) -> Diagnostic:
        """`fault` as one of this entry."""
        return replace(fault, file=self.file, line=self.line, column=self.column, text=self.text, caret=0)


def read_file(path: str) -> tuple[str, str]:
    """The text of a file (`-`: standard input) and what it is called; raises `InputError` where it can't be read."""
    text, file = (sys.stdin.read(), "standard input") if path == "-" else read_text(Path(path), AMOUNTS_FILE)
    return text.removeprefix("\ufeff"), file


def read_sheet(text: str, file: str) -> list[Entry]:
    """The amounts in a text; raises `InputError` where it holds something else."""
    return list(_from_json(text, file) if text.lstrip()[:1] in ("{", "[") else _from_lines(text, file))


def read_state(text: str, file: str, uses: Mapping[Item, int]) -> State | None:
    """The whole state in a text, or `None` where it holds plain amounts; raises `InputError` with every mistake."""
    data = parse(text, file) if text.lstrip()[:1] == "{" else None
    if not isinstance(data, dict) or not isinstance(cast(dict[str, Json], data).get("items"), dict):
        return None
    form = Form(text, file)
    state = form.state((), data, uses)
    if form.faults:
        raise InputError(form.diagnostics())
    return state


def _from_json(text: str, file: str) -> Iterator[Entry]:
    data = parse(text, file)
    if not isinstance(data, dict):
        hint = 'an inventory is written {"oak_log": 3, "stick": 2}'
        raise InputError([diagnostic(text, (1, 1), "type", f"expected an object, got {shown(data)}", hint, file)])
    entries = cast(Mapping[str, Json], data)
    if isinstance(data, Doubled):
        key = data.keys_twice[0]
        place = locate(text, (key,), key=True)
        raise InputError([diagnostic(text, place, "doubled-key", f"`{key}` stands here twice", "add them up", file)])
    lines = text.splitlines()
    for name, n in entries.items():
        line, column = locate(text, (name,), key=True)
        yield Entry(name, n, file, line, column, lines[line - 1])


def _from_lines(text: str, file: str) -> Iterator[Entry]:
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0] if not line.lstrip().startswith("#") else ""
        if not written.strip():
            continue
        column = len(line) - len(line.lstrip()) + 1
        yield Entry(*_parts(written.strip().rstrip(",;")), file, number, column, line)


def _parts(written: str) -> tuple[str, str | None]:
    """Name and count of one line."""
    number = "[+-]?[0-9]+"
    if match := re.fullmatch(rf"(.+?)\s*(?:=\s*|:\s+|\s+[x*]?\s*)({number})", written):
        return match[1], match[2]
    if match := re.fullmatch(rf"({number})\s*[x*]?\s+(.+)", written):
        return match[2], match[1]
    name, equals, count = written.partition("=")
    return name.strip(), count if equals else None
