"""What docs/books.md shows of an overlay and of the difference between two books is what happens."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from craftproof.cli.main import FINE, run

TEXT = (Path(__file__).parents[1] / "docs" / "books.md").read_text(encoding="utf-8")


@pytest.fixture
def overlay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The overlay of the page, as a file of its name in the working directory."""
    (block,) = re.findall(r"(?ms)^```json\n(.*?)^```$", TEXT)
    (tmp_path / "ruby.json").write_text(block, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "ruby.json"


def commands() -> list[list[str]]:
    lines = re.findall(r"(?m)^    craftproof (.*?)(?: +#.*)?$", TEXT)
    return [shlex.split(line) for line in lines if "ruby.json" in line]


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_the_commands_of_the_page_work(overlay: Path, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command) == FINE
    assert capsys.readouterr().out


def test_the_overlay_is_without_fault_and_everything_in_it_has_a_way_or_a_reason(
    overlay: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["book", "check", "ruby.json"]) == FINE
    assert capsys.readouterr().out.splitlines()[-1] == "no faults"
    assert run(["items", "gems", "--pack", "ruby.json", "--unobtainable", "--format", "json"]) == FINE
    data = json.loads(capsys.readouterr().out)
    assert [(item["item"], item["unobtainable"]) for item in data["items"]] == [
        ("gems:crown", "loot-only"),
        ("gems:ruby_ore", "silk-touch"),
    ]


def test_a_plan_uses_the_mods_sources_machine_and_tool_level(overlay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "ruby pick", "--pack", "ruby.json", "--format", "json"]) == FINE
    report = json.loads(capsys.readouterr().out)
    steps = {step["operator"]: step for step in report["plan"]["steps"]}
    assert {"mine gems:ruby from gems:ruby_ore", "press gems:ruby_plate", "craft gems:press"} <= set(steps)
    assert steps["press gems:ruby_plate"]["applications"] == 3
    assert "mine gems:peat" in steps
    assert run(["plan", "diamond", "--have", "gems:ruby_pickaxe=1", "--pack", "ruby.json", "--format", "json"]) == FINE
    (step,) = json.loads(capsys.readouterr().out)["plan"]["steps"]
    assert step["tools"] == ["gems:ruby_pickaxe"]


def test_a_mistake_in_the_overlay_is_told_with_its_place(overlay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    overlay.write_text(overlay.read_text().replace('"gems:ruby", "n": 2', '"gems:rubby", "n": 2'), encoding="utf-8")
    assert run(["book", "check", "ruby.json"]) == 2
    err = capsys.readouterr().err
    assert re.search(r"ruby\.json:\d+:\d+: .*gems:rubby", err)
    assert "did you mean gems:ruby?" in err


def test_the_lines_of_a_difference_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(r"(?m)^    ([~=] .*)$", TEXT)
    assert len(shown) == 3
    assert run(["book", "diff", "1.16.5", "1.21.4"]) == FINE
    told = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert set(shown) <= set(told)


def test_keys_of_sources_that_the_page_explains_are_all_there_are() -> None:
    schema = json.loads((Path(__file__).parents[1] / "recipes" / "book.schema.json").read_text(encoding="utf-8"))
    table = TEXT[TEXT.index("| key of a source | says |") :].partition("\n\n")[0]
    named = {key for row in table.splitlines()[2:] for key in re.findall(r"`(\w+)`", row.split("|")[1])}
    keys = set(schema["$defs"]["source"]["properties"])
    assert keys - {"block"} == named
