"""`craftproof doctor`: what is installed, and whether it works here."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import TypeAlias

from .main import FAULT, FINE
from .output import emit, wrapped

Check: TypeAlias = tuple[str, bool, str]
"""What was looked at, whether it is as it should be, and what was found."""


def examined(form: str, output: Path | None) -> int:
    """Run every check and write what they found; returns the exit code."""
    found = [check for look in CHECKS for check in look()]
    well = all(good for _, good, _ in found)
    if form == "json":
        checks = [{"name": name, "ok": good, "found": text} for name, good, text in found]
        emit(json.dumps({"craftproof": "doctor/1", "ok": well, "checks": checks}, indent=2), output)
    else:
        lines = [f"{'ok ' if good else 'BAD'}  {name:<18} {text}" for name, good, text in found]
        emit("\n".join(wrapped(line, " " * 24) for line in lines), output)
    return FINE if well else FAULT


def python() -> Iterator[Check]:
    """The interpreter and the machine."""
    version = platform.python_version()
    yield "python", sys.version_info >= (3, 11), f"{version} on {platform.system()} {platform.machine()}"


def packages() -> Iterator[Check]:
    """craftproof and everything it asks for at run time."""
    yield "craftproof", True, metadata.version("craftproof")
    for requirement in sorted(metadata.requires("craftproof") or [], key=str.lower):
        if "extra ==" in requirement:
            continue
        name = re.split(r"[^\w.-]", requirement)[0]
        try:
            yield name, True, metadata.version(name)
        except metadata.PackageNotFoundError:
            yield name, False, "missing; install craftproof anew"


def books() -> Iterator[Check]:
    """The bundled books can be read."""
    from ..recipes.library import bundled, versions

    for version in versions():
        book = bundled(version)
        text = f"{len(book.items):,} items, {len(book.recipes):,} recipes, {len(book.sources):,} sources"
        yield f"book {version}", True, text


def cache() -> Iterator[Check]:
    """The folder that compiled kernels are kept in can be written to."""
    from ..engine.builds import cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        yield "cache", False, f"{folder}: {error.strerror}; set NUMBA_CACHE_DIR to a folder that can be written to"
    else:
        yield "cache", True, f"{folder} can be written to"


def kernels() -> Iterator[Check]:
    """The kernels compile, and plan the same as the plain build."""
    from ..engine.api import problem
    from ..engine.plan import plan

    asked = problem("iron_pickaxe")
    try:
        equal = plan(asked, compiled=True) == plan(asked, compiled=False)
    except Exception as error:  # whatever the compiler raises is what this check is to show
        yield "kernels", False, f"{type(error).__name__}: {error}".splitlines()[0]
    else:
        yield "kernels", equal, "compile, and plan as the plain build does" if equal else "differ from the plain build"


def planning() -> Iterator[Check]:
    """A first plan is found and accepted."""
    from ..engine.api import plan
    from ..sim.answer import Feasible, Optimal

    answer = plan("wooden_pickaxe")
    yield "planning", isinstance(answer, Optimal | Feasible), f"wooden_pickaxe: {type(answer).__name__.lower()}"


def models() -> Iterator[Check]:
    """Whether an endpoint for language models is named; all but their own features work without."""
    named = os.environ.get("OPENAI_BASE_URL")
    yield "language models", True, "OPENAI_BASE_URL is set" if named else "none named (optional)"


CHECKS: tuple[Callable[[], Iterator[Check]], ...] = (python, packages, books, cache, kernels, planning, models)
