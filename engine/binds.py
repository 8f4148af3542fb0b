"""What binds: what was asked for and costs something, and what one piece more or less of an item would change.

Each entry is `{"kind", "items" or "operators", "n", "change"}` and, as `outcome`, what planning with that change gives.
Kinds: `limit`, `keep`, `ban`, `gather`, `protect` and `slots` are lifted (a limit that a plan reaches: by one); `held`,
`station`, `tool`, `gathered` are one more held at the start; `less` is one less gathered, of the item or of its tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from ..pddl.compile import absolute, compile_domain
from ..pddl.model import Operator, Problem, draws
from ..recipes.book import Item, Recipe, Source
from ..sim.answer import Feasible, Optimal
from ..sim.plan import Plan, Step, Verdict
from ..sim.verify import verify
from .again import Again, Outcome, drawn_by, nothing_known
from .unitprices import spent
from .wording import operator_words, product, product_count

Data: TypeAlias = dict[str, Any]
MOST_HELD, MOST_GATHERED, MOST_MADE, MOST_LESS = 4, 3, 4, 2
"""Items of each kind that a piece more or less is tried of."""


def binds(again: Again) -> list[Data]:
    """What binds the plan of an answer, or stands in the way of one, each with what planning without it gives."""
    found = [*_asked(again)]
    if isinstance(again.answer, Optimal | Feasible):
        found += _pieces(again, again.answer.verdict)
    return [entry | {"outcome": outcome.data()} for entry, outcome in found if outcome is not None]


Found: TypeAlias = tuple[Data, Outcome | None]


def _asked(again: Again) -> Iterator[Found]:
    """The restrictions of the request and of the rules, each lifted."""
    yield from _limits(again)
    problem = again.problem
    for item, n in problem.keep.items():
        rest = {i: k for i, k in problem.keep.items() if i != item}
        entry = {"kind": "keep", "items": [item], "n": n, "change": f"without keeping {n:,} {item}"}
        yield entry, again.planned(replace(problem, keep=rest))
    yield from _bans(again)
    if problem.protected and problem.rules.protect:
        free = replace(problem, protected=frozenset[Item](), rules=replace(problem.rules, protect=False))
        entry = {"kind": "protect", "items": sorted(problem.protected), "change": "without protecting what is held"}
        outcome = again.planned(free)
        if outcome is not None and (outcome.differs[1] or not again.steps):
            yield entry, outcome
    if problem.rules.slots == "hard" and problem.rules.fuel_order != "lowest_slot":
        entry = {"kind": "slots", "items": list[Item](), "change": "with room for everything"}
        yield entry, again.planned(replace(problem, rules=replace(problem.rules, slots="off")))


def _limits(again: Again) -> Iterator[Found]:
    """Limits that are reached, one higher; where there is no plan, each lifted."""
    problem, planned = again.problem, bool(again.steps)
    applied: dict[str, int] = {}
    for step in again.steps:
        applied[step.operator] = applied.get(step.operator, 0) + step.applications
    for item, n in problem.limits.items():
        by = {name: each for name, op in problem.operators.items() if (each := draws(op, item))}
        taken = sum(each * applied.get(name, 0) for name, each in by.items())
        if not planned or taken + max(by.values(), default=0) > n:
            rest = {i: k for i, k in problem.limits.items() if i != item}
            words = f"with a limit of {n + 1:,} {item}" if planned else f"without the limit of {n:,} {item}"
            entry: Data = {"kind": "limit", "items": [item], "n": n, "change": words}
            yield entry, again.planned(replace(problem, limits={**rest, item: n + 1} if planned else rest))
    for name, op in problem.operators.items():
        if op.limit is not None and (applied.get(name) == op.limit if planned else _asked_limit(op)):
            times = f"with {op.limit + 1:,} times" if planned else f"without the limit of {op.limit:,} times"
            entry = {"kind": "limit", "operators": [name], "n": op.limit, "change": f"{times} {operator_words(op)}"}
            limit = op.limit + 1 if planned else getattr(op.origin, "limit", None)
            yield entry, again.operators({**problem.operators, name: replace(op, limit=limit)})


def _asked_limit(op: Operator) -> bool:
    """Whether an operator's limit is the user's and not the book's."""
    return op.limit != getattr(op.origin, "limit", None)


def _bans(again: Again) -> Iterator[Found]:
    """Operators that were banned, and gathering where nothing is gathered."""
    problem = again.problem
    every = compile_domain(problem.book, problem.rules).operators
    gone = {name: op for name, op in every.items() if name not in problem.operators}
    sources = {name for name, op in gone.items() if isinstance(op.origin, Source)}
    gathered = any(isinstance(op.origin, Source) for op in problem.operators.values())
    if sources and not gathered:
        with_sources = {name: op for name, op in every.items() if name in problem.operators or name in sources}
        yield {"kind": "gather", "operators": [], "change": "with gathering"}, again.operators(with_sources)
    banned = [name for name in gone if gathered or name not in sources]
    if banned:
        back = {
            name: problem.operators.get(name, op)
            for name, op in every.items()
            if name in problem.operators or name in banned
        }
        entry = {"kind": "ban", "operators": banned, "change": "without the bans"}
        yield entry, again.operators(back)


