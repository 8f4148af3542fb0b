"""What has to be done whatever else is: facts `these operators are applied at least so often in all`.

A goal that is short asks for its suppliers; what all of these take asks for theirs; and so on, rounded up to whole
applications at each step. Example: a sign of 6 planks and a stick, from two logs and nothing else:

    sign  1 short     craft sign >= 1
    stick 1 short     craft stick >= 1      though a quarter of it would do
    plank 6 + 2 short craft planks >= 2     and not 1.75

so four applications are a bound. Each fact is a case split whose lower half one row of prices closes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .few import Few

ENDLESS = 1 << 40
"""Stands for a number without limit: the state leads nowhere."""
Members = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Items that serve for one another: the deeds that give some of them (`bits`), at most `most` an application
    (0: nobody tells); `asks` are the groups that all these deeds take from, with the least they take."""

    members: Members
    suppliers: tuple[int, ...]
    bits: int
    most: int
    asks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """The deeds `suppliers` are applied at least `n` times in all, since `group` is asked for."""

    group: int
    suppliers: tuple[int, ...]
    n: int


class Forced:
    """The facts of a small problem, from any state. `groups` are ordered so that those that ask come before those that
    are asked, as far as nothing goes round; where it does, a later one asks an earlier one for nothing."""

    def __init__(self, few: Few) -> None:
        self.deeds = deeds = few.deeds
        self.givers: dict[int, list[int]] = {}
        for d, deed in enumerate(deeds):
            for i in dict.fromkeys([*(i for i, _ in deed.gives), *deed.back.values()]):
                self.givers.setdefault(i, []).append(d)
        order = self._order([(i,) for i, _ in few.goals])
        self.number = {members: g for g, members in enumerate(order)}
        self.groups = [self._group(members) for members in order]
        self.wanted = [(self.number[(i,)], n) for i, n in few.goals]
        # what one item is asked for, every pool that it may go into is asked for too
        self.pools = [
            [h for h in range(g + 1, len(order)) if len(m) == 1 and len(order[h]) > 1 and m[0] in order[h]]
            for g, m in enumerate(order)
        ]

    def _suppliers(self, members: Members) -> list[int]:
        if len(members) == 1:
            return self.givers.get(members[0], [])
        return sorted({d for i in members for d in self.givers.get(i, ())})

    def _common(self, suppliers: Iterable[int]) -> list[tuple[Members, int]]:
        """The member sets that every one of some deeds takes from, with the least taken."""
        common: dict[Members, int] | None = None
        for d in suppliers:
            takes: dict[Members, int] = {}
            for members, n in self.deeds[d].takes:
                takes[members] = takes.get(members, 0) + n
            common = takes if common is None else {m: min(n, common[m]) for m, n in takes.items() if m in common}
        return list((common or {}).items())

    def _order(self, goals: Iterable[Members]) -> list[Members]:
        done: dict[Members, None] = {}
        begun: set[Members] = set()

        def visit(members: Members) -> None:
            if members in begun:
                return
            begun.add(members)
            for asked, _ in self._common(self._suppliers(members)):
                visit(asked)
            done[members] = None

        for goal in goals:
            visit(goal)
        return list(reversed(done))

    def _group(self, members: Members) -> Group:
        suppliers, inside = self._suppliers(members), set(members)
        most = max([sum(n for i, n in self.deeds[d].gives if i in inside) for d in suppliers], default=0)
        if any(not inside.isdisjoint(self.deeds[d].back.values()) for d in suppliers):
            most = 0
        asks = [(self.number[m], n) for m, n in self._common(suppliers) if m in self.number]
        return Group(members, tuple(suppliers), sum(1 << d for d in suppliers), most, tuple(asks))

    def facts(self, state: Sequence[int]) -> tuple[int, list[Fact]]:
        """The least number of applications still to come, and the facts that it is the sum of; the last one of `n` 0
        names the group that can never be had where the number is `ENDLESS`."""
        asked = [0] * len(self.groups)
        for g, n in self.wanted:
            asked[g] = n
        total, used, out = 0, 0, list[Fact]()
        for g, group in enumerate(self.groups):
            n = asked[g]
            if not n:
                continue
            for h in self.pools[g]:
                asked[h] += n
            short = n - sum([state[i] for i in group.members])
            if short <= 0:
                continue
            if not group.suppliers:
                return ENDLESS, [*out, Fact(g, (), 0)]
            if not group.most or group.bits & used:
                continue
            used |= group.bits
            times = -(-short // group.most)
            total += times
            out.append(Fact(g, group.suppliers, times))
            for h, least in group.asks:
                if h > g:
                    asked[h] += least * times
        return total, out
