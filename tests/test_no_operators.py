"""A book in which nothing can be done: both builds of the kernels answer, by what is held."""

from __future__ import annotations

import pytest
from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.recipes.book import Book, ItemType
from craftproof.recipes.rules import BARE, SURVIVAL, Rules
from craftproof.sim.answer import Impossible, Optimal

NOTHING = Book("nothing", {"stone": ItemType(), "sand": ItemType()})


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("rules", [BARE, SURVIVAL], ids=lambda rules: rules.name)
@pytest.mark.parametrize(
    ("held", "want", "kind"),
    [
        ({}, [Want(("stone",), 1)], Impossible),
        ({"stone": 1}, [Want(("stone",), 1), Want(("sand",), 2)], Impossible),
        ({"stone": 1}, [Want(("stone",), 1)], Optimal),
        ({"stone": 1}, [Want(("sand", "stone"), 1)], Optimal),
        ({"stone": 1}, [Want(("sand", "stone"), 1, "new")], Impossible),
    ],
)
def test_what_is_held_decides(
    compiled: bool, rules: Rules, held: dict[str, int], want: list[Want], kind: type[Impossible | Optimal]
) -> None:
    answer = plan(compile_problem(NOTHING, rules, State(held), want), compiled=compiled)
    assert isinstance(answer, kind)
