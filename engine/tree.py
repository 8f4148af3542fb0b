"""The recipe tree of a plan: each item under what it is made for, each recipe opened once.

A node is `{"item", "n", "how", "parts"}`: `how` is `made`, `held`, `above` (opened further up) or `below` (opened as a
tree of its own after the goals, since it is too deep down here); what is made also tells its `operator`, that one's
`verb` and, of a source, what it is taken `from`; `parts` are the nodes of what the operator takes, of its tools
(`"as": "tool"`) and of its station (`"as": "station"`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ..pddl.model import Problem
from ..recipes.book import Item, Recipe, Source
from ..recipes.look import variant_label
from ..sim.plan import Amounts, Plan, Step, Verdict
from .wording import operator_verb, source_origin

Node: TypeAlias = dict[str, Any]
DEEPEST = 24
"""Levels of one tree. The bundled books need half of it; far more would neither fit a line nor nest as data."""


def recipe_tree(problem: Problem, plan: Plan, verdict: Verdict) -> list[Node]:
    """The trees of the goals, in their order, and those of what lies too deep in them."""
    tree = _Tree(problem, plan)
    roots: list[Node] = []
    for want in problem.want:
        owed = want.n
        for item in sorted(want.any_of, key=lambda i: -verdict.end.stock.get(i, 0)):
            n = min(owed, verdict.end.stock.get(item, 0))
            if n > 0:
                owed -= n
                roots.append(tree.root(item, n))
    while tree.put_off:
        roots.append(tree.root(*next(iter(tree.put_off.items()))))
    return roots


class _Tree:
    """The suppliers of a plan, which items were opened so far, and which are to be (`put_off`, how many of each)."""

    def __init__(self, problem: Problem, plan: Plan) -> None:
        self.problem = problem
        self.opened: set[Item] = set()
        self.put_off: dict[Item, int] = {}
        self.makers: dict[Item, list[Step]] = {}
        for step in plan.steps:
            for item, _ in problem.operators[step.operator].gives:
                self.makers.setdefault(item, []).append(step)

    def root(self, item: Item, n: int) -> Node:
        self.put_off.pop(item, None)
        return self.node(item, n)

    def node(self, item: Item, n: int, role: str = "", level: int = 1) -> Node:
        makers = self.makers.get(item, [])
        node: Node = {"item": item, "n": n, "how": "made" if makers else "held", "parts": []}
        if label := variant_label(self.problem.book, item):
            node["label"] = label
        if role:
            node["as"] = role
        if not makers:
            return node
        if self.has_parts(makers):
            if item in self.opened:
                return {**node, "how": "above"}
            if level == DEEPEST or item in self.put_off:
                self.put_off.setdefault(item, n)
                return {**node, "how": "below"}
        node |= self.maker(makers[0])
        if item in self.opened:
            return node
        self.opened.add(item)
        node["parts"] = list(self.parts(makers, item, n, level + 1))
        return node

    def maker(self, step: Step) -> Node:
        """What a node tells of the step that gives it."""
        op = self.problem.operators[step.operator]
        out: Node = {"operator": op.name, "verb": operator_verb(op)}
        whence = source_origin(op.origin) if isinstance(op.origin, Source) else ""
        return out | ({"from": whence} if whence else {})

    def has_parts(self, makers: list[Step]) -> bool:
        return any(step.takes or step.tools or self.station(step) for step in makers)

    def station(self, step: Step) -> Item | None:
        origin = self.problem.operators[step.operator].origin
        free = self.problem.rules.stations == "free"
        return origin.station if isinstance(origin, Recipe) and not free else None

    def parts(self, makers: list[Step], item: Item, n: int, level: int) -> Iterator[Node]:
        """What the first `n` of `item` take, in the order in which the plan makes them, as nodes of a level."""
        taken: dict[Item, int] = {}
        tools: dict[Item, str] = {}
        for step in makers:
            each = dict(self.problem.operators[step.operator].gives)[item]
            times = min(step.applications, -(-n // each))
            n -= times * each
            for amounts in step.takes:
                for member, count in first(amounts, sum(m for _, m in amounts) * times // step.applications):
                    taken[member] = taken.get(member, 0) + count
            if times > 0:
                tools |= dict.fromkeys(step.tools, "tool")
                if station := self.station(step):
                    tools[station] = "station"
            if n <= 0:
                break
        yield from (self.node(member, count, "", level) for member, count in taken.items())
        yield from (self.node(tool, 1, role, level) for tool, role in tools.items())


def first(amounts: Amounts, n: int) -> Iterator[tuple[Item, int]]:
    """The first `n` items of `amounts`."""
    for item, count in amounts:
        if n <= 0:
            return
        yield item, min(count, n)
        n -= count
