"""A tree of cases while it is built: nodes by number, and the cuts that leaves speak of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...sim.answer import Branch, Cut, Leaf
from .known import Aside
from .rows import UNIT


@dataclass(slots=True)
class Growing:
    """A tree that grows; a node is None from when its number is given out until its case is closed or split."""

    nodes: list[Branch | Leaf | None] = field(default_factory=list[Branch | Leaf | None])
    cuts: list[Cut] = field(default_factory=list[Cut])

    def reserve(self) -> int:
        """The number of a further node."""
        self.nodes.append(None)
        return len(self.nodes) - 1

    def cut(self, cut: Cut) -> int:
        """The number of a cut."""
        if cut not in self.cuts:
            self.cuts.append(cut)
        return self.cuts.index(cut)

    def done(self) -> tuple[Branch | Leaf, ...]:
        """The nodes; numbers count from the tree's own root."""
        return tuple(node for node in self.nodes if node is not None)

    def append(self, nodes: Iterable[Branch | Leaf], cuts: Sequence[Cut]) -> None:
        """Nodes with numbers and cuts of their own behind those that are there."""
        shift, places = len(self.nodes), [self.cut(cut) for cut in cuts]
        for node in nodes:
            if isinstance(node, Branch):
                self.nodes.append(replace(node, low=node.low + shift, high=node.high + shift))
            else:
                rows = {places[i]: y for i, y in node.cuts.items()}
                self.nodes.append(replace(node, cuts=rows, marks={places[i]: y for i, y in node.marks.items()}))

    def graft(self, aside: Aside, k: int) -> None:
        """A split of which one side is closed by the proof that set it aside, and the other is what comes next: in the
        tree of a later criterion `k` the earlier one is too high on that side, so that its cap is broken."""
        at = len(self.nodes)
        other = at + 1 + len(aside.nodes)
        low, high = (other, at + 1) if aside.high else (at + 1, other)
        self.nodes.append(Branch(aside.columns, aside.at, low, high))
        self.append((_capped(node, aside.k, k) if isinstance(node, Leaf) else node for node in aside.nodes), aside.cuts)


def _capped(leaf: Leaf, of: int, k: int) -> Leaf:
    """A leaf of criterion `of` in a tree of criterion `k`."""
    caps = [*leaf.caps, *[0] * (k - len(leaf.caps))]
    if leaf.objective and of < k:
        caps[of] += UNIT
        return replace(leaf, objective=0, caps=tuple(caps))
    return replace(leaf, caps=tuple(caps))
