# SPDX-License-Identifier: Apache-2.0

"""The result of a comparison with Python, as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rapids_udfs.testing.python_udfs.equality import Outcome

_SHOWN = 12


@dataclass(frozen=True)
class Difference:
    """A row for which the compiled function does not answer as Python does.

    Attributes:
        arguments: the smallest ones that were found.
        expected: what Python gives.
        actual: what the compiled function gives.
        count: how many of the rows differed.
        call: the call that shows it, to be pasted.
    """

    arguments: tuple[Any, ...]
    expected: Outcome
    actual: Outcome
    count: int
    call: str


@dataclass
class Compared:
    """A comparison of rows with what a Python function gives.

    Attributes:
        name: the function's.
        rows: how many rows were compared.
        lines: how many lines the rows reach, and how many there are, helpers included.
        branches: the same of ways out of conditions and loops that lead to another line.
        missed_lines: the lines that no row reaches.
        missed_branches: branches that no row takes, as (line of the condition, line of the way).
        difference: the difference, if there is one.
    """

    name: str
    rows: int = 0
    lines: tuple[int, int] = (0, 0)
    branches: tuple[int, int] = (0, 0)
    missed_lines: Sequence[int] = ()
    missed_branches: Sequence[tuple[int, int]] = ()
    difference: Difference | None = None

    @property
    def ok(self) -> bool:
        """True if there are rows to compare, and none differs."""
        return self.difference is None and self.rows > 0

    def difference_lines(self, other: str) -> list[str]:
        """Return the difference as text, and how to see it again.

        Args:
            other: what the result is called that Python's is compared with.
        """
        found = self.difference
        if found is None:
            return []
        lines = [
            f"  arguments {', '.join(map(repr, found.arguments))}",
            f"  Python    {found.expected}",
            f"  {other:<9} {found.actual}",
            f"  {found.count} rows differ; this is the smallest one found",
        ]
        if found.call:
            lines[-1] += ". To see it again:"
            lines += ["", *(f"    {line}" for line in found.call.splitlines()), ""]
        return lines

    def coverage_lines(self) -> list[str]:
        """Return how much of the function the rows reach, as text."""
        missed = f"; not {_listed(self.missed_lines)}" if self.missed_lines else ""
        lines = f"  lines     {self.lines[0]} of {self.lines[1]} reached{missed}"
        arcs = [f"{a} to {b}" for a, b in self.missed_branches]
        missed = f"; not {_listed(arcs)}" if arcs else ""
        return [lines, f"  branches  {self.branches[0]} of {self.branches[1]} taken{missed}"]


@dataclass
class SameAsPython(Compared):
    """What was compared; ``str()`` is a readable text.

    Attributes:
        transport: ``arrow`` or ``pickled``.
        errors: how many of the rows raise an exception, in both.
        undecided: why rows, and how many, have no answer of the compiled function or of Spark.
    """

    transport: str = "arrow"
    errors: int = 0
    undecided: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        verdict = "is the same as Python" if self.ok else "is NOT the same as Python"
        if not self.rows:
            verdict = "could not be compared with Python"
        lines = [f"{self.name} {verdict} ({self.transport})"]
        lines += self.difference_lines("compiled")
        lines.append(f"  rows      {self.rows} compared, {self.errors} of them raise")
        for why, count in sorted(self.undecided.items()):
            lines.append(f"  undecided {count} rows: {why}")
        return "\n".join([*lines, *self.coverage_lines()])


def _listed(items: Sequence[object]) -> str:
    more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return ", ".join(map(str, items[:_SHOWN])) + more
