"""Certificates that there is no plan: each kind has one checking function here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..recipes.locate import Json
from .boundclaims import check_names, stated_prices
from .claimed import Claimed, finish, texts, whole, wholes
from .claims import Claim, RefutedError, UnsettledError, examine, some
from .closure import check_never, demands, rows
from .exhaustive import search
from .pricing import Weighed, weigh
from .scarce import check_scarce

AT = ("certificate",)


def certificate_claim(claimed: Claimed, most_states: int) -> Claim:
    """The claim that there is no plan."""
    return examine("certificate", "there is no plan", partial(none_by, claimed, most_states))


def none_by(claimed: Claimed, most_states: int) -> str:
    """How the certificate of a report shows that there is no plan."""
    kind, data = _certificate(claimed)
    return _check(claimed, kind, data, most_states)


def none_beside(claimed: Claimed) -> str:
    """How the certificate of a report shows that another problem, put in the place of its own, has no plan either;
    raises `RefutedError` or `UnsettledError` where it does not. Its search is not done again."""
    kind, data = _certificate(claimed)
    if kind == "prices":
        return _dearer(_weighed(claimed, data))
    if kind == "search":
        raise UnsettledError("a search speaks of one problem alone")
    return _check(claimed, kind, data, 0)


def _certificate(claimed: Claimed) -> tuple[str, dict[str, Any]]:
    """The kind of a report's certificate, and its data."""
    form = claimed.form
    data: dict[str, Any] = form.object(AT, claimed.data.get("certificate", {}), ("kind",), ())
    kind = form.text((*AT, "kind"), data.get("kind", "?"))
    finish(form)
    return kind, data


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
    """No operator gains, and the goal is worth more than what is held, both as much as is stated."""
    form = claimed.form
    worth, held = whole(form, (*AT, "worth"), data.get("worth")), whole(form, (*AT, "held"), data.get("held"))
    weighed = _weighed(claimed, data)
    if weighed.worth < worth:
        raise RefutedError(f"the goal is worth {weighed.worth:,}, not {worth:,}", "certificate.worth")
    if weighed.held > held:
        raise RefutedError(f"what is held and gained is worth {weighed.held:,}, not {held:,}", "certificate.held")
    return _dearer(Weighed(worth, held))


def _weighed(claimed: Claimed, data: Mapping[str, Json]) -> Weighed:
    """What goal and stock are worth at the prices of a certificate, at which no operator gains."""
    stated = stated_prices(claimed.form, AT, data)
    finish(claimed.form)
    return weigh(claimed.problem, stated, lambda row: 0, "certificate")


def _dearer(of: Weighed) -> str:
    if of.worth <= of.held:
        raise RefutedError(f"the goal is worth {of.worth:,}, no more than the {of.held:,} of what is held")
    return f"no operator gains at these prices; the goal is worth {of.worth:,}, what is held {of.held:,}"


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
