"""Wear shared out among tools in the order in which they are there.

What wears costs nothing, so a solver may let a tool serve before it is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..pddl.model import Problem
from ..pddl.tables import WEAR, Tables


def worn_in_turn(problem: Problem, tables: Tables, counts: Mapping[int, int], order: Sequence[int]) -> dict[int, int]:
    """The counts with wear shared out anew: the tools that are there first wear first, as far as their uses go; the
    counts as they are where those do not suffice."""
    made, turn = _pieces(problem, tables, counts, order)
    left = _uses_left(problem, tables, counts, made)
    out = dict(counts)
    for cell in range(tables.n_cells):
        wears = [m for m, _ in tables.suppliers.row(cell) if _wears(tables, m)]
        asked = sum(counts.get(m, 0) for m in wears)
        if asked:
            wears.sort(key=lambda m: (turn.get(tables.moves[m].item, len(order) * 9), m))
            if not _shared(tables, wears, asked, left, out):
                return dict(counts)
    return {m: n for m, n in out.items() if n}


def _wears(t: Tables, m: int) -> bool:
    return t.moves[m].kind == WEAR and t.uses[t.moves[m].item] > 0


def _pieces(
    problem: Problem, t: Tables, counts: Mapping[int, int], order: Sequence[int]
) -> tuple[dict[int, int], dict[int, int]]:
    """How many pieces of each tool there are in all, and which comes at what turn: what is held first."""
    made = {c: problem.have.stock.get(t.names[c], 0) for c in range(t.n_cells) if t.uses[c]}
    turn = {c: k for k, c in enumerate(c for c, n in made.items() if n)}
    for m in order:
        for c, n in t.gives.row(m):
            if c in made:
                made[c] += n * counts[m]
                turn.setdefault(c, len(made) + len(turn))
    return made, turn


def _uses_left(problem: Problem, t: Tables, counts: Mapping[int, int], made: Mapping[int, int]) -> dict[int, int]:
    """The uses of all pieces, less those of pieces that are taken."""
    worn = problem.have.worn
    left = {c: n * t.uses[c] - sum(t.uses[c] - k for k in worn.get(t.names[c], ())) for c, n in made.items()}
    for m, n in counts.items():
        for c, k in t.takes.row(m):
            if c in left:
                left[c] -= n * k
    return left


def _shared(t: Tables, wears: Iterable[int], asked: int, left: dict[int, int], out: dict[int, int]) -> bool:
    """Let tools serve in this order; whether their uses suffice. What is `left` and what wears (`out`) change."""
    for m in wears:
        tool = t.moves[m].item
        used = min(asked, max(0, left.get(tool, 0)))
        asked -= used
        left[tool] = left.get(tool, 0) - used
        out[m] = used
    return not asked
