"""Data against the published schema of book files: every value that is of the wrong shape, with a path to it.

`book.schema.json` is the one statement of the form. This reads the part of JSON Schema that it uses, to say what was
expected in words a person would use: the `title` of the place. It is stricter than JSON Schema in one point: `1.0` is
no whole number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any, cast

from .accept import Acceptance
from .locate import Doubled, Json, Path
from .suggest import did_you_mean, shown


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake at a path of some data; `key`: the key is meant, not its value; `about`: the name in question."""

    path: Path
    code: str
    message: str
    hint: str = ""
    key: bool = False
    about: str = ""


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The published JSON schema of book files."""
    text = FilePath(__file__).with_name("book.schema.json").read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(text))


def misshapen(data: Json, *, overlay: bool = False) -> list[Fault]:
    """Every place where `data` departs from the form of a book, or of an overlay."""
    rule = schema()["$defs"]["overlay"] if overlay else schema()
    return [] if Acceptance(schema()).of(rule)(data) else list(_faults(data, rule, ()))


def held_against(data: Json, rule: dict[str, Any]) -> list[Fault]:
    """Every place where `data` departs from a schema without references, whose places have `title` and `examples`."""
    return list(_faults(data, rule, ()))


def _faults(value: Json, rule: dict[str, Any], path: Path) -> Iterator[Fault]:
    rule = _followed(rule, value)
    if "const" in rule and value != rule["const"]:
        yield _expected(rule, value, path, "form")
    elif "type" in rule and not _is_of_type(value, rule["type"]):
        yield _expected(rule, value, path, "type")
    elif isinstance(value, dict):
        yield from _object_faults(cast(dict[str, Json], value), rule, path)
    elif isinstance(value, list):
        yield from _list_faults(cast(list[Json], value), rule, path)
    elif isinstance(value, str):
        if len(value) < rule.get("minLength", 0) or not re.search(rule.get("pattern", ""), value):
            yield _expected(rule, value, path, "text")
    elif isinstance(value, int) and not isinstance(value, bool):
        if value < rule.get("minimum", value):
            yield _expected(rule, value, path, "too-small")
        elif value > rule.get("maximum", value):
            yield Fault(path, "too-large", f"expected at most {rule['maximum']}", "counts above 10^12 are refused")


def _followed(rule: dict[str, Any], value: Json) -> dict[str, Any]:
    """`rule` behind its references; of alternatives (null or something else) the one that the value is meant as."""
    while "$ref" in rule or "anyOf" in rule:
        if "$ref" in rule:
            rule = schema()["$defs"][rule["$ref"].rpartition("/")[2]]
        else:
            rule = rule["anyOf"][0 if value is None else 1]
    return rule


def _object_faults(value: dict[str, Json], rule: dict[str, Any], path: Path) -> Iterator[Fault]:
    named: dict[str, Any] = rule.get("properties", {})
    others: Any = rule.get("additionalProperties", False)
    if isinstance(value, Doubled):
        for key in value.keys_twice:
            yield Fault((*path, key), "doubled-key", f"{shown(key)} stands here twice", "leave one of them out", True)
    for key in rule.get("required", ()):
        if key not in value:
            hint = f'for example "{key}": {_example(named[key])}'
            yield Fault(path, "missing-key", f'expected a key "{key}" in {rule["title"]}', hint)
    if len(value) < rule.get("minProperties", 0):
        yield Fault(
            path, "gives-nothing", f"expected {rule['title']}, got an empty one", f"for example {_example(rule)}"
        )
    for key, inner in value.items():
        if key in named:
            yield from _faults(inner, named[key], (*path, key))
        elif others is False:
            hint = did_you_mean(key, named, cutoff=60) or f"known here: {', '.join(named)}"
            yield Fault((*path, key), "unknown-key", f"unknown key {shown(key)} in {rule['title']}", hint, True)
        else:
            for fault in _faults(key, rule["propertyNames"], (*path, key)):
                yield Fault(fault.path, fault.code, fault.message, fault.hint, True)
            yield from _faults(inner, others, (*path, key))


def _list_faults(value: list[Json], rule: dict[str, Any], path: Path) -> Iterator[Fault]:
    if len(value) < rule.get("minItems", 0) or len(value) > rule.get("maxItems", len(value)):
        yield Fault(path, "length", f"expected {rule['title']}, got a list of {len(value)}", _conversion(rule, value))
    for index, inner in enumerate(value):
        yield from _faults(inner, rule["items"], (*path, index))


def _expected(rule: dict[str, Any], value: Json, path: Path, code: str) -> Fault:
    return Fault(path, code, f"expected {rule['title']}, got {shown(value)}", _conversion(rule, value))


def _conversion(rule: dict[str, Any], value: Json) -> str:
    """What to do about a value of the wrong form."""
    if rule.get("type") == "integer" and isinstance(value, str) and value.strip().lstrip("-").isdecimal():
        return f"numbers stand without quotes: {value.strip()[:20]}"
    if rule.get("type") == "integer" and isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return f"whole numbers stand without a point: {int(value)}"
    if rule.get("type") == "array" and not isinstance(value, list):
        return "lists stand in brackets: […]"
    if isinstance(value, str) and "pattern" in rule and " " in value.strip():
        return f"item names have no blanks: {'_'.join(value.lower().split())[:60]}"
    return f"for example {_example(rule)}"


def _example(rule: dict[str, Any]) -> str:
    """The first example of a place of the schema, as JSON."""
    while "examples" not in rule:
        rule = schema()["$defs"][rule["$ref"].rpartition("/")[2]] if "$ref" in rule else {"examples": [{}]}
    return json.dumps(rule["examples"][0])


def _is_of_type(value: Json, types: str | list[str]) -> bool:
    kinds: dict[str, tuple[type, ...]] = {
        "object": (dict,),
        "array": (list,),
        "string": (str,),
        "integer": (int,),
        "boolean": (bool,),
        "null": (type(None),),
    }
    names = [types] if isinstance(types, str) else types
    return any(isinstance(value, kinds[n]) and (n == "boolean" or not isinstance(value, bool)) for n in names)
