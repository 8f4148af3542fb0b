"""Identifiers for PDDL, one for each thing and never the same for two."""

from __future__ import annotations

import re

_FOREIGN = re.compile(r"[^a-z0-9_-]")


class Names:
    """Gives out PDDL identifiers: letters, digits, `-` and `_`, a letter first.

    PDDL reads capitals and small letters as the same, so everything is lower case. Where two texts would share an
    identifier the later one gets a number; the caller asks in a sorted order to make that canonical.
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, text: str) -> str:
        """An identifier like `text` that was not given out before."""
        plain = identifier(text)
        name, count = plain, 1
        while name in self._taken:
            count += 1
            name = f"{plain}_{count}"
        self._taken.add(name)
        return name


def identifier(text: str) -> str:
    """`text` spelled as an identifier; two texts may share one."""
    plain = _FOREIGN.sub("_", text.lower())
    return plain if plain[:1].isalpha() else f"x{plain}"
