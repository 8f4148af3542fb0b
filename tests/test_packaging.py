"""What is installed: the folders, as one package, and nothing beside it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STAGES = ("recipes", "pddl", "sim", "engine", "bridge", "cli")
SCRIPTS = {"recipes/build"}
"""Folders inside a stage that only a checkout needs."""
PACKED = {".py", ".json", ".lark", ".typed"}


def pyproject() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def folders_with_content() -> set[str]:
    """The folders that hold something to install, as `stage/sub`."""
    found: set[str] = set()
    for stage in STAGES:
        for file in (ROOT / stage).rglob("*"):
            folder = file.parent.relative_to(ROOT).as_posix()
            if file.suffix in PACKED and not any(folder == s or folder.startswith(s + "/") for s in SCRIPTS):
                found.add(folder)
    return found


def project_files() -> Iterator[Path]:
    """What a clone would hold: the tracked files and those about to be; every file where git is missing."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    names = listing.stdout.splitlines() if listing.returncode == 0 else [str(p) for p in ROOT.rglob("*")]
    return (ROOT / n for n in sorted(names) if (ROOT / n).is_file())


def test_the_list_of_packages_equals_the_folders() -> None:
    listed = set(pyproject()["tool"]["setuptools"]["packages"])
    assert listed == {"craftproof"} | {"craftproof." + f.replace("/", ".") for f in folders_with_content()}


def test_no_stage_shadows_a_distribution_of_its_name() -> None:
    assert not [str(p) for stage in STAGES for p in (ROOT / stage).rglob("__init__.py")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout."""
    room = tmp_path_factory.mktemp("wheel")
    for file in project_files():
        target = room / "source" / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "-w", str(room / "out")]
    subprocess.run([*command, str(room / "source")], check=True, timeout=300, capture_output=True)
    return next((room / "out").glob("*.whl"))


def wheel_names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return sorted(archive.namelist())


def test_the_wheel_holds_only_craftproof_at_the_top(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in wheel_names(wheel)}
    assert {t for t in tops if not t.endswith(".dist-info")} == {"craftproof"}
    assert len(tops) == 2


def test_the_wheel_holds_every_file_of_the_stages_and_no_other(wheel: Path) -> None:
    inside = {n.removeprefix("craftproof/") for n in wheel_names(wheel) if n.startswith("craftproof/")}
    expected = {"__init__.py", "py.typed", "recipes/data/NOTICE.md"} | {
        file.relative_to(ROOT).as_posix()
        for file in project_files()
        if file.suffix in PACKED and file.parent.relative_to(ROOT).as_posix() in folders_with_content()
    }
    assert inside == expected
    assert "recipes/book.schema.json" in inside
    assert "recipes/data/book_1_16_5.json" in inside
    assert not [n for n in inside if re.match(r"(tests|benchmarks|docs|recipes/build)/", n)]


def test_the_wheel_carries_the_licence_of_what_the_books_are_made_from(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        notice = archive.read("craftproof/recipes/data/NOTICE.md").decode("utf-8")
    assert "Copyright (c) Romain Beaumont" in notice
    assert "Permission is hereby granted, free of charge" in notice
    assert any(name.endswith("licenses/recipes/data/NOTICE.md") for name in wheel_names(wheel))


def test_the_wheel_works_where_nothing_else_of_the_project_is(wheel: Path, tmp_path: Path) -> None:
    """Also when a folder called `pddl` is the working directory's: ours never stands at the top level."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    program = (
        "import craftproof, importlib.util as u, sys; print(craftproof.__file__);"
        "print([n for n in ('pddl', 'sim', 'recipes', 'engine', 'cli') if u.find_spec(n)]);"
        "print(craftproof.book('1.16.5').version)"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    where, shadows, version = run.stdout.splitlines()
    assert where.startswith(str(tmp_path))
    assert shadows == "[]"
    assert version == "1.16.5"


HOSTS = ("pypi" + ".org", "python" + "hosted.org", "npmjs" + ".org", "npmjs" + ".com", "proxy.golang" + ".org")


def test_no_file_names_a_registry_host_or_a_place_on_one_machine() -> None:
    places = ("/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/tmp/" + "venv")
    named = [
        f"{file.relative_to(ROOT)}: {word}"
        for file in project_files()
        if file.suffix in {".py", ".md", ".toml", ".json", ".txt", ".yml", ".lark", ""}
        for word in (*HOSTS, *places)
        if word in file.read_text(encoding="utf-8", errors="replace")
    ]
    assert not named


def test_ci_runs_the_commands_of_the_readme_as_they_stand_there() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"(?m)^    (pip install .*)$", readme)
    assert [command.rpartition("&& ")[2] for command in commands] == ["craftproof plan diamond_pickaxe", "pytest"]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    places = [script.index(command) for command in commands]
    assert places == sorted(places)
    for check in ("pip install -e '.[dev]'", "ruff check .", "ruff format --check .", "pyright"):
        assert script.index(check) > places[-1]
