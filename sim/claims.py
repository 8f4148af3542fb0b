"""Claims of a report and what checking them came to. A check returns in words how a claim was checked, or raises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from ..recipes.diagnostic import CraftproofError

Outcome: TypeAlias = Literal["holds", "does not hold", "unchecked"]


class RefutedError(CraftproofError):
    """A claim that does not hold; the message says what in it is false, `at` where that stands in the report."""

    def __init__(self, why: str, at: str = "") -> None:
        super().__init__(why)
        self.at = at


class UnsettledError(CraftproofError):
    """A claim that nothing in the report proves, or that is too large to check; the message says why."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim: `at` is its place in the report, `says` what it says, `why` how it was checked or what is wrong."""

    at: str
    says: str
    outcome: Outcome
    why: str


@dataclass(frozen=True, slots=True)
class Checked:
    """All claims of a report. `holds`: none of them is false, though some may be unchecked."""

    claims: tuple[Claim, ...]
    head: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def holds(self) -> bool:
        """Whether no claim is false."""
        return all(claim.outcome != "does not hold" for claim in self.claims)

    @property
    def complete(self) -> bool:
        """Whether every claim was checked and holds."""
        return all(claim.outcome == "holds" for claim in self.claims)


def examine(at: str, says: str, check: Callable[[], str]) -> Claim:
    """The outcome of one check."""
    try:
        return Claim(at, says, "holds", check())
    except RefutedError as fault:
        return Claim(fault.at or at, says, "does not hold", str(fault))
    except UnsettledError as reason:
        return Claim(at, says, "unchecked", str(reason))


def equal(stated: object, found: object, what: str) -> str:
    """Words for a number or table that is as recomputed; raises `RefutedError` for another."""
    if type(stated) is not type(found) or stated != found:
        raise RefutedError(f"{what}: the report says {short(stated)}, recomputed it is {short(found)}")
    return "recomputed, the same"


def short(value: object, most: int = 120) -> str:
    """A value in words, cut where it is long."""
    text = str(value)
    return text if len(text) <= most else text[:most] + "…"


def some(names: Sequence[str], most: int = 3) -> str:
    """A few names of many."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def check_data(checked: Checked) -> dict[str, Any]:
    """What checking came to as data, in the form of `check.schema.json`."""
    outcomes = [claim.outcome for claim in checked.claims]
    return {
        "craftproof": "check/1",
        **checked.head,
        "holds": checked.holds,
        "unchecked": outcomes.count("unchecked"),
        "claims": [asdict(claim) for claim in checked.claims],
    }
