"""What is said of an impossible goal besides its proof takes longer than the proof; it is found when it is looked at.

Whoever only asks whether there is a plan pays nothing for it, and whoever reads `missing`, `most` or `more` finds them
there. `told` finds them at once, where waiting is expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from ..sim.answer import Answer, Impossible

ADVICE = ("missing", "most", "more")
FIELDS = tuple(field.name for field in fields(Impossible))


class _Later(Impossible):
    """An impossible answer whose advice is not filled in until it is first read."""

    __slots__ = ("_find",)
    _find: Callable[[], Answer]

    def __getattr__(self, name: str) -> Any:  # Python asks here for what is not filled in
        if name not in ADVICE:
            raise AttributeError(f"an impossible answer has no {name!r}")
        _fill(self, self._find(), (*ADVICE, "notes"))
        return getattr(self, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Impossible) and _values(self) == _values(other)

    __hash__ = Impossible.__hash__

    def __reduce__(self) -> tuple[type[Impossible], tuple[Any, ...]]:
        return Impossible, _values(self)


# whoever prints the type of an answer sees which of the four it is
_Later.__name__ = _Later.__qualname__ = Impossible.__name__


def later(answer: Answer, find: Callable[[], Answer]) -> Answer:
    """The impossible `answer` with the advice of the one that `find` gives, called when the advice is first read."""
    out = _Later.__new__(_Later)
    _fill(out, answer, (name for name in FIELDS if name not in ADVICE))
    object.__setattr__(out, "_find", find)
    return out


def told(answer: Answer) -> Answer:
    """The answer with its advice filled in now, and with what is noted meanwhile."""
    if not isinstance(answer, _Later):
        return answer
    _ = answer.missing
    return Impossible(*_values(answer))


def _fill(answer: Impossible, source: Answer, names: Iterable[str]) -> None:
    for name in names:
        object.__setattr__(answer, name, getattr(source, name))


def _values(answer: Impossible) -> tuple[Any, ...]:
    return tuple(getattr(answer, name) for name in FIELDS)
