"""Packs of `benchmarks/synthetic.py` as books, made once."""

from __future__ import annotations

import importlib.util
import json
import sys
from functools import lru_cache
from pathlib import Path

from craftproof.recipes.native import load_book

FILE = Path(__file__).resolve().parent.parent / "benchmarks" / "synthetic.py"


@lru_cache(maxsize=1)
def synthetic():
    """The generator, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("synthetic", FILE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look for their module
    spec.loader.exec_module(module)
    return module


@lru_cache(maxsize=4)
def pack(size, seed=1):
    return load_book(json.dumps(synthetic().data(size, seed)))


@lru_cache(maxsize=4)
def goals(size, seed=1):
    return synthetic().goals(size, seed)
