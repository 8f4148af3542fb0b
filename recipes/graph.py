"""Names that lead to other names, such as tags in tags: an order in which to follow them, and rings among them.

Nothing here calls itself, so that chains may be as long as a file can hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Graph: TypeAlias = Mapping[str, Iterable[str]]
"""Where each name leads; what is no key of it leads nowhere."""


@dataclass(slots=True)
class _Walk:
    """Tarjan's algorithm (1972), with a stack of its own: `low` is the earliest open name that a name leads back to."""

    graph: Graph
    number: dict[str, int] = field(default_factory=dict[str, int])
    low: dict[str, int] = field(default_factory=dict[str, int])
    open: list[str] = field(default_factory=list[str])
    closed: set[str] = field(default_factory=set[str])
    calls: list[tuple[str, Iterator[str]]] = field(default_factory=list[tuple[str, Iterator[str]]])

    def enter(self, name: str) -> None:
        self.number[name] = self.low[name] = len(self.number)
        self.open.append(name)
        self.calls.append((name, iter(self.graph[name])))

    def knots(self, start: str) -> Iterator[list[str]]:
        """The knots that are reached from `start` and not yet known."""
        self.enter(start)
        while self.calls:
            name, ways = self.calls[-1]
            for following in ways:
                if following in self.graph and following not in self.number:
                    self.enter(following)
                    break
                if following in self.number and following not in self.closed:
                    self.low[name] = min(self.low[name], self.number[following])
            else:
                yield from self.left()

    def left(self) -> Iterator[list[str]]:
        """Leave the name walked last; its knot, if the walk entered the knot there."""
        name, _ = self.calls.pop()
        if self.calls:
            above = self.calls[-1][0]
            self.low[above] = min(self.low[above], self.low[name])
        if self.low[name] == self.number[name]:
            knot = [self.open.pop()]
            while knot[-1] != name:
                knot.append(self.open.pop())
            self.closed.update(knot)
            yield knot


def knots(graph: Graph) -> list[list[str]]:
    """The names in groups that lead to each other, each group behind those it leads to; most are of one name."""
    walk = _Walk(graph)
    return [knot for name in graph if name not in walk.number for knot in walk.knots(name)]


def rings(graph: Graph) -> list[list[str]]:
    """One ring of each knot: the shortest way back to the knot's first name, which stands at both its ends.

    First is what comes first in `graph`, and so are the rings ordered.
    """
    places = {name: place for place, name in enumerate(graph)}
    firsts = [(min(knot, key=places.__getitem__), frozenset(knot)) for knot in knots(graph)]
    found = [_ring(first, knot, graph) for first, knot in sorted(firsts, key=lambda pair: places[pair[0]])]
    return [ring for ring in found if ring]


def _ring(start: str, knot: frozenset[str], graph: Graph) -> list[str]:
    """The shortest way from a name back to itself inside its knot; empty if there is none."""
    came_from: dict[str, str] = {}
    waiting = [start]
    for name in waiting:
        for following in graph[name]:
            if following == start:
                return [*_way(name, start, came_from), start]
            if following in knot and following not in came_from:
                came_from[following] = name
                waiting.append(following)
    return []


def _way(name: str, start: str, came_from: Mapping[str, str]) -> list[str]:
    way = [name]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]


def shown(ring: list[str], sign: str = "", most: int = 8) -> str:
    """A ring in words, a long one with its middle left out."""
    named = [sign + name for name in ring]
    if len(named) > most:
        named = [*named[: most - 2], f"… {len(named) - most + 1} more …", named[-1]]
    return " -> ".join(named)
