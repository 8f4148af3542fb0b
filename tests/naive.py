"""The law once more, as simply as it can be written: one piece, one tick of fuel, one use at a time.

Written apart from `craftproof.sim`, to be compared with it; only for small numbers.
Returns the end as plain dicts, or (code, application) of the first fault.
"""

from __future__ import annotations

from math import ceil

CAP = 10**12


def simulate(problem, state, step):
    op = problem.operators[step.operator]
    rules = problem.rules
    # Every piece of every item as its own number: the uses left, or 0 for what cannot wear.
    pieces = {}
    for item, n in state.stock.items():
        worn = list(state.worn.get(item, ()))
        pieces[item] = sorted(worn + [problem.uses.get(item, 0)] * (n - len(worn)))
    guard = {p: min(problem.have.stock.get(p, 0), state.stock.get(p, 0)) for p in problem.protected}
    ticks, placed, hand = dict(state.ticks), dict(state.placed), state.hand
    takes = [[item for item, n in amounts for _ in range(n)] for amounts in step.takes]
    fuel = [item for item, n in step.fuel for _ in range(n)]
    pool = "all" if rules.fuel_pool == "one" else op.pool
    gives = dict(op.gives)
    free_to_take = {problem.containers[g] for g in gives if g in problem.containers}
    if any(n > 0 for _, n in op.places):
        free_to_take |= {item for need in op.takes for item in need.any_of}

    def held(item):
        return len(pieces.get(item, []))

    def may_use(item):
        return held(item) - (0 if item in free_to_take else guard.get(item, 0))

    def enter(item, n):
        pieces[item] = sorted(pieces.get(item, []) + [problem.uses.get(item, 0)] * n)

    for k in range(step.applications):
        if op.limit is not None and k >= op.limit:
            return "limit", k
        for need in op.needs:
            if sum(held(item) for item in need.any_of) < need.n:
                return "need", k
        if op.equips and not held(op.equips):
            return "hand", k
        if op.stands and not placed.get(op.stands):
            return "station", k
        for item, n in op.places:
            if placed.get(item, 0) + n < 0:
                return "station", k
        back = []
        for need, queue in zip(op.takes, takes, strict=True):
            left = need.n
            while left:  # all of one member at once: it is there as a whole or it is short
                item = queue[0]
                n = next((i for i, other in enumerate(queue[:left]) if other != item), min(left, len(queue)))
                if may_use(item) < n:
                    return ("protected" if held(item) >= n else "short"), k
                del pieces[item][:n], queue[:n]
                left -= n
                back += [dict(op.returns)[item]] * n if item in dict(op.returns) else []
        for wear, tool in zip(op.wears, step.tools, strict=True):
            if not held(tool):
                return "tool", k
            uses = dict(wear.tools)[tool] if rules.wear and tool in problem.uses else 0
            if sum(pieces[tool]) < uses:
                return "tool", k
            if rules.equip and hand not in step.tools:
                return "hand", k
            for _ in range(uses):
                pieces[tool][0] -= 1
                if not pieces[tool][0]:
                    del pieces[tool][0]
        if op.burns and rules.fuel:
            while ticks.get(pool, 0) < op.burns:
                if not fuel:
                    return "fuel", k
                item = fuel[0]
                # What burns in one go of the same item is there as a whole or is short.
                n = ceil((op.burns - ticks.get(pool, 0)) / problem.fuels[item])
                n = next((i for i, other in enumerate(fuel[:n]) if other != item), min(n, len(fuel)))
                if may_use(item) < n:
                    return ("protected" if held(item) >= n else "fuel"), k
                del pieces[item][:n], fuel[:n]
                ticks[pool] = ticks.get(pool, 0) + n * problem.fuels[item]
                if item in problem.containers:
                    enter(problem.containers[item], n)
            ticks[pool] -= op.burns
        for item, n in op.gives:
            enter(item, n)
        for item in back:
            enter(item, 1)
        for item, n in op.places:
            placed[item] = placed.get(item, 0) + n
        hand = op.equips or hand
        for item in guard:
            guard[item] = min(guard[item], held(item))
        if hand and not held(hand):
            hand = None
        if rules.slots == "hard":
            slots = 0
            for item, many in pieces.items():
                fresh = sum(1 for left in many if left == problem.uses.get(item, 0))
                slots += ceil(fresh / problem.stacks.get(item, 64)) + len(many) - fresh
            if slots > rules.slot_count:
                return "slots", k
    if fuel:
        return "fuel-surplus", step.applications - 1
    worn = {i: tuple(left for left in many if left < problem.uses.get(i, 0)) for i, many in pieces.items()}
    return {
        "stock": {item: len(many) for item, many in pieces.items() if many},
        "worn": {item: many for item, many in worn.items() if many},
        "ticks": {p: n for p, n in ticks.items() if n},
        "placed": {item: n for item, n in placed.items() if n},
        "hand": hand,
    }
