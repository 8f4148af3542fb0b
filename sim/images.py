"""Items that stand for others: a smaller problem whose bounds are the full problem's, checked anew.

    folded    item -> its image: six woods that differ in name alone are one. h is the map that sends each folded item
              to its image and leaves all others as they are; images are not folded
    image     of an operator: one of those that remain, or nothing at all, such that whenever the operator fires, its
              image can fire where there is h of everything, and leaves h of everything behind, or more
    unburned  fuels that no plan needs to burn (`drawn.check_unburned`)

Why a bound of the smaller problem holds for the full one. Take any plan of the full problem. Without the operators that
the goal draws on in no way, and without burning `unburned` fuels, it is still a plan (`drawn.py`). Replace each
application by that of its image, with h of the members, tools and fuels that it was bound to, in the same order. By
induction there is of every item left, before and after each application, at least as much as the plan has of all items
that h sends there, taken together; the uses left in all pieces, the ticks in each pool, what stands and what limits
still allow are no less either:

- the start is the same, since nothing that is held, stands, is wanted, kept or limited is folded;
- an image takes no more of h of each ingredient, needs no more, wears h of the tool by no more uses, burns no more
  ticks from the same pool at the same station, and brings back the same containers; it gives at least h of what is
  given. A fuel burns no longer than its image, and leaves the same container. A tool lasts no longer than its image;
- where nothing is the image of an operator, h of what it gives is no more than h of what it takes.

At the end the goals, which h leaves alone, are met. An image costs no more effort, and is counted only where its
operator is; each operator has one image, so that no more different ones are used, nor more lines. And only what is
limited for itself keeps its limit: it is its own image, and no other's.

Pieces of a tool are counted here as `columns.py` counts them: so many pieces were given and taken, so many uses are
left in all. The rows of a tree say no more of them than that, so that it is no matter which piece of several breaks
first. Nor do they ask what is in the hand, or for room; so rules are refused under which every name takes its own room.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..pddl.model import Operator, Problem, Wear, draws
from ..recipes.book import Ingredient, Item
from .claims import RefutedError
from .closure import closure_of, pool_of, rows
from .drawn import ashes, check_unburned, drawn_on


def folded_problem(problem: Problem, folded: Mapping[Item, Item], unburned: Sequence[Item], at: str = "") -> Problem:
    """The problem without the `folded` items and `unburned` fuels, and without what the goal does not draw on then.
    Raises `RefutedError` unless every bound of it holds for `problem`; `at` is the tree's place in the report."""
    if not folded and not unburned:
        return problem
    if problem.rules.slots == "hard" or problem.rules.fuel_order != "bound":
        raise RefutedError("under these rules every item takes room of its own, so none stands for another", at)
    fired = closure_of(problem, rows(problem)).run().fired
    able = [op for op in problem.operators.values() if op.name in fired and op.kind != "equip"]
    ops = drawn_on(problem, able, problem.fuels)
    check_unburned(problem, ops, unburned, f"{at}.unburned")
    less = replace(problem, fuels={fuel: n for fuel, n in problem.fuels.items() if fuel not in set(unburned)})
    fold = Fold(less, drawn_on(less, ops, less.fuels), folded, f"{at}.folded")
    fold.check()
    return fold.restricted()


def undrawn_problem(problem: Problem, folded: Mapping[Item, Item], unburned: Sequence[Item]) -> Problem:
    """The smaller problem with what the goal does not draw on: what `folded_problem` leaves out of it last. Nothing is
    checked here."""
    less = replace(problem, fuels={fuel: n for fuel, n in problem.fuels.items() if fuel not in set(unburned)})
    fold = Fold(less, list(problem.operators.values()), folded, "")
    fuels = {fuel: n for fuel, n in less.fuels.items() if fuel not in folded}
    return replace(less, operators=fold.left, fuels=fuels)


