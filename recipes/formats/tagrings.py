"""What is told of the tags of a load: rings of tags, and tags that are left with nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostic import Diagnostic
from ..graph import shown as ring_shown
from ..shape import Fault
from .reading import placed
from .tagentries import TagFile

if TYPE_CHECKING:
    from .tags import Tags


def tag_diagnostics(tags: Tags) -> list[Diagnostic]:
    """Tags that contain themselves, and tags of the book that are left with nothing, each with its place."""
    found: list[Diagnostic] = []
    for entry, way in tags.rings():
        hint = "break the ring; until then each tag in it has the members of all"
        found += _placed(
            Fault(entry.path, "tag-cycle", f"a tag contains itself: {ring_shown(way, '#')}", hint), entry.of
        )
    for tag, of in tags.emptied():
        message = f"#{tag} is left with no members; what takes it keeps those it had"
        found += _placed(Fault(("values",), "empty-tag", message, "give the tag members"), of)
    return found


def _placed(fault: Fault, of: TagFile) -> list[Diagnostic]:
    if not of.text:
        return [Diagnostic(fault.code, fault.message, fault.hint, of.file)]
    return placed([fault], of.text, of.file)
