"""The two builds of the kernels: plain Python for a single plan, compiled for many.

Importing numba and loading its cache costs more than a plan; the compiled build is therefore made on first use only.
numba does not notice a change in a function that another file's function calls, so the folder of its cache is named by
a hash of the kernels' source.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from . import kernels, rows

KEPT = 2
"""Caches of other kernels that are left in place."""
SOURCE = Path(str(kernels.__file__))


def cache_folder() -> Path:
    """Where the compiled kernels are kept: `NUMBA_CACHE_DIR` if set, else the user's cache."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    digest = sha256(SOURCE.read_bytes() + Path(str(rows.__file__)).read_bytes()).hexdigest()[:16]
    return user_cache_path("craftproof") / "kernels" / digest


class Pace:
    """When the compiled build begins to pay: once plain Python has taken as long as compiling (or loading) would.

    Whatever number of plans is still to come, this wastes at most as much time as the better choice needs.
    """

    COMPILE, LOAD = 30.0, 1.0
    """Seconds that compiling the kernels takes, and loading them from the cache."""

    def __init__(self) -> None:
        self.spent = 0.0

    @contextmanager
    def measured(self, compiled: bool) -> Generator[None]:
        """Count the time inside, if it is spent in plain Python."""
        start = time.perf_counter()
        yield
        if not compiled:
            self.spent += time.perf_counter() - start

    def pays(self) -> bool:
        """Whether to go on with the compiled build."""
        if f"{kernels.__name__}_compiled" in sys.modules:
            return True
        if self.spent < self.LOAD:
            return False
        return self.spent >= self.COMPILE or any(cache_folder().rglob("*.nbi"))


PACE = Pace()


def _prune(folder: Path) -> None:
    """Remove the caches of older kernels, but for the latest few: other installations may be in use."""
    others = sorted((f for f in folder.parent.iterdir() if f != folder), key=lambda f: f.stat().st_mtime)
    for old in others[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def _decorator() -> Callable[[Any], Any]:
    import numba

    settings: Any = importlib.import_module("numba.core.config")
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if "NUMBA_CACHE_DIR" not in os.environ:
            _prune(folder)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False

    def decorate(function: Any) -> Any:
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)
        try:
            return numba.njit(cache=writable)(function)
        finally:
            settings.CACHE_DIR = before

    return decorate


@lru_cache(maxsize=1)
def compiled() -> ModuleType:
    """The kernels compiled by numba; functions compile or load from the cache at their first call."""
    spec = importlib.util.spec_from_file_location(f"{kernels.__name__}_compiled", SOURCE)
    if spec is None or spec.loader is None:
        raise ImportError(f"the kernels' source is not where it was: {SOURCE}")
    module = importlib.util.module_from_spec(spec)
    module.__dict__["JIT"] = _decorator()
    # numba pickles a function's module by name when it caches
    sys.modules[spec.name] = module
    module.__package__ = kernels.__package__
    spec.loader.exec_module(module)
    return module


def plain() -> ModuleType:
    """The same kernels as ordinary Python."""
    return kernels
