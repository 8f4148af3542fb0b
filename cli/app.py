"""The commands and their options. What they do is in the file of each command; this is the table of contents."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import partial as bind
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ..recipes.library import DEFAULT_VERSION
from . import complete

EXAMPLES = """\b
Examples:
  craftproof plan diamond_pickaxe
  craftproof plan stick=4 torch=8 --have oak_log=3 --have coal=1
  craftproof plan stone_pickaxe --have oak_log=1 --format json
  craftproof explain stone_pickaxe --have oak_log=1
  craftproof recipes iron_ingot
  craftproof items pickaxe
"""

app = typer.Typer(
    name="craftproof",
    help="Material plans for Minecraft that a simulator has already executed, with a proof of how good they are.",
    epilog=EXAMPLES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)


class PlanFormat(StrEnum):
    """How a plan is written."""

    text = "text"
    json = "json"
    pddl = "pddl"


class Format(StrEnum):
    """How anything else is written."""

    text = "text"
    json = "json"


Have: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--have",
        metavar="ITEM[=N]|@FILE",
        help="What is held; again for more, or a file of it. wooden_pickaxe@12: with 12 uses left.",
        autocompletion=complete.items,
    ),
]
Mc: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--mc",
        metavar="VERSION",
        help=f"Version of the game; default: {DEFAULT_VERSION}, or the one that the rules describe.",
        autocompletion=complete.versions,
    ),
]
RulesName: TypeAlias = Annotated[
    str, typer.Option("--rules", metavar="PRESET|FILE", help="Rules of play.", autocompletion=complete.presets)
]
Books: TypeAlias = Annotated[
    list[Path] | None, typer.Option("--book", metavar="FILE", help="This book, or version, instead of the bundled one.")
]
Packs: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--pack", metavar="PATH", help="Laid over the book: overlay, data pack, mod …; again for more."),
]


def _maps(paths: list[Path] | None) -> list[Path] | None:
    from ..recipes.kinds import expect_maps

    expect_maps(paths or ())
    return paths


Maps: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--map", metavar="FILE", help="How to read recipe types of mods; again for more.", callback=_maps),
]
Banned: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--ban", metavar="NAME", help="Never make this item, or never do this: an id that `recipes` prints."),
]
MaxNodes: TypeAlias = Annotated[
    int | None,
    typer.Option("--max-nodes", metavar="N", min=0, help="Cases that a proof may take, not a time; 0: no proof."),
]
Written: TypeAlias = Annotated[Format, typer.Option("--format", help="How it is written.")]
Output: TypeAlias = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write there instead of to standard output.")
]


def _version(asked: bool) -> None:
    if asked:
        from .. import __version__
        from .output import emit

        emit(f"craftproof {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="With a traceback if craftproof itself fails.")] = False,
) -> None:
    """Options of the command itself."""


@app.command(short_help="Plan how to come by items, and prove how good it is.")
def plan(
    goals: Annotated[
        list[str],
        typer.Argument(metavar="ITEM[=N]", help="What is to be held at the end.", autocompletion=complete.items),
    ],
    have: Have = None,
    mc: Mc = None,
    rules: RulesName = "survival",
    book: Books = None,
    pack: Packs = None,
    map_: Maps = None,
    new: Annotated[bool, typer.Option("--new", help="That many more than are held.")] = False,
    no_gather: Annotated[bool, typer.Option("--no-gather", help="Take nothing from the world.")] = False,
    limit: Annotated[
        list[str] | None, typer.Option("--limit", metavar="ITEM=N", help="Gather at most so many; again for more.")
    ] = None,
    keep: Annotated[
        list[str] | None, typer.Option("--keep", metavar="ITEM[=N]", help="Must be held at the end as well.")
    ] = None,
    ban: Annotated[
        list[str] | None,
        typer.Option(
            "--ban", metavar="NAME", help="Never make this item, or never do this (an id that `recipes` prints)."
        ),
    ] = None,
    prefer: Annotated[
        list[str] | None, typer.Option("--prefer", metavar="NAME", help="Where equal, take this.")
    ] = None,
    cost: Annotated[
        str | None, typer.Option("--cost", metavar="NAMES", help="effort,applications,distinct,lines: least first.")
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="SECONDS", help="Time for the plan and a proof; default: 5 s for a proof."),
    ] = None,
    max_nodes: MaxNodes = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Of an impossible goal, plan as much as can be made.")
    ] = False,
    leaf: Annotated[
        list[str] | None, typer.Option("--leaf", metavar="ITEM", help="What may be called missing; again for more.")
    ] = None,
    form: Annotated[PlanFormat, typer.Option("--format", help="How it is written.")] = PlanFormat.text,
    output: Output = None,
) -> int:
    """Plan how to come by items: gathered, made, checked, with a proof of how good the plan is."""
    from ..engine.find import find_rules, implied
    from ..engine.request import Request
    from .books import laid
    from .plan import planned, seconds

    request = Request(
        goal=goals,
        have=have or (),
        new=new,
        limits=limit or (),
        keep=keep or (),
        ban=ban or (),
        prefer=prefer or (),
        gather=not no_gather,
        cost=cost,
        leaves=leaf,
    )
    version, said = implied(mc, rules, book or ())
    request = replace(request, remark=said)
    of = bind(laid, version, book or (), map_ or (), pack or ())
    files = [str(path) for path in (*(book or ()), *(map_ or ()), *(pack or ()))]
    time = seconds(budget)
    return planned(of, bind(find_rules, rules), request, time, form.value, output, files, partial, max_nodes)


@app.command(short_help="Tell why a plan is what it is: other ways, what binds.")
def explain(
    goals: Annotated[
        list[str],
        typer.Argument(
            metavar="ITEM[=N]…|REPORT",
            help="What is to be held at the end; or a saved report (.json; -: standard input).",
            autocompletion=complete.items,
        ),
    ],
    have: Have = None,
    mc: Mc = None,
    rules: RulesName = "survival",
    book: Books = None,
    pack: Packs = None,
    map_: Maps = None,
    new: Annotated[bool, typer.Option("--new", help="That many more than are held.")] = False,
    no_gather: Annotated[bool, typer.Option("--no-gather", help="Take nothing from the world.")] = False,
    limit: Annotated[
        list[str] | None, typer.Option("--limit", metavar="ITEM=N", help="Gather at most so many; again for more.")
    ] = None,
    keep: Annotated[
        list[str] | None, typer.Option("--keep", metavar="ITEM[=N]", help="Must be held at the end as well.")
    ] = None,
    ban: Annotated[
        list[str] | None,
        typer.Option(
            "--ban", metavar="NAME", help="Never make this item, or never do this (an id that `recipes` prints)."
        ),
    ] = None,
    prefer: Annotated[
        list[str] | None, typer.Option("--prefer", metavar="NAME", help="Where equal, take this.")
    ] = None,
    cost: Annotated[
        str | None, typer.Option("--cost", metavar="NAMES", help="effort,applications,distinct,lines: least first.")
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="SECONDS", help="Time for the plan, and as much to prove the others."),
    ] = None,
    max_nodes: MaxNodes = None,
    form: Written = Format.text,
    output: Output = None,
) -> int:
    """Tell why a plan is what it is: the ways it takes and the others, what binds, what its bound is made of."""
    from ..engine.find import find_rules, implied
    from ..engine.request import Request
    from .books import laid
    from .explain import explained_answer, explained_report, is_report
    from .plan import seconds

    request = Request(
        goal=goals,
        have=have or (),
        new=new,
        limits=limit or (),
        keep=keep or (),
        ban=ban or (),
        prefer=prefer or (),
        gather=not no_gather,
        cost=cost,
    )
    packs = [*(map_ or ()), *(pack or ())]
    if is_report(goals):
        asked = mc is not None or rules != "survival" or replace(request, goal=()) != Request(())
        return explained_report(book or (), packs, goals, asked, seconds(budget), form.value, output, max_nodes)
    version, said = implied(mc, rules, book or ())
    request = replace(request, remark=said)
    of = bind(laid, version, book or (), map_ or (), pack or ())
    files = [str(path) for path in (*(book or ()), *packs)]
    return explained_answer(of, bind(find_rules, rules), request, seconds(budget), form.value, output, files, max_nodes)


@app.command(short_help="Execute a plan by the law and list what is wrong with it.")
def verify(
    plan: Annotated[
        str, typer.Argument(metavar="PLAN", help="A plan file, a report or a list of steps; -: standard input.")
    ],
    goal: Annotated[list[str] | None, typer.Option("--goal", metavar="ITEM[=N]", help="What the plan is for.")] = None,
    have: Have = None,
    mc: Annotated[str | None, typer.Option("--mc", metavar="VERSION", help="Version; default: the plan's.")] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="PRESET|FILE", help="Rules of play; default: the plan's.")
    ] = None,
    book: Books = None,
    pack: Packs = None,
    map_: Maps = None,
    fuel: Annotated[
        list[str] | None,
        typer.Option(
            "--fuel", metavar="ITEM", help="What a list of steps burns, in this order; none: burning costs nothing."
        ),
    ] = None,
    form: Written = Format.text,
    output: Output = None,
) -> int:
    """Execute a plan by the law: sound, or everything that is wrong with it and how to mend that."""
    from ..engine.judge import Case
    from .books import account
    from .verify import verified

    packs = [*(map_ or ()), *(pack or ())]
    case = Case(goal or (), have or (), mc, rules, book or (), packs, fuel or (), tell=account)
    return verified(plan, case, form.value, output)


@app.command("check", short_help="Check every claim of a report anew: plan, bound, proof.")
def check_report(
    report: Annotated[
        str, typer.Argument(metavar="REPORT", help="What `plan --format json` wrote; -: standard input.")
    ],
    book: Books = None,
    pack: Packs = None,
    map_: Maps = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 1 also for what nothing proves.")] = False,
    states: Annotated[
        int, typer.Option("--max-states", min=1, metavar="N", help="So many states are searched at most.")
    ] = 40_000,
    form: Written = Format.text,
    output: Output = None,
) -> int:
    """Check every claim of a report anew, by code that shares nothing with the planner."""
    from .check import checked

    return checked(report, book or (), [*(map_ or ()), *(pack or ())], strict, states, form.value, output)


@app.command(short_help="Show every way to make or gather an item, and its uses.")
def recipes(
    item: Annotated[str, typer.Argument(metavar="ITEM", help="An item or a tag.", autocompletion=complete.items)],
    mc: Mc = None,
    book: Books = None,
    pack: Packs = None,
    map_: Maps = None,
    form: Written = Format.text,
    output: Output = None,
) -> int:
    """Show every way to make or gather an item, and what it is used for."""
    from .books import laid
    from .look import recipes_of

    return recipes_of(laid(mc, book or (), map_ or (), pack or ()), item, form.value, output)


@app.command(short_help="List the items of the book.")
def items(
    pattern: Annotated[
        str | None,
        typer.Argument(metavar="[PATTERN]", help="A part of names, a pattern with * and ?, or words for a thing."),
    ] = None,
    unobtainable: Annotated[
        bool, typer.Option("--unobtainable", help="Only what cannot be obtained, and why.")
    ] = False,
    mc: Mc = None,
    book: Books = None,
    pack: Packs = None,
    map_: Maps = None,
    form: Written = Format.text,
    output: Output = None,
) -> int:
    """List the items of the book."""
    from .books import laid
    from .look import items_like

    return items_like(laid(mc, book or (), map_ or (), pack or ()), pattern, unobtainable, form.value, output)


@app.command(short_help="Check that everything needed is there and works.")
def doctor(form: Written = Format.text, output: Output = None) -> int:
    """Check that everything craftproof needs is there and works."""
    from .doctor import examined

    return examined(form.value, output)


books = typer.Typer(name="book", help="Check books and packs, and compare them.", rich_markup_mode=None)
app.add_typer(books)


@books.command(short_help="Load a book, an overlay or a pack; tell what is in it and what is wrong.")
def check(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A book, an overlay, a data pack, a mod, …")],
    mc: Mc = None,
    map_: Maps = None,
    form: Written = Format.text,
    output: Output = None,
) -> int:
    """Load a book, or an overlay or pack over the book of a version: what is in it, and everything that is wrong."""
    from .books import checked

    return checked(path, mc, map_ or (), form.value, output)


@books.command(short_help="Tell what changed between two books, versions or packs.")
def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A version, a book, an overlay or a pack.")],
    after: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    mc: Mc = None,
    map_: Maps = None,
    form: Written = Format.text,
    output: Output = None,
) -> int:
    """Tell what changed from A to B: what was added, removed, changed or renamed, section by section."""
    from .books import differed

    return differed(before, after, mc, map_ or (), form.value, output)
