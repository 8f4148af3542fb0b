"""Files of rules: a preset and what differs from it, as JSON.

{"craftproof": "rules/1", "preset": "survival", "fuel": false, "cost": ["applications"]}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

from .diagnostic import Diagnostic, InputError
from .kinds import expect
from .lines import diagnostic
from .locate import Json, locate, parse
from .native import read_text
from .rules import COSTS, PRESETS, Rules
from .suggest import did_you_mean, shown

FORM = "rules/1"
CHOICES: dict[str, tuple[str, ...]] = {
    "stations": ("free", "held", "placed"),
    "fuel_order": ("bound", "lowest_slot"),
    "fuel_pool": ("station", "one"),
    "slots": ("off", "warn", "hard"),
    "access": ("free", "built"),
}
SWITCHES = ("fuel", "wear", "containers", "gather", "equip", "protect")
OPERATORS = ("without", "at_table")
AN_OPERATOR = 'such as ["smelt charcoal from logs_that_burn"]; `craftproof recipes ITEM` prints what there is'
MOST_SLOTS = 10_000
RULES_FILE = f'expected a preset ({", ".join(PRESETS)}) or a file such as {{"preset": "survival", "fuel": false}}'
"""What to do where rules are looked for and no file is there."""


def load_rules(path: Path | str) -> Rules:
    """The rules in a file; raises `InputError` with every mistake in it."""
    text, file = read_text(Path(path), RULES_FILE)
    return read_rules(text, file)


def read_rules(text: str, file: str = "") -> Rules:
    """The rules in a text; raises `InputError` with every mistake in it."""
    data = parse(text, file)
    expect(("rules",), data, file)
    if not isinstance(data, dict):
        message = f"expected an object of rules, got {shown(data)}"
        raise InputError([diagnostic(text, (1, 1), "type", message, f'write {{"craftproof": "{FORM}", …}}', file)])
    entries = cast(dict[str, Json], data)
    faults = [_located(text, file, (key,), *fault) for key, value in entries.items() if (fault := _fault(key, value))]
    faults += [_located(text, file, *fault) for key in OPERATORS for fault in _members(key, entries.get(key))]
    if faults:
        faults.sort(key=lambda fault: (fault.line, fault.column))
        raise InputError(faults)
    return build_rules(entries)


def build_rules(data: dict[str, Json]) -> Rules:
    """The rules that sound data stand for."""
    values: dict[str, Any] = {k: tuple(cast(list[str], v)) if isinstance(v, list) else v for k, v in data.items()}
    values.pop("craftproof", None)
    preset = values.pop("preset", "survival")
    return replace(
        PRESETS[preset], **{"name": values.pop("name", preset if not values else f"{preset}, changed"), **values}
    )


def rules_data(rules: Rules) -> dict[str, Json]:
    """The least data that `build_rules` makes `rules` of."""
    base = PRESETS.get(rules.name, PRESETS["survival"])
    out: dict[str, Json] = {"craftproof": FORM, "preset": base.name}
    for field in fields(Rules):
        value = getattr(rules, field.name)
        if value != getattr(base, field.name):
            out[field.name] = list(cast(tuple[str, ...], value)) if isinstance(value, tuple) else value
    return out


def _located(text: str, file: str, path: tuple[str | int, ...], message: str, hint: str) -> Diagnostic:
    unknown = message.startswith("unknown")
    return diagnostic(text, locate(text, path, key=unknown), "rules", message, hint, file)


def _members(key: str, value: Json) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """The members of a list of operators that are none: path, what is wrong, what to do."""
    for place, member in enumerate(cast(list[Json], value) if isinstance(value, list) else []):
        if not isinstance(member, str) or not member:
            yield (key, place), f"expected an operator, got {shown(member)}", AN_OPERATOR


def _fault(key: str, value: Json) -> tuple[str, str] | None:
    """What is wrong with one entry, and what to do; `None` where nothing is."""
    known = ("craftproof", "preset", *(f.name for f in fields(Rules)))
    if key not in known:
        return f"unknown key {shown(key)}", did_you_mean(key, known) or f"the keys are {', '.join(known)}"
    if key in CHOICES:
        return _one_of(CHOICES[key], value)
    if key in SWITCHES:
        return None if isinstance(value, bool) else (f"expected true or false, got {shown(value)}", "")
    return _REST[key](value)


def _one_of(known: tuple[str, ...], value: Json) -> tuple[str, str] | None:
    if isinstance(value, str) and value in known:
        return None
    close = did_you_mean(value, known) if isinstance(value, str) else ""
    return f"expected one of {', '.join(known)}, got {shown(value)}", close


def _text(value: Json) -> tuple[str, str] | None:
    return None if isinstance(value, str) and value else (f"expected a text, got {shown(value)}", "")


def _slots(value: Json) -> tuple[str, str] | None:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_SLOTS:
        return None
    return f"expected a number of slots from 1 to {MOST_SLOTS}, got {shown(value)}", "a player has 36"


def _kinds(value: Json) -> tuple[str, str] | None:
    if value is None or all(isinstance(v, str) and v for v in _list(value)):
        return None
    return f"expected a list of kinds of recipes or null, got {shown(value)}", 'such as ["crafting", "smelting"]'


def _operators(value: Json) -> tuple[str, str] | None:
    return None if isinstance(value, list) else (f"expected a list of operators, got {shown(value)}", AN_OPERATOR)


def _cost(value: Json) -> tuple[str, str] | None:
    names = _list(value)
    if all(v in COSTS for v in names) and len(set(map(str, names))) == len(names):
        return None
    return f"expected a list of criteria, got {shown(value)}", f"the criteria are {', '.join(COSTS)}, each at most once"


def _list(value: Json) -> list[Json]:
    """The members of a list; of what is no list or empty, one that serves nowhere."""
    return cast(list[Json], value) if isinstance(value, list) and value else [None]


_REST: dict[str, Callable[[Json], tuple[str, str] | None]] = {
    "craftproof": lambda value: _one_of((FORM,), value),
    "preset": lambda value: _one_of(tuple(PRESETS), value),
    "name": _text,
    "slot_count": _slots,
    "kinds": _kinds,
    "without": _operators,
    "at_table": _operators,
    "cost": _cost,
}
