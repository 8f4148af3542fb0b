"""Ingredients of several items: which members share a pool, and how an application can draw on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..recipes.book import Ingredient, Item
from .model import Operator, Problem


@dataclass(frozen=True, slots=True)
class Group:
    """Members of an ingredient for which the same comes `back` (or nothing) and which are all `exempt` from protection
    or all not. Several members share the pool called `pool`; a single one is taken directly."""

    members: tuple[Item, ...]
    back: Item | None
    exempt: bool
    pool: str = ""


class Pools:
    """Splits ingredients into groups and names the pools: one pool for one set of members, after a tag where one has
    just these members. `items` are the members that count; `guarded` those with protected stock."""

    def __init__(self, problem: Problem, items: frozenset[Item], guarded: Iterable[Item]) -> None:
        self._containers = problem.containers
        self._items = items
        self._guarded = frozenset(guarded)
        self._tags = {tuple(sorted(members)): tag for tag, members in sorted(problem.book.tags.items(), reverse=True)}
        self._names: dict[tuple[tuple[Item, ...], Item | None, bool], str] = {}

    def groups(self, op: Operator, ingredient: Ingredient) -> tuple[Group, ...]:
        """The groups of `ingredient` in `op`, in the order of their first members.

        What `op` also needs held or wears is no pool's: it has to be in stock up to the application.
        """
        apart = {i for need in op.needs for i in need.any_of} | {tool for wear in op.wears for tool, _ in wear.tools}
        back = dict(op.returns)
        filled = {self._containers[i] for i, _ in op.gives if i in self._containers}
        placed = any(n > 0 for _, n in op.places)
        parts: dict[tuple[Item | None, bool, Item | None], list[Item]] = {}
        for member in sorted(self._items.intersection(ingredient.any_of)):
            exempt = member in self._guarded and (placed or member in filled)
            alone = member if member in apart else None
            parts.setdefault((back.get(member), exempt, alone), []).append(member)
        return tuple(
            Group(tuple(members), ret, exempt, self._pool(tuple(members), ret, exempt))
            for (ret, exempt, _), members in parts.items()
        )

    def _pool(self, members: tuple[Item, ...], back: Item | None, exempt: bool) -> str:
        if len(members) == 1:
            return ""
        key = (members, back, exempt)
        if key not in self._names:
            plain = self._tags.get(members) or _either(members)
            plain += (f" for {back}" if back else "") + (" filled" if exempt else "")
            taken, name, count = set(self._names.values()), plain, 1
            while name in taken:
                count += 1
                name = f"{plain} {count}"
            self._names[key] = name
        return self._names[key]


def _either(members: tuple[Item, ...]) -> str:
    return " or ".join(members) if len(members) <= 3 else f"{members[0]} or {len(members) - 1} others"


def splits(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `n` as an ordered sum of `parts` numbers of at least 0."""
    if parts <= 1:
        yield (n,) * parts
        return
    for first in range(n, -1, -1):
        for rest in splits(n - first, parts - 1):
            yield (first, *rest)
