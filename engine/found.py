"""What the fast planner and the exact solver hand to each other."""

from __future__ import annotations

from dataclasses import dataclass

from ..sim.plan import Plan, Verdict

INTERRUPTED = "interrupted; this is the best so far"
"""The reason, and the note on an answer, where Ctrl-C ended the exact solver."""
BUDGET_ENDED = "the proof was not finished in its time"
NODES_ENDED = "the proof was not finished in its number of cases"
"""What ended a proof: notes on an answer whose plan nothing proves the best."""
NOTHING_FOUND = "no plan was found in the time, and no proof that there is none"
NO_COUNTS = "the exact solver finds no counts that balance (unchecked)"


@dataclass(frozen=True, slots=True)
class Found:
    """A plan that the law accepted."""

    plan: Plan
    verdict: Verdict
