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
    """What can be had, and the names of the operators that can fire."""

    had: frozenset[Token]
    fired: frozenset[str]


class Closure:
    """The closures of one problem. What comes back for a member needs the member, a fuel's container the fuel."""

    def __init__(self, problem: Problem, table: Sequence[Row]) -> None:
        self.start = at_start(problem)
        self.asks: list[tuple[frozenset[Token], ...]] = []
        self.gives: list[tuple[Token, ...]] = []
        self.names: list[str] = []
        for row in table:
            if not row.shut:
                self._rows_of(row)
        ashes = [(f, c) for f, c in problem.containers.items() if f in problem.fuels]
        for fuel, container in ashes:
            self._add("", (frozenset({_BURNING}), frozenset({fuel})), (container,))
        self.waiting: dict[Token, list[tuple[int, int]]] = {}
        for k, asks in enumerate(self.asks):
            for n, ask in enumerate(asks):
                for token in ask:
                    self.waiting.setdefault(token, []).append((k, n))

    def _rows_of(self, row: Row) -> None:
        """An operator, and for each member that something comes back for that it does."""
        name = row.operator.name
        done = f"{_DONE}{name}"
        burning = (_BURNING,) if row.burns else ()
        self._add(name, row.asks, (done, *burning, *(t for t, n in row.gives if n > 0)))
        for member, back in row.backs:
            self._add("", (frozenset({done}), frozenset({member})), (back,))

    def _add(self, name: str, asks: tuple[frozenset[Token], ...], gives: tuple[Token, ...]) -> None:
        self.names.append(name)
        self.asks.append(asks)
        self.gives.append(gives)

    def run(self, removed: Collection[str] = (), without: Token = "") -> Reached:
        """The closure if no operator of `removed` ever fires and `without` is never had."""
        lacking = [len(asks) for asks in self.asks]
        met: set[tuple[int, int]] = set()
        had: set[Token] = set()
        fired: set[str] = set()
        queue = [token for token in self.start if token != without]
        ready = [k for k, n in enumerate(lacking) if not n]
        while queue or ready:
            while ready:
                k = ready.pop()
                if self.names[k] not in removed or not self.names[k]:
                    fired.add(self.names[k])
                    queue += self.gives[k]
            if not queue:
                break
            token = queue.pop()
            if token in had or token == without:
                continue
            had.add(token)
            for place in self.waiting.get(token, ()):
                if place not in met:
                    met.add(place)
                    lacking[place[0]] -= 1
                    if not lacking[place[0]]:
                        ready.append(place[0])
        return Reached(frozenset(t for t in had if not t.startswith(_MARK)), frozenset(fired - {""}))


_MARK = "\0"
"""Begins tokens that are no items: that an operator fired, that something burns."""
_DONE, _BURNING = f"{_MARK}done ", f"{_MARK}burning"


def gives_surely(row: Row, token: Token) -> bool:
    """Whether an application certainly gives `token`: a product, or what comes back whichever members are taken."""
    return any(t == token for t, _ in row.gives) or any(
        all(back == token for _, back in taken.members) for taken in row.takes
    )


def adds_to(problem: Problem, rows_: Iterable[Row], had: Collection[Token]) -> set[Token]:
    """All that firing these rows adds to, members and fuels being among `had`."""
    out: set[Token] = set()
    burning = False
    for row in rows_:
        out |= {t for t, n in row.gives if n > 0} | {back for member, back in row.backs if member in had}
        burning = burning or row.burns > 0
    if burning:
        out |= {c for f, c in problem.containers.items() if f in problem.fuels and f in had}
    return out


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
    reached = Closure(problem, firing).run(givers, item)
    added = adds_to(problem, (row for row in firing if row.operator.name in reached.fired), reached.had)
    if not any(added.isdisjoint(members) for members in unmet(problem)):
        raise RefutedError(f"the goal can be reached without {item}, as far as the closure tells", at)
