"""A book file's text: one item, tag, recipe or source a line, so that differences are readable."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast


def layout(book: Mapping[str, Any]) -> str:
    """The file's text. The order of keys is kept; the caller sorts."""
    parts = [f"{json.dumps(key)}: {part(value)}" for key, value in book.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def part(value: Any) -> str:
    """A list or an object with one entry a line; anything else as it is."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(line(each) for each in cast("list[Any]", value)) + "\n]"
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {line(each)}" for key, each in pairs) + "\n}"
    return line(value)


def line(value: Any) -> str:
    """JSON on one line, letters as they are."""
    return json.dumps(value, ensure_ascii=False)
