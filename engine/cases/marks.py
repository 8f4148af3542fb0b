"""Columns that say whether an operator is used, where a criterion counts the operators that are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .rows import Row
from .system import SUMMED, System


@dataclass(slots=True)
class Marks:
    """`column` is the further column of each operator, `most` how often it is applied at most by the caps (0 where no
    cap says). Both are empty where the criterion adds up over applications."""

    column: dict[str, int] = field(default_factory=dict[str, int])
    most: dict[str, int] = field(default_factory=dict[str, int])


def marks_of(system: System, values: Sequence[int]) -> Marks:
    """A mark for each operator, behind the columns of the system; the earlier criteria are capped by `values`."""
    n = len(system.moves)
    column = {name: n + i for i, name in enumerate(system.of_operator)}
    return Marks(column, {name: _most(system, name, values) for name in column})


def link_rows(system: System, marks: Marks) -> list[Row]:
    """Rows that tie each mark to its operator's applications, by what the caps allow."""
    out: list[Row] = []
    for name, z in marks.column.items():
        columns = system.of_operator[name]
        if marks.most[name] and system.t.counts[system.moves[columns[0]]]:
            out.append(Row("link", name, 0, {**dict.fromkeys(columns, -1), z: marks.most[name]}))
    return out


def _most(system: System, name: str, values: Sequence[int]) -> int:
    m = system.moves[system.of_operator[name][0]]
    out: list[int] = []
    for criterion, value in zip(system.problem.cost, values, strict=False):
        if criterion in SUMMED:
            each = (system.t.effort if criterion == "effort" else system.t.counts)[m]
            if each:
                out.append(value // each)
    return min(out, default=0)
