"""Where text goes: data to standard output or a file, everything else to standard error."""

from __future__ import annotations

import os
import re
import sys
import textwrap
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from ..recipes.diagnostic import Diagnostic, InputError
from .interrupt import heard

WIDTH = 80
"""Columns where there is no terminal to ask."""
NARROWEST = 40
_QUOTED = re.compile(r" +\d* +\| ")  # a line of the user's text in a diagnostic, or the caret under it


def emit(text: str, file: Path | None = None) -> None:
    """Write data, ending in a line end: to `file`, else to standard output, in colours where that is a terminal.

    Raises `InputError` where it cannot be written.
    """
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
    except OSError as error:
        raise unwritten(error) from None
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def unwritten(error: OSError) -> InputError:
    """The mistake of a standard output that takes nothing: a full disk, a closed stream."""
    silence()
    hint = "make room, or name a file with -o"
    return InputError([Diagnostic("output", f"standard output cannot be written: {error.strerror}", hint)])


def hold_open() -> None:
    """Put something in the place of a standard output that was closed: it fails when it is written, as others do, and
    no file gets its number."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison]  # what Python sets where it is closed
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")


def say(text: str) -> None:
    """Write a remark, a diagnostic or progress, wrapped where there is a width to wrap to; whole lines otherwise, which
    programs can match. Where nobody can read it, nothing happens."""
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]  # what Python sets where it is closed
        return
    if width := _asked_width(sys.stderr):
        text = "\n".join(line if _QUOTED.match(line) else _filled(line, width) for line in text.split("\n"))
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
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
    """Say that `what` is going on, and how to stop it, when it lasts longer than `after` seconds on a terminal.

    In here Ctrl-C is heard, so that what is done so far is not lost.
    """
    if sys.stderr is None or not sys.stderr.isatty():  # pyright: ignore[reportUnnecessaryComparison]  # closed
        with heard():
            yield
        return
    timer = threading.Timer(after, say, [f"{what} … (Ctrl-C stops)"])
    timer.daemon = True
    timer.start()
    try:
        with heard():
            yield
    finally:
        timer.cancel()


def wrapped(line: str, indent: str) -> str:
    """`line` in as many columns as standard output has, the lines after the first indented."""
    return _fill(line, _asked_width(sys.stdout) or WIDTH, indent)


def _asked_width(stream: TextIO) -> int:
    """The columns of the terminal that `stream` is, or that `COLUMNS` asks for; 0 where neither says."""
    asked = os.environ.get("COLUMNS", "")
    width = int(asked) if re.fullmatch("[1-9][0-9]{0,5}", asked) else 0
    if not width and stream.isatty():
        with suppress(OSError):
            width = os.get_terminal_size(stream.fileno()).columns
    return max(width, NARROWEST) if width else 0


def _filled(line: str, width: int) -> str:
    """A remark or a line of a diagnostic, wrapped under itself."""
    return _fill(line, width, " " * (len(line) - len(line.lstrip()) + 2)) if line.strip() else line


def _fill(line: str, width: int, indent: str) -> str:
    return textwrap.fill(
        line,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
