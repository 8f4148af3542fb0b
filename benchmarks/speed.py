"""How fast planning is: warm, cold, and as a whole command.

    python benchmarks/speed.py [--rounds 20] [--runs 9]

warm     the 66 tasks from an empty inventory, compiled build, tables built, no result kept, goals interleaved, the
         law's verification included: for each task the median over the rounds, then the median over the tasks
cold     the first plan of a fresh process in plain Python, CPU seconds after the imports
command  `craftproof plan diamond_pickaxe --max-nodes 0` as a whole process, against `python -c "import numba"`: CPU
         seconds (user and system), runs alternating, medians; only their ratio says something on a shared machine
proving  the same with the proof that the command makes by default
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median

ITEM = "diamond_pickaxe"
ENTRY = "import sys; from craftproof.cli.main import main; sys.exit(main())"
"""What the installed script does."""
PROVING = [sys.executable, "-c", ENTRY, "plan", ITEM]
COMMAND = [*PROVING, "--max-nodes", "0"]
NUMBA = [sys.executable, "-c", "import numba"]
EMPTY = [sys.executable, "-c", "pass"]
HEAVY = ("numba", "openai", "unified_planning", "minedojo", "hypothesis")
COLD = f"""
import time
from craftproof.engine.api import problem
from craftproof.engine.plan import plan
start = time.process_time()
plan(problem("{ITEM}"))
print(time.process_time() - start)
"""
IMPORTS = f"""
import sys
from craftproof.cli.main import main
sys.argv = ["craftproof", "plan", "{ITEM}"]
try:
    main()
finally:
    print("imported:", *(m for m in {HEAVY!r} if m in sys.modules))
"""


def warm(rounds: int) -> list[float]:
    """Each task's median time in seconds; every round goes through all tasks."""
    from craftproof.engine.plan import plan
    from gog66 import tasks

    problems = [problem for _, problem in tasks()]
    times: list[list[float]] = [[] for _ in problems]
    for number in range(rounds + 2):
        for k, problem in enumerate(problems):
            start = time.perf_counter()
            plan(problem, compiled=True)
            if number > 1:  # the first rounds load the kernels and make prices
                times[k].append(time.perf_counter() - start)
    return [median(t) for t in times]


def cpu(command: Sequence[str]) -> float:
    """User and system seconds of a process and its children."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def cold(runs: int) -> float:
    """CPU seconds of the first plan in a fresh process."""
    command = [sys.executable, "-c", COLD]
    return median(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(runs)
    )


def alternating(commands: Sequence[Sequence[str]], runs: int, measure: Callable[[Sequence[str]], float]) -> list[float]:
    """The median of each command, run in turn."""
    taken: list[list[float]] = [[] for _ in commands]
    for _ in range(runs):
        for k, command in enumerate(commands):
            taken[k].append(measure(command))
    return [median(t) for t in taken]


def heavy_imports() -> str:
    """What the command imports of what it should not."""
    done = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].removeprefix("imported:").strip() or "none"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    tasks = warm(options.rounds)
    print(
        f"warm     median {median(tasks) * 1e3:.3f} ms, fastest {min(tasks) * 1e3:.3f}, slowest {max(tasks) * 1e3:.3f}"
    )
    command, proving, numba, empty = alternating([COMMAND, PROVING, NUMBA, EMPTY], options.runs, cpu)
    print(f"cold     first plan {cold(options.runs):.3f} s CPU in plain Python, imports apart")
    print(
        f"command  {command:.3f} s CPU; import numba {numba:.3f}; ratio {command / numba:.2f}; python alone {empty:.3f}"
    )
    print(f"proving  {proving:.3f} s CPU; ratio {proving / numba:.2f}")
    print(f"imported that should not be: {heavy_imports()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
