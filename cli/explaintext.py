"""Explanations as text: pure functions from the data of `engine/explain.py` to what a person reads in 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from .output import wrapped
from .report import layout

Data: TypeAlias = dict[str, Any]
UNITS = {
    "effort": ("tick", "ticks"),
    "applications": ("application", "applications"),
    "distinct": ("different operator", "different operators"),
    "lines": ("line", "lines"),
}
MOST_OTHERS, MOST_SPENDS, MOST_PARTS, MOST_SAVED = 2, 6, 5, 8
"""Other ways, parts of the cost, parts of a bound and items to hold that the text names."""
PIECES = ("held", "tool", "station", "gathered")
"""Kinds of what binds that are one more held."""


def explained(data: Data) -> str:
    """The text of an explanation."""
    report = {key: value for key, value in data["report"].items() if key != "steps"}
    sections = [("Cost", _spends), ("Ways", _ways), ("Tools", _tools), ("What binds", _binds), ("Bound", _bound)]
    out = [layout(report)]
    for title, lines in sections:
        if told := [wrapped(f"  {line}", "    ") for line in lines(data)]:
            out += ["", _title(title, data), *told]
    notes = [f"note: {note}" for note in _notes(data)]
    return "\n".join([*out, *([""] if notes else []), *(wrapped(note, "  ") for note in notes)])


def _title(title: str, data: Data) -> str:
    return f"{title} ({UNITS[data['criterion']][1]} a piece, of materials alone)" if title == "Ways" else title


def _spends(data: Data) -> Iterator[str]:
    parts = [f"{s['item']} x{s['n']:,} {amount(data['criterion'], s['sum'])}" for s in data["spends"]]
    if parts and data["criterion"] == "effort":
        yield _some(parts, MOST_SPENDS)


def _ways(data: Data) -> Iterator[str]:
    """The ways that are taken, those together that would be replaced alike; first what has another way."""
    groups: dict[tuple[str, ...], list[Data]] = {}
    for way in data["ways"]:
        groups.setdefault(_without(way.get("without")), []).append(way)
    alone = ("no plan without",)
    for key, ways in sorted(groups.items(), key=lambda g: g[0] == alone):
        words = ", ".join(_way(way, key != alone) for way in ways)
        yield f"no plan without {words}" if key == alone else f"{words}{''.join(key)}"
        yield from (text for way in ways if (text := _why(way)))


def _without(outcome: Data | None) -> tuple[str, ...]:
    """What the plan would cost without a way, and how it would be made."""
    if outcome is None:
        return ("",)
    if outcome["kind"] != "planned":
        return ("no plan without",) if outcome["checked"] else (f"; else {change(outcome)}",)
    return (f"; else {change(outcome)}", _by(outcome))


def _way(way: Data, beside: bool) -> str:
    """A way with what a piece costs by it and, where these could stand in for it, by others."""
    others = [f"{_rest(way, o['words'])} {price(o['unit'])}" for o in way["others"][:MOST_OTHERS]]
    if more := len(way["others"]) - len(others) + way["more_ways"]:
        others.append(f"{more} more")
    text = f"{way['words']} {price(way['unit'])}"
    return text + (f" ({', '.join(others)})" if others and beside else "")


def _rest(way: Data, words: str) -> str:
    """Another way in words, without what it shares with the way that is taken: `from bamboo`."""
    head = f"{words.split(' ')[0]} {way['item']} "
    return words.removeprefix(head) if f"{way['words']} ".startswith(head) else words


def _why(way: Data) -> str:
    why = way.get("why")
    if why is None or why["reason"] == "equal":
        return ""
    other = _some(_words(why["ways"]), MOST_OTHERS)
    items = _some(why.get("items", []), MOST_OTHERS)
    reasons = {
        "first": f"needs {items} first",
        "held": f"leaves {items} over, which is held",
        "batches": "comes out dearer in whole batches",
    }
    return f"{other} costs no more a piece, but {reasons[why['reason']]}"


def _tools(data: Data) -> Iterator[str]:
    for tool in data["tools"]:
        wants = dict.fromkeys(f"{use['words']} ({' or '.join(use['wants'])})" for use in tool["for"])
        new = f" of {tool['new']:,}" if tool["new"] else ""
        yield f"{tool['tool']}, {tool['uses']:,}{new} uses: {_some(list(wants), 3)}"


def _binds(data: Data) -> Iterator[str]:
    """One more of an item together, then the rest, each by itself."""
    pieces = [b for b in data["binds"] if b["kind"] in PIECES and _first(b["outcome"])[1] < 0]
    saved = [f"{b['items'][0]} {amount(name, -n)}" for b in pieces for name, n in [_first(b["outcome"])]]
    if saved:
        least = "" if all(b["outcome"]["checked"] for b in pieces) else " at least"
        yield f"one more held saves{least}: {_some(saved, MOST_SAVED)}"
    for bind in data["binds"]:
        outcome = bind["outcome"]
        if bind["kind"] == "less" and not _first(outcome)[0]:
            continue
        if bind["kind"] not in PIECES:
            yield f"{bind['change']}: {change(outcome)}{_by(outcome)}"


def _by(outcome: Data) -> str:
    return f", by {_some(_words(outcome['instead']), 3)}" if outcome.get("instead") else ""


def _bound(data: Data) -> Iterator[str]:
    for bound in data["bound"]:
        for_it = [p for p in bound["parts"] if p["role"] != "held"]
        off = [p for p in bound["parts"] if p["role"] == "held"]
        if for_it and bound["value"]:
            less = f", less {_some([_part(bound, p) for p in off], MOST_PARTS)}" if off else ""
            total = amount(bound["criterion"], bound["value"])
            yield f"at least {total}: {_some([_part(bound, p) for p in for_it], MOST_PARTS)}{less}"


def _part(bound: Data, part: Data) -> str:
    role = {"goal": "", "passed": " made on every way", "held": " held"}[part["role"]]
    items = " or ".join(part["items"][:2]) + (" or …" if len(part["items"]) > 2 else "")
    return f"{items} x{part['n']:,}{role} {price(part['worth'])}"


def _notes(data: Data) -> Iterator[str]:
    outcomes = [e["without"] for e in data["ways"] if "without" in e] + [b["outcome"] for b in data["binds"]]
    planned = [o for o in outcomes if o.get("more")]
    found = [w for w in data["ways"] if "without" in w and _first(w["without"])[1] < 0]
    for way in found[:1]:
        yield f"a plan that costs less was found without {way['words']}: ban it, or plan with --budget"
    if planned and not all(o["proved"] for o in planned):
        yield "`at most` and `at least` are of the best plans found; --budget SECONDS proves more"
    if data["interrupted"]:
        yield f"interrupted; {data['left_out']} more were not tried"
    elif data["left_out"]:
        yield f"the time was over; {data['left_out']} more were not tried"


def _first(outcome: Data) -> tuple[str, int]:
    """The first criterion that differs, and by how much."""
    return next(((name, n) for name, n in outcome.get("more", {}).items() if n), ("", 0))


def change(outcome: Data) -> str:
    """What planning again changed, by the first criterion that differs: `14 ticks more`."""
    if outcome["kind"] != "planned":
        none = "no plan" if outcome["checked"] else "no plan (unchecked)"
        return none if outcome["kind"] == "impossible" else "no plan was found in time"
    if not outcome["more"]:
        first = next(iter(outcome["cost"].items()))
        return f"a plan of {amount(*first)}"
    name, n = _first(outcome)
    if not name:
        return "as much"
    at = "" if outcome["proved"] else "at most " if n > 0 else "at least "
    word = "" if outcome["checked"] or not outcome["proved"] else " (unchecked)"
    return f"{at}{amount(name, abs(n))} {'more' if n > 0 else 'less'}{word}"


def amount(criterion: str, n: int) -> str:
    """So much of a criterion, in words."""
    one, many = UNITS[criterion]
    return f"{n:,} {one if n == 1 else many}"


def price(value: float | None) -> str:
    """A price; `?` where none is known."""
    return "?" if value is None else f"{value:,.2f}".rstrip("0").rstrip(".")


def _words(operators: list[Data]) -> list[str]:
    """Operators in words, each once."""
    return list(dict.fromkeys(op["words"] for op in operators))


def _some(words: Iterable[str], most: int) -> str:
    listed = list(words)
    more = len(listed) - most
    return ", ".join(listed if more < 2 else [*listed[:most], f"{more} more"])
