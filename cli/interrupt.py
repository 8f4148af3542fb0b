"""What Ctrl-C does: it ends the command at once, save where work is under way whose best so far is worth telling.

An exception in the middle of an import is printed as a traceback, or lost; so there is none until one is waited for.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager

INTERRUPTED = 130


def stop_at_once() -> None:
    """From now on Ctrl-C ends the process with code 130."""
    signal.signal(signal.SIGINT, _stop)


def ignore() -> None:
    """From now on Ctrl-C does nothing: there is only the interpreter's own end left."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def leave() -> None:
    """End the process now: the threads of a solver that was interrupted would not survive the interpreter's end."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # pyright: ignore[reportUnnecessaryComparison]  # what Python sets where it is closed
            stream.flush()
    os._exit(INTERRUPTED)


@contextmanager
def heard() -> Generator[None]:
    """In here Ctrl-C raises `KeyboardInterrupt`, also after `stop_at_once`."""
    if signal.getsignal(signal.SIGINT) is not _stop:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, _stop)


def _stop(*_: object) -> None:
    try:
        os.write(2, b"interrupted\n")
    finally:
        os._exit(INTERRUPTED)
