# SPDX-License-Identifier: Apache-2.0

"""Checks of a set-up, their findings, and the diagnosis that collects them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, Literal, get_args

from rapids_udfs._numbers import counted
from rapids_udfs.console.text_table import html_table
from rapids_udfs.errors import RapidsUdfsError

Severity = Literal["error", "warning", "note"]
# The session does not start, has no functions, or fails in queries; it works, but slowly, on the
# CPU only, or only until a limit is reached; only a feature that needs more would fail.
ERROR: Final = "error"
WARNING: Final = "warning"
NOTE: Final = "note"
_SEVERITIES: Final = get_args(Severity)


@dataclass(frozen=True)
class Finding:
    """One problem with a set-up.

    Attributes:
        check: the name of the check, such as ``java``.
        found: what was found.
        why: why it matters.
        fix: the setting or command that fixes it.
        severity: ``error``, ``warning``, or ``note``: only some features need what is missing.
    """

    check: str
    found: str
    why: str
    fix: str
    severity: Severity = ERROR

    def __str__(self) -> str:
        facts = f"{self.found}\n    why: {self.why}\n    fix: {self.fix}"
        return f"{self.severity}: {self.check}: {facts}"


@dataclass(frozen=True)
class Diagnosis:
    """The findings of a set-up.

    Attributes:
        findings: what is wrong, errors first, then warnings and notes.
        checked: the checks that ran, by name.
        not_checked: the checks that could not run, with the reason.
    """

    findings: tuple[Finding, ...] = ()
    checked: tuple[str, ...] = ()
    not_checked: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        by_severity = sorted(self.findings, key=lambda f: _SEVERITIES.index(f.severity))
        object.__setattr__(self, "findings", tuple(by_severity))

    @property
    def healthy(self) -> bool:
        """True if there is no error; there may be warnings and notes."""
        return not self.counts[ERROR]

    @property
    def counts(self) -> dict[Severity, int]:
        """The number of findings of each severity."""
        counter = Counter(finding.severity for finding in self.findings)
        return {severity: counter[severity] for severity in _SEVERITIES}

    def to_json(self) -> str:
        """The findings as JSON, with ``healthy`` and ``counts``."""
        document = {"healthy": self.healthy, "counts": self.counts, **asdict(self)}
        return json.dumps(document, indent=2, ensure_ascii=False)

    def __str__(self) -> str:
        lines = [str(finding) for finding in self.findings]
        lines += [f"not checked: {name} ({why})" for name, why in self.not_checked.items()]
        return "\n".join([*lines, self._total()])

    def _total(self) -> str:
        counts = [counted(count, name) for name, count in self.counts.items() if count]
        checks = counted(len(self.checked), "check")
        return f"{', '.join(counts) or 'Nothing is wrong'}, by {checks}."

    def _repr_html_(self) -> str:
        rows = [tuple(asdict(finding).values()) for finding in self.findings]
        return html_table([field.name for field in fields(Finding)], rows, self._total())


Facts = tuple[str, str, str]
"""The problem, why it matters, and the fix."""


@dataclass(frozen=True)
class Check:
    """A check of a set-up: its severity under a condition on the set-up, and the one otherwise."""

    severity: Severity
    look: Callable[[Any], Iterable[Facts]]
    when: Callable[[Any], object] = lambda _: True
    otherwise: Severity = NOTE

    @property
    def name(self) -> str:
        """The name that findings have: the function's."""
        return self.look.__name__.replace("_", "-")


class NotCheckedError(Exception):
    """The reason why a check cannot run on this set-up; handled by ``run``."""


def run(checks: Iterable[Check], setup: Any) -> Diagnosis:
    """Run checks; one that cannot run is listed with its reason."""
    findings: list[Finding] = []
    checked: list[str] = []
    not_checked: dict[str, str] = {}
    for check in checks:
        try:
            problems = [*check.look(setup)]
            severity = check.severity if problems and check.when(setup) else check.otherwise
            findings += [Finding(check.name, *problem, severity) for problem in problems]
            checked.append(check.name)
        except NotCheckedError as e:
            not_checked[check.name] = str(e)
    return Diagnosis(tuple(findings), tuple(checked), not_checked)


def raised(why: str, call: Callable[[], Any]) -> Iterator[Facts]:
    """Yield the error of a call as a finding: all after its first sentence is the fix."""
    try:
        call()
    except RapidsUdfsError as e:
        found, _, fix = str(e).replace("; ", ". ", 1).partition(". ")
        yield found, why, fix or "see the error"
