"""What a report says of how an impossible goal could be met all the same: `most`, `missing` and `more`.

A report holds a plan for the most that can be made if it was asked for, and no other proof of these. What can be
settled without one is: that a number is too high, by the report's own certificate put to that number; that there is a
plan, or that there is none, by a search through a small problem. The rest is told as unchecked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..pddl.model import Problem, State, Want, draws
from ..recipes.book import Item
from .claimed import At, Claimed, finish, read_claims, whole
from .claims import Claim, RefutedError, UnsettledError, examine
from .closure import absolute, closure_of, rows, unmet
from .exhaustive import MOST_OPERATORS, relevant, search
from .impossible import none_beside
from .planclaims import judged
from .planfile import embedded

FEW_STATES = 2_000
"""States that are searched for each of these claims."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The claims of a report and how many states a search for one may see."""

    claimed: Claimed
    most_states: int

    @property
    def problem(self) -> Problem:
        return self.claimed.problem

    def planned(self, problem: Problem) -> str:
        """How it is known that there is a plan; raises `RefutedError` where there is none."""
        if not unmet(problem):
            return "so it is at the start"
        seen = self._searched(problem)
        if seen is None:
            raise RefutedError("a search through every state finds no plan")
        return f"a search through {seen:,} states finds a plan"

    def hopeless(self, problem: Problem) -> str:
        """How it is known that there is no plan; raises `RefutedError` where there is one."""
        if not unmet(problem):
            raise RefutedError("that much is there at the start")
        try:
            return f"by the certificate: {none_beside(replace(self.claimed, problem=problem))}"
        except (RefutedError, UnsettledError):
            pass
        if self._searched(problem) is not None:
            raise RefutedError("a search finds a plan")
        return "searched: no state is a goal"

    def _searched(self, problem: Problem) -> int | None:
        """How many states a search saw until it found a plan; `None` where there is none."""
        if len(relevant(problem)) > MOST_OPERATORS:
            raise UnsettledError("the report has no proof of it, and there is much to search")
        try:
            seen = search(problem, min(self.most_states, FEW_STATES))
        except UnsettledError as reason:
            raise UnsettledError(f"the report has no proof of it ({reason})") from None
        return None if seen.cheapest is None else seen.states


def wish_claims(claimed: Claimed, most_states: int) -> Iterator[Claim]:
    """Every claim of how an impossible goal could be met all the same."""
    wishes = Wishes(claimed, most_states)
    yield from _missing(wishes)
    yield from _most(wishes)
    yield from _more(wishes)


# -- how much can be made ----------------------------------------------------------------------------------------------


def _most(wishes: Wishes) -> Iterator[Claim]:
    claimed = wishes.claimed
    told = claimed.form.list(("most",), claimed.data.get("most") or [])
    goals = wishes.problem.want
    if told and len(told) != len(goals):
        claimed.form.fault(("most",), "length", f"expected {len(goals)} numbers, one a goal")
    finish(claimed.form)
    for (k, value), want in zip(told, goals, strict=False):
        at: At = ("most", k)
        data: dict[str, Any] = claimed.form.object(at, value, ("low", "high", "unbounded"), ())
        low = whole(claimed.form, (*at, "low"), data.get("low"))
        high = None if data.get("high") is None else whole(claimed.form, (*at, "high"), data.get("high"))
        finish(claimed.form)
        name = want.name or " or ".join(want.any_of[:3])
        alone = replace(wishes.problem, want=(want,))
        if low:
            check = partial(_low, wishes, alone, low)
            yield examine(f"most.{k}.low", f"{low:,} {name} can be made", check)
        if data.get("unbounded") is True:
            yield examine(f"most.{k}.unbounded", f"there is no end to {name}", partial(_endless, alone))
        elif high is not None:
            more = _asking(alone, high + 1)
            check = partial(wishes.hopeless, more)
            yield examine(f"most.{k}.high", f"no more than {high:,} {name} can be made", check)


def _asking(problem: Problem, n: int) -> Problem:
    """A problem of one goal with another number asked for."""
    return replace(problem, want=(replace(problem.want[0], n=n),))


def _low(wishes: Wishes, alone: Problem, low: int) -> str:
    """The plan for the most shows it, where the report has one and it makes as many; else a search."""
    made = _by_partial(wishes, alone.want[0])
    if made is not None and made >= low:
        return f"the law executed the plan of `partial`, which makes {made:,}"
    try:
        return wishes.planned(_asking(alone, low))
    except UnsettledError as reason:
        hint = "" if made is not None else "; the report of `--partial` includes a plan"
        raise UnsettledError(f"{reason}{hint}") from None


def _by_partial(wishes: Wishes, want: Want) -> int | None:
    """How many of a goal the plan inside the report makes, counted as the goal counts, if it is sound and keeps what is
    to be kept in the same situation."""
    claimed = wishes.claimed
    if not claimed.data.get("partial"):
        return None
    inner = read_claims(
        embedded(claimed.form.source.removeprefix("\ufeff"), ("partial",)), claimed.form.file, claimed.find
    )
    same = replace(claimed.problem, want=inner.problem.want, notes=inner.problem.notes) == inner.problem
    verdict = judged(inner).verdict
    if not same or not verdict.sound:
        return None
    before = absolute(claimed.problem, want) - want.n
    return sum(verdict.end.stock.get(item, 0) for item in want.any_of) - before


