"""Certificates that there is no plan: each kind has one checking function here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from ..recipes.locate import Json
from .boundclaims import check_names, stated_prices
from .claimed import Claimed, finish, texts, whole, wholes
from .claims import Claim, RefutedError, UnsettledError, examine, some
from .closure import check_never, demands, rows
from .exhaustive import search
from .pricing import weigh
from .scarce import check_scarce

AT = ("certificate",)


def certificate_claim(claimed: Claimed, most_states: int) -> Claim:
    """The claim that there is no plan."""
    form = claimed.form
    data: dict[str, Any] = form.object(AT, claimed.data.get("certificate", {}), ("kind",), ())
    kind = form.text((*AT, "kind"), data.get("kind", "?"))
    finish(form)
    return examine("certificate", "there is no plan", partial(_check, claimed, kind, data, most_states))


def _check(claimed: Claimed, kind: str, data: Mapping[str, Json], most_states: int) -> str:
    if kind not in CERTIFICATES:
        raise UnsettledError(f"certificates of the kind {kind!r} are not known here")
    return CERTIFICATES[kind](claimed, data, most_states)


def unreachable(claimed: Claimed, data: Mapping[str, Json], most_states: int) -> str:
    """None of the items can be made first, and all that serve for a goal are among them."""
    never = frozenset(texts(claimed.form, (*AT, "items"), data))
    finish(claimed.form)
    check_never(claimed.problem, rows(claimed.problem), never, "certificate.items")
    for members in demands(claimed.problem):
        if never.issuperset(members):
            return f"none of {len(never):,} items can be made first, {some(members) or 'the goal'} among them"
    raise RefutedError("all of these items are out of reach, but every goal has one that is not among them")


def priced(claimed: Claimed, data: Mapping[str, Json], most_states: int) -> str:
    """No operator gains, and the goal is worth more than what is held."""
    form = claimed.form
    stated = stated_prices(form, AT, data)
    worth, held = whole(form, (*AT, "worth"), data.get("worth")), whole(form, (*AT, "held"), data.get("held"))
    finish(form)
    weighed = weigh(claimed.problem, stated, lambda row: 0, "certificate")
    if weighed.worth < worth:
        raise RefutedError(f"the goal is worth {weighed.worth:,}, not {worth:,}", "certificate.worth")
    if weighed.held > held:
        raise RefutedError(f"what is held and gained is worth {weighed.held:,}, not {held:,}", "certificate.held")
    if worth <= held:
        raise RefutedError(f"the goal is worth {worth:,}, no more than the {held:,} of what is held")
    return f"no operator gains at these prices; the goal is worth {worth:,}, what is held {held:,}"


def searched(claimed: Claimed, data: Mapping[str, Json], most_states: int) -> str:
    """Every state that can be reached was seen, and none is a goal."""
    check_names(claimed.problem, claimed.form, AT, data)
    seen = search(claimed.problem, most_states)
    if seen.cheapest is not None:
        raise RefutedError("a search reaches the goal")
    return f"searched again: none of {seen.states:,} states is a goal"


def scarce(claimed: Claimed, data: Mapping[str, Json], most_states: int) -> str:
    """A goal asks for more than can be had in all."""
    never = frozenset(texts(claimed.form, (*AT, "never"), data))
    most = wholes(claimed.form, (*AT, "most"), data.get("most", {}))
    finish(claimed.form)
    return check_scarce(claimed.problem, most, never, "certificate")


CERTIFICATES: dict[str, Callable[[Claimed, Mapping[str, Json], int], str]] = {
    "unreachable": unreachable,
    "prices": priced,
    "search": searched,
    "scarce": scarce,
}
"""How a certificate of each kind is checked."""


def wish_claims(claimed: Claimed) -> Iterator[Claim]:
    """What is said of how the goal could be met all the same: no report holds a proof of it."""
    words = {
        "missing": "with so much more there is a plan, and with no less",
        "most": "so many can be made, and no more",
        "more": "so many more of one thing would do",
    }
    for key, says in words.items():
        if claimed.data.get(key):
            yield examine(key, says, _unproved)


def _unproved() -> str:
    raise UnsettledError("the report has no proof of it")
