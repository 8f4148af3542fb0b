"""What a name means in a book: an item, or any member of a set of items.

People and language models write `Oak Log`, `sticks`, `minecraft:stick`, `planks`, `reeds` or `wool:14`. The ways to
understand a name are tried in a fixed order, the exact item first, and what was taken is said in a note. What items
were called in other versions stands in `data/renames.json`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .book import Book, Item
from .diagnostic import Diagnostic, InputError
from .locate import bare
from .renames import called, renames
from .suggest import closest, shown

Items: TypeAlias = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a name was taken as: any of `items` (sorted); `tag` is the tag with these members, if there is one.

    `taken_as` is the item, the `#tag` or `any of …`; `note` says so in a sentence where the name is not the item's own.
    """

    items: tuple[Item, ...]
    tag: str | None
    taken_as: str
    note: str = ""


def resolve(book: Book, name: str) -> Resolved:
    """What `name` means in `book`; `InputError` with the nearest names where it means nothing."""
    typed = name.strip()
    if typed in book.items:
        return Resolved((typed,), None, typed)
    spelled = normal(typed)
    for way in (*_WAYS, _singular, _plural, _joined):
        items = way(book, spelled) if spelled else ()
        if items:
            return _resolved(book, typed, items)
    raise InputError([_unknown(book, name)])


def _resolved(book: Book, typed: str, items: Items) -> Resolved:
    if len(items) == 1:
        note = "" if normal(typed) == items[0] else f"{typed} is {items[0]} in {book.version}"
        return Resolved(items, None, items[0], note)
    asked = normal(typed).removeprefix("#")
    tags = [tag for tag in sorted(book.tags) if book.tags[tag] == items]
    tag = asked if asked in tags else next(iter(tags), None)
    if tag is None:
        return Resolved(items, None, f"any of {_listed(items)}", f"{typed} means any of {_listed(items)}")
    return Resolved(items, tag, f"#{tag}", f"{typed} means any of #{tag}: {_listed(items)}")


def normal(name: str) -> str:
    """A name in the spelling of item names: small letters, `_` for blanks and hyphens, without `minecraft:`."""
    return bare(re.sub(r"[\s_-]+", "_", name.replace("'", "").casefold()).strip("_"))


def _tag(book: Book, name: str) -> Items:
    return book.tags.get(name.removeprefix("#"), ()) if name.startswith("#") or name not in book.items else ()


def _item(book: Book, name: str) -> Items:
    return (name,) if name in book.items else ()


def _alias(book: Book, name: str) -> Items:
    """An alias of the book; an item of that name in another version counts before an alias for a tag with it."""
    for alias in sorted(book.names):
        if normal(alias) == name:
            means = (_tag if book.names[alias].startswith("#") else _item)(book, book.names[alias])
            exact = () if name in renames().variants else _renamed(book, name)
            return exact if len(means) > 1 and set(exact) <= set(means) and exact else means
    return ()


def _label(book: Book, name: str) -> Items:
    return tuple(item for item in sorted(book.items) if normal(book.items[item].label) == name)


def _variants(book: Book, name: str) -> Items:
    """A name that needed a variant up to 1.12: any of what its variants are now, or of a tag in its plural."""
    several = renames().variants.get(name)
    if not several:
        return ()
    found = {item for item in (called(book, names) for names in several) if item}
    return _plural_tag(book, name) or tuple(sorted(found))


def _renamed(book: Book, name: str) -> Items:
    """A name of another version; where it has meant several items, what it meant last."""
    base, _, variant = name.partition(":")
    if variant == "0" and base in book.items:
        return (base,)
    for names in renames().by_name.get(name, ()):
        item = called(book, names)
        if item:
            return (item,)
    return ()


def _plural_tag(book: Book, name: str) -> Items:
    plurals = [f"{name}s", f"{name}es", f"{name[:-1]}ies"] if name[-1:] == "y" else [f"{name}s", f"{name}es"]
    return next((book.tags[tag] for tag in plurals if book.tags.get(tag)), ())


def _singular(book: Book, name: str) -> Items:
    for ending, instead in (("ies", "y"), ("ves", "f"), ("es", ""), ("s", "")):
        if name.endswith(ending) and len(name) > len(ending) + 1:
            for way in _WAYS:
                items = way(book, name[: -len(ending)] + instead)
                if items:
                    return items
    return ()


def _plural(book: Book, name: str) -> Items:
    """`oak plank`, `iron legging`: the one item whose name is the plural."""
    for way in _WAYS:
        items = way(book, f"{name}s") if len(name) > 3 and name[0] != "#" else ()
        if items:
            return items
    return ()


def _joined(book: Book, name: str) -> Items:
    """`pork chop`, `sugarcane`, `iron pick axe`: words joined or set apart; only where one item or tag is meant."""
    letters = name.replace("_", "")
    spelled = {known for known in (*book.items, *book.tags, *book.names) if known.replace("_", "") == letters}
    found = {way(book, known) for known in spelled for way in (_item, _tag, _alias)} - {()}
    return found.pop() if len(found) == 1 else ()


_WAYS: tuple[Callable[[Book, str], Items], ...] = (_tag, _item, _alias, _label, _variants, _renamed, _plural_tag)
"""The ways to understand a name, in the order in which they are tried; each gives the items it may mean, sorted."""


def _listed(items: Items, most: int = 8) -> str:
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more


def _unknown(book: Book, name: str) -> Diagnostic:
    if not name.strip():
        return Diagnostic(
            "no-name", "expected the name of an item, got nothing", "for example oak_planks", text=name[:80]
        )
    if normal(name).removeprefix("#") in book.tags:
        return Diagnostic("empty-tag", f"the tag {shown(name)} of {book.version} has no members", text=name[:80])
    near = nearest(book, name)
    hint = f"did you mean {' or '.join(near[:3])}?" if near else "`craftproof items PATTERN` lists the items there are"
    return Diagnostic("unknown-item", f"{shown(name)} is no item of {book.version}", hint, text=name[:80])


def nearest(book: Book, name: str) -> tuple[str, ...]:
    """The items and tags (`#tag`) that a name nobody knows may be a slip of, the nearest first."""
    means = {item: item for item in book.items}
    means |= {f"#{tag}": f"#{tag}" for tag in book.tags if tag not in means}
    for alias, target in [*_aliases(book), *book.names.items()]:
        means.setdefault(alias, target)
    found: dict[str, None] = {}
    for near in closest(normal(name), means, 9, cutoff=65):
        found[means[near]] = None
    return tuple(found)


def _aliases(book: Book) -> Iterator[tuple[str, Item]]:
    """Labels, and names of other versions, with the item they mean."""
    for item in sorted(book.items):
        if book.items[item].label:
            yield normal(book.items[item].label), item
    for name, meanings in sorted(renames().by_name.items()):
        item = called(book, meanings[0])
        if item and ":" not in name:
            yield name, item
