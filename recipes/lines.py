"""The lines of a text: places in it, and diagnostics that show them."""

from __future__ import annotations

import re
from bisect import bisect_right

from .diagnostic import Diagnostic

_WIDTH = 140  # a longer line is cut to this many characters around the place


def printable(text: str) -> str:
    """A text that may come from anywhere, safe to print in one line: what moves a terminal's cursor is spelled out."""
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class Lines:
    """The lines of a text, to show places in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, from 1, of an offset."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def diagnostic(self, place: tuple[int, int], code: str, message: str, hint: str, file: str) -> Diagnostic:
        """A diagnostic that shows the line of a place; of a long line, the part around it."""
        line, column = place
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self._text)
        cut = max(0, column - 1 - _WIDTH // 2) if end - start > _WIDTH else 0
        shown = self._text[start + cut : min(end, start + cut + _WIDTH)].rstrip("\r")
        shown = "".join(c if c.isprintable() else " " for c in shown)
        return Diagnostic(code, message, hint, file, line, column, shown, caret=column - cut if cut else 0)


def diagnostic(
    text: str, place: tuple[int, int], code: str, message: str, hint: str = "", file: str = ""
) -> Diagnostic:
    """A diagnostic that shows the line of a place; of a long line, the part around it."""
    return Lines(text.removeprefix("\ufeff")).diagnostic(place, code, message, hint, file)
