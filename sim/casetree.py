"""Trees of cases: a bound proved by splitting on counts and closing every case by multipliers of linear rows.

    tree      branches and leaves by number, from node 0; a branch parts all plans by how often its columns are applied
              in all: at most `at` times, or more often
    leaf      whole multipliers, none below 0, of rows that hold for every plan of its case; what they add up to shows
              that the criterion is too high there, or that there is no plan
    cut       a row of its own: one of the operators `first` fires at some time, and before it does, what the others
              bring about weighs as much as it asks for

docs/proofs.md has the rows and a worked example. Every number is recomputed here in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..pddl.model import Problem
from .answer import Cut, Leaf, Tree
from .claims import RefutedError
from .closure import Reached, absolute, unmet
from .columns import Cell, Column
from .smaller import Folds, smaller_problem

SUMS = ("effort", "applications")
MADE = "made "
"""What weights of operators that must have been applied begin with."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a branch on the way to a leaf: its columns are applied at most `at` times, or (`over`) more often."""

    columns: tuple[str, ...]
    at: int
    over: bool


@dataclass(frozen=True, slots=True)
class Case:
    """The way to a leaf, and by column the least and the most applications that it leaves."""

    sides: tuple[Side, ...] = ()
    low: Mapping[str, int] = field(default_factory=dict[str, int])
    high: Mapping[str, int] = field(default_factory=dict[str, int])

    def under(self, side: Side) -> Case:
        """The case on one side of a branch of this one."""
        low, high = dict(self.low), dict(self.high)
        if side.over and len(side.columns) == 1:
            low[side.columns[0]] = max(side.at + 1, low.get(side.columns[0], 0))
        elif not side.over and (len(side.columns) == 1 or side.at == 0):
            for name in side.columns:
                high[name] = min(side.at, high.get(name, side.at))
        return Case((*self.sides, side), low, high)

    @property
    def never(self) -> frozenset[str]:
        """The columns that are not applied at all."""
        return frozenset(name for name, most in self.high.items() if most == 0)


