"""What there is to say of an answer, as data: steps in words, totals, the recipe tree. `cli/` only lays it out.

The form is published in `report.schema.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from ..pddl.compile import compile_domain
from ..pddl.model import Problem, State, Want
from ..recipes.book import Item, Recipe, Source
from ..recipes.identity import BookName, book_name
from ..recipes.rulesfile import rules_data
from ..sim.answer import Answer, Certificate, Feasible, Impossible, Optimal, Tree, Unknown, Unreachable
from ..sim.plan import Finding, Plan, Verdict
from ..sim.planfile import book_data, dump, header_of, state_data
from ..sim.proof import Proof
from .barred import barred
from .blocked import blocked
from .later import told
from .proofs import proofs
from .shortage import shortage
from .tree import recipe_tree
from .wording import step_words

Data: TypeAlias = dict[str, Any]
KINDS: dict[type, str] = {Optimal: "optimal", Feasible: "feasible", Impossible: "impossible", Unknown: "unknown"}


def report(answer: Answer, files: Sequence[str] = (), *, partial: bool = False) -> Data:
    """The whole report of an answer; `files` are those that the problem's book was read from, as they were given.
    `partial`: with the report of what can be made of an impossible goal.
    """
    answer = told(answer)
    problem = answer.problem
    name = book_name(problem.book, files)
    out: Data = {
        "craftproof": "report/1",
        "answer": KINDS[type(answer)],
        "version": problem.book.version,
        **({"book": book_data(name)} if name else {}),
        "rules": rules_data(problem.rules),
        "goal": [goal_data(want) for want in problem.want],
        "have": state_data(problem.have),
        **asked_besides(problem),
        "notes": list(dict.fromkeys((*problem.notes, *answer.notes))),
    }
    match answer:
        case Optimal() | Feasible():
            out |= planned(problem, answer.plan, answer.verdict, name)
            out["bound"] = bound_data(problem, answer)
            out["gap"] = gap(answer.verdict.cost, answer.bound.values)
        case Impossible():
            out["certificate"] = plain(answer.certificate)
            out |= shortage(answer)
            lines: list[Data] = []
            if isinstance(answer.certificate, Unreachable):
                out["blocked"] = lines = blocked(problem, answer.certificate.items)
            out["barred"] = barred(problem, answer.certificate, [line["item"] for line in lines])
            if partial and answer.most:
                out["partial"] = report(answer.most.plan, files) if answer.most.plan else None
        case Unknown():
            out["reason"] = answer.reason
            out["bound"] = bound_data(problem, answer)
    return out


def asked_besides(problem: Problem) -> Data:
    """What was asked for beside goal and stock, so far as anything was: bans by the operators that they leave out."""
    every = compile_domain(problem.book, problem.rules).operators
    gone = [name for name in every if name not in problem.operators]
    sources = {name for name in every if isinstance(every.origins[name], Source)} if gone else set[str]()
    gather = not sources or not sources.issubset(gone)
    out: Data = {
        "keep": dict(sorted(problem.keep.items())),
        "limits": dict(sorted(header_of(problem).limits.items())),
        "ban": [name for name in gone if gather or name not in sources],
        "prefer": sorted(problem.prefer),
    }
    return {key: value for key, value in out.items() if value} | ({} if gather else {"gather": False})


def gap(cost: Sequence[int], least: Sequence[int]) -> list[int | None]:
    """Cost less bound, up to the first criterion in which they differ; `None` after it.

    The bound of a criterion speaks of plans that meet those before it exactly.
    """
    out: list[int | None] = []
    for have, low in zip(cost, least, strict=False):
        out.append(None if any(out) else have - low)
    return out


def planned(problem: Problem, plan: Plan, verdict: Verdict, book: BookName | None = None) -> Data:
    """The part of a report that only answers with a plan have."""
    return {
        "cost": dict(zip(problem.cost, verdict.cost, strict=False)),
        "steps": steps_data(problem, plan),
        "tree": recipe_tree(problem, plan, verdict),
        "totals": totals(problem, plan, verdict),
        "warnings": [finding_data(f) for f in verdict.warnings],
        "plan": json.loads(dump(problem, plan, book)),
    }


def steps_data(problem: Problem, plan: Plan) -> list[Data]:
    """The steps in words; those of different operators that would read the same are told apart by their ids."""
    steps = [step_words(problem, step) for step in plan.steps]
    alike: dict[str, set[str]] = {}
    for words in steps:
        alike.setdefault(words["text"], set()).add(words["operator"])
    for words in steps:
        if len(alike[words["text"]]) > 1:
            words["text"] += f" ({words['operator']})"
    return steps


def verdict_report(problem: Problem, verdict: Verdict) -> Data:
    """What the law says of a plan, in the form of `verdict.schema.json`."""
    return {
        "craftproof": "verdict/1",
        "sound": verdict.sound,
        "version": problem.book.version,
        "rules": rules_data(problem.rules),
        "goal": [goal_data(want) for want in problem.want if want.any_of],
        "findings": [finding_data(f) for f in verdict.findings],
        "warnings": [finding_data(f) for f in verdict.warnings],
        "notes": list(problem.notes),
        "cost": dict(zip(problem.cost, verdict.cost, strict=False)),
        "end": state_data(verdict.end),
    }


def goal_data(want: Want) -> Data:
    """One goal."""
    return {"name": want.name or " or ".join(want.any_of), "n": want.n, "mode": want.mode, "any_of": list(want.any_of)}


def bound_data(problem: Problem, answer: Optimal | Feasible | Unknown) -> Data:
    """A lower bound by criterion, and where it comes from."""
    bound = answer.bound
    return {
        "values": dict(zip(problem.cost, bound.values, strict=False)),
        "checked": bound.checked,
        "how": bound.how,
        "proof": {name: proof and plain(proof) for name, proof in proofs(problem, bound).items()},
    }


def plain(proof: Proof | Tree | Certificate) -> Data:
    """A proof or certificate as what comes out of JSON: lists, and texts as keys."""
    return json.loads(json.dumps(asdict(proof)))


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


def totals(problem: Problem, plan: Plan, verdict: Verdict) -> Data:
    """What the whole plan gathers, makes, uses up, burns, wears and leaves over, and the stations it needs.

    What is there at the end is the goals, `left` and `held` added up.
    """
    origins = [problem.operators[step.operator].origin for step in plan.steps]
    stations = {o.station for o in origins if isinstance(o, Recipe) and o.station}
    left, held = beyond(problem, verdict.end)
    return {
        "gather": by_name(verdict.gathered),
        "made": by_name(verdict.made),
        "used": by_name(verdict.used),
        "burned": by_name(verdict.burned),
        "wear": by_name(verdict.wear),
        "left": left,
        "held": held,
        "stations": sorted(stations) if problem.rules.stations != "free" else [],
    }


def by_name(counts: Mapping[Item, int]) -> dict[Item, int]:
    """Counts in the order of names, without noughts."""
    return {item: n for item, n in sorted(counts.items()) if n}


def beyond(problem: Problem, end: State) -> tuple[dict[Item, int], dict[Item, int]]:
    """What is there at the end beyond the goals: what was made or gathered, and what was there from the start.

    A goal is met by what was held first, one that asks for more than was held by what was made.
    """
    start = problem.have.stock
    held = {item: min(n, start.get(item, 0)) for item, n in end.stock.items()}
    made = {item: n - held[item] for item, n in end.stock.items()}
    for want in problem.want:
        owed = want.n
        for stock in (held, made) if want.mode == "total" else (made, held):
            for item in sorted(want.any_of, key=lambda i: (-stock.get(i, 0), i)):
                taken = min(owed, stock.get(item, 0))
                owed -= taken
                stock[item] = stock.get(item, 0) - taken
    return by_name(made), by_name(held)
