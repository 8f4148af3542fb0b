"""Reading the tables of facts: TOML files in which `{colour}`, `{wood}` … stand for each member of a family."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, cast

from inherit import Table, laid, renamed

Families: TypeAlias = Mapping[str, Sequence[str]]

HERE = Path(__file__).resolve().parent / "facts"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
RECIPE_TAGS = ("vanilla", "own")
"""Parts of a table of tags with which recipes are written."""
TAG_PARTS = (*RECIPE_TAGS, "beside")


def read(version: str, name: str) -> Table:
    """The table `facts/VERSION/NAME.toml`, laid over that of the version which VERSION extends."""
    base, words = extended(version)
    if not base or not has(base, name):
        return load(version, name)
    own = load(version, name) if file(version, name).is_file() else {}
    return laid(renamed(read(base, name), words), own)


def read_if_any(version: str, name: str) -> Table:
    """The table `facts/VERSION/NAME.toml`; an empty one where the version needs none."""
    return read(version, name) if has(version, name) else {}


def read_layers(version: str, folder: str) -> list[list[Table]]:
    """The tables in `facts/VERSION/FOLDER`, by file name in order, after the layers of the version it extends."""
    base, words = extended(version)
    below: list[list[Table]] = renamed(read_layers(base, folder), words) if base else []
    names = sorted(path.stem for path in (HERE / version / folder).glob("*.toml"))
    return [*below, [load(version, f"{folder}/{name}") for name in names]]


def extended(version: str) -> tuple[str, Mapping[str, str]]:
    """The version whose tables this one's lie over, empty where there is none, and the words renamed since."""
    table = load(version, "extends") if file(version, "extends").is_file() else {}
    return table.get("version", ""), table.get("renamed", {})


def has(version: str, name: str) -> bool:
    """Whether the version, or one that it extends, has the table."""
    base, _ = extended(version)
    return file(version, name).is_file() or (bool(base) and has(base, name))


def load(version: str, name: str) -> Table:
    """The version's own table."""
    return tomllib.loads(file(version, name).read_text("utf-8"))


def file(version: str, name: str) -> Path:
    """Where the version's own table lies."""
    return HERE / version / f"{name}.toml"


def fill(value: Any, family: str, member: str) -> Any:
    """`value` with `{family}` replaced by `member` in every text within, keys too."""
    if isinstance(value, str):
        return value.replace(f"{{{family}}}", member)
    if isinstance(value, list):
        return [fill(each, family, member) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        return {fill(key, family, member): fill(each, family, member) for key, each in pairs}
    return value


def expand(row: Any, families: Families) -> Iterator[Any]:
    """One row for each member of the families that `row` mentions; the row itself where it mentions none."""
    found = PLACEHOLDER.search(repr(row))
    if not found:
        yield row
        return
    for member in families[found[1]]:
        yield from expand(fill(row, found[1], member), families)


def members(texts: Sequence[str], families: Families) -> list[str]:
    """`texts` with every family written out."""
    return [text for pattern in texts for text in expand(pattern, families)]


def counted(text: str) -> tuple[str, int]:
    """`"4 redstone"` as item and count; the count is 1 where none is written."""
    count, _, item = text.rpartition(" ")
    return item, int(count or 1)


def read_tags(version: str, families: Families, parts: Sequence[str] = TAG_PARTS) -> dict[str, list[str]]:
    """Every tag of some parts of the table with its items, tags within tags followed, sorted."""
    table = read(version, "tags")
    rows = [pair for part in TAG_PARTS for pair in table.get(part, {}).items()]
    raw = {name: members(values, families) for key, values in rows for name, values in each_tag(key, values, families)}
    there = {name for part in parts for key in table.get(part, {}) for name, _ in each_tag(key, [], families)}
    return {name: sorted(resolve(raw[name], raw)) for name in sorted(there)}


def each_tag(key: str, values: list[str], families: Families) -> Iterator[tuple[str, list[str]]]:
    """A tag's name may hold a family (`{tree}_logs`); then there is one tag for each member."""
    found = PLACEHOLDER.search(key)
    for member in families[found[1]] if found else [""]:
        yield (fill(key, found[1], member), fill(values, found[1], member)) if found else (key, values)


def resolve(texts: Sequence[str], tags: Mapping[str, Sequence[str]]) -> set[str]:
    """The items that `texts` name, `#tag` standing for the members of the tag."""
    found: set[str] = set()
    for text in texts:
        found |= resolve(tags[text[1:]], tags) if text.startswith("#") else {text}
    return found
