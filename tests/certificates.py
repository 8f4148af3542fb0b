"""An independent check of certificates of impossibility, from operators and prices alone, in fractions."""

from __future__ import annotations

from fractions import Fraction

from craftproof.pddl.model import Problem
from craftproof.recipes.book import Source
from craftproof.sim.answer import Priced, Unreachable


def final_n(problem, want):
    held = sum(problem.have.stock.get(i, 0) for i in want.any_of)
    return want.n + (held if want.mode == "new" else 0)


def blocked(problem, op, out):
    """Whether an operator asks for something of which every member lies in `out`."""
    sets = [set(i.any_of) for i in (*op.takes, *op.needs)] + [{t for t, _ in w.tools} for w in op.wears]
    if op.burns:
        sets.append(set(problem.fuels))
    return op.limit == 0 or any(s <= out for s in sets)


def never_made(problem, out):
    """No item of the set is held, and every operator that gives one asks for something inside it."""
    if out & problem.have.stock.keys():
        return False
    givers = [
        op for op in problem.operators.values() if out & {i for i, _ in op.gives} | out & {c for _, c in op.returns}
    ]
    back = {c for f, c in problem.containers.items() if f in problem.fuels and f not in out}
    return all(blocked(problem, op, out) for op in givers) and not out & back


def unreachable_holds(problem: Problem, certificate: Unreachable) -> bool:
    """The set can never be made, and a goal lies inside."""
    out = set(certificate.items)
    return never_made(problem, out) and any(set(w.any_of) <= out and final_n(problem, w) > 0 for w in problem.want)


def tick_price(problem, price, never):
    """The least price of a tick that a fuel allows."""
    offers = [
        Fraction(price.get(f, 0) - price.get(problem.containers.get(f), 0), n)
        for f, n in problem.fuels.items()
        if f not in never
    ]
    return max(Fraction(0), min(offers)) if offers else None


def gain(problem, op, price, never):
    """What one application gives more than it takes, at the prices."""
    value = Fraction(sum(n * price.get(i, 0) for i, n in op.gives))
    returns = dict(op.returns)
    for need in op.takes:
        value -= need.n * min(price.get(m, 0) - price.get(returns.get(m), 0) for m in need.any_of if m not in never)
    if op.burns and problem.fuels:
        value -= op.burns * tick_price(problem, price, never)
    return value


def made_without(problem, items):
    """What can be made, ignoring that things are used up, if nothing may give `items`."""
    held = set(problem.have.stock) - set(items)
    changed = True
    while changed:
        changed = False
        for op in problem.operators.values():
            sets = [set(i.any_of) for i in (*op.takes, *op.needs)] + [{t for t, _ in w.tools} for w in op.wears]
            if op.burns:
                sets.append(set(problem.fuels))
            new = ({i for i, _ in op.gives} | {c for _, c in op.returns}) - set(items) - held
            if new and all(s & held for s in sets):
                held |= new
                changed = True
        new = {problem.containers[f] for f in held & set(problem.fuels) if f in problem.containers} - held - set(items)
        held |= new
        changed = changed or bool(new)
    return held


def priced_holds(problem: Problem, certificate: Priced) -> bool:
    """Every claim of the certificate, anew. Stations that stand and left-over ticks are not in these tests."""
    price = certificate.prices
    if any(n < 0 for n in price.values()) or any(n < 0 for n in certificate.gains.values()):
        return False
    never = set(certificate.never)
    if not never_made(problem, never):
        return False
    budget = Fraction(0)
    alive = [op for op in problem.operators.values() if not blocked(problem, op, never)]
    for op in alive:
        room = Fraction(0)
        if op.limit is not None and op.name in certificate.gains:
            room += certificate.gains[op.name]
            budget += certificate.gains[op.name] * op.limit
        if isinstance(op.origin, Source):
            room += sum(n * certificate.gains.get(i, 0) for i, n in op.gives if i in problem.limits)
        if gain(problem, op, price, never) > room:
            return False
    budget += sum(certificate.gains.get(i, 0) * n for i, n in problem.limits.items())
    for item in certificate.passed:
        takers = [op for op in alive for need in op.takes if item in need.any_of]
        burnt = item in problem.fuels and any(op.burns for op in alive)
        wanted = [w for w in problem.want if len(w.any_of) == 1]
        on_every_way = any(w.any_of[0] not in made_without(problem, {item}) for w in wanted)
        if takers or burnt or not on_every_way or problem.have.stock.get(item):
            return False
    goals = {}
    for want in problem.want:
        n = final_n(problem, want)
        if n > sum(problem.have.stock.get(i, 0) for i in want.any_of):
            goals[want.any_of] = max(n, goals.get(want.any_of, 0))
    for item, n in problem.keep.items():
        if n > problem.have.stock.get(item, 0):
            goals[(item,)] = max(n, goals.get((item,), 0))
    worth = sum(n * min(price.get(i, 0) for i in members) for members, n in goals.items())
    worth += sum(price.get(i, 0) for i in certificate.passed)
    held = sum(n * price.get(i, 0) for i, n in problem.have.stock.items()) + budget
    return worth > held
