"""From words to a problem: goals, what is held, limits and rules as people write them, become a `Problem`.

    amounts   "stick", "stick=4", "oak log", "stick=4, oak_log=2", ["stick=4"], {"stick": 4}, "@FILE";
              `wooden_pickaxe@12`: a worn one, with 12 uses left
    problem   book + rules + amounts -> compile_problem

Every mistake of a request is reported, in one `InputError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TypeAlias, TypeVar

from ..pddl.compile import compile_problem
from ..pddl.model import Problem, State, Want
from ..recipes.book import MAX_COUNT, Book, Item
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.names import Resolved, resolve
from ..recipes.rules import COSTS, PRESETS, Rules

Amounts: TypeAlias = str | Sequence[str] | Mapping[str, int]
"""Items and how many of each: one text, several, or a mapping; a text `@FILE` stands for what the file holds."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """What a plan is asked for, as written; `make_problem` gives it its meaning."""

    goal: Amounts
    have: Amounts | State = ()
    new: bool = False
    limits: Amounts = ()
    keep: Amounts = ()
    ban: Sequence[str] = ()
    prefer: Sequence[str] = ()
    gather: bool = True
    cost: str | Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """One `NAME[@USES][=N]`, not yet resolved; `n` and `uses` are `None` where not given."""

    name: str
    n: int | None
    uses: int | None
    text: str


class _Reader:
    """Reads the parts of one request against one book; collects mistakes and remarks."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.operators = frozenset(way.id for way in (*book.recipes, *book.sources))
        self.faults: list[Diagnostic] = []
        self.notes: list[str] = []

    def attempt(self, read: Callable[[], T], otherwise: T) -> T:
        """`read()`, or `otherwise` after noting its mistakes."""
        try:
            return read()
        except InputError as error:
            self.faults += error.diagnostics
            return otherwise

    def known(self, name: str) -> bool:
        if name in self.operators:
            return True
        try:
            resolve(self.book, name)
        except InputError:
            return False
        return True

    def resolved(self, name: str) -> Resolved | None:
        found = self.attempt(lambda: resolve(self.book, name), None)
        if found and found.note and found.note not in self.notes:
            self.notes.append(found.note)
        return found

    def amounts(self, given: Amounts, least: int) -> list[Amount]:
        """The parts of `given`; counts under `least`, above the greatest, or that are no numbers are mistakes."""
        if isinstance(given, Mapping):
            return [self.named_amount(name, n, least) for name, n in given.items()]
        out: list[Amount] = []
        for text in [given] if isinstance(given, str) else given:
            if text.startswith("@"):
                out += self.sheet(text[1:], least)
            else:
                out += [self.amount(part, least) for part in split_amounts(text, self.known)]
        return out

    def sheet(self, path: str, least: int) -> list[Amount]:
        """The amounts in a file; mistakes get their places in it."""
        from .sheet import read_sheet

        out: list[Amount] = []
        for entry in self.attempt(lambda: read_sheet(path), []):
            before = len(self.faults)
            amount = self.named_amount(entry.name, entry.n, least)
            if len(self.faults) == before:
                self.attempt(lambda name=amount.name: resolve(self.book, name), None)
            if len(self.faults) == before:
                out.append(amount)
            self.faults[before:] = [entry.place(fault) for fault in self.faults[before:]]
        return out

    def amount(self, text: str, least: int) -> Amount:
        name, equals, count = text.partition("=")
        return self.named_amount(name, count if equals else None, least)

    def named_amount(self, name: str, count: object, least: int) -> Amount:
        bare, at, uses = name.partition("@")
        text = name if count is None else f"{name}={count}"
        n = None if count is None else self.count(count, least, text)
        return Amount(bare.strip(), n, self.count(uses, 1, text) if at else None, text)

    def count(self, given: object, least: int, text: str) -> int:
        """A whole number from `least` to the greatest count; `least` after a mistake."""
        if isinstance(given, str) and re.fullmatch(r"\s*[+-]?\d{1,30}\s*", given):
            given = int(given)
        if isinstance(given, bool) or not isinstance(given, int):
            hint = f"a count is a whole number, as in `{text.split('=')[0] or 'stick'}=4`"
            self.faults.append(Diagnostic("count", f"`{given}` is not a count", hint, text=text))
        elif given < least:
            self.faults.append(Diagnostic("count", f"{given} is too few in `{text}`", f"at least {least}", text=text))
        elif given > MAX_COUNT:
            hint = f"counts go up to {MAX_COUNT:,}"
            self.faults.append(Diagnostic("count", f"{given} is too many in `{text}`", hint, text=text))
        else:
            return given
        return least

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
        return merge_wants(out)

    def state(self, given: Amounts | State) -> State:
        """What is held; of a tag its first member, which a remark says."""
        if isinstance(given, State):
            return given
        stock: dict[Item, int] = {}
        worn: dict[Item, list[int]] = {}
        for amount in self.amounts(given, 0):
            item = self.item(amount.name)
            if item is None:
                continue
            n = 1 if amount.n is None else amount.n
            stock[item] = stock.get(item, 0) + n
            if amount.uses is not None:
                worn.setdefault(item, []).extend(self.pieces(item, amount, n))
        return State(stock={i: n for i, n in stock.items() if n}, worn={i: tuple(w) for i, w in worn.items()})

    def pieces(self, item: Item, amount: Amount, n: int) -> list[int]:
        """The uses left of `n` worn pieces; those as good as new are not worn."""
        new, uses = self.book.items[item].uses, amount.uses or 0
        if n > 10_000:
            hint = "up to 10,000 worn pieces are told apart"
            self.faults.append(Diagnostic("count", f"{n} worn pieces are too many", hint, text=amount.text))
        elif uses > new:
            hint = f"a new one has {new} uses" if new else f"{item} does not wear"
            message = f"{item} cannot have {uses} uses left"
            self.faults.append(Diagnostic("uses", message, hint, text=amount.text))
        elif uses < new:
            return [uses] * n
        return []

    def item(self, name: str) -> Item | None:
        """The item that a name means; of several the first, with a remark."""
        found = self.attempt(lambda: resolve(self.book, name), None)
        if not found:
            return None
        note = found.note if len(found.items) == 1 else f"{name}: taken as {found.items[0]}"
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
        return tuple(dict.fromkeys(name for text in given for name in self.operator_or_items(text)))

    def operator_or_items(self, name: str) -> tuple[str, ...]:
        if name in self.operators:
            return (name,)
        if close := get_close_matches(name, sorted(self.operators), 1, 0.85) if " " in name.strip() else []:
            self.faults.append(
                Diagnostic("operator", f"there is no `{name}`", f"did you mean `{close[0]}`?", text=name)
            )
            return ()
        found = self.resolved(name)
        return found.items if found else ()

    def rules(self, rules: Rules, cost: str | Sequence[str] | None) -> Rules:
        """`rules` with another cost vector."""
        if cost is None:
            return rules
        names = tuple(c.strip() for c in (cost.split(",") if isinstance(cost, str) else cost))
        for name in names:
            if name not in COSTS:
                hint = f"the criteria are {', '.join(COSTS)}"
                self.faults.append(Diagnostic("cost", f"there is no cost `{name}`", hint, text=name))
        return replace(rules, cost=names)

    def finish(self) -> None:
        """Raises every mistake that was found."""
        if self.faults:
            raise InputError(list(dict.fromkeys(self.faults)))


