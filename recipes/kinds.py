"""What kind of file of craftproof's own a text is, and what is said where another kind is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from .diagnostic import Diagnostic, InputError
from .locate import Json

KINDS: dict[str, tuple[str, str]] = {
    "book": ("a whole book", "--book takes it"),
    "overlay": ("an overlay, which is laid over a book", "--pack takes it"),
    "map": ("a map of recipe types", "--map takes it"),
    "rules": ("a file of rules", "--rules takes it"),
    "plan": ("a plan", "`craftproof verify` takes it"),
    "report": ("a report", "`craftproof verify` takes it"),
}
"""By the kind: what it is called, and what takes it."""
_FORMS = {"recipe-map": "map", "rules": "rules", "plan": "plan", "report": "report"}


def kind_of(data: Json) -> str:
    """The kind that a file says it is under "craftproof"; empty where it says none that is known."""
    stated = cast(dict[str, Json], data).get("craftproof") if isinstance(data, dict) else None
    form = stated.partition("/")[0] if isinstance(stated, str) else ""
    if form == "book":
        return "book" if "version" in data and "items" in data else "overlay"
    return _FORMS.get(form, "")


def expect(wanted: tuple[str, ...], data: Json, file: str) -> None:
    """`InputError` that says once what a file is, where it says it is none of the kinds that are `wanted`."""
    kind = kind_of(data)
    if kind and kind not in wanted:
        what, takes = KINDS[kind]
        message = f"this is {what}, expected {' or '.join(KINDS[each][0] for each in wanted)}"
        raise InputError([Diagnostic("other-kind", message, takes, file)])


def expect_maps(paths: Iterable[Path]) -> None:
    """`InputError` where one of these files says that it is no map of recipe types; what can't be read is let pass."""
    for path in paths:
        try:
            data: Json = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError):
            continue  # whoever loads it tells why
        expect(("map",), data, str(path))
