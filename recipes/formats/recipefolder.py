"""A plain folder of recipe files, as TextCraft and Plancraft carry them.

Either the recipes stand in the folder itself, or in `recipes` in it, perhaps under `environment`, with the tags in
`tags` beside them. A file's name is the recipe's or tag's name in the game's own namespace. Tags that are not there
are those of the book underneath.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ..book import Book
from .datapack import NOTHING, load_files
from .maps import Maps
from .packfiles import Aside, PackFile, Part
from .packplaces import LARGEST
from .summary import Loaded


def load(path: Path, over: Book | None = None, maps: Maps | None = None) -> Loaded:
    """The recipes of the folder over a book."""
    recipes = recipes_in(path) or path
    files = [*_files(recipes, is_tag=False), *_files(recipes.parent / "tags", is_tag=True)]
    if recipes == path and path.name != "recipes":
        files = [*_files(recipes, is_tag=False)]
    return load_files([path], files, over or NOTHING, maps, "recipes")


def recipes_in(path: Path) -> Path | None:
    """The folder that holds the recipe files of a package or folder; None where there is none."""
    for folder in (path, path / "recipes", path / "environment" / "recipes"):
        if folder.is_dir() and any(_is_recipe(file) for file in sorted(folder.glob("*.json"))[:3]):
            return folder
    return None


def _is_recipe(file: Path) -> bool:
    try:
        if file.stat().st_size > LARGEST:
            return False
        data = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and isinstance(data.get("type"), str) and "craftproof" not in data  # pyright: ignore[reportUnknownMemberType]  # JSON


def _files(folder: Path, *, is_tag: bool) -> Iterator[Part]:
    for file in sorted(folder.glob("*")) if folder.is_dir() else []:
        if file.suffix == ".json" and file.is_file():
            raw, why = None, "larger than any recipe"
            try:
                raw = file.read_bytes() if file.stat().st_size <= LARGEST else None
            except OSError as error:
                why = error.strerror or "no reason is known"
            yield PackFile(file.stem, "minecraft", is_tag, str(file), raw, why)
        elif file.is_file():
            yield Aside(str(file))
