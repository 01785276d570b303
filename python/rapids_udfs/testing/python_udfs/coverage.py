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

Step = tuple[CodeType | None, str, Any, Any]
"""A step of a call: from one line to the next, from a line to an exception, from a conditional jump
to the instruction after it (by offsets), or to a result."""
_STEPS = 20_000
_SHOWN = 12
_PROLOGUE = {"RESUME", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "POP_TOP", "GEN_START"}
_UNTRACED = {"EXTENDED_ARG", "NOP", "NOT_TAKEN", "END_FOR", "POP_ITER"}
"""Instructions that some versions of CPython skip."""


class TooLongError(BaseException):
    """A call that executes too many lines for a test."""


class Coverage:
    """Calls a function and records the lines that it and the user's helpers reach."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        every = {code for of in functions(function) for code in codes(of)}
        self._jumps = {code: _Jumps(code) for code in every}
        self._lines = {(code, line) for code in every for line in _lines(code)}
        self._branches = {(c, *turn) for c, jumps in self._jumps.items() for turn in jumps.turns}
        self._reached: set[Step] = set()
        self._traced: set[CodeType] = set()

    def call(self, arguments: tuple[Any, ...]) -> bool:
        """Call the function; return whether it reaches something new.

        Raises:
            TooLongError: the call executed too many lines.
        """
        # CPython 3.12 traces the instructions of a function only from its second call on.
        repeated = deepcopy(arguments) if sys.version_info[:2] == (3, 12) else None
        known = len(self._traced)
        steps = self._steps(arguments)
        is_new = not steps <= self._reached
        if repeated is not None and len(self._traced) > known:
            steps |= self._steps(repeated)
        self._reached |= steps
        return is_new

    def _steps(self, arguments: tuple[Any, ...]) -> set[Step]:
        """The steps of a call."""
        steps: set[Step] = set()
        count = 0

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            code, last, jump = frame.f_code, -1, -1
            jumps = self._jumps.get(code)
            if jumps is None:
                return None
            self._traced.add(code)

            def local(frame: FrameType, event: str, _: Any) -> Any:
                nonlocal last, jump, count
                if event == "line":
                    count += 1
                    if count > _STEPS:
                        raise TooLongError
                    steps.add((code, "line", last, frame.f_lineno))
                    last = frame.f_lineno
                elif event == "opcode":
                    here = jumps.traced(frame.f_lasti)
                    if jump >= 0:
                        steps.add((code, "jump", jump, here))
                    jump = here if here in jumps.lines else -1
                elif event == "exception":
                    steps.add((code, "exception", last, None))
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
                # A returned comparison has two results, but no branch.
                if result is None or isinstance(result, bool):
                    steps.add((None, "result", None, result))
        finally:
            sys.settrace(before)
        return steps

    @property
    def lines(self) -> tuple[int, int]:
        """The number of lines that calls have reached, and of all lines."""
        return len(self._lines) - len(self._missed()), len(self._lines)

    @property
    def branches(self) -> tuple[int, int]:
        """The number of exits of conditions and loops that calls have taken, and of all exits.

        Also of those within a line: conditional expressions, ``and``, ``or``, comprehensions.
        """
        return len(self._branches & self._turns()), len(self._branches)

    @property
    def missed_lines(self) -> list[int]:
        """The lines that no call has reached."""
        return sorted({line for _, line in self._missed()})

    @property
    def missed_branches(self) -> list[tuple[int, int]]:
        """The branches of reached conditions that were not taken: from which line to which."""
        turns = self._turns()
        reached = {(code, jump) for code, jump, _ in turns}
        missed = [turn for turn in self._branches - turns if turn[:2] in reached]
        return sorted({self._jumps[code].between(jump, to) for code, jump, to in missed})

    def __str__(self) -> str:
        missed = _but(self.missed_lines)
        lines = f"  lines     {self.lines[0]} of {self.lines[1]} reached{missed}"
        turns = self.missed_branches
        missed = _but([f"all within line {a}" if a == b else f"{a} to {b}" for a, b in turns])
        return f"{lines}\n  branches  {self.branches[0]} of {self.branches[1]} taken{missed}"

    def _missed(self) -> set[tuple[CodeType, int]]:
        reached = {(code, line) for code, kind, _, line in self._reached if kind == "line"}
        return {line for line in self._lines if line not in reached}

    def _turns(self) -> set[tuple[Any, int, int]]:
        return {(code, jump, to) for code, kind, jump, to in self._reached if kind == "jump"}


def _but(items: Sequence[object]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return f"; not {', '.join(map(str, items[:_SHOWN]))}{more}" if items else ""


def _lines(code: CodeType) -> set[int]:
    """The lines that have more than a function's prologue."""
    begins = {i.offset for i in dis.get_instructions(code) if i.opname in _PROLOGUE}
    return {
        line
        for start, end, line in code.co_lines()
        if line is not None and not begins.issuperset(range(start, end, 2))
    }


class _Jumps:
    """The conditional jumps of a code object.

    Attributes:
        lines: the line of each jump, by its offset.
        turns: each jump with both of the instructions that may follow it.
    """

    def __init__(self, code: CodeType) -> None:
        every = list(dis.get_instructions(code))
        self._traced: dict[int, int] = {}
        later = every[-1].offset
        for previous, i in reversed([*pairwise([None, *every])]):
            ends = previous is not None and previous.opname == "END_FOR" and i.opname == "POP_TOP"
            later = later if ends or i.opname in _UNTRACED else i.offset
            self._traced[i.offset] = later
        self._line_at = {offset: n for a, b, n in code.co_lines() for offset in range(a, b) if n}
        self.lines: dict[int, int] = {}
        self.turns: set[tuple[int, int]] = set()
        for jump, following in pairwise(every):
            is_condition = "JUMP" in jump.opname and "_IF_" in jump.opname
            if (is_condition or jump.opname == "FOR_ITER") and jump.offset in self._line_at:
                self.lines[jump.offset] = self._line_at[jump.offset]
                for offset in (jump.argval, following.offset):
                    self.turns.add((jump.offset, self.traced(offset)))

    def traced(self, offset: int) -> int:
        """The first instruction from an offset on that CPython always traces."""
        return self._traced.get(offset, offset)

    def between(self, jump: int, to: int) -> tuple[int, int]:
        """The lines of a jump and of the instruction after it."""
        return self.lines[jump], self._line_at.get(to, self.lines[jump])
