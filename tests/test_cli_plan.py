"""`craftproof plan` and `craftproof verify` on real recipes, and the library behind them."""

from __future__ import annotations

import json
from pathlib import Path

import craftproof
import jsonschema
import pytest
from craftproof.cli.main import FINE, MISUSED, OUT_OF_BUDGET, REFUSED, run
from craftproof.engine.find import find_book
from craftproof.engine.request import Request, make_problem
from craftproof.recipes.rules import PRESETS

ROOT = Path(__file__).parents[1]


def schema(path: str) -> dict[str, object]:
    return json.loads((ROOT / path).read_text(encoding="utf-8"))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = FINE) -> dict[str, object]:
    """The report of one `craftproof plan`, without a proof, as data that has the published form."""
    assert run(["plan", *arguments, "--max-nodes", "0", "--format", "json"]) == code
    out, err = capsys.readouterr()
    assert not err
    data = json.loads(out)
    jsonschema.validate(data, schema("engine/report.schema.json"))
    if "plan" in data:
        jsonschema.validate(data["plan"], schema("sim/plan.schema.json"))
    return data


def operators(data: dict[str, object]) -> list[str]:
    return [step["operator"] for step in data["steps"]]


def test_a_plan_is_printed_and_is_found_without_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "diamond_pickaxe", "--max-nodes", "0"]) == FINE
    out, err = capsys.readouterr()
    assert out.splitlines()[0].split(":")[0] in ("optimal", "feasible")
    assert "(Minecraft 1.16.5, rules survival)" in out.splitlines()[0]
    for title in ("Steps", "Tree", "Totals"):
        assert f"\n{title}\n" in out
    assert "mine diamond x3 (from diamond_ore) with iron_pickaxe" in out
    assert max(map(len, out.splitlines())) <= 80
    assert not err


def test_what_is_held_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    data = asked(capsys, "torch=4", "--have", "coal", "--have", "stick=1")
    assert operators(data) == ["craft torch"]
    assert data["totals"]["used"] == {"coal": 1, "stick": 1}
    assert data["totals"]["left"] == {}
    assert asked(capsys, "torch=4", "--have", "torch=4")["steps"] == []


def test_new_asks_for_more_than_is_held(capsys: pytest.CaptureFixture[str]) -> None:
    data = asked(capsys, "stick=4", "--new", "--have", "stick=4, oak_planks=2")
    assert operators(data) == ["craft stick from planks"]


def test_limits_bans_and_keeping_are_heeded(capsys: pytest.CaptureFixture[str]) -> None:
    data = asked(capsys, "stick=8", "--ban", "oak_log", "--limit", "acacia_log=0", "--keep", "torch", "--have", "torch")
    assert "mine oak_log" not in operators(data)
    assert "mine acacia_log" not in operators(data)
    held = asked(capsys, "stick=4", "--have", "oak_planks=2", "--keep", "oak_planks=2")
    assert operators(held) != ["craft stick from planks"]


def test_a_goal_out_of_reach_ends_with_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    data = asked(capsys, "bedrock", code=REFUSED)
    assert data["answer"] == "impossible"
    assert data["blocked"][0] == {"item": "bedrock", "why": "creative-only", "ways": []}
    data = asked(capsys, "cake", "--no-gather", "--have", "wheat=3, egg, sugar=2", code=REFUSED)
    assert data["answer"] == "impossible"
    assert ["milk_bucket"] in data["blocked"][0]["ways"][0]["lacks"]


