"""The page about the law names every code of a finding, and its examples hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

import craftproof
from craftproof.recipes.library import bundled
from craftproof.sim.planfile import load
from craftproof.sim.verify import verify

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "law.md").read_text(encoding="utf-8")


def test_every_code_is_documented():
    source = (ROOT / "sim" / "findings.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'(?:Finding\(|_short\(\s*firing,)\s*"([a-z-]+)"', source))
    documented = set(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE))
    assert len(codes) >= 16
    assert codes == documented


def test_the_plan_file_on_the_page_is_sound():
    text = PAGE[PAGE.index("    {\n") :]
    text = text[: text.index("    }\n") + 6]
    header, plan = load(text, "law.md")
    assert json.loads(text)["craftproof"] == "plan/1"
    verdict = verify(header.problem(bundled(header.version)), plan)
    assert verdict.sound
    assert verdict.end.stock["stick"] == 4


def worked_example() -> list[tuple[str, dict[str, str]]]:
    """The rows of the worked example: a step, and the stock after it by item, as written."""
    table = PAGE[PAGE.index("| step | stock after it |") :].split("\n\n")[0]
    rows = [row.strip("| ").split(" | ") for row in table.splitlines()[2:]]
    return [(step, {part.split()[1]: part for part in stock.split(", ")}) for step, stock in rows]


def test_the_worked_example_is_what_the_planner_gives_and_the_law_says():
    answer = craftproof.plan("stone_pickaxe", {"oak_log": 1})
    rows = worked_example()
    assert len(rows) == len(answer.plan.steps)
    for (words, stock), step, after in zip(rows, answer.plan.steps, answer.verdict.after, strict=True):
        assert words == f"{step.operator.partition(' from ')[0]} x{step.applications}"
        worn = {item: f" ({uses[0]} of 59 uses left)" for item, uses in after.worn.items()}
        assert stock == {item: f"{n} {item}{worn.get(item, '')}" for item, n in after.stock.items()}


def test_the_fault_on_the_page_is_told_in_these_words():
    from craftproof.pddl.compile import compile_problem
    from craftproof.pddl.model import State, Want
    from craftproof.recipes.rules import SURVIVAL
    from craftproof.sim.lists import verify_list

    asked = compile_problem(bundled("1.16.5"), SURVIVAL, State({"oak_log": 1}), [Want(("stone_pickaxe",))])
    lines = "mine oak_log 1\ncraft planks 8\ncraft stick 4\ncraft crafting_table 1\ncraft wooden_pickaxe 1"
    assert verify_list(asked, lines).findings[0].message in PAGE
