# SPDX-License-Identifier: Apache-2.0

"""The finding of a check, and all findings of a set-up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, Literal, TypeVar, get_args

from rapids_udfs.console.text_table import html_table
from rapids_udfs.errors import RapidsUdfsError

Severity = Literal["error", "warning", "note"]
ERROR: Final = "error"
"""The session does not start, has no functions, or fails in queries."""
WARNING: Final = "warning"
"""It works, but slowly, on the CPU only, or only as long as a limit is not reached."""
NOTE: Final = "note"
"""Nothing is wrong unless a feature is used that needs more, such as Python UDFs."""


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
        found = f"{self.severity}: {self.check}: {self.found}"
        return f"{found}\n    why: {self.why}\n    fix: {self.fix}"


@dataclass(frozen=True)
class Diagnosis:
    """The findings of a set-up.

    Attributes:
        findings: what is wrong, in the order of the checks.
        checked: the checks that ran, by name.
        not_checked: the checks that could not run, with the reason.
    """

    findings: tuple[Finding, ...] = ()
    checked: tuple[str, ...] = ()
    not_checked: dict[str, str] = field(default_factory=dict)

    @property
    def healthy(self) -> bool:
        """True if there is no error; there may be warnings and notes."""
        return all(finding.severity != ERROR for finding in self.findings)

    def and_then(self, other: Diagnosis) -> Diagnosis:
        """This diagnosis's findings, then the other's; each finding once."""
        return Diagnosis(
            tuple(dict.fromkeys((*self.findings, *other.findings))),
            tuple(dict.fromkeys((*self.checked, *other.checked))),
            self.not_checked | other.not_checked,
        )

    def to_json(self) -> str:
        """The findings as JSON: ``healthy``, ``findings``, ``checked`` and ``not_checked``."""
        return json.dumps({"healthy": self.healthy, **asdict(self)}, indent=2, ensure_ascii=False)

    def __str__(self) -> str:
        lines = [str(finding) for finding in self.findings]
        lines += [f"not checked: {name} ({why})" for name, why in self.not_checked.items()]
        counts = Counter(finding.severity for finding in self.findings)
        found = [
            f"{count} {severity}{'' if count == 1 else 's'}"
            for severity in get_args(Severity)
            if (count := counts[severity])
        ]
        total = ", ".join(found) or "Nothing is wrong"
        return "\n".join([*lines, f"{total}, by {len(self.checked)} checks."])

    def _repr_html_(self) -> str:
        rows = [tuple(asdict(finding).values()) for finding in self.findings]
        headers = tuple(field.name for field in fields(Finding))
        return html_table(headers, rows, str(self).splitlines()[-1])


Of = TypeVar("Of")
Facts = tuple[str, str, str] | tuple[str, str, str, Severity]
"""What was found, why it matters, the fix, and the severity unless it is an error."""
Check = Callable[[Of], Iterable[Facts]]


def run(checks: Iterable[Check[Of]], of: Of) -> Diagnosis:
    """Run checks, each named by its function; one that cannot run is listed with its reason."""
    findings: list[Finding] = []
    checked: list[str] = []
    not_checked: dict[str, str] = {}
    for check in checks:
        name = check.__name__.strip("_").replace("_", "-")
        try:
            for facts in check(of):
                findings.append(Finding(name, *facts))
            checked.append(name)
        except NotCheckedError as e:
            not_checked[name] = str(e)
    return Diagnosis(tuple(findings), tuple(checked), not_checked)


class NotCheckedError(Exception):
    """The reason why a check cannot run on this set-up; handled by ``run``."""


def raised(why: str, call: Callable[[], Any], severity: Severity = ERROR) -> Iterator[Facts]:
    """Yield the error of a call as a finding; its last sentences are the fix."""
    try:
        call()
    except RapidsUdfsError as e:
        found, _, fix = str(e).replace("; ", ". ", 1).partition(". ")
        yield found, why, fix or "see the error", severity
