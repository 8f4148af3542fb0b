"""Where text goes: data to standard output or a file, everything else to standard error."""

from __future__ import annotations

import os
import sys
import textwrap
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from ..recipes.diagnostic import Diagnostic, InputError

WIDTH = 80


def emit(text: str, file: Path | None = None) -> None:
    """Write data, ending in a line end: to `file`, else to standard output, in colours where that is a terminal."""
    text = text.rstrip("\n") + "\n"
    if file is not None:
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            hint = "name a file in a folder that can be written to"
            raise InputError([Diagnostic("output", f"cannot be written: {error.strerror}", hint, str(file))]) from None
        return
    try:
        if coloured(sys.stdout.isatty()):
            _emit_coloured(text)
        else:
            sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        silence()
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def say(text: str) -> None:
    """Write a remark, a diagnostic or progress."""
    try:
        print(text, file=sys.stderr, flush=True)
    except BrokenPipeError:
        pass
    except UnicodeEncodeError:
        print(text.encode("ascii", "backslashreplace").decode(), file=sys.stderr, flush=True)


def coloured(terminal: bool) -> bool:
    """Whether to use colours: on a terminal that can, unless `NO_COLOR` is set to anything."""
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def silence() -> None:
    """Nobody reads standard output any more: let the interpreter's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _emit_coloured(text: str) -> None:
    from rich.console import Console
    from rich.text import Text

    marked = Text(text, end="")
    marked.highlight_regex(r"(?m)^(optimal|feasible|sound)\b", "bold green")
    marked.highlight_regex(r"(?m)^(impossible|unsound)\b", "bold red")
    marked.highlight_regex(r"(?m)^unknown\b", "bold yellow")
    marked.highlight_regex(r"(?m)^[A-Z][a-z ]+$", "bold")
    marked.highlight_regex(r"(?m)^ *\d+\. ", "dim")
    marked.highlight_regex(r" x\d+\b", "cyan")
    Console(soft_wrap=True).print(marked, end="")


@contextmanager
def patience(what: str, after: float = 1.0) -> Generator[None]:
    """Say that `what` is going on, and how to stop it, when it lasts longer than `after` seconds on a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(after, say, [f"{what} … (Ctrl-C stops)"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def wrapped(line: str, indent: str) -> str:
    """`line` in at most 80 columns, the lines after the first indented."""
    return textwrap.fill(
        line,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
