"""Tags that contain each other: which do, and on what way; and what is told of a load's tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..diagnostic import Diagnostic
from ..shape import Fault
from .reading import placed
from .tagentries import TagFile

if TYPE_CHECKING:
    from .tags import Tags


class Rings:
    """Follows tags into the tags that they contain; `inner` tells those of one tag, sorted."""

    def __init__(self, inner: Callable[[str], Sequence[str]]) -> None:
        self._inner = inner
        self._reached: dict[str, frozenset[str]] = {}

    def ring(self, tag: str) -> frozenset[str]:
        """The tags that contain this one and are contained in it; none where it does not contain itself."""
        return frozenset(each for each in self._reach(tag) if tag in self._reach(each))

    def way(self, start: str, end: str) -> list[str]:
        """A shortest way from one tag to another that it contains, both included."""
        ways, seen = [[start]], {start}
        while ways[0][-1] != end:
            way = ways.pop(0)
            fresh = [inner for inner in self._inner(way[-1]) if inner not in seen]
            seen.update(fresh)
            ways += [[*way, inner] for inner in fresh]
        return ways[0]

    def _reach(self, tag: str) -> frozenset[str]:
        """All tags that a tag contains, directly or in another."""
        if tag not in self._reached:
            found, todo = set[str](), [tag]
            while todo:
                fresh = set(self._inner(todo.pop())) - found
                found |= fresh
                todo += fresh
            self._reached[tag] = frozenset(found)
        return self._reached[tag]


def tag_diagnostics(tags: Tags) -> list[Diagnostic]:
    """Tags that contain themselves, and tags of the book that are left with nothing, each with its place."""
    found: list[Diagnostic] = []
    for entry, way in tags.rings():
        told = " -> ".join(f"#{tag}" for tag in way)
        hint = "break the ring; until then each tag in it has the members of all"
        found += _placed(Fault(entry.path, "tag-cycle", f"a tag contains itself: {told}", hint), entry.of)
    for tag, of in tags.emptied():
        message = f"#{tag} is left with no members; what takes it keeps those it had"
        found += _placed(Fault(("values",), "empty-tag", message, "give the tag members"), of)
    return found


def _placed(fault: Fault, of: TagFile) -> list[Diagnostic]:
    if not of.text:
        return [Diagnostic(fault.code, fault.message, fault.hint, of.file)]
    return placed([fault], of.text, of.file)
