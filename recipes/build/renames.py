"""Makes `recipes/data/renames.json`: what each item has been called, from version 1.8 on.

Usage: `python recipes/build/renames.py MINECRAFT_DATA [-o FILE]`, where MINECRAFT_DATA is the folder `data` of npm's
minecraft-data (MIT). The step from 1.12 to 1.13 comes from its `legacy.json`, the others from the table below, which
is held against the item lists: a name that vanishes between two versions must stand in it.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

Names: TypeAlias = list[tuple[str, str]]
"""(version from which on, name), oldest first."""

LATER: list[tuple[str, str, str]] = [
    # dyes of their own, and signs of every wood
    ("1.14", "sign", "oak_sign"),
    ("1.14", "rose_red", "red_dye"),
    ("1.14", "dandelion_yellow", "yellow_dye"),
    ("1.14", "cactus_green", "green_dye"),
    # the name stone_slab went over to a new slab
    ("1.14", "stone_slab", "smooth_stone_slab"),
    ("1.16", "zombie_pigman_spawn_egg", "zombified_piglin_spawn_egg"),
    ("1.17", "grass_path", "dirt_path"),
    ("1.20", "pottery_shard_archer", "archer_pottery_sherd"),
    ("1.20", "pottery_shard_arms_up", "arms_up_pottery_sherd"),
    ("1.20", "pottery_shard_prize", "prize_pottery_sherd"),
    ("1.20", "pottery_shard_skull", "skull_pottery_sherd"),
    ("1.20.3", "grass", "short_grass"),
    ("1.20.5", "scute", "turtle_scute"),
    # since copper chains there is more than one
    ("1.21.9", "chain", "iron_chain"),
]
"""Renames after 1.13: (first version with the new name, old name, new name)."""

EARLIER: dict[str, Names] = {
    # until 1.11 every bed was red and needed no variant; the other colours came with 1.12
    "bed:14": [("1.8", "bed"), ("1.12", "bed:14")],
    **{f"bed:{n}": [("1.12", f"bed:{n}")] for n in range(16) if n != 14},
    # the lists of 1.11 and 1.11.2 write it differently; the game knew one name
    "totem_of_undying": [("1.11", "totem"), ("1.12", "totem_of_undying")],
}
"""What items of 1.12 were called before, by their name in 1.12."""

LEFT_OUT = {"spawn_egg": "the animal stood in the data of the item, not in its name"}


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path(__file__).parents[1] / "data" / "renames.json")
    options = parser.parse_args()
    table = renames(options.data)
    lines = ",\n".join(f"  {json.dumps(newest)}: {json.dumps(table[newest])}" for newest in sorted(table))
    options.output.write_text("{\n" + lines + "\n}\n", encoding="utf-8", newline="\n")


def renames(data: Path) -> dict[str, Names]:
    """The names of every item that has had more than one, by the newest."""
    check_complete(data)
    table: dict[str, Names] = {}
    for flat, old in legacy(data).items():
        table[flat] = [*EARLIER.get(old, [("1.8", old)]), ("1.13", flat)]
    table["totem_of_undying"] = EARLIER["totem_of_undying"]
    for since, old, new in LATER:
        table[new] = [*table.pop(old, [("1.8", old)]), (since, new)]
    spoken = {newest: _without_repeats(names) for newest, names in table.items()}
    return {newest: names for newest, names in spoken.items() if len(names) > 1}


def legacy(data: Path) -> dict[str, str]:
    """Name in 1.13 -> name in 1.12, with the number of the variant (`planks:0`) where there is more than one."""
    by_id = {entry["id"]: entry["name"] for entry in _read(data / "pc/1.12/items.json")}
    variants: dict[str, dict[int, str]] = defaultdict(dict)
    for key, flat in _read(data / "pc/common/legacy.json")["items"].items():
        number, variant = map(int, key.split(":"))
        name = by_id.get(number, "")
        if name and name not in LEFT_OUT:
            variants[name][variant] = flat.removeprefix("minecraft:")
    return {
        flat: f"{name}:{variant}" if len(flats) > 1 or variant else name
        for name, flats in variants.items()
        for variant, flat in flats.items()
    }


def check_complete(data: Path) -> None:
    """Refuse when a name vanishes between two versions and the tables above don't say what became of it."""
    told = {old for _, old, _ in LATER} | {old.partition(":")[0] for old in legacy(data).values()}
    told |= {name for names in EARLIER.values() for _, name in names} | set(LEFT_OUT)
    folders: list[str] = []
    for version, paths in _read(data / "dataPaths.json")["pc"].items():
        if "items" in paths and "w" not in version and "-" not in version and paths["items"] not in folders:
            folders.append(paths["items"])
    lists = [{entry["name"] for entry in _read(data / folder / "items.json")} for folder in folders]
    for (before, after), folder in zip(pairwise(lists), folders[1:], strict=True):
        untold = sorted(before - after - told)
        if untold:
            raise SystemExit(f"{folder}: what became of {', '.join(untold)}? say so in LATER or EARLIER")


def _without_repeats(names: Names) -> Names:
    return [pair for before, pair in zip([("", ""), *names], names, strict=False) if before[1] != pair[1]]


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
