"""What the fast planner and the exact solver hand to each other."""

from __future__ import annotations

from dataclasses import dataclass

from ..sim.plan import Plan, Verdict

INTERRUPTED = "interrupted; this is the best so far"
"""The reason, and the note on an answer, where Ctrl-C ended the exact solver."""
BUDGET_ENDED = "the budget ended before the proof"
NO_COUNTS = "the exact solver finds no counts that balance (unchecked)"


@dataclass(frozen=True, slots=True)
class Found:
    """A plan that the law accepted."""

    plan: Plan
    verdict: Verdict
