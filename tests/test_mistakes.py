"""Whatever is wrong with one command or call is told at once, and each mistake with what to do about it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import craftproof
import pytest
from craftproof.cli.main import MISUSED, run


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == MISUSED
    out, err = capsys.readouterr()
    assert not out
    return err


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (["plan", "stick", "--book", "/nonexist", "--rules", "nope", "--mc", "9.9"], "no-file unknown-version rules"),
        (["plan", "nosuch", "--have", "@broken.json", "--rules", "nope"], "rules syntax unknown-item"),
        (
            ["plan", "stick", "--cost", "foo", "--ban", "nothinglike", "--limit", "x=1", "--budget", "-1"],
            "cost unknown-item unknown-item budget",
        ),
        (["plan", "stick=x", "--pack", "a.json", "--pack", "b.json", "--budget", "0"], "no-file no-file count budget"),
        (["plan", "my_gem", "--book", "/nonexist", "--cost", "foo"], "no-file cost"),
        (["verify", "missing.json", "--rules", "nope", "--goal", "nosuch"], "no-file rules unknown-item"),
        (["verify", "broken.json", "--rules", "nope", "--have", "stick=-1"], "syntax rules count"),
    ],
)
def test_every_mistake_of_one_command_is_told(
    arguments: list[str],
    codes: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.json").write_text('{"oak_log": ', encoding="utf-8")
    heads = [line for line in told(capsys, *arguments).splitlines() if line.startswith("error: ")]
    assert [line.rpartition("[")[2].rstrip("]") for line in heads] == codes.split()


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["plan", "stick", "--book", "none"], "expected a book, an overlay or a pack"),
        (
            ["plan", "stick", "--rules", "none.json"],
            "a preset (survival, minedojo, gog, bare, plancraft",
        ),
        (["plan", "stick", "--have", "@none"], "expected a file of items, a line each such as `oak_log 3`"),
        (["plan", "stick", "--have", "@no/where"], "there is no folder no; expected a file of items"),
        (["verify", "none"], "expected a plan file, a report that holds a plan, or a list of steps"),
        (["verify", "my_pln.json"], "did you mean my_plan.json?"),
        (["plan", "zzz"], "`craftproof items PATTERN` lists the items there are"),
    ],
)
def test_a_hint_says_what_to_do(
    arguments: list[str],
    hint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_plan.json").write_text("{}", encoding="utf-8")
    assert hint in told(capsys, *arguments)


def test_what_is_no_plan_is_told_how_one_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("{}"))
    err = told(capsys, "verify", "-")
    assert err.count("hint: a plan file looks like ") == 1
    example = err.partition("hint: a plan file looks like ")[2].splitlines()[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(example))
    assert run(["verify", "-"]) == 0


@pytest.mark.parametrize("budget", [-1, 0, float("nan"), float("inf"), "5", True])
def test_the_library_refuses_a_budget_that_is_no_time(budget: object) -> None:
    for call in (craftproof.plan, lambda goal, budget: craftproof.plan_many([goal], budget=budget)):
        with pytest.raises(craftproof.InputError, match="is no time to plan in"):
            call("stick", budget=budget)


def test_the_library_tells_all_mistakes_of_a_call() -> None:
    with pytest.raises(craftproof.InputError) as caught:
        craftproof.plan("nosuch", mc="9.9", rules="nope", cost="foo", budget=-1)
    assert [d.code for d in caught.value.diagnostics] == ["unknown-version", "rules", "cost", "budget"]


def test_many_goals_are_restricted_as_one_is() -> None:
    restrictions = {
        "limits": "oak_log=0",
        "keep": "torch",
        "ban": ["birch_log"],
        "prefer": ["acacia_log"],
        "cost": "applications,effort",
    }
    (many,) = craftproof.plan_many(["stick=4"], "torch", **restrictions)
    alone = craftproof.plan("stick=4", "torch", **restrictions)
    assert many.problem == alone.problem
    assert many.problem.cost == ("applications", "effort")
    assert not {"mine oak_log", "mine birch_log"} & {step.operator for step in many.plan.steps}


RUBY = {"id": "ruby_geode", "kind": "mine", "gives": {"ruby": 1}, "effort": 9}
PACK = {"craftproof": "book/1", "items": {"ruby": {}}, "sources": [RUBY]}


def test_a_plan_names_its_book_and_is_judged_with_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gems.json").write_text(json.dumps(PACK), encoding="utf-8")
    assert run(["plan", "ruby", "--pack", "gems.json"]) == 0
    assert "\nbook: gems.json (" in capsys.readouterr().out
    assert run(["plan", "ruby", "--pack", "gems.json", "--format", "json", "-o", "ruby.json"]) == 0
    report = json.loads((tmp_path / "ruby.json").read_text(encoding="utf-8"))
    assert report["book"] == report["plan"]["book"]
    assert report["book"]["files"] == ["gems.json"]
    err = told(capsys, "verify", "ruby.json")
    assert f"the plan was made with gems.json ({report['book']['hash']}), which is not given [book]" in err
    assert "hint: add --book or --pack, as for the plan: gems.json" in err
    assert run(["verify", "ruby.json", "--pack", "gems.json"]) == 0
    assert "note:" not in capsys.readouterr().out
    (tmp_path / "gems.json").write_text(json.dumps({**PACK, "sources": [{**RUBY, "effort": 10}]}), encoding="utf-8")
    assert run(["verify", "ruby.json", "--pack", "gems.json"]) == 0
    assert "note: the plan was made with gems.json (" in capsys.readouterr().out


def test_plans_with_a_bundled_book_name_none_and_order_does_not_change_a_name() -> None:
    from dataclasses import replace

    from craftproof.recipes.identity import book_name

    book = craftproof.book("1.16.5")
    assert book_name(book) is None
    assert "book" not in craftproof.report(craftproof.plan("stick"))
    less = replace(book, recipes=book.recipes[1:])
    turned = replace(less, recipes=less.recipes[::-1], items=dict(reversed(less.items.items())))
    assert book_name(less) == book_name(turned) != book_name(replace(book, recipes=book.recipes[2:]))


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: craftproof.plan(3), "goal"),
        (lambda: craftproof.plan(None), "goal"),
        (lambda: craftproof.plan(["stick", 4]), "goal"),
        (lambda: craftproof.plan({4: 4}), "goal"),
        (lambda: craftproof.plan("stick", have=5), "have"),
        (lambda: craftproof.plan("stick", limits=5), "limits"),
        (lambda: craftproof.plan("stick", keep=5), "keep"),
        (lambda: craftproof.plan("stick", ban=5), "ban"),
        (lambda: craftproof.plan("stick", prefer=[None]), "prefer"),
        (lambda: craftproof.plan("stick", cost=5), "cost"),
        (lambda: craftproof.plan("stick", rules=5), "rules"),
        (lambda: craftproof.plan("stick", book=5), "book"),
        (lambda: craftproof.plan("stick", mc=1.16), "mc"),
        (lambda: craftproof.plan("stick", budget="soon"), "budget"),
        (lambda: craftproof.plan_many("stick"), "goals"),
        (lambda: craftproof.plan_many(7), "goals"),
    ],
)
def test_what_is_no_argument_is_told_by_its_name(call: Callable[[], object], argument: str) -> None:
    with pytest.raises(craftproof.InputError) as error:
        call()
    assert {d.argument for d in error.value.diagnostics} == {argument}
    assert str(error.value).startswith(f"{argument}: ")


def test_one_name_alone_is_one_name() -> None:
    answer = craftproof.plan("stick=4", {"oak_planks": 2}, ban="bamboo")
    assert [step.operator for step in answer.plan.steps] == ["craft stick from planks"]
