"""From applications of a small problem to bound steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..pddl.model import Operator, Problem
from ..recipes.book import Item
from ..sim.plan import Amounts, Step
from .few import Deed, Few, Mix, applied
from .steps import joined


def first_held(op: Operator, held: Mapping[Item, int]) -> tuple[Amounts, ...] | None:
    """What one application takes of what is held, the first members first; None where that is too little."""
    left = dict(held)
    out: list[Amounts] = []
    for need in op.takes:
        n = need.n
        amounts: list[tuple[Item, int]] = []
        for item in need.any_of:
            part = min(n, left.get(item, 0))
            if part:
                amounts.append((item, part))
                left[item] -= part
                n -= part
            if not n:
                break
        if n:
            return None
        out.append(tuple(amounts))
    return tuple(out)


class Binder:
    """Turns deeds into steps; of things that count as one item, the first ones held are taken first."""

    def __init__(self, problem: Problem, few: Few) -> None:
        self.few = few
        held = problem.have.stock
        self.left = {
            i: [[name, held[name]] for name in reversed(names) if held.get(name)]
            for i, names in enumerate(few.names)
            if len(names) > 1
        }

    def steps(self, deeds: Sequence[tuple[Deed, Mix]]) -> tuple[Step, ...]:
        """The steps: each operator once, if they fire so, else as they came."""
        first = {deed.operator.name: k for k, (deed, _) in reversed(list(enumerate(deeds)))}
        grouped = sorted(deeds, key=lambda done: first[done[0].operator.name])
        return joined([self.step(deed, mix) for deed, mix in (grouped if self.fires(grouped) else deeds)])

    def fires(self, deeds: Sequence[tuple[Deed, Mix]]) -> bool:
        """Whether deeds can be done in this order."""
        state: list[int] | None = list(self.few.stock)
        for deed, mix in deeds:
            if any(sum(state[i] for i in members) < n for members, n in deed.needs):
                return False
            state = applied(deed, state, mix)
            if state is None:
                return False
        return True

    def step(self, deed: Deed, mix: Mix) -> Step:
        """One application, bound."""
        return Step(deed.operator.name, 1, tuple(tuple(self.named(amounts)) for amounts in mix))

    def named(self, amounts: Iterable[tuple[int, int]]) -> Iterator[tuple[Item, int]]:
        for i, n in amounts:
            if i not in self.left:
                yield self.few.names[i][0], n
                continue
            while n:
                entry = self.left[i][-1]
                part = min(n, int(entry[1]))
                yield str(entry[0]), part
                n -= part
                entry[1] = int(entry[1]) - part
                if not entry[1]:
                    self.left[i].pop()
