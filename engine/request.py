"""From words to a problem: goals, what is held, limits and bans as people write them, become a `Problem`.

Every mistake of a request is reported, in one `InputError`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..pddl.compile import compile_problem
from ..pddl.model import Problem, State, Want
from ..recipes.book import MAX_COUNT, Book, Item, Source
from ..recipes.diagnostic import Diagnostic
from ..recipes.names import resolve, understood
from ..recipes.operators import ids_hint, operators_like
from ..recipes.rules import COSTS, PRESETS, Rules
from ..recipes.suggest import did_you_mean
from ..sim.statetext import amount_faults, state_of, too_many
from .amounts import AmountReader, Amounts
from .find import remark
from .sheet import read_state


@dataclass(frozen=True, slots=True)
class Request:
    """What a plan is asked for, as written; `make_problem` gives it its meaning. `remark` is to be said of it."""

    goal: Amounts
    have: Amounts | State = ()
    new: bool = False
    limits: Amounts = ()
    keep: Amounts = ()
    ban: Sequence[str] = ()
    prefer: Sequence[str] = ()
    gather: bool = True
    cost: str | Sequence[str] | None = None
    leaves: Sequence[str] | None = None
    remark: str = ""


class _Reader(AmountReader):
    """Reads the parts of one request; amounts get the meaning that their place in it gives them."""

    def wants(self, given: Amounts, new: bool) -> list[Want]:
        out: list[Want] = []
        for amount in self.amounts(given, 1):
            found = self.resolved(amount.name)
            if amount.uses is not None:
                hint = "a worn tool counts like a new one"
                self.faults.append(Diagnostic("uses", "a goal cannot ask for uses", hint, text=amount.text))
            if found:
                n = 1 if amount.n is None else amount.n
                name = f"#{found.tag}" if found.tag else found.items[0]
                out.append(Want(found.items, n, "new" if new else "total", name))
        merged = merge_wants(out)
        for want in merged:
            if want.n > MAX_COUNT:
                hint = f"counts go up to {MAX_COUNT:,}"
                self.faults.append(Diagnostic("count", f"{want.n} of {want.name} in all are too many", hint))
        return merged

    def state(self, given: Amounts | State) -> State:
        """What is held; of a tag its first member, which a remark says."""
        if isinstance(given, State):
            return given
        if whole := self.whole_state(given):
            return whole
        held: list[tuple[Item, int | None, int]] = []
        for amount in self.amounts(given, 0):
            item = self.item(amount.name)
            if item is not None:
                n = 1 if amount.n is None else amount.n
                for code, message, hint in amount_faults(item, amount.uses, n, self.uses):
                    self.faults.append(Diagnostic(code, message, hint, text=amount.text))
                held.append((item, None if amount.uses == self.uses.get(item) else amount.uses, n))
        if not self.faults:
            self.faults += [Diagnostic("too-large", message, "name fewer of them") for message in too_many(held)]
        return State() if self.faults else state_of(held)

    def whole_state(self, given: Amounts) -> State | None:
        """The state in the one file that is named, where it holds a state and not plain amounts."""
        texts = [given] if isinstance(given, str) else list(given) if isinstance(given, list | tuple) else []
        if len(texts) != 1 or not str(texts[0]).startswith("@"):
            return None
        state = self.attempt(lambda: read_state(*self.file(texts[0][1:]), self.uses), None)
        for item in [i for i in state.stock if i not in self.book.items] if state else []:
            hint = did_you_mean(item, self.book.items)
            self.faults.append(Diagnostic("unknown-item", f"{item} is no item of {self.book.version}", hint, text=item))
        return state

    def item(self, name: str) -> Item | None:
        """The item that a name means; of several the first, with a remark."""
        found = self.attempt(lambda: resolve(self.book, name), None)
        if not found:
            return None
        note = found.note if len(found.items) == 1 else f"of {name}, {found.items[0]} is taken"
        if note and note not in self.notes:
            self.notes.append(note)
        return found.items[0]

    def keeps(self, given: Amounts, have: State) -> dict[Item, int]:
        """What must be there at the end; without a count, all that is held."""
        out: dict[Item, int] = {}
        for amount in self.amounts(given, 0):
            item = self.item(amount.name)
            if item is not None:
                out[item] = have.stock.get(item, 1) if amount.n is None else amount.n
        return out

    def limited(self, given: Amounts) -> dict[str, int]:
        """Most of an item that may be gathered, or applications of an operator, by name."""
        out: dict[str, int] = {}
        for amount in self.amounts(given, 0):
            if amount.n is None:
                hint = f"say how many, as in `{amount.name}=8`"
                self.faults.append(Diagnostic("count", f"`{amount.text}` has no number", hint, text=amount.text))
            names = self.operator_or_items(amount.name)
            if len(names) > 1:
                self.notes.append(f"limit {amount.text}: for each of {len(names)} items")
            out |= dict.fromkeys(names, amount.n or 0)
        return out

    def named(self, given: Sequence[str]) -> tuple[str, ...]:
        """Names of operators and items; a tag stands for its members."""
        names = self.texts(given, "names of items, recipes or sources")
        return tuple(dict.fromkeys(name for text in names for name in self.operator_or_items(text)))

    def listed(self, given: Sequence[str] | None) -> tuple[Item, ...] | None:
        """Names of items; a tag stands for its members."""
        if given is None:
            return None
        found = [self.resolved(text) for text in self.texts(given, "names of items")]
        return tuple(dict.fromkeys(item for one in found if one for item in one.items))

    def operator_or_items(self, name: str) -> tuple[str, ...]:
        if name in self.operators:
            return (name,)
        if found := understood(self.book, name):
            if found.note and found.note not in self.notes:
                self.notes.append(found.note)
            return found.items
        if " " in name.strip() and operators_like(self.book, name):
            fault = Diagnostic("operator", f"there is no `{name}`", ids_hint(self.book, name), text=name)
            self.faults.append(fault)
            return ()
        self.resolved(name)
        return ()

    def rules(self, rules: Rules, cost: str | Sequence[str] | None) -> Rules:
        """`rules` with another cost vector."""
        if cost is None:
            return rules
        given = cost.split(",") if isinstance(cost, str) else self.texts(cost, "criteria")
        names = tuple(c.strip() for c in given)
        hint = f"the criteria are {', '.join(COSTS)}, each at most once"
        for k, name in enumerate(names):
            if name not in COSTS:
                self.faults.append(Diagnostic("cost", f"there is no cost `{name}`", hint, text=name))
            elif name in names[:k]:
                self.faults.append(Diagnostic("cost", f"`{name}` stands there twice", hint, text=name))
        return replace(rules, cost=names)


def merge_wants(wants: Sequence[Want]) -> list[Want]:
    """Goals for the same items as one, their counts added."""
    merged: dict[tuple[Item, ...], Want] = {}
    for want in wants:
        old = merged.get(want.any_of)
        merged[want.any_of] = replace(want, n=want.n + old.n) if old else want
    return list(merged.values())


def leaves_of(book: Book, request: Request) -> tuple[Item, ...] | None:
    """What the request, whose names are known to be right, lets be reported missing; `None`: what nothing makes."""
    return _Reader(book).listed(request.leaves)


def _odd_operators(book: Book, rules: Rules) -> Iterator[str]:
    """What is odd in what rules of the user's own say of operators: that the book lacks one, or makes it elsewhere."""
    usual = {name for preset in PRESETS.values() for name in (*preset.without, *preset.at_table)}
    if usual.issuperset((*rules.without, *rules.at_table)):
        return
    known = {way.id: way for way in (*book.recipes, *book.sources)}
    for key in ("without", "at_table"):
        for name in getattr(rules, key):
            if name not in known and name not in usual:
                what = "is an item, and operators are wanted" if understood(book, name) else "the book does not have"
                yield f"the rules say `{key}` of {name!r}, which {what}; {ids_hint(book, name)}"
    for name in rules.at_table:
        way = known.get(name)
        if isinstance(way, Source):
            yield f"the rules say `at_table` of {name!r}, which is no recipe but a source"
        elif way is not None and way.station:
            yield f"the rules say `at_table` of {name!r}, which is made at {way.station} anyway"


def make_problem(book: Book, rules: Rules, request: Request) -> Problem:
    """The problem that `request` asks in `book` under `rules`; raises `InputError` with every mistake."""
    reader = _Reader(book)
    with reader.about("cost"):
        rules = reader.rules(rules, request.cost)
    with reader.about("have"):
        have = reader.state(request.have)
    with reader.about("goal"):
        want = reader.wants(request.goal, request.new)
    with reader.about("keep"):
        keep = reader.keeps(request.keep, have)
    with reader.about("limits"):
        limits = reader.limited(request.limits)
    with reader.about("ban"):
        ban = reader.named(request.ban)
    with reader.about("prefer"):
        prefer = reader.named(request.prefer)
    with reader.about("leaves"):
        reader.listed(request.leaves)
    reader.finish()
    problem = compile_problem(
        book, rules, have, want, keep=keep, limits=limits, ban=ban, prefer=prefer, gather=request.gather
    )
    reader.notes += [note for note in (request.remark, remark(rules, book.version)) if note]
    reader.notes.extend(_odd_operators(book, rules))
    return replace(problem, notes=(*problem.notes, *reader.notes))
