"""What the fast planner and the exact solver hand to each other."""

from __future__ import annotations

from dataclasses import dataclass

from ..sim.plan import Plan, Verdict

INTERRUPTED = "interrupted; this is the best so far"
"""The reason, and the note on an answer, where Ctrl-C ended the exact solver."""


@dataclass(frozen=True, slots=True)
class Found:
    """A plan that the law accepted."""

    plan: Plan
    verdict: Verdict
