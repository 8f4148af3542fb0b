"""The count model of a plan in CP-SAT, as a peer of our proofs; run by `tasks66.py` under a Python that has `ortools`.

Reads one model as JSON on standard input, prints what comes of it as JSON. A move is applied a whole number of times;
what moves give and take must balance; whatever a used move takes or needs and that is not held at the start has a first
supporter at a lower level, so that counts do not lift themselves by their bootstraps; tools have their uses. Every plan
gives such counts, so the least number of applications is a bound; whether the counts can be ordered, they do not say.
With `stages` the counts are split over stages: nothing is short after any of them, and tools and stations are there
when a stage begins and when it ends. That is the least among plans of so many stages, and mostly it can be ordered.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from ortools.sat.python import cp_model

MOST = 300
"""Applications of one move."""


def build(data: dict[str, Any]) -> tuple[Any, list[Any], list[Any]]:
    """The model, its counts by move, and the levels by move."""
    model = cp_model.CpModel()
    moves, start, goal = data["moves"], data["start"], dict(map(tuple, data["goal"]))
    cells = len(start)
    depth = len(moves) + 1
    x = [model.new_int_var(0, MOST * m["scale"], f"x{k}") for k, m in enumerate(moves)]
    used = [model.new_bool_var(f"u{k}") for k in range(len(moves))]
    level = [model.new_int_var(0, depth, f"l{k}") for k in range(len(moves))]
    at = [model.new_int_var(0, depth, f"c{c}") for c in range(cells)]
    for k, n in enumerate(x):
        model.add(n >= 1).only_enforce_if(used[k])
        model.add(n == 0).only_enforce_if(used[k].negated())
    givers: list[list[int]] = [[] for _ in range(cells)]
    net: list[list[Any]] = [[] for _ in range(cells)]
    made: list[list[Any]] = [[] for _ in range(cells)]
    for k, move in enumerate(moves):
        for c, n in move["gives"]:
            givers[c].append(k)
            net[c].append(n * x[k])
            made[c].append(n * x[k])
        for c, n in move["takes"]:
            net[c].append(-n * x[k])
    for c in range(cells):
        if net[c] and not data["present"][c]:
            model.add(sum(net[c]) >= goal.get(c, 0) - start[c])
    for tool, uses, wears in data["tools"]:
        model.add(sum(x[k] for k in wears) <= uses * (start[tool] + sum(made[tool])))
    first = {c: {k: model.new_bool_var(f"s{c},{k}") for k in givers[c]} for c in range(cells) if not start[c]}
    for c, supporters in first.items():
        for k, chosen in supporters.items():
            model.add_implication(chosen, used[k])
            model.add(at[c] >= level[k] + 1).only_enforce_if(chosen)
    for k, move in enumerate(moves):
        for c, _ in [*move["takes"], *move["needs"]]:
            if c in first:
                model.add_bool_or([*first[c].values(), used[k].negated()])
                model.add(level[k] >= at[c]).only_enforce_if(used[k])
        for c, n in move["needs"]:
            if n > 1:
                model.add(start[c] + sum(made[c]) >= n).only_enforce_if(used[k])
    model.minimize(sum(move["count"] * n for move, n in zip(moves, x, strict=True)))
    return model, x, level


def staged(data: dict[str, Any]) -> tuple[Any, list[Any], list[Any]]:
    """The same over stages: the model, its counts by stage and move, and the stages as levels."""
    model = cp_model.CpModel()
    moves, start, goal = data["moves"], data["start"], dict(map(tuple, data["goal"]))
    stock: list[Any] = list(start)
    gross: list[Any] = list(start)
    witnesses: dict[int, list[int]] = {}
    for k, move in enumerate(moves):
        for c, _ in move["gives"]:
            if data["present"][c]:
                witnesses.setdefault(c, []).append(k)
    x: list[Any] = []
    worn: dict[int, Any] = {tool: 0 for tool, _, _ in data["tools"]}
    for s in range(data["stages"]):
        row = [model.new_int_var(0, MOST * move["scale"], f"x{s},{k}") for k, move in enumerate(moves)]
        used = [model.new_bool_var(f"u{s},{k}") for k in range(len(moves))]
        for n, u in zip(row, used, strict=True):
            model.add(n == 0).only_enforce_if(u.negated())
        for move, u in zip(moves, used, strict=True):
            for c, n in move["needs"]:
                if data["present"][c]:
                    model.add_bool_or([*(used[w] for w in witnesses.get(c, [])), u.negated()])
                else:
                    model.add(stock[c] >= n).only_enforce_if(u)
        for tool, uses, wears in data["tools"]:
            worn[tool] = worn[tool] + sum(row[k] for k in wears)
            model.add(worn[tool] <= uses * gross[tool])
        for move, n in zip(moves, row, strict=True):
            for c, given in move["gives"]:
                stock[c] = stock[c] + given * n
                gross[c] = gross[c] + given * n
            for c, taken in move["takes"]:
                stock[c] = stock[c] - taken * n
        for move, u in zip(moves, used, strict=True):
            for c, n in move["needs"]:
                if not data["present"][c]:
                    model.add(stock[c] >= n).only_enforce_if(u)
        for c, there in enumerate(stock):
            if not data["present"][c] and not isinstance(there, int):
                model.add(there >= (goal.get(c, 0) if s == data["stages"] - 1 else 0))
        x += row
    model.minimize(sum(move["count"] * n for move, n in zip(moves * data["stages"], x, strict=True)))
    return model, x, [s * len(moves) + k for s in range(data["stages"]) for k in range(len(moves))]


def solver(seconds: float) -> Any:
    out = cp_model.CpSolver()
    out.parameters.num_workers = 1
    out.parameters.max_time_in_seconds = seconds
    return out


def main() -> None:
    """Prove the least number of applications, which is timed; then drop free moves that serve nothing."""
    data = json.load(sys.stdin)
    begun = time.process_time()
    model, x, level = staged(data) if data["stages"] else build(data)
    proving = solver(data["seconds"])
    status = proving.solve(model)
    out: dict[str, Any] = {"status": proving.status_name(status), "seconds": time.process_time() - begun}
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        counted = data["moves"] * max(1, data["stages"])
        out |= {"length": round(proving.objective_value), "bound": round(proving.best_objective_bound)}
        model.add(sum(move["count"] * n for move, n in zip(counted, x, strict=True)) <= out["length"])
        model.minimize(sum(x))
        tidying = solver(data["seconds"])
        found = tidying if tidying.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE) else proving
        out["counts"] = [found.value(n) for n in x]
        out["levels"] = level if data["stages"] else [found.value(n) for n in level]
    print(json.dumps(out))


if __name__ == "__main__":
    main()
