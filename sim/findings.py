"""The words of findings: one function a kind of fault. Steps are counted from 1 in words and from 0 in data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..pddl.compile import left_out
from ..pddl.model import Problem, State, Want, Wear
from ..recipes.book import Ingredient, Item
from ..recipes.suggest import closest
from .plan import Finding, Mend, Step
from .slots import slots_needed

if TYPE_CHECKING:
    from .firing import Firing

SHOWN = 3
"""How many members of a set are named before "…"."""

_ROOM = "use up, or leave out, what takes the room"


def names(items: tuple[Item, ...]) -> str:
    """A set of items in words."""
    return " or ".join(items[:SHOWN]) + (" or …" if len(items) > SHOWN else "")


def at(index: int, operator: str) -> str:
    """How a message says where it is."""
    return f"step {index + 1} ({operator})"


def unknown_operator(problem: Problem, step: Step, index: int) -> Finding:
    """The plan names something that neither recipe nor source is called."""
    if step.operator in left_out(problem):
        message = f"{at(index, step.operator)}: the rules {problem.rules.name} are without it"
        return Finding("operator", message, index, mend=_leave_out("step"))
    close = closest(step.operator, problem.operators)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    message = f"{at(index, step.operator)}: no such recipe or source under these rules{hint}"
    return Finding("operator", message, index, mend=rename(close[0]) if close else _leave_out("step"))


def rename(name: str) -> Mend:
    """Another name in the place of one that nobody knows."""
    return Mend("rename", name, text=f"write {name!r}")


def _leave_out(what: str) -> Mend:
    return Mend("drop", text=f"leave the {what} out")


def unreadable(index: int, line: object, code: str, message: str, mend: Mend | None) -> Finding:
    """A line of a list that means nothing here."""
    return Finding(code, f"line {index + 1} ({line}): {message}", index, mend=mend or _leave_out("line"))


def wrong_count(problem: Problem, step: Step, index: int, most: int) -> Finding:
    """A step is applied less than once, or more often than can be counted."""
    message = f"{at(index, step.operator)}: {step.applications} applications; a step has 1 to {most}"
    return Finding("applications", message, index, mend=_leave_out("step"))


def wrong_binding(step: Step, index: int, text: str, items: tuple[Item, ...] = ()) -> Finding:
    """The binding does not fit the operator."""
    mend = Mend("rebind", text="bind the step again")
    return Finding("binding", f"{at(index, step.operator)}: {text}", index, items=items, mend=mend)


def not_there(firing: Firing, need: Ingredient, item: Item, n: int, free: int) -> Finding:
    """An ingredient runs out, or only protected pieces are left. `short` is for the rest of the step."""
    rest = firing.step.applications - firing.application
    asked = sum(left for entries in firing.takes for name, left in entries if name == item)
    comes = sum(m for name, m in firing.operator.gives if name == item)
    comes += n if firing.returns.get(item) == item else 0
    wanted = max(n, asked - comes * (rest - 1))
    free = max(free, 0)
    held = firing.stock.count.get(item, 0)
    where = at(firing.index, firing.operator.name)
    if held >= n:
        message = f"{where}: {item} is protected (holds {held}, may use {free}, needs {wanted})"
        return _short(firing, "protected", message, need.any_of, item, wanted - free)
    message = f"{where}: {wanted - free} {item} short (has {free}, needs {wanted})"
    return _short(firing, "short", message, need.any_of, item, wanted - free)


def not_held(firing: Firing, need: Ingredient, held: int) -> Finding:
    """A station or catalyst is not in stock."""
    item = need.any_of[0] if need.any_of else ""
    message = f"{at(firing.index, firing.operator.name)}: needs {need.n} {names(need.any_of)} at hand (has {held})"
    return _short(firing, "need", message, need.any_of, item, need.n - held)


def not_standing(firing: Firing, station: Item) -> Finding:
    """A station has not been placed."""
    message = f"{at(firing.index, firing.operator.name)}: no {station} stands"
    text = f"place a {station} before step {firing.index + 1}"
    return _short(firing, "station", message, (station,), station, 1, text)


def no_tool(firing: Firing, wear: Wear, tool: Item, uses: int) -> Finding:
    """The tool is not held, or too worn. `short` counts fresh tools for the rest of the step."""
    left = firing.stock.uses_left(tool) if uses else 0
    rest = uses * (firing.step.applications - firing.application)
    short = max(1, -(-(rest - left) // firing.problem.uses[tool])) if uses else 1
    state = f"{tool} runs out ({left} uses left, needs {rest})" if left or firing.application else f"no {tool} is held"
    message = f"{at(firing.index, firing.operator.name)}: {state}"
    return _short(firing, "tool", message, tuple(item for item, _ in wear.tools), tool, short)


def not_in_hand(firing: Firing, item: Item) -> Finding:
    """The tool is held but not in the hand."""
    text = f"equip {item} before step {firing.index + 1}"
    message = f"{at(firing.index, firing.operator.name)}: {item} is not in the hand"
    return _short(firing, "hand", message, (item,), item, 1, text)


def no_fuel(firing: Firing, ticks: int) -> Finding:
    """The binding lists too little fuel. `short` is in pieces of the first of `items`."""
    fuels, count = firing.problem.fuels, firing.stock.count
    held = tuple(sorted((item for item in fuels if count.get(item)), key=lambda item: (-count[item], item)))
    items = held or tuple(sorted(fuels, key=lambda item: (item != "coal", item)))
    wanted = ticks + firing.burns * (firing.step.applications - firing.application - 1)
    message = f"{at(firing.index, firing.operator.name)}: the fuel runs out ({wanted} ticks are missing)"
    place = (firing.index, firing.application)
    if not items:
        return Finding("fuel", message, *place, mend=Mend("drop", text="nothing burns under these rules"))
    short = -(-wanted // fuels[items[0]])
    mend = Mend("rebind", items[0], short, f"burn {short} {items[0]} more")
    return Finding("fuel", message, *place, items, short, mend)


def fuel_not_there(firing: Firing, item: Item, n: int, free: int) -> Finding:
    """The fuel that the binding lists is not in stock, or is protected."""
    listed = n + sum(left for name, left in firing.fuel if name == item)
    later = firing.burns * (firing.step.applications - firing.application - 1)
    asked = min(listed, n - (-later // firing.problem.fuels[item]))
    free = max(free, 0)
    where = at(firing.index, firing.operator.name)
    if firing.stock.count.get(item, 0) >= n:
        return _short(firing, "protected", f"{where}: {item} is protected and not burned", (item,), item, asked - free)
    message = f"{where}: {asked - free} {item} short as fuel (has {free}, burns {asked})"
    return _short(firing, "fuel", message, (item,), item, asked - free)


def surplus(firing: Firing) -> Finding:
    """The binding lists more fuel than burns."""
    items = tuple(item for item, _ in reversed(firing.fuel))
    n = sum(left for _, left in firing.fuel)
    message = f"{at(firing.index, firing.operator.name)}: {n} {names(items)} listed as fuel would not burn"
    mend = Mend("rebind", items[0], n, "list only the fuel that burns")
    return Finding("fuel-surplus", message, firing.index, firing.step.applications - 1, items, 0, mend)


def over_limit(firing: Firing) -> Finding:
    """A source is asked for more than it gives in a whole plan."""
    times = firing.step.applications
    short = times - firing.application
    message = f"{at(firing.index, firing.operator.name)}: may fire {max(firing.room or 0, 0)} times more, not {times}"
    mend = Mend("drop", n=short, text=f"fire it {short} times less")
    return Finding("limit", message, firing.index, firing.application, (), short, mend)


def overflow(firing: Firing, item: Item) -> Finding:
    """A count would exceed what is counted."""
    message = f"{at(firing.index, firing.operator.name)}: more {item} than can be counted"
    mend = Mend("drop", item, text="leave the step out")
    return Finding("overflow", message, firing.index, firing.application, (item,), 0, mend)


def no_room(firing: Firing) -> Finding:
    """The inventory is full."""
    limit = firing.problem.rules.slot_count
    message = f"{at(firing.index, firing.operator.name)}: what is held does not fit in {limit} slots"
    mend = Mend("drop", text=_ROOM)
    return Finding("slots", message, firing.index, firing.application, (), 0, mend)


def _short(
    firing: Firing, code: str, message: str, items: tuple[Item, ...], item: Item, short: int, text: str = ""
) -> Finding:
    """A finding that more of `item` before the step would mend."""
    makers = item in firing.whole.makes
    action = "insert" if makers else "gather"
    text = text or f"{'make' if makers else 'have'} {short} {item} before step {firing.index + 1}"
    return Finding(code, message, firing.index, firing.application, items, short, Mend(action, item, short, text))


def does_not_fit(problem: Problem, state: State, step: Step, index: int) -> Finding:
    """A warning: more slots are needed than there are."""
    needed, limit = slots_needed(problem, state), problem.rules.slot_count
    message = f"after {at(index, step.operator)}: what is held needs {needed} slots, there are {limit}"
    return Finding("slots", message, index, step.applications - 1, (), needed - limit, Mend("rebind", text=_ROOM))


def goal_missed(want: Want, held: int) -> Finding:
    """Less is held at the end than was wanted."""
    name = want.name or names(want.any_of)
    more = " more than at the start" if want.mode == "new" else ""
    message = f"goal: {want.n} {name}{more} wanted, {held} at the end"
    short = want.n - held
    item = want.any_of[0] if want.any_of else ""
    return Finding(
        "goal", message, items=want.any_of, short=short, mend=Mend("insert", item, short, f"make {short} more")
    )


def not_kept(item: Item, n: int, held: int) -> Finding:
    """What was to be kept is gone."""
    mend = Mend("rebind", item, n - held, f"use other items than {item}")
    return Finding(
        "keep", f"keep: {n} {item} were to be kept, {held} at the end", items=(item,), short=n - held, mend=mend
    )
