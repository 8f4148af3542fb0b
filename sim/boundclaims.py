"""Lower bounds, one claim a criterion: each kind of proof has one checking function here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, cast

from ..pddl.model import MOVES, Problem
from ..recipes.locate import Json
from .caseform import tree_in
from .casetree import CaseTree
from .claimed import At, Claimed, finish, texts, whole, wholes
from .claims import Claim, RefutedError, UnsettledError, equal, examine
from .closure import Row, at_start, rows, standing, unmet
from .exhaustive import SUMS, Seen, cheaper, search
from .planform import Form
from .pricing import Prices, gain, weigh
from .smaller import Folds, Smaller

FEW_STATES = 10_000
"""States that are searched for what a report leaves unproved."""


@dataclass(eq=False)
class Bounds:
    """The bound of a report: `values` by criterion, and what is worked out once for all of them."""

    claimed: Claimed
    values: Mapping[str, int]
    most_states: int
    folds: Folds = field(default_factory=dict[object, Smaller])

    @property
    def problem(self) -> Problem:
        return self.claimed.problem

    @cached_property
    def seen(self) -> Seen:
        """The search through every state, done once for all criteria."""
        return search(self.problem, self.most_states)


@dataclass(frozen=True, slots=True)
class Stated:
    """The proof of one criterion as a report states it: its data and its place."""

    of: Bounds
    criterion: str
    data: Mapping[str, Json]
    at: At

    @property
    def form(self) -> Form:
        return self.of.claimed.form

    @property
    def value(self) -> int:
        return self.of.values[self.criterion]

    @property
    def place(self) -> str:
        return ".".join(map(str, self.at))


def bound_claims(claimed: Claimed, most_states: int) -> Iterator[Claim]:
    """The claim of each criterion's bound, in the order of the cost vector."""
    form = claimed.form
    data: dict[str, Any] = form.object(("bound",), claimed.data.get("bound", {}), ("values",), ())
    values = form.counts(("bound", "values"), data.get("values", {}))
    proofs: dict[str, Any] = form.object(("bound", "proof"), data.get("proof", {}), (), ())
    for name in claimed.problem.cost:
        if name not in values:
            form.fault(("bound", "values"), "missing-key", f'expected a key "{name}" here')
    finish(form)
    bounds = Bounds(claimed, values, most_states)
    for name in claimed.problem.cost:
        check = partial(_check, bounds, name, proofs.get(name))
        yield examine(f"bound.values.{name}", f"{name} is at least {values[name]:,}", check)


def _check(bounds: Bounds, name: str, proof: Json) -> str:
    """Check the bound of one criterion; one that says nothing needs no proof."""
    if bounds.values[name] < 1:
        return "no cost is below 0"
    if proof is None:
        return unproved(bounds, name)
    form, at = bounds.claimed.form, ("bound", "proof", name)
    data: dict[str, Any] = form.object(at, proof, ("kind",), ())
    kind = form.text((*at, "kind"), data.get("kind", "?"))
    finish(form)
    if kind not in PROOFS:
        raise UnsettledError(f"proofs of the kind {kind!r} are not known here")
    return PROOFS[kind](Stated(bounds, name, data, at))


def nought(proof: Stated) -> str:
    """No cost is below 0; that proves nothing more."""
    raise RefutedError(f"that no cost is below 0 does not prove {proof.value:,}", proof.place)


def one_step(proof: Stated) -> str:
    """Some goal is not met by what is held and what stands, and moves of stations bring no more of it about."""
    problem = proof.of.problem
    if proof.value > 1:
        raise RefutedError(f"one step is proved, not {proof.value:,}", proof.place)
    if proof.criterion not in ("applications", "distinct", "lines"):
        raise RefutedError(f"that something has to be done proves nothing of {proof.criterion}", proof.place)
    table, start = rows(problem), at_start(problem)
    for members, n in unmet(problem).items():
        tokens = [*members, *(standing(item) for item in members)]
        prices = Prices(dict.fromkeys(tokens, 1), {}, {}, (), frozenset())
        free = [row for row in table if row.operator.kind in MOVES and gain(row, prices) > 0]
        if proof.criterion == "lines" or (sum(start.get(t, 0) for t in tokens) < n and not free):
            return "a goal is not met at the start, so something has to be done"
    raise RefutedError("the goals are met at the start, or moving stations about meets them", proof.place)


