"""Planning again with something changed: without a recipe, with one more of an item, without a limit.

`Again` holds what all these plans share and when they have to end; `Outcome` is what came of one of them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ..pddl.compile import absolute, compile_domain
from ..pddl.model import Operator, Problem
from ..pddl.reach import reachable
from ..recipes.book import Item
from ..sim.answer import Answer, Bound, Feasible, Impossible, Optimal
from ..sim.plan import Step
from ..sim.verify import verify
from .found import INTERRUPTED
from .near import nearby
from .plan import plan
from .unitprices import UnitPrices, priced
from .wording import operator_words

Data: TypeAlias = dict[str, Any]
GLANCE = 1e-6
"""Seconds for the proof of a plan made again: none, so that the fast planner's is taken, whatever the machine."""
LOOK = 1.0
"""Seconds that the exact solver has where the fast planner finds nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What planning again gave: a plan, or that there is none (`impossible`, proved), or nothing in time (`unknown`).

    `more` is its cost less that of the plan that is explained, by criterion; `instead` are the operators that it has
    and that one has not. `proved`: no plan so changed costs less; `checked`: no solver vouches for that.
    """

    kind: str
    cost: Mapping[str, int] = field(default_factory=dict[str, int])
    more: Mapping[str, int] = field(default_factory=dict[str, int])
    proved: bool = False
    checked: bool = False
    instead: tuple[str, ...] = ()
    answer: Answer | None = None

    def data(self) -> Data:
        """As reports write it."""
        out: Data = {"kind": self.kind, "proved": self.proved, "checked": self.checked}
        if self.answer is not None:
            instead = named(self.answer.problem, self.instead)
            out |= {"cost": dict(self.cost), "more": dict(self.more), "instead": instead}
        return out

    @property
    def made(self) -> frozenset[Item]:
        """What the other plan makes or gathers."""
        return made_by(self.answer)

    @property
    def drawn(self) -> Mapping[Item, int]:
        """What the other plan uses up of each item, at most as many as are held at the start."""
        return drawn_by(self.answer)

    @property
    def differs(self) -> tuple[str, int]:
        """The first criterion in which the costs differ, and by how much; `("", 0)` where they are equal."""
        return next(((name, n) for name, n in self.more.items() if n), ("", 0))


