"""What of a problem can be left out, found anew for the checker: operators that a goal draws on in no way, and fuels
that nobody needs to burn.

A plan of the problem has a plan without these, as the two functions say, in the same order and at no more cost: it is
made by leaving applications out. Fuel may burn later in it than before, when its ticks are asked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..pddl.model import Operator, Problem
from ..recipes.book import Item
from .claims import RefutedError
from .closure import Token, pool_of, standing


def drawn_on(problem: Problem, ops: Sequence[Operator], fuels: Iterable[Item]) -> list[Operator]:
    """Those of `ops` that the goals and what is kept draw on, directly or through others.

    Nothing that another operator gives, brings back or makes stand is asked for by these. So all others can be left out
    of a plan: there is as much of everything then that these ask for, or more; tools wear less, and fuel that others
    burned is there to be burned.

    Where a fuel's container is asked for, and no product of burning, only that burning is left in which such a fuel
    burns; it pays for that application alone, where it burns as long. Then no other fuel is asked for.
    """
    fuels = frozenset(fuels)
    givers: dict[Token, list[Operator]] = defaultdict(list)
    for op in ops:
        for token in brought(op):
            givers[token].append(op)
    burning = [op for op in ops if op.burns]
    longest = max((op.burns for op in burning), default=0)
    queue = [item for want in problem.want for item in want.any_of] + list(problem.keep)
    seen, kept, whole = set(queue), set[str](), set[str]()
    while queue:
        token, new = queue.pop(), set[Token]()
        for op in givers.get(token, ()):
            if op.name not in whole:
                whole.add(op.name)
                new |= asked(op, fuels)
        leaving = {fuel for fuel in fuels if problem.containers.get(fuel) == token}
        if leaving and burning:
            lasting = all(problem.fuels[fuel] >= longest for fuel in leaving)
            new |= leaving.union(*(asked(op, () if lasting else fuels) for op in burning))
            kept |= {op.name for op in burning}
        queue += new - seen
        seen |= new
    return [op for op in ops if op.name in kept | whole]


def brought(op: Operator) -> set[Token]:
    """Everything of which an application brings more, but for the containers of what burns."""
    out = {item for item, _ in op.gives} | {item for _, item in op.returns}
    return out | {standing(item) for item, n in op.places if n > 0}


def asked(op: Operator, fuels: Iterable[Item]) -> set[Token]:
    """Everything that an application may ask for: all members, tools, fuels, stations."""
    out = {item for need in (*op.takes, *op.needs) for item in need.any_of}
    out |= {tool for wear in op.wears for tool, _ in wear.tools}
    out |= {standing(item) for item, n in op.places if n < 0}
    out |= {standing(op.stands)} if op.stands is not None else set[Token]()
    return out | (set(fuels) if op.burns else set[Item]())


def ashes(problem: Problem, fuels: Iterable[Item]) -> set[Item]:
    """The containers that fuels leave behind."""
    return {problem.containers[fuel] for fuel in fuels if fuel in problem.containers}


def check_unburned(problem: Problem, ops: Sequence[Operator], unburned: Sequence[Item], at: str) -> None:
    """Raises `RefutedError` unless some plan as good as any burns none of `unburned`.

    Every piece of such a fuel that burns was made: none is held, and none comes back of anything. Leave out the
    application that made it, and burn what that took, which burns as long, when and where the piece did. Nobody misses
    the piece before it burns, as nothing needs it to be there, nor, where several are made at once, its fellows, as
    nothing takes them. If what burns now is such a fuel itself, go on; each time there are fewer applications.
    """
    stock, wanted = problem.have.stock, {item for want in problem.want for item in want.any_of}
    back = {item for op in ops for _, item in op.returns} | set(problem.containers.values())
    serving = {item for op in ops for need in op.needs for item in need.any_of}
    serving |= {tool for op in ops for wear in op.wears for tool, _ in wear.tools} | set(problem.uses)
    for fuel in unburned:
        reasons = {
            "it is no fuel": fuel not in problem.fuels,
            "it is held, wanted or to be kept": bool(stock.get(fuel)) or fuel in wanted or fuel in problem.keep,
            "it serves while it is not burned": fuel in serving,
            "it comes back of something": fuel in back,
            "it leaves a container behind": fuel in problem.containers,
        }
        why = [reason for reason, holds in reasons.items() if holds] or list(_gains(problem, ops, fuel))
        if why:
            raise RefutedError(f"{fuel} may be worth burning: {why[0]}", at)


def _gains(problem: Problem, ops: Sequence[Operator], fuel: Item) -> Iterator[str]:
    """Why it may be worth while to make a fuel only to burn it, if it may."""
    fuels, containers = problem.fuels, problem.containers
    taken = {item for op in ops for need in op.takes for item in need.any_of}
    pools = {pool_of(problem, op) for op in ops if op.burns}
    for op in ops:
        given = _sum(op.gives)
        if fuel not in given:
            continue
        members = {item for need in op.takes for item in need.any_of}
        inside = [(need.n, min(fuels.get(item, 0) for item in need.any_of)) for need in op.takes]
        if len(given) > 1 or op.returns or op.places or (op.burns and ashes(problem, fuels)):
            yield f"`{op.name}` brings more than that"
        elif not members.isdisjoint(containers):
            yield f"`{op.name}` takes what leaves a container behind"
        elif sum(n * ticks for n, ticks in inside) < given[fuel] * fuels[fuel]:
            yield f"what `{op.name}` takes burns for a shorter time"
        elif given[fuel] > 1 and fuel in taken:
            yield f"`{op.name}` makes several at once, and they are not only burned"
        elif given[fuel] > 1 and len(pools) > 1 and sum(n for n, t in inside if t >= fuels[fuel]) < given[fuel]:
            yield f"what `{op.name}` takes cannot be parted among several kinds of stations"


def _sum(amounts: Iterable[tuple[Item, int]]) -> Mapping[Item, int]:
    out: dict[Item, int] = {}
    for item, n in amounts:
        out[item] = out.get(item, 0) + n
    return out
