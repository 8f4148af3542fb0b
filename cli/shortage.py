"""What is missing and how much can be made all the same, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]
MOST_LISTS = 4
"""Missing lists that the text names."""


def shortage_lines(data: Data) -> Iterator[str]:
    """The lines of an impossible report: what is missing, what can be made now, more of what would do."""
    missing = data["missing"]
    if missing and missing["lists"]:
        yield f"missing: {_lists(missing)}"
    elif missing:
        yield f"missing: no list is known: {missing['why']}"
    if data["most"]:
        alone = ", each by itself" if len(data["most"]) > 1 else ""
        plans = any(count["low"] for count in data["most"]) and "partial" not in data
        hint = " (--partial plans it)" if plans else ""
        yield f"can be made now{alone}: {', '.join(_count(count) for count in data['most'])}{hint}"
    if data["more"]:
        ways = ", or ".join(f"{n:,} more {item}" for item, n in data["more"].items())
        yield f"of one thing that is held, this would do: {ways}"


def _lists(missing: Data) -> str:
    """The ties, a few of them by name, and what is proved of them."""
    lists = [_amounts(added) for added in missing["lists"]]
    others = len(lists) - MOST_LISTS
    if others > 1:
        lists = [*lists[:MOST_LISTS], f"{others} other such lists"]
    lists += [] if missing["complete"] or not missing["smallest"] else ["others"]
    return f"{'; or '.join(lists)} ({_proved(missing)})"


def _proved(missing: Data) -> str:
    if not missing["smallest"]:
        return "less may do"
    return "no less does" if missing["checked"] else "no less does, as a solver vouches, unchecked"


def _amounts(added: Mapping[str, int]) -> str:
    return ", ".join(f"{n:,} {item}" for item, n in added.items())


def _count(count: Data) -> str:
    name, low, high = count["name"], count["low"], count["high"]
    if count["unbounded"]:
        return f"any number of {name}"
    if high is None:
        return f"at least {low:,} {name}"
    if low == high:
        return f"{low:,} {name}" if low else f"no {name}"
    return f"from {low:,} to {high:,} {name}, not yet known"
