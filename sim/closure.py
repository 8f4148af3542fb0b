"""What can be made at all, derived anew for the checker: operators as rows of what they ask for and give.

    token    an item, or `standing:furnace` for a station that stands
    ask      a set of tokens of which a row needs at least one; a row with an ask that lies in a set of tokens that can
             never be had never fires
    without  a closure without a token: what can be had if nothing that gives the token is ever done

Nothing is used up in a closure, so that whatever it leaves out can certainly not be had.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ..pddl.model import Operator, Problem, Want, draws
from ..recipes.book import Item
from .claims import RefutedError

Token = str


@dataclass(frozen=True, slots=True)
class Taken:
    """An ingredient: `n` in all of `members`, each with the token that comes back for it (empty: nothing)."""

    members: tuple[tuple[Token, Token], ...]
    n: int


@dataclass(frozen=True, slots=True)
class Row:
    """One operator. `burns` ticks come out of `pool`; `shut`: a limit lets it fire no single time."""

    operator: Operator
    takes: tuple[Taken, ...]
    gives: tuple[tuple[Token, int], ...]
    asks: tuple[frozenset[Token], ...]
    burns: int
    pool: str
    shut: bool

    @property
    def backs(self) -> Iterable[tuple[Token, Token]]:
        """Members with what comes back for them."""
        return ((m, back) for taken in self.takes for m, back in taken.members if back)


def standing(station: Item) -> Token:
    """The token of a station that stands."""
    return f"standing:{station}"


def pool_of(problem: Problem, operator: Operator) -> str:
    """The pool of ticks that an operator burns from."""
    return "all" if problem.rules.fuel_pool == "one" else operator.pool


def rows(problem: Problem) -> list[Row]:
    """Every operator of a problem as a row."""
    return [_row(problem, operator) for operator in problem.operators.values()]


def _row(problem: Problem, op: Operator) -> Row:
    returns, pool = dict(op.returns), pool_of(problem, op)
    takes = [Taken(tuple((m, returns.get(m, "")) for m in need.any_of), need.n) for need in op.takes if need.n > 0]
    takes += [Taken(((standing(s), ""),), -n) for s, n in op.places if n < 0]
    asks = [frozenset(m for m, _ in taken.members) for taken in takes]
    asks += [frozenset(need.any_of) for need in op.needs if need.n > 0]
    asks += [frozenset(tool for tool, _ in wear.tools) for wear in op.wears]
    asks += [frozenset({standing(op.stands)})] if op.stands is not None else []
    asks += [frozenset(problem.fuels)] if op.burns and not problem.have.ticks.get(pool) else []
    limits = problem.limits
    shut = (op.limit is not None and op.limit < 1) or any(draws(op, name) > limits[name] for name in limits)
    gives = (*op.gives, *((standing(s), n) for s, n in op.places if n > 0))
    return Row(op, tuple(takes), gives, tuple(asks), op.burns, pool, shut)


def at_start(problem: Problem) -> dict[Token, int]:
    """How many of each token there are at the start."""
    have = problem.have
    held = {item: n for item, n in have.stock.items() if n > 0}
    return held | {standing(s): n for s, n in have.placed.items() if n > 0}


def live(table: Sequence[Row], never: Collection[Token]) -> list[Row]:
    """The rows that may fire where no token of `never` can be had."""
    return [row for row in table if not row.shut and not any(ask.issubset(never) for ask in row.asks)]


def check_never(problem: Problem, table: Sequence[Row], never: Collection[Token], at: str = "") -> None:
    """Raises `RefutedError` unless no token of `never` can be first: none is held, all that gives one asks for one."""
    there = sorted(at_start(problem).keys() & set(never))
    if there:
        raise RefutedError(f"{there[0]} is held at the start, so it is not out of reach", at)
    firing = live(table, never)
    for row in firing:
        for token in [t for t, n in row.gives if n > 0] + [back for m, back in row.backs if m not in never]:
            if token in never:
                raise RefutedError(f"`{row.operator.name}` gives {token} and needs nothing that is out of reach", at)
    if any(row.burns for row in firing):
        for fuel, container in problem.containers.items():
            if fuel in problem.fuels and fuel not in never and container in never:
                raise RefutedError(f"{fuel} burns and leaves {container} behind, which is not out of reach then", at)


@dataclass(frozen=True, slots=True)
class Reached:
    """What can be had, what of it something that fires gives, and the names of what can fire."""

    had: frozenset[Token]
    given: frozenset[Token]
    fired: frozenset[str]


class Closure:
    """Rules that give tokens once one of each of their asks is had; several rules may bear one name."""

    def __init__(self, start: Iterable[Token]) -> None:
        self.start = list(start)
        self.names: list[str] = []
        self.asks: list[int] = []
        self.gives: list[tuple[Token, ...]] = []
        self.waiting: dict[Token, list[tuple[int, int]]] = {}

    def add(self, name: str, asks: Iterable[Iterable[Token]], gives: Iterable[Token]) -> None:
        """A rule."""
        rule, n = len(self.names), 0
        for n, ask in enumerate(asks, 1):
            for token in ask:
                self.waiting.setdefault(token, []).append((rule, n))
        self.names.append(name)
        self.asks.append(n)
        self.gives.append(tuple(gives))

    def run(self, removed: Collection[str] = (), without: Token = "") -> Reached:
        """The closure if no rule with a name in `removed` ever fires and `without` is never had."""
        lacking, met = self.asks.copy(), set[tuple[int, int]]()
        had, given, fired = set[Token](), set[Token](), set[str]()
        queue = list(self.start)
        ready = [rule for rule, n in enumerate(lacking) if not n]
        while queue or ready:
            for rule in ready:
                if self.names[rule] not in removed:
                    fired.add(self.names[rule])
                    given.update(self.gives[rule])
                    queue += self.gives[rule]
            ready = list[int]()
            token = queue.pop() if queue else without
            if token in had or token == without:
                continue
            had.add(token)
            for place in self.waiting.get(token, ()):
                if place not in met:
                    met.add(place)
                    lacking[place[0]] -= 1
                    if not lacking[place[0]]:
                        ready.append(place[0])
        return Reached(frozenset(had), frozenset(given), frozenset(fired))


MARK = "\0"
"""Begins tokens that are nothing to be had: that an operator fired, that something burns."""


def closure_of(problem: Problem, table: Iterable[Row]) -> Closure:
    """The closure of these rows. What comes back for a member needs the member, a fuel's container the fuel."""
    closure, burning = Closure(at_start(problem)), f"{MARK}burning"
    for row in table:
        if not row.shut:
            done = f"{MARK}done {row.operator.name}"
            marks = (done, burning) if row.burns else (done,)
            closure.add(row.operator.name, row.asks, (*marks, *(t for t, n in row.gives if n > 0)))
            for member, back in row.backs:
                closure.add(done, ({done}, {member}), (back,))
    for fuel, container in problem.containers.items():
        if fuel in problem.fuels:
            closure.add(burning, ({burning}, {fuel}), (container,))
    return closure


