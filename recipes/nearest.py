"""What is said of a name that nobody knows: what it may be a slip of, or since when there is such an item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .book import Book, Item
from .history import by_newest, came_later, history
from .renames import called, renames
from .spelling import normal, respelled
from .suggest import likeness
from .words import meant

MOST = 3
"""So many names are suggested."""
LEAST = 60.0
"""What is less like a name than this is not suggested."""
RIVAL = 12.0
"""What is so much less like a name than the first suggestion is left out."""
SURE = 80.0
"""What a name has to be like an item of later versions, so that it is taken for one."""
NARROWER = 30
"""How much less a tag is meant that has more words than were typed: `bee_food` by `food`."""
ARMOR = ("helmet", "chestplate", "leggings", "boots")
PLAIN = {"ingot": 6, "shard": 5, "block": 4}
"""What is meant by a material alone, and how much more it is like it."""


def hint_for(book: Book, name: str) -> str:
    """What to do about a name that means nothing in a book."""
    if pieces := _pieces(book, name):
        return f"armor is worn in {len(pieces)} pieces: {', '.join(pieces)}; which of them?"
    if told := _later(book, name):
        return told
    if near := nearest(book, name)[:MOST]:
        return f"did you mean {' or '.join(near)}?"
    if said := meant(book, name):
        shortest = min(len(phrase.split()) for phrase in said.values())
        few = [item for item, phrase in said.items() if len(phrase.split()) == shortest]
        return f"did you mean {' or '.join(few[:MOST])}? `craftproof items` with these words lists what is meant so"
    return "`craftproof items PATTERN` lists the items there are"


def _pieces(book: Book, name: str) -> list[str]:
    """The pieces of `iron armour`."""
    of, _, armor = respelled(normal(name)).rpartition("_")
    return [item for piece in ARMOR for item in (f"{of}_{piece}",) if item in book.items] if armor == "armor" else []


def _later(book: Book, name: str) -> str:
    """Since when there is what is called so, where a name is more like it than like anything of the book."""
    came = came_later(book)
    calls = {label: items[0] for label, items in history().labels.items() if items[0] in came}
    calls |= {_first_name(item): item for item in came}
    later = _ranked(name, {call: call for call in calls})
    best = next(iter(later.values()), 0.0)
    if best < SURE or best <= max(_ranked(name, _names(book)).values(), default=0.0):
        return ""
    item = calls[next(iter(later))]
    return f"{_first_name(item)} came with {came[item]}"


def _first_name(newest: str) -> str:
    """What an item was called when it came."""
    for names in renames().by_name.get(newest, ()):
        if names[-1][1] == newest:
            return next(name for _, name in names if ":" not in name)
    return newest


def nearest(book: Book, name: str) -> tuple[str, ...]:
    """The items and tags (`#tag`) that a name nobody knows may be a slip of, the nearest first."""
    near = _ranked(name, _names(book))
    best = max(near.values(), default=0.0)
    found = [item for item, score in near.items() if score >= best - RIVAL]
    out: dict[str, None] = {}
    whole: set[Item] = set()
    for item in found:
        if item not in whole:
            out[item] = None
        if item.startswith("#"):
            whole.update(book.tags.get(item[1:], ()))
    return tuple(out)


def _ranked(name: str, means: Mapping[str, str]) -> dict[str, float]:
    """What is meant by the names that are like `name`, with how much, the best first."""
    typed = respelled(normal(name))
    found: dict[str, float] = {}
    for (known, target), score in zip(means.items(), likeness(typed, means), strict=True):
        first = PLAIN.get(known.removeprefix(f"{typed}_"), 0)
        first -= NARROWER * (target.startswith("#") and known.count("_") > typed.count("_"))
        if score + first >= LEAST:
            found[target] = max(score + first, found.get(target, 0.0))
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _names(book: Book) -> dict[str, str]:
    """Every name that means something in a book, with the item or tag."""
    means = {item: item for item in book.items}
    means |= {f"#{tag}": f"#{tag}" for tag, members in book.tags.items() if tag not in means and members}
    for alias, target in [*book.names.items(), *_aliases(book)]:
        means.setdefault(alias, target)
    for tag in [tag for tag in means if tag.startswith("#") and tag.endswith("s")]:
        means.setdefault(tag[1:-1], tag)
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
