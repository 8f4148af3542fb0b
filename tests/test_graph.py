"""Names that lead to names: the order in which they are followed, and the rings among them."""

from __future__ import annotations

import itertools

from craftproof.recipes import graph
from hypothesis import given
from hypothesis import strategies as st

NAMES = st.sampled_from("abcdefg")
GRAPHS = st.dictionaries(NAMES, st.lists(NAMES, max_size=3), max_size=7)


def reached(start: str, links: dict[str, list[str]]) -> set[str]:
    """What a name leads to, step by step."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for name in links.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


@given(GRAPHS)
def test_a_knot_is_all_that_leads_to_each_other_and_stands_behind_what_it_leads_to(links: dict[str, list[str]]) -> None:
    knots = graph.knots(links)
    assert sorted(name for knot in knots for name in knot) == sorted(links)
    place = {name: index for index, knot in enumerate(knots) for name in knot}
    for name in links:
        around = {other for other in reached(name, links) & links.keys() if name in reached(other, links)}
        assert set(knots[place[name]]) == {name, *around}
        assert all(place[other] <= place[name] for other in reached(name, links) & links.keys())


@given(GRAPHS)
def test_each_ring_is_a_way_back_and_there_is_one_for_each_knot(links: dict[str, list[str]]) -> None:
    rings = graph.rings(links)
    for ring in rings:
        assert ring[0] == ring[-1]
        assert all(there in links[here] for here, there in itertools.pairwise(ring))
    turning = [knot for knot in graph.knots(links) if any(name in reached(name, links) for name in knot)]
    assert len(rings) == len(turning)


def test_a_long_ring_is_shown_without_its_middle() -> None:
    assert graph.shown(["a", "b", "a"], "#") == "#a -> #b -> #a"
    assert graph.shown([*"abcdefghij", "a"]) == "a -> b -> c -> d -> e -> f -> … 4 more … -> a"
