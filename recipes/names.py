"""What a name means in a book: an item, or any member of a set of items.

People and language models write `Oak Log`, `sticks`, `minecraft:stick`, `planks`, `reeds` or `wool:14`. The ways to
understand a name are tried in a fixed order, the exact item first, and what was taken is said in a note. What items
were called in other versions stands in `data/renames.json`, how they were labelled in `data/history.json`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from .book import Book, Item
from .diagnostic import Diagnostic, InputError
from .history import labelled
from .nearest import hint_for
from .renames import called, renames
from .spelling import normal, respelled
from .suggest import shown

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
    found = understood(book, name)
    if found is None:
        raise InputError([_unknown(book, name)])
    return found


def understood(book: Book, name: str) -> Resolved | None:
    """What `name` means in `book`, or `None` where it means nothing."""
    typed = name.strip()
    if typed in book.items:
        return Resolved((typed,), None, typed)
    spelled = normal(typed)
    for way in (*_WAYS, *_LAST) if spelled else ():
        items = way(book, spelled)
        if items:
            return _resolved(book, typed, items)
    return None


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


def _tag(book: Book, name: str) -> Items:
    """A tag, if it is written as one or neither the name nor its singular is an item (`arrows` are the item)."""
    written = name.removeprefix("#").removeprefix("tag:")
    if written == name and any(one in book.items for one in (name, *_singulars(name))):
        return ()
    return book.tags.get(written, ())


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
    for names in renames().by_name.get(name, ()):
        item = called(book, names)
        if item:
            return (item,)
    base, _, variant = name.partition(":")
    return (base,) if variant == "0" and base in book.items else ()


def _plural_tag(book: Book, name: str) -> Items:
    plurals = [f"{name}s", f"{name}es", f"{name[:-1]}ies"] if name[-1:] == "y" else [f"{name}s", f"{name}es"]
    return next((book.tags[tag] for tag in plurals if book.tags.get(tag)), ())


def _singular(book: Book, name: str) -> Items:
    exact = [one for one in _singulars(name)[1:] if one in book.items]
    if exact:
        return (exact[0],)
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


def _plurals_inside(book: Book, name: str) -> Items:
    """`blocks of iron`, `bottles of honey`, `buckets of lava`: words within a name in the singular, or turned round."""
    words = name.split("_")
    if not 1 < len(words) <= LONGEST:
        return ()
    for spelled in product(*(_singulars(word) for word in words)):
        for written in ("_".join(spelled), _turned(spelled)):
            for way in _WAYS if written and written != name else ():
                items = way(book, written)
                if items:
                    return items
    return ()


def _respelled(book: Book, name: str) -> Items:
    """`grey wool`: as the game spells it."""
    spelled = respelled(name)
    return next((items for way in _WAYS if (items := way(book, spelled))), ()) if spelled != name else ()


def _turned(words: tuple[str, ...]) -> str:
    """`lava bucket` of `bucket of lava`; nothing where there is no `of`."""
    at = words.index("of") if "of" in words[1:-1] else 0
    return "_".join((*words[at + 1 :], *words[:at])) if at else ""


def _singulars(word: str) -> tuple[str, ...]:
    shorter = [word[: -len(end)] for end in ("es", "s") if word.endswith(end) and len(word) > len(end) + 2]
    return (word, *reversed(shorter))


def _reordered(book: Book, name: str) -> Items:
    """`dye red`, `planks oak`: the words of one item's name or label in another order."""
    words = sorted(name.split("_"))
    if not 1 < len(words) <= LONGEST:
        return ()
    found = {
        item
        for item, kind in book.items.items()
        if words in (sorted(item.split("_")), sorted(normal(kind.label).split("_")))
    }
    return tuple(found) if len(found) == 1 else ()


def _without_namespace(book: Book, name: str) -> Items:
    """`iron sheet`: what just one mod calls so."""
    found = {item for item in book.items if item.endswith(f":{name}")} if not name.isdecimal() else set[Item]()
    return tuple(found) if len(found) == 1 else ()


def _old_label(book: Book, name: str) -> Items:
    return labelled(book, name)


LONGEST = 8
"""Names of more words are not looked at word by word."""
_WAYS: tuple[Callable[[Book, str], Items], ...] = (
    *(_tag, _item, _alias, _label, _variants, _renamed, _plural_tag),
    _old_label,
)
"""The ways to understand a name, in the order in which they are tried; each gives the items it may mean, sorted."""
_LAST = (_singular, _plural, _joined, _respelled, _plurals_inside, _without_namespace, _reordered)
"""What is tried where a name is none as it stands, in this order."""


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
    return Diagnostic(
        "unknown-item", f"{shown(name)} is no item of {book.version}", hint_for(book, name), text=name[:80]
    )
