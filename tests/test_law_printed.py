"""Steps that craftproof prints are read back: what is pasted into a file is the plan again."""

from __future__ import annotations

import json
from pathlib import Path

import craftproof
import jsonschema
import pytest
from craftproof.cli.main import FINE, MISUSED, REFUSED, run
from craftproof.cli.report import layout
from craftproof.engine.report import report
from craftproof.recipes.diagnostic import InputError
from craftproof.sim.lists import bind_list, verify_list
from craftproof.sim.listtext import Line, read_lines

GOALS = [
    "diamond_pickaxe",
    "cake",
    "iron_chestplate",
    "enchanting_table",
    "brewing_stand",
    "bread",
    "shield",
    "white_bed",
]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("version", "rules"), [("1.16.5", "survival"), ("1.21.4", "survival"), ("1.16.5", "gog")])
@pytest.mark.parametrize("width", ["40", "200"])
def test_a_printed_plan_is_the_plan(
    goal: str, version: str, rules: str, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    answer = craftproof.plan(goal, mc=version, rules=rules)
    text = layout(report(answer))
    block = text[text.index("Steps") : text.index("\nTree")]
    for written in (text, block, block.removeprefix("Steps\n"), report(answer)["steps"]):
        assert bind_list(answer.problem, written).plan == answer.plan


def test_the_binding_is_taken_from_the_line() -> None:
    asked = craftproof.problem("torch", "oak_planks=2, birch_planks=9, stick=2, coal=1, charcoal=1")
    (step,) = bind_list(asked, "1. craft torch x4 from charcoal x1, stick x1").plan.steps
    assert step.takes == ((("charcoal", 1),), (("stick", 1),))
    (step,) = bind_list(asked, "craft stick x4 from oak_planks x2").plan.steps
    assert step.takes == ((("oak_planks", 2),),)
    held = craftproof.problem("iron_ingot", "iron_ore=2, furnace, coal, oak_planks=4, stone_pickaxe, iron_pickaxe")
    (step,) = bind_list(held, "smelt iron_ingot x2 from iron_ore x2 in furnace, burning 2 oak_planks").plan.steps
    assert step.fuel == (("oak_planks", 2),)
    (step,) = bind_list(held, "mine iron_ore x1 with iron_pickaxe; heights 0 to 63").plan.steps
    assert step.tools == ("iron_pickaxe",)


def test_what_is_spelled_out_and_not_there_is_found() -> None:
    asked = craftproof.problem("stick", "birch_planks=9")
    verdict = verify_list(asked, "craft stick x4 from oak_planks x2")
    assert [(f.code, f.items[0] in f.message, f.short) for f in verdict.findings] == [("short", False, 2)]
    assert "2 oak_planks short" in verdict.findings[0].message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  3. craft oak_planks x16 from oak_log x4", Line("craft", "oak_planks", 16, (("oak_log", 4),))),
        (
            "6. mine cobblestone x3 (from stone) with wooden_pickaxe; heights 0 to\n       128",
            Line("mine", "cobblestone", 3, tools=("wooden_pickaxe",), origin="stone"),
        ),
        (
            "smelt iron_ingot x3 from iron_ore x3 in furnace, burning 2 oak_planks, 1 coal",
            Line("smelt", "iron_ingot", 3, (("iron_ore", 3),), (), (("oak_planks", 2), ("coal", 1)), "", "furnace"),
        ),
        ("craft ruby x1 (mymod:ruby_two)", Line("craft", "ruby", operator="mymod:ruby_two")),
        ("mine flint x2 (expected)", Line("mine", "flint", 2)),
    ],
)
def test_the_parts_of_a_printed_step(text: str, line: Line) -> None:
    assert read_lines(text) == [line]


def test_a_source_that_there_is_not_is_found() -> None:
    verdict = verify_list(craftproof.problem("stick", "stick"), "mine cobblestone x3 (from dirt)")
    assert [f.code for f in verdict.findings] == ["operator"]


@pytest.mark.parametrize(
    ("text", "mend", "end"),
    [
        ("mine oak_lgo 4", "oak_log", {"oak_log": 4}),
        ("mien oak_log 4", "mine", {"oak_log": 4}),
    ],
)
def test_a_slip_is_mended_by_the_name_it_is_a_slip_of(text: str, mend: str, end: dict[str, int]) -> None:
    verdict = verify_list(craftproof.problem("oak_log"), text)
    (finding,) = verdict.findings
    assert (finding.code, finding.mend.action, finding.mend.item) == ("operator", "rename", mend)
    assert f"did you mean {mend}" in finding.message
    assert verdict.end.stock == end


