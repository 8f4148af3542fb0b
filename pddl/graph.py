"""Strongly connected components: which cells are, directly or through others, made of each other."""

from __future__ import annotations

from collections.abc import Sequence


def components(edges: Sequence[Sequence[int]]) -> list[int]:
    """A number for each node, the same for nodes that reach each other along `edges` (Kosaraju, without recursion)."""
    order: list[int] = []
    seen = [False] * len(edges)
    for root in range(len(edges)):
        if seen[root]:
            continue
        seen[root] = True
        stack = [(root, iter(edges[root]))]
        while stack:
            node, rest = stack[-1]
            following = next((k for k in rest if not seen[k]), None)
            if following is None:
                order.append(node)
                stack.pop()
            else:
                seen[following] = True
                stack.append((following, iter(edges[following])))
    back: list[list[int]] = [[] for _ in edges]
    for node, targets in enumerate(edges):
        for k in targets:
            back[k].append(node)
    out = [-1] * len(edges)
    for number, root in enumerate(reversed(order)):
        todo = [root] if out[root] < 0 else []
        while todo:
            node = todo.pop()
            if out[node] < 0:
                out[node] = number
                todo += [k for k in back[node] if out[k] < 0]
    return out
