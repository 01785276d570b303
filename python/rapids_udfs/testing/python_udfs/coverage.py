# SPDX-License-Identifier: Apache-2.0

"""The lines and branches of a function and its helpers, and which of them calls reach."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any

from rapids_udfs.testing.python_udfs.constants import codes, functions

Arc = tuple[CodeType, int, int]
"""Two lines of a code object that are executed one after the other."""
Turn = tuple[CodeType, int, int]
"""A conditional jump of a code object and the instruction after it, by their offsets."""
_STEPS = 20_000
_SHOWN = 12
_PROLOGUE = {"RESUME", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "POP_TOP", "GEN_START"}
_UNTRACED = {"EXTENDED_ARG", "NOP", "NOT_TAKEN", "END_FOR", "POP_ITER"}
"""Instructions that some versions of CPython skip."""


class TooLongError(BaseException):
    """A call that executes too many lines for a test."""


class Coverage:
    """Calls a function and records the lines it reaches, its own and those of the user's helpers.

    Attributes:
        arcs: the lines that calls have reached so far.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._codes = {code for of in functions(function) for code in codes(of)}
        self._jumps = {code: _Jumps(code) for code in self._codes}
        self.arcs: set[Arc] = set()
        self._turns: set[Turn] = set()
        self._results: set[bool | None] = set()
        self._traced: set[CodeType] = set()
        self._lines = {(c, n) for c in self._codes for n in _lines(c)}
        self._branches = {(c, *turn) for c, jumps in self._jumps.items() for turn in jumps.turns}

    def call(self, arguments: tuple[Any, ...]) -> bool:
        """Call the function; return whether it reaches something new.

        Raises:
            TooLongError: the call executed too many lines.
        """
        # CPython 3.12 traces the instructions of a function only from its second call on.
        repeated = deepcopy(arguments) if sys.version_info[:2] == (3, 12) else None
        known = len(self._traced)
        is_new = self._call(arguments)
        if repeated is not None and len(self._traced) > known:
            self._call(repeated)
        return is_new

    def _call(self, arguments: tuple[Any, ...]) -> bool:
        seen: set[Arc] = set()
        turns: set[Turn] = set()
        results: set[bool | None] = set()
        steps = 0

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            code, last, jump = frame.f_code, -1, -1
            jumps = self._jumps.get(code)
            if jumps is None:
                return None
            self._traced.add(code)

            def local(frame: FrameType, event: str, _: Any) -> Any:
                nonlocal last, jump, steps
                if event == "line":
                    steps += 1
                    if steps > _STEPS:
                        raise TooLongError
                    seen.add((code, last, frame.f_lineno))
                    last = frame.f_lineno
                elif event == "opcode":
                    here = jumps.real(frame.f_lasti)
                    if jump >= 0:
                        turns.add((code, jump, here))
                    jump = here if here in jumps.lines else -1
                elif event == "exception":
                    seen.add((code, last, -2))
                    jump = -1
                return local

            frame.f_trace = local  # CPython 3.13 traces opcodes only of a frame that has it
            frame.f_trace_opcodes = True
            return local

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            with suppress(Exception):  # exceptions are results, too
                result = self._function(*arguments)
                # A comparison that is returned has two ways, but no branch.
                if result is None or isinstance(result, bool):
                    results.add(result)
        finally:
            sys.settrace(before)
        is_new = not (seen <= self.arcs and turns <= self._turns and results <= self._results)
        self.arcs |= seen
        self._turns |= turns
        self._results |= results
        return is_new

    @property
    def lines(self) -> tuple[int, int]:
        """The number of lines that calls have reached, and of all lines."""
        return len(self._lines) - len(self._missed()), len(self._lines)

    @property
    def branches(self) -> tuple[int, int]:
        """The number of exits of conditions and loops that calls have taken, and of all exits.

        Also of those within a line: conditional expressions, ``and``, ``or``, comprehensions.
        """
        return len(self._branches & self._turns), len(self._branches)

    @property
    def missed_lines(self) -> list[int]:
        """The lines that no call has reached."""
        return sorted({line for _, line in self._missed()})

    @property
    def missed_branches(self) -> list[tuple[int, int]]:
        """The branches of reached conditions that were not taken: from which line to which."""
        reached = {(code, jump) for code, jump, _ in self._turns}
        missed = [turn for turn in self._branches - self._turns if turn[:2] in reached]
        return sorted({self._jumps[code].between(jump, to) for code, jump, to in missed})

    def __str__(self) -> str:
        missed = _but(self.missed_lines)
        lines = f"  lines     {self.lines[0]} of {self.lines[1]} reached{missed}"
        missed = _but([_between(a, b) for a, b in self.missed_branches])
        return f"{lines}\n  branches  {self.branches[0]} of {self.branches[1]} taken{missed}"

    def _missed(self) -> set[tuple[CodeType, int]]:
        return self._lines - {(code, line) for code, _, line in self.arcs}


def _but(items: Sequence[object]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return f"; not {', '.join(map(str, items[:_SHOWN]))}{more}" if items else ""


def _between(a: int, b: int) -> str:
    return f"all within line {a}" if a == b else f"{a} to {b}"


def _lines(code: CodeType) -> set[int]:
    first = code.co_firstlineno
    return {
        line
        for line, names in _operations(code).items()
        if line != first or code.co_name == "<lambda>" or not names <= _PROLOGUE
    }


def _operations(code: CodeType) -> dict[int, set[str]]:
    """The names of the instructions of each line."""
    names = {i.offset: i.opname for i in dis.get_instructions(code)}
    by_line: dict[int, set[str]] = {}
    for begin, end, line in code.co_lines():
        if line is not None:
            by_line.setdefault(line, set()).update(
                names[offset] for offset in range(begin, end) if offset in names
            )
    return by_line


class _Jumps:
    """The conditional jumps of a code object.

    Attributes:
        lines: the line of each jump, by its offset.
        turns: each jump with both of the instructions that may follow it.
    """

    def __init__(self, code: CodeType) -> None:
        every = list(dis.get_instructions(code))
        self._real: dict[int, int] = {}
        later = every[-1].offset
        before = [None, *every]
        for previous, i in reversed(list(zip(before, every, strict=False))):
            ends = previous is not None and previous.opname == "END_FOR" and i.opname == "POP_TOP"
            later = later if ends or i.opname in _UNTRACED else i.offset
            self._real[i.offset] = later
        line_at = {offset: n for a, b, n in code.co_lines() for offset in range(a, b) if n}
        self.lines: dict[int, int] = {}
        self.turns: set[tuple[int, int]] = set()
        for jump, following in pairwise(every):
            is_condition = "JUMP" in jump.opname and "_IF_" in jump.opname
            if (is_condition or jump.opname == "FOR_ITER") and jump.offset in line_at:
                self.lines[jump.offset] = line_at[jump.offset]
                for offset in (jump.argval, following.offset):
                    self.turns.add((jump.offset, self.real(offset)))
        self._line_at = line_at

    def real(self, offset: int) -> int:
        """The first instruction from an offset on that CPython always traces."""
        return self._real.get(offset, offset)

    def between(self, jump: int, to: int) -> tuple[int, int]:
        """The lines of a jump and of the instruction after it."""
        return self.lines[jump], self._line_at.get(to, self.lines[jump])
