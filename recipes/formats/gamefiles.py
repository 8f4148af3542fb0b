"""What the game calls the files of its recipes, and which recipes of a book each of them stands for.

The bundled books have tables of it (`data/files_1_21_4.json`, made by `build/files.py`); of another book the names are
told by the game's rules, where these leave no doubt.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias, cast

from ..book import Book, Item
from .naming import resource_names

Shares: TypeAlias = Mapping[str, tuple[Item, ...]]
"""Recipes by their ids, each with the ingredients that are a file's share of it; none: all of it."""

DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The game's recipe files by name; `special` are those that only its code can tell, with their type."""

    shares: Mapping[str, Shares]
    special: Mapping[str, str]


def game_files(book: Book) -> GameFiles:
    """The game's files for the recipes that are in a book."""
    ids = {made.id for made in book.recipes}
    table = _table(book.version)
    pairs = ((name, {id: takes for id, takes in shares.items() if id in ids}) for name, shares in table.shares.items())
    there = {name: shares for name, shares in pairs if shares}
    return GameFiles(there, table.special) if there else GameFiles(_guessed(book), {})


@lru_cache(maxsize=4)
def _table(version: str) -> GameFiles:
    path = DATA / f"files_{version.replace('.', '_')}.json"
    if not path.is_file() or not version.replace(".", "").isdecimal():
        return GameFiles({}, {})
    data = json.loads(path.read_text(encoding="utf-8"))
    return GameFiles({name: _shares(written) for name, written in data["files"].items()}, data["special"])


def _shares(written: Any) -> Shares:
    if isinstance(written, str):
        return {written: ()}
    return {recipe: tuple(takes) for recipe, takes in cast(dict[str, list[Item]], written).items()}


def _guessed(book: Book) -> dict[str, Shares]:
    """The names that the game's rules give to one recipe alone."""
    called: defaultdict[str, set[str]] = defaultdict(set)
    for recipe, names in resource_names(book).items():
        for name in names:
            called[name].add(recipe)
    return {name: dict.fromkeys(recipes, ()) for name, recipes in called.items() if len(recipes) == 1}
