"""Collecting mistakes, so that all of one input are told together."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from .diagnostic import Diagnostic, InputError

T = TypeVar("T")


class Mistakes:
    """The mistakes found so far, in `faults`; `finish` raises them."""

    def __init__(self) -> None:
        self.faults: list[Diagnostic] = []

    def attempt(self, read: Callable[[], T], otherwise: T) -> T:
        """`read()`, or `otherwise` after noting its mistakes."""
        try:
            return read()
        except InputError as error:
            self.faults += error.diagnostics
            return otherwise

    @contextmanager
    def about(self, argument: str) -> Generator[None]:
        """Mistakes found in here that no file is to blame for are those of an argument."""
        before = len(self.faults)
        yield
        self.faults[before:] = [
            fault if fault.file or fault.argument else replace(fault, argument=argument)
            for fault in self.faults[before:]
        ]

    def finish(self) -> None:
        """Raises every mistake that was found, each once."""
        if self.faults:
            raise InputError(list(dict.fromkeys(self.faults)))
