"""The cases of one criterion: a linear programme, cuts, and branches, closed one by one by whole multipliers."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from ..pddl.tables import APPLY, TICKS
from ..sim.answer import Branch, Cut, Leaf
from ..sim.plan import Plan
from ..sim.verify import verify
from .firing import Prefix, Weights
from .found import Found
from .landmarks import Reach, landmark, unreachable
from .linear import UNIT, Dual, Matrix, Row, System, exact_dual
from .lp import Programme, Solved
from .orders import as_far, shuffled, stuck
from .wear import worn_in_turn

if TYPE_CHECKING:
    from .prove import Prover

TINY = 1e-6
SHARE = 12
"""What is set aside at once is at least one column in so many."""
PROBES = 40
"""Cases that closing the high side of one group may take while it is set aside."""
FEW = 4
TRIES = 10
"""Fractions that are tried for a split of which one side closes at once."""
PATIENCE = 0.2
FEW_ENOUGH = 200
"""Applications up to which an order is also looked for by lot."""
DEPTH = 120
FINE = 1 << 12
"""How much finer than others the multipliers are that prove a case empty."""
WIDE, BEFORE = 3000, 40
"""Firing cuts are looked for over at most so many columns, and are at most so many."""
CutKey: TypeAlias = tuple[tuple[str, ...], tuple[tuple[str, int], ...]]


class ImprovedError(Exception):
    """A better plan was found on the way."""

    def __init__(self, found: Found) -> None:
        super().__init__()
        self.found = found


@dataclass(frozen=True, slots=True)
class Aside:
    """A split of which one side holds no plan as cheap as the known one in criterion `k`: `columns` in all at most
    `at`, or more (`high`: that is the side that is closed); and the proof, the cases of that side."""

    k: int
    columns: tuple[str, ...]
    at: int
    high: bool
    nodes: tuple[Branch | Leaf, ...]
    cuts: tuple[Cut, ...]


@dataclass(slots=True)
class Growing:
    """A tree that grows: nodes by number, and cuts."""

    nodes: list[Branch | Leaf | None] = field(default_factory=list[Branch | Leaf | None])
    cuts: list[Cut] = field(default_factory=list[Cut])

    def reserve(self) -> int:
        self.nodes.append(None)
        return len(self.nodes) - 1

    def cut(self, cut: Cut) -> int:
        if cut not in self.cuts:
            self.cuts.append(cut)
        return self.cuts.index(cut)


class Cases:
    """All plans of a problem that do without what is set aside, as cases of criterion `k` that are worth closing where
    they stay below `target`; the earlier criteria are capped by `values`."""

    unit: ClassVar[int] = UNIT

    def __init__(self, prover: Prover, k: int, values: tuple[int, ...], target: int) -> None:
        self.prover, self.k, self.values, self.target = prover, k, values, target
        self.problem, self.t = prover.problem, prover.t
        self.name = self.problem.cost[k]
        self.tree = Growing()
        self.lowest = target * UNIT
        self.count = 0
        self.most, self.trying = prover.most, False
        self.path: list[tuple[tuple[str, ...], int, bool]] = []
        self.forced: dict[tuple[str, ...], int] = {}
        self.system = System(self.problem, self.t, prover.alive)
        self.reach = Reach(self.t, prover.alive, prover.held)
        n = len(self.system.moves)
        self.low = [0] * n
        self.high: list[int | None] = [None] * n
        self.rows = list(self.system.rows)
        self.kept: dict[str, list[int]] = {}
        for j in range(n):
            self.kept.setdefault(self.system.column_key(j), []).append(j)
        for aside in prover.aside:
            self._remember(aside)
        for j, value in enumerate(values):
            if self.problem.cost[j] in ("effort", "applications"):
                self.rows.append(self.system.cap(j, value))
        self.matrix = Matrix()
        self.classes = self.system.classes()
        self.cut_of: dict[int, Cut] = {}
        self.row_of: dict[CutKey, tuple[int, ...]] = {}
        self.active: set[CutKey] = set()
        self.unsupported: tuple[str, ...] | None = None
        self.pending: tuple[tuple[str, ...], int] | None = None
        self.z: dict[str, int] = {}
        self.counted = self.name not in ("effort", "applications")
        self.cost = [0] * n if self.counted else [UNIT * v for v in self.system.cost(self.name)]
        if self.counted:
            self._count_operators(n)
        self.lp = Programme([c / UNIT for c in self.cost] + [1.0] * len(self.z), self.rows)
        for j in range(n):
            if self.low[j] or self.high[j] is not None:
                self.lp.bound(j, self.low[j], self.high[j])
        for (name, *others), _ in self.forced.items():
            if self.counted and not others:
                self.lp.bound(self.z[name], 1, None)
        self.before: dict[int, tuple[Prefix, Mapping[int, float]]] = {}
        self.prefixes: dict[tuple[tuple[str, ...], bool], Prefix | None] = {}
        self.operators = [(name,) for name in self.system.of_operator]
        self.every = [*self.system.moves, *prover.witnesses]
        self.made: list[str] = []
        self.gains: dict[int, Mapping[int, float]] = {}
        for cut in prover.cuts.values():
            self._enforce(cut)
        for names, last, weights in prover.before:
            keys = {key.removeprefix("made ") for key in weights if key.startswith("made ")}
            self.made = [name for name in self.system.of_operator if name in keys]
            prefix = self._before(names, self.every, last)
            if prefix is not None:
                cells = {self.system.key(c): c for c in prefix.rest}
                self._add_before(prefix, {cells[key]: w for key, w in weights.items() if key in cells})

    def _remember(self, aside: Aside) -> None:
        """Be on the side of a split that is left."""
        columns = [j for name in aside.columns for j in self.kept.get(name, ())]
        side = not aside.high
        if (len(columns) == 1 == len(aside.columns)) or (not side and aside.at == 0):
            for j in columns:
                if side:
                    self.low[j] = max(self.low[j], aside.at + 1)
                else:
                    self.high[j] = aside.at
        else:
            sign = 1 if side else -1
            row = Row("group", len(self.path), sign * (aside.at + side), dict.fromkeys(columns, sign))
            self.rows.append(row)
        self.path.append((aside.columns, aside.at, side))
        if side and set(aside.columns) <= self.system.of_operator.keys():
            self.forced[aside.columns] = aside.at + 1

    def _count_operators(self, n: int) -> None:
        """A column for each operator that says whether it is used, tied to its applications by what the caps allow."""
        self.z = {name: n + i for i, name in enumerate(self.system.of_operator)}
        self.most_of = {name: self._most(name) for name in self.z}
        for name, columns in self.system.of_operator.items():
            if self.most_of[name] and self.t.counts[self.system.moves[columns[0]]]:
                self.rows.append(Row("link", name, 0, {**dict.fromkeys(columns, -1), self.z[name]: self.most_of[name]}))

    def _most(self, name: str) -> int:
        """How often an operator is applied at most, by the caps; 0 where no cap says."""
        m = self.system.moves[self.system.of_operator[name][0]]
        out: list[int] = []
        for j, value in enumerate(self.values):
            if self.problem.cost[j] in ("effort", "applications"):
                each = (self.t.effort if self.problem.cost[j] == "effort" else self.t.counts)[m]
                if each:
                    out.append(value // each)
        return min(out, default=0)

    def key_of(self, m: int) -> str:
        """A move's name in certificates."""
        return self.system.column_key(self.system.column[m]) if m in self.system.column else ""

    def nodes(self) -> tuple[Branch | Leaf, ...]:
        """The tree so far; numbers count from its own root."""
        return tuple(node for node in self.tree.nodes if node is not None)

    def close(self) -> None:
        """Close every case, or as many as time allows; `lowest` is what no open one undercuts, in units of 1/UNIT."""
        self._node(self.tree.reserve(), [0.0] * len(self.rows))

    # -- what is set aside ------------------------------------------------------------------------------------------

    def aside(self) -> Aside | None:
        """A split of which one side can be closed at once; None where none is found."""
        while True:
            solved = self.solve()
            if solved.status != "optimal" or self._late():
                return None
            cut = self._landmark(solved)
            if cut is not None:
                self._enforce(cut)
                self.prover.cuts[_key(cut)] = cut
                continue
            lacking = self.unsupported
            dual = self._dual(solved.multipliers)
            if dual is None or dual.value > UNIT * (self.target - 1):
                return None
            aside = self._costly(dual)
            if aside is None and self._unprepared(solved.values, self.operators):
                continue
            # dear to look for, so that it comes last
            return aside or self._closing(solved, lacking)

    def _closing(self, solved: Solved, lacking: tuple[str, ...] | None) -> Aside | None:
        """A split on what the solution shows, if one side is closed in few cases."""
        if lacking:
            aside = self._closed(lacking, 0, True, PROBES)
            if aside is not None:
                return aside
        for columns, at in self._fractions(solved)[:TRIES]:
            aside = self._closed(columns, at, False, FEW) or self._closed(columns, at, True, FEW)
            if aside is not None:
                return aside
        return None

    def _costly(self, dual: Dual) -> Aside | None:
        """Columns whose reduced cost alone reaches the target."""
        room = UNIT * (self.target - 1) - dual.value
        stays = [r <= room or self.low[j] > 0 for j, r in enumerate(dual.reduced)]
        gone = {self.system.column_key(j) for j, stay in enumerate(stays) if not stay}
        gone -= {self.system.column_key(j) for j, stay in enumerate(stays) if stay}
        if len(gone) * SHARE < len(self.system.moves):
            return None
        columns = tuple(sorted(gone))
        least = min(r for j, r in enumerate(dual.reduced) if self.system.column_key(j) in gone)
        leaf = self._leaf(dual, 1)
        groups = {**leaf.groups, len(self.path): least} if len(columns) > 1 or self._several(columns) else leaf.groups
        return Aside(self.k, columns, 0, True, (replace(leaf, groups=groups),), tuple(self.tree.cuts))

    def _several(self, columns: Sequence[str]) -> bool:
        return len(self.system.of_operator.get(columns[0], ())) > 1

    def _closed(self, columns: tuple[str, ...], at: int, side: bool, most: int) -> Aside | None:
        """One side of a split, if it can be closed in `most` solutions."""
        self.most, self.count, self.lowest, self.tree, self.trying = most, 0, self.target * UNIT, Growing(), True
        self._side(self.tree.reserve(), columns, at, side, [0.0] * len(self.rows))
        self.most, self.count, self.trying = self.prover.most, 0, False
        if self.lowest < self.target * UNIT:
            return None
        return Aside(self.k, columns, at, side, self.nodes(), tuple(self.tree.cuts))

    # -- rows -------------------------------------------------------------------------------------------------------

    def solve(self) -> Solved:
        """What the linear programme says now."""
        return self.lp.solve(self.prover.end - time.monotonic())

    def used(self, values: Sequence[float]) -> set[str]:
        """The operators that a solution applies."""
        moves = self.t.moves
        of = ((moves[m], x) for m, x in zip(self.system.moves, values, strict=False))
        return {move.operator for move, x in of if x > TINY and move.kind == APPLY}

    def miss(self, solved: Solved) -> bool:
        """Whether a solution misses a landmark, which is then asked for."""
        cut = self._landmark(solved) if solved.status == "optimal" else None
        if cut is not None:
            self._enforce(cut)
        return cut is not None

    def force(self, solved: Solved) -> bool:
        """Ask for what a solution lacks: a landmark that it misses, or, of what it uses and cannot fire, that it be
        applied; whether anything was lacking."""
        if self.miss(solved):
            return True
        key = self.unsupported
        if not key or key in self.forced:
            return False
        columns = [j for name in key for j in self.system.of_operator.get(name, ())]
        self._bound(columns, 0, True, len(key))
        self.path.append((key, 0, True))
        self.forced[key] = 1
        return True

    def _late(self) -> bool:
        return time.monotonic() > self.prover.end or self.count > self.most

    def _landmark(self, solved: Solved) -> Cut | None:
        """A landmark that the solution misses; where there is none, `unsupported` are operators that it uses and that
        lack something."""
        alive, values = self._alive(), solved.values
        rank = [0.0] * self.t.n_moves
        for m, r in zip(self.system.moves, solved.reduced, strict=False):
            rank[m] = r
        support = [m for j, m in enumerate(self.system.moves) if values[j] > TINY and self.high[j] != 0]
        targets = [*self.prover.targets, *(self._moves_of(names) for names in self.forced)]
        self.unsupported = None
        missed = self._missed(alive, targets, values, rank)
        if missed is None:
            self.reach.helped(support)
            self.unsupported = self._unsupported(alive, support, rank)
            missed = self._unmarked(alive, targets, values) if self.counted and not self.unsupported else None
        if missed is None:
            return None
        cut = Cut(tuple(sorted({self.t.moves[m].operator for m in missed})))
        return None if _key(cut) in self.active else cut

    def _missed(
        self, alive: Sequence[int], targets: Sequence[frozenset[int]], values: Sequence[float], rank: list[float]
    ) -> tuple[int, ...] | None:
        """Operators of which one must be applied and that are not, or only in part."""
        whole = [m for m, x in zip(self.system.moves, values, strict=False) if x > 1 - TINY]
        top = max(rank, default=0.0) + 1.0
        part = list(rank)
        for m, x in zip(self.system.moves, values, strict=False):
            if x > TINY:
                part[m] = -top * x
        missed = landmark(self.reach, alive, whole, targets, part)
        if missed is None:
            return None
        names = {self.t.moves[m].operator for m in missed}
        total = sum(values[j] for name in names for j in self.system.of_operator[name])
        return missed if total < 1 - 1e-4 else None

    def _unmarked(
        self, alive: Sequence[int], targets: Sequence[frozenset[int]], values: Sequence[float]
    ) -> tuple[int, ...] | None:
        """A landmark none of whose operators are counted in full."""
        used = {name: values[z] for name, z in self.z.items()}
        support = [m for name, x in used.items() if x > 1 - TINY for m in self._moves(name)]
        rank = [0.0] * self.t.n_moves
        for name, x in used.items():
            for m in self._moves(name):
                rank[m] = -x
        missed = landmark(self.reach, alive, support, targets, rank)
        if missed is None or sum(used[name] for name in {self.t.moves[m].operator for m in missed}) > 1 - 1e-4:
            return None
        return missed

    def _unsupported(
        self, alive: Sequence[int], support: Sequence[int], rank: Sequence[float]
    ) -> tuple[str, ...] | None:
        """Where a solution uses operators that cannot fire with what it uses: those, and all that lack the same."""
        idle = [m for m in support if not self.reach.fired[m] and self.t.moves[m].kind == APPLY]
        if not idle:
            return None
        fired = [m for m in support if self.reach.fired[m]]
        target = min(idle, key=lambda m: (rank[m], m))
        own = self.t.moves[target].operator
        first = landmark(self.reach, alive, fired, [frozenset(self._moves(own))], rank)
        if first is None:
            return None
        names = {self.t.moves[m].operator for m in first}
        if own in names:
            return (own,)
        dead = unreachable(self.reach, alive, self._moves_of(names))
        lost = {self.t.moves[m].operator for m in dead if self.t.moves[m].kind == APPLY}
        kept = {self.t.moves[m].operator for m in alive if m not in dead and self.t.moves[m].kind == APPLY}
        return tuple(sorted((lost - kept) | {own}))

    def _alive(self) -> list[int]:
        return [*(m for j, m in enumerate(self.system.moves) if self.high[j] != 0), *self.prover.witnesses]

    def _moves(self, name: str) -> list[int]:
        return [self.system.moves[j] for j in self.system.of_operator.get(name, ())]

    def _moves_of(self, names: Iterable[str]) -> frozenset[int]:
        return frozenset(m for name in names for m in self._moves(name))

    def _enforce(self, cut: Cut) -> CutKey:
        """Put a cut in force, as a row of its own or again."""
        key = _key(cut)
        if key not in self.row_of:
            rows = self._rows_of(cut)
            for row in rows:
                self.cut_of[len(self.rows)] = cut
                self.rows.append(row)
            self.row_of[key] = tuple(self.lp.add(row.coefficients, row.rhs) for row in rows)
        else:
            for row in self.row_of[key]:
                self.lp.enforce(row, float(self.rows[row].rhs))
        self.active.add(key)
        return key

    def _rows_of(self, cut: Cut) -> list[Row]:
        columns = [j for name in cut.first for j in self.system.of_operator.get(name, ())]
        rows = [Row("cut", "", 1, dict.fromkeys(columns, 1))]
        if self.counted:
            rows.append(Row("mark", "", 1, {self.z[name]: 1 for name in cut.first if name in self.z}))
        return rows

    def _forget(self, keys: Iterable[CutKey], local: Iterable[int]) -> None:
        """Put what was added in a case out of force."""
        for row in local:
            self.lp.enforce(row, None)
        for key in keys:
            self.active.discard(key)
            for row in self.row_of[key]:
                self.lp.enforce(row, None)

    # -- multipliers ------------------------------------------------------------------------------------------------

    def _dual(self, suggested: Sequence[float], objective: int = 1) -> Dual | None:
        """Whole multipliers for all rows, made of those the solver suggests."""
        padded = [*suggested, *[0.0] * (len(self.rows) - len(suggested))]
        marks, value, cost = {}, 0, self.cost
        if not objective:
            cost = [0] * len(self.cost)
        elif self.counted:
            marks, value, cost = self._charged(padded)
        weights = self._weights(padded)
        dual = exact_dual(self.rows, self.matrix, cost, self._plain(padded), self.low, self.high, weights)
        if dual is None or not marks:
            return dual and replace(dual, value=dual.value + value)
        multipliers = [marks.get(i, y) for i, y in enumerate(dual.multipliers)]
        return replace(dual, multipliers=multipliers, value=dual.value + value)

    def _weights(self, suggested: Sequence[float]) -> list[Weights]:
        """The firing cuts in whole weights, those that look at the same columns taken together."""
        mixed: dict[int, tuple[Prefix, dict[int, float], dict[int, float]]] = {}
        for i, (prefix, weights) in self.before.items():
            if suggested[i] > 0:
                _, total, gains = mixed.setdefault(id(prefix), (prefix, {}, {}))
                for c, w in weights.items():
                    total[c] = total.get(c, 0.0) + suggested[i] * w
                for j, n in self.gains[i].items():
                    gains[j] = gains.get(j, 0.0) + suggested[i] * n
        return [Weights(*each) for each in mixed.values()]

    def _plain(self, suggested: Sequence[float]) -> list[float]:
        """The multipliers of the rows that speak of applications alone."""
        apart = ("mark", "link", "before")
        return [0.0 if row.kind in apart else y for row, y in zip(self.rows, suggested, strict=True)]

    def _charged(self, suggested: Sequence[float]) -> tuple[dict[int, int], int, list[int]]:
        """Multipliers of marks, what they and the operators that must be used are worth, and what is left of each
        operator's one, spread over as many applications as it can have."""
        left = dict.fromkeys(self.z, UNIT)
        for name in self.z:
            if not self.t.counts[self._moves(name)[0]]:
                left[name] = 0
        marks: dict[int, int] = {}
        for i, row in enumerate(self.rows):
            if row.kind == "mark" and suggested[i] > 0:
                names = [name for name in self.cut_of[i].first if name in self.z]
                y = min(max(0, round(suggested[i] * UNIT)), *(left[name] for name in names))
                for name in names:
                    left[name] -= y
                if y:
                    marks[i] = y
        value = sum(marks.values())
        cost = [0] * len(self.cost)
        for name, columns in self.system.of_operator.items():
            if (name,) in self.forced:
                value += left[name]
            elif self.most_of[name]:
                for j in columns:
                    cost[j] = left[name] // self.most_of[name]
        return marks, value, cost

    def _leaf(self, dual: Dual, objective: int) -> Leaf:
        """The multipliers by what their rows are."""
        prices: dict[str, int] = {}
        cuts: dict[int, int] = {}
        marks: dict[int, int] = {}
        wants: dict[int, int] = {}
        limits: dict[str, int] = {}
        groups: dict[int, int] = {}
        caps = [0] * len(self.values)
        for i, y in enumerate(dual.multipliers):
            if y:
                row = self.rows[i]
                match row.kind:
                    case "cell":
                        prices[self.system.key(int(row.key))] = y
                    case "want":
                        wants[int(row.key)] = y
                    case "limit":
                        limits[str(row.key)] = y
                    case "cap":
                        caps[int(row.key)] = y
                    case "group":
                        groups[int(row.key)] = y
                    case "mark":
                        marks[self.tree.cut(self.cut_of[i])] = y
                    case _:
                        cuts[self.tree.cut(self.cut_of[i])] = y
        for part in dual.weights:
            weights = {self.system.key(c): w for c, w in sorted(part.by_cell.items()) if w}
            if weights:
                cuts[self.tree.cut(Cut(part.prefix.names, weights, part.prefix.last))] = 1
        return Leaf(objective, prices, cuts, marks, wants, limits, tuple(caps), groups)

    # -- cases ------------------------------------------------------------------------------------------------------

    def _node(self, node: int, inherited: Sequence[float]) -> None:
        """Close the case the search stands in, by splitting it where needed; `inherited` multipliers serve where there
        is no time for others."""
        added, local = list[CutKey](), list[int]()
        suggested, objective = inherited, 1
        while not self._late():
            self.count += 1
            solved = self.solve()
            if solved.status == "infeasible":
                if self._hopeless():
                    self.tree.nodes[node] = Leaf(0, {}, {self.tree.cut(Cut(())): 1}, caps=(0,) * len(self.values))
                    self._forget(added, local)
                    return
                suggested, objective = self._ray(solved.multipliers, suggested)
                break
            if solved.status == "limit":
                break
            suggested = solved.multipliers
            if solved.cost > self.target - 1 + TINY:
                dual = self._dual(suggested)
                if dual is not None and dual.value > UNIT * (self.target - 1):
                    break  # else it is closed in floating point only, and smaller cases may be closed exactly
            cut = self._landmark(solved)
            if cut is not None:
                added.append(self._enforce(cut))
                continue
            if not self.unsupported:
                row = self._disordered(solved.values)
                if row is not None:
                    local.append(row)
                    continue
            split = (self.unsupported, 0) if self.unsupported else self._split(solved)
            if split is None or len(self.path) > DEPTH:
                break
            self._branch(node, *split, suggested)
            self._forget(added, local)
            return
        dual = self._dual(suggested, objective)
        if dual is None or dual.value <= 0:
            dual, objective = self._dual((), 1), 1
        if dual is None:
            raise AssertionError("no multipliers at all are always allowed")
        if objective:
            self.lowest = min(self.lowest, dual.value)
        self.tree.nodes[node] = self._leaf(dual, objective)
        self._forget(added, local)

    def _hopeless(self) -> bool:
        """Whether a goal, or what has to be applied here, is out of reach of all that is left."""
        self.reach.restart(self._alive())
        fired = self.reach.fired
        targets = [*self.prover.targets, *(self._moves_of(names) for names in self.forced)]
        if not all(any(fired[m] for m in target) for target in targets):
            return True
        return any(low and not fired[m] for m, low in zip(self.system.moves, self.low, strict=True))

    def _ray(self, ray: Sequence[float], otherwise: Sequence[float]) -> tuple[Sequence[float], int]:
        """Multipliers that prove a case empty, and objective 0; where they do not, the others and 1."""
        top = max((abs(v) for v in ray), default=0.0)
        scaled = [v / top * FINE for v in ray] if top else []
        dual = self._dual(scaled, 0) if top else None
        return (scaled, 0) if dual is not None and dual.value > 0 else (otherwise, 1)

    def _split(self, solved: Solved) -> tuple[tuple[str, ...], int] | None:
        """Columns to split on, and at which count."""
        values = solved.values
        unsure = [(values[z], name) for name, z in self.z.items() if TINY < values[z] < 1 - TINY]
        unsure = [(x, name) for x, name in unsure if any(values[j] > TINY for j in self.system.of_operator[name])]
        if unsure:
            return (max(unsure)[1],), 0
        fractions = self._fractions(solved)
        return fractions[0] if fractions else self.pending

    def _fractions(self, solved: Solved) -> list[tuple[tuple[str, ...], int]]:
        """Splits on columns that are not whole, those first whose rounding costs most at the prices of the rows; what
        is interchangeable is counted together before it is told apart."""
        values, prices = solved.values, dict[int, float]()
        for row, y in zip(self.rows, solved.multipliers, strict=False):
            if row.kind == "cell" and y:
                prices[int(row.key)] = y
        found: list[tuple[bool, float, float, tuple[str, ...], int]] = []
        single: set[int] = set()
        for columns in self.classes:
            x = sum(values[j] for j in columns)
            if abs(x - round(x)) > TINY:
                used = max(columns, key=lambda j: values[j])
                keys = tuple(dict.fromkeys(self.system.column_key(j) for j in columns))
                found.append((True, *self._paid(used, x, prices), keys, int(x // 1)))
            else:
                single.update(j for j in columns if abs(values[j] - round(values[j])) > TINY)
        for j, x in enumerate(values[: len(self.system.moves)]):
            if abs(x - round(x)) > TINY and (j in single or self.t.moves[self.system.moves[j]].kind != APPLY):
                found.append((False, *self._paid(j, x, prices), (self.system.column_key(j),), int(x // 1)))
        often: dict[tuple[str, ...], int] = {}
        for keys, _, _ in self.path:
            often[keys] = often.get(keys, 0) + 1
        ranked = sorted(found, key=lambda each: (-often.get(each[3], 0), each), reverse=True)
        return [(keys, at) for _, _, _, keys, at in ranked]

    def _paid(self, j: int, x: float, prices: Mapping[int, float]) -> tuple[float, float]:
        """What rounding a column costs, about, and how far it is from whole."""
        distance = abs(x - round(x))
        effect = self.system.effect(self.system.moves[j]).items()
        paid = self.cost[j] / UNIT - sum(prices.get(c, 0.0) * n for c, n in effect if n < 0)
        return paid * distance, distance

    def burned_or_worn(self, cell: int) -> bool:
        """Whether a cell counts ticks of fuel or uses of a tool."""
        return cell >= self.t.n_cells or self.t.kind[cell] == TICKS

    def lacking(self, values: Sequence[float]) -> list[tuple[str, tuple[str, ...]]]:
        """The operators that whole counts use and that nothing they use makes possible, each with others of which one
        would have to be used too."""
        moves = self.t.moves
        support = [m for j, m in enumerate(self.system.moves) if values[j] > TINY]
        self.reach.helped(support)
        fired = [m for m in support if self.reach.fired[m]]
        idle = [moves[m].operator for m in support if not self.reach.fired[m] and moves[m].kind == APPLY]
        rank = [0.0] * self.t.n_moves
        for j, m in enumerate(self.system.moves):
            rank[m] = -1.0 if values[j] > TINY else self.cost[j] / UNIT
        out: list[tuple[str, tuple[str, ...]]] = []
        for name in dict.fromkeys(idle):
            first = landmark(self.reach, self._alive(), fired, [self._moves_of((name,))], rank)
            if first is not None:
                out.append((name, tuple(sorted({moves[m].operator for m in first} - {name}))))
        return out

    def late(self, values: Sequence[float]) -> list[tuple[str, Mapping[int, float], float]]:
        """Of whole counts that lack nothing: a better plan is raised if they can be ordered; else firing cuts that they
        break, each with the operator that it speaks of and that it is asked of only where that is used."""
        order, counts = self._counted(values)
        end = min(self.prover.end, time.monotonic() + PATIENCE)
        plan, left = stuck(self.problem, self.t, counts, order, end)
        self._offer(plan or as_far(self.problem, self.t, counts, order, end))
        if plan is not None:
            return []
        self._applied(values)
        out: list[tuple[str, Mapping[int, float], float]] = []
        forced = self.forced
        for name in dict.fromkeys(self.t.moves[m].operator for m in left):
            self.forced = {**forced, (name,): 1}
            for last in (False, True):
                prefix = self._before((name,), self._alive(), last)
                weights = None if prefix is None or prefix.comes_about(values) else prefix.weights(values, 1.0)
                if prefix and weights:
                    out.append((name, *prefix.row(weights)))
        self.forced = forced
        return out

    def _counted(self, values: Sequence[float]) -> tuple[list[int], dict[int, int]]:
        """The operators of a whole solution in the order in which they can first fire, and all its counts."""
        counts = {m: round(values[j]) for j, m in enumerate(self.system.moves) if round(values[j]) > 0}
        self.reach.helped(m for m in counts if self.t.moves[m].kind == APPLY)
        order = [m for m in self.reach.order() if self.t.moves[m].kind == APPLY and m in counts]
        return order, worn_in_turn(self.problem, self.t, counts, order)

    def _disordered(self, values: Sequence[float]) -> int | None:
        """Of a whole solution: a better plan ends the search; else a firing cut that was added, by its row; or
        `pending` is an operator to split on."""
        self.pending = None
        system = self.system
        if any(abs(x - round(x)) > TINY for x in values[: len(system.moves)]):
            return None
        order, counts = self._counted(values)
        known = frozenset(counts.items())
        left = self.prover.stuck.get(known)
        if left is None:
            plan, left = stuck(self.problem, self.t, counts, order, min(self.prover.end, time.monotonic() + PATIENCE))
            self.prover.stuck[known] = left
            if plan is not None:
                self._offer(plan)
        if not left:
            return None
        names = list(dict.fromkeys(self.t.moves[m].operator for m in left))
        self._applied(values)
        free: list[str] = []
        asked = [((name,), last) for name in names for last in (False, True)]
        for each, last in (*asked, (tuple(sorted(names)), False)):
            prefix = self._before(each, self._alive(), last)
            if prefix is None:
                free += each if len(each) == 1 and not last else ()
            elif not prefix.comes_about(values):
                weights = prefix.weights(values, 1.0)
                if weights:
                    return self._add_before(prefix, weights)
        self.pending = ((free[0],), 0) if free else self._otherwise(values, names)
        if self.pending is None and not self.trying and sum(counts[m] for m in order) <= FEW_ENOUGH:
            plan = shuffled(self.problem, self.t, counts, order, min(self.prover.end, time.monotonic() + PATIENCE))
            if plan is not None:
                self._offer(plan)
        return None

    def _offer(self, plan: Plan) -> None:
        """Raise `ImprovedError` where the law accepts a plan that is better than the known one."""
        verdict = verify(self.prover.full, Plan(plan.steps))
        if verdict.sound and verdict.cost < self.prover.found.verdict.cost:
            raise ImprovedError(Found(plan, verdict))

    def _otherwise(self, values: Sequence[float], names: Sequence[str]) -> tuple[tuple[str, ...], int] | None:
        """Operators that a solution does not use, by one of which the last of `names` could do without an earlier one:
        to be split on, since without them it has to wait."""
        support = [m for j, m in enumerate(self.system.moves) if values[j] > TINY]
        rank = [0.0] * self.t.n_moves
        target = frozenset(self._moves(names[-1])) if names else frozenset[int]()
        for name in dict.fromkeys((*names[:-1], *reversed(self.made))):
            if name in names[-1:]:
                continue
            own = self._moves_of((name,))
            alive = [m for m in self._alive() if m not in own]
            others = landmark(self.reach, alive, [m for m in support if m not in own], [target], rank)
            if others:
                return tuple(sorted({self.t.moves[m].operator for m in others})), 0
        return None

    def _before(self, names: tuple[str, ...], alive: Sequence[int], last: bool = False) -> Prefix | None:
        """What may come before some operators of which one has to be applied here, for the first time (or the last);
        None for others."""
        first = sorted(self._moves_of(names))
        dead = self._unreachable(alive, first)
        lost = dead | set(first)
        targets = [*self.prover.targets, *(self._moves_of(forced) for forced in self.forced)]
        if not any(all(m in lost or self._shut(m) for m in target) for target in targets):
            return None
        out = {m for m in self.system.moves if self._shut(m)} | (set[int]() if last else dead)
        if last and (len(first) > 1 or first[0] in out):
            return None
        made = [name for name in self.made if name not in names and self._awaited(name, first, out, alive)]
        return Prefix(self.system, names, first, out, made, last)

    def _awaited(self, name: str, first: Sequence[int], out: set[int], alive: Sequence[int]) -> bool:
        """Whether none of `first` can fire before the operator `name` has."""
        own = self._moves(name)
        if out.issuperset(own):
            return False
        gone = self._unreachable(alive, own)
        return all(m in gone or m in out for m in first)

    def _unreachable(self, alive: Sequence[int], without: Sequence[int]) -> set[int]:
        """The moves that cannot fire once none of `without` may; known from before where nothing is shut."""
        if alive is not self.every:
            return unreachable(self.reach, alive, without)
        key = frozenset(without)
        found = self.prover.lost.get(key)
        if found is None:
            found = self.prover.lost[key] = unreachable(self.reach, alive, without)
        return found

    def _shut(self, m: int) -> bool:
        j = self.system.column.get(m)
        return j is None or self.high[j] == 0

    def _applied(self, values: Sequence[float]) -> None:
        """Note which operators a solution applies: of these some must come before others."""
        of = self.system.of_operator.items()
        made = [name for name, columns in of if sum(values[j] for j in columns) > 1 - TINY]
        if made != self.made:
            self.made = made
            self.prefixes = {}

    def _prefix(self, names: tuple[str, ...], last: bool) -> Prefix | None:
        """What may come before some operators of which every plan of these cases applies one; None for others."""
        if (names, last) not in self.prefixes:
            self.prefixes[names, last] = self._before(names, self.every, last)
        return self.prefixes[names, last]

    def _add_before(self, prefix: Prefix, weights: Mapping[int, float]) -> int:
        """Add the firing cut of these weights; its row."""
        weights = {c: w for c, w in weights.items() if c in prefix.rest}
        coefficients, rhs = prefix.row(weights)
        self.before[len(self.rows)] = prefix, weights
        self.rows.append(Row("before", "", 0, {}))
        row = self.lp.add(coefficients, rhs)
        self.gains[row] = coefficients
        return row

    def _unprepared(self, values: Sequence[float], candidates: Iterable[tuple[str, ...]]) -> bool:
        """Whether a firing cut was added that the solution breaks, for operators of which one has to be applied."""
        if len(self.system.moves) > WIDE or len(self.before) >= BEFORE:
            return False
        found: list[tuple[int, tuple[str, ...], bool]] = []
        self._applied(values)
        for names in candidates:
            times = sum(values[j] for name in names for j in self.system.of_operator.get(name, ()))
            for last in (False, True) if times > 2 - TINY else (False,) if times > 1 - TINY else ():
                prefix = self._prefix(names, last)
                if prefix is not None and not prefix.comes_about(values):
                    found.append((-len(prefix.effects), names, last))
        for _, names, last in sorted(found):
            prefix = self._prefix(names, last)
            weights = prefix.weights(values, 1.0) if prefix else None
            if prefix and weights:
                self._add_before(prefix, weights)
                self.prover.before.append((names, last, {self.system.key(c): w for c, w in weights.items()}))
                return True
        return False

    def _branch(self, node: int, columns: tuple[str, ...], at: int, multipliers: Sequence[float]) -> None:
        """Split on columns in all (operators with all their variants): at most `at`, and more."""
        low, high = self.tree.reserve(), self.tree.reserve()
        self.tree.nodes[node] = Branch(columns, at, low, high)
        self._side(low, columns, at, False, multipliers)
        self._side(high, columns, at, True, multipliers)

    def _side(self, node: int, key: tuple[str, ...], at: int, side: bool, multipliers: Sequence[float]) -> None:
        names = set(key)
        columns = [j for j in range(len(self.system.moves)) if self.system.column_key(j) in names]
        kept = [(j, self.low[j], self.high[j]) for j in columns]
        forced = dict(self.forced)
        group = self._bound(columns, at, side, len(key))
        if not side and at == 0:
            kept += self._lost()
        self.path.append((key, at, side))
        if side and names <= self.system.of_operator.keys():
            self.forced[key] = at + 1
            if self.counted and len(key) == 1:
                self.lp.bound(self.z[key[0]], 1, None)
        self._node(node, multipliers)
        self.path.pop()
        if group is not None:
            self.lp.enforce(group, None)
        if self.counted and len(key) == 1 and key[0] in self.z and key not in forced:
            self.lp.bound(self.z[key[0]], 0, None)
        self.forced = forced
        for j, a, b in kept:
            self.low[j], self.high[j] = a, b
            self.lp.bound(j, a, b)

    def _lost(self) -> list[tuple[int, int, int | None]]:
        """Shut the columns that can no longer fire; what they were bounded by before."""
        self.reach.restart(self._alive())
        out: list[tuple[int, int, int | None]] = []
        for j, m in enumerate(self.system.moves):
            if not self.reach.fired[m] and self.high[j] != 0:
                out.append((j, self.low[j], self.high[j]))
                if not self.low[j]:
                    self.high[j] = 0
                    self.lp.bound(j, 0, 0)
        return out

    def _bound(self, columns: Sequence[int], at: int, side: bool, names: int) -> int | None:
        """Bound the columns: one by itself, or all by a row (whose number is returned), or by nought."""
        if (len(columns) == 1 == names) or (not side and at == 0):
            for j in columns:
                if side:
                    self.low[j] = max(self.low[j], at + 1)
                else:
                    self.high[j] = at
                self.lp.bound(j, self.low[j], self.high[j])
            return None
        sign = 1 if side else -1
        self.rows.append(Row("group", len(self.path), sign * (at + side), dict.fromkeys(columns, sign)))
        return self.lp.add(self.rows[-1].coefficients, self.rows[-1].rhs)


def _key(cut: Cut) -> CutKey:
    return cut.first, tuple(sorted(cut.weights.items()))
