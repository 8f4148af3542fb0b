"""What a file defines, alone or over another book: its items, tags and tools, and faults for the names it does not.

A file may be of the wrong shape in places. Those places are left out, and what they would define counts as defined, so
that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from . import graph
from .book import Book
from .locate import Json, Path
from .shape import Fault
from .suggest import closest, did_you_mean


class Sound:
    """The data of a file, seen without the places that are of the wrong shape."""

    def __init__(self, data: dict[str, Json], faulty: Iterable[Path]) -> None:
        self.data = data
        self.faulty = frozenset(faulty)

    def child(self, node: Mapping[str, Json], path: Path, key: str) -> Json:
        """The value under a key of an object at `path`; `None` if it is missing or faulty."""
        return None if (*path, key) in self.faulty else node.get(key)

    def children(self, node: Json, path: Path) -> list[tuple[Any, Json, Path]]:
        """Key or index, value and path of the sound members of an object or a list; `None` has none."""
        if node is None:
            return []
        pairs: Iterable[tuple[Any, Json]]
        pairs = cast(dict[str, Json], node).items() if isinstance(node, dict) else enumerate(cast(list[Json], node))
        return [(key, value, (*path, key)) for key, value in pairs if (*path, key) not in self.faulty]

    def section(self, name: str) -> Iterator[tuple[Any, Json, Path]]:
        """The sound entries of a section that are no removals."""
        node: Json = self.child(self.data, (), name) or ()
        pairs: Iterable[tuple[Any, Json]]
        pairs = cast(dict[str, Json], node).items() if isinstance(node, dict) else enumerate(cast(list[Json], node))
        for key, value in pairs:
            if value is not None and (not self.faulty or (name, key) not in self.faulty):
                yield key, value, (name, key)

    def keys(self, name: str) -> dict[str, Json]:
        """The keys of a section with their values, those of the wrong shape too."""
        return self.child(self.data, (), name) or {}


class Usual:
    """Tells the operators in which there is surely nothing to find fault with; of a large pack nearly all.

    Only for files in which every place is of the right shape.
    """

    def __init__(self, known: Defined) -> None:
        self.known = known
        self.sets: dict[str, bool] = {}

    def operator(self, entry: Mapping[str, Json]) -> bool:
        """Whether all that a recipe or source names is defined; False may be too strict."""
        items = self.known.items
        if "returns" in entry or "where" in entry:
            return False
        for part in ("takes", "needs"):
            for ingredient in entry.get(part, ()):
                any_of = ingredient["any_of"]
                if not (any_of in items if isinstance(any_of, str) and any_of[0] != "#" else self.set(any_of)):
                    return False
        station = entry.get("station")
        if not (items >= entry["gives"].keys() and (station is None or station in items)):
            return False
        return all(self.tool(tool) for alternatives in entry.get("wears", ()) for tool in alternatives)

    def set(self, written: Json) -> bool:
        """Whether a set of several items is defined and has members."""
        if not isinstance(written, str):
            return all(name in self.known.items for name in cast(list[str], written))
        if written not in self.sets:
            self.sets[written] = written[1:] in self.known.tags and not self.known.surely_empty(written)
        return self.sets[written]

    def tool(self, tool: Mapping[str, Json]) -> bool:
        """Whether some item serves as the tool."""
        name = tool["tool"]
        return name in self.known.items or tool.get("tier", 0) <= self.known.tiers.get(name, -1)


class Defined:
    """What a file and the book underneath define between them."""

    def __init__(self, file: Sound, base: Book) -> None:
        items, tags = file.keys("items"), file.keys("tags")
        self.items = {name for name in {*base.items, *items} if name not in items or items[name] is not None}
        self.tags = {name for name in {*base.tags, *tags} if name not in tags or tags[name] is not None}
        self.members_of = {
            tag: [(member, place) for _, member, place in file.children(members, path)]
            for tag, members, path in file.section("tags")
        }
        self._base_tags = base.tags
        self._vague = {str(path[1]) for path in file.faulty if path[:1] == ("tags",) and len(path) > 1}
        self._hopeful: set[str] | None = None
        self.tiers: dict[str, int] = {}
        for tool, tier in [*_base_tools(base, items), *_tools(file)]:
            self.tiers[tool] = max(tier, self.tiers.get(tool, 0))

    def item(self, name: str, path: Path, what: str, *, key: bool = False) -> Iterator[Fault]:
        """A fault if nobody defines the item."""
        if name not in self.items:
            hint = did_you_mean(name, self.items) or 'define it under "items"'
            yield Fault(path, "unknown-item", f'{what}: nobody defines the item "{name}"', hint, key, name)

    def reference(self, name: str, path: Path, what: str, *, key: bool = False) -> Iterator[Fault]:
        """A fault if nobody defines the item or `#tag`."""
        if not name.startswith("#"):
            yield from self.item(name, path, what, key=key)
        elif name[1:] not in self.tags:
            like = closest(name[1:], self.tags)
            hint = f"did you mean #{like[0]}?" if like else 'define it under "tags"'
            yield Fault(path, "unknown-tag", f'{what}: nobody defines the tag "{name}"', hint, key, name)

    def tag_faults(self) -> Iterator[Fault]:
        """Members that nobody defines, and tags that lead back to themselves, each ring once."""
        for tag, members in self.members_of.items():
            for member, place in members:
                yield from self.reference(member, place, f"the tag #{tag}")
        within = {tag: [name[1:] for name, _ in named if name[:1] == "#"] for tag, named in self.members_of.items()}
        for ring in graph.rings(within):
            if not self._vague & set(ring):
                message = f"the tag #{ring[0]} contains itself: {graph.shown(ring, '#')}"
                yield Fault(("tags", ring[0]), "tag-cycle", message, "take one of these out of another", True)
            self._vague |= set(ring)
        self._hopeful = None

    def members(self, name: str) -> set[str]:
        """The items behind a name or `#tag`, as far as they are known; rings and unknown tags add nothing."""
        return self._reached(name)[0]

    def surely_empty(self, name: str) -> bool:
        """Whether a name or `#tag` means no item, and not only because a mistake hides its members."""
        if not name.startswith("#"):
            return False
        if self._hopeful is None:
            self._hopeful = self._with_hope()
        return name[1:] in self.tags and name[1:] not in self._hopeful

    def _with_hope(self) -> set[str]:
        """The tags behind which an item stands, or a mistake that may hide one."""
        within = {tag: self._direct(tag) for tag in self.tags}
        inner = {tag: [name[1:] for name in members if name[:1] == "#"] for tag, members in within.items()}
        hopeful = set(self._vague)
        for knot in graph.knots(inner):
            leads = {name for tag in knot for name in inner[tag]}
            items = any(name[:1] != "#" for tag in knot for name in within[tag])
            if items or not leads <= self.tags or leads & hopeful or hopeful & set(knot):
                hopeful |= set(knot)
        return hopeful

    def _reached(self, name: str) -> tuple[set[str], set[str]]:
        """The items and the tags behind a name or `#tag`."""
        if not name.startswith("#"):
            return {name}, set()
        items: set[str] = set()
        waiting, tags = [name[1:]], {name[1:]}
        while waiting:
            for member in self._direct(waiting.pop()):
                if not member.startswith("#"):
                    items.add(member)
                elif member[1:] not in tags:
                    tags.add(member[1:])
                    waiting.append(member[1:])
        return items, tags

    def _direct(self, tag: str) -> Iterable[str]:
        if tag in self.members_of:
            return [member for member, _ in self.members_of[tag]]
        return self._base_tags.get(tag, ())


def _base_tools(base: Book, replaced: Mapping[str, Json]) -> Iterator[tuple[str, int]]:
    for name, item in base.items.items():
        if item.tool and name not in replaced:
            yield item.tool, item.tier


def _tools(file: Sound) -> Iterator[tuple[str, int]]:
    for _, entry, path in file.section("items"):
        tool = file.child(entry, path, "tool")
        if tool:
            yield tool, file.child(entry, path, "tier") or 0
