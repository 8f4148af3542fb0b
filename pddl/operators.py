"""A domain's operators: made of recipes and sources when first asked for, and found by what they give.

A pack may hold a million recipes, of which a goal draws on a few hundred. So an operator is made when somebody asks for
it by name; who goes through all of them makes all of them, and sees each.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from functools import cached_property
from threading import RLock
from typing import TypeAlias

from ..recipes.book import Item, Recipe, Source
from .model import Operator

Origin: TypeAlias = Recipe | Source | Operator
KEPT = 64
"""Slices that are kept for goals to come."""


class Index:
    """What a set of operators gives and takes, by name.

    `back` tells the containers that come back of a recipe, as (ingredient item, container).
    """

    def __init__(
        self,
        origins: Mapping[str, Origin],
        back: Callable[[Recipe], tuple[tuple[Item, Item], ...]],
        fuels: Iterable[Item],
    ) -> None:
        self._givers: dict[Item, str | list[str]] = {}
        self.burning: list[str] = []
        taken: set[tuple[Item, ...]] = set()
        for name, origin in origins.items():
            for item in _given(origin, back):
                self._note(item, name)
            if not isinstance(origin, Source) and origin.burns:
                self.burning.append(name)
            taken.update([need.any_of for need in origin.takes])
        self.taken: frozenset[Item] = frozenset(item for members in taken for item in members)
        self.taken |= frozenset(fuels) if self.burning else frozenset[Item]()

    def _note(self, item: Item, name: str) -> None:
        before = self._givers.get(item)
        if before is None:
            self._givers[item] = name
        elif isinstance(before, list):
            before.append(name)
        else:
            self._givers[item] = [before, name]

    def givers(self, item: Item) -> list[str]:
        """The names of the operators that give an item, bring it back, or make a station stand (`standing:ITEM`)."""
        found = self._givers.get(item, [])
        return found if isinstance(found, list) else [found]


def _given(origin: Origin, back: Callable[[Recipe], tuple[tuple[Item, Item], ...]]) -> Iterator[Item]:
    yield from (item for item, _ in origin.gives)
    if isinstance(origin, Operator):
        yield from (item for _, item in origin.returns)
        yield from (f"standing:{item}" for item, n in origin.places if n > 0)
    elif isinstance(origin, Recipe):
        yield from (item for _, item in back(origin))


class Slice(dict[str, Operator]):
    """Some of a domain's operators by name, sorted.

    `drawn` are the items that they and the goals may ask for (`standing:ITEM` for stations); every operator of the
    domain that gives one of these is here. `taken` are those of them that some operator of the domain takes, be it one
    that is not here.
    """

    def __init__(self, operators: Mapping[str, Operator], drawn: frozenset[Item], taken: frozenset[Item]) -> None:
        super().__init__(operators)
        self.drawn = drawn
        self.taken = taken


class Operators(Mapping[str, Operator]):
    """Operators by name, sorted. `origins` tells what each is made of, `make` makes one by its name."""

    def __init__(
        self, origins: Mapping[str, Origin], make: Callable[[str], Operator], index: Callable[[], Index]
    ) -> None:
        self.origins = origins
        self._make = make
        self._index = index
        self._made: dict[str, Operator] = {}
        self._slices: OrderedDict[object, Slice] = OrderedDict()
        self._lock = RLock()

    def __getitem__(self, name: str) -> Operator:
        made = self._made.get(name)
        if made is None:
            if name not in self.origins:
                raise KeyError(name)
            made = self._made[name] = self._make(name)
        return made

    def __contains__(self, name: object) -> bool:
        return name in self.origins

    def __iter__(self) -> Iterator[str]:
        return iter(self.origins)

    def __len__(self) -> int:
        return len(self.origins)

    def values(self) -> ValuesView[Operator]:
        """Every operator, each made."""
        return self._all.values()

    def items(self) -> ItemsView[str, Operator]:
        """Every operator with its name, each made."""
        return self._all.items()

    @cached_property
    def _all(self) -> dict[str, Operator]:
        return {name: self[name] for name in self.origins}

    @cached_property
    def index(self) -> Index:
        """What they give and take; of a restricted set, that of the set it was taken from."""
        return self._index()

    def givers(self, item: Item) -> list[str]:
        """The names of those that give an item, bring it back, or make a station stand (`standing:ITEM`)."""
        return [name for name in self.index.givers(item) if name in self.origins]

    def limited(self) -> list[Operator]:
        """Those whose applications are limited, by the book or by the problem."""
        ways = self.origins.items()
        return [self[name] for name, way in ways if not isinstance(way, Recipe) and way.limit is not None]

    @cached_property
    def gathers(self) -> bool:
        """Whether some of them take from the world."""
        return any(isinstance(way, Source) for way in self.origins.values())

    def without(self, gone: set[str], changed: Mapping[str, Operator]) -> Operators:
        """The operators but for those that are `gone`, with some `changed`; what is made is made once for both."""
        origins = {name: changed.get(name, origin) for name, origin in self.origins.items() if name not in gone}
        return Operators(origins, lambda name: changed.get(name) or self[name], lambda: self.index)

    def kept(self, key: object, make: Callable[[], Slice]) -> Slice:
        """The slice of a key, made where it is not kept from before."""
        with self._lock:
            if key not in self._slices:
                self._slices[key] = make()
                while len(self._slices) > KEPT:
                    self._slices.popitem(last=False)
            self._slices.move_to_end(key)
            return self._slices[key]
