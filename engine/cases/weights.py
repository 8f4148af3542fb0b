"""Firing cuts in whole numbers: weights of what must have been brought about before an operator."""

from __future__ import annotations

import math
from collections.abc import Mapping

from .firing import Prefix
from .rows import UNIT

ROUNDS = 20
"""Rounds in which weights are lowered to what was suggested."""


class Weights:
    """Whole weights of cells before an operator, and what they make of each column's effect."""

    def __init__(self, prefix: Prefix, suggested: Mapping[int, float], gains: Mapping[int, float]) -> None:
        self.prefix = prefix
        self.by_cell = {c: n for c, y in suggested.items() if (n := int(y * UNIT))}
        columns = list(dict.fromkeys(j for c in self.by_cell for j in prefix.users.get(c, ())))
        self.gain = {j: self._weigh(j) for j in columns}
        most = {j: math.floor(gains.get(j, 0.0) * UNIT + 0.5) for j in columns if j not in prefix.own}
        for _ in range(ROUNDS):  # what goes round must not seem to bring something about because of rounding
            over = [j for j, n in most.items() if self.gain[j] > n]
            if not over:
                break
            for j in over:
                self.lower(j, self.gain[j] - most[j])

    def _weigh(self, j: int) -> int:
        gain = sum(self.by_cell.get(c, 0) * n for c, n in self.prefix.effects[j].items())
        return gain if j in self.prefix.own else max(0, gain)

    def lower(self, j: int, by: int) -> dict[int, int]:
        """Lower weights of what column j brings about, so that it counts `by` less; what other columns gain by it."""
        changed: dict[int, int] = {}
        # what is given most of goes down least: else a ring of conversions, each as dear as the last, drags all down
        for c, n in sorted(self.prefix.effects[j].items(), key=lambda effect: -effect[1]):
            weight = self.by_cell.get(c, 0)
            if by <= 0 or n <= 0 or not weight:
                continue
            cut = min(weight, -(-by // n))
            by -= cut * n
            self.by_cell[c] = weight - cut
            for k in self.prefix.users[c]:
                new = self._weigh(k)
                if new != self.gain.get(k, 0):
                    changed[k] = changed.get(k, 0) + new - self.gain.get(k, 0)
                    self.gain[k] = new
        return changed

    @property
    def value(self) -> int:
        """What the effects must come to."""
        return int(self.prefix.due(self.by_cell))
