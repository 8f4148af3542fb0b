"""`craftproof verify`: executes a plan by the law and shows what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..engine.judge import Case, judge
from ..engine.report import verdict_report
from .main import FINE, REFUSED
from .output import emit, patience, wrapped
from .report import criteria, goals


def verified(plan: str, case: Case, form: str, output: Path | None) -> int:
    """Judge the plan in the file `plan`, write the verdict in `form`; returns the exit code."""
    with patience("judging"):
        problem, verdict = judge(plan, case)
    data = verdict_report(problem, verdict)
    if form == "json":
        emit(json.dumps(data, indent=2, ensure_ascii=False), output)
    else:
        emit("\n".join(verdict_lines(data)), output)
    return FINE if verdict.sound else REFUSED


def verdict_lines(data: dict[str, Any]) -> Iterator[str]:
    """A verdict as text."""
    where = f"Minecraft {data['version']}, rules {data['rules'].get('name') or data['rules']['preset']}"
    goal = goals(data["goal"])
    if data["sound"]:
        yield wrapped(f"sound: the law accepts the plan{f' for {goal}' if goal else ''} ({where})", "  ")
        yield wrapped(f"cost: {criteria(data['cost'])}", "  ")
    else:
        count = len(data["findings"])
        yield f"unsound: {count} finding{'s' if count > 1 else ''} ({where})"
    yield from (wrapped(f"note: {note}", "  ") for note in data["notes"])
    for finding in data["findings"]:
        yield wrapped(f"  {finding['message']} [{finding['code']}]", "    ")
        if finding.get("mend", {}).get("text"):
            yield wrapped(f"    mend: {finding['mend']['text']}", "      ")
    for warning in data["warnings"]:
        yield wrapped(f"warning: {warning['message']} [{warning['code']}]", "  ")
