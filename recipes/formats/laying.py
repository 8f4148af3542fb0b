"""Laying what packs say over a book: recipes get ids, those that the book has are known, those in the way replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..book import Book, Item
from ..overlay import lay
from . import naming
from .account import Account
from .alike import Known, Likeness
from .ingredients import Names
from .reader import Read
from .recipefile import Draft
from .tags import Tags


@dataclass(slots=True)
class Laying:
    """The recipes that were read, on their way into a book."""

    over: Book
    tags: Tags
    account: Account
    fresh: dict[str, Read] = field(default_factory=dict[str, Read])
    ids: dict[str, str] = field(default_factory=dict[str, str])

    def name(self, read: Mapping[str, Read]) -> None:
        """Ids for the recipes that the book does not have, and an outcome for each that counts."""
        there, seen = Known(self.over), set[Likeness]()
        for name, each in read.items():
            if not each.counts:
                continue
            likeness = self._likeness(each.draft)
            if there.recipe(likeness) is None and likeness not in seen:
                self.fresh[name] = each
            seen.add(likeness)
            what = each.outcome if name in self.fresh else "known"
            self.account.told(each.file.source.file, what, each.type)
        self.ids = naming.ids({name: each.draft for name, each in self.fresh.items()}, self.over)

    def book(self) -> Book:
        """The book with the packs laid over it."""
        tags = self.tags.defined()
        recipes = [self._entry(self.fresh[name].draft, self.ids[name]) for name in sorted(self.ids)]
        data: dict[str, Any] = {"tags": tags, "recipes": recipes}
        data["items"] = {item: {} for item in self._mentioned(tags, recipes) if item not in self.over.items}
        return lay(data, self.over)

    def times(self) -> dict[str, int]:
        """The ticks that machines take, by the recipe's id."""
        return {self.ids[name]: each.draft.time for name, each in self.fresh.items() if each.draft.time}

    def _likeness(self, draft: Draft) -> Likeness:
        takes = tuple(sorted((self._members(names), n) for names, n in draft.takes))
        needs = tuple(sorted((self._members(names), n) for names, n in draft.needs))
        return (draft.kind, draft.station, draft.gives, needs, draft.burns), takes

    def _members(self, names: Names) -> tuple[Item, ...]:
        found = {item for name in names for item in (self.tags.members(name[1:]) if name[0] == "#" else (name,))}
        return tuple(sorted(found))

    def _entry(self, draft: Draft, name: str) -> dict[str, Any]:
        entry: dict[str, Any] = {"id": name, "kind": draft.kind, "takes": self._sets(draft.takes)}
        entry |= {"station": draft.station} if draft.station else {}
        entry |= {"needs": self._sets(draft.needs)} if draft.needs else {}
        return entry | {"gives": dict(draft.gives), "burns": draft.burns}

    def _sets(self, sets: Sequence[tuple[Names, int]]) -> list[dict[str, Any]]:
        return [{"any_of": names[0] if len(names) == 1 else list(self._members(names)), "n": n} for names, n in sets]

    def _mentioned(self, tags: Mapping[str, Sequence[Item]], recipes: Sequence[dict[str, Any]]) -> list[Item]:
        """Every item that the tags and recipes name, sorted."""
        found = {item for members in tags.values() for item in members}
        for entry in recipes:
            found |= {*entry["gives"], *([entry["station"]] if "station" in entry else [])}
            for each in (*entry["takes"], *entry.get("needs", ())):
                names = (each["any_of"],) if isinstance(each["any_of"], str) else tuple(each["any_of"])
                found |= set(self._members(names))
        return sorted(found)
