"""Leaves, and the problem in which they may be added: an impossible problem with an operator for each that adds one.

A leaf is what may be reported missing. By default that is what nothing makes: no operator gives more of it than it
takes, save those that may be applied a limited number of times. Where not even all of these would do if nothing else
were held, because things are made of one another alone (wheat of hay bales, hay bales of wheat), what goes round so is
a leaf as well: having some of it does not make more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ..pddl.compile import absolute
from ..pddl.graph import components
from ..pddl.model import MOVES, Operator, Problem, draws
from ..pddl.reach import products, reachable, requirements
from ..recipes.book import Item

ADD = "add {} (missing)"
"""The name of the operator that adds one of a leaf."""


def makes(problem: Problem, op: Operator, item: Item) -> bool:
    """Whether `op` can be applied without end and gives more of `item` than it surely takes."""
    if op.kind in MOVES or op.limit is not None or any(draws(op, name) for name in problem.limits):
        return False
    taken = sum(need.n for need in op.takes if need.any_of == (item,))
    return sum(n for i, n in op.gives if i == item) > taken


class Draft:
    """What the goals of a problem may draw on: its operators by what they bring, followed back from the goals."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.makers: dict[Item, list[Operator]] = {}
        for op in problem.operators.values():
            for item in dict.fromkeys(products(op)):
                self.makers.setdefault(item, []).append(op)
        self.fuels = frozenset(problem.fuels)
        self.filled: dict[Item, list[Item]] = {}
        for full, container in problem.containers.items():
            if full in problem.fuels:
                self.filled.setdefault(container, []).append(full)
        self.operators: dict[str, Operator] = {}
        self.items = dict.fromkeys([i for w in problem.want for i in w.any_of] + sorted(problem.keep))
        self._follow()

    def _follow(self) -> None:
        queue = list(self.items)
        for item in queue:
            new = list(self.filled.get(item, ()))
            for op in self.makers.get(item, ()):
                if op.name not in self.operators:
                    self.operators[op.name] = op
                    new += [i for members in requirements(op, self.fuels) for i in members]
            new = [i for i in dict.fromkeys(new) if i not in self.items]
            self.items |= dict.fromkeys(new)
            queue += new

    def leaves(self) -> list[Item]:
        """The items, of those that the goals draw on, that nothing makes; sorted."""
        return sorted(
            item
            for item in self.items
            if item in self.problem.stacks
            and not any(makes(self.problem, op, item) for op in self.makers.get(item, ()))
        )


def enlarged(problem: Problem, draft: Draft, leaves: Collection[Item]) -> Problem:
    """The problem with an operator of effort 1 for each leaf that adds one; nothing else costs effort.

    Only what the goals draw on is left in it. What may be added is not protected; goals count from what is held now.
    """
    operators = {name: replace(op, effort=0) for name, op in draft.operators.items()}
    operators |= dict(map(_adding, leaves))
    return replace(
        problem,
        operators=dict(sorted(operators.items())),
        want=tuple(replace(absolute(want, problem.have), mode="total") for want in problem.want),
        protected=problem.protected - frozenset(leaves),
        cost=("effort", "applications"),
    )


def _adding(leaf: Item) -> tuple[str, Operator]:
    name = ADD.format(leaf)
    return name, Operator(name, "add", gives=((leaf, 1),), effort=1)


def with_more(problem: Problem, added: dict[Item, int]) -> Problem:
    """The problem with `added` held besides; goals count from what was held without it."""
    stock = dict(problem.have.stock)
    for item, n in added.items():
        stock[item] = stock.get(item, 0) + n
    return replace(
        problem,
        have=replace(problem.have, stock=dict(sorted(stock.items())), slots=None),
        want=tuple(replace(absolute(want, problem.have), mode="total") for want in problem.want),
        protected=problem.protected - added.keys(),
    )


def leaves_for(problem: Problem, draft: Draft) -> list[Item]:
    """The leaves by default; with what goes round, as long as the goals cannot be reached without and from nothing."""
    leaves = draft.leaves()
    nothing = replace(problem.have, stock={}, worn={}, slots=None, hand=None)
    while True:
        items, _ = reachable(replace(enlarged(problem, draft, leaves), have=nothing))
        if all(items.intersection(want.any_of) for want in problem.want):
            return leaves
        more = sorted(set(_going_round(draft, items)) - set(leaves))
        if not more:
            return leaves
        leaves = sorted([*leaves, *more])


def _going_round(draft: Draft, reached: set[Item]) -> Iterator[Item]:
    """Items out of reach that lack only one another."""
    lost = [item for item in draft.items if item not in reached]
    place = {item: k for k, item in enumerate(lost)}
    edges = [
        sorted(
            {
                place[member]
                for op in draft.makers.get(item, ())
                for members in requirements(op, draft.fuels)
                if not reached.intersection(members)
                for member in members
            }
        )
        for item in lost
    ]
    group = components(edges)
    open_groups = {group[k] for k, targets in enumerate(edges) if any(group[j] != group[k] for j in targets)}
    return (i for k, i in enumerate(lost) if group[k] not in open_groups and i in draft.problem.stacks)