def split_amounts(text: str, known: Callable[[str], bool]) -> list[str]:
    """The amounts in one text: parted by commas or line ends, and by spaces where these are not inside a name."""
    out: list[str] = []
    for part in (p.strip() for p in re.split(r"[,;\n]", text)):
        words = part.split()
        names = [w.partition("=")[0].partition("@")[0] for w in words]
        whole = part.partition("=")[0].partition("@")[0].strip()
        several = len(words) > 1 and (part.count("=") > 1 or not known(whole)) and any(known(n) for n in names)
        out += words if several else [part] if part else []
    return out or [text]


def merge_wants(wants: Sequence[Want]) -> list[Want]:
    """Goals for the same items as one, their counts added."""
    merged: dict[tuple[Item, ...], Want] = {}
    for want in wants:
        old = merged.get(want.any_of)
        merged[want.any_of] = replace(want, n=want.n + old.n) if old else want
    return list(merged.values())


def find_rules(rules: Rules | str | Path) -> Rules:
    """Rules, a preset by name, or a file of rules by path."""
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str) and rules in PRESETS:
        return PRESETS[rules]
    path = Path(rules)
    if path.suffix or path.exists():
        from ..recipes.rulesfile import load_rules

        return load_rules(path)
    close = get_close_matches(str(rules), PRESETS, 1)
    hint = f"did you mean `{close[0]}`?" if close else f"the presets are {', '.join(PRESETS)}; or give a file"
    raise InputError([Diagnostic("rules", f"there are no rules `{rules}`", hint, text=str(rules))])


def find_book(mc: str, books: Sequence[Path | str] = (), packs: Sequence[Path | str] = ()) -> Book:
    """The bundled book of version `mc`, or the first of `books` instead; the others and `packs` are laid over it."""
    from ..recipes.library import bundled
    from ..recipes.native import load_book

    book = load_book(books[0]) if books else bundled(mc)
    for path in (*books[1:], *packs):
        book = load_book(path, over=book)
    return book


def make_problem(book: Book, rules: Rules, request: Request) -> Problem:
    """The problem that `request` asks in `book` under `rules`; raises `InputError` with every mistake."""
    reader = _Reader(book)
    rules = reader.rules(rules, request.cost)
    have = reader.state(request.have)
    want = reader.wants(request.goal, request.new)
    keep = reader.keeps(request.keep, have)
    limits = reader.limited(request.limits)
    ban, prefer = reader.named(request.ban), reader.named(request.prefer)
    reader.finish()
    problem = compile_problem(
        book, rules, have, want, keep=keep, limits=limits, ban=ban, prefer=prefer, gather=request.gather
    )
    return replace(problem, notes=(*problem.notes, *reader.notes))


def check_budget(budget: float | None) -> None:
    """Raises `InputError` for a budget that is no time above nought."""
    if budget is not None and not 0 < budget < float("inf"):
        hint = "seconds, such as 5 or 0.5"
        raise InputError([Diagnostic("budget", f"{budget} is no time to plan in", hint, text=str(budget))])
