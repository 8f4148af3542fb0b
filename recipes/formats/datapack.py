"""Data packs, vanilla or of mods: one or several over each other, over a book.

The way of a pack: its files are gathered (a later pack's file of the same name counts), tags resolved, each recipe
judged by its load conditions and read by the map of its type, named, and laid over the book as an overlay would be.
One bad file is reported and the rest still loads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from ..book import Book, Item
from ..diagnostic import Diagnostic, InputError
from ..locate import Json
from ..overlay import lay
from ..shape import Fault
from . import conditions, naming
from .alike import Known, Likeness
from .ingredients import Names
from .maps import GAME, Maps, TypeMap, shipped
from .packfiles import PackFile, pack_files
from .reading import LeftOutError, decoded, parsed_object, placed
from .recipefile import Draft, FaultyError, read_recipe
from .summary import Loaded, Outcome, Summary, added_items
from .tags import Tags

NOTHING = Book(version="unknown", items={})
_NAMES = re.compile(r'"(?:item|id|result)"\s*:\s*"minecraft:([^"#]+)"')
"""Where a recipe names an item of the game, be it older or newer than the book."""


def load(path: Path, over: Book | None = None, maps: Maps | None = None) -> Loaded:
    """The pack at `path` over a book. `InputError` where it is no pack at all."""
    return load_packs([path], over, maps)


def load_packs(paths: Sequence[Path], over: Book | None = None, maps: Maps | None = None) -> Loaded:
    """Several packs as one, the later over the earlier, over a book."""
    return load_files(paths, [file for path in paths for file in pack_files(path)], over or NOTHING, maps, "datapack")


def load_files(
    paths: Sequence[Path], files: Sequence[PackFile | str], over: Book, maps: Maps | None, form: str
) -> Loaded:
    """What the files of packs make of a book."""
    load = _Load(over, maps or shipped())
    load.gather(files)
    load.read()
    book = load.book()
    return Loaded(book, load.summary(", ".join(map(str, paths)), form, book))


@dataclass(slots=True)
class _Recipe:
    """A recipe file on its way."""

    source: PackFile
    text: str
    data: dict[str, Json]
    type: str = ""
    draft: Draft | None = None
    entry: TypeMap | None = None


@dataclass(slots=True)
class _Load:
    over: Book
    maps: Maps
    tags: Tags = field(init=False)
    recipes: dict[str, _Recipe] = field(default_factory=dict[str, _Recipe])
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    asked: Counter[tuple[str, bool | None]] = field(default_factory=Counter[tuple[str, bool | None]])
    ids: dict[str, str] = field(default_factory=dict[str, str])
    gone: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.tags = Tags(self.over)
        self.tags.mods |= {item.partition(":")[0] for item in self.over.items if ":" in item}

    # the files

    def gather(self, files: Sequence[PackFile | str]) -> None:
        """Sort the files into tags and recipes; what can't be read is reported."""
        for file in files:
            if isinstance(file, str):
                self.outcomes.append(Outcome(file, "other"))
                continue
            try:
                self._take(file)
            except InputError as error:
                self._faulty(file, error.diagnostics)

    def _take(self, file: PackFile) -> None:
        if file.raw is None:
            raise InputError([Diagnostic("unreadable", f"the file can't be read: {file.why}", "", file.file)])
        text = decoded(file.raw, file.file)
        data = parsed_object(text, file.file)
        if file.is_tag:
            faults = self.tags.add(file.name, data)
            self.diagnostics += placed(faults, text, file.file)
            self.outcomes.append(Outcome(file.file, "faulty" if faults else "tags"))
            return
        self.tags.mods.add(file.namespace)
        self.tags.named |= set(_NAMES.findall(text))
        before = self.recipes.pop(file.name, None)
        if before is not None:
            self.outcomes.append(Outcome(before.source.file, "overridden"))
        self.recipes[file.name] = _Recipe(file, text, data)

    def _faulty(self, file: PackFile, diagnostics: Sequence[Diagnostic], type_name: str = "") -> None:
        self.diagnostics += diagnostics
        self.outcomes.append(Outcome(file.file, "faulty", type_name))

    # the recipes

    def read(self) -> None:
        """Read every recipe, in the order of their names, and give it an id or say what became of it."""
        removed: list[tuple[str, Draft]] = []
        drafts: dict[str, Draft] = {}
        for name in sorted(self.recipes):
            recipe = self.recipes[name]
            data = self._counting(recipe)
            draft = self._draft(recipe, recipe.data if data is None else data, counts=data is not None)
            if draft is not None and data is not None:
                drafts[name] = draft
            elif draft is not None:
                removed.append((name, draft))
        self._name(drafts, removed)

    def _counting(self, recipe: _Recipe) -> dict[str, Json] | None:
        """The data that counts under the load conditions; None (and an outcome) where they are not met."""
        if self._met(recipe.data):
            inner = recipe.data
            if recipe.data.get("type") == "forge:conditional":
                inner = self._conditional(recipe.data)
            if inner is not None:
                return inner
        self.outcomes.append(Outcome(recipe.source.file, "left out", "", "a load condition is not met"))
        return None

    def _met(self, data: Mapping[str, Json]) -> bool:
        stated = conditions.conditions_of(data, self.tags)
        self.asked.update(stated)
        return all(truth is not False for _, truth in stated)

    def _conditional(self, data: Mapping[str, Json]) -> dict[str, Json] | None:
        """The first of the recipes within whose conditions are met."""
        several = data.get("recipes")
        for each in cast(list[Json], several) if isinstance(several, list) else []:
            option = cast(dict[str, Json], each) if isinstance(each, dict) else {}
            if isinstance(option.get("recipe"), dict) and self._met(option):
                return cast(dict[str, Json], option["recipe"])
        return None

    def _draft(self, recipe: _Recipe, data: Mapping[str, Json], *, counts: bool) -> Draft | None:
        """The recipe, read; None (and an outcome, where it `counts`) where it has no form in a book."""
        file, type_name = recipe.source, data.get("type")
        if not isinstance(type_name, str):
            if counts:
                fault = Diagnostic("missing-key", 'expected a key "type" in a recipe', "", file.file, 1, 1)
                self._faulty(file, [fault])
            return None
        recipe.type, recipe.entry = type_name, self.maps.of(type_name)
        outcome = None
        if recipe.entry is None:
            outcome = Outcome(file.file, "unknown", type_name)
        elif recipe.entry.special:
            outcome = Outcome(file.file, "special", type_name, recipe.entry.special)
        elif recipe.entry.unmapped:
            outcome = Outcome(file.file, "left out", type_name, recipe.entry.unmapped)
        else:
            try:
                return read_recipe(data, recipe.entry, self.tags)
            except LeftOutError as left:
                outcome = Outcome(file.file, "left out", type_name, str(left))
            except FaultyError as faulty:
                if counts:
                    prefix = () if data is recipe.data else _within(recipe.data, data)
                    moved = [_moved(fault, prefix) for fault in faulty.faults]
                    self._faulty(file, placed(moved, recipe.text, file.file), type_name)
                return None
        if counts:
            self.outcomes.append(outcome)
        return None

    # the book

    def _name(self, drafts: Mapping[str, Draft], removed: Sequence[tuple[str, Draft]]) -> None:
        """Ids for the drafts that the book does not have; those it has are known, those in the way are replaced."""
        there = Known(self.over)
        fresh: dict[str, Draft] = {}
        seen: set[Likeness] = set()
        kept: set[str] = set()
        for name, draft in drafts.items():
            likeness = self._likeness(draft)
            same = there.recipe(likeness)
            if same is not None or likeness in seen:
                kept |= {same} if same is not None else set()
                self._told(name, "known")
                continue
            seen.add(likeness)
            fresh[name] = draft
            self._told(name, "loaded" if self._entry(name).shipped_as == GAME else "mapped")
        replaced = naming.Replaced(self.over, kept)
        found = {name: replaced.by(name, draft) for name, draft in [*fresh.items(), *removed]}
        self.gone = sorted({each for each in found.values() if each is not None})
        self.ids = naming.ids(fresh, self.over, self.gone)
        for name, draft in fresh.items():
            self.recipes[name].draft = draft

    def _entry(self, name: str) -> TypeMap:
        entry = self.recipes[name].entry
        assert entry is not None, "a draft was read by a map"
        return entry

    def _told(self, name: str, what: str) -> None:
        recipe = self.recipes[name]
        self.outcomes.append(Outcome(recipe.source.file, what, recipe.type))

    def _likeness(self, draft: Draft) -> Likeness:
        takes = tuple(sorted((self._members(names), n) for names, n in draft.takes))
        needs = tuple(sorted((self._members(names), n) for names, n in draft.needs))
        return (draft.kind, draft.station, draft.gives, needs, draft.burns), takes

    def _members(self, names: Names) -> tuple[Item, ...]:
        found = {item for name in names for item in (self.tags.members(name[1:]) if name[0] == "#" else (name,))}
        return tuple(sorted(found))

    def book(self) -> Book:
        """The book with the packs laid over it."""
        emptied = self.tags.emptied()
        for tag in emptied:
            message = f"#{tag} is replaced by nothing; what takes it keeps the members it had"
            self.diagnostics.append(Diagnostic("empty-tag", message, "give the tag members"))
        tags = self.tags.defined()
        recipes = [self._entry_of(name) for name in sorted(self.ids)]
        data: dict[str, Any] = {"tags": tags, "recipes": recipes, "remove": self.gone}
        data["items"] = {item: {} for item in self._mentioned(tags, recipes) if item not in self.over.items}
        return lay(data, self.over)

    def _entry_of(self, name: str) -> dict[str, Any]:
        draft = self.recipes[name].draft
        assert draft is not None, "only drafts are named"
        entry: dict[str, Any] = {"id": self.ids[name], "kind": draft.kind, "takes": self._sets(draft.takes)}
        entry |= {"station": draft.station} if draft.station else {}
        entry |= {"needs": self._sets(draft.needs)} if draft.needs else {}
        return entry | {"gives": dict(draft.gives), "burns": draft.burns}

    def _sets(self, sets: Sequence[tuple[Names, int]]) -> list[dict[str, Any]]:
        written: list[dict[str, Any]] = []
        for names, n in sets:
            one = names[0] if len(names) == 1 else list(self._members(names))
            written.append({"any_of": one, "n": n})
        return written

    def _mentioned(self, tags: Mapping[str, Sequence[Item]], recipes: Sequence[dict[str, Any]]) -> list[Item]:
        """Every item that the tags and recipes name, sorted."""
        found = {item for members in tags.values() for item in members}
        for entry in recipes:
            found |= {*entry["gives"], *([entry["station"]] if "station" in entry else [])}
            for each in (*entry["takes"], *entry.get("needs", ())):
                names = (each["any_of"],) if isinstance(each["any_of"], str) else tuple(each["any_of"])
                found |= set(self._members(names))
        return sorted(found)

    def summary(self, path: str, form: str, book: Book) -> Summary:
        """The account of it all."""
        for ring in self.tags.rings:
            self.diagnostics.append(Diagnostic("tag-cycle", f"a tag contains itself: {ring}", "break the ring"))
        if form == "datapack" and not self.recipes and all(each.what == "other" for each in self.outcomes):
            message = "neither recipes nor tags of items in it"
            hint = "they stand in data/NAMESPACE/recipe and tags/item; the game has them there from 1.13 on"
            self.diagnostics.append(Diagnostic("no-recipes", message, hint, path))
        named = {name: self.recipes[name].draft for name in self.ids}
        rest = sum(draft is not None and draft.rest for draft in named.values())
        facts = [f"of {rest} the book has only what is certain and without data"] if rest else []
        if self.gone:
            few = ", ".join(self.gone[:5]) + (" …" if len(self.gone) > 5 else "")
            facts.append(f"replaced or removed in the book, {len(self.gone)}: {few}")
        foreign = [item for item in added_items(self.over, book) if ":" not in item]
        if foreign and self.over.items:
            facts.append(
                f"of the game's own items {len(foreign)} are not of {self.over.version}; nothing may give them"
            )
        times = {self.ids[name]: draft.time for name, draft in named.items() if draft is not None and draft.time}
        return Summary(
            path=path,
            format=form,
            outcomes=tuple(sorted(self.outcomes, key=lambda outcome: (outcome.file, outcome.what))),
            diagnostics=tuple(sorted(self.diagnostics, key=lambda d: (d.file, d.line, d.column, d.code, d.message))),
            conditions=self.asked,
            added=added_items(self.over, book),
            nobody=dict(sorted(self.tags.nobody.items())),
            times=times,
            facts=tuple(facts),
        )


def _within(outer: Mapping[str, Json], inner: Mapping[str, Json]) -> tuple[str | int, ...]:
    """The path of a recipe inside a conditional one."""
    for index, option in enumerate(outer["recipes"]):
        if isinstance(option, dict) and cast(dict[str, Json], option).get("recipe") is inner:
            return ("recipes", index, "recipe")
    return ()


def _moved(fault: Fault, prefix: tuple[str | int, ...]) -> Fault:
    return replace(fault, path=(*prefix, *fault.path))
