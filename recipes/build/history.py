"""Makes `recipes/data/history.json`: since when there are items, and what they are labelled in other versions.

Usage: `python recipes/build/history.py MINECRAFT_DATA [-o FILE]`, where MINECRAFT_DATA is the folder `data` of npm's
minecraft-data (MIT). Items stand under the newest of the names that `renames.json` knows. A label is left out where
it is the newest name of its item in words, and where it has meant more than six items.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from renames import Names, renames

Came: TypeAlias = dict[str, list[str]]
MOST = 6
"""A label of more items than that is one of a family, such as `Banner Pattern`."""

UNTOLD = frozenset({"flower_pot", "spawn_egg"})
"""Items whose variants were never items that a player holds, or stand in no list of names."""
RELEASED: list[tuple[str, str, str]] = [
    # Lists hold what could be switched on as an experiment, and some stand for an earlier version as well.
    ("1.9|1.13", "dragon_head|tallgrass|air|spawn_egg|pumpkin", ""),
    ("1.11.2", ".*", "1.11.1"),
    ("1.17", "bundle", "1.21.2"),
    ("1.17", "sculk_sensor", "1.19"),
    ("1.19", "air", ""),
    ("1.19.3", "(ender_dragon|iron_golem|snow_golem|wither)_spawn_egg", "1.19.3"),
    ("1.19.3|1.19.4", ".*", "1.20"),
    ("1.20.3", ".*", "1.21"),
    ("1.20.5", "armadillo_.*|wolf_armor", "1.20.5"),
    ("1.20.5", ".*", "1.21"),
    ("1.21.3", "(stripped_)?pale_.*|creaking_.*", "1.21.4"),
    ("1.21.3", ".*", "1.21.2"),
    ("1.21.6|1.21.8", ".*", "1.21.6"),
    ("1.21.9|1.21.11", ".*", ""),
]
"""(versions of lists, items, the release that they came with; nothing: not told), the first that fits counts."""


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=Path(__file__).parents[1] / "data" / "history.json")
    options = parser.parse_args()
    table = history(options.data)
    lines = [
        f"  {json.dumps(part)}: {{\n"
        + ",\n".join(f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in table[part].items())
        + "\n  }"
        for part in ("came", "labels")
    ]
    options.output.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")


def history(data: Path) -> dict[str, dict[str, list[str]]]:
    """`came`: version -> the items that came with it, after the first; `labels`: label -> the items that bore it."""
    table = renames(data)
    newest = Newest(table)
    came: dict[str, str] = {}
    labels: dict[str, set[str]] = defaultdict(set)
    for version, entries in _lists(data):
        for item in _variants(version, {entry["name"] for entry in entries}, table):
            came.setdefault(item, version)
        for item, label in _items(version, entries, newest):
            came.setdefault(item, version)
            if label and _normal(label) != item:
                labels[_normal(label)].add(item)
    first = min(came.values(), key=version_key)
    by_version: Came = defaultdict(list)
    for item, version in sorted(came.items()):
        if item not in UNTOLD and version != first and (release := released(version, item)):
            by_version[release].append(item)
    return {
        "came": dict(sorted(by_version.items(), key=lambda pair: version_key(pair[0]))),
        "labels": {label: sorted(items) for label, items in sorted(labels.items()) if len(items) <= MOST},
    }


def released(version: str, item: str) -> str:
    """The release that an item came with whose first list is that of `version`; nothing where it is not told."""
    for versions, items, release in RELEASED:
        if version in versions.split("|") and re.fullmatch(items, item):
            return release
    return version


def _variants(version: str, listed: set[str], table: dict[str, Names]) -> Iterator[str]:
    """What were variants in `version` of the items that its list has: these do not tell all of them."""
    for item, names in table.items():
        then = [name for since, name in names if version_key(since) <= version_key(version)]
        if then and ":" in then[-1] and then[-1].partition(":")[0] in listed:
            yield item


def _lists(data: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The item lists from 1.8 on with the first version that each is of, oldest first."""
    seen: set[str] = set()
    for version, paths in _read(data / "dataPaths.json")["pc"].items():
        folder = paths.get("items", "")
        release = re.fullmatch(r"1\.\d+(\.\d+)?", version) and version_key(version) >= (1, 8)
        if folder and release and folder not in seen:
            seen.add(folder)
            yield version, _read(data / folder / "items.json")


class Newest:
    """Finds the newest name of what an item was called in some version."""

    def __init__(self, table: dict[str, Names]) -> None:
        self.by_name: dict[str, list[Names]] = defaultdict(list)
        for names in table.values():
            for name in {name for _, name in names}:
                self.by_name[name].append(names)

    def __call__(self, version: str, name: str, variants: tuple[str, ...] = (":0",)) -> str:
        """The newest name of `name` in `version`; of an item with variants that of the first of `variants`."""
        for written in (name, *(name + variant for variant in variants)):
            for names in self.by_name[written]:
                then = [said for since, said in names if version_key(since) <= version_key(version)]
                if then[-1:] == [written]:
                    return names[-1][1]
        return name


def _items(version: str, entries: list[dict[str, Any]], newest: Newest) -> Iterator[tuple[str, str]]:
    """The items of a list by their newest names, with their labels; variants are items of their own."""
    for entry in entries:
        name, variants = entry["name"], entry.get("variations", [])
        for variant in variants:
            written = f"{name}:{variant['metadata']}"
            item = newest(version, written)
            if item != written and name not in UNTOLD:
                yield item, variant["displayName"]
            elif name not in UNTOLD and newest(version, f"{name}:0") == f"{name}:0":  # all variants became one item
                yield newest(version, name), variant["displayName"]
        if not variants:
            family = newest(version, name) != name == newest(version, name, ())
            yield newest(version, name), "" if family or name in UNTOLD else entry["displayName"]


def version_key(version: str) -> tuple[int, ...]:
    """A version as numbers that compare."""
    return tuple(map(int, version.split(".")))


def _normal(label: str) -> str:
    return re.sub(r"[\s_-]+", "_", label.replace("'", "").casefold()).strip("_")


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
