"""What an impossible answer says of what is missing, as data; the form is in `report.schema.json`."""

from __future__ import annotations

from typing import Any, TypeAlias

from ..sim.answer import Impossible, Missing, Most

Data: TypeAlias = dict[str, Any]


def shortage(answer: Impossible) -> Data:
    """`missing`, `most` and `more` of an answer; `None` for what was not asked for."""
    return {
        "missing": _missing(answer.missing) if answer.missing else None,
        "most": _most(answer, answer.most) if answer.most else None,
        "more": dict(sorted(answer.more.items())),
    }


def _missing(missing: Missing) -> Data:
    return {
        "lists": [dict(sorted(added.items())) for added in missing.lists],
        "complete": missing.complete,
        "smallest": missing.smallest,
        "checked": missing.checked,
        "why": missing.why,
    }


def _most(answer: Impossible, most: Most) -> list[Data]:
    return [
        {"name": want.name or "|".join(want.any_of), "low": count.low, "high": count.high, "unbounded": count.unbounded}
        for want, count in zip(answer.problem.want, most.counts, strict=True)
    ]
