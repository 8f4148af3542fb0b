"""Which recipes and sources a text may mean that is none of their ids: `craft stick`, `Charcoal`, `mine oak log`."""

from __future__ import annotations

from collections.abc import Sequence

from .book import Book
from .kept import ids
from .look import ways_to
from .names import understood
from .nearest import nearest
from .suggest import closest

MOST = 3
"""So many ids are suggested."""


def operators_like(book: Book, text: str) -> tuple[str, ...]:
    """The ids that `text` may mean: of the ways to an item, of those of a verb to an item, or what is spelled alike."""
    if item := understood(book, text):
        return _ways(book, item.items)
    if slip := closest(text, ids(book), cutoff=92):
        return slip
    verb, _, rest = text.strip().partition(" ")
    if verb in {name.partition(" ")[0] for name in ids(book)} and rest:
        product = rest.partition(" from ")[0]
        found = understood(book, product)
        meant = _ways(book, found.items if found else nearest(book, product)[:1])
        own = [name for name in meant if name.partition(" ")[0] == verb]
        if own:
            return closest(text, own, len(own), cutoff=0)
    return closest(text, ids(book), MOST, cutoff=85)


def ids_hint(book: Book, text: str) -> str:
    """What to do about a text that names no way: the ids that it may mean, or where ids are printed."""
    names = [f"`{name}`" for name in operators_like(book, text)]
    more = f" or one of {len(names) - MOST} more" if len(names) > MOST else ""
    return f"did you mean {' or '.join(names[:MOST])}{more}?" if names else "`craftproof recipes ITEM` prints the ids"


def _ways(book: Book, items: Sequence[str]) -> tuple[str, ...]:
    known = [item for item in items if item in book.items]
    return tuple(dict.fromkeys(way.id for item in known for way in ways_to(book, item)))
