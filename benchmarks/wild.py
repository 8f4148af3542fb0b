"""Run a file of cases met in the wild, in one schema, and say which hold.

    python benchmarks/wild.py FILE [--kind K] [--feasible]

A line a case: its id, then `ok`, what differs, or `not yet` where craftproof has no such kind or version (which counts
as not holding). The last line is `N of M hold`; the exit code is 0 only if all do. `note` cases are not judged.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import Problem, State, Want
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe, ToolNeed
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.library import bundled
from craftproof.recipes.names import resolve
from craftproof.recipes.rules import BARE, SURVIVAL, Rules
from craftproof.sim.answer import Feasible, Impossible, Optimal

Case = dict[str, Any]
INFINITE = 10**9
BUDGET = 20.0
"""Seconds a case may take for its proof."""


class NotYetError(Exception):
    """The case asks for something that is not there."""


def book_of(version: str) -> Book:
    try:
        return bundled(version)
    except InputError as error:
        raise NotYetError(f"version {version}") from error


def names_of(case: Case) -> set[str]:
    out = {i for r in case["recipes"] for ing in r["inputs"] for i in ing["any_of"]}
    out |= {i for r in case["recipes"] for i in r["outputs"]}
    out |= {r["station"] for r in case["recipes"] if r.get("station")}
    out |= {i for r in case["recipes"] for i in r.get("wears", {})}
    out |= set(case.get("goals", {})) | {i.partition("@")[0] for i in case.get("inventory", {})}
    out |= {i for i, _ in case.get("stacks", [])} | set(case.get("infinite", ())) | set(case.get("uses", {}))
    return out


def own_book(case: Case) -> Book:
    """A book of the case's own recipes; stack sizes as in 1.16.5 where that knows the item."""
    known = bundled("1.16.5").items
    uses = case.get("uses", {})
    items = {
        i: ItemType(stack=1 if i in uses else known[i].stack if i in known else 64, uses=uses.get(i, 0))
        for i in sorted(names_of(case))
    }
    recipes = tuple(
        Recipe(
            id=r["id"],
            kind=r["kind"],
            takes=tuple(Ingredient(tuple(sorted(set(i["any_of"]))), i["n"]) for i in r["inputs"]),
            gives=tuple(r["outputs"].items()),
            station=r.get("station"),
            wears=tuple((ToolNeed(tool, 0, n),) for tool, n in r.get("wears", {}).items()),
            burns=200 if r["kind"] == "smelt" else 0,
        )
        for r in case["recipes"]
    )
    return Book("own", items, recipes=recipes, fuels={f: n for f, n in bundled("1.16.5").fuels.items() if f in items})


def rules_of(case: Case) -> Rules:
    asked = case.get("rules", {})
    rules = replace(BARE, name="case", fuel=bool(asked.get("fuel")), wear=bool(asked.get("wear")))
    if asked.get("slots"):
        rules = replace(rules, slots="hard", slot_count=asked["slots"])
    return rules


def start_of(case: Case) -> State:
    stock: dict[str, int] = {}
    worn: dict[str, list[int]] = {}
    for name, n in [*case.get("inventory", {}).items(), *case.get("stacks", [])]:
        item, _, left = name.partition("@")
        stock[item] = stock.get(item, 0) + n
        if left:
            worn.setdefault(item, []).extend([int(left)] * n)
    for item in case.get("infinite", ()):
        stock[item] = INFINITE
    return State(stock=stock, worn={i: tuple(sorted(w)) for i, w in worn.items()})


def problem_of(case: Case) -> Problem:
    book = own_book(case) if "recipes" in case else book_of(case["mc"])
    have = start_of(case)
    mode = case.get("goal_mode", "total")
    want = [Want((resolve(book, i).items if i not in book.items else (i,)), n, mode) for i, n in case["goals"].items()]
    keep = {i: max(1, have.stock.get(i, 0)) for i in case.get("rules", {}).get("keep", ())}
    return compile_problem(book, rules_of(case), have, want, keep=keep, gather=False)


def uses_left(problem: Problem, end: State) -> dict[str, int]:
    out: dict[str, int] = {}
    for item, n in end.stock.items():
        if item in problem.uses:
            worn = end.worn.get(item, ())
            out[item] = sum(worn) + (n - len(worn)) * problem.uses[item]
    return out


