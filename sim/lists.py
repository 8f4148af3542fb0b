"""Plans as people and language models write them: `mine log 4`, `craft planks 16`, `equip wooden_pickaxe`, a line each.

Such a list leaves much open: which wood, which recipe, which tool, what burns. A reader goes through it with the law
at its side and binds each line to what is held by then: the first way that fires, split where a tool or a wood ends.
Counts are additional items, rounded up to what the recipe gives. A line that fits nowhere is a finding at that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..pddl.compile import left_out
from ..pddl.model import Operator, Problem
from ..recipes.book import MAX_COUNT, Item, Source
from ..recipes.diagnostic import Diagnostic, InputError
from ..recipes.names import resolve
from ..recipes.nearest import nearest
from ..recipes.spelling import normal
from ..recipes.suggest import closest
from ..recipes.verbs import origin_of, verb_for, verb_of
from . import findings as say
from .binding import bind, fuel_order, plainness
from .fire import Run
from .listtext import lines_of
from .plan import Mend, Plan, Step, Verdict
from .steptext import Line
from .verify import Judge
from .written import as_written

GATHER = frozenset(
    {"mine", "chop", "dig", "collect", "gather", "get", "harvest", "obtain", "kill", "hunt", "shear", "milk", "fill"}
    | {"farm", "fish", "barter", "trade", "loot"}
)
"""Verbs of sources; one of another kind serves where none of the verb's own gives the item."""

MAKE = frozenset(
    {"craft", "make", "build", "smelt", "cook", "bake", "blast", "smoke", "campfire", "cut", "smith", "brew"}
)
"""Verbs of recipes, likewise."""

MOVE = frozenset({"place", "pickup"})
HAND = frozenset({"equip", "hold", "wield"})


@dataclass(frozen=True, slots=True)
class BoundList:
    """A list bound to a problem: the plan, the verdict on it, and for each step of the plan the line it stands on."""

    plan: Plan
    verdict: Verdict
    lines: tuple[int, ...]


def verify_list(
    problem: Problem, lines: str | Sequence[Sequence[object] | Line], fuel: str | Sequence[str] | None = None
) -> Verdict:
    """What the law says of a list; findings count its lines from 0. See `bind_list`."""
    return bind_list(problem, lines, fuel).verdict


def bind_list(
    problem: Problem, lines: str | Sequence[Sequence[object] | Line], fuel: str | Sequence[str] | None = None
) -> BoundList:
    """Bind the list (text, or lines `[verb, item, count]`) and judge it.

    `fuel` names what burns, in this order; `"none"`: burning costs nothing; `None`: whatever is held. Raises
    `InputError` where a line cannot be read or a fuel does not burn.
    """
    if fuel == "none":
        problem, fuel = without_fuel(problem), None
    burn = fuel_order(problem) if fuel is None else _burnable(problem, [fuel] if isinstance(fuel, str) else fuel)
    reader = _Reader(problem, burn)
    for index, line in enumerate(lines_of(lines)):
        reader.line(line, index)
    return BoundList(Plan(tuple(reader.steps)), reader.judge.verdict(), tuple(reader.places))


def without_fuel(problem: Problem) -> Problem:
    """The problem under rules in which burning costs nothing; their name says so."""
    rules = problem.rules
    return (
        replace(problem, rules=replace(rules, fuel=False, name=f"{rules.name} without fuel")) if rules.fuel else problem
    )


def _burnable(problem: Problem, names: Sequence[str]) -> list[Item]:
    """The fuels that `names` mean, in their order."""
    fuels: dict[Item, None] = {}
    faults: list[Diagnostic] = []
    for name in names:
        found = [item for item in resolve(problem.book, name).items if item in problem.fuels]
        if not found:
            faults.append(Diagnostic("no-fuel", f"{name} does not burn", "for example coal", text=name))
        fuels.update(dict.fromkeys(found))
    if faults:
        raise InputError(faults)
    return list(fuels)


