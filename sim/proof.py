"""Proofs of lower bounds, one a criterion of the cost vector. `certificate.py` has one checking function a kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ..recipes.book import Item


@dataclass(frozen=True, slots=True)
class Nought:
    """No cost is below 0."""

    kind: Literal["nought"] = "nought"


@dataclass(frozen=True, slots=True)
class OneStep:
    """A goal is not met at the start, and moving stations about does not meet it: something has to be done once."""

    kind: Literal["step"] = "step"


@dataclass(frozen=True, slots=True)
class PriceProof:
    """Prices under which no operator gains more value than it costs: the goal's worth above what is held is a bound.

    `prices` are whole numbers in units of 1/`scale` of the criterion's unit, for items and, as `standing:furnace`, for
    stations that stand (others: 0); `ticks` the price of a tick in each pool of fuel. An ingredient is worth its
    cheapest member, less the container that comes back. `passed`, `gains` and `never` are as in `answer.Priced`.
    """

    kind: Literal["prices"] = "prices"
    scale: int = 1
    prices: dict[Item, int] = field(default_factory=dict[Item, int])
    ticks: dict[str, int] = field(default_factory=dict[str, int])
    passed: tuple[Item, ...] = ()
    gains: dict[str, int] = field(default_factory=dict[str, int])
    never: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchProof:
    """A search through all states that cost less, application by application, with the operators named: `states` were
    seen, and none of those that cost less is a goal."""

    kind: Literal["search"] = "search"
    states: int = 0
    operators: tuple[str, ...] = ()


Proof: TypeAlias = Nought | OneStep | PriceProof | SearchProof
