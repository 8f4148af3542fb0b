"""From a problem to one of the four answers; this file alone tells the way.

cut        a large book to what the goal can draw on                              pddl/slice
settle     small problems, where little is held and nothing gathered              engine/settle
lower      operators to tables, made ready once for all goals that share them     pddl/tables, engine/setup
search     demand along prices, improved by exchange                              engine/search, engine/kernels
schedule   counts to bound steps in an order                                      engine/bind, engine/schedule
verify     the law, always                                                        sim/verify
bound      what no plan can undercut                                              engine/bounds
exact      where that gives no plan, or to prove it: whole numbers                engine/exact
prove      cases that are closed with whole multipliers                           engine/proving, engine/prove
explore    of a small problem, every state                                        engine/explore
reach      where there is no plan: whether there can be one                       pddl/reach, engine/impossible
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from threading import RLock

from ..pddl.compile import absolute
from ..pddl.model import Problem
from ..pddl.operators import Slice
from ..pddl.reach import out_of_reach, reachable
from ..pddl.slice import cut
from ..pddl.tables import Tables, lower
from ..recipes.book import Item, Source
from ..sim.answer import (
    Answer,
    Bound,
    Certificate,
    Feasible,
    Impossible,
    Optimal,
    Searched,
    Unknown,
    Unreachable,
)
from ..sim.plan import Plan, Step
from ..sim.proof import SearchProof
from ..sim.verify import verify
from .advice import QUICK, advised
from .bounds import dual_for, lower_bound
from .builds import PACE
from .exact import drawn_on, solve
from .explore import SUMS, explore
from .found import BUDGET_ENDED, INTERRUPTED, NO_COUNTS, NODES_ENDED, NOTHING_FOUND, Found
from .impossible import priced_out
from .later import later
from .proving import proved
from .schedule import direct, in_one_order, in_rounds
from .search import BOLD, LEAN, PLAIN, Counts, best_counts, finals, single_goals
from .settle import settle
from .setup import Setup, setup_for
from .steps import joined
from .whole import of_the_whole

DEFAULT_BUDGET = 10.0
"""Seconds the exact solver may take where the fast planner finds no plan and no budget is given."""
SPARES = 6
"""How often a plan whose fire took what was needed is made anew with more of that."""
SMALL = 24
"""Operators up to which every state may be searched."""
EXPLORING, EXPLORING_SHARE = 3.0, 0.4
"""Seconds that may take at most, and which part of the budget."""

MOST_NODES = 1_000_000
"""Cases a criterion that a proof may take where nobody says."""

_lock = RLock()


def plan(
    problem: Problem,
    *,
    budget: float | None = None,
    compiled: bool | None = None,
    leaves: Collection[Item] | None = None,
    partial: bool = False,
    advice: bool = True,
    max_nodes: int | None = None,
    proof: float | None = None,
) -> Answer:
    """The answer to one problem.

    By default the fast planner answers, and the exact solver only where that finds nothing, in at most `DEFAULT_BUDGET`
    seconds. A proof that the plan is the best, or a better plan, is looked for in up to `budget` seconds, which are all
    that may be spent, or `max_nodes` cases a criterion (0: no proof), or in up to `proof` seconds where neither is
    given. `compiled` forces one build of the kernels; by default plans are made in plain Python until a process has
    spent as long on them as compiling takes.

    Of an impossible goal the answer also says what is missing in `leaves` (`None`: in what nothing makes) and how much
    can be made, unless `advice` is unset. That is found when it is first read, in the time that is left of a budget or
    in a moment; for `partial` at once, and the plan for the most that can be made gets the time that a plan gets.
    """
    now = time.monotonic()
    end = now + (DEFAULT_BUDGET if budget is None else budget)
    proving = end if budget is not None or max_nodes is not None else None if proof is None else now + proof
    proving = None if max_nodes == 0 else proving
    compiled = PACE.pays() if compiled is None else compiled
    whole, problem = problem.operators, cut(problem)
    with _lock:  # the kernels' scratch memory is shared
        answer = _plan(problem, end, proving, compiled, max_nodes)
    outcome = of_the_whole(answer, problem.operators, whole)
    if not isinstance(answer, Impossible) or not advice:
        return outcome
    given = budget is not None
    left = max(0.0, end - time.monotonic()) if given or partial else QUICK

    def attempt(asked: Problem, end: float, prove: bool = False) -> Answer:
        return _plan(asked, end, end if prove else None, compiled)

    def known() -> Answer:
        with _lock:
            until = time.monotonic() + left
            more = advised(answer, attempt, until, leaves, prove=partial and given, quick=not given)
        return of_the_whole(more, problem.operators, whole)

    return known() if partial else later(outcome, known)


def plan_many(
    problems: Iterable[Problem], *, budget: float | None = None, compiled: bool | None = None
) -> list[Answer]:
    """One answer for each problem, in their order; problems that share operators share tables."""
    return [plan(p, budget=budget, compiled=compiled) for p in problems]


def _plan(problem: Problem, end: float, until: float | None, compiled: bool | None, nodes: int | None = None) -> Answer:
    """The answer by time `end` (monotonic); with a time `until`, a plan of the fast planner is proved up to then."""
    fins = [finals(problem, [absolute(w, problem.have) for w in problem.want])]
    if all(len(w.any_of) == 1 for w in problem.want) and _met(problem, fins[0]):
        return _done(problem)
    settled = settle(problem)
    if settled is not None:
        return settled
    tables = lower(problem)
    compiled = PACE.pays() if compiled is None else compiled
    goals = frozenset(tables.cell_of[i] for w in problem.want for i in w.any_of if i in tables.cell_of)
    goals |= frozenset(tables.cell_of[i] for i in problem.keep if i in tables.cell_of)
    with PACE.measured(compiled):
        setup = setup_for(tables, problem.cost, compiled, goals)
        fins = [finals(problem, wants) for wants in single_goals(problem, setup.prices[0], setup.order, tables)]
        found = _fast(problem, setup, fins) or _one_by_one(problem, setup) or _with_spares(problem, setup, fins)
        dual = dual_for(problem, tables)
    bound = lower_bound(problem, tables, dual)
    if found is not None and (until is None or found.verdict.cost == bound.values):
        return _answer(problem, found, bound)
    if found is None:
        items, _ = reachable(problem)
        missing = [w for w in problem.want if not items.intersection(w.any_of)]
        if missing:
            return _impossible(problem, items, end, until, compiled)
    elif until is not None:
        end = min(end, until)
    names = _matter(problem, tables, goals)
    certificate, reason = None, ""
    try:
        found, bound, certificate = _explored(problem, names, found, bound, end)
    except KeyboardInterrupt:
        reason = INTERRUPTED
    if not reason and found is not None and found.verdict.cost != bound.values:
        found, bound, reason = _proved(problem, tables, found, bound, end, nodes)
    if not reason and certificate is None and (found is None or found.verdict.cost != bound.values):
        first, priced, now = found is None, bound, time.monotonic()
        half = now + (end - now) / 2 if first and until is not None else end
        found, bound, reason = solve(problem, tables, goals, dual, found, bound, half)
        if first and found is not None and until is not None and reason != INTERRUPTED:
            # there was no plan to prove; cases show what only the solver vouches for
            found, shown, reason = _proved(problem, tables, found, priced, end, nodes)
            bound = shown if shown.values >= bound.values else bound
    if found is not None:
        if reason == INTERRUPTED or (reason in (BUDGET_ENDED, NODES_ENDED) and found.verdict.cost != bound.values):
            problem = replace(problem, notes=(*problem.notes, reason))
        return _answer(problem, found, bound)
    if reason == INTERRUPTED:
        return Unknown(problem, reason, bound, (*problem.notes, INTERRUPTED))
    certificate = priced_out(problem, tables) or certificate
    reason = NOTHING_FOUND if reason == BUDGET_ENDED else reason
    if certificate is None and reason != NO_COUNTS:
        return Unknown(problem, reason, bound, problem.notes)
    freed = _without_protection(problem, end, until, compiled)
    if freed is not None:
        return freed
    if certificate is not None:
        return Impossible(problem, certificate, notes=problem.notes)
    return Unknown(problem, reason, bound, problem.notes)


def _proved(
    problem: Problem, t: Tables, found: Found, bound: Bound, end: float, nodes: int | None
) -> tuple[Found, Bound, str]:
    """A better plan or bound by cases, and why no proof came of it, if nothing else is to be tried after it."""
    try:
        found, bound, reason = proved(problem, t, found, bound, end, nodes or MOST_NODES)
    except KeyboardInterrupt:  # while it was made ready, or modules were imported for it
        return found, bound, INTERRUPTED
    if not reason and found.verdict.cost != bound.values:
        reason = BUDGET_ENDED if time.monotonic() >= end else NODES_ENDED if nodes else ""
    return found, bound, reason


def _matter(problem: Problem, t: Tables, goals: frozenset[int]) -> list[str]:
    """The operators that a search has to try: where slots are scarce, or burn by themselves, a step that the goal does
    not draw on may make room."""
    if problem.rules.slots == "hard" or problem.rules.fuel_order == "lowest_slot":
        return sorted(reachable(problem)[1])
    return drawn_on(problem, t, goals)


def _explored(
    problem: Problem, names: list[str], found: Found | None, bound: Bound, end: float
) -> tuple[Found | None, Bound, Certificate | None]:
    """What a search through every state says, where the problem is small: a plan and its proof, or a certificate that
    there is none."""
    part = isinstance(problem.operators, Slice)  # of which a step outside may make room
    if len(names) > SMALL or (part and problem.rules.slots == "hard"):
        return found, bound, None
    now = time.monotonic()
    seen = explore(problem, names, now + min(EXPLORING, EXPLORING_SHARE * max(0.0, end - now)))
    if seen.plan is None:
        none = Searched(states=seen.states, operators=tuple(names)) if seen.finished and found is None else None
        return found, bound, none
    verdict = verify(problem, seen.plan)
    if verdict.sound and (found is None or verdict.cost < found.verdict.cost):
        found = Found(seen.plan, verdict)
    if verdict.sound and seen.finished:
        sums = zip(problem.cost, verdict.cost, bound.values, strict=True)
        values = tuple(cost if name in SUMS else low for name, cost, low in sums)
        proof = SearchProof(states=seen.states, operators=tuple(names))
        bound = Bound(values, True, f"a search through {seen.states:,} states", search=proof)
    return found, bound, None


def _met(problem: Problem, fin: dict[Item, int]) -> bool:
    return all(problem.have.stock.get(i, 0) >= n for i, n in fin.items())


def _done(problem: Problem) -> Answer:
    """Nothing to do: the goals hold already."""
    verdict = verify(problem, Plan())
    zero = Bound((0,) * len(problem.cost), True, "nothing to do")
    return Optimal(problem, Plan(), verdict, zero, ("the goal holds already",))


def _answer(problem: Problem, found: Found, bound: Bound) -> Answer:
    kind: Callable[..., Answer] = Optimal if found.verdict.cost == bound.values else Feasible
    return kind(problem, found.plan, found.verdict, bound, (*problem.notes, *_journeys(problem, found.plan)))


def _journeys(problem: Problem, plan: Plan) -> tuple[str, ...]:
    """What the plan takes for granted: dimensions it goes to, where the rules let one reach them free."""
    if problem.rules.access != "free":
        return ()
    origins = (problem.operators[step.operator].origin for step in plan.steps)
    places = {o.where.dimension for o in origins if isinstance(o, Source)} - {"overworld"}
    return tuple(f"the way to the {place} is taken as free (rule access)" for place in sorted(places))


def _fast(problem: Problem, setup: Setup, fins: list[dict[Item, int]]) -> Found | None:
    """The best plan of the fast planner over the ways to meet the goals."""
    best: Found | None = None
    for fin in fins:
        filled = any(i in problem.containers for i in problem.have.stock)
        for lean in (BOLD, LEAN, PLAIN) if filled else (LEAN, PLAIN):
            counts = best_counts(problem, setup, fin, lean)
            found = None if counts is None else realise(problem, setup.tables, counts)
            if found is not None:
                if best is None or found.verdict.cost < best.verdict.cost:
                    best = found
                break
    return best


def _with_spares(problem: Problem, setup: Setup, fins: list[dict[Item, int]]) -> Found | None:
    """Where the lowest slot burns, whatever lies there: a plan that makes as many more of what the fire took away."""
    if problem.rules.fuel_order != "lowest_slot":
        return None
    spares: dict[Item, int] = {}
    for _ in range(SPARES):
        fin = {i: fins[0].get(i, 0) + spares.get(i, 0) for i in {**fins[0], **spares}}
        counts = best_counts(problem, setup, fin, PLAIN)
        plan = None if counts is None else direct(problem, setup.tables, counts.moves, counts.order)
        if counts is None or plan is None:
            return None
        found = realise(problem, setup.tables, counts)
        if found is not None:
            return found
        short = next((f for f in verify(problem, plan).findings if f.items and f.short > 0), None)
        if short is None:
            return None
        item = short.items[0]
        spares[item] = spares.get(item, 0) + short.short
    return None


def _one_by_one(problem: Problem, setup: Setup) -> Found | None:
    """A plan for several goals that meets one after the other, each from where the last one ended."""
    if len(problem.want) < 2:
        return None
    wants = [absolute(w, problem.have) for w in problem.want]
    state, steps = problem.have, list[Step]()
    for k in range(1, len(wants) + 1):
        part = replace(problem, have=state, want=tuple(wants[:k]))
        fins = [finals(part, w) for w in single_goals(part, setup.prices[0], setup.order, setup.tables)]
        if _met(part, fins[0]):
            continue
        found = _fast(part, setup, fins)
        if found is None:
            return None
        steps += found.plan.steps
        state = found.verdict.end
    plan = Plan(joined(steps))
    verdict = verify(problem, plan)
    return Found(plan, verdict) if verdict.sound else None


def realise(problem: Problem, tables: Tables, counts: Counts) -> Found | None:
    """A plan of these counts that the law accepts, in the direct order, else in rounds; else one of plainer counts."""
    for way in (direct, in_rounds if counts.plain is None else in_one_order):
        plan = way(problem, tables, counts.moves, counts.order)
        if plan is not None:
            verdict = verify(problem, plan)
            if verdict.sound:
                return Found(plan, verdict)
    return None if counts.plain is None else realise(problem, tables, counts.plain)


def _impossible(problem: Problem, items: set[Item], end: float, until: float | None, compiled: bool | None) -> Answer:
    """The goal cannot be reached even if nothing were used up: what stays out of reach is the certificate."""
    return _without_protection(problem, end, until, compiled) or Impossible(
        problem, Unreachable(items=out_of_reach(problem, items)), notes=problem.notes
    )


def _without_protection(problem: Problem, end: float, until: float | None, compiled: bool | None) -> Answer | None:
    """A plan that takes or burns what is protected, where only that protection stands in the way."""
    if not problem.protected:
        return None
    note = "only with what is held of tools, stations and containers: the plan takes or burns them"
    rules = replace(problem.rules, protect=False)
    bare = replace(problem, rules=rules, protected=frozenset[str](), notes=(*problem.notes, note))
    answer = _plan(bare, end, until, compiled)
    return answer if isinstance(answer, Optimal | Feasible) else None
