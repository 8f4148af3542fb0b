"""The one form of every located error: where it is, what is wrong, what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class CraftproofError(Exception):
    """Root of the errors that craftproof raises on purpose; anything else is a fault of ours."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake in some input.

    `line` and `column` count from 1 and are 0 where the input has no lines (an argument of the command, a call of the
    library); `text` is then the argument itself. Where `text` is a cut of a long line, `caret` is the place in it, from
    1 (0: `column`). `code` is stable and may be matched on; `message` may change. `argument` names the argument of a
    call that is meant where there is no file.
    """

    code: str
    message: str
    hint: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    text: str = ""
    caret: int = 0
    argument: str = ""

    def __str__(self) -> str:
        source = self.file or self.argument
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else (f"{source}: " if source else "")
        head = f"{place}{self.message} [{self.code}]"
        lines = [head]
        if self.line and self.text:
            number = str(self.line)
            lines += [
                f"  {number} | {self.text}",
                f"  {' ' * len(number)} | {' ' * ((self.caret or self.column) - 1)}^",
            ]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class InputError(CraftproofError):
    """Input that cannot be used. `diagnostics` holds every mistake found in it, not only the first."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))
