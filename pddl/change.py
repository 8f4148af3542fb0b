"""What one application does to one item, as PDDL 2.1 can say it: exactly, without conditional effects.

Pieces of a damageable item wear most damaged first, and only pieces that were worn at the start stand behind another
worn one. So two numbers say everything: how many are held (`have`) and the uses left in all of them together
(`uses`). With F uses in a new piece, and `behind` uses missing in the pieces after the one in use, a wear of u leaves
the piece in use alive exactly when `uses - u > F * (have - 1) - behind`; else it breaks. For each number of pieces
that may break there is one alternative, and exactly one of them is applicable in a state.

Example: two wooden pickaxes (F = 59) of which one has a single use left: have 2, uses 60. Mining (u = 1) asks
59 > 59 for the pickaxe to last, so the alternative that breaks it applies: have 1, uses 59.

Protected items keep `guard` of their stock: takes stop there, wear may go below it and then lowers it. Where tools are
equipped, the hand is empty once the last piece of what it held is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from ..recipes.book import Item
from .model import Problem
from .numeric import Condition, Effect, Fluent, Values, at_least, at_most


@dataclass(slots=True)
class Use:
    """How one application uses one item: `need` held, `taken`, of which the guard does not hold back what is `exempt`,
    worn by `wear` uses (`held` where the tool must be there without wearing), `given` back or made."""

    need: int = 0
    taken: int = 0
    exempt: bool = False
    wear: int = 0
    held: bool = False
    given: int = 0


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way in which the use of an item turns out."""

    suffix: str
    conditions: tuple[Condition, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Stock:
    """The numbers of a problem's start that decide which fluents an item needs."""

    uses: Mapping[Item, int] = field(default_factory=dict[Item, int])
    guarded: Mapping[Item, int] = field(default_factory=dict[Item, int])
    missing: Mapping[Item, tuple[int, ...]] = field(default_factory=dict[Item, tuple[int, ...]])
    """For items with several worn pieces: uses missing in the pieces after the i-th, for each i; the last is 0."""
    hands: frozenset[Item] = frozenset()
    """Items that can be equipped."""

    @staticmethod
    def of(problem: Problem) -> Stock:
        """The stock rules of `problem`."""
        uses = dict(problem.uses) if problem.rules.wear else {}
        missing: dict[Item, tuple[int, ...]] = {}
        for item, worn in problem.have.worn.items():
            if item in uses and len(worn) > 1:
                gaps = [uses[item] - left for left in sorted(worn)]
                missing[item] = tuple(sum(gaps[i + 1 :]) for i in range(len(gaps)))
        stock = problem.have.stock
        guarded = {i: stock[i] for i in problem.protected if stock.get(i, 0) > 0}
        hands = frozenset(op.equips for op in problem.operators.values() if op.equips is not None)
        return Stock(uses, guarded, missing, hands)

    def start(self, item: Item, problem: Problem) -> Values:
        """The fluents of `item` and their values at the start."""
        held = problem.have.stock.get(item, 0)
        values: Values = {("have", item): held}
        if item in self.uses:
            worn = problem.have.worn.get(item, ())
            values["uses", item] = self.uses[item] * (held - len(worn)) + sum(worn)
        if item in self.missing:
            values["behind", item] = self.missing[item][0]
        if item in self.guarded:
            values["guard", item] = self.guarded[item]
        return values

    def alternatives(self, item: Item, use: Use) -> Iterator[Alternative]:
        """Every way in which `use` of `item` can turn out; of these at most one is applicable in a state."""
        after = use.taken + (1 if use.wear or use.held else 0)
        least = max(use.need, after)
        conditions = [at_least(("have", item), least)] if least else []
        if item in self.guarded and use.taken and not use.exempt:
            conditions.append(Condition(((1, ("have", item)), (-1, ("guard", item))), ">=", use.taken))
        if item not in self.uses:
            outcomes = [(0, Alternative("", (), ()))]
        elif use.taken:
            outcomes = [(0, a) for a in self._taken(item, use)]
        else:
            outcomes = list(self._worn(item, use))
        for broken, outcome in outcomes:
            change = use.given - use.taken - broken
            effects = (Effect(("have", item), change), *outcome.effects) if change else outcome.effects
            guards = list(self._guard(item, change, broken > 0 or use.exempt))
            hands = list(self._hand(item, change))
            for guard, hand in product(guards, hands):
                yield Alternative(
                    outcome.suffix + guard.suffix + hand.suffix,
                    (*conditions, *outcome.conditions, *guard.conditions, *hand.conditions),
                    (*effects, *guard.effects, *hand.effects),
                )

    def _hand(self, item: Item, change: int) -> Iterator[Alternative]:
        """The hand is empty when nothing is left of what it held."""
        if item not in self.hands or change >= 0:
            yield Alternative("", (), ())
            return
        have = ("have", item)
        yield Alternative("", (at_least(have, 1 - change),), ())
        yield Alternative("-emptying", (at_most(have, -change),), (Effect(("hand", item), 0, keeps=False),))

    def _guard(self, item: Item, change: int, may_breach: bool) -> Iterator[Alternative]:
        """The guard falls to the stock that is left where an application goes below it."""
        if item not in self.guarded or change >= 0 or not may_breach:
            yield Alternative("", (), ())
            return
        have, guard = ("have", item), ("guard", item)
        spare = ((1, have), (-1, guard))
        yield Alternative("", (Condition(spare, ">=", -change),), ())
        fall = Effect(guard, change, ((1, have),), keeps=False)
        yield Alternative(f"-last-{item}", (Condition(spare, "<=", -change - 1),), (fall,))

    def _positions(self, item: Item) -> Iterator[tuple[int, tuple[Condition, ...], str]]:
        """Which of the pieces worn at the start is in use: its number, the condition, a suffix."""
        missing = self.missing.get(item)
        if missing is None:
            yield 0, (), ""
            return
        for i, behind in enumerate(missing):
            yield i, (Condition(((1, ("behind", item)),), "=", behind),), f"-piece-{i + 1}"

    def _behind(self, item: Item, i: int) -> int:
        missing = self.missing.get(item, ())
        return missing[i] if i < len(missing) else 0

    def _move(self, item: Item, i: int, gone: int) -> tuple[Effect, ...]:
        """The piece in use is `gone` pieces further on than the i-th."""
        step = self._behind(item, i + gone) - self._behind(item, i)
        return (Effect(("behind", item), step),) if step else ()

    def _taken(self, item: Item, use: Use) -> Iterator[Alternative]:
        """The most damaged pieces go; those that stay are new, but for the ones that were behind."""
        new = self.uses[item]
        if use.wear >= new:
            return
        for i, conditions, suffix in self._positions(item):
            if use.wear and self._behind(item, i + use.taken - 1):
                continue  # the piece that would wear is itself a worn one; a plan can break that one first
            rest = new * (use.given - use.taken) - use.wear - self._behind(item, i + use.taken - 1)
            uses = Effect(("uses", item), rest, ((new, ("have", item)),), keeps=False)
            yield Alternative(suffix, conditions, (uses, *self._move(item, i, use.taken)))

    def _worn(self, item: Item, use: Use) -> Iterator[tuple[int, Alternative]]:
        """Wear breaks no piece, or one, or (where a piece stands fewer uses than are asked) several."""
        new, have, uses = self.uses[item], ("have", item), ("uses", item)
        change = new * use.given - use.wear
        effects = (Effect(uses, change),) if change else ()
        if not use.wear:
            yield 0, Alternative("", (), effects)
            return
        enough = at_least(uses, use.wear)
        terms = ((1, uses), (-new, have))
        if item in self.missing:
            terms = (*terms, (1, ("behind", item)))
        yield 0, Alternative("", (enough, Condition(terms, ">=", use.wear - new + 1)), effects)
        short: tuple[tuple[int, Fluent], ...] = ((1, uses), (-new, have))
        for i, conditions, suffix in self._positions(item):
            least = 1 - new - self._behind(item, i)
            for broken in range(1, use.wear + 1):
                last = use.wear - new * broken - self._behind(item, i + broken - 1)
                next_last = use.wear - new * (broken + 1) - self._behind(item, i + broken)
                if last < least:
                    break
                bounds = (enough, Condition(short, "<=", last))
                if next_last >= least:
                    bounds = (*bounds, Condition(short, ">=", next_last + 1))
                count = "" if broken == 1 else f"-{broken}"
                yield (
                    broken,
                    Alternative(
                        f"-breaks-{item}{count}{suffix}",
                        (*conditions, *bounds),
                        (*effects, *self._move(item, i, broken)),
                    ),
                )
