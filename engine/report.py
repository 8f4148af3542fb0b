"""What there is to say of an answer, as data: steps in words, totals, the recipe tree. `cli/` only lays it out.

The form is published in `report.schema.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

from ..pddl.model import Operator, Problem, State, Want
from ..recipes.book import Item, Recipe, Source, Where
from ..recipes.rulesfile import rules_data
from ..sim.answer import Answer, Feasible, Impossible, Optimal, Unknown
from ..sim.plan import Amounts, Finding, Plan, Step, Verdict
from ..sim.planfile import dump, state_data
from .tree import recipe_tree

Data: TypeAlias = dict[str, Any]
KINDS: dict[type, str] = {Optimal: "optimal", Feasible: "feasible", Impossible: "impossible", Unknown: "unknown"}
MOVES = ("place", "pickup", "equip")
IN_STATIONS = ("furnace", "blast_furnace", "smoker")


def report(answer: Answer) -> Data:
    """The whole report of an answer."""
    problem = answer.problem
    out: Data = {
        "craftproof": "report/1",
        "answer": KINDS[type(answer)],
        "version": problem.book.version,
        "rules": rules_data(problem.rules),
        "goal": [goal_data(want) for want in problem.want],
        "have": state_data(problem.have),
        "notes": list(dict.fromkeys((*problem.notes, *answer.notes))),
    }
    match answer:
        case Optimal() | Feasible():
            out |= planned(problem, answer.plan, answer.verdict)
            out["bound"] = bound_data(problem, answer)
            out["gap"] = [have - least for have, least in zip(answer.verdict.cost, answer.bound.values, strict=False)]
        case Impossible():
            out["certificate"] = asdict(answer.certificate)
            out["missing"] = dict(sorted(answer.missing.items()))
        case Unknown():
            out["reason"] = answer.reason
            out["bound"] = bound_data(problem, answer)
    return out


def planned(problem: Problem, plan: Plan, verdict: Verdict) -> Data:
    """The part of a report that only answers with a plan have."""
    return {
        "cost": dict(zip(problem.cost, verdict.cost, strict=False)),
        "steps": [step_words(problem, step) for step in plan.steps],
        "tree": recipe_tree(problem, plan, verdict),
        "totals": totals(problem, plan, verdict),
        "warnings": [finding_data(f) for f in verdict.warnings],
        "plan": json.loads(dump(problem, plan)),
    }


def verdict_report(problem: Problem, verdict: Verdict) -> Data:
    """What the law says of a plan, in the form of `verdict.schema.json`."""
    return {
        "craftproof": "verdict/1",
        "sound": verdict.sound,
        "version": problem.book.version,
        "rules": rules_data(problem.rules),
        "goal": [goal_data(want) for want in problem.want],
        "findings": [finding_data(f) for f in verdict.findings],
        "warnings": [finding_data(f) for f in verdict.warnings],
        "cost": dict(zip(problem.cost, verdict.cost, strict=False)),
        "end": state_data(verdict.end),
    }


def goal_data(want: Want) -> Data:
    """One goal."""
    return {"name": want.name or want.any_of[0], "n": want.n, "mode": want.mode, "any_of": list(want.any_of)}


def bound_data(problem: Problem, answer: Optimal | Feasible | Unknown) -> Data:
    """A lower bound by criterion, and where it comes from."""
    bound = answer.bound
    return {
        "values": dict(zip(problem.cost, bound.values, strict=False)),
        "checked": bound.checked,
        "how": bound.how,
    }


def finding_data(finding: Finding) -> Data:
    """One finding; steps and applications count from 1, a finding of the goal has step 0."""
    out: Data = {
        "code": finding.code,
        "message": finding.message,
        "step": finding.step + 1,
        "application": finding.application + 1,
        "items": list(finding.items),
        "short": finding.short,
    }
    if finding.mend:
        out["mend"] = asdict(finding.mend)
    return out


def step_words(problem: Problem, step: Step) -> Data:
    """A step in the manner of a player: verb, item, how many; of what, where, with what, burning what."""
    op = problem.operators[step.operator]
    verb, item = (*step.operator.split(), "")[:2]
    origin = op.origin
    out: Data = {
        "operator": step.operator,
        "applications": step.applications,
        "verb": verb,
        "item": item,
        "n": product_count(op, item) * step.applications,
        "takes": amounts([a for taken in step.takes for a in taken]),
        "with": list(dict.fromkeys(step.tools)),
        "burning": amounts(step.fuel),
    }
    if isinstance(origin, Recipe) and origin.station and problem.rules.stations != "free":
        out["at"] = origin.station
    if isinstance(origin, Source):
        if origin.block and origin.block != item:
            out["from"] = origin.block
        if where := where_words(origin.where):
            out["where"] = where
        if origin.expected:
            out["expected"] = True
    out["text"] = step_text(op, out)
    return out


def product_count(op: Operator, item: Item) -> int:
    """How many of its product one application gives; 1 for moves of stations and tools."""
    return 1 if op.kind in MOVES else dict(op.gives).get(item) or (op.gives[0][1] if op.gives else 1)


def step_text(op: Operator, words: Data) -> str:
    """A step as one line, such as `smelt iron_ingot x3 from iron_ore x3 in furnace, burning 1 coal`."""
    text = f"{words['verb']} {words['item']}"
    if op.kind in MOVES:
        return text
    text += f" x{words['n']}"
    if "from" in words:
        text += f" (from {words['from']})"
    if words["takes"]:
        text += " from " + ", ".join(f"{item} x{n}" for item, n in words["takes"].items())
    if station := words.get("at"):
        text += f" {'in' if station in IN_STATIONS else 'at'} {station}"
    if words["with"]:
        text += " with " + " and ".join(words["with"])
    if words["burning"]:
        text += ", burning " + ", ".join(f"{n} {item}" for item, n in words["burning"].items())
    if words.get("expected"):
        text += " (expected)"
    return text + (f"; {words['where']}" if words.get("where") else "")


def where_words(where: Where) -> str:
    """Where a source is found, in words; nothing for what lies about everywhere in the overworld."""
    parts: list[str] = [] if where.dimension == "overworld" else [f"in the {where.dimension.removeprefix('the_')}"]
    if where.heights:
        parts.append(f"heights {where.heights[0]} to {where.heights[1]}")
    if where.biomes:
        parts.append(" or ".join(where.biomes[:3]) + (" …" if len(where.biomes) > 3 else ""))
    return ", ".join([*parts, *where.conditions])


def amounts(given: Amounts | list[tuple[Item, int]]) -> dict[Item, int]:
    """Amounts added up by item, in the order in which the items first come."""
    out: dict[Item, int] = {}
    for item, n in given:
        out[item] = out.get(item, 0) + n
    return out


def totals(problem: Problem, plan: Plan, verdict: Verdict) -> Data:
    """What the whole plan gathers, makes, uses up, burns, wears and leaves over, and the stations it needs."""
    origins = [problem.operators[step.operator].origin for step in plan.steps]
    stations = {o.station for o in origins if isinstance(o, Recipe) and o.station}
    return {
        "gather": by_name(verdict.gathered),
        "made": by_name(verdict.made),
        "used": by_name(verdict.used),
        "burned": by_name(verdict.burned),
        "wear": by_name(verdict.wear),
        "left": left_over(problem, verdict.end),
        "stations": sorted(stations) if problem.rules.stations != "free" else [],
    }


def by_name(counts: Mapping[Item, int]) -> dict[Item, int]:
    """Counts in the order of names, without noughts."""
    return {item: n for item, n in sorted(counts.items()) if n}


def left_over(problem: Problem, end: State) -> dict[Item, int]:
    """What is there at the end beyond the goals and beyond what was there from the start."""
    have = problem.have.stock
    spare = {item: n - have.get(item, 0) for item, n in sorted(end.stock.items())}
    for want in problem.want:
        owed = want.n - (sum(have.get(i, 0) for i in want.any_of) if want.mode == "total" else 0)
        for item in sorted(want.any_of, key=lambda i: -spare.get(i, 0)):
            taken = max(0, min(owed, spare.get(item, 0)))
            owed -= taken
            spare[item] = spare.get(item, 0) - taken
    return {item: n for item, n in spare.items() if n > 0}
