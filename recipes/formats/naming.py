"""Ids for the recipes of a pack, and which recipe of the book underneath a file stands for.

Packs name recipes by their files (`minecraft:iron_ingot_from_nuggets`), books by what is done (`craft iron_ingot from
iron_nugget`). An id is `VERB PRODUCT`, and where a product can be made in more than one way, with what sets it apart.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..book import Book, Recipe
from .recipefile import Draft

_KIND_WORDS = re.compile(r"_?(stonecutting|smelting|blasting|smoking|campfire_cooking|smithing)$")


def ids(drafts: Mapping[str, Draft], book: Book, free: Collection[str]) -> dict[str, str]:
    """An id for each draft by its file's name, none of which is in the book, except those that are `free`."""
    taken = {operator.id for operator in (*book.recipes, *book.sources)} - set(free)
    ways = Counter((draft.verb, draft.gives[0][0]) for draft in drafts.values())
    ways.update(_ways(book.recipes, free))
    found: dict[str, str] = {}
    for name, draft in drafts.items():
        candidates = _candidates(name, draft, alone=ways[draft.verb, draft.gives[0][0]] == 1)
        found[name] = next(each for each in candidates if each not in taken)
        taken.add(found[name])
    return found


def _ways(recipes: Iterable[Recipe], free: Collection[str]) -> Iterable[tuple[str, str]]:
    for made in recipes:
        verb, _, product = made.id.partition(" from ")[0].partition(" ")
        if made.id not in free:
            yield verb, product


def _candidates(name: str, draft: Draft, *, alone: bool) -> Iterable[str]:
    start = f"{draft.verb} {draft.gives[0][0]}"
    if alone:
        yield start
    called = [_called(names) for names, _ in draft.takes]
    yield f"{start} from {called[0]}"
    yield f"{start} from {'+'.join(called)}"
    yield f"{start} from {'+'.join(f'{n}{word}' for word, (_, n) in zip(called, draft.takes, strict=True))}"
    yield f"{start} as {name}"
    for number in range(2, 10**6):
        yield f"{start} as {name} {number}"


def _called(names: Sequence[str]) -> str:
    return names[0].removeprefix("#")


class Replaced:
    """Finds the recipe of the book that a file of the game's own namespace replaces."""

    def __init__(self, book: Book, kept: Collection[str]) -> None:
        self._rivals: dict[tuple[str, str], list[Recipe]] = defaultdict(list)
        for made in book.recipes:
            if made.id not in kept:
                self._rivals[made.kind, made.gives[0][0]].append(made)

    def by(self, name: str, draft: Draft) -> str | None:
        """The id of the recipe that a file called `name` replaces, if its name leaves no doubt."""
        product = draft.gives[0][0]
        rivals = self._rivals[draft.kind, product]
        if ":" in name or not rivals:
            return None
        if name == product:
            exact = [made.id for made in rivals if " from " not in made.id]
            return _only(exact or [made.id for made in rivals])
        if not name.startswith(f"{product}_from_"):
            return None
        rest = _KIND_WORDS.sub("", name.removeprefix(f"{product}_from_"))
        if not rest:
            return _only([made.id for made in rivals])
        return _only([made.id for made in rivals if made.id.partition(" from ")[2] in (rest, rest.removesuffix("s"))])


def _only(found: list[str]) -> str | None:
    return found[0] if len(found) == 1 else None
