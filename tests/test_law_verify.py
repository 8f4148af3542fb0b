"""A verdict: every fault once, with where, what and how to mend it; goals, costs and sums."""

from __future__ import annotations

from dataclasses import replace

from craftproof.pddl.model import Want
from craftproof.recipes.library import bundled
from craftproof.recipes.rules import PRESETS
from craftproof.sim.fire import Run
from craftproof.sim.plan import Plan, Step
from craftproof.sim.verify import verify
from hypothesis import given
from hypothesis import strategies as st

from .law_text import codes, judge, plan, problem

TOOLS = """
    mine oak_log: -> 1 oak_log; effort 60
    mine cobblestone: -> 1 cobblestone; wears wooden_pickaxe|stone_pickaxe; effort 23
    craft oak_planks: 1 oak_log -> 4 oak_planks
    craft stick: 2 oak_planks|birch_planks -> 4 stick
    craft crafting_table: 4 oak_planks|birch_planks -> 1 crafting_table
    craft wooden_pickaxe: 3 oak_planks|birch_planks + 2 stick -> 1 wooden_pickaxe; needs crafting_table
    craft stone_pickaxe: 3 cobblestone + 2 stick -> 1 stone_pickaxe; needs crafting_table
    craft furnace: 8 cobblestone -> 1 furnace; needs crafting_table
    smelt glass: 1 sand -> 1 glass; needs furnace; burns 200
"""
STONE_PICKAXE = """
    mine oak_log x2
    craft oak_planks x3: 3 oak_log
    craft crafting_table x1: 4 oak_planks
    craft stick x1: 2 oak_planks
    craft wooden_pickaxe x1: 3 oak_planks / 2 stick
    mine cobblestone x3; with wooden_pickaxe
    craft stone_pickaxe x1: 3 cobblestone / 2 stick
"""


def test_a_sound_plan_and_its_sums():
    verdict = judge(TOOLS, STONE_PICKAXE, "1 oak_log", want="1 stone_pickaxe")
    assert verdict.sound
    assert verdict.end.stock == {"oak_planks": 3, "crafting_table": 1, "wooden_pickaxe": 1, "stone_pickaxe": 1}
    assert verdict.end.worn == {"wooden_pickaxe": (56,)}
    assert verdict.cost == (2 * 60 + 3 * 23, 12, 7)
    assert verdict.gathered == {"oak_log": 2, "cobblestone": 3}
    assert verdict.used == {"oak_log": 3, "oak_planks": 9, "stick": 4, "cobblestone": 3}
    assert verdict.made["oak_planks"] == 12
    assert verdict.wear == {"wooden_pickaxe": 3}
    assert len(verdict.after) == 7
    assert verdict.after[0].stock == {"oak_log": 3}


def test_independent_faults_are_all_found_and_what_follows_from_them_is_not():
    text = """
        mine cobblestone x11; with wooden_pickaxe
        craft furnace x1: 8 cobblestone
        smelt glass x2: 2 sand; burn 1 coal
        craft stone_pickaxe x1: 3 cobblestone / 2 stick
        craft no_such_thing x1
    """
    verdict = judge(TOOLS, text, "1 coal, 2 sand", want="1 stone_pickaxe")
    assert codes(verdict) == [(0, 0, "tool", 1), (1, 0, "need", 1), (3, 0, "short", 2), (4, 0, "operator", 0)]


def test_what_is_short_is_short_for_the_rest_of_the_step():
    verdict = judge(TOOLS, "craft oak_planks x5: 5 oak_log", "2 oak_log")
    finding = verdict.findings[0]
    assert (finding.code, finding.application, finding.items, finding.short) == ("short", 2, ("oak_log",), 3)
    assert finding.message == "step 1 (craft oak_planks): 3 oak_log short (has 0, needs 3)"
    assert finding.mend.action == "insert"
    assert finding.mend.text == "make 3 oak_log before step 1"
    assert verdict.end.stock == {"oak_planks": 20}


def test_a_fault_that_nothing_can_make_up_for_has_to_be_there():
    finding = judge(TOOLS, "smelt glass x1: 1 sand; burn 1 coal", "1 furnace, 1 coal").findings[0]
    assert (finding.mend.action, finding.mend.text) == ("gather", "have 1 sand before step 1")


def test_goals_hold_at_the_end_all_together():
    have = "4 oak_planks, 1 birch_planks"
    text = "craft stick x1: 2 oak_planks"
    assert judge(TOOLS, text, have, want="4 stick, 3 oak_planks|birch_planks").sound
    verdict = judge(TOOLS, text, have, want="5 stick, 4 oak_planks|birch_planks")
    assert [(f.code, f.step, f.short) for f in verdict.findings] == [("goal", -1, 1), ("goal", -1, 1)]
    new = replace(problem(TOOLS, "4 stick, 2 oak_planks"), want=(Want(("stick",), 4, "new"),))
    assert verify(new, plan(text)).sound
    assert verify(new, plan("")).findings[0].short == 4


