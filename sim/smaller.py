"""The problem that trees of cases speak of, with its columns: made once for all trees of a report that fold alike."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ..pddl.model import Problem
from .answer import Tree
from .closure import Reached
from .columns import Columns
from .images import folded_problem, undrawn_problem


@dataclass(eq=False)
class Smaller:
    """The problem that trees with the same folds speak of, and what is worked out once for all of them. Raises
    `RefutedError` where something cannot be folded; `at` is the place of the first of these trees in the report."""

    whole: Problem
    tree: Tree
    at: str

    def __post_init__(self) -> None:
        self.problem = folded_problem(self.whole, self.tree.folded, self.tree.unburned, self.at)
        self.columns = Columns(self.problem)
        self.closure = self.columns.closure()
        self.known: dict[tuple[frozenset[str], frozenset[str]], Reached] = {}

    @cached_property
    def idle(self) -> Collection[str]:
        """Columns and cells of what the smaller problem leaves out because no goal draws on it: they are never applied,
        and nothing changes them. Only what the rows of the smaller problem do not name is looked for there."""
        if self.problem is self.whole:
            return ()
        columns = Columns(undrawn_problem(self.whole, self.tree.folded, self.tree.unburned))
        return columns.by_key.keys() | columns.cells

    def reached(self, never: frozenset[str], without: frozenset[str]) -> Reached:
        """What can be had if neither columns of `never` nor operators of `without` fire."""
        if (never, without) not in self.known:
            self.known[never, without] = self.closure.run(never | without)
        return self.known[never, without]


Folds: TypeAlias = dict[object, Smaller]
"""Smaller problems of one problem, by what is folded."""


def smaller_problem(problem: Problem, tree: Tree, at: str, known: Folds) -> Smaller:
    """The smaller problem of a tree, made where it is not `known` yet."""
    key = frozenset(tree.folded.items()), tree.unburned
    if key not in known:
        known[key] = Smaller(problem, tree, at)
    return known[key]
