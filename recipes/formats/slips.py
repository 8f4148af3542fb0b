"""Names in packs that look like typing mistakes: items of the game that no version has, types that nobody knows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from ..book import Book
from ..diagnostic import Diagnostic
from ..library import bundled, versions
from ..lines import diagnostic, printable
from ..renames import renames
from ..shape import Fault
from ..suggest import did_you_mean, shown
from .gather import Gathered
from .limits import count_path, stack_of
from .maps import GAME, Maps
from .reader import Read
from .reading import placed

Places = Mapping[str, list[tuple[str, str]]]
"""For each name the files that name it, with their text, in the order of reading."""


def warnings(over: Book, gathered: Gathered, read: Mapping[str, Read], maps: Maps) -> list[Diagnostic]:
    """What looks wrong in packs over a book, each name once, at the first place where it stands."""
    unknown = {name: files for name, files in _types(gathered).items() if maps.of(name) is None}
    found = [_of_type(name, files, maps) for name, files in unknown.items() if _is_slip(name, maps)]
    if over.items:
        known = _known_somewhere(over)
        named = {name: files for name, files in _items(gathered, read).items() if name not in over.items}
        found += [_of_item(name, files, over) for name, files in named.items() if not known(name)]
        found += _too_many(over, read)
    return found


def _types(gathered: Gathered) -> Places:
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for _, file in sorted(gathered.recipes.items()):
        if isinstance(file.data.get("type"), str):
            found[file.data["type"]].append((file.source.file, file.text))
    return found


def _items(gathered: Gathered, read: Mapping[str, Read]) -> Places:
    """The names without a namespace, so of the game's own items, that recipes and tags say."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for each in read.values():
        draft = each.draft
        names = {name for names, _ in (*draft.takes, *draft.needs) for name in names if name[0] != "#"}
        for name in sorted(names | {item for item, _ in draft.gives}):
            found[name].append((each.file.source.file, each.file.text))
    for entry in gathered.tags.entries():
        if entry.value and entry.required and not entry.removes:
            found[entry.value].append((entry.of.file, entry.of.text))
    return {name: files for name, files in sorted(found.items()) if ":" not in name}


def _known_somewhere(over: Book) -> Callable[[str], bool]:
    """Whether some version of the game has an item of a name."""

    def known(name: str) -> bool:
        if name in renames().by_name or name in renames().variants:
            return True
        return any(name in bundled(version).items for version in versions() if version != over.version)

    return known


def _is_slip(name: str, maps: Maps) -> bool:
    return ":" not in name or bool(did_you_mean(name, _names(maps), cutoff=90))


def _names(maps: Maps) -> list[str]:
    """The types that are shipped: where a user's map is mistyped, that is told of the map."""
    own = {name for file in maps.files for name in file.types}
    return [name for name in maps.names() if name not in own]


def _of_type(name: str, files: list[tuple[str, str]], maps: Maps) -> Diagnostic:
    hint = did_you_mean(name, _names(maps)) or "a type of a mod carries its namespace"
    message = f"{shown(name)} is no type of the game's recipes" if ":" not in name else f"no map knows {shown(name)}"
    return _at_name(name, files, "unknown-type", message, hint)


def _of_item(name: str, files: list[tuple[str, str]], over: Book) -> Diagnostic:
    hint = did_you_mean(name, over.items) or "an item of a mod carries its namespace"
    message = f"{shown(name)} is no item of {over.version}, nor of another version; nothing else may give it"
    return _at_name(name, files, "unknown-item", message, hint)


def _at_name(name: str, files: list[tuple[str, str]], code: str, message: str, hint: str) -> Diagnostic:
    """A diagnostic at the first place where a name stands in the first of its files."""
    file, text = files[0]
    others = len({file for file, _ in files}) - 1
    message += f" (and in {others} more file{'s' if others > 1 else ''})" if others else ""
    at = re.search(rf'"#?(minecraft:)?{re.escape(name)}"', text)
    text = text.removeprefix("\ufeff")
    line = text.count("\n", 0, at.start()) + 1 if at else 1
    column = at.start() - text.rfind("\n", 0, at.start()) if at else 1
    return diagnostic(text, (line, column), code, printable(message), hint, file)


def _too_many(over: Book, read: Mapping[str, Read]) -> Iterable[Diagnostic]:
    """Results of more than a slot holds, which versions before 1.20.5 take."""
    for each in read.values():
        for item, n in each.draft.gives:
            stack = stack_of(item, over)
            if each.counts and each.entry.shipped_as == GAME and n > stack:
                message = f"a result of {n} {item}, of which a slot holds {stack}"
                fault = Fault(count_path(each.file.data), "too-large", message, "is the count a typing mistake?")
                yield from placed([fault], each.file.text, each.file.source.file)
