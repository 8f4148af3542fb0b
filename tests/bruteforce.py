"""The fewest applications that reach a goal, by looking at every state; it shares no code with planner or law.

It knows what `strategies.RULES` allow: ingredients that mix, containers, catalysts, tools that wear, limits; no fuel,
stations or slots. A state is the pieces held of each item (the uses left, ascending; 0 for what does not wear), and
how much of each limit is used up.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from craftproof.recipes.book import Source


class Search:
    """Breadth first from the start of a problem, as far as `states` states."""

    def __init__(self, problem, states=4000, pieces=40):
        self.problem, self.most, self.pieces = problem, states, pieces
        self.items = sorted(problem.book.items)
        self.place = {item: k for k, item in enumerate(self.items)}
        self.limited = sorted(name for name, op in problem.operators.items() if op.limit is not None)

    def start(self):
        have = self.problem.have
        held = []
        for item in self.items:
            worn = have.worn.get(item, ())
            fresh = have.stock.get(item, 0) - len(worn)
            held.append(tuple(sorted((*worn, *[self.problem.uses.get(item, 0)] * fresh))))
        return tuple(held), (0,) * len(self.limited), (0,) * len(self.problem.limits)

    def met(self, state):
        def held(item):
            return len(state[0][self.place[item]])

        for want in self.problem.want:
            before = sum(self.problem.have.stock.get(i, 0) for i in want.any_of) if want.mode == "new" else 0
            if sum(held(i) for i in want.any_of) < want.n + before:
                return False
        return all(held(i) >= n for i, n in self.problem.keep.items())

    def fewest(self):
        """(applications, True) of the shortest plan; (None, True): there is none; (n, False): none up to n."""
        layer, seen, depth = [self.start()], {self.start()}, 0
        while layer:
            if any(self.met(state) for state in layer):
                return depth, True
            following = []
            for state in layer:
                for after in self.successors(state):
                    if after not in seen:
                        if len(seen) >= self.most or sum(map(len, after[0])) > self.pieces:
                            return depth, False
                        seen.add(after)
                        following.append(after)
            layer, depth = following, depth + 1
        return None, True

    def successors(self, state):
        for op in self.problem.operators.values():
            takes = [list(combinations_with_replacement(need.any_of, need.n)) for need in op.takes]
            tools = [[tool for tool, _ in wear.tools] for wear in op.wears]
            for choice in product(*takes, *tools):
                after = self.fire(state, op, choice[: len(takes)], choice[len(takes) :])
                if after is not None:
                    yield after

    def fire(self, state, op, takes, tools):
        held, fired, given = [list(pieces) for pieces in state[0]], list(state[1]), list(state[2])
        if op.limit is not None:
            fired[self.limited.index(op.name)] += 1
            if fired[self.limited.index(op.name)] > op.limit:
                return None
        for k, (item, most) in enumerate(self.problem.limits.items()):
            given[k] += dict(op.gives).get(item, 0) if isinstance(op.origin, Source) else 0
            if given[k] > most:
                return None
        if any(sum(len(held[self.place[i]]) for i in need.any_of) < need.n for need in op.needs):
            return None
        back = []
        for members in takes:
            for item in members:
                if not held[self.place[item]]:
                    return None
                held[self.place[item]].pop(0)  # the most damaged first
                back += [dict(op.returns)[item]] if item in dict(op.returns) else []
        for wear, tool in zip(op.wears, tools, strict=True):
            if not self.wear(held[self.place[tool]], dict(wear.tools)[tool], tool):
                return None
        for item in [*back, *(i for i, n in op.gives for _ in range(n))]:
            held[self.place[item]].append(self.problem.uses.get(item, 0))
        return tuple(tuple(sorted(pieces)) for pieces in held), tuple(fired), tuple(given)

    def wear(self, pieces, uses, tool):
        if tool not in self.problem.uses or uses == 0:
            return bool(pieces)
        for _ in range(uses):
            if not pieces:
                return False
            pieces[0] -= 1
            if not pieces[0]:
                del pieces[0]
        return True
