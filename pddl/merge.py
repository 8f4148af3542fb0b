"""Merging interchangeable alternatives: a smaller problem with the same optimum.

Six woods that differ in name only cost an exact solver ten to a hundred times the work. A *retraction* h sends some
items to others (spruce_log to oak_log, spruce_planks to oak_planks, a stair that only burns to the planks it is made
of) such that every operator has an image: one that takes and gives the images, costs no more, and needs no better
tools; or none at all, where what it gives is no more than what it took. Any plan is then sent by h to a plan of the
same goal that costs no more and uses only items that h leaves alone. So those can be left out without losing the
optimum. What is held, wanted or kept is never sent elsewhere.

Nothing has to be undone: a plan of the smaller problem is, as it stands, a plan of the full one, in real items.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..recipes.book import Ingredient, Item
from .model import Operator, Problem, Wear, draws

Map = dict[Item, Item]


@dataclass(frozen=True, slots=True)
class Hint:
    """One item that was sent to another, and all `items` that had to be sent with it."""

    pair: tuple[Item, Item]
    items: frozenset[Item]


@lru_cache(maxsize=1 << 17)
def _alike(a: Item, b: Item) -> tuple[int, int, int]:
    """How much two names end, begin and measure alike: only a guess at which matches which; the match is checked."""

    def shared(x: str, y: str) -> int:
        return next((k for k, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), min(len(x), len(y)))

    return shared(a[::-1], b[::-1]), shared(a, b), -abs(len(a) - len(b))


class _Trial:
    """A retraction in the making: what is already sent, and what one more pair would force."""

    def __init__(self, merger: Merger, pair: tuple[Item, Item]) -> None:
        self.merger = merger
        self.new: Map = {}
        self.todo: list[Operator] = []
        self.ok = self.send(*pair)

    def to(self, item: Item) -> Item:
        return self.new.get(item) or self.merger.h.get(item, item)

    def send(self, a: Item, b: Item) -> bool:
        """Send `a` to `b`, where nothing forbids it."""
        m = self.merger
        if self.to(a) == b:
            return True
        if (
            b in m.problem.limits
            or a in m.fixed
            or a in self.new
            or a in m.h
            or a in self.new.values()
            or self.to(b) != b
        ):
            return False
        fuels = m.problem.fuels
        if a in fuels and fuels.get(b, 0) < fuels[a]:
            return False
        if a in fuels and m.problem.containers.get(a) != m.problem.containers.get(b):
            return False
        if m.problem.uses.get(b, 1 << 60) < m.problem.uses.get(a, 0):
            return False
        self.new[a] = b
        self.todo += m.by_item[a]
        return True

    def close(self) -> bool:
        """Find an image for every operator that the pairs so far touch."""
        while self.ok and self.todo:
            self.ok = self.has_image(self.todo.pop())
        return self.ok

    def has_image(self, op: Operator) -> bool:
        if self.stays(op) or self.vanishes(op):
            return True
        for other in self.candidates(op):
            before, todo = dict(self.new), list(self.todo)
            if self.matches(op, other):
                return True
            self.new, self.todo = before, todo
        return False

    def candidates(self, op: Operator) -> list[Operator]:
        """Operators that might be the image: those that give the product's image, else those that take a member's."""
        product = op.gives[0][0] if op.gives else ""
        if self.to(product) != product:
            return self.merger.by_product.get(self.to(product), [])
        members = [m for ing in op.takes for m in ing.any_of if self.to(m) != m]
        found = {o.name: o for m in members for o in self.merger.by_item[self.to(m)] if len(o.gives) == 1}
        return sorted(found.values(), key=lambda o: (_alike(product, o.gives[0][0]), o.name), reverse=True)[:12]

    def stays(self, op: Operator) -> bool:
        """Whether `op` is its own image: all that it brings stays, its sets are closed, containers of members agree."""
        if any(self.to(i) != i for i in (*_brought(op), *(i for i, _ in op.places))):
            return False
        if op.stands is not None and self.to(op.stands) != op.stands:
            return False
        sets = [set(ing.any_of) for ing in (*op.takes, *op.needs)]
        if any(self.to(m) not in s for s in sets for m in s):
            return False
        returns = dict(op.returns)
        if any(returns.get(m) != returns.get(self.to(m)) for s in sets for m in s if returns):
            return False
        return all(self.wears_as_well(w, w) for w in op.wears)

    def wears_as_well(self, wear: Wear, other: Wear) -> bool:
        """Whether the image of each tool of `wear` serves in `other` at no more wear and lasts as long."""
        serves = dict(other.tools)
        uses = self.merger.problem.uses
        for tool, n in wear.tools:
            image = self.to(tool)
            if image not in serves or serves[image] > n or uses.get(image, 1 << 60) < uses.get(tool, 0):
                return False
        return True

    def vanishes(self, op: Operator) -> bool:
        """Whether the image of what `op` brings is no more than the image of what it takes; nor may it mend (what is
        new has all its uses) or burn where fuels leave containers behind."""
        m = self.merger
        if op.places or op.equips or (op.burns and m.ashes) or any(m.wears(self.to(i)) for i in _brought(op)):
            return False
        left, returns = Counter[Item](), dict(op.returns)
        for ing in op.takes:
            images = {self.to(m) for m in ing.any_of}
            if len(images) == 1:
                left[images.pop()] += ing.n
            for container in {returns[m] for m in ing.any_of if m in returns}:
                left[self.to(container)] -= ing.n  # one comes back for each piece
        for item, n in op.gives:
            left[self.to(item)] -= n
        return all(n >= 0 for n in left.values())

    def matches(self, op: Operator, other: Operator) -> bool:
        """Whether `other` can be the image of `op`, sending more items where that is what it takes."""
        alike = (
            other is not op
            and other.kind == op.kind
            and other.effort <= op.effort
            and other.limit is None
            and not any(draws(other, name) for name in self.merger.problem.limits)
            and other.burns <= op.burns
            and other.pool == op.pool
            and len(op.gives) == len(other.gives) >= 1
            and not op.places
            and op.stands == other.stands
            and not op.returns
            and not other.returns
            and len(other.takes) == len(op.takes)
            and len(other.needs) == len(op.needs)
            and len(other.wears) == len(op.wears)
        )
        if not alike:
            return False
        (product, _), (image, _) = op.gives[0], other.gives[0]
        if self.to(product) != image and not self.send(product, image):
            return False
        given = Counter(dict(other.gives))
        for item, n in op.gives:
            given[self.to(item)] -= n
        if any(n < 0 for n in given.values()):
            return False
        pairs = [*zip(op.takes, other.takes, strict=True), *zip(op.needs, other.needs, strict=True)]
        if not all(a.n >= b.n and self.covers(a, b) for a, b in pairs):
            return False
        return all(self.wears_as_well(a, b) for a, b in zip(op.wears, other.wears, strict=True))

    def covers(self, ing: Ingredient, other: Ingredient) -> bool:
        """Send every member of `ing` into `other`: to the one in the same place by name, or else the most alike."""
        same = len(ing.any_of) == len(other.any_of)
        for k, m in enumerate(ing.any_of):
            if self.to(m) in other.any_of:
                continue
            if self.to(m) != m:
                return False
            guess = other.any_of[k] if same else max(other.any_of, key=lambda o: (_alike(m, o), o))
            if not self.send(m, guess):
                return False
        return True


class Merger:
    """Finds a retraction of the operators `ops` of a problem; `rank` says which of several items is to stay."""

    def __init__(self, problem: Problem, ops: Sequence[Operator], rank: Mapping[Item, tuple[float, ...]]) -> None:
        self.problem = problem
        self.ops = ops
        self.rank = rank
        self.h: Map = {}
        self.found: list[Hint] = []
        self.failed: dict[tuple[Item, Item], int] = {}
        self.fixed = {*problem.have.stock, *problem.have.placed, *problem.keep, *problem.limits}
        self.fixed |= {i for w in problem.want for i in w.any_of}
        burns = any(op.burns for op in ops)
        self.ashes = {problem.containers[f] for f in problem.fuels if f in problem.containers} if burns else set[Item]()
        self.fixed |= self.ashes
        self.by_item: dict[Item, list[Operator]] = defaultdict(list)
        self.by_product: dict[Item, list[Operator]] = defaultdict(list)
        for op in ops:
            for item in sorted(_items(op)):
                self.by_item[item].append(op)
            for item, _ in op.gives:
                self.by_product[item].append(op)

    def wears(self, item: Item) -> bool:
        """Whether pieces of an item differ in the uses that they have left."""
        return self.problem.rules.wear and bool(self.problem.uses.get(item))

    def order(self, item: Item) -> tuple[tuple[float, ...], Item]:
        return self.rank.get(item, (float("inf"),)), item

    def sets(self) -> list[tuple[Item, ...]]:
        """Sets whose members may be alternatives: ingredients and tools, wide ones first (a family is to go to another
        family before its members go to each other), then the fuels."""
        found = {ing.any_of for op in self.ops for ing in (*op.takes, *op.needs)}
        found |= {tuple(t for t, _ in w.tools) for op in self.ops for w in op.wears}
        wide = sorted((s for s in found if len(s) > 1), key=lambda s: (-len(s), s))
        return [*wide, tuple(sorted(i for i in self.problem.fuels if i in self.by_item))]

    def run(self) -> Map:
        """Send every member of every set to the best one it can be sent to."""
        for members in self.sets():
            ordered = sorted(members, key=self.order)
            for a in reversed(ordered):
                if a in self.h or a in self.fixed:
                    continue
                self.place(a, [b for b in ordered if b != a and b not in self.h])
        return self.h

    def again(self, hints: Sequence[Hint]) -> Map:
        """As `run`, but only what was found before is tried, for a problem that speaks of other items: those stay, and
        what they were sent to is sent to them instead."""
        spoken = set(self.fixed)
        for hint in sorted(hints, key=lambda hint: spoken.isdisjoint(hint.items)):
            a, b = hint.pair
            for x, y in ((a, b), (a, self.h.get(b, b)), (b, a)):
                free = x not in self.h and x not in self.fixed and y not in self.h
                if free and x != y and self.place(x, [y]):
                    break
        return self.h

    def place(self, a: Item, targets: Iterable[Item]) -> bool:
        """Send `a` to the first of the targets that it can be sent to; whether there is one. What failed fails again
        until something else is sent."""
        for b in targets:
            if self.failed.get((a, b)) == len(self.h):
                continue
            self.failed[a, b] = len(self.h)
            trial = _Trial(self, (a, b))
            if trial.close():
                self.h.update(trial.new)
                self.found.append(Hint((a, b), frozenset(trial.new)))
                # what is sent to stays: otherwise its own image would have to be followed
                self.fixed |= set(trial.new.values())
                return True
        return False


def _brought(op: Operator) -> list[Item]:
    """What an application adds to the stock: products, and what comes back."""
    return [item for item, _ in op.gives] + [back for _, back in op.returns]


def _items(op: Operator) -> set[Item]:
    out = {m for ing in (*op.takes, *op.needs) for m in ing.any_of}
    out |= {t for w in op.wears for t, _ in w.tools} | {i for i, _ in op.gives}
    out |= {c for _, c in op.returns} | {i for i, _ in op.places}
    return out | ({op.stands} if op.stands else set[Item]())


def _restricted(op: Operator, h: Map) -> Operator | None:
    """`op` with only members that stay; None where a product or a whole set is sent elsewhere."""
    if any(i in h for i in (*(i for i, _ in op.gives), *(i for i, _ in op.places))):
        return None
    takes, needs = (
        tuple(replace(g, any_of=tuple(m for m in g.any_of if m not in h)) for g in s) for s in (op.takes, op.needs)
    )
    wears = tuple(Wear(tuple((t, n) for t, n in w.tools if t not in h)) for w in op.wears)
    if not all(g.any_of for g in (*takes, *needs)) or not all(w.tools for w in wears):
        return None
    returns = tuple((m, c) for m, c in op.returns if m not in h)
    return replace(op, takes=takes, needs=needs, wears=wears, returns=returns)


def useful_fuels(problem: Problem, ops: Sequence[Operator]) -> dict[Item, int]:
    """The fuels without those that are never worth making to burn: what goes into one burns at least as long.

    Leaves out only what nothing held, wanted, needed or worn stands for: of such an item each piece that burns was
    made for that, and its ingredients can burn in its place.
    """
    fuels = problem.fuels
    held = {*problem.have.stock, *problem.keep, *(i for w in problem.want for i in w.any_of)}
    serving = {m for op in ops for ing in op.needs for m in ing.any_of}
    serving |= {t for op in ops for w in op.wears for t, _ in w.tools} | set(problem.uses)
    # what comes back of something was not made for burning either
    serving |= {back for op in ops for _, back in op.returns} | set(problem.containers.values())
    taken = {m for op in ops for ing in op.takes for m in ing.any_of}
    makers: dict[Item, list[tuple[Operator, int]]] = defaultdict(list)
    for op in ops:
        for item, n in op.gives:
            makers[item].append((op, n))

    pools = {"" if problem.rules.fuel_pool == "one" else op.pool for op in ops if op.burns}

    def wasteful(fuel: Item, op: Operator, n: int) -> bool:
        if len(op.gives) != 1 or op.returns or (n > 1 and fuel in taken):
            return False
        long = sum(ing.n for ing in op.takes if min(fuels.get(m, 0) for m in ing.any_of) >= fuels[fuel])
        if n > 1 and len(pools) > 1 and long < n:  # several pieces may burn in as many kinds of stations
            return False
        inside = sum(ing.n * min(fuels.get(m, 0) for m in ing.any_of) for ing in op.takes)
        return inside >= n * fuels[fuel] and not any(m in problem.containers for ing in op.takes for m in ing.any_of)

    return {
        f: ticks
        for f, ticks in fuels.items()
        if f in held or f in serving or not makers[f] or not all(wasteful(f, op, n) for op, n in makers[f])
    }


def wanted_operators(problem: Problem, ops: Sequence[Operator], fuels: Iterable[Item]) -> list[Operator]:
    """Those of `ops` that the goal may draw on, directly or through others."""
    makers: dict[Item, list[Operator]] = defaultdict(list)
    for op in ops:
        for item in (*(i for i, _ in op.gives), *(c for _, c in op.returns), *(f"standing:{i}" for i, _ in op.places)):
            makers[item].append(op)
    back = {c: f for f, c in problem.containers.items() if f in set(fuels)}
    todo = [i for w in problem.want for i in w.any_of] + list(problem.keep)
    seen, kept = set(todo), dict[str, Operator]()
    while todo:
        item = todo.pop()
        new = [o for o in makers[item] if o.name not in kept]
        kept.update((o.name, o) for o in new)
        more = {m for o in new for ing in (*o.takes, *o.needs) for m in ing.any_of}
        more |= {t for o in new for w in o.wears for t, _ in w.tools} | {
            f"standing:{o.stands}" for o in new if o.stands
        }
        if any(o.burns for o in new):
            more |= set(fuels)
        if item in back:  # a fuel's container comes back only where something burns it
            more.add(back[item])
            new += [o for o in ops if o.burns and o.name not in kept]
            kept.update((o.name, o) for o in new)
            more |= {m for o in new for ing in (*o.takes, *o.needs) for m in ing.any_of}
            more |= {t for o in new for w in o.wears for t, _ in w.tools}
        todo += sorted(more - seen)
        seen |= more
    return [kept[n] for n in sorted(kept)]


@dataclass(frozen=True, slots=True)
class Merged:
    """A smaller problem with the same optimum: items sent to others, and fuels that are not worth making to burn.
    `hints` is how it was found, for a problem that is much the same."""

    problem: Problem
    folded: Mapping[Item, Item]
    unburned: tuple[Item, ...]
    hints: tuple[Hint, ...] = ()


def merged(
    problem: Problem,
    names: Iterable[str],
    rank: Mapping[Item, tuple[float, ...]],
    drawn: bool = True,
    hints: Sequence[Hint] | None = None,
) -> Merged:
    """The problem over the operators `names` with what can be left out left out; its plans and its optimal cost are
    the full problem's. Unless `drawn`, operators that the goal does not draw on stay, and have images too. With
    `hints` only what they speak of is sent elsewhere, which is much faster to find. Not for rules in which slots are
    limited: there every name takes room of its own."""
    ops = [problem.operators[n] for n in sorted(names)]
    if problem.rules.slots == "hard" or problem.rules.fuel_order == "lowest_slot":
        return Merged(replace(problem, operators={op.name: op for op in ops}), {}, ())
    fuels = useful_fuels(problem, ops)
    unburned = tuple(f for f in problem.fuels if f not in fuels)
    ops = wanted_operators(problem, ops, fuels) if drawn else ops
    merger = Merger(replace(problem, fuels=fuels), ops, rank)
    h = merger.run() if hints is None else merger.again(hints)
    small = {op.name: kept for op in ops if (kept := _restricted(op, h)) is not None}
    fuels = {f: n for f, n in fuels.items() if f not in h}
    last = wanted_operators(problem, list(small.values()), fuels) if drawn else list(small.values())
    less = replace(problem, operators={op.name: op for op in last}, fuels=fuels)
    return Merged(less, dict(sorted(h.items())), unburned, tuple(merger.found))