def test_a_budget_that_runs_out_ends_with_code_4(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from craftproof.sim.answer import Bound, Unknown

    def tired(problem: craftproof.Problem, *, budget: float | None = None, **more: object) -> Unknown:
        return Unknown(problem, f"{budget:g} seconds ran out", Bound((1, 1, 1), True, "something"))

    monkeypatch.setattr("craftproof.engine.plan.plan", tired)
    monkeypatch.setattr("craftproof.cli.plan.plan", tired)
    data = asked(capsys, "torch", "--budget", "0.5", code=OUT_OF_BUDGET)
    assert data["reason"] == "0.5 seconds ran out"


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"minedojo"}))
def test_every_preset_plans_something(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = asked(capsys, "stick=4", "--rules", preset, "--have", "oak_planks=2")
    assert operators(data) == ["craft stick from planks"]
    assert list(data["cost"]) == list(PRESETS[preset].cost)


def test_another_cost_is_a_vector_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    data = asked(capsys, "torch=4", "--cost", "applications,effort", "--have", "oak_log, coal")
    assert list(data["cost"]) == ["applications", "effort"]


def test_a_report_is_verified_and_a_spoilt_one_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.json"
    assert run(["plan", "iron_pickaxe", "--max-nodes", "0", "--format", "json", "-o", str(file)]) == FINE
    assert run(["verify", str(file)]) == FINE
    assert capsys.readouterr().out.startswith("sound: ")
    report = json.loads(file.read_text(encoding="utf-8"))
    (tmp_path / "bare.json").write_text(json.dumps(report["plan"]), encoding="utf-8")
    assert run(["verify", str(tmp_path / "bare.json")]) == FINE
    del report["plan"]["steps"][0]
    file.write_text(json.dumps(report), encoding="utf-8")
    capsys.readouterr()
    assert run(["verify", str(file), "--format", "json"]) == REFUSED
    verdict = json.loads(capsys.readouterr().out)
    jsonschema.validate(verdict, schema("engine/verdict.schema.json"))
    assert verdict["findings"][0]["code"] == "short"
    assert verdict["findings"][0]["step"] == 1


LIST = "mine oak_log 1\ncraft oak_planks 4\ncraft stick 4\ncraft wooden_pickaxe 1\n"


def test_a_list_of_steps_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.txt"
    file.write_text(LIST, encoding="utf-8")
    assert run(["verify", str(file), "--goal", "wooden_pickaxe", "--have", "crafting_table"]) == REFUSED
    out = capsys.readouterr().out
    assert out.startswith("unsound: 1 finding (Minecraft 1.16.5, rules survival)\n")
    assert "step 4 (craft wooden_pickaxe)" in out
    assert "mend: " in out
    held = ["--have", "crafting_table", "--have", "oak_planks=1"]
    assert run(["verify", str(file), "--goal", "wooden_pickaxe", *held]) == FINE
    assert capsys.readouterr().out.startswith("sound: the law accepts the plan for wooden_pickaxe x1")


def test_what_is_no_plan_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.json"
    for text in ("", "{}", '{"craftproof": "plan/1"}', '{"craftproof": "report/1", "answer": "unknown"}', "[", "\x00"):
        file.write_text(text, encoding="utf-8")
        assert run(["verify", str(file)]) in (MISUSED, REFUSED), text
        assert "fault" not in capsys.readouterr().err
    file.write_bytes(b"\xff\xfe\x00")
    assert run(["verify", str(file)]) == MISUSED
    assert run(["verify", str(tmp_path)]) == MISUSED


def test_pddl_is_written_as_three_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pddl"
    arguments = ["plan", "stick=4", "--have", "oak_log", "--max-nodes", "0", "--format", "pddl"]
    assert run([*arguments, "-o", str(folder)]) == FINE
    assert sorted(p.name for p in folder.iterdir()) == ["domain.pddl", "plan.txt", "problem.pddl"]
    assert run(arguments) == FINE
    out = capsys.readouterr().out
    for file in folder.iterdir():
        assert file.read_text(encoding="utf-8").strip() in out
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert run([*arguments, "-o", str(tmp_path / "file" / "in")]) == MISUSED


def test_many_goals_in_one_call_are_answered_as_one_by_one() -> None:
    goals = ["stick=4", {"torch": 4}, ["bucket", "shears"], "bedrock"]
    many = craftproof.plan_many(goals)
    for goal, answer in zip(goals, many, strict=True):
        alone = craftproof.plan(goal)
        assert type(alone) is type(answer)
        if isinstance(alone, craftproof.Optimal | craftproof.Feasible):
            assert alone.plan == answer.plan
    with pytest.raises(craftproof.InputError) as caught:
        craftproof.plan_many(["diamnod", "stick", "stick=x"])
    assert len(caught.value.diagnostics) == 2


def test_the_library_takes_books_rules_and_states() -> None:
    book = craftproof.book()
    state = craftproof.State(stock={"oak_planks": 2})
    answer = craftproof.plan("stick=4", state, book=book, rules=craftproof.PRESETS["bare"])
    assert isinstance(answer, craftproof.Optimal | craftproof.Feasible)
    assert craftproof.verify(answer.problem, answer.plan).sound
    assert answer.problem == make_problem(book, PRESETS["bare"], Request("stick=4", state))
    assert find_book("1.16.5") is book
