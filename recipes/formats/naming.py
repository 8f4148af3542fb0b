"""Ids for the recipes of a pack, and what the game calls the file of a recipe.

Packs name recipes by their files (`minecraft:iron_ingot_from_nuggets`), books by what is done (`craft iron_ingot from
iron_nugget`). An id is `VERB PRODUCT`, and where a product can be made in more than one way, with what sets it apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ..book import Book, Recipe
from .recipefile import Draft


def ids(drafts: Mapping[str, Draft], book: Book) -> dict[str, str]:
    """An id for each draft by its file's name, none of which is in the book."""
    taken = {operator.id for operator in (*book.recipes, *book.sources)}
    ways = Counter((draft.verb, draft.gives[0][0]) for draft in drafts.values())
    ways.update(_ways(book.recipes))
    found: dict[str, str] = {}
    for name, draft in drafts.items():
        candidates = _candidates(name, draft, alone=ways[draft.verb, draft.gives[0][0]] == 1)
        found[name] = next(each for each in candidates if each not in taken)
        taken.add(found[name])
    return found


def _ways(recipes: Iterable[Recipe]) -> Iterable[tuple[str, str]]:
    for made in recipes:
        verb, _, product = made.id.partition(" from ")[0].partition(" ")
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


def resource_names(book: Book) -> dict[str, list[str]]:
    """What the file of each recipe may be called in the game: by its product, what it is made from, how it is made.

    Where a product is made in several ways and none has the plain name, the one that takes nothing of its own sort (a
    bed of wool, not of another bed) may bear it, or the only such one that takes any member of a tag.
    """
    ways: dict[str, list[Recipe]] = defaultdict(list)
    for made in book.recipes:
        if made.kind == "crafting":
            ways[made.gives[0][0]].append(made)
    named = {made.id: _names(made) for made in book.recipes}
    for product, several in ways.items():
        sort = product.rpartition("_")[2]
        plain = [m for m in several if not any(i.rpartition("_")[2] == sort for t in m.takes for i in t.any_of)]
        if len(plain) > 1:
            plain = [made for made in plain if made.id.partition(" from ")[2] in book.tags]
        if len(plain) == 1 and all(product not in named[made.id] for made in several):
            named[plain[0].id].append(product)
    return named


def _names(made: Recipe) -> list[str]:
    product = made.gives[0][0]
    rest = made.id.partition(" from ")[2]
    words = {"smelting": "smelting", "blasting": "blasting", "smoking": "smoking", "campfire": "campfire_cooking"}
    how = words.get(made.kind, "")
    if made.kind == "smithing":
        return [f"{product}_smithing", product]
    if made.kind == "stonecutting":
        taken = made.takes[0].any_of[0]
        return [f"{product}_from_{taken}_stonecutting", f"{product}_from_stonecutting"]
    if how:
        plain = [product] if how == "smelting" else []
        return [*plain, f"{product}_from_{how}", *(f"{product}_from_{how}_{item}" for item in made.takes[0].any_of)]
    return [f"{product}_from_{rest}", f"{product}_from_{rest}s"] if rest else [product]
