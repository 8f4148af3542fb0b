"""A proof that what is held cannot be enough: prices under which no operator gains and the goal is worth more.

The prices come from a linear programme (the alternative that Farkas' lemma names), are made whole numbers, and are
then checked here in exact arithmetic; a claim that does not pass is not made. Integrality, order and wear are not
seen: goals that fail for one of those alone stay unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..pddl.compile import absolute
from ..pddl.model import Problem
from ..pddl.reach import out_of_reach, reachable
from ..pddl.tables import APPLY, ITEM, NO_LIMIT, PERMIT, TICKS, WEAR, Tables
from ..sim.answer import Priced
from .bounds import cells_of, held_cells, landmarks, settled
from .mip import INF, Programme

UNIT = 1 << 16
SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What has to be there: `n` in all of some cells, and the items passed on the way, one of each."""

    wants: tuple[tuple[tuple[int, ...], int], ...]
    passed: tuple[int, ...]


def asked(problem: Problem, t: Tables) -> Asked:
    """Requirements that are not met at the start, and the landmarks of the goals that nothing takes."""
    held = dict(held_cells(problem, t))
    wants: list[tuple[tuple[int, ...], int]] = []
    for raw in problem.want:
        want = absolute(raw, problem.have)
        wants.append((tuple(t.cell_of[i] for i in want.any_of if i in t.cell_of), want.n))
    wants += [((t.cell_of[i],), n) for i, n in problem.keep.items() if i in t.cell_of]
    unmet = _apart([(cells, n) for cells, n in wants if sum(held.get(c, 0) for c in cells) < n])
    marks = landmarks(t, range(t.n_moves), [c for c, n in held.items() if n > 0])
    alone = [marks[cells[0]] for cells, _ in unmet if len(cells) == 1]
    on_the_way = {c for mark in alone if mark != (1 << t.n_cells) - 1 for c in cells_of(mark)}
    taken = t.elsewhere | {c for m in range(t.n_moves) if t.moves[m].kind != WEAR for c, _ in t.takes.row(m)}
    goals = {c for cells, _ in wants for c in cells}
    passed = sorted(c for c in on_the_way - taken - goals if t.kind[c] == ITEM)
    return Asked(tuple(unmet), tuple(passed))


def _apart(wants: list[tuple[tuple[int, ...], int]]) -> list[tuple[tuple[int, ...], int]]:
    """Those of `wants` that no other one shares a cell with, and of those that do the greatest: the same pieces may
    meet them all."""
    out: list[tuple[tuple[int, ...], int]] = []
    for cells, n in sorted(wants, key=lambda want: -want[1]):
        if all(set(cells).isdisjoint(others) for others, _ in out):
            out.append((cells, n))
    return out


def _dual(
    t: Tables, moves: Sequence[int], ask: Asked, held: dict[int, int]
) -> tuple[list[float], dict[str, float]] | None:
    """Prices by cell and gains by limited operator: moves gain nothing more, and what is asked for (worth 1 in all)
    outweighs what is held and gained."""
    lp = Programme(whole=False)
    price = [lp.column(INF) for _ in range(t.n_cells)]
    worth = [lp.column(INF) for _ in ask.wants]
    limited = {t.moves[m].operator: t.limit[m] for m in moves if t.limit[m] < NO_LIMIT}
    gain = {name: lp.column(INF) for name in sorted(limited)}
    for m in moves:
        entries = [(price[c], float(n)) for c, n in t.gives.row(m)] + [(price[c], -float(n)) for c, n in t.takes.row(m)]
        name = t.moves[m].operator
        lp.row([*entries, *([(gain[name], -1.0)] if name in gain else [])], upper=0)
    for w, (cells, _) in zip(worth, ask.wants, strict=True):
        for c in cells:
            lp.row([(w, 1.0), (price[c], -1.0)], upper=0)
    value = [(w, float(n)) for w, (_, n) in zip(worth, ask.wants, strict=True)] + [(price[c], 1.0) for c in ask.passed]
    lp.row(value, upper=1)
    cost = {price[c]: float(n) for c, n in held.items()}
    for col, n in value:
        cost[col] = cost.get(col, 0.0) - n
    cost.update({gain[name]: float(limited[name]) for name in gain})
    found = lp.minimise(cost, SECONDS)
    if found.status != "optimal" or found.bound > -1e-9:
        return None
    return [found.values[c] for c in price], {name: found.values[c] for name, c in gain.items()}


def priced_out(problem: Problem, t: Tables) -> Priced | None:
    """The certificate, where there is one of this kind."""
    ask = asked(problem, t)
    held = dict(held_cells(problem, t))
    if not ask.wants or any(not cells for cells, _ in ask.wants):
        return None
    items, fired = reachable(problem)
    moves = [m for m, v in enumerate(t.moves) if (v.operator in fired if v.kind == APPLY else t.names[v.item] in items)]
    real = _dual(t, moves, ask, held)
    if real is None:
        return None
    top = max(real[0]) or 1.0
    gains = {name: -int(-g / top * UNIT) + 1 for name, g in real[1].items() if g / top * UNIT > 0.5}
    room = [gains.get(t.moves[m].operator, 0) if t.moves[m].kind == APPLY else 0 for m in range(t.n_moves)]
    y = settled(t, moves, room, [round(p / top * UNIT) for p in real[0]])
    worth = sum(n * min(y[c] for c in cells) for cells, n in ask.wants) + sum(y[c] for c in ask.passed)
    limits = {t.moves[m].operator: t.limit[m] for m in range(t.n_moves)}
    have = sum(y[c] * n for c, n in held.items()) + sum(g * limits[name] for name, g in gains.items())
    if worth <= have or not _sound(t, moves, y, room):
        return None
    gains.update({t.names[c].removeprefix("permit "): y[c] for c in range(t.n_cells) if t.kind[c] == PERMIT and y[c]})
    prices = {t.names[c]: y[c] for c in range(t.n_cells) if y[c] and t.kind[c] == ITEM}
    passed = tuple(t.names[c] for c in ask.passed)
    ticks = {t.names[c].removeprefix("ticks "): y[c] for c in range(t.n_cells) if y[c] and t.kind[c] == TICKS}
    return Priced("prices", prices, passed, gains, out_of_reach(problem, items), worth, have, ticks)


def _sound(t: Tables, moves: Sequence[int], y: Sequence[int], room: Sequence[int]) -> bool:
    """Whether no move gains more than its room, in whole numbers."""
    return all(
        sum(y[c] * n for c, n in t.gives.row(m)) <= sum(y[c] * n for c, n in t.takes.row(m)) + room[m] for m in moves
    )
