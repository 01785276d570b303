# SPDX-License-Identifier: Apache-2.0

"""The lines and branches of a function and its helpers, and which of them calls reach."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, FunctionType
from typing import Any

Arc = tuple[CodeType, int, int]
"""Two lines of a code object that are executed one after the other."""
_STEPS = 20_000
_MOST_CODES = 100


class TooLongError(BaseException):
    """A call that executes too many lines for a test."""


class Coverage:
    """Calls a function and notes which lines it reaches, in itself and in the user's helpers.

    Attributes:
        arcs: what calls have reached so far.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._codes = set(_codes(function))
        self.arcs: set[Arc] = set()
        self._lines = {(c, n) for c in self._codes for n in _lines(c)}
        self._branches = {arc for code in self._codes for arc in _branches(code)}

    def call(self, arguments: tuple[Any, ...]) -> tuple[Any, BaseException | None, set[Arc]]:
        """Call the function.

        Returns:
            the value, the exception, and the arcs that no call reached before.

        Raises:
            TooLongError: it was ended.
        """
        seen: set[Arc] = set()
        steps = 0

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            code = frame.f_code
            if code not in self._codes:
                return None
            last = -1

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

            return local

        value, error = None, None
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            value = self._function(*arguments)
        except Exception as e:
            error = e
        finally:
            sys.settrace(before)
        new = seen - self.arcs
        self.arcs |= seen
        return value, error, new

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines calls have reached, and how many there are."""
        return len(self._lines) - len(self._missed()), len(self._lines)

    @property
    def branches(self) -> tuple[int, int]:
        """How many ways out of conditions and loops have been taken, and how many there are."""
        return len(self._branches & self.arcs), len(self._branches)

    @property
    def missed_lines(self) -> list[int]:
        """The lines that no call has reached."""
        return sorted({line for _, line in self._missed()})

    @property
    def missed_branches(self) -> list[tuple[int, int]]:
        """The branches that were not taken although their condition was reached."""
        reached = {(code, line) for code, _, line in self.arcs}
        missed = self._branches - self.arcs
        return sorted({(a, b) for code, a, b in missed if (code, a) in reached})

    def _missed(self) -> set[tuple[CodeType, int]]:
        return self._lines - {(code, line) for code, _, line in self.arcs}


def _codes(function: Any) -> Iterator[CodeType]:
    """The code of a function, of functions inside of it, and of the user's that it calls."""
    todo: list[Any] = [function]
    seen: list[CodeType] = []
    home = str(getattr(function, "__module__", ""))
    while todo and len(seen) < _MOST_CODES:
        at = todo.pop()
        if not isinstance(at, FunctionType) or at.__code__ in seen:
            continue
        codes = [at.__code__]
        for code in codes:
            codes += [c for c in code.co_consts if isinstance(c, CodeType)]
        seen += codes
        yield from codes
        names = {name for code in codes for name in code.co_names}
        helpers = [at.__globals__.get(name) for name in names]
        helpers += [_content(cell) for cell in at.__closure__ or ()]
        todo += [h for h in helpers if isinstance(h, FunctionType) and _is_near(h, home)]


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _is_near(function: FunctionType, home: str) -> bool:
    root = function.__module__.partition(".")[0] if function.__module__ else ""
    return function.__module__ == home or (
        root not in sys.stdlib_module_names and root not in ("pyspark", "rapids_udfs")
    )


def _lines(code: CodeType) -> set[int]:
    return {
        line
        for _, _, line in code.co_lines()
        if line is not None and (line != code.co_firstlineno or code.co_name == "<lambda>")
    }


def _branches(code: CodeType) -> set[Arc]:
    """Where a conditional jump leads to another line than its own."""
    instructions = list(dis.get_instructions(code))
    line_at: dict[int, int] = {}
    for start, end, line in code.co_lines():
        if line is not None:
            line_at.update(dict.fromkeys(range(start, end), line))
    found: set[Arc] = set()
    for i, instruction in enumerate(instructions[:-1]):
        name = instruction.opname
        if not ("JUMP" in name and "_IF_" in name) and name != "FOR_ITER":
            continue
        here = line_at.get(instruction.offset)
        target = instruction.argval
        for offset in (target, instructions[i + 1].offset):
            there = line_at.get(offset)
            if here is not None and there is not None and there != here:
                found.add((code, here, there))
    return found
