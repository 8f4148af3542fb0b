"""What is missing of an impossible goal costs nothing until it is read; then it is there, as if it always had been."""

from __future__ import annotations

import copy
from dataclasses import replace

import craftproof
import pytest
from craftproof.engine import plan as planning
from craftproof.engine.later import told
from craftproof.sim.answer import Impossible

LISTS = ({"birch_log": 1}, {"oak_log": 1})


def asked(**more: object) -> craftproof.Answer:
    leaves = ["oak_log", "birch_log"]
    return craftproof.plan("stick=14", {"oak_log": 1}, gather=False, leaves=leaves, **more)  # pyright: ignore[reportArgumentType]  # whatever a test adds


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The goals whose advice was looked for."""
    seen: list[object] = []
    usual = planning.advised

    def counted(answer: Impossible, *arguments: object, **options: object) -> Impossible:
        seen.append(answer.problem.want)
        return usual(answer, *arguments, **options)  # pyright: ignore[reportArgumentType]  # handed on as they came

    monkeypatch.setattr(planning, "advised", counted)
    return seen


def test_nothing_is_looked_for_until_it_is_read_and_then_once(looks: list[object]) -> None:
    answer = asked()
    assert isinstance(answer, Impossible)
    assert answer.problem.want
    assert answer.certificate.kind == "prices"
    assert answer.notes == ()
    assert not looks
    assert answer.missing is not None
    assert answer.missing.lists == LISTS
    assert answer.more == {"oak_log": 1}
    assert answer.most is not None
    assert len(looks) == 1


def test_many_goals_are_answered_without_looking(looks: list[object]) -> None:
    answers = craftproof.plan_many(["bedrock", "barrier"])
    assert all(isinstance(answer, Impossible) for answer in answers)
    assert not looks


def test_a_report_and_a_partial_plan_look_at_once(looks: list[object]) -> None:
    answer = asked()
    assert craftproof.report(answer)["missing"]["lists"] == list(LISTS)
    assert craftproof.report(answer)["missing"]["complete"]
    assert len(looks) == 1
    partial = asked(partial=True)
    assert len(looks) == 2
    assert type(partial) is Impossible


def test_it_is_an_impossible_answer_in_all_that_is_done_with_answers() -> None:
    answer, now = asked(), told(asked())
    assert type(now) is Impossible
    assert isinstance(now, Impossible)
    assert type(answer).__name__ == "Impossible"
    assert answer == now
    assert now == asked()
    assert asked() == asked()
    assert answer != replace(now, notes=("other",))
    assert repr(asked()) == repr(now)
    noted = replace(asked(), notes=("a remark",))
    assert isinstance(noted, Impossible)
    assert noted.missing == now.missing
    assert copy.copy(asked()) == now
    assert type(copy.copy(asked())) is Impossible
    with pytest.raises(AttributeError, match="no 'mising'"):
        asked().mising  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue,reportUnknownMemberType]  # what is not there
    with pytest.raises(AttributeError):
        asked().missing = None  # pyright: ignore[reportAttributeAccessIssue]  # answers are frozen
