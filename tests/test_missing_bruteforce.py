"""Missing lists, largest numbers and what more of one thing would do, against a search that looks at every state."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

from craftproof.engine.leaves import with_more
from craftproof.engine.missing import NONE_DOES
from craftproof.engine.plan import plan
from craftproof.sim.answer import Impossible
from craftproof.sim.verify import verify
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from .bruteforce import Search
from .strategies import worlds

BUDGET = 2.0
PIECES = 2
"""Lists of up to so many pieces are looked at."""


def possible(problem):
    """Whether there is a plan; `None` where the search stopped before it knew."""
    fewest, known = Search(problem, states=1500).fewest()
    return fewest is not None if known else None


def size(added):
    return sum(added.values()), len(added)


def lists(leaves):
    """Every list of up to PIECES pieces."""
    for n in range(1, PIECES + 1):
        for pieces in combinations_with_replacement(leaves, n):
            yield {item: pieces.count(item) for item in pieces}


@settings(
    max_examples=150,
    derandomize=True,
    deadline=None,  # an unproved answer uses up its budget
    phases=(Phase.explicit, Phase.generate),  # for the same reason shrinking would take many minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(worlds(), st.data())
def test_what_is_said_of_impossible_goals_is_right(world, data):
    problem = world.problem()
    leaves = sorted(data.draw(st.sets(st.sampled_from(sorted(world.book.items)), min_size=1, max_size=3)))
    answer = plan(problem, budget=BUDGET, compiled=False, leaves=leaves)
    if isinstance(answer, Impossible):
        agree_on_missing(problem, answer.missing, leaves)
        agree_on_most(problem, answer.most)
        agree_on_more(problem, answer.more)


def agree_on_missing(problem, missing, leaves):
    found = {repr(added): possible(with_more(problem, added)) for added in lists(leaves)}
    there = [added for added in lists(leaves) if found[repr(added)]]
    assert all(set(added) <= set(leaves) for added in missing.lists)
    assert all(found.get(repr(dict(sorted(added.items()))), True) is not False for added in missing.lists)
    if not missing.lists:
        assert missing.why
        assert missing.why != NONE_DOES or not there
    elif missing.smallest:
        least = size(missing.lists[0])
        assert {size(added) for added in missing.lists} == {least}
        assert all(size(added) >= least for added in there)
        ties = [added for added in there if size(added) == least]
        if missing.complete:
            assert all(added in missing.lists for added in ties)


def agree_on_most(problem, most):
    for want, count in zip(problem.want, most.counts, strict=True):
        alone = replace(problem, want=(want,))
        assert count.low == 0 or possible(replace(alone, want=(replace(want, n=count.low),))) is not False
        if count.high is not None and not count.unbounded:
            assert count.low <= count.high
            assert not possible(replace(alone, want=(replace(want, n=count.high + 1),)))
    if most.plan:
        assert verify(most.plan.problem, most.plan.plan).sound


def agree_on_more(problem, more):
    for item, n in more.items():
        assert possible(with_more(problem, {item: n})) is not False
        assert n == 1 or not possible(with_more(problem, {item: n - 1}))
