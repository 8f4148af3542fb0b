"""Small problems settled at once: the cheapest plan and its proof, or the proof that there is none.

reach      what is held leads where                                   engine/net
few        the operators that matter, in whole numbers                engine/few
prices     too little is held; a bound                                engine/pivot, engine/fewproofs
scarce     more is asked for than can be had in all                   engine/fewproofs
search     best first, bounded by prices and by what is forced        engine/countsearch, engine/forced
verify     the law, always                                            sim/verify

Slots are not looked at. A bound holds all the same; a plan that the law refuses for them is left to others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..pddl.model import Problem
from ..recipes.book import Item
from ..sim.answer import Bound, Certificate, Impossible, Optimal, Searched, Unreachable
from ..sim.plan import Plan, Step
from ..sim.proof import SearchProof
from ..sim.verify import verify
from .countsearch import STATES, Way, cheapest
from .few import SMALL, Deed, Few, Mix, applied, ends, few_of, plain, simple
from .fewproofs import TreeMaker, priced, relaxed, rows_of, scarce
from .forced import ENDLESS, Forced
from .net import Net, net_of
from .schedule import joined

GLANCE = 64
"""States that are looked at before it is asked whether too little can be had in all."""


def settle(problem: Problem) -> Optimal | Impossible | None:
    """The proved answer to a problem in which few operators matter and only counts do; None for others."""
    net = net_of(problem) if plain(problem) else None
    if net is None or net.unasked:
        return None
    goals = ends(problem)
    there, fired = net.reach(problem.have.stock)
    if not there.issuperset(goals):
        lost = tuple(sorted({*net.every, *goals} - there))
        return Impossible(problem, Unreachable(items=lost), notes=problem.notes)
    operators = [net.operators[o] for o in net.towards(goals, there, fired)]
    if len(operators) > SMALL or not all(simple(op) for op in operators):
        return None
    return _Small(problem, net, there, few_of(problem, operators, there)).answer()


class _Small:
    """One small problem on its way through the stages."""

    def __init__(self, problem: Problem, net: Net, there: set[Item], few: Few) -> None:
        self.problem, self.net, self.there, self.few = problem, net, there, few

    def answer(self) -> Optimal | Impossible | None:
        few = self.few
        rows = rows_of(few)
        prices = relaxed(rows)
        if not prices.bounded:
            return self.impossible(priced(few, prices, self.never()))
        forced = Forced(few)
        dead = forced.facts(few.stock)[0] >= ENDLESS
        way = Way(None, False, 0) if dead else cheapest(few, forced, prices, GLANCE)
        if way.deeds is None:
            too_little = scarce(few, self.problem.have.stock, self.never())
            if too_little is not None:
                return self.impossible(too_little)
        if not way.finished:
            way = cheapest(few, forced, prices, STATES)
        if way.deeds is not None:
            return self.optimal(way, way.deeds, TreeMaker(few, forced, rows, prices))
        return self.impossible(Searched(states=way.states, operators=self.names())) if way.finished else None

    def never(self) -> tuple[Item, ...]:
        """Every item that can never be had."""
        return tuple(item for item in self.net.every if item not in self.there)

    def names(self) -> tuple[str, ...]:
        return tuple(deed.operator.name for deed in self.few.deeds)

    def impossible(self, certificate: Certificate) -> Impossible:
        return Impossible(self.problem, certificate, notes=self.problem.notes)

    def optimal(self, way: Way, deeds: Sequence[tuple[Deed, Mix]], maker: TreeMaker) -> Optimal | None:
        """The answer, if the law accepts the plan and finds it as cheap."""
        plan = Plan(Binder(self.problem, self.few).steps(deeds))
        verdict = verify(self.problem, plan)
        if not verdict.sound or verdict.cost != (len(deeds),):
            return None
        tree = maker.tree(len(deeds))
        if tree is not None:
            bound = Bound(verdict.cost, True, "prices and what has to be done at least", trees=(tree,))
        else:
            proof = SearchProof(states=way.states, operators=self.names())
            bound = Bound(verdict.cost, True, f"a search through {way.states:,} states", search=proof)
        return Optimal(self.problem, plan, verdict, bound, self.problem.notes)


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
