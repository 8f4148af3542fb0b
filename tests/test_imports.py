"""Imports point one way, and a first plan loads nothing heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ORDER = ("recipes", "pddl", "sim", "engine", "bridge", "cli")
HEAVY = {
    "numba",
    "openai",
    "unified_planning",
    "minedojo",
    "hypothesis",
    "highspy",
    "scipy",
    "networkx",
    "lark",
    "joblib",
}


def stage_files() -> list[Path]:
    return [
        f for stage in ORDER for f in sorted((ROOT / stage).rglob("*.py")) if (ROOT / stage / "build") not in f.parents
    ]


def stages_imported(text: str, package: tuple[str, ...]) -> set[str]:
    """The stages that a file with this text imports from, where the file stands in the folder `package`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            parts = (*base, *(node.module.split(".") if node.module else ()))
            found |= {parts[0]} if parts else {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("craftproof."):
            found.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("craftproof.")}
    return found & set(ORDER)


@pytest.mark.parametrize("file", stage_files(), ids=lambda f: f.relative_to(ROOT).as_posix())
def test_imports_point_one_way(file: Path) -> None:
    package = file.relative_to(ROOT).parts[:-1]
    imported = stages_imported(file.read_text(encoding="utf-8"), package)
    assert not [stage for stage in sorted(imported) if ORDER.index(stage) > ORDER.index(package[0])]


@pytest.mark.parametrize(
    "text",
    [
        "from ..engine.plan import plan",
        "from .. import engine",
        "import craftproof.engine.plan",
        "from craftproof.engine import plan",
    ],
)
def test_every_form_of_import_is_seen(text: str) -> None:
    assert stages_imported(text, ("recipes",)) == {"engine"}
    assert stages_imported("def f():\n    " + text, ("recipes",)) == {"engine"}


def loaded_by(*arguments: str) -> set[str]:
    """The top-level modules that a run of the command has loaded when it ends."""
    program = (
        "import sys; from craftproof.cli.main import run; code = run(sys.argv[1:]);"
        "print(sorted({m.split('.')[0] for m in sys.modules}), file=sys.stderr); sys.exit(code)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    return set(ast.literal_eval(run.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("plan", "diamond_pickaxe", "--max-nodes", "0"),
        ("plan", "stick=4", "--have", "oak_planks=2"),  # prices prove it
        ("plan", "stick=4", "--max-nodes", "0", "--format", "json"),
    ],
)
def test_a_first_command_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    assert not loaded_by(*arguments) & (HEAVY | {"numpy", "rich", "rapidfuzz"})


def test_a_proof_loads_the_solver_and_nothing_else_that_is_heavy() -> None:
    loaded = loaded_by("plan", "oak_planks")
    assert loaded >= {"highspy", "numpy"}
    assert not loaded & ((HEAVY | {"rich", "rapidfuzz"}) - {"highspy"})
