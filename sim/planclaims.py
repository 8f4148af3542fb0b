"""What a report says of its plan: that the law accepts it, what it costs, uses and leaves, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from ..pddl.model import Problem
from ..recipes.book import Item, Recipe
from .claimed import Claimed, finish
from .claims import Claim, RefutedError, equal, examine
from .closure import demands
from .plan import Plan, Verdict
from .planfile import Header
from .planform import Form
from .verify import verify


@dataclass(frozen=True, slots=True)
class Judged:
    """The plan of a report with the situation that it names, and the law's verdict on it for the report's problem."""

    header: Header
    plan: Plan
    verdict: Verdict


def judged(claimed: Claimed) -> Judged:
    """The plan of a report, judged anew."""
    header, plan = claimed.plan()
    return Judged(header, plan, verify(claimed.problem, plan))


def plan_claims(claimed: Claimed, of: Judged) -> Iterator[Claim]:
    """Every claim about the plan of a report."""
    form, problem = claimed.form, claimed.problem
    yield examine("plan", "the plan is for this goal and situation", partial(_same_situation, claimed, of.header))
    steps = len(of.plan.steps)
    yield examine("plan", f"a plan of {steps:,} steps reaches the goal", partial(_accepted, of.verdict))
    cost = form.counts(("cost",), claimed.data.get("cost", {}))
    finish(form)
    found = dict(zip(problem.cost, of.verdict.cost, strict=True))
    yield examine("cost", f"it costs {words(cost)}", partial(equal, cost, found, "cost"))
    yield examine("steps", "the steps shown are those of the plan", partial(_same_steps, claimed, of.plan))
    yield examine("totals", "what is gathered, made, used and left in all", partial(_totals, claimed, of))
    warnings = len(of.verdict.warnings)
    told = len(form.list(("warnings",), claimed.data.get("warnings", [])))
    yield examine("warnings", f"{told} warnings", partial(equal, told, warnings, "warnings"))


def words(counts: Mapping[str, int]) -> str:
    """Counts by name in a line."""
    return ", ".join(f"{name} {n:,}" for name, n in counts.items()) or "nothing"


def _same_situation(claimed: Claimed, header: Header) -> str:
    """The situation inside the plan file is the report's own."""
    problem, own = claimed.problem, header.problem(claimed.problem.book)
    limits = claimed.form.counts(("limits",), claimed.data.get("limits", {}))
    pairs = (
        ("version", header.version, claimed.data["version"]),
        ("book", header.book and header.book.hash, claimed.book and claimed.book.hash),
        ("rules", own.rules, problem.rules),
        ("have", own.have, problem.have),
        ("want", [(w.any_of, w.n, w.mode) for w in own.want], [(w.any_of, w.n, w.mode) for w in problem.want]),
        ("keep", dict(own.keep), dict(problem.keep)),
        ("limits", dict(header.limits), limits),
    )
    for key, there, here in pairs:
        if there != here:
            raise RefutedError(f"the plan is for another {key} than the report", f"plan.{key}")
    return "version, book, rules, goal, what is held, keep and limits are the same"


def _accepted(verdict: Verdict) -> str:
    if not verdict.sound:
        raise RefutedError(verdict.findings[0].message, "plan.steps")
    return "the law executed it"


def _same_steps(claimed: Claimed, plan: Plan) -> str:
    """Names and numbers of the steps as they are told are those of the plan; the words made of them are not read."""
    form, problem = claimed.form, claimed.problem
    told = form.list(("steps",), claimed.data.get("steps", []))
    if len(told) != len(plan.steps):
        raise RefutedError(f"{len(told)} steps are told, the plan has {len(plan.steps)}")
    for (k, value), step in zip(told, plan.steps, strict=True):
        data = form.object(("steps", k), value, ("operator", "applications"), ())
        operator = problem.operators.get(step.operator)
        taken: dict[Item, int] = {}
        for item, n in [pair for amounts in step.takes for pair in amounts]:
            taken[item] = taken.get(item, 0) + n
        burned: dict[Item, int] = {}
        for item, n in step.fuel:
            burned[item] = burned.get(item, 0) + n
        found: dict[str, object] = {
            "operator": step.operator,
            "applications": step.applications,
            "takes": taken,
            "burning": burned,
        }
        found["with"] = list(dict.fromkeys(step.tools))
        given = dict(operator.gives) if operator else {}
        item = data.get("item")
        if isinstance(item, str) and item in given:
            found["n"] = given[item] * step.applications
        elif given:
            raise RefutedError(f"step {k + 1}: {item!r} is nothing that {step.operator} gives", f"steps.{k}.item")
        for key, value_found in found.items():
            if data.get(key) != value_found:
                raise RefutedError(f"step {k + 1}: {key} is {value_found}, told is {data.get(key)}", f"steps.{k}.{key}")
    return "the same operators, applications, items, tools and fuel; words made of them, and the tree, are not read"


def _totals(claimed: Claimed, of: Judged) -> str:
    form, problem, verdict = claimed.form, claimed.problem, of.verdict
    data = form.object(("totals",), claimed.data.get("totals", {}), (), ())
    found = {
        "gather": verdict.gathered,
        "made": verdict.made,
        "used": verdict.used,
        "burned": verdict.burned,
        "wear": verdict.wear,
    }
    for key, counts in found.items():
        told = _counts(form, key, data)
        for item in sorted({*told, *counts}):
            if told.get(item, 0) != counts.get(item, 0):
                message = f"{item} is told as {told.get(item, 0):,}, it is {counts.get(item, 0):,}"
                raise RefutedError(message, f"totals.{key}")
    _check_rest(problem, verdict, _counts(form, "left", data), _counts(form, "held", data))
    origins = [problem.operators[s.operator].origin for s in of.plan.steps if s.operator in problem.operators]
    stations = sorted({o.station for o in origins if isinstance(o, Recipe) and o.station})
    equal(data.get("stations"), [] if problem.rules.stations == "free" else stations, "stations")
    finish(form)
    return "recomputed, the same; goals, left and held make up what is there at the end"


def _counts(form: Form, key: str, data: Mapping[str, object]) -> dict[str, int]:
    return form.counts(("totals", key), data.get(key, {}))


def _check_rest(problem: Problem, verdict: Verdict, left: Mapping[Item, int], held: Mapping[Item, int]) -> None:
    """What is left and still held is there at the end beside the goals, and was there from the start or was not."""
    end, start = verdict.end.stock, problem.have.stock
    wanted = {item for members in demands(problem) for item in members} - problem.keep.keys()
    wanted |= {item for want in problem.want for item in want.any_of}
    for item in sorted({*end, *left, *held}):
        rest, there = left.get(item, 0) + held.get(item, 0), end.get(item, 0)
        if rest > there or (rest < there and item not in wanted):
            raise RefutedError(f"{rest:,} {item} are told to be there beside the goals, {there:,} are there", "totals")
        if held.get(item, 0) > start.get(item, 0):
            raise RefutedError(f"{held[item]:,} {item} are told to be still held, {start.get(item, 0):,} were held")
    beside = sum(end.values()) - sum(left.values()) - sum(held.values())
    if beside > sum(want.n for want in problem.want):
        raise RefutedError(f"{beside:,} items at the end are neither told nor wanted", "totals")
