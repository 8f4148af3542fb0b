"""Reading the tables of facts: TOML files in which `{colour}`, `{wood}` … stand for each member of a family."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, cast

Table: TypeAlias = dict[str, Any]
Families: TypeAlias = Mapping[str, Sequence[str]]

HERE = Path(__file__).resolve().parent / "facts"
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def read(version: str, name: str) -> Table:
    """The table `facts/VERSION/NAME.toml`."""
    return tomllib.loads((HERE / version / f"{name}.toml").read_text("utf-8"))


def read_if_any(version: str, name: str) -> Table:
    """The table `facts/VERSION/NAME.toml`; an empty one where the version needs none."""
    return read(version, name) if (HERE / version / f"{name}.toml").is_file() else {}


def read_all(version: str, folder: str) -> dict[str, Table]:
    """Every table in `facts/VERSION/FOLDER`, by file name in order."""
    names = sorted(path.stem for path in (HERE / version / folder).glob("*.toml"))
    return {name: read(version, f"{folder}/{name}") for name in names}


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


def read_tags(version: str, families: Families) -> dict[str, list[str]]:
    """Every tag with its items, tags within tags followed, sorted."""
    table = read(version, "tags")
    rows = [pair for part in ("vanilla", "own") for pair in table.get(part, {}).items()]
    raw = {name: members(values, families) for key, values in rows for name, values in each_tag(key, values, families)}
    return {name: sorted(resolve(raw[name], raw)) for name in sorted(raw)}


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
