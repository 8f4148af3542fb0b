"""Judging a plan: fire every step, say where it fails, mend that in place and go on.

Mending has one purpose: that a fault is reported once, and not again at every step that follows from it. What a step
lacked is supplied, a broken binding is bound anew, a limit that was passed is waived; a step that cannot fire even so
is left out. The first finding is exact, the later ones are what would be wrong if the earlier ones were mended so.
"""

from __future__ import annotations

from dataclasses import replace

from ..pddl.model import Problem, State
from ..recipes.book import MAX_COUNT
from . import findings as say
from .binding import bind
from .fire import Run
from .metrics import Totals
from .plan import Finding, Plan, Step, Verdict
from .slots import slots_needed


def verify(problem: Problem, plan: Plan) -> Verdict:
    """What the law says of `plan`: all its faults, and what it holds, costs, uses and wears."""
    judge = Judge(problem)
    for index, step in enumerate(plan.steps):
        judge.step(step, index)
    return judge.verdict()


class Judge:
    """A verdict in the making. Steps may come one by one from a reader that binds them to what is held by then."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.run = Run(problem)
        self.totals = Totals()
        self.findings: list[Finding] = []
        self.warnings: list[Finding] = []
        self.after: list[State] = []
        self._fits = True

    def step(self, step: Step, index: int) -> None:
        """Fire `step`, mended where it has to be; its faults are located at `index`."""
        operator = self.problem.operators.get(step.operator)
        if operator is not None and step.applications > 0:
            self.totals.count(operator, step)
        fired = self._fire(step, index)
        if operator is None and fired is not None:
            operator = self.problem.operators[fired.operator]
            self.totals.count(operator, fired)
        if operator is not None and fired is not None:
            self.totals.add(self.problem, operator, fired)
        state = self.run.state()
        self.after.append(state)
        if self.problem.rules.slots == "warn":
            fits = self._fit(state)
            if self._fits and not fits:
                self.warnings.append(say.does_not_fit(self.problem, state, step, index))
            self._fits = fits

    def _fit(self, state: State) -> bool:
        return slots_needed(self.problem, state) <= self.problem.rules.slot_count

    def _fire(self, step: Step, index: int) -> Step | None:
        """The step as it fired after mending, or `None` where it was left out."""
        told: set[tuple[str, tuple[str, ...]]] = set()
        for _ in range(8 + 2 * (len(step.takes) + len(step.tools) + len(step.fuel))):
            finding = self.run.step(step, index)
            if finding is None:
                return step
            if (finding.code, finding.items) not in told:
                told.add((finding.code, finding.items))
                self.findings.append(finding)
            mended = _MENDS.get(finding.code, _supply)(self, step, finding)
            if mended is None:
                return None
            step = mended
        return None

    def verdict(self) -> Verdict:
        """The verdict after the last step: goals and what is to be kept are looked at now."""
        end = self.run.state()
        for want in self.problem.want:
            held = sum(end.stock.get(item, 0) for item in want.any_of)
            if want.mode == "new":
                held -= sum(self.problem.have.stock.get(item, 0) for item in want.any_of)
            if held < want.n:
                self.findings.append(say.goal_missed(want, held))
        for item, n in sorted(self.problem.keep.items()):
            if end.stock.get(item, 0) < n:
                self.findings.append(say.not_kept(item, n, end.stock.get(item, 0)))
        totals = self.totals
        return Verdict(
            findings=tuple(self.findings),
            warnings=tuple(self.warnings),
            end=end,
            after=tuple(self.after),
            cost=totals.cost(self.problem.cost),
            effort=totals.effort,
            applications=totals.applications,
            used=totals.used,
            made=totals.made,
            gathered=totals.gathered,
            burned=self.run.burned,
            wear=totals.wear,
        )


def _supply(judge: Judge, step: Step, finding: Finding) -> Step | None:
    """Put what is short into the stock; nothing is supplied where there is no room for it, or more than is counted."""
    if finding.mend is None or not finding.mend.item or finding.mend.n < 1:
        return None
    stock = judge.run.stock.copy()
    if stock.count.get(finding.mend.item, 0) + finding.mend.n > MAX_COUNT:
        return None
    stock.change(finding.mend.item, finding.mend.n)
    if stock.slots and stock.slots.over:
        return None
    judge.run.stock = stock
    return step


def _drop(judge: Judge, step: Step, finding: Finding) -> Step | None:
    return None


def _rename(judge: Judge, step: Step, finding: Finding) -> Step | None:
    """The operator that was meant; the step is left out where there is none."""
    mend = finding.mend
    return replace(step, operator=mend.item) if mend is not None and mend.action == "rename" else None


def _place(judge: Judge, step: Step, finding: Finding) -> Step | None:
    placed = judge.run.stock.placed
    for item in finding.items:
        placed[item] = placed.get(item, 0) + 1
    return step


def _put_in_hand(judge: Judge, step: Step, finding: Finding) -> Step | None:
    item = finding.items[0]
    if item not in judge.run.stock.count and _supply(judge, step, finding) is None:
        return None
    judge.run.stock.hand = item
    return step


def _more_fuel(judge: Judge, step: Step, finding: Finding) -> Step | None:
    """Burn more than the binding lists; what is not there of it is supplied."""
    mend = finding.mend
    if mend is None or mend.action != "rebind" or judge.problem.rules.fuel_order == "lowest_slot":
        return _supply(judge, step, finding)
    missing = mend.n - max(0, judge.run.stock.free(mend.item))
    if missing > 0 and _supply(judge, step, replace(finding, mend=replace(mend, n=missing))) is None:
        return None
    return replace(step, fuel=(*step.fuel, (mend.item, mend.n)))


def _less_fuel(judge: Judge, step: Step, finding: Finding) -> Step | None:
    """List only what burns: as many pieces less, from the end, as the finding counts."""
    left = sum(n for _, n in step.fuel) - (finding.mend.n if finding.mend else 0)
    fuel: list[tuple[str, int]] = []
    for item, n in step.fuel:
        if left > 0:
            fuel.append((item, min(n, left)))
            left -= n
    return replace(step, fuel=tuple(fuel))


def _waive(judge: Judge, step: Step, finding: Finding) -> Step | None:
    judge.run.waived.add(step.operator)
    return step


def _make_room(judge: Judge, step: Step, finding: Finding) -> Step | None:
    """Go on as if there were slots enough; where the order of slots counts, there is no such thing."""
    if judge.run.stock.slots:
        return None
    judge.run.slot_count = None
    return step


def _rebind(judge: Judge, step: Step, finding: Finding) -> Step | None:
    operator = judge.problem.operators[step.operator]
    rebound = bind(judge.run.stock, operator, step.applications)
    return None if rebound == step else rebound


_MENDS = {
    "operator": _rename,
    "applications": _drop,
    "overflow": _drop,
    "station": _place,
    "hand": _put_in_hand,
    "fuel": _more_fuel,
    "fuel-surplus": _less_fuel,
    "limit": _waive,
    "slots": _make_room,
    "binding": _rebind,
}
"""How a finding of each code is mended; what is not named is supplied."""
