"""What a request itself rules out: bans, limits, gathering. Where there is no plan, these are named first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..pddl.compile import compile_domain, left_out
from ..pddl.model import Operator, Problem
from ..pddl.reach import gathers, limited, products
from ..recipes.book import Item, Source
from ..recipes.rules import PRESETS, SURVIVAL
from ..sim.answer import Certificate, Priced, Searched
from .wording import operator_words

MOST = 4
"""Banned ways that are named for one item."""


def barred(problem: Problem, certificate: Certificate, blocked: Iterable[Item]) -> list[str]:
    """What was asked for and stands in the way, in sentences; `blocked` are the items that cannot be had."""
    match certificate:
        case Priced():
            about = {*blocked, *certificate.prices}
        case Searched():
            about = {i for name in certificate.operators for i in products(problem.operators[name])}
        case _:
            about = set(blocked)
    about |= {item for want in problem.want for item in want.any_of}
    never = certificate.never if isinstance(certificate, Priced) else ()
    out = [*_not_gathered(problem, about.union(never)), *_banned(problem, about), *_without(problem, about)]
    return out + (
        list(_limited(problem, certificate)) if isinstance(certificate, Priced) else list(_never(problem, about))
    )


def _not_gathered(problem: Problem, about: set[Item]) -> Iterator[str]:
    if gathers(problem):
        return
    if any(source.on and not about.isdisjoint(i for i, _ in source.gives) for source in problem.book.sources):
        asked = problem.rules.gather
        yield "nothing may be gathered (--no-gather)" if asked else f"the rules {problem.rules.name} gather nothing"


def _banned(problem: Problem, about: set[Item]) -> Iterator[str]:
    """Ways that only a ban leaves out, by what they would give."""
    gathered = gathers(problem)
    every = compile_domain(problem.book, problem.rules).operators
    gone = [every[name] for name in every if name not in problem.operators]
    for item, words, verb in _ways([op for op in gone if gathered or not isinstance(op.origin, Source)], about):
        yield f"no {item}: {words} {verb} banned (--ban)"


def _without(problem: Problem, about: set[Item]) -> Iterator[str]:
    """Ways of the book that the rules do not have: that is so in the preset, or the rules file leaves them out."""
    rules, gone = problem.rules, left_out(problem)
    preset = PRESETS.get(rules.name.partition(",")[0], SURVIVAL).without
    for item, words, verb in _ways([op for name, op in gone.items() if name in preset], about):
        yield f"no {item}: {words} {verb} not there under the rules {rules.name}"
    for item, words, verb in _ways([op for name, op in gone.items() if name not in preset], about):
        yield f"no {item}: {words} {verb} left out by `without` of the rules {rules.name}"


def _ways(operators: Iterable[Operator], about: set[Item]) -> Iterator[tuple[Item, str, str]]:
    """Each item of `about` that some of `operators` give, the ways to it in words, and the verb for as many."""
    ways: dict[Item, list[str]] = {}
    for op in operators:
        for item in about.intersection(i for i, _ in op.gives):
            ways.setdefault(item, []).append(operator_words(op))
    for item, words in sorted(ways.items()):
        more = [f"{len(words) - MOST} more"] if len(words) > MOST + 1 else []
        yield item, _listed([*words[:MOST], *more] if more else words), "are" if len(words) > 1 else "is"


def _never(problem: Problem, about: set[Item]) -> Iterator[str]:
    """Ways that may be taken no single time."""
    for op in limited(problem):
        if op.limit == 0 and not about.isdisjoint(products(op)):
            yield f"{operator_words(op)} may not be done at all (--limit)"


def _limited(problem: Problem, certificate: Priced) -> Iterator[str]:
    """The limits that the prices turn on; of one alone, how much would be needed at least: what is worth as much as
    the goal is worth more than what else there is."""
    most = {name: _limit(problem, name) for name in certificate.gains}
    told = [f"{n:,} {name}" if name in problem.limits else f"{n:,} times {name}" for name, n in sorted(most.items())]
    if len(most) == 1:
        ((name, n),) = most.items()
        gain = certificate.gains[name]
        needed = -(-(certificate.worth - certificate.held + gain * n) // gain)
        yield f"at most {told[0]} may be gathered (--limit), {needed:,} are needed"
    elif most:
        yield f"at most {_listed(told)} may be gathered (--limit), too few together"


def _limit(problem: Problem, name: str) -> int:
    if name in problem.limits:
        return problem.limits[name]
    return problem.operators[name].limit or 0


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
