"""What may come before operators of which one has to be applied, in a case or in all of them."""

from __future__ import annotations

from collections.abc import Sequence

from .case import Case
from .firing import Prefix
from .known import Key
from .landmarks import unreachable


class Before:
    """Finds what may come before the first application of any of some operators (or before the last one of a single
    operator). `made` are operators that may have to come before, as the solution looked at applies them."""

    def __init__(self, case: Case) -> None:
        self.case, self.lost = case, case.known.lost
        self._every = [*case.system.moves, *case.known.witnesses]

    def always(self, names: Key, last: bool, made: Sequence[str]) -> Prefix | None:
        """As every case knows it, where nothing is shut; None for operators none of which has to be applied."""
        return self._of(names, last, made, self._every)

    def here(self, names: Key, last: bool, made: Sequence[str]) -> Prefix | None:
        """As this case knows it, with what is shut in it; None for operators none of which has to be applied here."""
        return self._of(names, last, made, self.case.alive())

    def supposed(self, names: Key, last: bool, made: Sequence[str]) -> Prefix | None:
        """As this case knows it, were the operators some of which one has to be applied."""
        alive, first = self.case.alive(), sorted(self.case.moves_of(names))
        return self._prefix(names, first, last, set() if last else self._unreachable(alive, first), made, alive)

    def _of(self, names: Key, last: bool, made: Sequence[str], alive: Sequence[int]) -> Prefix | None:
        first = sorted(self.case.moves_of(names))
        dead = self._unreachable(alive, first)
        return self._prefix(names, first, last, dead, made, alive) if self._needed(first, dead) else None

    def _needed(self, first: Sequence[int], dead: set[int]) -> bool:
        """Whether one of the moves has to be applied, since a goal is out of reach else."""
        lost, shut = dead.union(first), self.case.shut
        return any(all(m in lost or shut(m) for m in target) for target in self.case.targets())

    def _prefix(
        self, names: Key, first: Sequence[int], last: bool, dead: set[int], made: Sequence[str], alive: Sequence[int]
    ) -> Prefix | None:
        """None where nothing can be said of the last application."""
        out = {m for m in self.case.system.moves if self.case.shut(m)}
        if not last:
            out |= dead
        elif len(first) > 1 or first[0] in out:
            return None
        earlier = [name for name in made if name not in names and self._awaited(name, first, out, alive)]
        return Prefix(self.case.system, names, first, out, earlier, last)

    def _awaited(self, name: str, first: Sequence[int], out: set[int], alive: Sequence[int]) -> bool:
        """Whether none of `first` can fire before the operator `name` has."""
        own = self.case.moves(name)
        if out.issuperset(own):
            return False
        gone = self._unreachable(alive, own)
        return all(m in gone or m in out for m in first)

    def _unreachable(self, alive: Sequence[int], without: Sequence[int]) -> set[int]:
        """The moves that cannot fire once none of `without` may; looked up where nothing is shut."""
        reach = self.case.reach
        if alive is not self._every:
            return unreachable(reach, alive, without)
        key = frozenset(without)
        found = self.lost.get(key)
        if found is None:
            found = self.lost[key] = unreachable(reach, alive, without)
        return found
