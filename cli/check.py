"""`craftproof check`: checks every claim of a report anew and shows what holds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from ..engine.find import find_book
from ..sim.certificate import check
from ..sim.claims import Checked, Claim, check_data
from .books import account
from .main import FINE, REFUSED
from .output import emit, patience, wrapped
from .report import goals


def checked(
    report: str, books: Sequence[Path], packs: Sequence[Path], strict: bool, states: int, form: str, output: Path | None
) -> int:
    """Check the report in the file `report`, write the outcome in `form`; returns the exit code."""
    find = partial(find_book, books=books, packs=packs, tell=account) if books or packs else None
    with patience("checking"):
        # the line end says that it is a text, whatever stands in it
        found = check(sys.stdin.read() + "\n" if report == "-" else Path(report), find, states)
    if form == "json":
        emit(json.dumps(check_data(found), indent=2, ensure_ascii=False), output)
    else:
        emit("\n".join(check_lines(found)), output)
    return FINE if found.complete or (found.holds and not strict) else REFUSED


def check_lines(found: Checked) -> Iterator[str]:
    """The outcome as text: the answer, then the claims, those that do not hold first."""
    head = found.head
    where = f"Minecraft {head['version']}, rules {head['rules'].get('name') or head['rules']['preset']}"
    yield wrapped(f"{_verdict(found)}: {head['answer']}, {goals(head['goal'])} ({where})", "  ")
    for outcome in ("does not hold", "unchecked", "holds"):
        yield from (_line(claim) for claim in found.claims if claim.outcome == outcome)


def _verdict(found: Checked) -> str:
    if not found.holds:
        return "false"
    open_ = sum(claim.outcome == "unchecked" for claim in found.claims)
    return "checked" if not open_ else f"checked, but for {open_} claim{'s' if open_ > 1 else ''}"


def _line(claim: Claim) -> str:
    place = f" [{claim.at}]" if claim.outcome == "does not hold" else ""
    return wrapped(f"  {claim.outcome}: {claim.says}; {claim.why}{place}", "    ")
