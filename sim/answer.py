"""The four answers that planning can end with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ..pddl.model import Problem
from ..recipes.book import Item
from .plan import Plan, Verdict


@dataclass(frozen=True, slots=True)
class Bound:
    """A lower bound on the cost vector, criterion by criterion, in the problem's order.

    `values[k]` bounds criterion k for plans that meet the earlier criteria exactly. `checked`: every number can be
    recomputed in exact arithmetic; else only a solver vouches for it. `how` says where it comes from.
    """

    values: tuple[int, ...]
    checked: bool
    how: str


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Certificate of impossibility: a set of items none of which can be made first.

    No item of `items` is held, and every operator that gives one takes or needs an ingredient whose members all lie
    in `items`; the wanted items are among them.
    """

    kind: Literal["unreachable"] = "unreachable"
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Priced:
    """Certificate of impossibility: prices under which no operator gains value and the goal is worth more than what is
    held.

    `prices` gives whole numbers for items (others: 0). An ingredient is worth its cheapest member, less the container
    that comes back; a tick of fuel the least price a tick that a fuel allows. `passed` are items that every way to the
    goal makes at least once and that nothing takes: each counts once with the goal. What is limited may gain, by
    `gains` at each application of the operator, or for each piece gathered of the item. `never` are items that cannot
    be made first, as in `Unreachable`: operators that ask for one of them never fire. `worth` is the value of the goal
    and of what is passed, `held` that of the start and of all gains; `worth > held`.
    """

    kind: Literal["prices"] = "prices"
    prices: dict[Item, int] = field(default_factory=dict[Item, int])
    passed: tuple[Item, ...] = ()
    gains: dict[str, int] = field(default_factory=dict[str, int])
    never: tuple[Item, ...] = ()
    worth: int = 0
    held: int = 0


@dataclass(frozen=True, slots=True)
class Searched:
    """Certificate of impossibility: a finished search through all `states` that `operators` can lead to, application by
    application, none of which is a goal. No other operator of the problem gives anything that the goal draws on."""

    kind: Literal["search"] = "search"
    states: int = 0
    operators: tuple[str, ...] = ()


Certificate: TypeAlias = Unreachable | Priced | Searched


@dataclass(frozen=True, slots=True)
class Optimal:
    """A plan that the law accepted, and a lower bound equal to its cost."""

    problem: Problem
    plan: Plan
    verdict: Verdict
    bound: Bound
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feasible:
    """A plan that the law accepted, its cost, a proved lower bound; the gap is what lies between."""

    problem: Problem
    plan: Plan
    verdict: Verdict
    bound: Bound
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Impossible:
    """No plan exists, and the certificate says why. `missing` lists leaves that would be needed, where known."""

    problem: Problem
    certificate: Certificate
    missing: dict[Item, int] = field(default_factory=dict[Item, int])
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """The budget ended without a plan and without a proof; `bound` is the best that is known."""

    problem: Problem
    reason: str
    bound: Bound
    notes: tuple[str, ...] = ()


Answer: TypeAlias = Optimal | Feasible | Impossible | Unknown
