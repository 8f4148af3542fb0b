"""Plans and what the law says of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from ..pddl.model import State
from ..recipes.book import Item

Amounts: TypeAlias = tuple[tuple[Item, int], ...]
"""Items and how many of each, taken in this order; over a whole step."""


@dataclass(frozen=True, slots=True)
class Step:
    """An operator, how often it is applied, and the binding.

    `takes` has one entry an ingredient of the operator, amounts over the whole step: they add up to `n * applications`.
    `tools` names one item for each of the operator's `wears`. `fuel` lists what is burned over the whole step.
    """

    operator: str
    applications: int
    takes: tuple[Amounts, ...] = ()
    tools: tuple[Item, ...] = ()
    fuel: Amounts = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps in order."""

    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Mend:
    """A local repair of one finding: `action` is `insert` (a step before), `raise` (applications), `drop` (the step),
    `rebind` (other members, tool or fuel), `rename` (what is written for `item`: an operator, item or verb) or `gather`
    (nothing makes the item: it has to be there)."""

    action: str
    item: Item = ""
    n: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a plan.

    `step` counts from 0 (`-1`: the goal, after the last step) and `application` from 0 inside it. `items` are those
    that would have served, `short` how many are missing.
    """

    code: str
    message: str
    step: int = -1
    application: int = 0
    items: tuple[Item, ...] = ()
    short: int = 0
    mend: Mend | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the law says of a plan: sound when there are no findings.

    `after` is the state after each step (as long as the plan); `cost` names each criterion and its value. `warnings`
    are findings that do not make the plan unsound, such as an inventory that does not fit.
    """

    findings: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    end: State
    after: tuple[State, ...]
    cost: tuple[int, ...] = ()
    effort: int = 0
    applications: int = 0
    used: dict[Item, int] = field(default_factory=dict[Item, int])
    made: dict[Item, int] = field(default_factory=dict[Item, int])
    gathered: dict[Item, int] = field(default_factory=dict[Item, int])
    burned: dict[Item, int] = field(default_factory=dict[Item, int])
    wear: dict[Item, int] = field(default_factory=dict[Item, int])

    @property
    def sound(self) -> bool:
        """Whether the law accepted the plan."""
        return not self.findings
