# SPDX-License-Identifier: Apache-2.0

"""The lines and branches of a function and its helpers, and which of them calls reach."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any

from rapids_udfs.testing.python_udfs.constants import codes, functions

Arc = tuple[CodeType, int, int]
"""Two lines of a code object that are executed one after the other."""
_STEPS = 20_000
_SHOWN = 12


class TooLongError(BaseException):
    """A call that executes too many lines for a test."""


class Coverage:
    """Calls a function and records the lines it reaches, its own and those of the user's helpers.

    Attributes:
        arcs: what calls have reached so far.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._codes = {code for of in functions(function) for code in codes(of)}
        self.arcs: set[Arc] = set()
        self._lines = {(c, n) for c in self._codes for n in _lines(c)}
        self._branches = {arc for code in self._codes for arc in _branches(code)}

    def call(self, arguments: tuple[Any, ...]) -> bool:
        """Call the function; return whether it reaches something new.

        Raises:
            TooLongError: the call executed too many lines.
        """
        seen: set[Arc] = set()
        steps = 0

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            code, last = frame.f_code, -1

            def local(frame: FrameType, event: str, _: Any) -> Any:
                nonlocal last, steps
                if event == "line":
                    steps += 1
                    if steps > _STEPS:
                        raise TooLongError
                    seen.add((code, last, frame.f_lineno))
                    last = frame.f_lineno
                elif event == "exception":
                    seen.add((code, last, -2))
                return local

            return local if code in self._codes else None

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            with suppress(Exception):  # exceptions are results, too
                self._function(*arguments)
        finally:
            sys.settrace(before)
        is_new = not seen <= self.arcs
        self.arcs |= seen
        return is_new

    @property
    def lines(self) -> tuple[int, int]:
        """The number of lines that calls have reached, and of all lines."""
        return len(self._lines) - len(self._missed()), len(self._lines)

    @property
    def branches(self) -> tuple[int, int]:
        """The number of exits of conditions and loops that calls have taken, and of all exits."""
        return len(self._branches & self.arcs), len(self._branches)

    @property
    def missed_lines(self) -> list[int]:
        """The lines that no call has reached."""
        return sorted({line for _, line in self._missed()})

    @property
    def missed_branches(self) -> list[tuple[int, int]]:
        """The branches of reached conditions that were not taken: from which line to which."""
        reached = {(code, line) for code, _, line in self.arcs}
        missed = self._branches - self.arcs
        return sorted({(a, b) for code, a, b in missed if (code, a) in reached})

    def __str__(self) -> str:
        missed = _but(self.missed_lines)
        lines = f"  lines     {self.lines[0]} of {self.lines[1]} reached{missed}"
        missed = _but([f"{a} to {b}" for a, b in self.missed_branches])
        return f"{lines}\n  branches  {self.branches[0]} of {self.branches[1]} taken{missed}"

    def _missed(self) -> set[tuple[CodeType, int]]:
        return self._lines - {(code, line) for code, _, line in self.arcs}


def _but(items: Sequence[object]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return f"; not {', '.join(map(str, items[:_SHOWN]))}{more}" if items else ""


def _lines(code: CodeType) -> set[int]:
    return {
        line
        for _, _, line in code.co_lines()
        if line is not None and (line != code.co_firstlineno or code.co_name == "<lambda>")
    }


def _branches(code: CodeType) -> set[Arc]:
    """The conditional jumps that lead to another line."""
    line_at = {offset: line for a, b, line in code.co_lines() for offset in range(a, b)}
    branches: set[Arc] = set()
    for instruction, following in pairwise(dis.get_instructions(code)):
        name, here = instruction.opname, line_at.get(instruction.offset)
        if ("JUMP" in name and "_IF_" in name) or name == "FOR_ITER":
            for offset in (instruction.argval, following.offset):
                there = line_at.get(offset)
                if here is not None and there is not None and there != here:
                    branches.add((code, here, there))
    return branches
