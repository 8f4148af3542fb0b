"""What proves the lower bound of an answer, in the form that `sim/certificate.py` checks; made when it is reported.

Prices are found anew here, so that no plan pays for writing them down. A proof names only what it turns on: the tokens
that the goal's price is made of, and of what is out of reach as much as shows that it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..pddl.model import Operator, Problem
from ..pddl.reach import products, reachable, requirements
from ..pddl.slice import cut
from ..pddl.tables import ITEM, TICKS, Tables, lower
from ..recipes.book import Item
from ..sim.answer import Bound, Tree
from ..sim.proof import Nought, OneStep, PriceProof, Proof
from .bounds import SCALE, Dual, dual_for, ends, lower_bound


@dataclass(eq=False)
class Prover:
    """A problem with what its bounds come from."""

    problem: Problem
    bound: Bound

    def __post_init__(self) -> None:
        self.problem = cut(self.problem)
        self.tables: Tables = lower(self.problem)
        self.dual: Dual = dual_for(self.problem, self.tables)
        self.priced = lower_bound(self.problem, self.tables, self.dual)

    def proof(self, k: int) -> Proof | Tree | None:
        """The proof of criterion k; `None` where only a solver vouches for its bound."""
        name, value = self.problem.cost[k], self.bound.values[k]
        if value < 1:
            return Nought()
        for tree in self.bound.trees:
            if tree.criterion == k and tree.value >= value:
                return tree
        if value == 1 and name not in ("effort", "applications"):
            return OneStep()
        if self.priced.values[k] >= value:
            return OneStep() if value == 1 and name == "applications" else self.prices(name)
        return self.bound.search if name in ("effort", "applications") else None

    def prices(self, name: str) -> PriceProof:
        """The prices of one criterion, as far as the goal draws on them."""
        t, y = self.tables, self.dual.prices[name]
        end = ends(self.problem, t, self.dual)
        passed = tuple(t.names[c] for c in end.passed if y[c])
        drawn = drawn_on(self.problem, {t.names[c] for cells, _ in end.wants for c in cells} | set(passed))
        price = {t.names[c]: y[c] for c, kind in enumerate(t.kind) if kind == ITEM and y[c] and t.names[c] in drawn}
        ticks = {t.names[c].removeprefix("ticks "): y[c] for c, kind in enumerate(t.kind) if kind == TICKS and y[c]}
        if not drawn.issuperset(self.problem.fuels):  # nothing that the goal draws on burns
            ticks = {}
        never = out_of_reach(self.problem, price, self.problem.fuels if ticks else ())
        return PriceProof("prices", SCALE, price, ticks, passed, {}, never)


def proofs(problem: Problem, bound: Bound) -> dict[str, Proof | Tree | None]:
    """The proof of each criterion's bound, by its name."""
    prover = Prover(problem, bound)
    return {name: prover.proof(k) for k, name in enumerate(problem.cost)}


def givers_of(problem: Problem) -> dict[Item, list[Operator]]:
    """The operators that give each item or let it come back; of what fuel leaves behind, those that burn."""
    givers: dict[Item, list[Operator]] = {}
    ashes = {c for f, c in problem.containers.items() if f in problem.fuels}
    for op in problem.operators.values():
        for item in {*products(op), *(ashes if op.burns else ())}:
            givers.setdefault(item, []).append(op)
    return givers


def drawn_on(problem: Problem, goals: Iterable[Item]) -> set[Item]:
    """Everything that the price of `goals` may be made of: what the operators that give it ask for, and so on."""
    givers, fuels = givers_of(problem), frozenset(problem.fuels)
    seen, queue = set(goals), sorted(goals)
    while queue:
        for op in givers.get(queue.pop(), ()):
            new = {m for members in requirements(op, fuels) for m in members} - seen
            seen |= new
            queue += sorted(new)
    return seen


def out_of_reach(problem: Problem, priced: Iterable[Item], burning: Iterable[Item] = ()) -> tuple[Item, ...]:
    """As many items that cannot be had as show that operators which would give what is `priced` never fire, or that
    members of what they take are not there, or that some of `burning` are not; and as many more as show that of these.
    """
    reached, _ = reachable(problem)
    givers, fuels = givers_of(problem), frozenset(problem.fuels)
    never = {fuel for fuel in burning if fuel not in reached}
    queue = sorted({*priced, *never})
    seen = set(queue)
    while queue:
        item = queue.pop()
        new = {f for f, c in problem.containers.items() if c == item and f in fuels and f not in reached}
        for op in givers.get(item, ()):
            sets = requirements(op, fuels)
            lost = [members for members in sets if reached.isdisjoint(members)]
            new |= set(min(lost, key=len)) if lost else {m for members in sets for m in members if m not in reached}
        never |= new
        queue += sorted(new - seen)
        seen |= new
    return tuple(sorted(never))
