"""Certificates of impossibility, checked by the checker of reports, which shares nothing with the planner."""

from __future__ import annotations

import craftproof
from craftproof.sim.answer import Impossible
from craftproof.sim.certificate import check


def certificate_holds(problem, certificate):
    """Whether the certificate proves that there is no plan for the problem."""
    report = craftproof.report(Impossible(problem, certificate))
    claims = check(report, problem.book).claims
    return [claim.outcome for claim in claims if claim.at.startswith("certificate")] == ["holds"]
