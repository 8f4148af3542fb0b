"""What is said of a name that nobody knows: what it may be a slip of, or since when there is such an item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .book import Book, Item
from .history import by_newest, came_later, history
from .renames import called, renames
from .spelling import normal
from .suggest import likeness
from .words import meant

MOST = 3
"""So many names are suggested."""
LEAST = 60.0
"""What is less like a name than this is not suggested."""
RIVAL = 12.0
"""What is so much less like a name than the first suggestion is left out."""
PLAIN = ("ingot",)
"""What is meant first by a material alone."""


def hint_for(book: Book, name: str) -> str:
    """What to do about a name that means nothing in a book."""
    near, later = _ranked(name, _names(book)), _ranked(name, {item: item for item in came_later(book)})
    if later and (not near or next(iter(later.values())) > next(iter(near.values()))):
        item = next(iter(later))
        return f"{item} came with {came_later(book)[item]}"
    if near:
        return f"did you mean {' or '.join(nearest(book, name)[:MOST])}?"
    if described := list(meant(book, name)):
        few = " or ".join(described[:MOST])
        return f"did you mean {few}? `craftproof items` and words list what is described so"
    return "`craftproof items PATTERN` lists the items there are"


def nearest(book: Book, name: str) -> tuple[str, ...]:
    """The items and tags (`#tag`) that a name nobody knows may be a slip of, the nearest first."""
    near = _ranked(name, _names(book))
    best = max(near.values(), default=0.0)
    return tuple(found for found, score in near.items() if score >= best - RIVAL)


def _ranked(name: str, means: Mapping[str, str]) -> dict[str, float]:
    """What is meant by the names that are like `name`, with how much, the best first."""
    typed = normal(name)
    found: dict[str, float] = {}
    for (known, target), score in zip(means.items(), likeness(typed, means), strict=True):
        first = 6 if any(known == f"{typed}_{kind}" for kind in PLAIN) else 0
        if score + first >= LEAST:
            found[target] = max(score + first, found.get(target, 0.0))
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _names(book: Book) -> dict[str, str]:
    """Every name that means something in a book, with the item or tag."""
    means = {item: item for item in book.items}
    means |= {f"#{tag}": f"#{tag}" for tag, members in book.tags.items() if tag not in means and members}
    for alias, target in [*_aliases(book), *book.names.items()]:
        means.setdefault(alias, target)
    return means


def _aliases(book: Book) -> Iterator[tuple[str, Item]]:
    """Labels, and names and labels of other versions, with the item they mean."""
    for item in sorted(book.items):
        if book.items[item].label:
            yield normal(book.items[item].label), item
    for name, meanings in sorted(renames().by_name.items()):
        item = called(book, meanings[0])
        if item and ":" not in name:
            yield name, item
    for label, newest in sorted(history().labels.items()):
        item = by_newest(book, newest[0])
        if item:
            yield label, item
