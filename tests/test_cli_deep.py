"""Long chains of recipes: the tree of a plan is cut into several that each fit a line, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from craftproof.cli.main import FINE, run
from craftproof.engine.tree import DEEPEST

ROOT = Path(__file__).parents[1]


def chain(tmp_path: Path, length: int) -> Path:
    """A book in which each part is made of the one before."""
    recipes = [
        {"id": f"craft p{k}", "kind": "crafting", "takes": [{"any_of": f"p{k - 1}"}], "gives": {f"p{k}": 1}}
        for k in range(1, length + 1)
    ]
    items: dict[str, object] = {f"p{k}": {} for k in range(length + 1)}
    file = tmp_path / "chain.json"
    data = {"craftproof": "book/1", "version": "chain", "items": items, "recipes": recipes}
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def planned(file: Path, *more: str) -> list[str]:
    return ["plan", *more, "--have", "p0", "--rules", "bare", "--book", str(file), "--max-nodes", "0"]


def nodes(tree: dict[str, Any], level: int = 1) -> Iterator[tuple[int, dict[str, Any]]]:
    yield level, tree
    for part in tree["parts"]:
        yield from nodes(part, level + 1)


def test_a_chain_of_thousands_is_told_in_trees_of_bounded_depth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    length = 2000
    file = chain(tmp_path, length)
    assert run([*planned(file, f"p{length}"), "--format", "json"]) == FINE
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads((ROOT / "engine" / "report.schema.json").read_text(encoding="utf-8")))
    every = [pair for tree in data["tree"] for pair in nodes(tree)]
    assert max(level for level, _ in every) == DEEPEST
    assert [node["item"] for _, node in every if node["how"] == "made"] == [f"p{k}" for k in range(length, 0, -1)]
    below = [node["item"] for _, node in every if node["how"] == "below"]
    assert below == [tree["item"] for tree in data["tree"][1:]]
    assert run(planned(file, f"p{length}")) == FINE
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_what_lies_too_deep_is_opened_after_the_goals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = chain(tmp_path, DEEPEST + 1)
    assert run(planned(file, f"p{DEEPEST + 1}")) == FINE
    out = capsys.readouterr().out
    trees = out.partition("\nTree\n")[2].partition("\n\n")[0].splitlines()
    assert trees[-4:] == [f"{'  ' * DEEPEST}p2 x1 (as below)", "  p2 x1", "    p1 x1", "      p0 x1 (held)"]


def test_a_goal_that_also_lies_too_deep_is_opened_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = chain(tmp_path, DEEPEST + 1)
    assert run(planned(file, f"p{DEEPEST + 1}", "p2", "--have", "p0", "--format", "json")) == FINE
    first, second = json.loads(capsys.readouterr().out)["tree"]
    assert [node["how"] for level, node in nodes(first) if level == DEEPEST] == ["below"]
    assert [node["item"] for _, node in nodes(second)] == ["p2", "p1", "p0"]