def _pieces(again: Again, verdict: Verdict) -> Iterator[Found]:
    """One piece more or less of what the plan draws on."""
    problem = again.problem
    if problem.have.slots is None:
        for kind, item in _candidates(again, verdict):
            held = problem.have.stock.get(item, 0)
            more = "more " if held else ""
            entry = {"kind": kind, "items": [item], "n": held, "change": f"one {more}{item} held"}
            yield entry, again.one_more(item)
    if isinstance(again.answer, Optimal | Feasible):
        for item, n in _by_share(again, verdict)[:MOST_LESS]:
            if n > 1:
                yield _less(again, item, n)


def _candidates(again: Again, verdict: Verdict) -> list[tuple[str, Item]]:
    """Items of which one more held may save something: used up whole, a tool or station that is made, gathered."""
    problem = again.problem
    goals = {item for want in problem.want for item in want.any_of}
    stock, drawn = problem.have.stock, drawn_by(again.answer)
    held = [i for i, n in sorted(drawn.items(), key=lambda d: (-d[1], d[0])) if n == stock[i] and n][:MOST_HELD]
    stations = {o.station for name in again.used if isinstance(o := problem.operators[name].origin, Recipe)}
    made = [product(problem.operators[name]) for name in again.used]
    tools = [("tool" if i in verdict.wear else "station", i) for i in made if i in verdict.wear or i in stations]
    gathered = [item for item, _ in _by_share(again, verdict)[:MOST_GATHERED]]
    found = [*(("held", i) for i in held), *tools[:MOST_MADE], *(("gathered", i) for i in gathered)]
    kinds: dict[Item, str] = {}
    for kind, item in found:
        if item not in goals:
            kinds.setdefault(item, kind)
    return [(kind, item) for item, kind in kinds.items()]


def _by_share(again: Again, verdict: Verdict) -> list[tuple[Item, int]]:
    """What is gathered, and how many; what costs most comes first."""
    shares: dict[Item, int] = {}
    for step in again.steps:
        op = again.problem.operators[step.operator]
        if isinstance(op.origin, Source):
            item = product(op)
            shares[item] = shares.get(item, 0) + spent(op, again.rows[0].criterion) * step.applications
    order = sorted(shares, key=lambda i: (-shares[i], i))
    return [(item, verdict.gathered[item]) for item in order if verdict.gathered.get(item)]


def _less(again: Again, item: Item, n: int) -> Found:
    """One less gathered of an item, and no more than now of the others of the largest tag that it is in."""
    problem = again.problem
    gathered = again.answer.verdict.gathered if isinstance(again.answer, Optimal | Feasible) else {}
    tags = [(len(members), name) for name, members in problem.book.tags.items() if item in members]
    name = max(tags)[1] if tags else ""
    like = [i for i in problem.book.tags.get(name, ()) if i != item]
    limits = {i: min(gathered.get(i, 0), problem.limits.get(i, gathered.get(i, 0))) for i in like}
    changed = replace(problem, limits=dict(sorted({**problem.limits, **limits, item: n - 1}.items())))
    change = f"one {item} less gathered" + (f", nor more of #{name}" if like else "")
    entry: Data = {"kind": "less", "items": [item, *like], "n": n, "change": change}
    _gathered_first(again, changed, n - 1, (item, *like))
    return entry, again.planned(changed)


def _gathered_first(again: Again, changed: Problem, n: int, items: tuple[Item, ...]) -> None:
    """Add to the plans found one that gathers `n` of the first of `items` by hand, then plans as if that were held and
    gathers no more of any: easier to find than one that keeps within a limit."""
    problem = again.problem
    by = [op for name in again.used if product(op := problem.operators[name]) == items[0]]
    if len(by) != 1 or by[0].takes or by[0].needs or by[0].wears or problem.have.slots is not None:
        return
    rest = {k: op for k, op in problem.operators.items() if not any(draws(op, item) for item in items)}
    stock = {**problem.have.stock, items[0]: problem.have.stock.get(items[0], 0) + n}
    want = tuple(absolute(w, problem.have) for w in problem.want)
    held = replace(problem, operators=rest, want=want, have=replace(problem.have, stock=stock))
    outcome = again.planned(held)
    if outcome is not None and isinstance(outcome.answer, Optimal | Feasible):
        times = -(-n // product_count(by[0], items[0]))
        plan = Plan((Step(by[0].name, times), *outcome.answer.plan.steps))
        verdict = verify(changed, plan)
        if verdict.sound:
            again.found.append(Feasible(changed, plan, verdict, nothing_known(changed)))


def spends(problem: Problem, answer: Optimal | Feasible, criterion: str) -> list[Data]:
    """What the cost in a summed criterion adds up from, dearest first."""
    sums: dict[str, int] = {}
    for step in answer.plan.steps:
        sums[step.operator] = sums.get(step.operator, 0) + step.applications
    out: list[Data] = []
    for name, times in sums.items():
        op = problem.operators[name]
        if each := spent(op, criterion):
            item = product(op)
            n = times * product_count(op, item)
            out.append(
                {"operator": name, "item": item, "n": n, "applications": times, "each": each, "sum": each * times}
            )
    return sorted(out, key=lambda entry: (-entry["sum"], entry["operator"]))
