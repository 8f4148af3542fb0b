"""The command `craftproof`: runs it, and turns whatever happens into a message and an exit code.

0    a plan, or a clean verdict            3    a fault of craftproof
1    no plan, or an unsound one            4    the budget ran out without a plan
2    wrong usage or input                  130  interrupted
"""

from __future__ import annotations

import errno
import sys
from typing import TYPE_CHECKING

from .interrupt import INTERRUPTED, ignore, leave, stop_at_once

# Everything else is imported once Ctrl-C is taken care of.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..recipes.diagnostic import InputError

UNWRITABLE = frozenset({errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT})
"""Errors of a standard output that takes nothing; reading a file ends in others."""

FINE, REFUSED, MISUSED, FAULT, OUT_OF_BUDGET = 0, 1, 2, 3, 4


def main() -> None:
    """The entry point of the installed command."""
    stop_at_once()
    from .output import hold_open

    hold_open()
    code = run(sys.argv[1:])
    ignore()
    if code == INTERRUPTED:
        leave()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit code, whatever happens."""
    from ..recipes.diagnostic import InputError
    from .output import say, unwritten

    given = [a for a in arguments if a != "--debug"]
    try:
        return _dispatch(given)
    except InputError as error:
        return _told(error, given)
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except Exception as error:
        if isinstance(error, OSError) and error.errno in UNWRITABLE:
            return _told(unwritten(error), given)
        return _fault(error, given, debug=len(given) < len(arguments))


def _dispatch(arguments: list[str]) -> int:
    """Hand the arguments to the command they name; its result is the exit code."""
    from typer import Abort, TyperException

    from .app import app
    from .output import say, silence

    try:
        result: object = app(arguments or ["--help"], prog_name="craftproof", standalone_mode=False)
    except Abort:
        raise KeyboardInterrupt from None
    except TyperException as error:
        context = getattr(error, "ctx", None)
        say(f"error: {error.format_message()}")
        say(f"  hint: `{context.command_path if context else 'craftproof'} --help` tells what there is")
        return MISUSED
    except SystemExit:  # the one way there is: nobody reads the help any more
        silence()
        return FINE
    if result == INTERRUPTED:
        raise KeyboardInterrupt
    if not arguments:
        return MISUSED
    return result if isinstance(result, int) else FINE


def _told(error: InputError, arguments: Sequence[str]) -> int:
    """Tell a user's mistakes; what the library calls an argument is an option here, save the goals of a plan."""
    from dataclasses import replace

    from .output import say

    options = {"limits": "--limit", "leaves": "--leaf"} | ({} if "verify" in arguments[:1] else {"goal": ""})
    for diagnostic in error.diagnostics:
        name = diagnostic.argument
        say(f"error: {replace(diagnostic, argument=options.get(name, f'--{name}' if name else ''))}")
    return MISUSED


def _fault(error: Exception, arguments: list[str], *, debug: bool) -> int:
    """Own up to a fault of ours; the traceback only for who asks for it."""
    from .output import say

    say(f"craftproof failed, and this is its own fault: {type(error).__name__}: {error}")
    say("Please report it with the command and what `craftproof doctor` prints; `--debug` shows where it happened.")
    if debug:
        import traceback

        say(f"arguments: {arguments}")
        say("".join(traceback.format_exception(error)).rstrip())
    return FAULT