def compare(label: str, expected: dict[str, int], got: dict[str, int]) -> list[str]:
    return [f"{label} {i} {got.get(i, 0)}, not {n}" for i, n in expected.items() if got.get(i, 0) != n]


def judge_plan(case: Case, expect: Case) -> list[str]:
    problem = problem_of(case)
    answer = plan(problem, budget=BUDGET, compiled=False, leaves=case.get("leaves"))
    if not expect["feasible"]:
        if not isinstance(answer, Impossible):
            return [f"{type(answer).__name__.lower()}, not impossible"]
        return [*judge_missing(problem, answer, expect), *judge_most(case["goals"], answer, expect)]
    if not isinstance(answer, Optimal | Feasible):
        return [f"{type(answer).__name__.lower()}, not a plan"]
    out = [] if answer.verdict.sound else ["the plan is not sound"]
    out += judge_applications(answer, expect)
    verdict = answer.verdict
    used = {i: verdict.used.get(i, 0) + verdict.burned.get(i, 0) for i in {*verdict.used, *verdict.burned}}
    out += compare("final", expect.get("final", {}), dict(verdict.end.stock))
    out += compare("used", expect.get("used", {}), used)
    out += compare("uses left of", expect.get("uses_left", {}), uses_left(problem, verdict.end))
    return out


def judge_applications(answer: Optimal | Feasible, expect: Case) -> list[str]:
    out: list[str] = []
    apps: dict[str, int] = {}
    for step in answer.plan.steps:
        apps[step.operator] = apps.get(step.operator, 0) + step.applications
    if "n_apps" in expect and answer.verdict.applications != expect["n_apps"]:
        out.append(f"{answer.verdict.applications} applications, not {expect['n_apps']}")
    if "apps" in expect and apps != expect["apps"]:
        out.append(f"applications {apps}, not {expect['apps']}")
    return out


def judge_missing(problem: Problem, answer: Impossible, expect: Case) -> list[str]:
    """The missing lists: exactly the expected ones, proved the smallest and all; with each, the expected plan."""
    wanted = expect.get("missing_any_of", [expect["missing"]] if "missing" in expect else None)
    if wanted is None and "missing_n" not in expect:
        return []
    missing = answer.missing
    if missing is None or not missing.lists or not missing.smallest:
        return [f"missing lists are not proved the smallest: {missing}"]
    out: list[str] = []
    if "missing_n" in expect and sum(missing.lists[0].values()) != expect["missing_n"]:
        out.append(f"{sum(missing.lists[0].values())} missing, not {expect['missing_n']}")
    if wanted is not None and sorted(map(by_name, missing.lists)) != sorted(map(by_name, wanted)):
        out.append(f"missing {list(missing.lists)}, not {wanted}")
    if wanted is not None and not missing.complete:
        out.append("missing lists are not proved complete")
    for added in missing.lists:
        more = plan(with_more(problem, added), budget=BUDGET, compiled=False)
        if not isinstance(more, Optimal | Feasible):
            out.append(f"with {added} more there is no plan")
        elif "apps" in expect or "n_apps" in expect:
            out += judge_applications(more, expect)
    return out


def by_name(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items())


def with_more(problem: Problem, added: dict[str, int]) -> Problem:
    """The problem with more held; goals of mode `new` count from what was held before."""
    start = problem.have.stock
    have = replace(problem.have, stock={i: start.get(i, 0) + added.get(i, 0) for i in sorted({*start, *added})})
    before = [sum(start.get(i, 0) for i in want.any_of) if want.mode == "new" else 0 for want in problem.want]
    want = tuple(replace(w, n=w.n + n, mode="total") for w, n in zip(problem.want, before, strict=True))
    return replace(problem, have=have, want=want)


def judge_most(goals: Iterable[str], answer: Impossible, expect: Case) -> list[str]:
    """The largest number of each goal, exactly, with a sound plan for it where there is one to make."""
    if "max_count" not in expect:
        return []
    if answer.most is None:
        return ["no largest number"]
    asked = expect["max_count"]
    wanted = dict.fromkeys(goals, asked) if isinstance(asked, int) else asked
    out: list[str] = []
    for goal, count in zip(goals, answer.most.counts, strict=True):
        if goal in wanted and (count.low, count.high) != (wanted[goal], wanted[goal]):
            out.append(f"from {count.low} to {count.high} {goal}, not {wanted[goal]}")
    if any(wanted.values()) and (answer.most.plan is None or not answer.most.plan.verdict.sound):
        out.append("no sound plan for the most")
    return out


