"""A difference between two books for a person: what changed, and nothing of what stayed.

items: 2 added, 1 changed            items and tags without more to say stand side by side
  + ruby, sapphire
  ~ beacon: stack 64 -> 16
recipes: 1 changed
  ~ smith netherite_axe: takes also netherite_upgrade_smithing_template
sources: 1 changed
  ~ mine granite: heights 0 to 80 -> 0 to 128
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from .locate import Json

MOST = 6
"""So many members of a set are written out."""
MOST_PLAIN = 40
"""So many entries stand side by side; as data all are told."""
USUAL: dict[str, Json] = {"stack": 64, "uses": 0, "tier": 0, "effort": 0, "burns": 0, "on": True, "expected": False}
"""What holds where a book file says nothing."""


def lines(told: Mapping[str, Any], sections: tuple[str, ...]) -> Iterator[str]:
    """A difference, one line an entry: `+` added, `-` removed, `~` changed, `=` renamed."""
    for section in sections:
        parts: Mapping[str, Any] = told.get(section, {})
        if not parts:
            continue
        yield f"{section}: {', '.join(f'{len(part)} {name}' for name, part in parts.items())}"
        yield from _entries("+", parts.get("added", {}))
        yield from _entries("-", parts.get("removed", {}))
        for name, (old, new) in parts.get("changed", {}).items():
            yield f"  ~ {name}: {_changes(old, new)}"
        for old, new in parts.get("renamed", {}).items():
            yield f"  = {old} is now {new}"


def _entries(mark: str, entries: Mapping[str, Json]) -> Iterator[str]:
    """Added or removed entries; those of which the name says all stand side by side."""
    brief = {name: _brief(entry) for name, entry in entries.items()}
    plain = [name for name, words in brief.items() if not words]
    if plain:
        more = f" and {len(plain) - MOST_PLAIN} more" if len(plain) > MOST_PLAIN else ""
        yield f"  {mark} {', '.join(plain[:MOST_PLAIN])}{more}"
    for name, words in brief.items():
        if words:
            yield f"  {mark} {name}: {words}"


def _brief(entry: Json) -> str:
    """What an added or removed entry says beside its name; nothing of an item."""
    if isinstance(entry, list):
        members = cast(list[str], entry)
        return ", ".join(members[:MOST]) + (f" and {len(members) - MOST} more" if len(members) > MOST else "")
    if not isinstance(entry, dict):
        return str(entry)
    told = cast(dict[str, Any], entry)
    if "gives" not in told:
        return ""
    takes = _sum(told["takes"]) if told.get("takes") else ""
    return "; ".join([f"{takes} -> {_amounts(told['gives'])}".strip(), *_marks(told)])


def _marks(told: Mapping[str, Any]) -> Iterator[str]:
    """What a recipe or source asks for besides, and where it is."""
    if told.get("station"):
        yield f"{'at' if told.get('burns', 0) == 0 else 'in'} {told['station']}"
    if told.get("burns"):
        yield f"{told['burns']} ticks of fuel"
    if told.get("needs"):
        yield f"holding {_sum(told['needs'])}"
    if told.get("wears"):
        yield f"with {_written(told['wears'], 'wears')}"
    if told.get("effort"):
        yield f"effort {told['effort']}"
    for key, value in sorted(told.get("where", {}).items()):
        many = isinstance(value, list) and len(cast(list[Json], value)) > MOST
        yield f"{key} {_written(value[:MOST] if many else value, key)}" + (" …" if many else "")
    yield from (f"at most {told['limit']}",) if told.get("limit") is not None else ()
    yield from ("expected",) if told.get("expected") else ()
    yield from ("off by default",) if told.get("on") is False else ()


def _changes(old: Json, new: Json) -> str:
    """What is not as before, key by key; of explanations only that they changed, where nothing else did."""
    if isinstance(old, list) and isinstance(new, list):
        return _members(cast(list[str], old), cast(list[str], new))
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return f"{old} -> {new}"
    one, two = cast(dict[str, Any], old), cast(dict[str, Any], new)
    keys = [key for key in sorted({*one, *two} - {"why"}) if one.get(key) != two.get(key)]
    return "; ".join(_change(key, one.get(key), two.get(key)) for key in keys) or "another explanation of the effort"


def _change(key: str, old: Json, new: Json) -> str:
    if key in ("takes", "needs"):
        return _parts(key, old or [], new or [])
    if key == "where":
        return _where(old or {}, new or {})
    if key == "on":
        return "off by default now" if old is None else "on by default now"
    return f"{key} {_written(old, key)} -> {_written(new, key)}"


def _parts(key: str, old: list[Json], new: list[Json]) -> str:
    """Ingredients that are not on both sides."""
    gone, come = [each for each in old if each not in new], [each for each in new if each not in old]
    if not gone:
        return f"{key} also {_sum(come)}"
    return f"{key} {_sum(gone)} -> {_sum(come)}" if come else f"{key} no longer {_sum(gone)}"


def _where(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """A place, part by part."""
    told: list[str] = []
    for key in sorted({*old, *new}):
        one, two = old.get(key), new.get(key)
        if one == two:
            continue
        if key in ("biomes", "conditions") and one and two:
            told.append(f"{key} {_members(one, two)}")
        else:
            told.append(f"{key} {_written(one, key)} -> {_written(two, key)}")
    return ", ".join(told)


def _members(old: list[str], new: list[str]) -> str:
    """`+come, -gone`; what is only in another order says so."""
    signed = [f"+{name}" for name in new if name not in old] + [f"-{name}" for name in old if name not in new]
    return ", ".join(signed) or "in another order"


def _written(value: Json, key: str) -> str:
    """A value of a book file in words; what holds where nothing is said."""
    if value is None:
        value = USUAL.get(key)
    if value is None:
        return "any" if key in ("biomes", "heights") else "the overworld" if key == "dimension" else "nothing"
    if key == "heights":
        return f"{value[0]} to {value[1]}"
    if key == "gives":
        return _amounts(value)
    if key == "wears":
        return " and ".join(" or ".join(map(_tool, alternatives)) for alternatives in value)
    if isinstance(value, list):
        return ", ".join(map(str, cast(list[Json], value)))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _tool(need: Mapping[str, Any]) -> str:
    tier = f" of tier {need['tier']}" if need.get("tier") else ""
    return f"{need['tool']}{tier}" + (f" x{need['uses']}" if need.get("uses", 1) != 1 else "")


def _amounts(gives: Mapping[str, int]) -> str:
    return " + ".join(f"{n} {item}" for item, n in gives.items())


def _sum(takes: list[Json]) -> str:
    return " + ".join(map(_ingredient, takes))


def _ingredient(entry: Mapping[str, Any]) -> str:
    any_of = entry["any_of"]
    name = any_of
    if not isinstance(any_of, str):
        members = cast(list[str], any_of)
        shown = members if len(members) <= MOST else [*members[: MOST - 2], f"{len(members) - MOST + 2} more"]
        name = "(" + " or ".join(shown) + ")"
    return f"{entry['n']} {name}" if entry.get("n", 1) != 1 else str(name)
