"""The JSON form of a book, written. What is as usual is left out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, cast

from .book import Book, Ingredient, Item, ItemType, Recipe, Source, ToolNeed, Where
from .form import Entry, Tags
from .locate import Json

FORM = "book/1"


def save_book(book: Book) -> str:
    """The text of a book file, an entry a line; no file is written. `load_book` of the text gives the same book."""
    sections = [f'"craftproof": {_one_line(FORM)}', f'"version": {_one_line(book.version)}']
    for name, section in list(to_data(book).items())[2:]:
        if isinstance(section, dict):
            lines = [f"  {_one_line(key)}: {_one_line(value)}" for key, value in section.items()]  # pyright: ignore[reportUnknownVariableType]  # JSON
            sections.append(f'"{name}": {{\n' + ",\n".join(lines) + "\n}")
        else:
            sections.append(f'"{name}": [\n' + ",\n".join(f"  {_one_line(entry)}" for entry in section) + "\n]")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def to_data(book: Book) -> dict[str, Json]:
    """The JSON form of a book; mappings are sorted, recipes and sources keep their order, empty sections stay out."""
    names = Names(book.tags)
    data: dict[str, Json] = {
        "craftproof": FORM,
        "version": book.version,
        "items": {name: item_entry(book.items[name]) for name in sorted(book.items)},
        "tags": {name: list(book.tags[name]) for name in sorted(book.tags)},
        "recipes": [recipe_entry(made, names) for made in book.recipes],
        "sources": [source_entry(taken, names) for taken in book.sources],
        "fuels": dict(sorted(book.fuels.items())),
        "containers": dict(sorted(book.containers.items())),
        "names": dict(sorted(book.names.items())),
        "unobtainable": dict(sorted(book.unobtainable.items())),
    }
    return {key: value for key, value in data.items() if value or key == "items"}


def _one_line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


class Names:
    """Writes sets of items: one item as its name, the members of a tag as `#tag` (the first such by name)."""

    def __init__(self, tags: Tags) -> None:
        self._tag_of: dict[tuple[Item, ...], str] = {}
        for name in sorted(tags, reverse=True):
            self._tag_of[tags[name]] = f"#{name}"

    def ingredients(self, ingredients: Iterable[Ingredient]) -> list[Entry]:
        """The entries of ingredients."""
        return [{"any_of": self._set(i.any_of), **({"n": i.n} if i.n != 1 else {})} for i in ingredients]

    def _set(self, any_of: tuple[Item, ...]) -> str | list[str]:
        return any_of[0] if len(any_of) == 1 else self._tag_of.get(any_of) or list(any_of)


def item_entry(item: ItemType) -> Entry:
    """The entry of an item; what is as usual is left out."""
    return _unusual(item, ItemType())


def recipe_entry(made: Recipe, names: Names) -> Entry:
    """The entry of a recipe."""
    entry: dict[str, Any] = {"id": made.id, "kind": made.kind}
    if made.station is not None:
        entry["station"] = made.station
    entry["takes"] = names.ingredients(made.takes)
    entry["gives"] = dict(made.gives)
    _add_needs(entry, made, names)
    if made.burns:
        entry["burns"] = made.burns
    if made.returns is not None:
        entry["returns"] = dict(made.returns)
    return entry


def source_entry(taken: Source, names: Names) -> Entry:
    """The entry of a source."""
    entry: dict[str, Any] = {"id": taken.id, "kind": taken.kind, "gives": dict(taken.gives), "effort": taken.effort}
    if taken.takes:
        entry["takes"] = names.ingredients(taken.takes)
    _add_needs(entry, taken, names)
    where = _unusual(taken.where, Where())
    if where:
        entry["where"] = where
    for key in ("limit", "expected", "block", "on", "why"):
        value = getattr(taken, key)
        if value != getattr(_PLAIN, key):
            entry[key] = value
    return entry


_PLAIN = Source("", "", (), 0)


def _add_needs(entry: dict[str, Any], operator: Recipe | Source, names: Names) -> None:
    if operator.needs:
        entry["needs"] = names.ingredients(operator.needs)
    if operator.wears:
        usual = ToolNeed("")
        entry["wears"] = [[_unusual(tool, usual) for tool in alternatives] for alternatives in operator.wears]


def _unusual(value: ItemType | ToolNeed | Where, usual: ItemType | ToolNeed | Where) -> dict[str, Any]:
    fields = cast(tuple[str, ...], type(value).__slots__)
    found = {name: getattr(value, name) for name in fields if getattr(value, name) != getattr(usual, name)}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in found.items()}  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]  # elements of a tuple of unknown type