class CaseTree:
    """A tree and the problem that it speaks of; `caps` are the bounds of the criteria before the tree's own, `known`
    the smaller problems of other trees."""

    def __init__(self, problem: Problem, tree: Tree, caps: Sequence[int], at: str, known: Folds | None = None) -> None:
        self.smaller = smaller_problem(problem, tree, at, {} if known is None else known)
        self.problem = problem = self.smaller.problem
        self.tree, self.caps, self.at = tree, caps, at
        self.name = problem.cost[tree.criterion]
        self.columns = self.smaller.columns
        self.wants = {k: (w.any_of, absolute(problem, w)) for k, w in enumerate(problem.want) if len(w.any_of) > 1}

    def check(self) -> int:
        """Check every leaf; returns how many there are. Raises `RefutedError` for one that does not close its case."""
        leaves = list(self._leaves())
        for number, leaf, case in leaves:
            self._check_names(leaf, case, f"{self.at}.nodes.{number}")
            if self._empty(case):
                continue
            value = self._value(number, leaf, case)
            limit = self.tree.unit * (self.tree.value - 1) if leaf.objective else 0
            if value <= limit:
                message = f"case {number}: the rows add up to {value:,}, more than {limit:,} is needed"
                raise RefutedError(message, f"{self.at}.nodes.{number}")
        return len(leaves)

    def _leaves(self) -> Iterator[tuple[int, Leaf, Case]]:
        """The leaves with their cases; every node has a greater number than its parent, and one parent."""
        todo, seen = [(0, Case())], set[int]()
        while todo:
            number, case = todo.pop()
            node = self.tree.nodes[number]
            if number in seen:
                raise RefutedError(f"node {number} stands under two branches", f"{self.at}.nodes.{number}")
            seen.add(number)
            if isinstance(node, Leaf):
                yield number, node, case
                continue
            if not number < min(node.low, node.high) or not max(node.low, node.high) < len(self.tree.nodes):
                raise RefutedError(f"node {number} leads to no later node", f"{self.at}.nodes.{number}")
            known = self.columns.by_key
            unknown = [name for name in node.columns if name not in known and name not in self.smaller.idle]
            if unknown:
                raise RefutedError(f"there is no column `{unknown[0]}` in this problem", f"{self.at}.nodes.{number}")
            todo.append((node.low, case.under(Side(node.columns, node.at, False))))
            todo.append((node.high, case.under(Side(node.columns, node.at, True))))

    def _empty(self, case: Case) -> bool:
        """Whether a case asks for more applications of columns none of which can ever be applied in it."""
        reached = self.reached(case)
        for side in case.sides:
            columns = [column for name in side.columns for column in self.columns.by_key.get(name, ())]
            if side.over and not any(column.can_fire(reached, case.never) for column in columns):
                return True
        return False

    def reached(self, case: Case, without: frozenset[str] = frozenset()) -> Reached:
        """What can be had in a case if the operators `without` never fire."""
        return self.smaller.reached(case.never, without)

    # -- one leaf ----------------------------------------------------------------------------------------------------

    def _value(self, number: int, leaf: Leaf, case: Case) -> int:
        """What the rows of a leaf add up to, at the least: in units of 1/unit of the criterion."""
        place = f"{self.at}.nodes.{number}"
        rest: dict[int, int] = {}  # what rows leave of the cost of each column, by identity
        touched: set[str] = set()

        def add(column: Column, n: int) -> None:
            touched.add(column.key)
            rest[id(column)] = rest.get(id(column), 0) + n

        own, value = self._own_costs(leaf, case, place)
        value += self._rows(leaf, case, add)
        value -= sum(y * cap for y, cap in zip(leaf.caps, self.caps, strict=False))
        reached = self.reached(case)
        for name in sorted({*touched, *case.low}):
            costs = [
                own(column) + rest.get(id(column), 0) + sum(y * self._cost(j, column) for j, y in enumerate(leaf.caps))
                for column in self.columns.by_key.get(name, ())
                if column.can_fire(reached, case.never)
            ]
            value += self._least(name, min(costs), case, place) if costs else 0
        return value

    def _rows(self, leaf: Leaf, case: Case, add: Callable[[Column, int], None]) -> int:
        """What the rows of a leaf, times their multipliers, come to at the least; what they count of each column is
        taken off its cost by `add`."""
        columns, problem, value = self.columns, self.problem, 0
        for cell, y in leaf.prices.items():
            value += y * columns.least(cell)
            for column in columns.by_cell.get(cell, ()):
                add(column, -y * column.effect[cell])
        for k, y in leaf.wants.items():
            members, n = self.wants[k]
            value += y * (n - sum(problem.have.stock.get(item, 0) for item in members))
            for item in members:
                for column in columns.by_cell.get(item, ()):
                    add(column, -y * column.effect[item])
        for name, y in leaf.limits.items():
            value -= y * (problem.operators[name].limit or 0) if name in problem.operators else 0
            for column in columns.by_key.get(name, ()):
                add(column, y if column.operator else 0)
        for depth, y in leaf.groups.items():
            side = case.sides[depth]
            value += y * (side.at + 1) if side.over else -y * side.at
            for name in side.columns:
                for column in columns.by_key.get(name, ()):
                    add(column, -y if side.over else y)
        for k, y in leaf.cuts.items():
            least, weights = self._cut(self.tree.cuts[k], case, f"{self.at}.cuts.{k}")
            value += y * least
            for column, n in weights:
                add(column, -y * n)
        return value

    def _least(self, name: str, cost: int, case: Case, place: str) -> int:
        """The least that the applications of a column may add, at `cost` each."""
        if cost >= 0:
            return cost * case.low.get(name, 0)
        if name not in case.high:
            raise RefutedError(f"`{name}` costs {cost:,} each at these multipliers, and nothing bounds it", place)
        return cost * case.high[name]

    def _cost(self, j: int, column: Column) -> int:
        return column.effort if self.problem.cost[j] == "effort" else column.count

    def _own_costs(self, leaf: Leaf, case: Case, place: str) -> tuple[Callable[[Column], int], int]:
        """What an application of each column costs in the tree's criterion, and what is due at all events."""
        unit = leaf.objective * self.tree.unit
        if self.name in SUMS:
            return lambda column: unit * self._cost(self.tree.criterion, column), 0
        marks: dict[str, int] = {}
        due = 0
        for k, y in leaf.marks.items():
            cut = self.tree.cuts[k]
            self._check_fires(cut, case, f"{self.at}.cuts.{k}")
            due += y
            for name in set(cut.first):
                marks[name] = marks.get(name, 0) + y
        first = {name: unit * self._counted(name) - marks.get(name, 0) for name in self.problem.operators}
        reached = self.reached(case)
        for name, cost in first.items():
            if cost < 0 and any(c.can_fire(reached, case.never) for c in self.columns.by_key.get(name, ())):
                raise RefutedError(f"the marks of `{name}` come to more than a use of it costs", place)
        used = {name for name, n in case.low.items() if n > 0 and name in first}
        due += sum(first[name] for name in used)

        def own(column: Column) -> int:
            if column.operator is None or column.key in used:
                return 0
            most = self._most(column)
            return max(0, first[column.key]) // most if most else 0

        return own, due

    def _counted(self, name: str) -> int:
        """Whether a first use of an operator counts in the criterion: moves of stations are lines alone."""
        return int(self.name == "lines" or any(column.count for column in self.columns.by_key.get(name, ())))

    def _most(self, column: Column) -> int:
        """How often a column is applied at most, by the bounds of earlier criteria; 0 where none says."""
        costs = [(cap, self._cost(j, column)) for j, cap in enumerate(self.caps) if self.problem.cost[j] in SUMS]
        return min((cap // each for cap, each in costs if each > 0), default=0)

    # -- cuts ----------------------------------------------------------------------------------------------------------

    def _check_fires(self, cut: Cut, case: Case, place: str) -> Reached:
        """What can be had before one of `cut.first` fires; raises `RefutedError` unless one of them has to."""
        reached, never = self.reached(case, frozenset(cut.first)), case.never | set(cut.first)
        for members in unmet(self.problem):
            adding = {id(c): c for i in members for c in self.columns.by_cell.get(i, ()) if c.can_fire(reached, never)}
            if all(sum(column.effect.get(i, 0) for i in members) <= 0 for column in adding.values()):
                return reached
        for side in case.sides:
            columns = [column for name in side.columns for column in self.columns.by_key.get(name, ())]
            if side.over and not any(column.can_fire(reached, never) for column in columns):
                return reached
        raise RefutedError(f"none of `{', '.join(cut.first[:3])}` has to fire in this case", place)

    def _cut(self, cut: Cut, case: Case, place: str) -> tuple[int, list[tuple[Column, int]]]:
        """The row of a cut in a case: the least that its columns come to, and what each counts."""
        reached = self._check_fires(cut, case, place)
        inside = [column for name in dict.fromkeys(cut.first) for column in self.columns.by_key.get(name, ())]
        inside = [column for column in inside if column.operator is not None]
        if not cut.weights:
            return 1, [(column, 1) for column in inside]
        if cut.last:
            return self._last(inside, cut.weights, case, place)
        weights = cut.weights
        never = case.never | {column.key for column in inside}
        before = {id(c): c for cell in weights for c in self._counted_in(cell)}
        out: list[tuple[Column, int]] = []
        for column in before.values():
            n = self._weight(column, weights)
            if n > 0 and (column.operator is None or column.key not in never) and column.can_fire(reached, case.never):
                out.append((column, n))
        able = [column for column in inside if column.can_fire(reached, case.never)]
        return min((self._asked(column, weights, case) for column in able), default=0), out

    def _last(
        self, inside: Sequence[Column], weights: Mapping[Cell, int], case: Case, place: str
    ) -> tuple[int, list[tuple[Column, int]]]:
        """The row that looks at the moment before the last application of an operator: of all others a part has been
        done by then, and of its own applications all but one."""
        if len(inside) != 1:
            raise RefutedError("the last application is told of one column only", place)
        (own,), reached = inside, self.reached(case)
        if not own.can_fire(reached, case.never):
            return 0, []
        others = {id(c): c for cell in weights for c in self._counted_in(cell) if c is not own}
        weighed = [(c, self._weight(c, weights)) for c in others.values() if c.can_fire(reached, case.never)]
        effect = self._weight(own, weights)
        return self._asked(own, weights, case) + effect, [(own, effect), *((c, n) for c, n in weighed if n > 0)]

    def _weight(self, column: Column, weights: Mapping[Cell, int]) -> int:
        """What one application of a column weighs."""
        n = sum(w * column.effect.get(cell, 0) for cell, w in weights.items())
        return n + (weights.get(f"{MADE}{column.key}", 0) if column.operator is not None else 0)

    def _counted_in(self, cell: Cell) -> Sequence[Column]:
        """The columns that a weight speaks of: those that change a cell, or an operator that must have been applied."""
        if cell.startswith(MADE):
            return [c for c in self.columns.by_key.get(cell.removeprefix(MADE), ()) if c.operator is not None]
        return self.columns.by_cell.get(cell, ())

    def _asked(self, column: Column, weights: Mapping[Cell, int], case: Case) -> int:
        """What the effects of all that comes before a column must weigh, so that it can fire. An operator without which
        the column is out of reach was applied once at least."""
        total = 0
        for cell, w in weights.items():
            if cell.startswith(MADE):
                without = self.reached(case, frozenset({cell.removeprefix(MADE)}))
                total += 0 if column.can_fire(without, case.never) else w
                continue
            free = self.columns.free(cell)
            needed = self.columns.needed(column, cell) - self.columns.held(cell)
            total += w * max(column.takes.get(cell, 0) - free, needed, -free)
        return total

    def _check_names(self, leaf: Leaf, case: Case, place: str) -> None:
        """Refuse multipliers of rows that there are not."""
        for cell in leaf.prices:
            if cell not in self.columns.cells and cell not in self.smaller.idle:
                raise RefutedError(f"there is no `{cell}` in this problem", place)
        for name in leaf.limits:
            operator = self.problem.operators.get(name)
            if operator is None and name in self.smaller.idle:
                continue
            if operator is None or operator.limit is None:
                raise RefutedError(f"`{name}` is not limited", place)
        wrong = [k for k in leaf.wants if k not in self.wants]
        wrong += [k for k in (*leaf.cuts, *leaf.marks) if k >= len(self.tree.cuts)]
        wrong += [k for k in leaf.groups if k >= len(case.sides)]
        wrong += [j for j, y in enumerate(leaf.caps) if y and (j >= len(self.caps) or self.problem.cost[j] not in SUMS)]
        if wrong:
            raise RefutedError(f"there is no row {wrong[0]} of that kind in this case", place)
        if any(self.tree.cuts[k].weights for k in leaf.marks):
            raise RefutedError("a mark counts used operators, so that its cut has no weights", place)
        if leaf.marks and self.name in SUMS:
            raise RefutedError(f"marks count used operators, which {self.name} does not", place)
