"""The PDDL files say what the law says: checked by text, by unified-planning's reader, and against `fire` itself."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from craftproof.pddl.compile import compile_problem
from craftproof.pddl.model import Operator, Problem, State, Want, Wear
from craftproof.pddl.names import Names, identifier
from craftproof.pddl.planlines import print_plan, unroll
from craftproof.pddl.printer import print_domain, print_problem
from craftproof.pddl.task import Task, numeric_task
from craftproof.recipes.book import Book, Ingredient, ItemType, Recipe, Source, ToolNeed
from craftproof.recipes.diagnostic import InputError
from craftproof.recipes.rules import SURVIVAL
from craftproof.sim.fire import Run
from craftproof.sim.plan import Plan, Step
from hypothesis import given, settings
from hypothesis import strategies as st

PLAIN = (
    *("oak_log", "oak_planks", "birch_planks", "stick", "crafting_table", "cobblestone", "furnace", "stone", "coal"),
    *("lava_bucket", "bucket", "milk_bucket", "cake", "Stone", "9lives"),
)
PLANKS = Ingredient(("birch_planks", "oak_planks"))
PICKAXE = ((ToolNeed("pickaxe"),),)


def recipe(name: str, kind: str, takes: str, n: int = 1, station: str | None = None, burns: int = 0) -> Recipe:
    """`recipe("craft stick", "crafting", "2 planks", 4)`."""
    ingredients: list[Ingredient] = []
    for part in takes.split(", "):
        count, item = part.split()
        ingredients.append(Ingredient(PLANKS.any_of if item == "planks" else (item,), int(count)))
    return Recipe(name, kind, tuple(ingredients), ((name.split()[1], n),), station, burns=burns)


BOOK = Book(
    "1.16.5",
    items={
        **dict.fromkeys(PLAIN, ItemType()),
        "wooden_pickaxe": ItemType(1, 59, "pickaxe"),
    },
    tags={"planks": PLANKS.any_of},
    recipes=(
        recipe("craft oak_planks", "crafting", "1 oak_log", 4),
        recipe("craft stick", "crafting", "2 planks", 4),
        recipe("craft crafting_table", "crafting", "4 planks"),
        recipe("craft wooden_pickaxe", "crafting", "3 planks, 2 stick", 1, "crafting_table"),
        recipe("craft furnace", "crafting", "8 cobblestone", 1, "crafting_table"),
        recipe("smelt stone", "smelting", "1 cobblestone", 1, "furnace", 200),
        recipe("craft cake", "crafting", "3 milk_bucket"),
    ),
    sources=(
        Source("mine oak_log", "mine", (("oak_log", 1),), 60),
        Source("mine cobblestone from stone", "mine", (("cobblestone", 1),), 23, wears=PICKAXE),
    ),
    fuels={"coal": 1600, "oak_planks": 300, "lava_bucket": 20000},
    containers={"lava_bucket": "bucket", "milk_bucket": "bucket"},
)

SMALL = compile_problem(BOOK, SURVIVAL, State({"oak_log": 1, "birch_planks": 1}), [Want(("stick",), 4)], gather=False)

SMALL_DOMAIN = """\
; Minecraft 1.16.5, rules survival
(define (domain craftproof)
  (:requirements :strips :numeric-fluents :action-costs)
  (:functions
    (have_birch_planks)
    (have_oak_log)
    (have_oak_planks)
    (have_stick)
    (pool_planks)
    (total-cost)
  )
  ; allot birch_planks to planks
  (:action allot_birch_planks_to_planks
    :parameters ()
    :precondition (and (>= (have_birch_planks) 1))
    :effect (and (decrease (have_birch_planks) 1) (increase (pool_planks) 1))
  )
  ; allot oak_planks to planks
  (:action allot_oak_planks_to_planks
    :parameters ()
    :precondition (and (>= (have_oak_planks) 1))
    :effect (and (decrease (have_oak_planks) 1) (increase (pool_planks) 1))
  )
  ; craft oak_planks
  (:action craft_oak_planks
    :parameters ()
    :precondition (and (>= (have_oak_log) 1))
    :effect (and (decrease (have_oak_log) 1) (increase (have_oak_planks) 4))
  )
  ; craft stick
  (:action craft_stick
    :parameters ()
    :precondition (and (>= (pool_planks) 2))
    :effect (and (decrease (pool_planks) 2) (increase (have_stick) 4))
  )
)
"""

SMALL_PROBLEM = """\
(define (problem goal)
  (:domain craftproof)
  (:init
    (= (have_birch_planks) 1)
    (= (have_oak_log) 1)
    (= (have_oak_planks) 0)
    (= (have_stick) 0)
    (= (pool_planks) 0)
    (= (total-cost) 0)
  )
  (:goal (and (>= (have_stick) 4)))
  ; total-cost is gathering effort in ticks
  ; ties are not broken here; the criteria in order are effort, applications, distinct
  (:metric minimize (total-cost))
)
"""

MIXED = Plan(
    (
        Step("craft oak_planks", 1, ((("oak_log", 1),),)),
        Step("craft stick", 1, ((("birch_planks", 1), ("oak_planks", 1)),)),
    )
)

MIXED_LINES = """\
;;!domain: craftproof
;;!problem: goal
(craft_oak_planks)
(allot_birch_planks_to_planks)
(allot_oak_planks_to_planks)
(craft_stick)
; cost = 0 (effort)
"""

WORN = compile_problem(
    BOOK, SURVIVAL, State({"lava_bucket": 1, "wooden_pickaxe": 1, "oak_log": 3}, {"wooden_pickaxe": (1,)}),
    [Want(("stone",), 9)],
)  # fmt: skip

WORN_PLAN = Plan(
    (
        Step("craft oak_planks", 3, ((("oak_log", 3),),)),
        Step("craft stick", 1, ((("oak_planks", 2),),)),
        Step("craft crafting_table", 1, ((("oak_planks", 4),),)),
        Step("craft wooden_pickaxe", 1, ((("oak_planks", 3),), (("stick", 2),))),
        Step("mine cobblestone from stone", 17, (), ("wooden_pickaxe",)),
        Step("craft furnace", 1, ((("cobblestone", 8),),)),
        Step("smelt stone", 9, ((("cobblestone", 9),),), (), (("oak_planks", 1), ("lava_bucket", 1))),
    )
)


def test_a_small_problem_reads_like_this() -> None:
    assert print_domain(SMALL) == SMALL_DOMAIN
    assert print_problem(SMALL) == SMALL_PROBLEM
    assert print_plan(SMALL, MIXED) == MIXED_LINES


def test_order_of_input_never_matters() -> None:
    items = dict(reversed(BOOK.items.items()))
    book = replace(BOOK, recipes=BOOK.recipes[::-1], sources=BOOK.sources[::-1], items=items)
    other = compile_problem(book, SURVIVAL, WORN.have, WORN.want)
    assert print_domain(other) == print_domain(WORN)
    assert print_domain(other, full=True) == print_domain(WORN, full=True)
    assert print_problem(other) == print_problem(WORN)


@pytest.mark.parametrize("full", [False, True])
def test_parentheses_balance_and_identifiers_are_valid(full: bool) -> None:
    text = re.sub(";.*", "", print_domain(WORN, full=full) + print_problem(WORN, full=full))
    assert text.count("(") == text.count(")")
    names = re.findall(r"\(:action (\S+)", text) + re.findall(r"^    \((\S+)\)$", text, flags=re.MULTILINE)
    assert names
    assert all(re.fullmatch(r"[a-z][a-z0-9_-]*", name) for name in names)
    assert len(set(names)) == len(names)


def test_only_what_serves_the_goal_is_printed_unless_all_is_asked_for() -> None:
    assert "smelt_stone" not in print_domain(SMALL)
    assert "smelt_stone" in print_domain(SMALL, full=True)
    full = print_plan(SMALL, MIXED, full=True)
    assert full == MIXED_LINES


def test_names_that_pddl_takes_for_the_same_stay_apart() -> None:
    names = Names()
    given_out = [names.new(text) for text in ("coal:0", "coal_0", "Coal 0", "9lives", "x9lives", "日本")]
    assert given_out == ["coal_0", "coal_0_2", "coal_0_3", "x9lives", "x9lives_2", "x__"]
    assert identifier("have_oak-log") == "have_oak-log"
    capital = compile_problem(BOOK, SURVIVAL, State({"Stone": 1}), [Want(("Stone",)), Want(("stone",))])
    printed = print_domain(capital)
    assert "(have_stone) ; have Stone" in printed
    assert "(have_stone_2) ; have stone" in printed


def test_containers_come_back_with_the_application_and_a_worn_tool_breaks() -> None:
    lines = print_plan(WORN, WORN_PLAN).splitlines()
    mined = [line for line in lines if line.startswith("(mine_cobblestone")]
    assert "-breaks-" in mined[0]
    assert not any("-breaks-" in line for line in mined[1:])
    assert lines.count("(burn_oak_planks_in_furnace)") == 1
    assert lines.count("(smelt_stone-lighting-lava_bucket)") == 1
    assert lines[-1] == f"; cost = {17 * 23} (effort)"
    cake = compile_problem(BOOK, SURVIVAL, State({"milk_bucket": 3}), [Want(("cake",))])
    assert "(decrease (have_milk_bucket) 3) (increase (have_bucket) 3)" in print_domain(cake)


def test_the_metric_says_which_criterion_it_is() -> None:
    lines = replace(SMALL, cost=("lines", "applications"))
    assert "total-cost is the number of applications" in print_problem(lines)
    assert "the first criterion, lines, is no sum over actions" in print_problem(lines)
    assert print_plan(lines, MIXED).endswith("; cost = 2 (applications)\n")


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (Step("craft stick", 1, ((("oak_planks", 2),),)), "plan-step"),
        (Step("craft stick", 1, ((("oak_log", 2),),)), "plan-step"),
        (Step("craft stick", 10**9, ((("oak_planks", 2 * 10**9),),)), "plan-too-long"),
        (Step("smelt stone", 1), "plan-operator"),
    ],
)
def test_a_plan_that_does_not_run_is_refused(step: Step, code: str) -> None:
    with pytest.raises(InputError) as refused:
        print_plan(SMALL, Plan((step,)))
    assert [d.code for d in refused.value.diagnostics] == [code]


def test_unified_planning_reads_the_files_and_finds_the_plan_valid() -> None:
    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.engines.results import ValidationResultStatus
    from unified_planning.io import PDDLReader

    reader = PDDLReader()
    task = reader.parse_problem_string(print_domain(WORN), print_problem(WORN))
    assert len(task.actions) == len(numeric_task(WORN).actions)
    plan = reader.parse_plan_string(task, print_plan(WORN, WORN_PLAN))
    result = SequentialPlanValidator().validate(task, plan)
    assert result.status == ValidationResultStatus.VALID
    shorter = reader.parse_plan_string(task, print_plan(WORN, replace(WORN_PLAN, steps=WORN_PLAN.steps[:-1])))
    assert SequentialPlanValidator().validate(task, shorter).status == ValidationResultStatus.INVALID


# --- The files against the law: random operators, fired by both. -----------------------------------------------------

MATERIALS = ("a", "b", "c", "jar", "full_jar")
TOOLS = ("knife", "saw")
counts = st.integers(0, 4)


@st.composite
def operators(draw: st.DrawFn, number: int) -> Operator:
    """An operator that takes materials or one saw, may return a jar, wear a knife or saw, burn and be limited."""
    sets = st.lists(st.sampled_from(MATERIALS), min_size=1, max_size=3, unique=True).map(lambda m: tuple(sorted(m)))
    takes = [Ingredient(draw(sets), draw(st.integers(1, 3))) for _ in range(draw(st.integers(0, 2)))]
    wears: tuple[Wear, ...] = ()
    if draw(st.booleans()):
        wears = (Wear(tuple((t, draw(st.integers(0, 4))) for t in draw(st.sampled_from((TOOLS, ("knife",)))))),)
    elif draw(st.booleans()):
        takes.append(Ingredient(("saw",), draw(st.integers(1, 2))))
    return Operator(
        f"op {number}",
        "crafting",
        takes=tuple(takes),
        gives=((draw(st.sampled_from((*MATERIALS, *TOOLS))), draw(st.integers(1, 3))),),
        needs=tuple(Ingredient(draw(sets)) for _ in range(draw(st.integers(0, 1)))),
        wears=wears,
        returns=(("full_jar", "jar"),) if draw(st.booleans()) else (),
        burns=draw(st.sampled_from((0, 0, 150, 200))),
        pool="fire",
        limit=draw(st.sampled_from((None, None, 2))),
    )


@st.composite
def situations(draw: st.DrawFn) -> tuple[Problem, Plan]:
    """Two operators, a start with worn and protected pieces, and a plan bound at random."""
    ops = [draw(operators(n)) for n in range(2)]
    rules = replace(SURVIVAL, equip=draw(st.integers(0, 3)) == 3)
    if rules.equip:
        ops += [Operator(f"equip {t}", "equip", needs=(Ingredient((t,)),), equips=t) for t in TOOLS]
    if draw(st.integers(0, 3)) == 3:
        ops[0] = replace(ops[0], stands="b")
        ops.append(Operator("place b", "place", takes=(Ingredient(("b",)),), places=(("b", 1),)))
        ops.append(Operator("pickup b", "pickup", stands="b", gives=(("b", 1),), places=(("b", -1),)))
    stock = {i: draw(st.integers(0, 12)) for i in MATERIALS} | {t: draw(counts) for t in TOOLS}
    worn = {t: tuple(sorted(draw(st.lists(st.integers(1, 2), max_size=stock[t])))) for t in TOOLS}
    problem = Problem(
        book=Book("test", {i: ItemType() for i in (*MATERIALS, *TOOLS)}),
        rules=rules,
        have=State({i: n for i, n in stock.items() if n}, {t: w for t, w in worn.items() if w}, {"fire": draw(counts)}),
        want=(Want(("a",)),),
        operators={op.name: op for op in ops},
        fuels={"b": 80, "c": 200, "full_jar": 500},
        containers={"full_jar": "jar"},
        uses={"knife": 3, "saw": 4},
        stacks=dict.fromkeys((*MATERIALS, *TOOLS), 64),
        protected=frozenset(draw(st.sets(st.sampled_from(("jar", "b", *TOOLS))))),
    )
    return problem, Plan(tuple(draw(bound_steps(draw(st.sampled_from(ops)))) for _ in range(draw(st.integers(1, 8)))))


@st.composite
def bound_steps(draw: st.DrawFn, op: Operator) -> Step:
    """One step of `op` with members, tools and fuel chosen blindly."""
    times = draw(st.integers(1, 2))
    takes = tuple(
        tuple((draw(st.sampled_from(need.any_of)), 1) for _ in range(need.n * times)) for need in op.takes
    )  # fmt: skip
    tools = tuple(draw(st.sampled_from(wear.tools))[0] for wear in op.wears)
    fuel = tuple((draw(st.sampled_from(("b", "c", "full_jar"))), 1) for _ in range(3 * times if op.burns else 0))
    return Step(op.name, times, takes, tools, fuel)


def fire_bound(run: Run, step: Step, index: int) -> Step | None:
    """Fire `step` with just the fuel that really burns; `None` where the law refuses it."""
    for n in range(len(step.fuel), -1, -1):
        trial = replace(step, fuel=step.fuel[:n])
        finding = run.step(trial, index)
        if finding is None:
            return trial
        if finding.code != "fuel-surplus":
            return None
    return None


def refused(problem: Problem, task: Task, steps: list[Step]) -> bool:
    """Whether the printed task cannot run `steps`."""
    try:
        return not list(unroll(problem, task, Plan(tuple(steps)))) and bool(steps)
    except InputError:
        return True


def test_what_is_needed_held_may_burn_in_the_application_that_needs_it() -> None:
    op = Operator(
        "op 0", "crafting", (Ingredient(("c",)),), (("a", 1),), needs=(Ingredient(("b",)),), burns=150, pool="fire"
    )
    problem = Problem(
        book=Book("test", dict.fromkeys(MATERIALS, ItemType())),
        rules=SURVIVAL,
        have=State({"b": 2, "c": 4}),
        want=(Want(("a",)),),
        operators={"op 0": op},
        fuels={"b": 80, "c": 200},
        containers={},
        uses={},
        stacks=dict.fromkeys(MATERIALS, 64),
    )
    task = numeric_task(problem, full=True)
    for fuel, left in (("bb", 10), ("bc", 130), ("c", 50), ("cb", None)):
        step = Step("op 0", 1, takes=((("c", 1),),), fuel=tuple((item, 1) for item in fuel))
        law = Run(problem)
        assert (law.step(step, 0) is None) == (left is not None), fuel
        if left is None:
            continue
        values = dict(task.start)
        for action in unroll(problem, task, Plan((step,))):
            action.apply(values)
        assert values["ticks", "fire"] == left == law.state().ticks["fire"]
        assert values["have", "b"] == 2 - fuel.count("b")


@settings(max_examples=300, deadline=None)
@given(situations())
def test_the_files_accept_what_the_law_accepts_and_end_in_the_same_state(situation: tuple[Problem, Plan]) -> None:
    problem, plan = situation
    task, run, fired = numeric_task(problem, full=True), Run(problem), list[Step]()
    for step in plan.steps:
        bound = fire_bound(run, step, len(fired))
        if bound is None:
            assert refused(problem, task, [*fired, step])
        else:
            fired.append(bound)
    values = dict(task.start)
    for action in unroll(problem, task, Plan(tuple(fired))):
        for found in task.variants.values():
            assert all(sum(option.applicable(values) for option in options) <= 1 for options in found.values())
        action.apply(values)
    end = run.state()
    for (kind, item), n in values.items():
        held, worn = end.stock.get(item, 0), end.worn.get(item, ())
        if kind in ("have", "uses", "hand"):
            uses = sum(worn) + problem.uses.get(item, 0) * (held - len(worn))
            assert n == {"have": held, "uses": uses, "hand": int(end.hand == item)}[kind]
        if kind == "ticks":
            assert n == end.ticks.get("fire", 0)
        if kind in ("pool", "standing"):
            assert n == end.placed.get(item, 0)
