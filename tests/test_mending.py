"""Mends of shortages name all that is to be inserted; done as they say, the plan is sound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from craftproof.cli.main import FINE, REFUSED, run

README = """\
mine oak_log 2
craft oak_planks 8
craft crafting_table 1
craft wooden_pickaxe 1
"""
DIAMOND = "mine diamond 3\ncraft diamond_pickaxe 1\n"
BURNT = "mine oak_log 3\ncraft oak_planks 12\ncraft crafting_table 1\ncraft stick 12\ncraft wooden_pickaxe 1\n"


def judged(plan: str, folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, object]]:
    file = folder / "plan.txt"
    file.write_text(plan, encoding="utf-8")
    code = run(["verify", str(file), "--format", "json", *options])
    return code, json.loads(capsys.readouterr().out)


def applied(plan: str, finding: dict[str, object]) -> str:
    """The plan with the steps that the mend of a finding names, where it says."""
    where, _, steps = finding["mend"]["text"].partition(": ")
    lines = plan.splitlines()
    at = len(lines) if where == "add at the end" else int(where.removeprefix("insert before step ")) - 1
    return "\n".join([*lines[:at], *steps.split("; "), *lines[at:]])


@pytest.mark.parametrize(
    ("plan", "options", "rounds"),
    [
        (README, ["--goal", "wooden_pickaxe"], 1),
        (README, ["--goal", "wooden_pickaxe", "--goal", "torch=4"], 2),
        (README, ["--goal", "wooden_pickaxe", "--rules", "gog"], 1),
        (DIAMOND, ["--goal", "diamond_pickaxe"], 3),
        (DIAMOND, ["--goal", "diamond_pickaxe", "--have", "iron_pickaxe, crafting_table"], 1),
        (BURNT, ["--goal", "wooden_pickaxe"], 1),
        ("smelt iron_ingot 3\n", ["--goal", "iron_ingot=3", "--have", "furnace, iron_ore=3, coal=1, oak_log=1"], 0),
        ("craft torch 8\n", ["--goal", "torch=8", "--have", "coal=1, oak_planks=2"], 2),
        ("craft stick 4\n", ["--goal", "stick=8"], 2),
    ],
)
def test_a_plan_mended_as_it_says_is_sound(
    plan: str, options: list[str], rounds: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, verdict = judged(plan, tmp_path, capsys, *options)
    for _ in range(rounds):
        plan = applied(plan, verdict["findings"][0])
        code, verdict = judged(plan, tmp_path, capsys, *options)
        if code == FINE:
            break
    assert (code, verdict["findings"]) == (FINE, [])


def test_a_shortage_that_nothing_can_mend_keeps_the_plain_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, verdict = judged("craft beacon 1\n", tmp_path, capsys, "--rules", "bare")
    assert code == REFUSED
    assert verdict["findings"][0]["mend"]["text"] == "make 5 glass before step 1"


def test_a_mend_takes_nothing_that_later_steps_need(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of four planks three are for the pickaxe: the sticks are made of others."""
    _, verdict = judged(README, tmp_path, capsys, "--goal", "wooden_pickaxe")
    (finding,) = verdict["findings"]
    assert finding["mend"]["text"] == (
        "insert before step 4: mine oak_log x1; craft oak_planks x4 from oak_log x1; craft stick x4 from oak_planks x2"
    )
