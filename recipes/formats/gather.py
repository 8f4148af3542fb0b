"""The files of packs, sorted into tags and recipes; a later pack's file of the same name counts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..book import Book
from ..diagnostic import Diagnostic, InputError
from ..locate import Json
from .account import Account
from .gamefiles import GameFiles, game_files
from .modmeta import Mods
from .packfiles import Aside, Filter, PackFile, Part
from .reading import decoded, parsed_object, placed
from .tagentries import TagFile
from .tags import Tags

_NAMES = re.compile(r'"(?:item|id|result)"\s*:\s*"minecraft:([^"#]+)"')
"""Where a recipe names an item of the game, be it older or newer than the book."""
RECIPE_FOLDERS = ("recipe", "recipes")
TAG_FOLDERS = ("tags/item", "tags/items")


@dataclass(frozen=True, slots=True)
class RecipeFile:
    """A recipe's file, its text, and the data in it."""

    source: PackFile
    text: str
    data: dict[str, Json]


@dataclass(slots=True)
class Gathered:
    """The tags and recipes of packs; `broken` are recipe files that can't be read, `hidden` those that filters hide.

    `hidden` are files of the game's own, by the names that they have in it.
    """

    over: Book
    account: Account
    tags: Tags = field(init=False)
    recipes: dict[str, RecipeFile] = field(default_factory=dict[str, RecipeFile])
    game: GameFiles = field(init=False)
    broken: set[str] = field(default_factory=set[str])
    hidden: set[str] = field(default_factory=set[str])
    facts: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.tags, self.game = Tags(self.over), game_files(self.over)
        self.tags.mods |= {item.partition(":")[0] for item in self.over.items if ":" in item}
        self.tags.unsure |= self.tags.mods

    def take_all(self, files: Iterable[Part]) -> None:
        """Sort the files; what can't be read is reported."""
        for file in files:
            if isinstance(file, Filter):
                self._hide(file)
            elif isinstance(file, Mods):
                self.tags.loaded |= set(file.loaded)
                self.tags.unsure |= set(file.unsure)
            elif isinstance(file, Aside):
                self.account.diagnostics += file.diagnostics
                self.account.told(file.file, file.what, "", file.why)
            else:
                try:
                    self._take(file)
                except InputError as error:
                    self.account.faulty(file.file, error.diagnostics)
                    if not file.is_tag:
                        self._forget(file.name)
                        self.broken.add(file.name)

    def _take(self, file: PackFile) -> None:
        if file.raw is None:
            raise InputError([Diagnostic("unreadable", f"the file can't be read: {file.why}", "", file.file)])
        text = decoded(file.raw, file.file)
        data = parsed_object(text, file.file)
        if file.is_tag:
            faults = self.tags.add(file.name, data, TagFile(file.file, text))
            self.account.diagnostics += placed(faults, text, file.file)
            self.account.told(file.file, "faulty" if faults else "tags")
            return
        self.tags.mods.add(file.namespace)
        self.tags.named |= set(_NAMES.findall(text))
        self._forget(file.name)
        self.recipes[file.name] = RecipeFile(file, text, data)

    def _forget(self, name: str) -> None:
        """Let what comes later count for a name."""
        before = self.recipes.pop(name, None)
        if before is not None:
            self.account.told(before.source.file, "overridden")
        self.broken.discard(name)

    def _hide(self, filtered: Filter) -> None:
        """Take away what a filter hides: files of the packs so far, and what the book has of the game's own."""

        def blocked(name: str, folders: Iterable[str]) -> bool:
            namespace, _, path = name.rpartition(":")
            places = [f"{folder}/{path}.json" for folder in folders]
            return any(block.hides(namespace or "minecraft", at) for block in filtered.blocks for at in places)

        files = sorted(name for name in self.recipes if blocked(name, RECIPE_FOLDERS))
        for name in files:
            self.account.told(self.recipes.pop(name).source.file, "filtered")
        hidden = {name for name in self.game.shares.keys() - self.hidden if blocked(name, RECIPE_FOLDERS)}
        recipes = {recipe for name in hidden for recipe in self.game.shares[name]}
        self.hidden |= hidden
        tags = self.tags.take_away(lambda tag: blocked(tag, TAG_FOLDERS), TagFile(filtered.file))
        counts = f"recipes of packs below {len(files)}, of the book {len(recipes)}; tags {tags}"
        self.facts.append(f"hidden by the filter in {filtered.file}: {counts}")