def prices(proof: Stated) -> str:
    """No operator gains more value than it costs, so the goal's worth above what is held is a bound."""
    if proof.criterion not in SUMS:
        raise RefutedError(f"prices prove nothing of the criterion {proof.criterion}", proof.place)
    form, at, data = proof.form, proof.at, proof.data
    scale = whole(form, (*at, "scale"), data.get("scale"), 1)
    stated = stated_prices(form, at, data)
    finish(form)

    def cost(row: Row) -> int:
        effort = proof.criterion == "effort"
        return scale * (row.operator.effort if effort else int(row.operator.kind not in MOVES))

    weighed = weigh(proof.of.problem, stated, cost, proof.place)
    proved = -(-(weighed.worth - weighed.held) // scale)
    if proved < proof.value:
        raise RefutedError(f"the prices prove {proved:,}, not {proof.value:,}", proof.place)
    return f"{len(stated.price)} prices at which no operator gains; they prove {proved:,}"


def stated_prices(form: Form, at: At, data: Mapping[str, Json]) -> Prices:
    """Prices, gains and sets of items as a proof or certificate states them."""
    return Prices(
        price=wholes(form, (*at, "prices"), data.get("prices", {})),
        ticks=wholes(form, (*at, "ticks"), data.get("ticks", {})),
        gains=wholes(form, (*at, "gains"), data.get("gains", {})),
        passed=texts(form, (*at, "passed"), data),
        never=frozenset(texts(form, (*at, "never"), data)),
    )


def searched(proof: Stated) -> str:
    """Every state that costs less was seen, and none is a goal."""
    if proof.criterion not in SUMS:
        raise RefutedError(f"the search does not compare {proof.criterion}", proof.place)
    check_names(proof.of.problem, proof.form, proof.at, proof.data)
    problem, seen = proof.of.problem, proof.of.seen
    if seen.cheapest is None:
        return f"searched again, {seen.states:,} states: no plan at all"
    sums = [name for name in problem.cost if name in SUMS]
    found = dict(zip(sums, seen.cheapest, strict=True))
    if found[proof.criterion] < proof.value:
        raise RefutedError(f"a search finds a plan of {proof.criterion} {found[proof.criterion]:,}", proof.place)
    earlier = [name for name in sums[: sums.index(proof.criterion)] if proof.of.values[name] != found[name]]
    if earlier:
        raise UnsettledError(f"it speaks of plans of {earlier[0]} {proof.of.values[earlier[0]]:,}, and there are none")
    return f"searched again, {seen.states:,} states: {found[proof.criterion]:,} at the least"


def cases(proof: Stated) -> str:
    """Every case of a tree is closed."""
    problem, names = proof.of.problem, proof.of.problem.cost
    tree = tree_in(proof.form, proof.at, proof.data)
    finish(proof.form)
    if tree.criterion >= len(names) or names[tree.criterion] != proof.criterion:
        raise RefutedError(f"the tree speaks of another criterion than {proof.criterion}", f"{proof.place}.criterion")
    if tree.value < proof.value:
        raise RefutedError(f"the tree proves {tree.value:,}, not {proof.value:,}", f"{proof.place}.value")
    earlier = [proof.of.values[name] for name in names[: tree.criterion]]
    leaves = CaseTree(problem, tree, earlier, proof.place, proof.of.folds).check()
    return f"a tree of {leaves:,} case{'s' if leaves > 1 else ''}, each closed"


def unproved(bounds: Bounds, name: str) -> str:
    """Where a report has no proof, only a search for cheaper plans can tell, if the problem is small."""
    names = bounds.problem.cost
    k = names.index(name)
    bound = tuple(bounds.values[each] for each in names[: k + 1])
    try:
        cost, states = cheaper(bounds.problem, bound, min(bounds.most_states, FEW_STATES))
    except UnsettledError as reason:
        raise UnsettledError(f"the report has no proof of it; only a solver vouches for it ({reason})") from None
    if cost is None:
        return f"the report has no proof of it; searched here, {states:,} states that cost less: none is a goal"
    if all(n <= least for n, least in zip(cost, bound, strict=True)):
        raise RefutedError(f"a search finds a plan of {', '.join(map(_told, names, cost))}")
    raise UnsettledError(f"it speaks of plans of the bounds before it, and there is one of {_told(names[0], cost[0])}")


def _told(name: str, n: int) -> str:
    return f"{name} {n:,}"


def check_names(problem: Problem, form: Form, at: At, data: Mapping[str, Json]) -> None:
    """Raises `RefutedError` where a proof names an operator that the problem does not have."""
    names = texts(form, (*at, "operators"), data)
    finish(form)
    unknown = [name for name in names if name not in problem.operators]
    if unknown:
        place = ".".join(map(str, (*at, "operators")))
        raise RefutedError(f"there is no operator `{unknown[0]}` in this problem", place)


PROOFS: dict[str, Callable[[Stated], str]] = {
    "nought": nought,
    "step": one_step,
    "prices": prices,
    "search": searched,
    "tree": cases,
}
"""How a proof of each kind is checked."""


def gap_claim(claimed: Claimed, cost: tuple[int, ...]) -> Claim:
    """The gap is cost less bound, up to the first criterion in which they differ."""
    values = cast(Mapping[str, int], claimed.data["bound"]["values"])
    found: list[int | None] = []
    for name, n in zip(claimed.problem.cost, cost, strict=True):
        found.append(None if any(found) else n - values[name])
    return examine("gap", "the gap is cost less bound", partial(equal, claimed.data.get("gap"), found, "gap"))
