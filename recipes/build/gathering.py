"""Sources from the tables of facts: each row becomes one source, its effort worked out and explained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from facts import Families, Table, counted, expand

WHERE = ("dimension", "biomes", "heights", "conditions")
LEVELS = ("a wooden", "a stone", "an iron", "a diamond", "a netherite")
LAST_RESORTS = ("loot", "trade")
"""Kinds of sources that are on only where nothing else gives their item; a test holds it."""
HARVEST_TICKS = 30
"""Ticks that a block of hardness 1 takes at speed 1 when its drop is harvested."""


class Efforts:
    """What gathering costs in ticks, by the table effort.toml; every number comes with its explanation."""

    def __init__(self, table: Table, tools: Table, hardness: Mapping[str, float]) -> None:
        self.table = table
        self.speeds: list[float] = tools["speeds"]["levels"]
        self.hardness = hardness

    def work(self, row: Table) -> tuple[float, str]:
        """Ticks of breaking, killing or handling."""
        if "health" in row:
            health: int = row["health"]
            return float(health * self.table["health_ticks"]), f"{health} health, bare-handed"
        if "work" in row:
            return float(row["work"]), "handling"
        hardness = float(row["hardness"] if "hardness" in row else self.hardness[bare(row["block"])])
        speed, means = self.means(row)
        return max(1, ceil(hardness * HARVEST_TICKS / speed)), f"hardness {hardness:g} {means}"

    def means(self, row: Table) -> tuple[float, str]:
        """Speed of the lowest sufficient tool and its name; by hand where no tool is needed."""
        tool = row.get("tool")
        if tool is None:
            return 1, "by hand"
        if tool in ("pickaxe", "axe", "shovel", "hoe"):
            level = int(row.get("tier", 0))
            return self.speeds[level], f"with {LEVELS[level]} {tool}"
        return float(row.get("speed", 1)), f"with {tool}"

    def parts(self, row: Table) -> Iterator[tuple[float, str]]:
        """What one try costs, part by part, each with its words."""
        work, why = self.work(row)
        yield work, f"{why}: {work:g} ticks"
        rarity, per = row.get("find", "here"), row.get("per", 1)
        find = self.table["find"][rarity] / per
        yield find, f"found ({rarity}, {per} at a place): {find:.0f}"
        grow = row.get("grow", 0) / self.table["field"]
        yield grow, f"growing {row.get('grow')} in a field of {self.table['field']}: {grow:.0f}"
        dimension = row.get("dimension", "overworld")
        travel = self.table["travel"][dimension] / self.table["load"]
        yield travel, f"way to the {dimension}, shared by {self.table['load']}: {travel:.0f}"

    def total(self, row: Table) -> tuple[int, str]:
        """The whole effort and its explanation."""
        parts = list(self.parts(row))
        words = [why for ticks, why in parts if ticks]
        words += [f"{row['yield']:g} a try"] if "yield" in row else []
        words += [row["note"]] if "note" in row else []
        ticks = sum(ticks for ticks, _ in parts) / row.get("yield", 1)
        return max(1, ceil(round(ticks, 6))), "; ".join(words)


def source_rows(layers: Sequence[Sequence[Table]], families: Families, efforts: Efforts) -> list[dict[str, Any]]:
    """Every source in the form of a book file. A later layer replaces by id, and leaves out what is to `remove`."""
    rows: dict[str, dict[str, Any]] = {}
    for layer in layers:
        for name in (name for table in layer for name in table.get("remove", [])):
            del rows[name]
        made = list(layer_rows(layer, families, efforts))
        doubled = [name for name, count in Counter(row["id"] for row in made).items() if count > 1]
        if doubled:
            raise ValueError(f"stands twice: {', '.join(doubled)}")
        rows |= {row["id"]: row for row in made}
    return list(rows.values())


def layer_rows(tables: Sequence[Table], families: Families, efforts: Efforts) -> Iterator[dict[str, Any]]:
    """Every source of the tables of one version."""
    for table in tables:
        for group in table["group"]:
            shared = {"kind": table.get("kind")} | {key: value for key, value in group.items() if key != "rows"}
            for row in group["rows"]:
                for each in expand(shared | row, families):
                    yield source(each, efforts)


def source(row: Table, efforts: Efforts) -> dict[str, Any]:
    """One source. Where the yield is a mean, inputs and wear are those of a whole item, rounded up."""
    item, count = counted(row.get("drop") or row["block"])
    origin = row.get("from") or row.get("mob") or row.get("block")
    tries = 1 / row.get("yield", 1)
    effort, why = efforts.total(row)
    made: dict[str, Any] = {"id": f"{row['kind']} {item}" + (f" from {origin}" if origin not in (None, item) else "")}
    made["kind"] = row["kind"]
    if row.get("block", item) != item:
        made["block"] = row["block"]
    made["gives"] = {item: count} | dict(map(counted, row.get("also", [])))
    made["effort"] = effort
    made |= needs(row, efforts, max(1, ceil(round(tries, 6))))
    where = {key: row[key] for key in WHERE if key in row}
    made |= {"where": where} if where else {}
    made |= {"expected": True} if "yield" in row else {}
    made |= {key: row[key] for key in ("limit", "on") if key in row}
    only = made["kind"] in LAST_RESORTS and made.get("on", True)
    return made | {"why": f"{why}; nothing else gives it" if only else why}


def needs(row: Table, efforts: Efforts, tries: int) -> dict[str, Any]:
    """What a source takes, must hold and wears: a block of hardness 0 wears no tool, but shears at any."""
    made: dict[str, Any] = {}
    for key, times in (("takes", tries), ("needs", 1)):
        if key in row:
            made[key] = [ingredient(text, times) for text in row[key]]
    tool = row.get("tool")
    if tool:
        soft = row["kind"] == "mine" and efforts.hardness[bare(row["block"])] == 0
        tier, uses = row.get("tier", 0), 0 if soft and tool != "shears" else row.get("uses", 1) * tries
        need = {"tool": tool} | ({"tier": tier} if tier else {}) | ({"uses": uses} if uses != 1 else {})
        made["wears"] = [[need]]
    return made


def bare(block: str) -> str:
    """A block's name without the number of its variant: all variants are equally hard."""
    return block.partition(":")[0]


def ingredient(text: str, times: int) -> dict[str, Any]:
    """`"2 snow_block"` as an ingredient of a book file."""
    item, count = counted(text)
    return {"any_of": item, "n": count * times} if count * times > 1 else {"any_of": item}
