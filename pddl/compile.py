"""Book, rules, situation and goal become a problem.

    compile_domain(book, rules)            every operator the rules allow, once a book, each made when it is asked for
    compile_problem(book, rules, have, …)  the same with bans, limits, goals and protection

Rules turn into structure here, so that the law has little to ask: a held station becomes a `needs` entry, a placed one
a `stands` with `place` and `pickup` operators, a class of tools the list of items that serve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..recipes.book import MAX_COUNT, Book, Ingredient, Item, Recipe, Source, ToolNeed
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.portals import PORTALS
from ..recipes.rules import Rules
from .model import Operator, Problem, State, Want, Wear
from .operators import Index, Operators, Origin

TABLE = "crafting_table"
PICKUP_TOOL = ToolNeed("pickaxe", 0, 1)
STATIONS_OF_STONE = frozenset({"furnace", "blast_furnace", "smoker", "stonecutter"})
"""Stations that drop nothing unless a pickaxe breaks them."""


@dataclass(frozen=True, eq=False, slots=True)
class Domain:
    """What a book and rules allow, whatever the goal. Compared by identity, so that tables built of it can be kept."""

    book: Book
    rules: Rules
    operators: Operators
    fuels: Mapping[Item, int]
    containers: Mapping[Item, Item]
    uses: Mapping[Item, int]
    stacks: Mapping[Item, int]
    protectable: frozenset[Item]


def ground_wear(book: Book, alternatives: tuple[ToolNeed, ...]) -> Wear:
    """The items that serve as one of `alternatives` with the uses an application costs each, by tier and name."""
    options: dict[Item, int] = {}
    for need in alternatives:
        for item, kind in book.items.items():
            serves = item == need.tool or (kind.tool == need.tool and kind.tier >= need.tier)
            if serves:
                options[item] = min(need.uses, options.get(item, need.uses))
    return Wear(tuple(sorted(options.items(), key=lambda o: (book.items[o[0]].tier, o[0]))))


class _Grounder:
    """Turns recipes and sources of one book into operators under given rules; tool classes are looked up once."""

    def __init__(self, book: Book, rules: Rules) -> None:
        self.book = book
        self.rules = rules
        self._wears: dict[tuple[ToolNeed, ...], Wear] = {}
        self._stations: dict[Item, Ingredient] = {}

    def wears(self, requirements: tuple[tuple[ToolNeed, ...], ...]) -> tuple[Wear, ...]:
        for need in requirements:
            if need not in self._wears:
                self._wears[need] = ground_wear(self.book, need)
        return tuple(self._wears[need] for need in requirements)

    def returns(self, recipe: Recipe) -> tuple[tuple[Item, Item], ...]:
        if not self.rules.containers:
            return ()
        if recipe.returns is not None:
            return recipe.returns
        if recipe.kind != "crafting":
            return ()
        table = self.book.containers
        if not table:
            return ()
        return tuple((m, table[m]) for ing in recipe.takes for m in ing.any_of if m in table)

    def can_fire(self, way: Recipe | Source) -> bool:
        """Whether an operator of `way` can fire at all: every requirement has a member, and it gives something."""
        asked = all(need.any_of for need in (*way.takes, *way.needs))
        return asked and bool(way.gives) and (not way.wears or all(wear.tools for wear in self.wears(way.wears)))

    def operator(self, origin: Origin) -> Operator:
        """The operator of a recipe or source; what is an operator already stays one."""
        if isinstance(origin, Recipe):
            return self.recipe(origin)
        return self.source(origin) if isinstance(origin, Source) else origin

    def held(self, station: Item) -> Ingredient:
        """A station as something that has to be in stock."""
        if station not in self._stations:
            self._stations[station] = Ingredient((station,))
        return self._stations[station]

    def recipe(self, recipe: Recipe) -> Operator:
        needs, stands = recipe.needs, None
        if recipe.station is not None:
            if self.rules.stations == "held":
                needs = (*needs, self.held(recipe.station))
            elif self.rules.stations == "placed":
                stands = recipe.station
        burns = recipe.burns if self.rules.fuel else 0
        return Operator(
            name=recipe.id,
            kind=recipe.kind,
            takes=recipe.takes,
            gives=recipe.gives,
            needs=needs,
            wears=self.wears(recipe.wears),
            returns=self.returns(recipe),
            burns=burns,
            pool=(recipe.station or recipe.kind) if burns else "",
            stands=stands,
            origin=recipe,
        )

    def source(self, source: Source) -> Operator:
        needs = source.needs
        if self.rules.access == "built" and source.where.dimension != "overworld":
            needs = (*needs, Ingredient((f"portal:{source.where.dimension}",)))
        return Operator(
            name=source.id,
            kind=source.kind,
            takes=source.takes,
            gives=source.gives,
            needs=needs,
            wears=self.wears(source.wears),
            effort=source.effort,
            limit=source.limit,
            origin=source,
        )

    def moves(self, stations: Iterable[Item]) -> list[Operator]:
        """Placing and picking up stations."""
        out: list[Operator] = []
        for s in sorted(set(stations)):
            wears = self.wears(((PICKUP_TOOL,),)) if s in STATIONS_OF_STONE else ()
            out.append(Operator(f"place {s}", "place", takes=(Ingredient((s,)),), places=((s, 1),)))
            out.append(Operator(f"pickup {s}", "pickup", stands=s, gives=((s, 1),), places=((s, -1),), wears=wears))
        return out


def _recipes(book: Book, rules: Rules) -> Iterator[Recipe]:
    """The recipes that the rules know, each at the station that they want it made at."""
    without, at_table = set(rules.without), set(rules.at_table)
    for recipe in book.recipes:
        if recipe.id in without or (rules.kinds is not None and recipe.kind not in rules.kinds):
            continue
        moved = recipe.id in at_table and recipe.station is None and TABLE in book.items
        yield replace(recipe, station=TABLE) if moved else recipe


@lru_cache(maxsize=16)
def _domain(key: _Key) -> Domain:
    book, rules = key.book, key.rules
    ground = _Grounder(book, rules)
    recipes = list(_recipes(book, rules))
    sources = [s for s in book.sources if s.on and s.id not in rules.without] if rules.gather else []
    built = portals(recipes, sources) if rules.gather and rules.access == "built" else []
    ways = [way for way in (*recipes, *sources, *built) if ground.can_fire(way)]
    named: list[tuple[str, Origin]] = [(way.id, way) for way in ways]
    stations = {r.station for r in (*book.recipes, *recipes) if r.station}
    if rules.stations == "placed":
        named += [(op.name, op) for op in ground.moves(r.station for r in recipes if r.station)]
    if rules.equip:
        tools = {t for need in {way.wears for way in ways} for w in ground.wears(need) for t, _ in w.tools}
        equips = [Operator(f"equip {t}", "equip", needs=(Ingredient((t,)),), equips=t) for t in sorted(tools)]
        named += [(op.name, op) for op in equips]
    origins = dict(sorted(named, key=lambda pair: pair[0]))
    if len(origins) < len(named):
        raise InputError(_doubled(name for name, _ in named))
    fuels = dict(sorted(book.fuels.items())) if rules.fuel else {}
    tools = {i for i, t in book.items.items() if t.uses or t.tool}
    return Domain(
        book=book,
        rules=rules,
        operators=Operators(
            origins, lambda name: ground.operator(origins[name]), lambda: Index(origins, ground.returns, fuels)
        ),
        fuels=fuels,
        containers=dict(book.containers),
        uses={i: t.uses for i, t in book.items.items() if t.uses},
        stacks={i: t.stack for i, t in book.items.items()},
        protectable=frozenset(tools | stations | set(book.containers.values())),
    )


class _Key:
    """A book and rules as a cache key: books are large and frozen, so identity serves for them."""

    def __init__(self, book: Book, rules: Rules) -> None:
        self.book, self.rules = book, rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.book is other.book and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((id(self.book), self.rules))


def compile_domain(book: Book, rules: Rules) -> Domain:
    """Every operator that `rules` allow in `book`; the same object for the same book and rules."""
    return _domain(_Key(book, rules))


def left_out(problem: Problem) -> dict[str, Operator]:
    """The operators of the book that are only not there because the rules are `without` them."""
    rules = problem.rules
    if not rules.without:
        return {}
    every = compile_domain(problem.book, replace(rules, without=())).operators
    return {name: every[name] for name in sorted(set(rules.without)) if name in every}


@lru_cache(maxsize=4)
def _restricted(domain: Domain, ban: frozenset[str], limits: tuple[tuple[str, int], ...], gather: bool) -> Operators:
    """The domain's operators without the banned ones (by operator, product or block), limits of operators laid on
    them; the same object for the same restrictions."""
    every = domain.operators
    gone = {name for item in ban for name in every.givers(item) if any(i == item for i, _ in every[name].gives)}
    gone |= {name for name in ban if name in every}
    for source in domain.book.sources:
        if every.origins.get(source.id) is source and (not gather or source.block in ban):
            gone.add(source.id)
    return every.without(gone, {name: replace(every[name], limit=n) for name, n in limits})


def portals(recipes: Iterable[Recipe], sources: Iterable[Source]) -> list[Recipe]:
    """Building the portals of the dimensions that sources are in, or that recipes ask for."""
    asked = {source.where.dimension for source in sources}
    asked |= {
        n.any_of[0].removeprefix("portal:") for r in recipes for n in r.needs if "portal:" in "".join(n.any_of[:1])
    }
    return [PORTALS[d] for d in sorted(asked) if d in PORTALS]


def _doubled(names: Iterable[str]) -> list[Diagnostic]:
    """Why a book is refused whose recipe bears the name of another or of a move that the rules bring along."""
    return [
        Diagnostic("name", f"two operators are called `{n}`", "the rules bring one of that name; rename the recipe")
        for n, k in Counter(names).items()
        if k > 1
    ]


def _check_state(have: State, book: Book) -> None:
    """Refuse counts that are no whole numbers in range, and more worn pieces than there are."""
    faults: list[Diagnostic] = []

    def number(what: str, n: object, least: int) -> None:
        if type(n) is not int or not least <= n <= MAX_COUNT:
            hint = f"a whole number from {least} to {MAX_COUNT:,}"
            faults.append(Diagnostic("count", f"{n!r} is no number of {what}", hint))

    for item, n in (*have.stock.items(), *have.placed.items(), *have.ticks.items()):
        number(item, n, 0)
    for item in (*have.stock, *have.placed):
        if item not in book.items:
            faults.append(Diagnostic("unknown-item", f"`{item}` is held, but is no item of the book", "check the name"))
    for item, pieces in have.worn.items():
        new = book.items[item].uses if item in book.items else 0
        for left in pieces:
            if type(left) is not int or not 0 < left <= new:
                hint = f"a new one has {new}" if new else f"{item} does not wear"
                faults.append(Diagnostic("uses", f"{left!r} is no number of uses of {item}", hint))
        if len(pieces) > have.stock.get(item, 0):
            faults.append(Diagnostic("count", f"more {item} are worn than are held", "stock counts worn pieces too"))
    if faults:
        raise InputError(faults)


def _check_wants(want: Sequence[Want]) -> None:
    if not want:
        raise InputError([Diagnostic("goal", "there is no goal", "name an item, such as `stick=4`")])


def absolute(want: Want, have: State) -> Want:
    """A goal of mode `new` as the total it amounts to from `have`."""
    if want.mode == "total":
        return want
    return replace(want, n=want.n + sum(have.stock.get(i, 0) for i in want.any_of))


def compile_problem(
    book: Book,
    rules: Rules,
    have: State,
    want: Sequence[Want],
    *,
    keep: Mapping[Item, int] | None = None,
    limits: Mapping[str, int] | None = None,
    ban: Iterable[str] = (),
    prefer: Iterable[str] = (),
    gather: bool = True,
) -> Problem:
    """A goal in a situation.

    `limits` bounds how many of an item all sources together may give, how many of a block they may break, or how
    often an operator is applied; `ban` names operators, items that nothing may make, or blocks that are left alone;
    `gather=False` leaves out all sources. Raises `InputError` where there is no goal or the state is no state.
    """
    _check_wants(want)
    _check_state(have, book)
    if not rules.cost:
        raise InputError([Diagnostic("cost", "there is no criterion of cost", "name one, such as `effort`")])
    domain = compile_domain(book, rules)
    limits, ban = limits or {}, frozenset(ban)
    on_operators = tuple(sorted((name, n) for name, n in limits.items() if name in domain.operators))
    free = not ban and not on_operators and gather
    stock = {i: n for i, n in sorted(have.stock.items()) if n > 0}
    return Problem(
        book=book,
        rules=rules,
        have=replace(have, stock=stock, worn={i: tuple(sorted(w)) for i, w in sorted(have.worn.items()) if w}),
        want=tuple(want),
        operators=domain.operators if free else _restricted(domain, ban, on_operators, gather),
        fuels=domain.fuels,
        containers=domain.containers,
        uses=domain.uses,
        stacks=domain.stacks,
        protected=frozenset(i for i in stock if i in domain.protectable) if rules.protect else frozenset(),
        keep=dict(keep or {}),
        limits={i: n for i, n in sorted(limits.items()) if i not in domain.operators},
        prefer=frozenset(prefer),
        cost=rules.cost,
    )
