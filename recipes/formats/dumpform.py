"""The form of dumps of the game, as far as it is read: every entry that departs from it, with its path.

What is not read may be anything, so only the known keys of an entry are held against its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, cast

from ..locate import Json, Path
from ..shape import Fault, held_against
from ..suggest import shown

Rule: TypeAlias = dict[str, Any]

NAME: Rule = {"$ref": "#/$defs/name"}
TEXT: Rule = {"title": "a text", "type": "string", "examples": ["ShapedRecipes"]}
COUNT: Rule = {"title": "a count", "type": "integer", "minimum": 1, "maximum": 10**12, "examples": [4]}
WHOLE: Rule = {"title": "a whole number", "type": "integer", "minimum": 0, "maximum": 10**12, "examples": [0]}
ANY: Rule = {"title": "a whole number", "type": "integer", "minimum": -(10**12), "maximum": 10**12, "examples": [0]}
SWITCH: Rule = {"title": "true or false", "type": "boolean", "examples": [True]}
TAKEN: Rule = {
    "title": "an object: item, count",
    "type": "object",
    "propertyNames": NAME,
    "additionalProperties": COUNT,
    "examples": [{"planks": 2}],
}


def optional(rule: Rule) -> Rule:
    """The rule, or null."""
    return {"anyOf": [{"title": "nothing", "type": "null"}, rule]}


def entry(title: str, required: Mapping[str, Rule], others: Mapping[str, Rule] | None = None) -> Rule:
    """An object with these keys, of which the `required` ones must be there."""
    properties = {**required, **(others or {})}
    return {"title": title, "type": "object", "properties": properties, "required": list(required), "examples": [{}]}


def entry_faults(value: Json, rule: Rule, path: Path) -> Iterator[Fault]:
    """What is wrong with one entry at a path, among its keys that are read."""
    if not isinstance(value, dict):
        yield Fault(path, "type", f"expected {rule['title']}, got {shown(value)}")
        return
    read = {key: inner for key, inner in cast(dict[str, Json], value).items() if key in rule["properties"]}
    for fault in held_against(read, rule):
        yield replace(fault, path=(*path, *fault.path))


def list_faults(value: Json, rule: Rule, path: Path) -> Iterator[Fault]:
    """What is wrong with a list of entries at a path."""
    if not isinstance(value, list):
        yield Fault(path, "type", f"expected a list, got {shown(value)}", "lists stand in brackets: […]")
        return
    for index, inner in enumerate(cast(list[Json], value)):
        yield from entry_faults(inner, rule, (*path, index))
