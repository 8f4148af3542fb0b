"""Reports as text: pure functions from the data of `engine/report.py` to what a person reads in 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ..engine.found import BUDGET_ENDED, NODES_ENDED, NOTHING_FOUND
from .output import wrapped
from .shortage import shortage_lines

Data: TypeAlias = dict[str, Any]
TOTALS = (
    ("gather", "to gather"),
    ("made", "made"),
    ("used", "used up"),
    ("burned", "burned"),
    ("wear", "wear (uses)"),
    ("left", "left over"),
    ("held", "still held"),
    ("stations", "stations"),
)
SOLVER = "a solver vouches for it"
HOW = {"cases": "proved case by case", "prices": "proved by prices"}
"""Where a bound comes from, where that takes more words than data need."""
HINTS = {
    BUDGET_ENDED: " (--budget SECONDS gives it more)",
    NODES_ENDED: " (--max-nodes N gives it more)",
    NOTHING_FOUND: " (--budget SECONDS gives more)",
}
"""What to do about what a note or reason says."""
MOST_PRICES = 4
"""Prices of a certificate that the text names."""
MOST_REASONS = 5
MOST_GOALS = 5
UNITS = {
    "effort": "effort {:,} ticks",
    "applications": "applications {:,}",
    "distinct": "distinct operators {:,}",
    "lines": "lines {:,}",
}


def layout(data: Data) -> str:
    """The text of a report."""
    lines = [*_verdict(data), *(f"note: {note}{HINTS.get(note, '')}" for note in data["notes"])]
    out = [wrapped(line, "  ") for line in lines]
    if "steps" in data:
        out += [f"warning: {w['message']}" for w in data["warnings"]]
        out += ["", "Steps", *numbered([step["text"] for step in data["steps"]]), "", "Tree"]
        out += [line for root in data["tree"] for line in tree(root, 1)]
        out += ["", "Totals", *totals(data["totals"])]
    if data.get("partial"):
        out += ["", "What can be made now", layout(data["partial"])]
    return "\n".join(out)


def _verdict(data: Data) -> Iterator[str]:
    goal = goals(data["goal"])
    where = f"Minecraft {data['version']}, rules {data['rules'].get('name') or data['rules']['preset']}"
    answer = data["answer"]
    yield f"{answer}: {goal} ({where})"
    if data.get("book", {}).get("files"):
        yield f"book: {', '.join(data['book']['files'])} ({data['book']['hash']})"
    if "cost" in data:
        yield f"cost: {criteria(data['cost'])}"
    if answer == "optimal":
        yield f"bound: {_optimal(data['bound'])}"
    elif answer == "feasible":
        yield _bound(data["bound"])
        yield f"gap: {_gap(data)}"
    elif answer == "unknown":
        yield f"why: {data['reason']}{HINTS.get(data['reason'], '')}"
        yield _bound(data["bound"])
    else:
        yield from _impossible(data)


def _gap(data: Data) -> str:
    """What the plan may cost too much, criterion by criterion up to the first that differs, and what part that is."""
    gaps = {name: n for name, n in zip(data["cost"], data["gap"], strict=False) if n is not None}
    name, over = next(((name, n) for name, n in gaps.items() if n), ("", 0))
    least = data["bound"]["values"].get(name, 0)
    sure = "" if data["bound"]["checked"] else ", unchecked"
    share = f" (at most {percent(over, least)} % above the best plan{sure})" if least else ""
    return criteria(gaps) + share


def percent(part: int, whole: int) -> str:
    """`part` in hundredths of `whole`, to a tenth, rounded up."""
    return f"{-(-1000 * part // whole) / 10:,.1f}".removesuffix(".0")


def _optimal(bound: Data) -> str:
    """What an optimal plan's bound proves, and on whose word."""
    if bound["checked"]:
        return f"the same, so no plan costs less; {how(bound)}"
    return f"the same; {SOLVER} that no plan costs less (unchecked); {how(bound)}"


def _bound(bound: Data) -> str:
    """A lower bound, and whether it is proved."""
    values = criteria(bound["values"]) + (", in this order" if len(bound["values"]) > 1 else "")
    word = "" if bound["checked"] else f" ({SOLVER}, unchecked)"
    return f"bound: at least {values}; {how(bound)}{word}"


def how(bound: Data) -> str:
    """Where a bound comes from, in words."""
    said: str = bound["how"]
    return HOW.get(said, said)


def goals(wanted: list[Data]) -> str:
    """The goals, a few of them by name."""
    named = [f"{g['name']} x{g['n']}" + (" more" if g["mode"] == "new" else "") for g in wanted]
    more = len(named) - MOST_GOALS
    return ", ".join(named) if more < 2 else f"{', '.join(named[:MOST_GOALS])} and {more} more"


