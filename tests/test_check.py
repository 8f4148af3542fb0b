"""What the planner reports, checked anew: every claim of every kind of answer holds."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import craftproof
import pytest
from craftproof import State
from craftproof.cli.main import FINE, MISUSED, REFUSED, run
from craftproof.engine.plan import plan
from craftproof.recipes.rules import PRESETS
from craftproof.sim.certificate import check
from craftproof.sim.claims import check_data
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema import Draft202012Validator

from .strategies import worlds
from .test_planner_bruteforce import WORLDS

ROOT = Path(__file__).parents[1]
SCHEMA = Draft202012Validator(json.loads((ROOT / "sim" / "check.schema.json").read_text(encoding="utf-8")))
REPORT = Draft202012Validator(json.loads((ROOT / "engine" / "report.schema.json").read_text(encoding="utf-8")))
WISHES = ("missing", "most", "more")
"""What an impossible answer says besides; a report holds no proof of it."""

LOG = {"oak_log": 1}
CAKE = {"wheat": 9, "sugar": 4, "egg": 2, "milk_bucket": 5, "crafting_table": 1}
FIRE = State({"iron_ore": 9, "furnace": 1, "coal": 1}, ticks={"furnace": 150})
PLACED = State({"iron_ore": 3, "coal:0": 1, "wooden_pickaxe": 1}, placed={"furnace": 1})
WORN = State({"wooden_pickaxe": 2, "stick": 2, "crafting_table": 1}, worn={"wooden_pickaxe": (2, 5)})

CASES: list[tuple[str, object, dict[str, object]]] = [
    ("stick=4", LOG, {}),
    ("stone_pickaxe", LOG, {}),
    ("stone_pickaxe", LOG, {"limits": "logs=0"}),
    ("oak_log=3", {"oak_log": 5}, {}),
    ("oak_log=3", {"oak_log": 5}, {"new": True}),
    ("#planks=7", {"oak_planks": 2, "birch_log": 1}, {"gather": False}),
    ("torch=8", {}, {}),
    ("torch=8", {}, {"ban": ["coal"]}),
    ("torch=8", {}, {"prefer": ["charcoal"]}),
    ("iron_pickaxe", {}, {}),
    ("diamond_pickaxe", {}, {}),
    ("shield", {"iron_nugget": 9, "oak_planks": 20, "crafting_table": 1}, {"gather": False}),
    ("cake=2", CAKE | {"wheat": 6}, {"gather": False}),
    ("iron_ingot=9", FIRE, {"gather": False}),
    ("glass=9", {"sand": 9, "furnace": 1, "lava_bucket": 1}, {"gather": False}),
    ("bucket", {"lava_bucket": 1, "furnace": 1, "sand": 1}, {}),
    ("stone_pickaxe", WORN, {}),
    ("stick=4", {"oak_planks": 4, "spruce_planks": 2}, {"gather": False, "keep": "oak_planks=3"}),
    (["bread=3", "torch=4"], {"wheat": 6}, {}),
    ("crafting_table", {"oak_planks": 3, "spruce_planks": 4}, {"gather": False}),
    ("stick=4", LOG, {"rules": "bare"}),
    ("stick=4", LOG, {"rules": "gog"}),
    ("iron_pickaxe", {"oak_planks": 12, "iron_ore": 3}, {"rules": "gog"}),
    ("stick=4", LOG, {"rules": "plancraft"}),
    ("stick=4", LOG, {"rules": "textcraft"}),
    ("ladder=7", LOG, {"rules": "textcraft"}),
    ("stone_pickaxe", {}, {"rules": "minedojo", "mc": "1.11.2"}),
    ("iron_ingot=3", PLACED, {"rules": "minedojo", "mc": "1.11.2", "gather": False}),
    ("stone_pickaxe", {}, {"mc": "1.11.2"}),
    ("stone_pickaxe", {}, {"mc": "1.21.4"}),
    ("iron_ingot", {}, {"mc": "1.21.4"}),
    ("stick=4", LOG, {"cost": "applications"}),
    ("stone_pickaxe", LOG, {"cost": "lines,effort"}),
    ("oak_planks=5", {}, {"limits": "oak_log=2", "cost": "effort"}),
    ("bedrock", {}, {}),
    ("dragon_egg", {}, {"limits": "dragon_egg=0"}),
    ("dragon_egg=2", {}, {}),
    ("oak_planks=13", {}, {"limits": "oak_log=3"}),
    ("stick=14", LOG, {"gather": False}),
    ("torch=41", {"stick": 10, "coal": 5, "charcoal": 5}, {"gather": False}),
    ("iron_ingot=9", {"iron_ore": 9, "furnace": 1, "coal": 1}, {"gather": False}),
    ("iron_ingot=4", PLACED, {"rules": "minedojo", "mc": "1.11.2", "gather": False}),
    ("shield", {"iron_nugget": 8, "oak_planks": 20, "crafting_table": 1}, {"gather": False}),
    ("cake=2", CAKE | {"egg": 1}, {"gather": False}),
    ("crafting_table=2", {"oak_planks": 3, "spruce_planks": 4}, {"gather": False}),
    ("stick=4", {"oak_planks": 4}, {"gather": False, "keep": "oak_planks=3"}),
    ("stick=4", LOG, {"ban": ["craft stick from planks", "stick"]}),
    (["#planks=9", "oak_planks=2"], {"oak_log": 2}, {"gather": False}),
    ("furnace", {"cobblestone": 8}, {"rules": "bare"}),
    ("stick=9", LOG, {"rules": "plancraft"}),
]


def asked(goal, have, more):
    """The report of one problem, planned without long proofs, and what checking it came to."""
    report = craftproof.report(plan(craftproof.problem(goal, have, **more), compiled=False))
    return report, check(report)


@cache
def case(k):
    return asked(*CASES[k])


def false(checked):
    return [claim for claim in checked.claims if claim.outcome == "does not hold"]


def unchecked(report, checked):
    """Claims about the answer itself that were not checked, though the report has proofs of all bounds."""
    vouched = None in report.get("bound", {}).get("proof", {}).values()
    left = [c for c in checked.claims if c.outcome == "unchecked" and c.at.split(".")[0] not in WISHES]
    return [c for c in left if not vouched or c.at.split(".")[0] not in ("bound", "answer")]


@pytest.mark.parametrize("k", range(len(CASES)), ids=lambda k: f"{CASES[k][0]} {CASES[k][2]}"[:60])
def test_reports_hold(k):
    report, checked = case(k)
    REPORT.validate(report)
    assert not false(checked)
    assert not unchecked(report, checked)
    assert {claim.at.split(".")[0] for claim in checked.claims} >= {"goal"}
    SCHEMA.validate(check_data(checked))
    assert json.loads(json.dumps(report)) == report


def test_the_cases_are_of_every_kind():
    reports = [case(k)[0] for k in range(len(CASES))]
    assert {r["answer"] for r in reports} >= {"optimal", "feasible", "impossible"}
    assert {r["version"] for r in reports} == {"1.11.2", "1.16.5", "1.21.4"}
    assert {r["rules"]["preset"] for r in reports} == set(PRESETS)
    assert {r["certificate"]["kind"] for r in reports if "certificate" in r} >= {"unreachable", "prices"}
    proofs = [p for r in reports if "bound" in r for p in r["bound"]["proof"].values()]
    assert {p["kind"] for p in proofs if p} >= {"nought", "step", "prices"}


@pytest.mark.parametrize("name", WORLDS)
def test_reports_of_small_worlds_hold(name):
    world, fewest = WORLDS[name]
    report = craftproof.report(plan(world.problem(), budget=2, compiled=False))
    checked = check(report, world.book)
    assert not false(checked)
    assert not unchecked(report, checked)
    assert (report["answer"] == "impossible") == (fewest is None)


@settings(
    max_examples=80,
    derandomize=True,
    deadline=None,  # an unproved answer uses up its budget
    phases=(Phase.explicit, Phase.generate),  # for the same reason shrinking would take many minutes
    suppress_health_check=[HealthCheck.too_slow],
)
@given(worlds())
def test_reports_of_random_worlds_hold(world):
    report = craftproof.report(plan(world.problem(), budget=0.5, compiled=False))
    checked = check(report, world.book, most_states=4000)
    assert not false(checked)
    plain = [
        claim for claim in unchecked(report, checked) if not claim.at.startswith(("bound", "answer", "certificate"))
    ]
    assert not plain, "only a bound or a search may be too large to check"


def test_the_plan_for_a_part_is_checked_with_the_answer():
    problem = craftproof.problem("stick=14", LOG, gather=False)
    checked = check(craftproof.report(plan(problem, budget=5, partial=True, compiled=False), partial=True))
    assert not false(checked)
    assert "partial.plan" in {claim.at for claim in checked.claims}


def test_a_book_of_ones_own_is_asked_for(tmp_path):
    world, _ = WORLDS["planks that are held leave fewer logs to saw"]
    report = craftproof.report(plan(world.problem(), compiled=False))
    with pytest.raises(craftproof.InputError, match="which is not given"):
        check(report)
    with pytest.raises(craftproof.InputError, match="which is another book"):
        check(report, craftproof.book())
    assert check(report, world.book).complete
    (tmp_path / "book.json").write_text(craftproof.save_book(world.book), encoding="utf-8")
    (tmp_path / "r.json").write_text(json.dumps(report), encoding="utf-8")
    assert run(["check", str(tmp_path / "r.json"), "--book", str(tmp_path / "book.json")]) == FINE
    assert run(["check", str(tmp_path / "r.json")]) == MISUSED


def test_exit_codes(tmp_path, capsys):
    def code(report, *options):
        (tmp_path / "r.json").write_text(json.dumps(report), encoding="utf-8")
        return run(["check", str(tmp_path / "r.json"), *options])

    report, _ = asked("stick=4", LOG, {})
    assert code(report, "--strict") == FINE
    assert code(report, "--format", "json") == FINE
    out = capsys.readouterr().out
    SCHEMA.validate(json.loads(out[out.index("{") :]))
    report["bound"]["proof"]["applications"] = None
    assert code(report) == FINE
    assert "unchecked: applications is at least 1; the report has no proof" in capsys.readouterr().out
    assert code(report, "--strict") == REFUSED
    report["cost"]["applications"] = 1
    assert code(report) == REFUSED
    assert "[cost]" in capsys.readouterr().out
    assert code({"craftproof": "report/1"}) == MISUSED
    assert code([]) == MISUSED
    assert run(["check", str(tmp_path / "nothing.json")]) == MISUSED


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("goal", 0, "n"), -1, "at least 0"),
        (("goal", 0, "any_of"), ["stick", "stick"], "twice"),
        (("have", "items", "oak_log"), 1.5, "whole number"),
        (("bound", "values", "effort"), True, "whole number"),
        (("bound", "proof", "applications"), {"kind": "prices", "scale": 0}, "whole number from 1"),
        (("bound", "proof", "applications"), {"kind": "prices", "scale": 1, "prices": {"stick": -1}}, "whole number"),
        (("bound", "proof", "applications"), {"kind": "prices", "scale": 1, "prices": {"stick": 0.5}}, "whole number"),
        (("plan", "steps", 0, "applications"), 0, "at least 1"),
        (("ban",), ["no such thing"], "no operator"),
        (("gather",), 0, "true or false"),
        (("answer",), "perhaps", "expected one of"),
        (("version",), "9.9", "9.9"),
    ],
)
def test_what_is_no_report_is_told_with_its_place(path, value, message):
    report, _ = asked("stick=4", LOG, {})
    part = report
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(craftproof.InputError, match=message):
        check(report)
