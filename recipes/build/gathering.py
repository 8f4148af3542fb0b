"""Sources from the tables of facts: each row becomes one source, its effort worked out and explained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any

from facts import Families, Table, counted, expand

WHERE = ("dimension", "biomes", "heights", "conditions")
LEVELS = ("wooden", "stone", "iron", "diamond", "netherite")
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
            return health * self.table["health_ticks"], f"{health} health, bare-handed"
        if "work" in row:
            return float(row["work"]), "handling"
        hardness: float = row["hardness"] if "hardness" in row else self.hardness[row["block"]]
        speed, means = self.means(row)
        return max(1, ceil(hardness * HARVEST_TICKS / speed)), f"hardness {hardness:g} {means}"

    def means(self, row: Table) -> tuple[float, str]:
        """Speed of the lowest sufficient tool and its name; by hand where no tool is needed."""
        tool = row.get("tool")
        if tool is None:
            return 1, "by hand"
        if tool in ("pickaxe", "axe", "shovel", "hoe"):
            level = row.get("tier", 0)
            return self.speeds[level], f"with a {LEVELS[level]} {tool}"
        return row.get("speed", 1), f"with {tool}"

    def total(self, row: Table) -> tuple[int, str]:
        """The whole effort and its explanation."""
        work, why = self.work(row)
        parts = [f"{why}: {work:g} ticks"]
        find, per = self.table["find"][row.get("find", "near")], row.get("per", 1)
        if find:
            parts.append(f"found ({row.get('find', 'near')}, {per} at a place): {find / per:.0f}")
        grow = row.get("grow", 0) / self.table["field"]
        if grow:
            parts.append(f"growing {row['grow']} in a field of {self.table['field']}: {grow:.0f}")
        mean = row.get("yield", 1)
        if "yield" in row:
            parts.append(f"{mean:g} a try")
        parts += [row["note"]] if "note" in row else []
        return max(1, ceil(round((work + find / per + grow) / mean, 6))), "; ".join(parts)


def source_rows(tables: Mapping[str, Table], families: Families, efforts: Efforts) -> Iterator[dict[str, Any]]:
    """Every source of the tables in the form of a book file."""
    for table in tables.values():
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
    return made | {"why": why}


def needs(row: Table, efforts: Efforts, tries: int) -> dict[str, Any]:
    """What a source takes, must hold and wears."""
    made: dict[str, Any] = {}
    for key, times in (("takes", tries), ("needs", 1)):
        if key in row:
            made[key] = [ingredient(text, times) for text in row[key]]
    tool = row.get("tool")
    if tool and (tool == "shears" or row["kind"] != "mine" or efforts.hardness[row["block"]] > 0):
        tier, uses = row.get("tier", 0), row.get("uses", 1) * tries
        need = {"tool": tool} | ({"tier": tier} if tier else {}) | ({"uses": uses} if uses > 1 else {})
        made["wears"] = [[need]]
    return made


def ingredient(text: str, times: int) -> dict[str, Any]:
    """`"2 snow_block"` as an ingredient of a book file."""
    item, count = counted(text)
    return {"any_of": item, "n": count * times} if count * times > 1 else {"any_of": item}
