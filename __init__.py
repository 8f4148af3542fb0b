"""craftproof: material plans for Minecraft that a simulator has already executed, with a proof of how good they are.

>>> import craftproof
>>> answer = craftproof.plan("stick=4", have={"oak_log": 1})
>>> [(step.operator, step.applications) for step in answer.plan.steps]
[('craft oak_planks', 1), ('craft stick from planks', 1)]
>>> craftproof.verify(answer.problem, answer.plan).sound
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine.api import book as book
    from .engine.api import plan as plan
    from .engine.api import plan_many as plan_many
    from .engine.api import problem as problem
    from .engine.explain import explain as explain
    from .engine.report import report as report
    from .pddl.model import Problem as Problem
    from .pddl.model import State as State
    from .pddl.model import Want as Want
    from .recipes.book import Book as Book
    from .recipes.diagnostic import CraftproofError as CraftproofError
    from .recipes.diagnostic import Diagnostic as Diagnostic
    from .recipes.diagnostic import InputError as InputError
    from .recipes.native import load_book as load_book
    from .recipes.native import save_book as save_book
    from .recipes.rules import PRESETS as PRESETS
    from .recipes.rules import Rules as Rules
    from .sim.answer import Answer as Answer
    from .sim.answer import Bound as Bound
    from .sim.answer import Feasible as Feasible
    from .sim.answer import Impossible as Impossible
    from .sim.answer import Optimal as Optimal
    from .sim.answer import Unknown as Unknown
    from .sim.certificate import check as check
    from .sim.plan import Finding as Finding
    from .sim.plan import Plan as Plan
    from .sim.plan import Step as Step
    from .sim.plan import Verdict as Verdict
    from .sim.planfile import load_plan as load_plan
    from .sim.verify import verify as verify

__version__ = "0.1.0"

_HOMES = {
    ".engine.api": ("book", "plan", "plan_many", "problem"),
    ".engine.explain": ("explain",),
    ".engine.report": ("report",),
    ".pddl.model": ("Problem", "State", "Want"),
    ".recipes.book": ("Book",),
    ".recipes.diagnostic": ("CraftproofError", "Diagnostic", "InputError"),
    ".recipes.native": ("load_book", "save_book"),
    ".recipes.rules": ("PRESETS", "Rules"),
    ".sim.answer": ("Answer", "Bound", "Feasible", "Impossible", "Optimal", "Unknown"),
    ".sim.certificate": ("check",),
    ".sim.plan": ("Finding", "Plan", "Step", "Verdict"),
    ".sim.planfile": ("load_plan",),
    ".sim.verify": ("verify",),
}
"""Where each public name lives; a module is imported when one of its names is first asked for."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"craftproof has no {name!r}; its public names are {', '.join(sorted(_HOME))}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_HOME, "__version__"])