@dataclass(slots=True)
class Again:
    """Plans for variations of the problem of `answer`, until `end` by the clock.

    The clock is that of the process, so that what is told does not depend on what else the machine does; with `proof`
    it is the wall's.

    `rows` are the unit prices by which the part of the problem is chosen that is planned in. With `proof`, each plan is
    made in the whole problem and gets so many seconds to be proved the least. `left_out` counts what was not tried,
    `found` are the plans made again so far: one for another change may serve as well.
    """

    answer: Answer
    rows: tuple[UnitPrices, ...]
    end: float
    proof: float | None = None
    left_out: int = 0
    stopped: bool = False
    found: list[Answer] = field(default_factory=list[Answer])

    @property
    def problem(self) -> Problem:
        return self.answer.problem

    def clock(self) -> float:
        """Seconds by the clock that `end` is of."""
        return time.process_time() if self.proof is None else time.monotonic()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the plan; none where there is no plan."""
        return self.answer.plan.steps if isinstance(self.answer, Optimal | Feasible) else ()

    @property
    def used(self) -> list[str]:
        """The operators of the plan, in its order."""
        return list(dict.fromkeys(step.operator for step in self.steps))

    def without(self, names: Collection[str]) -> Outcome | None:
        """Without the operators `names`; `None` where the time is over."""
        return self.operators({name: op for name, op in self.problem.operators.items() if name not in names})

    def operators(self, operators: Mapping[str, Operator]) -> Outcome | None:
        """With these operators."""
        return self.planned(replace(self.problem, operators=operators))

    def one_more(self, item: Item) -> Outcome | None:
        """With one more piece of `item` held at the start, protected as others are; goals and keeps stay as many."""
        problem, have = self.problem, self.problem.have
        stock = dict(sorted({**have.stock, item: have.stock.get(item, 0) + 1}.items()))
        kept = problem.protected
        if problem.rules.protect and item in compile_domain(problem.book, problem.rules).protectable:
            kept |= {item}
        want = tuple(absolute(w, have) for w in problem.want)
        return self.planned(replace(problem, have=replace(have, stock=stock), want=want, protected=kept))

    def planned(self, changed: Problem) -> Outcome | None:
        """The outcome of planning `changed`; `None` where the time is over."""
        left = self.end - self.clock()
        if left <= 0 or self.stopped:
            self.left_out += 1
            return None
        items, fired = reachable(changed)
        if not all(items.intersection(w.any_of) for w in changed.want):
            return Outcome("impossible", proved=True, checked=True)
        if self.proof is not None:
            return self.outcome(changed, plan(changed, budget=min(left, self.proof), advice=False))
        near = nearby(changed, self.prices(changed), [n for n in self.used if n in fired])
        if near.operators:
            fast = self.best(changed, plan(near, budget=GLANCE, advice=False))
            if _planned(changed, fast):
                return self.outcome(changed, fast, proved=False)
        return self.outcome(changed, plan(changed, budget=min(left, LOOK), advice=False))

    def prices(self, changed: Problem) -> tuple[UnitPrices, ...]:
        """Prices to choose the part by that `changed` is planned in: new ones where it has operators that are new."""
        if self.problem.operators.keys() >= changed.operators.keys():
            return self.rows
        return tuple(priced(changed, row.criterion, row.free) for row in self.rows)

    def best(self, changed: Problem, answer: Answer) -> Answer:
        """`answer`, or of the plans found before the cheapest that costs less and that solves `changed` as well."""
        for found in (self.answer, *self.found):
            if not isinstance(found, Optimal | Feasible):
                continue
            if all(step.operator in changed.operators for step in found.plan.steps):
                verdict = verify(changed, found.plan)
                if verdict.sound and (not _planned(changed, answer) or verdict.cost < cost_of(answer)):
                    answer = Feasible(changed, found.plan, verdict, nothing_known(changed))
        return answer

    def outcome(self, changed: Problem, answer: Answer, proved: bool = True) -> Outcome:
        """What the answer to `changed` means beside the one that is explained; `proved`: its bound speaks of the whole
        problem."""
        self.stopped = self.stopped or INTERRUPTED in answer.notes
        answer = self.best(changed, answer)
        if not _planned(changed, answer):
            sure = isinstance(answer, Impossible)
            none = sure or isinstance(answer, Optimal | Feasible)  # a plan here is one without protection
            return Outcome("impossible" if none else "unknown", proved=none, checked=sure)
        assert isinstance(answer, Optimal | Feasible)
        self.found.append(answer)
        names = self.problem.cost
        base = self.answer
        cost = dict(zip(names, answer.verdict.cost, strict=True))
        more = dict[str, int]()
        if isinstance(base, Optimal | Feasible):
            more = {name: cost[name] - had for name, had in zip(names, base.verdict.cost, strict=True)}
        used = set(self.used)
        steps = dict.fromkeys(step.operator for step in answer.plan.steps if step.operator not in used)
        least = proved and isinstance(answer, Optimal)
        return Outcome("planned", cost, more, least, least and answer.bound.checked, tuple(steps), answer)


def named(problem: Problem, names: Iterable[str]) -> list[Data]:
    """Operators with their words, as reports write them."""
    return [{"operator": name, "words": operator_words(problem.operators[name])} for name in names]


def cost_of(answer: Answer) -> tuple[int, ...]:
    """The cost of a plan; of an answer without one, nothing."""
    return answer.verdict.cost if isinstance(answer, Optimal | Feasible) else ()


def made_by(answer: Answer | None) -> frozenset[Item]:
    """What a plan makes or gathers."""
    return frozenset({*answer.verdict.made, *answer.verdict.gathered} if isinstance(answer, Optimal | Feasible) else ())


def drawn_by(answer: Answer | None) -> dict[Item, int]:
    """What a plan uses up of each item that is held, at most as many as are held at the start."""
    if not isinstance(answer, Optimal | Feasible):
        return {}
    used, burned = answer.verdict.used, answer.verdict.burned
    return {i: min(n, used.get(i, 0) + burned.get(i, 0)) for i, n in answer.problem.have.stock.items()}


def _planned(problem: Problem, answer: Answer) -> bool:
    """Whether an answer has a plan, and one that protects what `problem` does."""
    return isinstance(answer, Optimal | Feasible) and answer.problem.rules.protect == problem.rules.protect


def nothing_known(problem: Problem) -> Bound:
    """The bound of a plan that was found by the way."""
    return Bound((0,) * len(problem.cost), True, "not looked for")
