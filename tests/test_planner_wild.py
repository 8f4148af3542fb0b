"""Cases from faults that users of other planners met; `benchmarks/wild.py` judges them, and is judged here itself."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUNNER = ROOT / "benchmarks" / "wild.py"
FILE = ROOT / "tests" / "data" / "wild_feasible.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cases"]


def load_runner():
    spec = importlib.util.spec_from_file_location("wild", RUNNER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


wild = load_runner()


@pytest.mark.parametrize("entry", CASES, ids=[c["id"] for c in CASES])
def test_case_holds(entry):
    assert wild.judge(entry) == []


def run(tmp_path, cases, *options):
    """Exit code and lines of the runner on a file of these cases."""
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    done = subprocess.run([sys.executable, RUNNER, file, *options], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout.splitlines()


PLANKS = {"id": "planks", "kind": "craft", "inputs": [{"any_of": ["log"], "n": 1}], "outputs": {"planks": 4}}


def case(name, expect, **more):
    inside = {"recipes": [PLANKS], "inventory": {"log": 2}, "goals": {"planks": 5}, **more}
    return {"id": name, "kind": "plan", "case": inside, "expect": expect}


RIGHT = case("right", {"feasible": True, "n_apps": 2, "final": {"planks": 8}})


def test_all_hold(tmp_path):
    assert run(tmp_path, [RIGHT, {"id": "said", "kind": "note"}]) == (0, [f"{'right':32} ok", "1 of 1 hold"])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (case("wrong", {"feasible": True, "n_apps": 1}), "2 applications, not 1"),
        (case("wrong", {"feasible": True, "final": {"planks": 5}}), "final planks 8, not 5"),
        (case("wrong", {"feasible": False}), "not impossible"),
        (case("wrong", {"feasible": True}, goals={"planks": 9}), "not a plan"),
        ({"id": "wrong", "kind": "no-such-kind", "case": {}, "expect": {}}, "not yet"),
    ],
)
def test_what_differs_is_said_and_counts(tmp_path, wrong, said):
    code, lines = run(tmp_path, [RIGHT, wrong])
    assert code == 1
    assert said in lines[1]
    assert lines[-1] == "1 of 2 hold"


TORCH = {
    "id": "torch",
    "kind": "craft",
    "inputs": [{"any_of": ["stick"], "n": 1}, {"any_of": ["coal", "charcoal"], "n": 1}],
    "outputs": {"torch": 4},
}
BOTH = [{"coal": 1, "stick": 1}, {"charcoal": 1, "stick": 1}]
NO_TORCH = {"recipes": [TORCH], "inventory": {"stick": 1, "coal": 1}, "goals": {"torch": 8}}


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ({"missing_any_of": BOTH, "missing_n": 2, "max_count": {"torch": 4}, "apps": {"torch": 2}}, "ok"),
        ({"max_count": 4}, "ok"),
        ({"missing": BOTH[0]}, "missing [{"),
        ({"missing_any_of": [*BOTH, {"stick": 2}]}, "missing [{"),
        ({"missing_n": 3}, "2 missing, not 3"),
        ({"max_count": {"torch": 5}}, "from 4 to 4 torch, not 5"),
        ({"missing_n": 2, "n_apps": 1}, "2 applications, not 1"),
    ],
)
def test_what_is_missing_is_compared(expect, said):
    differs = wild.judge(case("none", {"feasible": False, **expect}, **NO_TORCH))
    assert said in ("; ".join(differs) or "ok")


def test_kinds_can_be_chosen(tmp_path):
    other = {"id": "wood", "kind": "alias", "case": {"mc": "1.16.5", "name": "no such"}, "expect": {"item": "stick"}}
    infeasible = case("none", {"feasible": False}, goals={"planks": 9})
    assert run(tmp_path, [RIGHT, other, infeasible], "--kind", "plan")[1][-1] == "2 of 2 hold"
    assert run(tmp_path, [RIGHT, other, infeasible], "--feasible") == (0, [f"{'right':32} ok", "1 of 1 hold"])
