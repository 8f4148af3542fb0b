"""A plan as lines of PDDL actions, one for each application and each free move before it.

The lines come from running the numeric task itself: of an operator's actions for the bound choice exactly one is
applicable in a state, and that one is written. A plan that the task cannot run is refused, never printed wrong.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Protocol

from ..recipes.book import Item
from ..recipes.diagnostic import Diagnostic, InputError
from .model import Operator, Problem
from .names import identifier
from .numeric import NumericAction, Values
from .printer import DOMAIN_NAME, Spelling
from .task import Task, numeric_task
from .variants import metric

MOST_LINES = 1_000_000
"""A classical plan file has a line for every application; longer ones are refused."""


class BoundStep(Protocol):
    """What is read of a plan's step: see `sim.plan.Step`."""

    @property
    def operator(self) -> str: ...
    @property
    def applications(self) -> int: ...
    @property
    def takes(self) -> tuple[tuple[tuple[Item, int], ...], ...]: ...
    @property
    def tools(self) -> tuple[Item, ...]: ...
    @property
    def fuel(self) -> tuple[tuple[Item, int], ...]: ...


class BoundPlan(Protocol):
    """What is read of a plan: see `sim.plan.Plan`."""

    @property
    def steps(self) -> Sequence[BoundStep]: ...


def print_plan(
    problem: Problem,
    plan: BoundPlan,
    *,
    full: bool = False,
    domain_name: str = DOMAIN_NAME,
    problem_name: str = "goal",
) -> str:
    """The plan file for `print_domain` and `print_problem` with the same `full`.

    Raises `InputError` where the plan cannot run there or would have more than a million lines.
    """
    task = numeric_task(problem, full)
    spell = Spelling(task)
    cost = 0
    lines = [f";;!domain: {identifier(domain_name)}", f";;!problem: {identifier(problem_name)}"]
    for action in unroll(problem, task, plan):
        lines.append(f"({spell.action(action)})")
        cost += action.cost
    return "\n".join([*lines, f"; cost = {cost} ({metric(problem)})", ""])


def unroll(problem: Problem, task: Task, plan: BoundPlan) -> Iterator[NumericAction]:
    """The actions of `plan`, run from the start of `task`."""
    values: Values = dict(task.start)
    lines = sum(s.applications + sum(n for i in s.takes for _, n in i) + sum(n for _, n in s.fuel) for s in plan.steps)
    if lines > MOST_LINES:
        raise _refused("plan-too-long", f"the plan would have up to {lines} lines", "print its steps as JSON instead")
    for number, step in enumerate(plan.steps):
        op = problem.operators.get(step.operator)
        if op is None or op.name not in task.variants:
            raise _refused(
                "plan-operator",
                f"step {number + 1}: {step.operator} is not in the printed domain",
                "print domain, problem and plan in full",
            )
        run = _StepRun(task, op, step, values)
        for application in range(step.applications):
            for options in run.moves():
                action = next((a for a in options if a.applicable(values)), None)
                if action is None:
                    raise _refused(
                        "plan-step",
                        f"step {number + 1}: {op.name} cannot be applied for the {application + 1}. time",
                        "verify the plan to see what is missing",
                    )
                action.apply(values)
                yield action


class _StepRun:
    """Deals the binding of one step out to its applications."""

    def __init__(self, task: Task, op: Operator, step: BoundStep, values: Values) -> None:
        self.task, self.op, self.step, self.values = task, op, step, values
        self._takes = [_deal(amounts) for amounts in step.takes]
        self._fuel = _deal(step.fuel)

    def moves(self) -> Iterator[Sequence[NumericAction]]:
        """The moves of the next application in order, each as the actions of which one has to apply."""
        make = self.task.make
        split: list[tuple[int, ...]] = []
        for ingredient, dealt in zip(self.op.takes, self._takes, strict=True):
            groups = make.pools.groups(self.op, ingredient)
            counts = [0] * len(groups)
            for _ in range(ingredient.n):
                member = next(dealt, "")
                where = next((k for k, g in enumerate(groups) if member in g.members), None)
                if where is None:
                    yield ()
                    return
                counts[where] += 1
                if groups[where].pool:
                    yield self.task.allots[member, groups[where].pool]
            split.append(tuple(counts))
        lit = yield from self._burn()
        yield self.task.variants[self.op.name].get((tuple(split), self.step.tools, tuple(sorted(lit))), ())

    def _burn(self) -> Generator[Sequence[NumericAction], None, list[Item]]:
        """Burn what is bound until the ticks suffice; what the operator lights itself is returned."""
        lit: list[Item] = []
        make = self.task.make
        pool, own = make.pool(self.op), make.own(self.op)
        while self.values.get(("ticks", pool), 0) + sum(make.fuels[fuel] for fuel in lit) < self.op.burns:
            fuel = next(self._fuel, "")
            if fuel in own:
                lit.append(fuel)
            else:
                yield self.task.burns.get((fuel, pool), ())
            if not fuel:
                break
        return lit


def _deal(amounts: tuple[tuple[Item, int], ...]) -> Iterator[Item]:
    for item, n in amounts:
        for _ in range(n):
            yield item


def _refused(code: str, message: str, hint: str) -> InputError:
    return InputError([Diagnostic(code, message, hint)])
