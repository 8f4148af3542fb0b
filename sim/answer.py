"""The four answers that planning can end with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ..pddl.model import Problem
from ..recipes.book import Item
from .plan import Plan, Verdict
from .proof import SearchProof


@dataclass(frozen=True, slots=True)
class Cut:
    """A row that every plan meets in which one of the operators `first` fires at some time.

    Without `weights`: one of them is applied at least once. With `weights` (whole, by cell): before the first of them
    fires, what the others bring about weighs at least what it takes, less what is held. With `last` it is the last
    application of the one operator that is looked at, and what its own others bring about and take counts too.
    """

    first: tuple[str, ...]
    weights: Mapping[str, int] = field(default_factory=dict[str, int])
    last: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """A case split on the applications of `columns` in all: at most `at` (node `low`), or more (node `high`)."""

    columns: tuple[str, ...]
    at: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Leaf:
    """A case that is closed by whole multipliers, in units of 1/`unit` of the criterion.

    `objective` 1: the criterion is too high; 0: there is no plan at all here. `prices` by cell; `cuts`, `marks` (cuts
    read as counting used operators), `wants` by their places; `limits` by operator; `caps` of the earlier criteria in
    order; `groups` by depth of the branch on the way from the root.
    """

    objective: int
    prices: Mapping[str, int]
    cuts: Mapping[int, int] = field(default_factory=dict[int, int])
    marks: Mapping[int, int] = field(default_factory=dict[int, int])
    wants: Mapping[int, int] = field(default_factory=dict[int, int])
    limits: Mapping[str, int] = field(default_factory=dict[str, int])
    caps: tuple[int, ...] = ()
    groups: Mapping[int, int] = field(default_factory=dict[int, int])


@dataclass(frozen=True, slots=True)
class Tree:
    """Proof that no plan whose earlier criteria are at most the bound's has less than `value` in one criterion: case
    splits from node 0 on, each closed by the linear system of docs/proofs.md.

    The system speaks of the problem without the items that `folded` sends to others (any plan has an image without
    them that costs no more), and without burning `unburned` fuels (what goes into one burns as long).
    """

    criterion: int
    value: int
    unit: int
    cuts: tuple[Cut, ...]
    nodes: tuple[Branch | Leaf, ...]
    folded: Mapping[Item, Item] = field(default_factory=dict[Item, Item])
    unburned: tuple[Item, ...] = ()
    kind: Literal["tree"] = "tree"


@dataclass(frozen=True, slots=True)
class Bound:
    """A lower bound on the cost vector, criterion by criterion, in the problem's order.

    `values[k]` bounds criterion k for plans that meet the earlier criteria exactly. `checked`: every number can be
    recomputed in exact arithmetic; else only a solver vouches for it. `how` says where it comes from. `trees` prove
    criteria that the prices alone do not, `search` those that are sums. Prices are found anew by who reports them.
    """

    values: tuple[int, ...]
    checked: bool
    how: str
    trees: tuple[Tree, ...] = ()
    search: SearchProof | None = None


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
    that comes back; `ticks` prices the ticks of each pool of fuel, no fuel being worth less than its ticks. `passed`
    are items that every way to the goal makes at least once and that nothing takes: each counts once with the goal.
    What is limited may gain, by `gains` at each application of the operator, or for each piece gathered of the item.
    `never` are items that cannot be made first, as in `Unreachable`: operators that ask for one of them never fire.
    `worth` is the value of the goal and of what is passed, `held` that of the start and of all gains; `worth > held`.
    """

    kind: Literal["prices"] = "prices"
    prices: dict[Item, int] = field(default_factory=dict[Item, int])
    passed: tuple[Item, ...] = ()
    gains: dict[str, int] = field(default_factory=dict[str, int])
    never: tuple[Item, ...] = ()
    worth: int = 0
    held: int = 0
    ticks: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class Searched:
    """Certificate of impossibility: a finished search through all `states` that `operators` can lead to, application by
    application, none of which is a goal. No other operator of the problem gives anything that the goal draws on."""

    kind: Literal["search"] = "search"
    states: int = 0
    operators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scarce:
    """Certificate of impossibility: of the items of `most` no more than so many can be had in all, what is held at the
    start and all that is made added up, and a goal asks for more.

    `never` are items that cannot be made first, as in `Unreachable`. An operator that takes an ingredient of which all
    members lie in `most` and `never` fires at most as often as there is enough of it in all; what that makes, and
    nothing else, adds to what is held.
    """

    kind: Literal["scarce"] = "scarce"
    most: dict[Item, int] = field(default_factory=dict[Item, int])
    never: tuple[Item, ...] = ()


Certificate: TypeAlias = Unreachable | Priced | Searched | Scarce


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
class Missing:
    """What would have to be held besides to make an impossible goal possible, in leaves: the fewest pieces in all, then
    of the fewest kinds.

    `lists` are the ties of that; with each of them held besides, the law has accepted a plan. `complete`: they are all
    there are. `smallest`: nothing smaller would do; else the lists are an upper bound. `checked`: the number of pieces
    is proved by prices, in exact arithmetic, or by a search through every state; else only a solver vouches for
    `smallest`. `why` says why there is none, or what ended the search.
    """

    lists: tuple[dict[Item, int], ...] = ()
    complete: bool = False
    smallest: bool = False
    checked: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """How many of one goal can be made, the other goals left aside: `low` is planned, more than `high` is proved
    impossible. `high` is `None` where nothing is proved, or where the number is `unbounded`."""

    low: int
    high: int | None
    unbounded: bool = False


@dataclass(frozen=True, slots=True)
class Most:
    """How much of an impossible goal can be made now: `counts` by goal, each by itself; `plan` is an answer that makes
    the most of the goals together, the first one first (`None`: none of any). Numbers are counted as the goal counts
    them: in all, or (`new`) beyond what is held."""

    counts: tuple[Count, ...] = ()
    plan: Optimal | Feasible | None = None


@dataclass(frozen=True, slots=True)
class Impossible:
    """No plan exists, and the certificate says why.

    `missing` and `most` say what a person wants next (`None`: not asked for); `more` how many more of one thing that is
    held would do, of that alone, where it would.
    """

    problem: Problem
    certificate: Certificate
    missing: Missing | None = None
    most: Most | None = None
    more: dict[Item, int] = field(default_factory=dict[Item, int])
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """The budget ended without a plan and without a proof; `bound` is the best that is known."""

    problem: Problem
    reason: str
    bound: Bound
    notes: tuple[str, ...] = ()


Answer: TypeAlias = Optimal | Feasible | Impossible | Unknown