def _impossible(data: Data) -> Iterator[str]:
    certificate = data["certificate"]
    yield from _some([f"why: {text}" for text in data["barred"]])
    if certificate["kind"] == "prices":
        yield f"why: {_too_little(certificate)}"
    elif certificate["kind"] == "search":
        yield f"why: every one of {certificate['states']:,} states that can be reached was searched; none is a goal"
    elif certificate["kind"] == "scarce":
        yield f"why: {_scarce(data)}"
    told = {text.removeprefix("no ").partition(": ")[0] for text in data["barred"] if text.startswith("no ")}
    lines = [_blocked(entry) for entry in data.get("blocked", []) if entry["ways"] or entry["item"] not in told]
    yield from _some([f"why: {line}" for line in lines])
    yield from shortage_lines(data)


def _some(lines: list[str]) -> Iterator[str]:
    """The first few lines, and how many more there are."""
    more = len(lines) - MOST_REASONS
    yield from lines if more < 2 else lines[:MOST_REASONS]
    if more > 1:
        yield f"why: and {more} more like that; --format json names them all"


def _too_little(certificate: Data) -> str:
    """The certificate in words: what everything is worth at its prices, the goal taken as 100."""
    worth = certificate["worth"]
    dearest = sorted(certificate["prices"].items(), key=lambda p: (-p[1], p[0]))[:MOST_PRICES]
    prices = ", ".join(f"{item} {100 * price / worth:.3g}" for item, price in dearest)
    held = f"{100 * certificate['held'] / worth:.3g}"
    return (
        f"too little is held: priced so that no recipe gains ({prices}), the goal is worth 100 and what is held {held}"
    )


def _scarce(data: Data) -> str:
    """What can be had in all, the goal first, then what there is least of."""
    most, wanted = data["certificate"]["most"], {item for goal in data["goal"] for item in goal["any_of"]}
    scarcest = sorted(most, key=lambda item: (item not in wanted, most[item], item))[:MOST_PRICES]
    return "too little can ever be had: in all no more than " + ", ".join(f"{most[i]:,} {i}" for i in scarcest)


def _blocked(entry: Data) -> str:
    ways = [f"{way['words']} {_lacks(way['lacks'])}" for way in entry["ways"]]
    if not ways:
        return f"nothing gives {entry['item']}" + (f" ({entry['why']})" if entry["why"] else "")
    others = len(ways) - 3
    more = f"; {others} other way{'s' if others > 1 else ''}" if others > 0 else ""
    return f"no {entry['item']}: {'; '.join(ways[:3])}{more}"


def _lacks(sets: list[list[str]]) -> str:
    return "lacks " + ", ".join(_any_of(members) for members in sets) if sets else "may not be done"


def _any_of(items: list[str], most: int = 3) -> str:
    return " or ".join(items[:most]) + (" or …" if len(items) > most else "")


def criteria(values: Mapping[str, int]) -> str:
    """A cost vector in words."""
    return ", ".join(UNITS[name].format(value) for name, value in values.items())


def numbered(texts: list[str]) -> list[str]:
    """Texts numbered from 1, long ones wrapped under themselves."""
    digits = max(3, len(str(len(texts))) + 1)
    return [wrapped(f"{k:>{digits}}. {text}", " " * (digits + 4)) for k, text in enumerate(texts, 1)]


def tree(node: Data, depth: int) -> Iterator[str]:
    """A recipe tree, two blanks a level."""
    role = {"tool": "with ", "station": "at "}.get(node.get("as", ""), "")
    label = f" ({node['label']})" if node.get("label") else ""
    yield f"{'  ' * depth}{role}{node['item']}{label} x{node['n']}{_how(node)}"
    for part in node["parts"]:
        yield from tree(part, depth + 1)


def _how(node: Data) -> str:
    if node["how"] != "made":
        return f" ({node['how']})" if node["how"] == "held" else f" (as {node['how']})"
    source = f" from {node['from']}" if "from" in node and not node["parts"] else ""
    return "" if node["verb"] == "craft" else f" ({node['verb']}{source})"


def totals(data: Data) -> list[str]:
    """The totals, one kind a line; kinds without any are left out."""
    out: list[str] = []
    for key, title in TOTALS:
        if data[key]:
            text = ", ".join(data[key]) if isinstance(data[key], list) else counts(data[key])
            out.append(wrapped(f"  {title:<12} {text}", " " * 15))
    return out


def counts(amounts: Mapping[str, int]) -> str:
    """Items and how many of each, in one line."""
    return ", ".join(f"{item} {n:,}" for item, n in amounts.items())