class _Reader:
    """Binds line after line; the judge knows what is held by then."""

    def __init__(self, problem: Problem, burn: Sequence[Item]) -> None:
        self.problem = problem
        self.burn = burn
        self.judge = Judge(problem)
        self.steps: list[Step] = []
        self.places: list[int] = []

    def line(self, line: Line, index: int) -> None:
        """Bind and fire one line."""
        if line.verb in HAND and not self.problem.rules.equip:
            return
        if not 1 <= line.n <= MAX_COUNT:
            self._refuse(line, index, f"a count is 1 to {MAX_COUNT}", code="applications")
            return
        verb = self._known_verb(line, index)
        ways = self._ways(replace(line, verb=verb), index) if verb else []
        for step in self._bound(ways, line) if ways else []:
            self.judge.step(step, index)
            self.steps.append(step)
            self.places.append(index)

    def _known_verb(self, line: Line, index: int) -> str:
        """The verb of a line; of one that is none the nearest, or nothing, after saying so."""
        known = GATHER | MAKE | MOVE | HAND | {v for op in self.problem.operators.values() for v in _verbs(op)}
        if line.verb in known:
            return line.verb
        close = closest(line.verb, known)
        hint = f"did you mean {close[0]}?" if close else "such as mine, craft or smelt"
        self._refuse(line, index, f"`{line.verb}` is no verb of a plan; {hint}", close)
        return close[0] if close else ""

    def _ways(self, line: Line, index: int) -> list[tuple[Operator, int]]:
        """What a line may mean; of a name that means nothing the nearest is taken, after saying so."""
        try:
            ways = _ways(self.problem, line)
        except InputError as error:
            fault, near = error.diagnostics[0], nearest(self.problem.book, line.name)[:1]
            self._refuse(line, index, f"{fault.message}; {fault.hint}", near)
            return _ways(self.problem, replace(line, name=near[0])) if near else []
        if not ways:
            gone = _ways(replace(self.problem, operators=left_out(self.problem)), line)
            why = f"the rules {self.problem.rules.name} are without {gone[0][0].name!r}" if gone else ""
            self._refuse(line, index, why or f"nothing gives {line.name} so")
        return ways

    def _refuse(
        self, line: Line, index: int, message: str, instead: Sequence[str] = (), code: str = "operator"
    ) -> None:
        mend: Mend | None = say.rename(instead[0]) if instead else None
        self.judge.findings.append(say.unreadable(index, line, code, message, mend))

    def _bound(self, ways: list[tuple[Operator, int]], line: Line) -> list[Step]:
        """The step as the line spells it out; or else as many as it takes."""
        if line.takes or line.tools or line.fuel:
            for operator, gives in ways:
                plain = bind(self.judge.run.stock, operator, -(-line.n // gives), self.burn)
                step = as_written(self.problem, operator, plain, line)
                if step is not None:
                    return [step]
        return self._chosen(ways, line.n)

    def _chosen(self, ways: list[tuple[Operator, int]], n: int) -> list[Step]:
        """Steps that give `n`: by one way if one can do it all, else by several, else one that says what is short."""
        run = self._trial()
        steps: list[Step] = []
        left = n
        while left > 0:
            tries = [self._attempt(run, operator, -(-left // gives)) for operator, gives in ways]
            best = max(range(len(tries)), key=lambda k: (tries[k][1] * ways[k][1] >= left, tries[k][1], -k))
            step, times = tries[best]
            if not times:
                return [self._hopeless(ways, n)]
            run.step(step, 0)
            steps.append(step)
            left -= times * ways[best][1]
        return steps

    def _attempt(self, run: Run, operator: Operator, times: int) -> tuple[Step, int]:
        """A step that fires now, up to `times` applications, and how many; 0 where none fires."""
        while times:
            step = bind(run.stock, operator, times, self.burn)
            before = run.stock, dict(run.fired)
            finding = run.step(step, 0)
            run.stock, run.fired = before
            if finding is None:
                return step, times
            times = finding.application
        return Step(operator.name, 0), 0

    def _hopeless(self, ways: list[tuple[Operator, int]], n: int) -> Step:
        """The whole line by the way that gets furthest and then lacks least, for the law to say what is short."""
        run = self._trial()
        tries: list[tuple[int, int, int, Step]] = []
        for k, (operator, gives) in enumerate(ways):
            step = bind(run.stock, operator, -(-n // gives), self.burn)
            finding = run.step(step, 0)  # there is one: no way does it all
            if finding:
                tries.append((-finding.application, finding.short, k, step))
        return min(tries)[-1]

    def _trial(self) -> Run:
        """A copy of the run, to try something out."""
        run, real = Run(self.problem), self.judge.run
        run.stock, run.fired, run.waived, run.slot_count = real.stock, dict(real.fired), real.waived, real.slot_count
        return run


def _ways(problem: Problem, line: Line) -> list[tuple[Operator, int]]:
    """Operators that do what a line says, the plainest first, and how many items an application of each gives."""
    operators = problem.operators.values()
    exact = problem.operators.get(line.operator) or problem.operators.get(f"{line.verb} {line.name}")
    if exact is not None and exact.origin is not None and (line.operator or " from " in line.name):
        return [(exact, exact.gives[0][1])]
    if line.verb in HAND | MOVE:
        kind = "equip" if line.verb in HAND else line.verb
        items = resolve(problem.book, line.name).items
        return [(op, 1) for op in operators if op.kind == kind and _moved(op) in items]
    sources = line.verb in GATHER
    usual = sources or line.verb in MAKE
    same = [op for op in operators if (isinstance(op.origin, Source) == sources if usual else op.origin)]
    giving = [way for way in _giving(problem, same, line.name) if _comes_from(way[0], line.origin)]
    own = [way for way in giving if line.verb in _verbs(way[0])]
    there = [way for way in own if way[0].origin and getattr(way[0].origin, "station", None) == line.station]
    return there or own or (giving if usual else [])


def _verbs(operator: Operator) -> tuple[str, ...]:
    """What applying an operator is called: by its kind, or as its id says."""
    way = operator.origin
    return (verb_of(operator.kind), verb_for(way)) if way is not None else (verb_of(operator.kind),)


def _giving(problem: Problem, operators: Sequence[Operator], name: str) -> list[tuple[Operator, int]]:
    """Those that give the item, or are named by the block or animal it comes from."""
    try:
        items = frozenset(resolve(problem.book, name).items)
    except InputError:
        named = [op for op in operators if op.name.endswith(f" from {normal(name)}")]
        if not named:
            raise
        return [(op, op.gives[0][1]) for op in named]
    ways = [(item, op, n) for op in operators for item, n in op.gives if item in items]
    if not ways:
        ways = [(op.gives[0][0], op, op.gives[0][1]) for op in operators if _block(op) in items]
    ways.sort(key=lambda way: (plainness(way[0]), _oddness(way[1]), way[1].effort, way[1].name))
    return [(op, n) for _, op, n in ways]


def _moved(operator: Operator) -> Item:
    """The tool that is taken in hand, or the station that is placed or picked up."""
    return operator.equips or operator.places[0][0]


def _oddness(operator: Operator) -> int:
    """How unusual the ingredients are, so that sticks mean planks rather than bamboo."""
    return sum(min(plainness(item)[0] for item in need.any_of) for need in operator.takes)


def _comes_from(operator: Operator, origin: str) -> bool:
    """Whether an operator is the one that is told apart by `origin`; by nothing any is."""
    way = operator.origin
    return not origin or (way is not None and normal(origin) in (normal(origin_of(way)), _block(operator)))


def _block(operator: Operator) -> Item | None:
    return operator.origin.block if isinstance(operator.origin, Source) else None
