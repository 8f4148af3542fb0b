"""A campaign of small random worlds: every answer against a search of every state, every report against the checker.

    python benchmarks/small_worlds.py --instances 10000 --rules small survival --work FOLDER [--seed 1] [--jobs 1]
    python benchmarks/small_worlds.py --rules small --replay 4711 [--seed 1]

World k of a seed is always the same one. It is planned with a proof; where there is a plan, it is proved once more by
cases alone, which small worlds would not need. No state that costs less than an answer's bound may be a goal, nor any
state at all where the answer is that there is no plan: the law fires every operator in every binding, cheapest states
first (`small_search.py`). What comes out is a line a kind of rules:

    optimal       the plan costs what the bound says, and the search finds nothing cheaper
    feasible      the bound is below the plan, and the search finds nothing below the bound
    impossible    the search sees every state and no goal
    unknown       the planner does not know
    unseen        of these, answers of which the search has not seen enough states (`--states`)
    WRONG         the search finds what must not be, the law refuses the plan, or something raised
    accepted      reports of which the checker holds every claim, of all reports

`FOLDER` keeps what is done, so that a run that was interrupted goes on where it was; `failures.jsonl` in it has a line
for each wrong answer and each report that is not accepted as a whole, with what replays it. Exit code 1 where an answer
is wrong or a claim does not hold.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import craftproof
from craftproof.engine.bounds import dual_for, lower_bound
from craftproof.engine.found import Found
from craftproof.engine.plan import plan
from craftproof.engine.proving import proved
from craftproof.pddl.model import Problem
from craftproof.pddl.tables import lower
from craftproof.sim.answer import Answer, Feasible, Impossible, Optimal
from craftproof.sim.certificate import check
from craftproof.sim.verify import verify
from small_search import GOAL, NONE, seen
from world_draws import RULES, draw

Data: TypeAlias = dict[str, Any]
CHUNK = 50
"""Worlds that are done together; what is done is kept by chunks."""
NODES = 1500
"""Cases a criterion that a proof may take, so that it takes no longer on a slow machine."""
BUDGET = 1.5
"""Seconds that a plan and its proof may take."""


def by_cases(problem: Problem, answer: Optimal | Feasible) -> Answer:
    """The answer with a bound that is proved by prices and cases alone."""
    tables = lower(problem)
    start = lower_bound(problem, tables, dual_for(problem, tables))
    found = Found(answer.plan, answer.verdict)
    found, bound, _ = proved(problem, tables, found, start, time.monotonic() + BUDGET, NODES)
    kind = Optimal if found.verdict.cost == bound.values else Feasible
    return kind(problem, found.plan, found.verdict, bound)


def answers(problem: Problem, advice: bool) -> Iterator[tuple[str, Answer]]:
    """What is judged of a problem: the planner's answer, and the proof by cases where there is a plan."""
    answer = plan(problem, budget=BUDGET, max_nodes=NODES, compiled=False, advice=advice)
    yield "plan", answer
    if isinstance(answer, Optimal | Feasible) and answer.plan.steps:
        yield "cases", by_cases(answer.problem, answer)


def judged(answer: Answer, states: int) -> tuple[str, str]:
    """What an answer counts as, and why where it is wrong."""
    problem, none = answer.problem, isinstance(answer, Impossible)
    kind = type(answer).__name__.lower()
    if isinstance(answer, Optimal | Feasible):
        verdict = verify(problem, answer.plan)
        if not verdict.sound or verdict.cost != answer.verdict.cost or verdict.cost < answer.bound.values:
            return "WRONG", f"the law refuses the plan, its cost {answer.verdict.cost} or its bound"
    outcome, cost = seen(problem, None if none else answer.bound.values, states)
    if outcome == GOAL:
        return "WRONG", f"{kind}, but there is a plan of {cost}"
    return kind, "" if outcome == NONE else "unseen"


def world(seed: int, rules: str, k: int, states: int, advice: bool) -> Iterator[tuple[str, Counter[str], Data]]:
    """What comes of world `k`: by the way it is answered, what is counted and what is to be told."""
    try:
        problem = draw(seed, rules, k)
        for way, answer in answers(problem, advice):
            kind, why = judged(answer, states)
            counts = Counter({kind: 1, "unseen": int(why == "unseen"), "reports": 1})
            told: Data = {"wrong": why} if kind == "WRONG" else {}
            checked = check(craftproof.report(answer), problem.book)
            left = [f"{claim.outcome}: {claim.at}: {claim.why}" for claim in checked.claims if claim.outcome != "holds"]
            counts |= {"accepted": int(not left), "false": int(not checked.holds)}
            yield way, counts, told | ({"claims": left} if left else {})
    except Exception as fault:  # whatever is raised is what the campaign looks for
        yield "plan", Counter({"WRONG": 1}), {"raised": repr(fault)}


