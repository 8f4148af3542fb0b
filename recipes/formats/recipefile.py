"""One recipe file, read by the map of its type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from ..book import Item
from ..diagnostic import CraftproofError
from ..locate import Json, Path
from ..shape import Fault
from ..suggest import shown
from .ingredients import FLUID_KEYS, Names, TagMembers, choice
from .maps import TypeMap
from .pattern import key_of, rows_of, trimmed
from .reading import LeftOutError, WrongError, at, count_of, name_of

T = TypeVar("T")

HAND_SIDE, HAND_ITEMS = 2, 4
"""A player's own grid is 2 by 2; what fits in it needs no station."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A recipe without its id: sets of items as a book file writes them, with their counts."""

    kind: str
    verb: str
    station: Item | None
    takes: tuple[tuple[Names, int], ...]
    gives: tuple[tuple[Item, int], ...]
    needs: tuple[tuple[Names, int], ...] = ()
    burns: int = 0
    time: int = 0
    rest: bool = False
    """Whether there is more to be had by chance, or the product carries data that a book does not know."""


class FaultyError(CraftproofError):
    """All that is wrong in a recipe."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__("; ".join(fault.message for fault in faults))


def read_recipe(data: Mapping[str, Json], entry: TypeMap, tags: TagMembers) -> Draft:
    """The recipe in the data of a file; `FaultyError` with all mistakes, or `LeftOutError`."""
    return _Reader(data, entry, tags).draft()


class _Reader:
    """Reads the parts one by one and keeps what is wrong, so that all mistakes come together."""

    def __init__(self, data: Mapping[str, Json], entry: TypeMap, tags: TagMembers) -> None:
        self.data, self.entry, self.tags = data, entry, tags
        self.faults: list[Fault] = []
        self.out: LeftOutError | None = None
        self.by_hand = False
        self.rest = False

    def draft(self) -> Draft:
        entry = self.entry
        takes, needs = (self._pattern(), []) if entry.shaped else self._lists()
        needs += [((name,), 1) for name in (*entry.needs, *self._needed())]
        gives = self._gives()
        time = self._part(self._time) or 0
        if self.faults:
            raise FaultyError([self._also(fault) for fault in self.faults])
        self._refuse(takes, gives)
        return Draft(
            kind=entry.kind,
            verb=entry.verb or entry.kind,
            station=None if entry.hand and self.by_hand else entry.station,
            takes=tuple(takes),
            gives=tuple(gives.items()),
            needs=tuple(sorted(set(needs))),
            burns=time * entry.burns_per_tick,
            time=time,
            rest=self.rest,
        )

    def _also(self, fault: Fault) -> Fault:
        """A fault whose hint says where a user's map looks for things: the mistake may be there."""
        if not self.entry.source:
            return fault
        about = f"or is the place wrong in the map {self.entry.source}, type {shown(self.data.get('type'))}?"
        return replace(fault, hint=f"{fault.hint}; {about}" if fault.hint else about)

    def _part(self, read: Callable[[], T]) -> T | None:
        """What `read` reads; None and a note of it where that is wrong or has no form in a book."""
        try:
            return read()
        except WrongError as wrong:
            self.faults.append(wrong.fault)
        except LeftOutError as left:
            self.out = self.out or left
        return None

    def _refuse(self, takes: list[tuple[Names, int]], gives: Mapping[Item, int]) -> None:
        if self.out:
            raise self.out
        if not gives:
            raise LeftOutError("gives nothing for certain")
        if not takes:
            raise LeftOutError("takes nothing")
        if len(takes) == 1 and takes[0][0] == tuple(gives) and takes[0][1] == next(iter(gives.values())):
            raise LeftOutError("gives what it takes, with other data")

    # what is taken

    def _lists(self) -> tuple[list[tuple[Names, int]], list[tuple[Names, int]]]:
        """Ingredients from their places, equal ones added up; those that are kept apart."""
        taken: Counter[Names] = Counter()
        kept: list[tuple[Names, int]] = []
        for value, path, place in self._places():
            read = self._part(lambda value=value, path=path: choice(value, path, self.tags))
            if read is None:
                continue
            flag = self.entry.keeps.get(place)
            if flag is not None and (not flag or at(self.data, flag)[0] is True):
                kept.append(read)
            else:
                taken[read[0]] += read[1]
        self.by_hand = taken.total() <= HAND_ITEMS
        return _ordered(taken), kept

    def _places(self) -> list[tuple[Json, Path, str]]:
        """The value, path and place of every ingredient."""
        found: list[tuple[Json, Path, str]] = []
        for written in self.entry.takes:
            place = written.removesuffix("?")
            value, path = at(self.data, place)
            if value is not None:
                found.append((value, path, place))
            elif place == written:
                self._missing(path, "an ingredient", said="takes")
        for place in self.entry.takes_each:
            values, path = at(self.data, place)
            if not isinstance(values, list):
                self._missing(path, "a list of ingredients", values, said="takes_each")
                continue
            listed = cast(list[Json], values)
            found += [(value, (*path, index), f"{place}.{index}") for index, value in enumerate(listed)]
        return found

    def _missing(self, path: Path, what: str, got: Json = None, *, said: str) -> None:
        """Note that something is not where the map of the type says, under its key `said`, that it is."""
        key = ".".join(map(str, path))
        if got is None:
            named = f'the map of its type says so under "{said}"' if self.entry.source else ""
            hint = "; ".join(filter(None, ("the recipe is not complete", named)))
            self.faults.append(Fault((), "missing-key", f'expected {what} under "{key}"', hint))
        else:
            self.faults.append(Fault(path, "type", f'expected {what} under "{key}", got {shown(got)}'))

    def _pattern(self) -> list[tuple[Names, int]]:
        """Ingredients of a pattern and its key, those of equal sets added up."""
        rows, key = self._part(lambda: rows_of(self.data, self.entry.size)), self._part(lambda: key_of(self.data))
        if rows is None or key is None:
            return []
        cells = Counter(symbol for row in rows for symbol in row if symbol != " ")
        for symbol in sorted(key.keys() - cells.keys()):
            message = f"the pattern does not use the symbol {shown(symbol)}"
            self.faults.append(Fault(("key", symbol), "unused-symbol", message, "leave it out of the key", key=True))
        taken: Counter[Names] = Counter()
        for symbol, n in cells.items():
            if symbol not in key:
                row = next(index for index, text in enumerate(rows) if symbol in text)
                message = f"the key does not say what {shown(symbol)} is"
                self.faults.append(Fault(("pattern", row), "unknown-symbol", message, "name it in the key"))
                continue
            path = ("key", symbol)
            read = self._part(lambda path=path: choice(key[path[1]], path, self.tags))
            if read:
                taken[read[0]] += n * read[1]
        inside = trimmed(rows)
        self.by_hand = len(inside) <= HAND_SIDE and all(len(row) <= HAND_SIDE for row in inside)
        return _ordered(taken)

    def _needed(self) -> list[str]:
        """What the values of a recipe need beside the station."""
        found: list[str] = []
        for place, by_value in sorted(self.entry.needs_if.items()):
            value = at(self.data, place)[0]
            if value is None:
                continue
            if not isinstance(value, str) or value not in by_value:
                self.out = self.out or LeftOutError(f"{place} is {shown(value)}")
            else:
                found += by_value[value]
        return found

    # what it gives

    def _gives(self) -> dict[Item, int]:
        """The guaranteed products in the order of the file, equal ones added up."""
        gives: dict[Item, int] = {}
        for written in self.entry.gives:
            place = written.removesuffix("?")
            value, path = at(self.data, place)
            if value is None:
                if place == written:
                    self._missing(path, "a result", said="gives")
                continue
            for each, where in _each(value, path):
                read = self._part(lambda each=each, where=where, place=place: self._result(each, where, place))
                if read:
                    gives[read[0]] = gives.get(read[0], 0) + read[1]
        count = at(self.data, self.entry.count)[0] if self.entry.count and gives else None
        if count is not None:
            first = next(iter(gives))
            path = at(self.data, self.entry.count)[1]
            gives[first] = self._part(lambda: count_of(count, path)) or 1
        return gives

    def _result(self, value: Json, path: Path, place: str) -> tuple[Item, int] | None:
        """A product and its count; None where only chance gives it."""
        if isinstance(value, str):
            return self._by_chance(name_of(value, path), 1, None, place)
        if not isinstance(value, dict):
            raise WrongError(path, "type", f"expected a result, got {shown(value)}", '{"item": "stick", "count": 4}')
        result = cast(dict[str, Json], value)
        if any(key in result for key in FLUID_KEYS) or ("amount" in result and "item" not in result):
            raise LeftOutError("gives a fluid or a chemical")
        key = next((key for key in ("item", "id") if key in result), None)
        if key is None and "tag" in result:
            raise LeftOutError("gives any one item of a tag")
        if key is None:
            raise WrongError(path, "missing-key", 'expected a key "item" or "id" in a result', '{"item": "stick"}')
        if isinstance(result[key], dict):
            return self._result(result[key], (*path, key), place)
        item = name_of(result[key], (*path, key))
        count = count_of(result["count"], (*path, "count")) if "count" in result else 1
        self.rest |= any(data in result for data in ("nbt", "components", "data"))
        return self._by_chance(item, count, result.get("chance"), place)

    def _by_chance(self, item: Item, count: int, chance: Json, place: str) -> tuple[Item, int] | None:
        if item == "air":
            raise LeftOutError("gives nothing")
        if place in self.entry.chances:
            chance = at(self.data, self.entry.chances[place])[0]
        certain = chance is None or (isinstance(chance, int | float) and chance >= 1)
        self.rest |= not certain
        return (item, count) if certain else None

    def _time(self) -> int:
        value, path = at(self.data, self.entry.time) if self.entry.time else (None, ())
        return self.entry.usual_time if value is None else count_of(value, path, "a time in ticks")


def _each(value: Json, path: Path) -> list[tuple[Json, Path]]:
    if isinstance(value, list):
        return [(each, (*path, index)) for index, each in enumerate(cast(list[Json], value))]
    return [(value, path)]


def _ordered(taken: Mapping[Names, int]) -> list[tuple[Names, int]]:
    """Most first, then by name: the order in which a bundled book writes ingredients."""
    return sorted(taken.items(), key=lambda pair: (-pair[1], pair[0]))
