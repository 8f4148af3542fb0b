"""Steps as reports give them, in text or as data, read back as the lines of a list.

smelt iron_ingot x3 from iron_ore x3 in furnace, burning 1 coal
mine cobblestone x3 (from stone) with wooden_pickaxe; heights 0 to 128
{"verb": "craft", "item": "stick", "n": 4, "takes": {"oak_planks": 2}, "with": [], "burning": {}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from ..recipes.book import Item
from .plan import Amounts

NUMBER = "[+-]?[0-9]{1,30}"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: what to do, with what (as written), and how many items of it are to come.

    The rest is what a line may say of the binding: what is taken and burned in all, the tools, the block or animal that
    a source is told apart by, the station, and the operator itself.
    """

    verb: str
    name: str
    n: int = 1
    takes: Amounts = ()
    tools: tuple[Item, ...] = ()
    fuel: Amounts = ()
    origin: str = ""
    station: str = ""
    operator: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.name} {self.n}"


_PART = r"[^\s,()]+"
_ITEM = rf"{_PART}(?: \([^()]+\)(?= x))?"
"""An item, with what a variant is called before its count: `stone:5 (Andesite) x2`."""
_PRINTED = re.compile(
    rf"(?P<verb>[^\W\d]\w*) (?P<name>{_ITEM})(?: x(?P<n>{NUMBER}))?(?: \(from (?P<origin>[^()]+)\))?"
    rf"(?: from (?P<takes>{_ITEM} x[0-9]+(?:, {_ITEM} x[0-9]+)*))?(?: (?:at|in) (?P<station>{_PART}))?"
    rf"(?: with (?P<tools>{_PART}(?: and {_PART})*))?(?:, burning (?P<fuel>[0-9]+ {_PART}(?:, [0-9]+ {_PART})*))?"
    r"(?: \(expected\))?(?:; .*?)?(?: \((?P<operator>[^()]+)\))?"
)
"""A step as `engine/wording.py` words it; what follows `;` only tells where."""


def printed(text: str) -> Line | None:
    """The line that a printed step is, or `None` where the text is none."""
    match = _PRINTED.fullmatch(text)
    if match is None:
        return None
    takes = [part.rpartition(" x") for part in (match["takes"] or "").split(", ") if part]
    fuel = [part.partition(" ") for part in (match["fuel"] or "").split(", ") if part]
    return Line(
        verb=match["verb"].casefold(),
        name=_bare(match["name"]),
        n=int(match["n"] or 1),
        takes=tuple((_bare(item), int(n)) for item, _, n in takes),
        tools=tuple(match["tools"].split(" and ")) if match["tools"] else (),
        fuel=tuple((item, int(n)) for n, _, item in fuel),
        origin=match["origin"] or "",
        station=match["station"] or "",
        operator=match["operator"] or "",
    )


def _bare(item: str) -> Item:
    return item.partition(" (")[0]


def reported(step: Mapping[str, object]) -> Line | None:
    """The line that a step of a report as data is (`steps` in `report.schema.json`), or `None` where it is none."""
    parts = {key: step.get(key, "") for key in ("verb", "item", "from", "at", "operator")}
    n, tools = step.get("n", 1), step.get("with", [])
    takes, fuel = _counts(step.get("takes", {})), _counts(step.get("burning", {}))
    texts = [*parts.values(), *(cast(list[object], tools) if isinstance(tools, list) else [None])]
    if not isinstance(n, int) or isinstance(n, bool) or takes is None or fuel is None:
        return None
    if not all(isinstance(text, str) for text in texts) or not parts["verb"] or not parts["item"]:
        return None
    return Line(
        verb=str(parts["verb"]).casefold(),
        name=str(parts["item"]),
        n=n,
        takes=takes,
        tools=tuple(str(tool) for tool in texts[len(parts) :]),
        fuel=fuel,
        origin=str(parts["from"]),
        station=str(parts["at"]),
        operator=str(parts["operator"]),
    )


def _counts(given: object) -> Amounts | None:
    """Amounts by item; `None` where they are none."""
    pairs = tuple(cast(dict[str, object], given).items()) if isinstance(given, dict) else ((None, None),)
    sound = all(isinstance(n, int) and not isinstance(n, bool) for _, n in pairs)
    return cast(Amounts, pairs) if sound else None