class Fold:
    """A map of items to others, and the operators `ops` that have to have images under it."""

    def __init__(self, problem: Problem, ops: Sequence[Operator], folded: Mapping[Item, Item], at: str) -> None:
        self.problem, self.ops, self.folded, self.at = problem, ops, folded, at
        self.ashes = ashes(problem, problem.fuels)
        self.left = {op.name: less for op in ops if (less := self._left(op)) is not None}
        self.givers: dict[Item, list[Operator]] = defaultdict(list)
        for op in ops:
            if op.name in self.left:
                for item in dict(op.gives):
                    self.givers[item].append(op)

    def to(self, item: Item) -> Item:
        """The image of an item."""
        return self.folded.get(item, item)

    def restricted(self) -> Problem:
        """The problem over what is left."""
        problem = self.problem
        fuels = {fuel: n for fuel, n in problem.fuels.items() if fuel not in self.folded}
        operators = {op.name: op for op in drawn_on(problem, list(self.left.values()), fuels)}
        # what is protected and held may be placed only where there is an operator that says so (`model.guarded`)
        for item in problem.protected & problem.have.stock.keys():
            if f"place {item}" in problem.operators:
                operators[f"place {item}"] = problem.operators[f"place {item}"]
        return replace(problem, operators=dict(sorted(operators.items())), fuels=fuels)

    def _left(self, op: Operator) -> Operator | None:
        """An operator with the members that are not folded; `None` where it makes something folded, or none is left."""
        if any(item in self.folded for item, _ in (*op.gives, *op.places)) or op.stands in self.folded:
            return None
        takes, needs = (tuple(self._members(need) for need in asked) for asked in (op.takes, op.needs))
        wears = tuple(Wear(tuple((tool, n) for tool, n in wear.tools if tool not in self.folded)) for wear in op.wears)
        if not all(need.any_of for need in (*takes, *needs)) or not all(wear.tools for wear in wears):
            return None
        returns = tuple((item, back) for item, back in op.returns if item not in self.folded)
        return replace(op, takes=takes, needs=needs, wears=wears, returns=returns)

    def _members(self, need: Ingredient) -> Ingredient:
        return replace(need, any_of=tuple(item for item in need.any_of if item not in self.folded))

    # -- items ---------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Raises `RefutedError` for what cannot be folded, or for an operator without an image."""
        for item, image in self.folded.items():
            why = self._item_fault(item, image)
            if why:
                raise RefutedError(f"{image} cannot stand for {item}: {why}", f"{self.at}.{item}")
        self._check_containers()
        for op in self.ops:
            if not self.has_image(op):
                items = sorted(item for item in _items(op) if item in self.folded)
                said = f"{self.to(items[0])} cannot stand for {items[0]}: " if items else ""
                raise RefutedError(f"{said}`{op.name}` has no image that costs no more", self.at)

    def _item_fault(self, item: Item, image: Item) -> str:
        """Why `image` cannot stand for `item`, whatever operators do with them; empty where it may."""
        problem, have = self.problem, self.problem.have
        wanted = {member for want in problem.want for member in want.any_of} | problem.keep.keys()
        burns, lasts = problem.fuels.get(item, 0), problem.uses.get(item, 0)
        worn = problem.rules.wear and any(
            n and item == tool for op in self.ops for w in op.wears for tool, n in w.tools
        )
        faults = {
            "it is folded itself": image in self.folded,
            "there is no such item": image not in problem.book.items,
            f"{item} is held or stands": bool(have.stock.get(item) or have.placed.get(item)),
            f"{item} is wanted, to be kept or limited": item in wanted | problem.limits.keys(),
            f"{item} burns longer": problem.fuels.get(image, 0) < burns,
            f"{item} lasts longer": bool(worn) and 0 < problem.uses.get(image, 0) < lasts,
        }
        return next((why for why, holds in faults.items() if holds), "")

    def _check_containers(self) -> None:
        """Raises `RefutedError` where a fuel leaves behind what its image does not, or something folded."""
        if any(op.burns for op in self.ops):
            for fuel in self.problem.fuels:
                back, image = self.problem.containers.get(fuel), self.to(fuel)
                if back is not None and back in self.folded:
                    raise RefutedError(f"{self.to(back)} cannot stand for {back}, which {fuel} leaves behind", self.at)
                if self.problem.containers.get(image) != back:
                    message = f"{image} cannot stand for {fuel}, which burns and leaves {back or 'nothing'} behind"
                    raise RefutedError(message, f"{self.at}.{fuel}")

    # -- operators -----------------------------------------------------------------------------------------------------

    def has_image(self, op: Operator) -> bool:
        """Whether an operator is its own image, or nothing is, or some other operator that is left."""
        if op.name in self.left and self.serves(op, op):
            return True
        others = self.givers.get(self.to(op.gives[0][0]), ()) if op.gives else ()
        return self.vanishes(op) or any(self.serves(op, other) for other in others)

    def serves(self, op: Operator, other: Operator) -> bool:
        """Whether an application of `other` may stand for any one of `op`."""
        free = other.limit is None and not any(draws(other, name) for name in self.problem.limits)
        if other is not op and not free:
            return False
        shapes = [(o.kind, o.stands, o.places, len(o.takes), len(o.needs), len(o.wears), o.equips) for o in (op, other)]
        return (
            shapes[0] == shapes[1]
            and other.effort <= op.effort
            and self._burns_no_more(op, other)
            and self._gives_as_much(op, other)
            and all(self._covers(a, b) for a, b in zip(op.needs, other.needs, strict=True))
            and all(self._covers(a, b) for a, b in zip(op.takes, other.takes, strict=True))
            and all(self._brings_back(op, a, other, b) for a, b in zip(op.takes, other.takes, strict=True))
            and all(self._wears_no_more(a, b) for a, b in zip(op.wears, other.wears, strict=True))
        )

    def _burns_no_more(self, op: Operator, other: Operator) -> bool:
        """Whether `other` burns as little and from the same pool; where containers come back, it has to burn at all."""
        if not op.burns or not other.burns:
            return not other.burns and (not op.burns or not self.ashes)
        return other.burns <= op.burns and pool_of(self.problem, other) == pool_of(self.problem, op)

    def _gives_as_much(self, op: Operator, other: Operator) -> bool:
        given = _sum(other.gives)
        given.subtract(_sum((self.to(item), n) for item, n in op.gives))
        return all(n >= 0 for n in given.values())

    def _covers(self, need: Ingredient, other: Ingredient) -> bool:
        """Whether h of every member serves in `other`, which asks for no more."""
        return other.n <= need.n and all(self.to(item) in other.any_of for item in need.any_of)

    def _brings_back(self, op: Operator, need: Ingredient, other: Operator, of: Ingredient) -> bool:
        """Whether h of every member brings back what the member does, as often."""
        mine, its = dict(op.returns), dict(other.returns)
        back = [(mine.get(item), its.get(self.to(item))) for item in need.any_of]
        same = all(a == b and a not in self.folded for a, b in back)
        return same and (need.n == of.n or all(a is None for a, _ in back))

    def _wears_no_more(self, wear: Wear, other: Wear) -> bool:
        """Whether h of every tool serves in `other`, at no more uses."""
        serving = dict(other.tools)
        images = [(self.to(tool), self._uses(tool, n)) for tool, n in wear.tools]
        return all(tool in serving and self._uses(tool, serving[tool]) <= n for tool, n in images)

    def _uses(self, tool: Item, n: int) -> int:
        """What an application really takes of a tool."""
        return n if self.problem.rules.wear and self.problem.uses.get(tool) else 0

    def vanishes(self, op: Operator) -> bool:
        """Whether nothing may stand for `op`: h of all that it brings is no more than h of what it surely takes."""
        left, returns = Counter[Item](), dict(op.returns)
        brought = [(self.to(item), n) for item, n in op.gives]
        for need in op.takes:
            images = {self.to(item) for item in need.any_of}
            if len(images) == 1:
                left[images.pop()] += need.n
            brought += [(self.to(back), need.n) for back in {returns[m] for m in need.any_of if m in returns}]
        left.subtract(_sum(brought))
        mends = any(self._uses(item, 1) for item, _ in brought)  # what is new has all its uses
        burns = op.burns and self.ashes
        return not (op.places or mends or burns) and all(n >= 0 for n in left.values())


def _sum(amounts: Iterable[tuple[Item, int]]) -> Counter[Item]:
    out = Counter[Item]()
    for item, n in amounts:
        out[item] += n
    return out


def _items(op: Operator) -> set[Item]:
    """Every item that an operator speaks of."""
    out = {item for need in (*op.takes, *op.needs) for item in need.any_of} | {item for item, _ in op.gives}
    return out | {tool for wear in op.wears for tool, _ in wear.tools} | {back for _, back in op.returns}
