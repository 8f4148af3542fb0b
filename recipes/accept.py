"""The schema of book files as predicates: whether a value surely is of the right shape, without saying what is wrong.

A sound file of a million recipes is told so in seconds; only one that is not goes through `shape.py`, which finds every
fault. Both read the same schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from .locate import Json

Rule: TypeAlias = dict[str, Any]
Accepts: TypeAlias = Callable[[Json], bool]

TYPES: dict[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}


class Acceptance:
    """Predicates of the rules of one schema; those behind references are made once."""

    def __init__(self, schema: Rule) -> None:
        self._defs: Rule = schema.get("$defs", {})
        self._made: dict[str, Accepts] = {}

    def of(self, rule: Rule) -> Accepts:
        """Whether a value has no fault under `rule`. True is certain; False may be too strict."""
        if "$ref" in rule:
            return self._behind(rule["$ref"].rpartition("/")[2])
        if "anyOf" in rule:
            nothing, something = self.of(rule["anyOf"][0]), self.of(rule["anyOf"][1])
            return lambda value: nothing(value) if value is None else something(value)
        if "const" in rule:
            return lambda value: type(value) is type(rule["const"]) and value == rule["const"]
        names = cast(list[str], [rule["type"]] if isinstance(rule["type"], str) else rule["type"])
        kinds = {TYPES[name]: _OF_TYPE[name](self, rule) for name in names}
        if len(kinds) == 1:
            ((kind, only),) = kinds.items()
            return lambda value: type(value) is kind and only(value)
        return lambda value: type(value) in kinds and kinds[type(value)](value)

    def _behind(self, name: str) -> Accepts:
        if name not in self._made:
            self._made[name] = lambda value: self._made[name](value)  # for a rule that refers to itself
            self._made[name] = self.of(self._defs[name])
        return self._made[name]

    def object(self, rule: Rule) -> Accepts:
        """Keys that must be there, values by key, and what other keys may be."""
        named = {key: self.of(inner) for key, inner in rule.get("properties", {}).items()}
        other: Any = rule.get("additionalProperties", False)
        others = None if other is False else self.of(other)
        key_fits = None if others is None else self.of(rule["propertyNames"])
        required: tuple[str, ...] = tuple(rule.get("required", ()))
        least: int = rule.get("minProperties", 0)

        def accepts(value: dict[str, Json]) -> bool:
            if len(value) < least:
                return False
            for key in required:
                if key not in value:
                    return False
            for key, inner in value.items():
                fits = named.get(key)
                if fits is None:
                    if others is None or key_fits is None or not key_fits(key):
                        return False
                    fits = others
                if not fits(inner):
                    return False
            return True

        return accepts

    def array(self, rule: Rule) -> Accepts:
        """How many there are, and each of them."""
        fits, least, most = self.of(rule["items"]), rule.get("minItems", 0), rule.get("maxItems", float("inf"))
        return lambda value: least <= len(value) <= most and all(map(fits, value))

    def string(self, rule: Rule) -> Accepts:
        """Its length and pattern."""
        search, least = re.compile(rule.get("pattern", "")).search, rule.get("minLength", 0)
        return lambda value: len(value) >= least and search(value) is not None

    def integer(self, rule: Rule) -> Accepts:
        """Its range."""
        least, most = rule.get("minimum", float("-inf")), rule.get("maximum", float("inf"))
        return lambda value: least <= value <= most

    def anything(self, rule: Rule) -> Accepts:
        """Whatever is of the type."""
        return lambda value: True


_OF_TYPE: dict[str, Callable[[Acceptance, Rule], Accepts]] = {
    "object": Acceptance.object,
    "array": Acceptance.array,
    "string": Acceptance.string,
    "integer": Acceptance.integer,
    "boolean": Acceptance.anything,
    "null": Acceptance.anything,
}
