"""Numeric planning tasks: whole-number fluents, linear conditions, ground actions.

This is the form that PDDL 2.1 files are printed from. A fluent is a pair (what it counts, of what). What the actions
mean for a plan is defined by `NumericAction.applicable` and `NumericAction.apply`, in the way PDDL defines it: all
effects read the state before the action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Fluent: TypeAlias = tuple[str, str]
Values: TypeAlias = dict[Fluent, int]
Terms: TypeAlias = tuple[tuple[int, Fluent], ...]


def value(terms: Terms, constant: int, values: Mapping[Fluent, int]) -> int:
    """`constant` plus the sum of the terms, each a factor times a fluent; fluents without a value are 0."""
    return constant + sum(factor * values.get(fluent, 0) for factor, fluent in terms)


@dataclass(frozen=True, slots=True)
class Condition:
    """The sum of `terms` is at least (`>=`), at most (`<=`) or equal to (`=`) `bound`."""

    terms: Terms
    relation: Literal[">=", "<=", "="]
    bound: int

    def holds(self, values: Mapping[Fluent, int]) -> bool:
        """Whether it is true in a state."""
        left = value(self.terms, 0, values)
        if self.relation == "=":
            return left == self.bound
        return left >= self.bound if self.relation == ">=" else left <= self.bound


@dataclass(frozen=True, slots=True)
class Effect:
    """`fluent` becomes `constant` plus the sum of `terms`. With `keeps` its old value is added to that."""

    fluent: Fluent
    constant: int
    terms: Terms = ()
    keeps: bool = True


@dataclass(frozen=True, slots=True)
class NumericAction:
    """A ground action. `label` is its readable name, `origin` the operator it is a variant of (empty: a free move)."""

    label: str
    origin: str
    conditions: tuple[Condition, ...]
    effects: tuple[Effect, ...]
    cost: int = 0

    def applicable(self, values: Mapping[Fluent, int]) -> bool:
        """Whether all conditions hold."""
        return all(condition.holds(values) for condition in self.conditions)

    def apply(self, values: Values) -> None:
        """Change `values` to the state after the action."""
        after = [
            value(effect.terms, effect.constant, values) + (values.get(effect.fluent, 0) if effect.keeps else 0)
            for effect in self.effects
        ]
        for effect, new in zip(self.effects, after, strict=True):
            values[effect.fluent] = new


def at_least(fluent: Fluent, bound: int) -> Condition:
    """`fluent` >= `bound`."""
    return Condition(((1, fluent),), ">=", bound)


def at_most(fluent: Fluent, bound: int) -> Condition:
    """`fluent` <= `bound`."""
    return Condition(((1, fluent),), "<=", bound)