def chunk(options: argparse.Namespace, rules: str, first: int) -> Data:
    """What comes of the worlds from number `first` on, as data. Ctrl-C is for the process that asks for it alone."""
    if options.jobs > 1:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    seed, n = options.seed, min(CHUNK, options.instances - first)
    counts: dict[str, Counter[str]] = {}
    failures: list[Data] = []
    for k in range(first, first + n):
        for way, found, told in world(seed, rules, k, options.states, options.advice):
            counts.setdefault(way, Counter()).update(found)
            if told:
                failures.append({"rules": rules, "seed": seed, "replay": k, "way": way, **told})
    return {"rules": rules, "seed": seed, "first": first, "n": n, "counts": counts, "failures": failures}


def kept(file: Path, seed: int) -> list[Data]:
    """The chunks of a seed that an earlier run has done."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [data for line in lines if (data := json.loads(line))["seed"] == seed]


def run(options: argparse.Namespace) -> list[Data]:
    """Do every chunk that is not done yet; returns all, as far as it came."""
    from joblib import Parallel, delayed

    options.work.mkdir(parents=True, exist_ok=True)
    done = kept(options.work / "done.jsonl", options.seed)
    known = {(data["rules"], data["first"]) for data in done}
    todo = [(r, n) for n in range(0, options.instances, CHUNK) for r in options.rules if (r, n) not in known]
    stop: list[int] = []
    # the planner itself answers Ctrl-C with what it knows, so it is noted here, and heeded after the chunk
    before = signal.signal(signal.SIGINT, lambda number, _: stop.append(number))
    begun = time.monotonic()
    work = Parallel(n_jobs=options.jobs, return_as="generator_unordered", pre_dispatch="2*n_jobs")
    tasks = (delayed(chunk)(options, rules, first) for rules, first in todo if not stop)
    try:
        with (options.work / "done.jsonl").open("a") as log, (options.work / "failures.jsonl").open("a") as failures:
            for n, data in enumerate(work(tasks), 1):
                done.append(data)
                log.write(json.dumps({**data, "failures": len(data["failures"])}) + "\n")
                failures.writelines(json.dumps(each) + "\n" for each in data["failures"])
                for file in (log, failures):
                    file.flush()
                rate = n * CHUNK / (time.monotonic() - begun)
                print(f"{n} of {len(todo)} chunks, {rate:.1f} worlds a second", file=sys.stderr)
    finally:
        signal.signal(signal.SIGINT, before)
    if stop:
        print("interrupted: what is done is kept", file=sys.stderr)
    return done


def summary(done: list[Data]) -> tuple[list[str], bool]:
    """A line for each kind of rules and way of proof, and whether nothing was wrong."""
    total: dict[tuple[str, str], Counter[str]] = {}
    worlds: Counter[str] = Counter()
    for data in done:
        worlds[data["rules"]] += data["n"]
        for way, counts in data["counts"].items():
            total.setdefault((data["rules"], way), Counter()).update(counts)
    lines: list[str] = []
    for (rules, way), c in sorted(total.items()):
        parts = [f"{c[kind]} {kind}" for kind in ("optimal", "feasible", "impossible", "unknown", "WRONG")]
        lines.append(
            f"{rules}, {way}: {worlds[rules]} worlds: {', '.join(parts)}; {c['unseen']} of them unseen; "
            f"{c['accepted']} of {c['reports']} reports accepted, {c['false']} with a false claim"
        )
    return lines, not any(c["WRONG"] or c["false"] for c in total.values())


def main() -> int:
    """Run the campaign, or one world of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", type=int, default=1000, help="worlds of each kind of rules")
    parser.add_argument("--rules", nargs="+", default=["small", "survival"], choices=sorted(RULES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--states", type=int, default=3000, help="states that a search may see")
    parser.add_argument("--advice", action="store_true", help="ask what is missing where there is no plan")
    parser.add_argument("--work", type=Path, default=Path("small_worlds"), help="folder for what is done")
    parser.add_argument("--replay", type=int, help="one world alone, told in full")
    options = parser.parse_args()
    if options.replay is not None:
        for rules in options.rules:
            for way, counts, told in world(options.seed, rules, options.replay, options.states, options.advice):
                print(f"{rules}, {way}: {dict(+counts)}", json.dumps(told, indent=2))
        return 0
    lines, fine = summary(run(options))
    print("\n".join(lines))
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
