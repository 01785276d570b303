# SPDX-License-Identifier: Apache-2.0

"""The results of comparisons with a Python function, as text."""

from __future__ import annotations

from dataclasses import dataclass, field

from rapids_udfs._numbers import counted
from rapids_udfs.testing.python_udfs.comparison import Difference
from rapids_udfs.testing.python_udfs.coverage import Coverage


@dataclass
class Compared:
    """A comparison with a Python function.

    Attributes:
        name: the function's name.
        coverage: the lines and branches of the function and its helpers that the rows reach.
        rows: how many rows were compared.
        difference: the difference, if there is one.
    """

    name: str
    coverage: Coverage
    rows: int = 0
    difference: Difference | None = None

    @property
    def ok(self) -> bool:
        """True if there are rows to compare, and none differs."""
        return self.difference is None and self.rows > 0

    def _verdict(self, other: str) -> str:
        if not self.rows:
            return f"could not be compared with {other}"
        return f"is the same as {other}" if self.ok else f"is NOT the same as {other}"

    def _text(self, head: list[str], other: str, facts: list[str]) -> str:
        """The text of a report; ``other`` is what Python is compared with."""
        lines, row = list(head), self.difference
        if row is not None:
            lines += [
                f"  arguments {', '.join(map(repr, row.arguments))}",
                f"  Python    {row.expected}",
                f"  {other:<9} {row.actual}",
                f"  {row.rows} {'row differs' if row.rows == 1 else 'rows differ'}; this is the "
                "smallest one found",
            ]
            if row.call:
                lines[-1] += ". To see it again:"
                lines += ["", *(f"    {line}" for line in row.call.splitlines()), ""]
        return "\n".join([*lines, *facts, str(self.coverage)])


@dataclass
class SameAsPython(Compared):
    """A comparison of a compiled function; ``str()`` is a readable text.

    Attributes:
        transport: ``arrow`` or ``pickled``.
        errors: how many of the rows raise an exception, in both.
        undecided: how many rows have no result of the compiled function or of Spark, by reason.
    """

    transport: str = "arrow"
    errors: int = 0
    undecided: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        head = f"{self.name} {self._verdict('Python')} ({self.transport})"
        facts = [f"  rows      {self.rows} compared, {self.errors} of them raise"]
        undecided = sorted(self.undecided.items())
        facts += [f"  undecided {counted(n, 'row')}: {why}" for why, n in undecided]
        return self._text([head], "compiled", facts)


@dataclass
class Certificate(Compared):
    """A comparison of a conversion; ``str()`` is a readable text.

    Attributes:
        conversion: the conversion's name, or its SQL.
        raising: how many more rows raise in Python, and were left out.
        ran: the ways in which the conversion ran.
        problem: another problem of the conversion; empty if there is none.
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
        verdict = self._verdict(self.name)
        if self.problem and not self.ran:
            verdict = f"is NOT the same as {self.name}, whatever its values:"
        elif self.problem and not self.difference:
            verdict = f"is the same as {self.name} row by row, but does not conform:"
        left_out = f"; {self.raising} raise in Python and are not compared" if self.raising else ""
        facts = [f"  rows      {self.rows if self.ran else 0} compared{left_out}"]
        if self.raising > self.rows:
            facts.append("  note      most rows raise in Python: are these the column types?")
        # The last way is the one that differs: the others come before it.
        differs = " (differs)" if self.difference else ""
        facts.append(f"  ran       {', '.join(self.ran) or 'not'}{differs}")
        problem = [f"  {line}" for line in self.problem.splitlines()]
        return self._text([f"{self.conversion} {verdict}", *problem], "converted", facts)
