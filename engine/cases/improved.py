"""How a search for a proof ends where it finds a better plan."""

from __future__ import annotations

from ..found import Found


class Improved(BaseException):
    """Control flow, not an error: what is being proved is false, since a better plan was `found` on the way. Only who
    began the search catches it (`prove.py`, `core.py`); it is no `Exception`, so that nobody else does by accident."""

    def __init__(self, found: Found) -> None:
        super().__init__()
        self.found = found
