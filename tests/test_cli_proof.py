"""`craftproof plan` proves what it shows, for a while; how long, how it is left out, and what is read of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import craftproof
import pytest
from craftproof.cli.main import FINE, INTERRUPTED, run
from craftproof.cli.plan import PROOF, waiting
from craftproof.engine import plan as planning
from craftproof.engine.found import BUDGET_ENDED, NODES_ENDED, NOTHING_FOUND
from craftproof.engine.found import INTERRUPTED as INTERRUPTED_NOTE
from craftproof.sim.answer import Feasible, Optimal, Unknown

PLANKS = craftproof.problem("oak_planks")
PROVED = """\
optimal: oak_planks x1 (Minecraft 1.16.5, rules survival)
cost: effort 60 ticks, applications 2, distinct operators 2
bound: the same, so no plan costs less; proved case by case
"""


def test_a_plan_is_proved_where_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "oak_planks"]) == FINE
    out, err = capsys.readouterr()
    assert out.startswith(PROVED)
    assert not err


def test_no_cases_are_no_proof_and_the_same_plan_as_from_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "oak_planks", "--max-nodes", "0", "--format", "json"]) == FINE
    data = json.loads(capsys.readouterr().out)
    answer = craftproof.plan("oak_planks")
    assert isinstance(answer, Feasible)
    assert data == craftproof.report(answer)
    assert data["notes"] == []


@pytest.mark.parametrize("without", [{"max_nodes": 0}, {"max_nodes": 0, "budget": 5.0}, {"max_nodes": 0, "proof": 5.0}])
def test_no_cases_look_for_no_proof_whatever_the_time(
    without: Mapping[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(planning, "proved")
    monkeypatch.delattr(planning, "explore")
    assert isinstance(planning.plan(PLANKS, **without), Feasible)  # pyright: ignore[reportArgumentType]  # of two types


def test_the_command_gives_a_proof_its_time_and_a_plan_that_is_hard_to_find_the_usual_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[Mapping[str, object]] = []

    def noted(problem: craftproof.Problem, **options: object) -> craftproof.Answer:
        seen.append(options)
        return planning.plan(problem)

    monkeypatch.setattr("craftproof.cli.plan.plan", noted)
    monkeypatch.setattr("craftproof.cli.explain.plan", noted)
    for command in ("plan", "explain"):
        assert run([command, "oak_planks"]) == FINE
    assert [(o["budget"], o["max_nodes"], o["proof"]) for o in seen] == [(None, None, PROOF)] * 2
    assert capsys.readouterr().out


def test_time_for_a_proof_is_no_limit_for_finding_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(planning.plan(PLANKS, proof=60.0), Optimal)
    late = planning.plan(PLANKS, proof=1e-9)
    assert isinstance(late, Feasible)
    assert late.notes == (BUDGET_ENDED,)
    for name in ("_fast", "_one_by_one", "_with_spares"):
        monkeypatch.setattr(planning, name, lambda *_: None)
    found = planning.plan(PLANKS, proof=1e-9)
    assert isinstance(found, Optimal | Feasible)
    assert found.verdict.cost == late.verdict.cost
    monkeypatch.setattr(planning, "solve", lambda *given: (None, given[5], BUDGET_ENDED))
    nothing = planning.plan(PLANKS)
    assert isinstance(nothing, Unknown)
    assert nothing.reason == NOTHING_FOUND


def test_cases_alone_end_a_proof_by_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(planning, "solve")
    goal = craftproof.problem("stone_pickaxe")
    short = planning.plan(goal, max_nodes=1)
    assert isinstance(short, Feasible)
    assert short.notes == (NODES_ENDED,)
    enough = planning.plan(goal, max_nodes=1000)
    assert isinstance(enough, Optimal)
    assert enough.notes == ()


def test_ctrl_c_before_a_proof_begins_shows_the_plan_that_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(planning, "proved", interrupted)
    assert run(["plan", "oak_planks"]) == INTERRUPTED
    out, err = capsys.readouterr()
    assert out.startswith("feasible: oak_planks x1")
    assert f"note: {INTERRUPTED_NOTE}" in out.splitlines()
    assert err == "interrupted\n"


@pytest.mark.parametrize(
    ("budget", "max_nodes", "words"),
    [
        (None, None, "planning, and proving the plan the best in up to 5 s"),
        (0.5, None, "planning, and proving the plan the best in up to 0.5 s"),
        (None, 2000, "planning, and proving the plan the best in up to 2,000 cases"),
        (30.0, 2000, "planning, and proving the plan the best in up to 30 s"),
        (None, 0, "planning"),
        (30.0, 0, "planning"),
    ],
)
def test_what_is_waited_for(budget: float | None, max_nodes: int | None, words: str) -> None:
    assert waiting(budget, max_nodes) == words


def test_a_terminal_is_told_what_takes_long_and_how_long_it_may(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from craftproof.cli import output

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("craftproof.cli.plan.patience", lambda what: output.patience(what, after=0.0))
    assert run(["plan", "oak_planks"]) == FINE
    out, err = capsys.readouterr()
    assert " ".join(err.split()) == "planning, and proving the plan the best in up to 5 s … (Ctrl-C stops)"
    assert out.startswith(PROVED)


def test_a_saved_proof_is_proved_again_where_it_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = str(tmp_path / "saved.json")
    assert run(["plan", "oak_planks", "--format", "json", "-o", saved]) == FINE
    assert run(["check", saved, "--strict"]) == FINE
    assert "holds: the plan is optimal; " in capsys.readouterr().out
    assert run(["explain", saved]) == FINE
    assert capsys.readouterr().out.startswith(PROVED)
    assert run(["explain", saved, "--max-nodes", "0"]) == FINE
    assert capsys.readouterr().out.startswith("feasible: oak_planks x1")
