"""Small problems settled at once: the cheapest plan and its proof, or the proof that there is none.

reach      what is held leads where                                   engine/net
at once    where one application is enough, it is the fewest
few        the operators that matter, in whole numbers                engine/few
prices     too little is held; a bound                                engine/pivot, engine/fewproofs
scarce     more is asked for than can be had in all                   engine/fewproofs
search     best first, bounded by prices and by what is forced        engine/countsearch, engine/forced
verify     the law, always                                            sim/verify

Slots are not looked at. A bound holds all the same; a plan that the law refuses for them is left to others.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..pddl.model import Problem
from ..pddl.operators import Slice
from ..recipes.book import Item
from ..sim.answer import Bound, Certificate, Impossible, Optimal, Searched, Unreachable
from ..sim.plan import Plan, Step
from ..sim.proof import SearchProof
from ..sim.verify import verify
from .countsearch import STATES, Way, cheapest
from .few import SMALL, Deed, Few, Mix, ends, few_of, plain, simple
from .fewproofs import TreeMaker, priced, relaxed, rows_of, scarce
from .fewsteps import Binder, first_held
from .forced import ENDLESS, Forced
from .net import Net, net_of

GLANCE = 64
"""States that are looked at before it is asked whether too little can be had in all."""


def settle(problem: Problem) -> Optimal | Impossible | None:
    """The proved answer to a problem in which few operators matter and only counts do; None for others."""
    net = net_of(problem) if plain(problem) else None
    if net is None or net.unasked:
        return None
    goals = ends(problem)
    there, fired = net.reach(problem.have.stock)
    if any(fuel in there and fuel in problem.containers for fuel in problem.fuels):
        return None  # what burns may leave something behind, which the net does not see
    if not there.issuperset(goals):
        lost = tuple(sorted({*_spoken(problem, net), *goals} - there))
        return Impossible(problem, Unreachable(items=lost), notes=problem.notes)
    at_once = _at_once(problem, net, goals)
    if at_once is not None:
        return at_once
    operators = [net.operators[o] for o in net.towards(goals, there, fired)]
    if len(operators) > SMALL or not all(simple(op) for op in operators):
        return None
    return _Small(problem, net, there, few_of(problem, operators, there)).answer()


def _spoken(problem: Problem, net: Net) -> Collection[Item]:
    """The items that may be said never to be had: operators outside of a slice may give what it only makes beside."""
    return problem.operators.drawn if isinstance(problem.operators, Slice) else net.every


def _at_once(problem: Problem, net: Net, goals: dict[Item, int]) -> Optimal | None:
    """The plan of one application, where that is enough: no plan has less, for a goal is not met yet."""
    held = problem.have.stock
    short = [item for item, n in goals.items() if held.get(item, 0) < n]
    for o in net.makers.get(short[0], ()) if short else ():
        op = net.operators[o]
        takes = first_held(op, held) if simple(op) else None
        if takes is not None:
            plan = Plan((Step(op.name, 1, takes),))
            verdict = verify(problem, plan)
            if verdict.sound:
                return Optimal(problem, plan, verdict, Bound((1,), True, "a goal is not met yet"), problem.notes)
    return None


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
        return tuple(sorted(item for item in _spoken(self.problem, self.net) if item not in self.there))

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
