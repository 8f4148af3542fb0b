"""The page about the law names every code of a finding, and its examples hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

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


def test_the_fault_on_the_page_is_told_in_these_words():
    from craftproof.pddl.compile import compile_problem
    from craftproof.pddl.model import State, Want
    from craftproof.recipes.rules import SURVIVAL
    from craftproof.sim.lists import verify_list

    asked = compile_problem(bundled("1.16.5"), SURVIVAL, State({"oak_log": 1}), [Want(("stone_pickaxe",))])
    lines = "mine oak_log 1\ncraft planks 8\ncraft crafting_table 1\ncraft stick 4\ncraft wooden_pickaxe 1"
    assert verify_list(asked, lines).findings[0].message in PAGE
