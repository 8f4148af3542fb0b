"""PDDL 2.1 files (level 2: numeric fluents, no types, ground actions) of a problem and of its plans.

One action is one application. What the fluents say:

    (have_x)      items held, worn ones included        (uses_x)   uses left in all pieces of a tool together
    (behind_x)    uses missing in the worn pieces after the one in use, where the start has several of them
    (guard_x)     held stock that is protected          (pool_x)   members allotted to an ingredient of several items
    (ticks_x)     furnace ticks left over               (standing_x), (hand_x)   stations that stand, the tool in hand
    (left_x)      applications left of an operator      (limit_x)  how many of an item sources may still give

`allot …` and `burn …` are free moves: they choose members and fuel and cost nothing. A plan of the law prints as a plan
of these files. A plan of these files is one of the law when its allots and burns are put off until the application that
uses them, but for this, where the files are weaker than the law:

- slots and the order of slots are not there, nor the largest count that the law accepts;
- putting off an allot or a burn of a damageable item can change which piece is the most damaged, if that kind of tool
  is used in between; a container comes back from a fuel early where the fuel lasts less than one application.

And here they are stronger: what an operator takes it can't wear as well in the same application, if the piece to wear
was worn at the start and another worn piece stands before it; nor can it burn the last piece of what it wears, or more
than eight pieces of what it needs held.

`total-cost` is the first criterion of the problem that adds up over actions. The later ones break ties in the law but
not here: folding them into one number needs a bound on them over all optimal plans, and free loops leave none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .model import Problem
from .names import Names, identifier
from .numeric import Condition, Effect, Fluent, NumericAction, Terms
from .task import Task, numeric_task
from .variants import metric

DOMAIN_NAME = "craftproof"


class Spelling:
    """The identifiers of one task's fluents and actions, given out in sorted order."""

    def __init__(self, task: Task) -> None:
        names = Names()
        self.total = names.new("total-cost")
        self._fluents = {fluent: names.new(f"{fluent[0]}_{fluent[1]}") for fluent in task.start}
        self._actions = {action.label: names.new(action.label) for action in task.actions}

    def fluent(self, fluent: Fluent) -> str:
        """`(have_oak_log)`."""
        return f"({self._fluents[fluent]})"

    def action(self, action: NumericAction) -> str:
        """`craft_oak_planks`."""
        return self._actions[action.label]

    def linear(self, terms: Terms, constant: int) -> str:
        """The sum of the terms (factors above 0) and the constant as an expression."""
        parts = [self.fluent(f) if factor == 1 else f"(* {factor} {self.fluent(f)})" for factor, f in terms]
        if not parts:
            return str(constant)
        total = parts[0]
        for part in parts[1:]:
            total = f"(+ {total} {part})"
        if constant:
            total = f"({'+' if constant > 0 else '-'} {total} {abs(constant)})"
        return total

    def condition(self, condition: Condition) -> str:
        """`(>= (have_stick) 2)`; terms with a factor below 0 stand on the right."""
        left = tuple(t for t in condition.terms if t[0] > 0)
        right = tuple((-factor, f) for factor, f in condition.terms if factor < 0)
        return f"({condition.relation} {self.linear(left, 0)} {self.linear(right, condition.bound)})"

    def effect(self, effect: Effect) -> str:
        """`(increase (have_stick) 4)`."""
        if not effect.keeps:
            return f"(assign {self.fluent(effect.fluent)} {self.linear(effect.terms, effect.constant)})"
        verb = "increase" if effect.constant >= 0 else "decrease"
        return f"({verb} {self.fluent(effect.fluent)} {abs(effect.constant)})"


def print_domain(problem: Problem, *, full: bool = False, name: str = DOMAIN_NAME) -> str:
    """The domain file: only the operators that can fire and serve the goal, or with `full` all of them."""
    task = numeric_task(problem, full)
    spell = Spelling(task)
    lines = [
        f"; Minecraft {problem.book.version}, rules {problem.rules.name}",
        f"(define (domain {identifier(name)})",
        "  (:requirements :strips :numeric-fluents :action-costs)",
        "  (:functions",
        *(f"    {spell.fluent(f)}{_real_name(f, spell.fluent(f))}" for f in task.start),
        f"    ({spell.total})",
        "  )",
    ]
    for action in task.actions:
        lines += _action(action, spell)
    return "\n".join([*lines, ")", ""])


def print_problem(problem: Problem, *, full: bool = False, name: str = "goal", domain_name: str = DOMAIN_NAME) -> str:
    """The problem file that belongs to `print_domain` with the same `full`."""
    task = numeric_task(problem, full)
    spell = Spelling(task)
    lines = [
        f"(define (problem {identifier(name)})",
        f"  (:domain {identifier(domain_name)})",
        "  (:init",
        *(f"    (= {spell.fluent(f)} {n})" for f, n in task.start.items()),
        f"    (= ({spell.total}) 0)",
        "  )",
        *_clause("  (:goal", map(spell.condition, task.goal), ")"),
        *(f"  ; {line}" for line in _metric_note(problem)),
        f"  (:metric minimize ({spell.total}))",
        ")",
    ]
    return "\n".join([*lines, ""])


def _real_name(fluent: Fluent, spelled: str) -> str:
    return "" if spelled == f"({fluent[0]}_{fluent[1]})" else f" ; {fluent[0]} {fluent[1]}"


def _action(action: NumericAction, spell: Spelling) -> Iterator[str]:
    spelled = spell.action(action)
    yield f"  ; {action.label}"
    yield f"  (:action {spelled}"
    yield "    :parameters ()"
    yield from _clause("    :precondition", _tidy(map(spell.condition, action.conditions)), "")
    effects = [spell.effect(e) for e in action.effects]
    if action.cost:
        effects.append(f"(increase ({spell.total}) {action.cost})")
    yield from _clause("    :effect", _tidy(effects), "")
    yield "  )"


def _tidy(parts: Iterable[str]) -> list[str]:
    return sorted(set(parts))


def _clause(head: str, parts: Iterable[str], tail: str) -> Iterator[str]:
    yield f"{head} (and {' '.join(parts)}){tail}".replace("(and )", "(and)")


def _metric_note(problem: Problem) -> Iterator[str]:
    chosen, first, *later = (metric(problem), *problem.cost)
    yield f"total-cost is {'gathering effort in ticks' if chosen == 'effort' else 'the number of applications'}"
    if chosen != first:
        yield f"the first criterion, {first}, is no sum over actions and is left out"
    if later:
        yield f"ties are not broken here; the criteria in order are {', '.join(problem.cost)}"
