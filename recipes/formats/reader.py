"""The recipes of packs, each judged by its load conditions and read by the map of its type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from ..book import Book
from ..diagnostic import Diagnostic
from ..locate import Json
from ..shape import Fault
from . import conditions
from .gather import Gathered, RecipeFile
from .limits import limited
from .maps import GAME, Maps, TypeMap
from .reading import LeftOutError, placed
from .recipefile import Draft, FaultyError, read_recipe


@dataclass(frozen=True, slots=True)
class Read:
    """A recipe that was read: by which map, and whether its load conditions hold."""

    file: RecipeFile
    draft: Draft
    entry: TypeMap
    type: str
    counts: bool

    @property
    def outcome(self) -> str:
        """What became of its file, if it is new to the book."""
        return "loaded" if self.entry.shipped_as == GAME else "mapped"


@dataclass(slots=True)
class Reader:
    """Reads the gathered recipes over a book; `asked` are the load conditions, with how many files ask for each."""

    over: Book
    maps: Maps
    gathered: Gathered
    asked: Counter[tuple[str, bool | None]] = field(default_factory=Counter[tuple[str, bool | None]])
    types: set[str] = field(default_factory=set[str])
    """All types of recipes there are."""

    def read(self) -> dict[str, Read]:
        """Every recipe that can be read by its file's name, in the order of these names; an outcome for all others."""
        found: dict[str, Read] = {}
        for name, file in sorted(self.gathered.recipes.items()):
            data = self._counting(file)
            read = self._one(file, file.data if data is None else data, counts=data is not None)
            if read is not None:
                found[name] = read
        return found

    def _counting(self, file: RecipeFile) -> dict[str, Json] | None:
        """The data that counts under the load conditions; None (and an outcome) where they are not met."""
        if self._met(file.data):
            inner = file.data
            if file.data.get("type") == "forge:conditional":
                inner = self._conditional(file.data)
            if inner is not None:
                return inner
        self.gathered.account.told(file.source.file, "left out", "", "a load condition is not met")
        return None

    def _met(self, data: Mapping[str, Json]) -> bool:
        stated = conditions.conditions_of(data, self.gathered.tags)
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

    def _one(self, file: RecipeFile, data: Mapping[str, Json], *, counts: bool) -> Read | None:
        """The recipe, read; None (and an outcome, where it `counts`) where it has no form in a book."""
        place, type_name, account = file.source.file, data.get("type"), self.gathered.account
        if not isinstance(type_name, str):
            if counts:
                account.faulty(place, [Diagnostic("missing-key", 'expected a key "type" in a recipe', "", place, 1, 1)])
            return None
        self.types.add(type_name)
        entry = self.maps.of(type_name)
        what, why = "left out", ""
        if entry is None:
            what = "unknown"
        elif entry.special or entry.unmapped:
            what, why = ("special", entry.special) if entry.special else ("left out", entry.unmapped)
        else:
            try:
                draft = read_recipe(data, entry, self.gathered.tags)
                limited(draft, data, entry, self.over)
                return Read(file, draft, entry, type_name, counts)
            except LeftOutError as left:
                why = str(left)
            except FaultyError as faulty:
                if counts:
                    faults = _moved(faulty.faults, file.data, data)
                    account.faulty(place, placed(faults, file.text, place), type_name)
                return None
        if counts:
            account.told(place, what, type_name, why)
        return None


def _moved(faults: list[Fault], outer: Mapping[str, Json], inner: Mapping[str, Json]) -> list[Fault]:
    """Faults of a recipe within a conditional one, at their paths in the file."""
    prefix: tuple[str | int, ...] = ()
    options = cast(list[Json], outer["recipes"] if inner is not outer else [])
    for index, option in enumerate(options):
        if isinstance(option, dict) and cast(dict[str, Json], option).get("recipe") is inner:
            prefix = ("recipes", index, "recipe")
    return [replace(fault, path=(*prefix, *fault.path)) for fault in faults]
