"""Certificates that too little of something can ever be had: what there is at the start and all that is ever made.

By induction over a plan: as long as no item was had more often than stated, an operator that takes from such items
alone fired no more often than they suffice for, and so nothing it makes was had more often either.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ..pddl.model import Problem, draws
from .claims import RefutedError
from .closure import Row, Token, at_start, check_never, demands, live, rows


def check_scarce(problem: Problem, most: Mapping[Token, int], never: Collection[Token], at: str) -> str:
    """How a goal asks for more than `most` of its items can be had in all; raises `RefutedError` where it does not, or
    where one of them can be had more often."""
    table = rows(problem)
    check_never(problem, table, never, f"{at}.never")
    firing, start = live(table, never), at_start(problem)
    known = {**dict.fromkeys(never, 0), **most}
    clash = sorted(set(never) & {item for item, n in most.items() if n})
    if clash:
        raise RefutedError(f"{clash[0]} is out of reach and had {most[clash[0]]:,} times", f"{at}.most")
    for item, n in sorted(most.items()):
        had = start.get(item, 0) + sum(_given(problem, row, item, known) for row in firing)
        had += _ashes(problem, firing, item, known)
        if had > n:
            raise RefutedError(f"{had:,} {item} may be had in all, not {n:,}", f"{at}.most.{item}")
    for members, n in demands(problem).items():
        if members and all(item in known for item in members) and sum(known[item] for item in members) < n:
            return f"{n:,} {' or '.join(members[:3])} are asked for, at most {sum(known[i] for i in members):,} are had"
    raise RefutedError("no goal asks for more than can be had", at)


def _given(problem: Problem, row: Row, item: Token, known: Mapping[Token, int]) -> int:
    """How many of an item a row gives in a whole plan at the most."""
    made = sum(n for token, n in row.gives if token == item)
    back = [(member, taken.n) for taken in row.takes for member, token in taken.members if token == item]
    if not made and not back:
        return 0
    times = _times(problem, row, known)
    if times is None and (made or any(member not in known for member, _ in back)):
        raise RefutedError(f"`{row.operator.name}` gives {item} without end")
    total = made * (times or 0)
    for member, n in back:
        taken = [] if times is None else [times * n]
        total += min(taken + [known[m] for m in (member,) if m in known])
    return total


def _times(problem: Problem, row: Row, known: Mapping[Token, int]) -> int | None:
    """How often a row fires in a whole plan at the most; `None`: nothing says."""
    ends = [
        sum(known[m] for m, _ in taken.members) // taken.n
        for taken in row.takes
        if all(m in known for m, _ in taken.members)
    ]
    ends += [row.operator.limit] if row.operator.limit is not None else []
    ends += [n // draws(row.operator, name) for name, n in problem.limits.items() if draws(row.operator, name)]
    return min(ends, default=None)


def _ashes(problem: Problem, firing: Sequence[Row], item: Token, known: Mapping[Token, int]) -> int:
    """How many of an item burning leaves behind in a whole plan at the most."""
    if not any(row.burns for row in firing):
        return 0
    total = 0
    for fuel, container in problem.containers.items():
        if container == item and fuel in problem.fuels:
            if fuel not in known:
                raise RefutedError(f"burning {fuel} gives {item} without end")
            total += known[fuel]
    return total
