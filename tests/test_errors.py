"""Every error that reading, compiling, the law and the command raise on purpose has one root."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("recipes", "pddl", "sim", "cli")


def test_errors_derive_from_the_root() -> None:
    bases = {"CraftproofError"}
    classes = [
        (node.name, {base.id for base in node.bases if isinstance(base, ast.Name)})
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name != "CraftproofError"
    ]
    for _ in classes:
        bases |= {name for name, parents in classes if parents & bases}
    strays = [
        name for name, parents in classes if "Exception" in parents or (name.endswith("Error") and name not in bases)
    ]
    assert strays == []
    assert {"InputError", "WrongError", "LeftOutError", "FaultyError"} <= bases
