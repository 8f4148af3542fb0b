"""How load, compile, plan and memory grow with a pack, and with what a goal can reach.

    python benchmarks/scale.py [--sizes 10000 100000 1000000] [--seed 1] [--work FOLDER] [--chart FILE.svg] [--anew]

Packs come from `synthetic.py` and are written to the work folder once. Each size is measured in a process of its own:
CPU seconds, and the most memory that the process ever held. Results lie beside the packs as JSON lines, so that a run
that was stopped goes on where it was; `--anew` measures again.

load     a book file, read and checked
compile  the first problem: what the rules allow of the book, names looked up
index    the first plan, which finds what gives what; kernels loaded
first    the first plan of a goal of each shape: its slice, tables, prices, search and the law
warm     the same goal again: problem and plan, the law included; the median of several
moves    rows in the tables of that goal: what it can reach
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias, TypeVar

import synthetic

Row: TypeAlias = dict[str, Any]
T = TypeVar("T")

REPEATS = 7
WARM, MEMORY = 50.0, 3.0
"""What is asked: a warm plan at 100,000 recipes in milliseconds, memory at a million in GiB."""


def main() -> int:
    """Measure and show; 1 where a plan fails, is slow or takes too much memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000, 1_000_000], metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path("scale-work"), metavar="FOLDER")
    parser.add_argument("--chart", type=Path, metavar="FILE", help="draw the curves there (needs matplotlib)")
    parser.add_argument("--anew", action="store_true", help="measure again what is there")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        print(json.dumps(measured(asked.child, asked.sizes[0], asked.seed)))
        return 0
    asked.work.mkdir(parents=True, exist_ok=True)
    rows = list(measured_all(asked.sizes, asked.seed, asked.work, asked.anew))
    print("\n".join(table(rows)))
    if asked.chart:
        draw(rows, asked.chart)
    return 0 if all(map(good, rows)) else 1


def measured_all(sizes: Sequence[int], seed: int, work: Path, anew: bool) -> Iterator[Row]:
    """The row of each size, from what an earlier run left or from a process of its own."""
    kept = work / "scale.jsonl"
    known = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() and not anew else []
    for size in sizes:
        row = next((row for row in known if (row["size"], row["seed"]) == (size, seed)), None)
        if row is None:
            pack = work / f"pack-{size}-{seed}.json"
            if not pack.exists():
                say(f"{size:,} recipes: writing {pack}")
                synthetic.write(pack.with_suffix(".part"), size, seed)
                pack.with_suffix(".part").rename(pack)
            say(f"{size:,} recipes: measuring")
            command = [sys.executable, __file__, "--sizes", str(size), "--seed", str(seed), "--child", str(pack)]
            row = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
            with kept.open("a") as file:
                file.write(json.dumps(row) + "\n")
        yield row


def say(text: str) -> None:
    """Progress, where it does not mix with the table."""
    print(text, file=sys.stderr, flush=True)


def cpu(make: Callable[[], T]) -> tuple[T, float]:
    """What a call gives, and the CPU seconds it took."""
    start = time.process_time()
    out = make()
    return out, time.process_time() - start


def peak() -> float:
    """The most memory that this process ever held, in MiB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def measured(pack: Path, size: int, seed: int) -> Row:
    """Everything about one pack, in this process."""
    from craftproof.engine.api import problem
    from craftproof.engine.plan import plan
    from craftproof.pddl.tables import lower
    from craftproof.recipes.native import load_book

    book, load = cpu(lambda: load_book(pack))
    row: Row = {"size": size, "seed": seed, "items": len(book.items), "load": load, "load_peak": peak()}
    goals = synthetic.goals(size, seed)
    plan(problem("oak_log"), compiled=True)  # loads the kernels
    first, row["compile"] = cpu(lambda: problem("log", book=book))
    _, row["index"] = cpu(lambda: plan(first, compiled=True))
    row["goals"] = {}
    for shape, item in goals.items():
        say(f"  {shape}: {item}")

        def once(item: str = item) -> Any:
            return plan(problem(item, book=book), compiled=True)

        answer, took = cpu(once)
        warm = median(cpu(once)[1] for _ in range(REPEATS))
        row["goals"][shape] = {
            "answer": type(answer).__name__.lower(),
            "moves": lower(answer.problem).n_moves,
            "steps": len(answer.plan.steps),
            "first": took,
            "warm": warm,
        }
    row["peak"] = peak()
    return row


def good(row: Row) -> bool:
    """Whether every goal has a plan, and the row keeps what is asked of its size."""
    goals = row["goals"].values()
    planned = all(goal["answer"] in ("optimal", "feasible") for goal in goals)
    quick = row["size"] > 100_000 or all(goal["warm"] * 1e3 < WARM for goal in goals)
    return planned and quick and row["peak"] / 1024 < MEMORY


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The measurements as two Markdown tables."""
    yield "| recipes | items | load s | compile s | index s | peak MiB, loaded | peak MiB |"
    yield "|---|---|---|---|---|---|---|"
    for r in rows:
        times = " | ".join(f"{r[key]:.2f}" for key in ("load", "compile", "index"))
        yield f"| {r['size']:,} | {r['items']:,} | {times} | {r['load_peak']:.0f} | {r['peak']:.0f} |"
    yield ""
    yield "| goal | recipes | moves it can reach | plan steps | first plan ms | warm plan ms |"
    yield "|---|---|---|---|---|---|"
    for shape in (*synthetic.SHAPES, *synthetic.LARGE):
        for r in rows:
            goal = r["goals"].get(shape)
            if goal is None:
                continue
            reach = f"{goal['moves']} | {goal['steps']}"
            yield f"| {shape} | {r['size']:,} | {reach} | {goal['first'] * 1e3:.1f} | {goal['warm'] * 1e3:.2f} |"


def draw(rows: Sequence[Row], path: Path) -> None:
    """The curves: seconds and memory over the size of the pack, both logarithmic."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (seconds, memory) = pyplot.subplots(1, 2, figsize=(10, 5))
    sizes = [row["size"] for row in rows]
    for name in ("load", "compile", "index"):
        seconds.plot(sizes, [row[name] for row in rows], marker="o", label=name)
    for name in ("first", "warm"):
        worst = [max(goal[name] for goal in row["goals"].values()) for row in rows]
        seconds.plot(sizes, worst, marker="o", label=f"{name} plan, slowest goal")
    seconds.set(xscale="log", yscale="log", xlabel="recipes", ylabel="CPU seconds")
    memory.plot(sizes, [row["peak"] / 1024 for row in rows], marker="o", label="peak")
    memory.axhline(MEMORY, linestyle="--", color="grey", label="asked: under 3 GiB")
    memory.set(xscale="log", xlabel="recipes", ylabel="GiB", ylim=(0, MEMORY * 1.1))
    for axes in (seconds, memory):
        axes.grid(alpha=0.3)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2)
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    sys.exit(main())
