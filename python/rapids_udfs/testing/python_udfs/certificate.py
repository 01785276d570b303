# SPDX-License-Identifier: Apache-2.0

"""The result of a comparison of a conversion with the Python function, as text."""

from __future__ import annotations

from dataclasses import dataclass, field

from rapids_udfs.testing.python_udfs.report import Compared


@dataclass
class Certificate(Compared):
    """What was compared; ``str()`` is a readable text.

    Attributes:
        conversion: the conversion's name, or its SQL.
        raising: how many more rows raise in Python, and were left out.
        ran: the ways in which the conversion ran.
        problem: what else is wrong with the conversion; empty if nothing is.
    """

    conversion: str = ""
    raising: int = 0
    ran: list[str] = field(default_factory=list)
    problem: str = ""

    @property
    def ok(self) -> bool:
        """True if there are rows to compare, none differs, and nothing else is wrong."""
        return super().ok and not self.problem

    def __str__(self) -> str:
        verdict = "answers as" if self.ok else "does NOT answer as"
        if not self.rows:
            verdict = "could not be compared with"
        lines = [f"{self.conversion} {verdict} {self.name}"]
        if self.problem:
            lines += [f"  {line}" for line in self.problem.splitlines()]
        lines += self.difference_lines("converted")
        left_out = f"; {self.raising} raise in Python and are not compared" if self.raising else ""
        lines.append(f"  rows      {self.rows} compared{left_out}")
        # The last way is the one that differs: the others come before it.
        differs = " (differs)" if self.difference else ""
        lines.append(f"  ran       {', '.join(self.ran) or 'not'}{differs}")
        return "\n".join([*lines, *self.coverage_lines()])
