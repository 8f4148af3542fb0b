"""Load packs of recipes over a bundled book and plan what their machines make.

    python benchmarks/packs.py PATH… [--mc V] [--map FILE]… [--overlay FILE] [--most N] [--json]

For each pack: the account of every file, the time, the book checked anew; then, kind of machine by kind, how many
recipes can be done from an empty inventory, and how many once the machine is held (sources of the book and of the
overlay on), with plans for N of the products, fired anew. The overlay (default: `mod_ores.json` beside this) gives what
mods generate in the world, and what their chemicals come to in items. Exit code 1 where a file is not accounted for,
the laid book is not sound, a plan does not hold, or none of a pack's machine recipes can be done from nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from craftproof.engine.plan import plan
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import State, Want
from craftproof.pddl.reach import reachable
from craftproof.recipes.book import Book, Recipe
from craftproof.recipes.check import check
from craftproof.recipes.formats.datapack import is_pack
from craftproof.recipes.formats.maps import shipped
from craftproof.recipes.formats.packplaces import members
from craftproof.recipes.formats.summary import Loaded
from craftproof.recipes.formats.table import load
from craftproof.recipes.library import DEFAULT_VERSION, bundled
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.answer import Feasible, Optimal
from craftproof.sim.verify import verify

SHOWN = 4
"""So many steps of a plan are shown."""
ORES = Path(__file__).with_name("mod_ores.json")


def main() -> int:
    """Load and plan; 1 where something does not hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH", help="packs, each loaded over the bundled book alone")
    parser.add_argument("--mc", default=DEFAULT_VERSION, help="version of the bundled book")
    parser.add_argument("--map", action="append", default=[], metavar="FILE", help="a map of recipe types")
    parser.add_argument("--overlay", type=Path, default=ORES, metavar="FILE", help="sources for what mods generate")
    parser.add_argument("--most", type=int, default=3, metavar="N", help="products planned for each kind of machine")
    parser.add_argument("--json", action="store_true", help="print the accounts as JSON, and plan nothing")
    asked = parser.parse_args()
    maps = shipped()
    for path in asked.map:
        maps = maps.with_file(path)
    good = True
    for path in asked.paths:
        started = time.perf_counter()
        loaded = load(path, bundled(asked.mc), maps)
        took = time.perf_counter() - started
        if asked.json:
            print(json.dumps(loaded.summary.to_data(), indent=2))
            continue
        print(f"{loaded.summary.text(most=12)}\n  in {took:.2f} s over the book of {asked.mc}")
        good &= accounted(path, loaded)
        over = load(asked.overlay, loaded.book).book
        for line, holds in plans(over, loaded.book, bundled(asked.mc), asked.most):
            print(line)
            good &= holds
    return 0 if good else 1


def accounted(path: str, loaded: Loaded) -> bool:
    """Whether each file has one outcome, each faulty one a diagnostic, and the book is sound."""
    folder = Path(path)
    told = len(loaded.summary.outcomes)
    one = folder.is_dir() and members(folder, is_pack) == [folder]
    files = sum(each.is_file() for each in folder.rglob("*")) if one else told
    faults = check(loaded.book)
    for diagnostic in loaded.summary.diagnostics:
        print(f"  {diagnostic}")
    print(f"  {told} of {files} files accounted for; {len(faults)} faults in the laid book")
    return told == files and not faults and loaded.summary.count("faulty") <= len(loaded.summary.diagnostics)


def plans(book: Book, packed: Book, before: Book, most: int) -> Iterator[tuple[str, bool]]:
    """For each kind of machine what it can make once it is held, and a plan for one product."""
    kinds: dict[tuple[str, str], list[Recipe]] = defaultdict(list)
    known = {made.kind for made in before.recipes}
    for made in packed.recipes:
        if made.kind not in known:
            kinds[made.kind, made.station or "no station"].append(made)
    empty = State()
    reached, done = reachable(compile_problem(book, SURVIVAL, empty, [Want((next(iter(book.items)),), 1)]))
    every = [made.id for recipes in kinds.values() for made in recipes]
    share = sum(name in done for name in every)
    yield f"machines: {share} of {len(every)} recipes can be done from an empty inventory", share > 0 or not every
    for (kind, station), recipes in sorted(kinds.items()):
        have = {station: 1} if station in book.items else {}
        have |= {need.any_of[0]: 1 for made in recipes for need in made.needs if len(need.any_of) == 1}
        held = State(stock=have)
        _, fired = reachable(compile_problem(book, SURVIVAL, held, [Want((next(iter(book.items)),), 1)]))
        can = [made for made in recipes if made.id in fired]
        others = {item for made in book.recipes if made.kind != kind for item, _ in made.gives}
        products = sorted({made.gives[0][0] for made in can}, key=lambda item: (item in others, item))[:most]
        answers = {item: planned(book, held, item) for item in products}
        lacking = [item for item in products if answers[item] is None]
        first = sorted(made.id for made in recipes if made.id in done)
        counts = f"{len(first)} of {len(recipes)} recipes can be done from nothing, {len(can)} with the machine at hand"
        yield f"{kind} at {station}: {counts}", True
        for item in products:
            yield f"  {item}: {told(answers[item])}", item not in lacking
        own = {made.gives[0][0] for made in recipes if made.id in done} & reached
        for item in sorted(own, key=lambda item: (item in others, item))[: min(most, 1)]:
            steps = planned(book, empty, item)
            yield f"  {item} from nothing: {told(steps)}", steps is not None


def planned(book: Book, held: State, item: str) -> tuple[str, ...] | None:
    """The steps of a plan for one more of the item, if there is one and the law accepts it."""
    problem = compile_problem(book, SURVIVAL, held, [Want((item,), 1, "new")])
    answer = plan(problem, budget=1.0)
    if not isinstance(answer, Optimal | Feasible) or verify(problem, answer.plan).findings:
        return None
    return tuple(f"{step.applications} x {step.operator}" for step in answer.plan.steps)


def told(steps: Sequence[str] | None) -> str:
    """The last steps of a plan, and how many there are."""
    if steps is None:
        return "no plan within the budget"
    return ("… " if len(steps) > SHOWN else "") + ", ".join(steps[-SHOWN:]) + f" ({len(steps)} steps)"


if __name__ == "__main__":
    sys.exit(main())