def gives_surely(row: Row, token: Token) -> bool:
    """Whether an application certainly gives `token`: a product, or what comes back whichever members are taken."""
    return any(t == token for t, _ in row.gives) or any(
        all(back == token for _, back in taken.members) for taken in row.takes
    )


def absolute(problem: Problem, want: Want) -> int:
    """How many a goal asks to be held at the end."""
    held = sum(problem.have.stock.get(item, 0) for item in want.any_of) if want.mode == "new" else 0
    return want.n + held


def demands(problem: Problem) -> dict[tuple[Item, ...], int]:
    """What must be held at the end, by the set of items that serve: goals and what is to be kept."""
    out: dict[tuple[Item, ...], int] = {}
    for members, n in [(w.any_of, absolute(problem, w)) for w in problem.want] + [
        ((item,), n) for item, n in problem.keep.items()
    ]:
        key = tuple(sorted(set(members)))
        out[key] = max(n, out.get(key, 0))
    return {members: n for members, n in out.items() if n > 0}


def unmet(problem: Problem) -> dict[tuple[Item, ...], int]:
    """The demands that the start does not meet."""
    stock = problem.have.stock
    return {m: n for m, n in demands(problem).items() if sum(stock.get(item, 0) for item in m) < n}


def check_passed(problem: Problem, table: Sequence[Row], never: Collection[Token], item: Item, at: str = "") -> None:
    """Raises `RefutedError` unless every way to the goal gives `item` once and nothing takes it again, wear apart."""
    firing = live(table, never)
    if item in at_start(problem):
        raise RefutedError(f"{item} is held at the start, so no way has to make it", at)
    if any(item in members for members in demands(problem)):
        raise RefutedError(f"{item} is wanted itself and counts there", at)
    for row in firing:
        if any(item == m for taken in row.takes for m, _ in taken.members):
            raise RefutedError(f"`{row.operator.name}` takes {item}", at)
    if item in problem.fuels and any(row.burns for row in firing):
        raise RefutedError(f"{item} may be burned", at)
    givers = {row.operator.name for row in firing if gives_surely(row, item)}
    reached = closure_of(problem, firing).run(givers, item)
    if not any(reached.given.isdisjoint(members) for members in unmet(problem)):
        raise RefutedError(f"the goal can be reached without {item}, as far as the closure tells", at)
