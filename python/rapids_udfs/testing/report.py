# SPDX-License-Identifier: Apache-2.0

"""The results of a run of checks, as text."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar

from rapids_udfs.console.text_table import html_table

if TYPE_CHECKING:
    from rapids_udfs.testing.call_costs import CallCosts

PASSED = "passed"
FAILED = "failed"
SKIPPED = "skipped"
ERROR = "error"
"""The outcome if a UDF could not be checked."""


@dataclass(frozen=True)
class Check:
    """One check.

    Attributes:
        name: what was checked.
        outcome: ``passed``, ``failed``, ``skipped`` or ``error``.
        text: what was found, or why it was skipped.
        seconds: the time that it took.
    """

    name: str
    outcome: str
    text: str = ""
    seconds: float = 0.0


MADE: list[Report] = []
"""Every report that a test made, for pytest's summary."""


@dataclass
class Report:
    """The checks of a UDF; ``str()`` is a readable text.

    Attributes:
        title: the UDF's signature.
        kind: what was checked: ``conforms`` or ``survives faults``.
        checks: in the order in which they ran.
        rows: how many rows of test data there were.
        batches: in how many batches.
        jobs: how many queries ran.
        proof: the evidence that the columnar body ran.
        notes: remarks on the test itself.
        costs: what a call of the columnar body costs; None if it was not requested.
    """

    title: str
    kind: str
    checks: list[Check] = field(default_factory=list)
    rows: int = 0
    batches: int = 0
    jobs: int = 0
    proof: str = ""
    notes: list[str] = field(default_factory=list)
    costs: CallCosts | None = None
    _since: float = field(default_factory=time.monotonic, repr=False)

    def __post_init__(self) -> None:
        if "PYTEST_CURRENT_TEST" in os.environ:
            MADE.append(self)

    def add(self, name: str, outcome: str, text: str = "") -> None:
        """Add a check; its time is the time since the last one."""
        now = time.monotonic()
        self.checks.append(Check(name, outcome, text, now - self._since))
        self._since = now

    @property
    def ok(self) -> bool:
        """True if some checks passed and none failed."""
        outcomes = [check.outcome for check in self.checks]
        return PASSED in outcomes and FAILED not in outcomes and ERROR not in outcomes

    @property
    def seconds(self) -> float:
        """The time of all checks."""
        return sum(check.seconds for check in self.checks)

    @property
    def failures(self) -> list[Check]:
        """The checks that failed."""
        return [check for check in self.checks if check.outcome == FAILED]

    def count(self, outcome: str) -> int:
        """Return the number of checks with an outcome."""
        return sum(check.outcome == outcome for check in self.checks)

    def __str__(self) -> str:
        lines = [f"{self.title} {self.kind}" if self.ok else f"{self.title}: {self.kind}? no"]
        for check in self.checks:
            head, *more = check.text.splitlines() or [""]
            mark = {PASSED: "ok", FAILED: "FAILED", SKIPPED: "skipped", ERROR: "ERROR"}[
                check.outcome
            ]
            lines.append(f"  {mark:<8}{check.name}" + (f": {head}" if head else ""))
            if check.outcome == FAILED:
                lines += [f"          {line}" for line in more]
        lines += [f"  note    {note}" for note in self.notes]
        if self.proof:
            lines.append(f"  proof   {self.proof}")
        lines.append(self.summary())
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [(c.outcome, c.name, c.text, f"{c.seconds:.1f} s") for c in self.checks]
        rows += [("note", "", note, "") for note in self.notes]
        caption = f"{self.title} {self.kind}: {'yes' if self.ok else 'no'}; {self.summary()}"
        return html_table(("outcome", "check", "found", "time"), rows, caption)

    def summary(self) -> str:
        """The closing line: what ran, and how it went."""
        counts = ", ".join(f"{self.count(o)} {o}" for o in (PASSED, FAILED, SKIPPED))
        if ERROR in [check.outcome for check in self.checks]:
            return "it could not be checked"
        return (
            f"{counts}; {self.rows} rows in {self.batches} batches, {self.jobs} queries, "
            f"{self.seconds:.1f} s"
        )


class _Verdict(Protocol):
    @property
    def ok(self) -> bool: ...


_P = ParamSpec("_P")
_Report = TypeVar("_Report", bound=_Verdict)


def asserting(check: Callable[_P, _Report]) -> Callable[_P, _Report]:
    """Return the ``assert_...`` of a ``check_...``: it raises an ``AssertionError`` if not ok."""

    @functools.wraps(check)
    def asserted(*args: _P.args, **kwargs: _P.kwargs) -> _Report:
        __tracebackhide__ = True
        report = check(*args, **kwargs)
        if not report.ok:
            raise AssertionError(str(report))
        return report

    asserted.__name__ = asserted.__qualname__ = check.__name__.replace("check", "assert", 1)
    return asserted