def test_what_is_to_be_kept_is_there_at_the_end():
    text = "craft stick x1: 2 oak_planks"
    assert judge(TOOLS, text, "2 oak_planks", keep="1 stick").sound
    verdict = judge(TOOLS, text, "2 oak_planks", keep="2 oak_planks")
    assert [(f.code, f.items, f.short) for f in verdict.findings] == [("keep", ("oak_planks",), 2)]


def test_a_worn_tool_counts_for_a_goal():
    text = "mine cobblestone x3; with wooden_pickaxe"
    assert judge(TOOLS, text, "1 wooden_pickaxe", want="1 wooden_pickaxe").sound


def test_moves_are_lines_but_neither_applications_nor_operators_of_the_cost():
    recipes = TOOLS + "\n equip wooden_pickaxe: -> ; needs wooden_pickaxe; equips wooden_pickaxe"
    text = "equip wooden_pickaxe x1 \n mine cobblestone x3; with wooden_pickaxe"
    problem_ = problem(recipes, "1 wooden_pickaxe", equip=True)
    verdict = verify(replace(problem_, cost=("lines", "applications", "distinct")), plan(text))
    assert verdict.sound
    assert verdict.cost == (2, 3, 1)


def test_every_fault_of_a_plan_has_words_and_a_mend():
    text = """
        craft furnace x0
        craft stick x1: 1 oak_planks
        mine cobblestone x99; with wooden_pickaxe
        smelt glass x9: 9 sand; burn 1 coal
        craft nothing x1
    """
    verdict = judge(TOOLS, text, "1 wooden_pickaxe, 1 coal", want="99 furnace", keep="1 coal")
    assert len(verdict.findings) > 6
    for finding in verdict.findings:
        assert finding.message
        assert finding.mend is not None
        assert finding.mend.text


def test_limits_of_an_item_count_over_all_its_sources():
    recipes = "mine sand: -> 2 sand \n mine sand beach: -> 2 sand"
    limited = replace(problem(recipes), limits={"sand": 5})
    text = "mine sand x1 \n mine sand beach x2"
    assert codes(verify(limited, plan(text))) == [(1, 1, "limit", 1)]
    assert verify(replace(limited, limits={"sand": 6}), plan(text)).sound


def test_the_worked_example_holds_on_the_bundled_book():
    from craftproof.pddl.compile import compile_problem
    from craftproof.pddl.model import State
    from craftproof.recipes.rules import SURVIVAL
    from craftproof.sim.lists import verify_list

    lines = "mine oak_log 2, craft oak_planks 12, craft crafting_table 1, craft stick 4, craft wooden_pickaxe 1"
    lines += ", mine cobblestone 3, craft stone_pickaxe 1"
    asked = compile_problem(bundled("1.16.5"), SURVIVAL, State({"oak_log": 1}), [Want(("stone_pickaxe",))])
    verdict = verify_list(asked, lines.replace(", ", "\n"))
    assert verdict.sound
    assert verdict.end.stock == {"oak_planks": 3, "crafting_table": 1, "wooden_pickaxe": 1, "stone_pickaxe": 1}
    assert verdict.wear == {"wooden_pickaxe": 3}


@st.composite
def random_steps(draw):
    """Steps of `TOOLS` that may or may not fit together, bound well or badly, some of them huge."""
    operators = problem(TOOLS).operators
    out = []
    for name in draw(st.lists(st.sampled_from([*sorted(operators), "craft nothing"]), min_size=1, max_size=6)):
        times = draw(st.sampled_from((0, 1, 2, 7, 70, 10**9, 10**12)))
        takes = [] if name == "craft nothing" else operators[name].takes
        members = [draw(st.sampled_from((*need.any_of, "stick"))) for need in takes]
        amounts_ = tuple(((item, need.n * times),) for item, need in zip(members, takes, strict=True))
        tools = tuple(draw(st.lists(st.sampled_from(("wooden_pickaxe", "stone_pickaxe", "stick")), max_size=1)))
        fuel = tuple(
            draw(st.lists(st.tuples(st.sampled_from(("coal", "stick", "sand")), st.integers(0, 99)), max_size=2))
        )
        out.append(Step(name, times, amounts_, tools, fuel))
    return Plan(tuple(out))


@given(random_steps(), st.sampled_from(sorted(PRESETS)))
def test_the_first_finding_is_what_stops_the_plan(plan_, preset):
    have = "9 oak_log, 40 oak_planks, 5 birch_planks, 1 crafting_table, 1 furnace, 30 sand, 9 coal, 1 wooden_pickaxe@12"
    asked = replace(problem(TOOLS, have, protect="furnace wooden_pickaxe"), rules=PRESETS[preset])
    verdict = verify(asked, plan_)
    run = Run(asked)
    stops = next(filter(None, (run.step(step, index) for index, step in enumerate(plan_.steps))), None)
    assert verdict.findings[:1] == ((stops,) if stops else ())
    assert all(n > 0 for state in verdict.after for n in state.stock.values())