def _endless(alone: Problem) -> str:
    """It comes of nothing, by what may be done again and again."""
    rules, want = alone.rules, alone.want[0]
    if rules.slots == "hard" or rules.fuel_order == "lowest_slot":
        raise UnsettledError("under these rules what is held takes room, or burns by itself")
    free = {
        name: op
        for name, op in alone.operators.items()
        if op.limit is None and not any(draws(op, limited) for limited in alone.limits)
    }
    bare = replace(alone, have=State(), operators=free, keep={})
    if closure_of(bare, rows(bare)).run().had.isdisjoint(want.any_of):
        raise RefutedError("it does not come of nothing by what may be done again and again")
    short = [item for item, n in alone.keep.items() if alone.have.stock.get(item, 0) < n]
    if short:
        raise UnsettledError(f"too little {short[0]} is held of what is to be kept")
    return "it comes of nothing, by what may be done again and again"


# -- what would do -----------------------------------------------------------------------------------------------------


def _missing(wishes: Wishes) -> Iterator[Claim]:
    form, value = wishes.claimed.form, wishes.claimed.data.get("missing")
    if not value:
        return
    data: dict[str, Any] = form.object(("missing",), value, ("lists", "smallest", "complete"), ())
    lists = [
        form.counts(("missing", "lists", k), added) for k, added in form.list(("missing", "lists"), data.get("lists"))
    ]
    finish(form)
    if lists:
        what = " or ".join(", ".join(f"{n:,} {item}" for item, n in sorted(added.items())) for added in lists[:3])
        says = f"with {what}{' and so on' if len(lists) > 3 else ''} more there is a plan"
        yield examine("missing.lists", says, partial(_lists, wishes, lists))
    if data.get("smallest") is True and lists:
        yield examine("missing.smallest", "nothing smaller would do", partial(_smallest, lists))
    if data.get("complete") is True and lists:
        yield examine("missing.complete", "these lists are all of their size", _unnamed)


def _lists(wishes: Wishes, lists: list[dict[Item, int]]) -> str:
    """With each of the lists there is a plan."""
    found = ""
    for k, added in enumerate(lists):
        try:
            _check_known(wishes.problem, added)
            found = wishes.planned(with_more(wishes.problem, added))
        except RefutedError as fault:
            raise RefutedError(f"with {added}: {fault}", f"missing.lists.{k}") from None
    return f"{found}, for each of the {len(lists)}" if len(lists) > 1 else found


def _check_known(problem: Problem, added: Mapping[Item, int]) -> None:
    unknown = [item for item in added if item not in problem.book.items]
    if unknown:
        raise RefutedError(f"there is no item `{unknown[0]}`")


def _smallest(lists: list[dict[Item, int]]) -> str:
    """Lists that differ in size are not all the smallest; that nothing smaller would do is known of one piece alone."""
    sizes = {sum(added.values()) for added in lists}
    if len(sizes) > 1:
        raise RefutedError(f"lists of {min(sizes):,} and of {max(sizes):,} pieces are not both the smallest")
    if sizes == {1}:
        return "one piece is the least, since there is no plan with none"
    return _unnamed()


def _unnamed() -> str:
    raise UnsettledError("the report does not say which items count as missing, so others are not looked at")


def _more(wishes: Wishes) -> Iterator[Claim]:
    form = wishes.claimed.form
    more = form.counts(("more",), wishes.claimed.data.get("more") or {})
    finish(form)
    for item, n in more.items():
        yield examine(f"more.{item}", f"{n:,} more {item} would do, and no fewer", partial(_alone, wishes, item, n))


def _alone(wishes: Wishes, item: Item, n: int) -> str:
    """There is a plan with so many more of it, and none with one less."""
    _check_known(wishes.problem, {item: n})
    if n > 1:
        try:
            fewer = wishes.hopeless(with_more(wishes.problem, {item: n - 1}))
        except RefutedError as fault:
            raise RefutedError(f"{n - 1:,} would do as well: {fault}") from None
    else:
        fewer = "there is no plan without it"
    return f"{wishes.planned(with_more(wishes.problem, {item: n}))}; with fewer, none ({fewer})"


def with_more(problem: Problem, added: Mapping[Item, int]) -> Problem:
    """The problem with more held, and free to be used; goals count from what was held without it."""
    stock = dict(problem.have.stock)
    for item, n in added.items():
        stock[item] = stock.get(item, 0) + n
    return replace(
        problem,
        have=replace(problem.have, stock=stock, slots=None),
        want=tuple(replace(want, n=absolute(problem, want), mode="total") for want in problem.want),
        protected=problem.protected - added.keys(),
    )
