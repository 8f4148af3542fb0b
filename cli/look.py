"""`craftproof recipes` and `craftproof items`: what the book says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..engine.facts import items_report, recipes_report
from ..recipes.book import Book
from .main import FINE
from .output import emit, say, wrapped


def recipes_of(book: Book, name: str, form: str, output: Path | None) -> int:
    """Write every way to come by an item, and its uses."""
    data = recipes_report(book, name)
    if form == "json":
        emit(json.dumps(data, indent=2, ensure_ascii=False), output)
    else:
        if data["note"]:
            say(f"note: {data['note']}")
        emit("\n\n".join(item_text(item) for item in data["items"]), output)
    return FINE


def items_like(book: Book, pattern: str | None, form: str, output: Path | None) -> int:
    """Write the items that are called something like `pattern`."""
    data = items_report(book, pattern)
    if form == "json":
        emit(json.dumps(data, indent=2, ensure_ascii=False), output)
        return FINE
    if not data["items"]:
        say(f"no item of Minecraft {data['version']} is called like that")
    else:
        emit("\n".join(f"{i['item']:<36} {i['label']}".rstrip() for i in data["items"]), output)
    return FINE


def item_text(data: dict[str, Any]) -> str:
    """One item as text: facts, ways, uses."""
    facts = [f"stack {data['stack']}"]
    facts += [f"{data['uses']} uses"] if data["uses"] else []
    facts += [f"burns {data['fuel']} ticks"] if data["fuel"] else []
    facts += [f"leaves {data['gives_back']}"] if data["gives_back"] else []
    facts += ["tags " + ", ".join("#" + tag for tag in data["tags"])] if data["tags"] else []
    lines = [wrapped(f"{data['item']} ({'; '.join(facts)})", "  ")]
    if data["ways"]:
        lines += [wrapped(f"  {way['text']}", "      ") for way in data["ways"]]
    else:
        lines.append(f"  nothing gives it: {data['unobtainable'] or 'the book knows no way'}")
    if data["used_by"]:
        used = ", ".join(data["used_by"])
        lines.append(wrapped(f"  used to {used}", "      "))
    return "\n".join(lines)