def judge_slots(case: Case, expect: Case) -> list[str]:
    from craftproof.sim.slots import slots_needed

    book = book_of(case["mc"])
    problem = compile_problem(book, SURVIVAL, State(stock=case["items"]), [Want(("stick",), 1)])
    n = slots_needed(problem, State(stock=case["items"]))
    return [] if n == expect["slots"] else [f"{n} slots, not {expect['slots']}"]


def judge_alias(case: Case, expect: Case) -> list[str]:
    found = resolve(book_of(case["mc"]), case["name"])
    if "item" in expect:
        return [] if expect["item"] in found.items else [f"{', '.join(found.items)}, not {expect['item']}"]
    return [] if found.tag == expect["member_of"] else [f"{found.tag or found.items}, not #{expect['member_of']}"]


def judge_drop(case: Case, expect: Case) -> list[str]:
    book = book_of(case["mc"])
    drops = [s for s in book.sources if s.kind == "mine" and (s.block or s.id.split(" ")[1]) == case["block"]]
    got = sorted({i for s in drops for i, _ in s.gives})
    return [] if expect["item"] in got else [f"{', '.join(got) or 'nothing'}, not {expect['item']}"]


def judge_recipe(case: Case, expect: Case) -> list[str]:
    book = book_of(case["mc"])
    exists = any(r.kind == case["kind"] and any(i == case["item"] for i, _ in r.gives) for r in book.recipes)
    return [] if exists == expect["exists"] else [f"recipe {'exists' if exists else 'does not exist'}"]


def judge_verify(case: Case, expect: Case) -> list[str]:
    from craftproof.sim.lists import verify_list

    if "plan" not in case:
        raise NotYetError("plans in DEPS' form")
    book = book_of(case["mc"])
    rules = replace(SURVIVAL, name="case", slots="off", fuel=case.get("fuel") != "none")
    problem = compile_problem(book, rules, start_of(case), [Want(("stick",), 0)])
    verdict = verify_list(problem, case["plan"], fuel=case.get("fuel", "none"))
    if expect.get("ok"):
        return [f"step {f.step}: {f.message}" for f in verdict.findings[:1] if f.code != "goal"]
    if not verdict.findings:
        return ["sound, which it is not"]
    first = verdict.findings[0]
    out = [] if first.step == expect["step"] else [f"step {first.step}, not {expect['step']}"]
    if "item" in expect and expect["item"] not in first.items:
        out.append(f"{', '.join(first.items)}, not {expect['item']}")
    if "short" in expect and first.short != expect["short"]:
        out.append(f"{first.short} short, not {expect['short']}")
    return out


JUDGES: dict[str, Callable[[Case, Case], list[str]]] = {
    "plan": judge_plan,
    "slots": judge_slots,
    "alias": judge_alias,
    "drop": judge_drop,
    "recipe": judge_recipe,
    "verify": judge_verify,
}


def judge(entry: Case) -> list[str]:
    """What differs from the expected; empty where the case holds."""
    if entry["kind"] not in JUDGES:
        return [f"not yet: kind {entry['kind']}"]
    try:
        return JUDGES[entry["kind"]](entry["case"], entry["expect"])
    except NotYetError as error:
        return [f"not yet: {error}"]
    except InputError as error:
        return [error.diagnostics[0].message]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--kind", help="only cases of this kind")
    parser.add_argument("--feasible", action="store_true", help="only plan cases that have a plan")
    options = parser.parse_args()
    cases = json.loads(options.file.read_text(encoding="utf-8"))["cases"]
    cases = [c for c in cases if c["kind"] != "note" and options.kind in (None, c["kind"])]
    if options.feasible:
        cases = [c for c in cases if c["kind"] == "plan" and c["expect"]["feasible"]]
    held = 0
    for entry in cases:
        differs = judge(entry)
        held += not differs
        print(f"{entry['id']:32} {'; '.join(differs) or 'ok'}")
    print(f"{held} of {len(cases)} hold")
    return 0 if held == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