def test_a_slip_in_a_plan_file_is_mended_so_too() -> None:
    asked = craftproof.problem("oak_planks=4", "oak_log")
    step = craftproof.Step("craft oak_plank", 1, ((("oak_log", 1),),))
    verdict = craftproof.verify(asked, craftproof.Plan((step,)))
    (finding,) = verdict.findings
    assert (finding.mend.action, finding.mend.item) == ("rename", "craft oak_planks")
    assert verdict.end.stock == {"oak_planks": 4}


@pytest.mark.parametrize("line", ["fly oak_log 3", "fly oak_log", "fly_up oak_log 3", '[["fly", "oak_log", 3]]'])
def test_an_unknown_verb_is_a_finding_in_every_form(line: str) -> None:
    (finding,) = verify_list(craftproof.problem("oak_log", "oak_log"), line).findings[:1]
    assert finding.code == "operator"
    assert "is no verb of a plan; such as mine, craft or smelt" in finding.message


@pytest.mark.parametrize("line", ["mine oak_log -4", "mine -4 oak_log", "mine oak_log x0", '[["mine", "oak_log", -4]]'])
def test_a_count_out_of_range_is_the_lines(line: str) -> None:
    (finding,) = verify_list(craftproof.problem("oak_log", "oak_log"), line).findings
    assert (finding.code, finding.message) == (
        "applications",
        f"line 1 (mine oak_log {'0' if 'x0' in line else '-4'}): a count is 1 to 1000000000000",
    )


@pytest.mark.parametrize(
    ("line", "word"), [("mine oak_log four", "four"), ("mine log 4.5", "4.5"), ("mine log 1e3", "1e3")]
)
def test_a_count_that_is_no_number_is_a_mistake_of_the_line(line: str, word: str) -> None:
    with pytest.raises(InputError) as error:
        read_lines(f"mine oak_log 1\n{line}")
    (fault,) = error.value.diagnostics
    assert (fault.code, fault.line, fault.message) == ("count", 2, f"`{word}` is not a count")


def test_free_burning_is_said_to_be_another_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.txt"
    file.write_text("smelt iron_ingot 3", encoding="utf-8")
    command = ["verify", str(file), "--have", "furnace, iron_ore=3", "--fuel", "none"]
    assert run(command) == FINE
    out = " ".join(capsys.readouterr().out.split())
    assert "rules survival without fuel)" in out
    assert "note: burning costs nothing here (fuel none)" in out
    assert run([*command, "--format", "json"]) == FINE
    data = json.loads(capsys.readouterr().out)
    assert data["rules"] == {
        "craftproof": "rules/1",
        "preset": "survival",
        "name": "survival without fuel",
        "fuel": False,
    }
    form = Path(__file__).parents[1] / "engine" / "verdict.schema.json"
    jsonschema.validate(data, json.loads(form.read_text(encoding="utf-8")))
    assert run(command[:-2]) == REFUSED


def test_a_plan_file_takes_no_fuel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.json"
    assert run(["plan", "stick", "--format", "json", "-o", str(file)]) == FINE
    assert run(["verify", str(file), "--fuel", "coal"]) == MISUSED
    assert "--fuel: a plan file says itself what burns" in capsys.readouterr().err


def test_verify_accounts_for_a_pack_as_other_commands_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "pack" / "data" / "gems" / "recipes" / "gem.json"
    recipe.parent.mkdir(parents=True)
    shapeless = {"type": "minecraft:crafting_shapeless", "ingredients": [{"item": "minecraft:coal"}]}
    recipe.write_text(json.dumps({**shapeless, "result": {"item": "gems:gem"}}), encoding="utf-8")
    (tmp_path / "pack" / "pack.mcmeta").write_text('{"pack": {"pack_format": 6}}', encoding="utf-8")
    (tmp_path / "plan.txt").write_text("craft gems:gem 1", encoding="utf-8")
    said = []
    for command in (["plan", "gems:gem"], ["verify", str(tmp_path / "plan.txt")]):
        assert run([*command, "--have", "coal", "--pack", str(tmp_path / "pack")]) == FINE
        said.append(capsys.readouterr().err)
    assert said[0] == said[1] != ""
