"""`craftproof recipes` and `craftproof items`: what the book says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..engine.facts import items_report, recipes_report
from ..recipes.book import Book
from .main import FINE
from .output import emit, say, wrapped

MOST_USES = 25
"""So many uses of an item are named."""


def recipes_of(book: Book, name: str, form: str, output: Path | None) -> int:
    """Write every way to come by an item, and its uses."""
    data = recipes_report(book, name)
    if form == "json":
        emit(json.dumps(data, indent=2, ensure_ascii=False), output)
    else:
        several = len(data["items"]) > 1
        if data["note"]:
            whole = data["taken_as"] if data["taken_as"].startswith("#") else "these"
            say(f"note: {data['name']} means any of {whole}" if several else f"note: {data['note']}")
        emit("\n\n".join(item_text(item, short=several) for item in data["items"]), output)
    return FINE


def items_like(book: Book, pattern: str | None, lost: bool, form: str, output: Path | None) -> int:
    """Write the items that are called or described like `pattern`; `lost`: those that cannot be obtained, by reason."""
    data = items_report(book, pattern, lost)
    if form == "json":
        emit(json.dumps(data, indent=2, ensure_ascii=False), output)
    elif not data["items"]:
        say(f"all {data['of']} items of Minecraft {data['version']} that are called like that can be obtained")
    elif lost:
        emit(_lost_text(data), output)
    else:
        emit("\n".join(map(_item_line, data["items"])), output)
    return FINE


def _item_line(item: dict[str, Any]) -> str:
    """Name, label and, where it was found by them, the everyday words for it."""
    words = f"  ({item['matched']})" if item["matched"] else ""
    return f"{item['item']:<36} {item['label']}{words}".rstrip()


def _lost_text(data: dict[str, Any]) -> str:
    """What cannot be obtained, under the reasons."""
    called = " that are called like that" if data["pattern"] else ""
    lines = [f"Minecraft {data['version']}: {len(data['items'])} of {data['of']} items{called} cannot be obtained"]
    for reason in data["reasons"]:
        items = [item["item"] for item in data["items"] if item["unobtainable"] == reason["reason"]]
        lines += ["", wrapped(f"{reason['reason']} ({reason['count']}): {reason['means']}", "  ")]
        lines.append(wrapped("  " + ", ".join(items), "  "))
    return "\n".join(lines)


def item_text(data: dict[str, Any], *, short: bool = False) -> str:
    """One item as text: facts, ways, uses; in the short form uses are only counted."""
    facts = [f"stack {data['stack']}"]
    facts += [f"{data['uses']} uses"] if data["uses"] else []
    facts += [f"burns {data['fuel']} ticks"] if data["fuel"] else []
    facts += [f"leaves {data['gives_back']}"] if data["gives_back"] else []
    facts += ["tags " + ", ".join("#" + tag for tag in data["tags"])] if data["tags"] else []
    facts = [data["label"], *facts] if data["item"].rpartition(":")[2].isdecimal() and data["label"] else facts
    lines = [wrapped(f"{data['item']} ({'; '.join(facts)})", "  ")]
    if data["ways"]:
        lines += [wrapped(f"  {way['text']}", "      ") for way in data["ways"]]
    else:
        lines.append(f"  nothing gives it: {data['unobtainable'] or 'the book knows no way'}")
    if data["used_by"]:
        count = len(data["used_by"])
        few = count if count <= MOST_USES else MOST_USES - 5
        more = f" and {count - few} more; --format json names them all" if count > few else ""
        used = f"do {count} things; `craftproof recipes {data['item']}` names them"
        used = used if short and count > 1 else ", ".join(data["used_by"][:few]) + more
        lines.append(wrapped(f"  used to {used}", "      "))
    return "\n".join(lines)
