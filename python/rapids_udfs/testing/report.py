# SPDX-License-Identifier: Apache-2.0

"""The results of a run of checks: as text, as JUnit's XML for CI systems, as HTML and as JSON."""

from __future__ import annotations

import functools
import html
import json
import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from xml.etree.ElementTree import Element, SubElement, tostring

from rapids_udfs._versions import __version__

if TYPE_CHECKING:
    from rapids_udfs.testing.costs import CallCosts

PASSED = "passed"
FAILED = "failed"
SKIPPED = "skipped"
ERROR = "error"
"""The outcome if a UDF could not be checked."""
_MARKS = {PASSED: "ok", FAILED: "FAILED", SKIPPED: "skipped", ERROR: "ERROR"}
# Characters that XML 1.0 cannot have, not even escaped.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAGS = {FAILED: "failure", ERROR: "error", SKIPPED: "skipped"}
_STYLE = (
    "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{border:1px solid #bbb;padding:.3em .6em;"
    "text-align:left;vertical-align:top}caption{text-align:left}td{white-space:pre-wrap}"
    ".passed{color:#176117}.failed,.error{color:#a30f0f;font-weight:bold}.skipped{color:#666}"
)


class FailedError(Exception):
    """A check failed; the message is its text."""


class SkippedError(Exception):
    """A check does not apply; the message is the reason."""


@dataclass(frozen=True)
class Check:
    """One check.

    Attributes:
        name: what was checked.
        outcome: ``passed``, ``failed``, ``skipped`` or ``error``.
        text: the details, or the reason for skipping it.
        seconds: the time that it took.
    """

    name: str
    outcome: str
    text: str = ""
    seconds: float = 0.0


REPORTS: list[Report] = []
"""The reports of all tests so far, for pytest's summary."""


@dataclass
class Report:
    """The checks of a UDF; ``str()`` is a readable text.

    Attributes:
        title: the UDF's signature.
        kind: what was checked: ``conforms`` or ``survives faults``.
        checks: the checks in the order in which they ran.
        rows: the number of rows of test data.
        batches: the number of batches of these rows.
        jobs: the number of queries that ran.
        proof: the evidence that the columnar body ran.
        notes: remarks on the test itself.
        costs: the cost of a call of the columnar body; None if it was not requested.
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
            REPORTS.append(self)

    def check(self, name: str, check: Callable[..., str | None], *arguments: Any) -> bool:
        """Run a check and add it; return whether it passed.

        The check returns the text of a check that passed, or raises FailedError or SkippedError.
        """
        try:
            outcome, text = PASSED, check(*arguments) or ""
        except FailedError as e:
            outcome, text = FAILED, str(e)
        except SkippedError as e:
            outcome, text = SKIPPED, str(e)
        self.add(name, outcome, text)
        return outcome == PASSED

    def add(self, name: str, outcome: str, text: str = "") -> None:
        """Add a check; its time is the time since the last one."""
        now = time.monotonic()
        self.checks.append(Check(name, outcome, text, now - self._since))
        self._since = now

    @property
    def ok(self) -> bool:
        """True if some checks passed and none failed."""
        return bool(self.count(PASSED)) and not (self.count(FAILED) or self.count(ERROR))

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
            first, *more = check.text.splitlines() or [""]
            found = f": {first}" if first else ""
            lines.append(f"  {_MARKS[check.outcome]:<8}{check.name}{found}")
            if check.outcome == FAILED:
                lines += [f"          {line}" for line in more]
        lines += [f"  note    {note}" for note in self.notes]
        lines += [f"  proof   {self.proof}"] if self.proof else []
        return "\n".join([*lines, self.summary()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [(c.outcome, c.name, c.text, f"{c.seconds:.1f} s") for c in self.checks]
        rows += [("note", "", note, "") for note in self.notes]
        rows += [("proof", "", self.proof, "")] if self.proof else []
        cells = (
            f'<td class="{outcome}">{outcome}</td>'
            + "".join(f"<td>{_text(cell)}</td>" for cell in others)
            for outcome, *others in rows
        )
        caption = f"{self.title} {self.kind}: {'yes' if self.ok else 'no'}; {self.summary()}"
        return "\n".join(
            [
                f"<table><caption>{_text(caption)}</caption>",
                "<tr><th>outcome</th><th>check</th><th>found</th><th>time</th></tr>",
                *(f"<tr>{row}</tr>" for row in cells),
                "</table>",
            ]
        )

    def summary(self) -> str:
        """The closing line: what ran, and how it went."""
        if self.count(ERROR):
            return "it could not be checked"
        counts = ", ".join(f"{self.count(o)} {o}" for o in (PASSED, FAILED, SKIPPED))
        data = f"{self.rows} rows in {self.batches} batches, {self.jobs} queries"
        return f"{counts}; {data}, {self.seconds:.1f} s"


_P = ParamSpec("_P")
_Report = TypeVar("_Report", bound=Any)


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


def write_junit(path: Path, reports: Sequence[Report]) -> None:
    """Write a test suite for each report, a test case for each check."""
    suites = Element("testsuites")
    for report in reports:
        name = f"{report.title} {report.kind}"
        numbers: dict[str, object] = {"tests": len(report.checks), "time": f"{report.seconds:.3f}"}
        counts = {"failures": FAILED, "skipped": SKIPPED, "errors": ERROR}
        numbers |= {key: report.count(outcome) for key, outcome in counts.items()}
        suite = _element(suites, "testsuite", name=name, **numbers)
        for check in report.checks:
            seconds = f"{check.seconds:.3f}"
            case = _element(suite, "testcase", classname=name, name=check.name, time=seconds)
            if tag := _TAGS.get(check.outcome):
                _element(case, tag, message=check.text.partition("\n")[0])
            elif check.text:
                _element(case, "system-out")
            if check.text and check.outcome != SKIPPED:
                case[0].text = _xml(check.text)
    _write(path, tostring(suites, encoding="utf-8", xml_declaration=True))


def write_json(path: Path, reports: Sequence[Report]) -> None:
    """Write the checks of each report, and the columnar body's costs if they were counted."""
    content = [
        {
            "title": report.title,
            "kind": report.kind,
            "ok": report.ok,
            "checks": [asdict(check) for check in report.checks],
            "costs": report.costs and report.costs.as_json(),
        }
        for report in reports
    ]
    _write(path, json.dumps(content, indent=1).encode() + b"\n")


def write_html(path: Path, reports: Sequence[Report], how: str) -> None:
    """Write one self-contained page."""
    ok = all(report.ok for report in reports)
    unknown = any(report.count(ERROR) for report in reports)
    verdict = "conforms" if ok else "could not be checked" if unknown else "does not conform"
    title = _text(reports[0].title if reports else "no report")
    page = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f"<title>{title}</title><style>{_STYLE}</style></head><body>",
        f'<h1>{title}</h1><p class="{"passed" if ok else "failed"}">{verdict}</p>',
        f"<p>rapids-udfs {__version__}, {_text(how)}</p>",
        *(report._repr_html_() for report in reports),
        "</body></html>\n",
    ]
    _write(path, "\n".join(page).encode())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _element(parent: Element, tag: str, **attributes: object) -> Element:
    return SubElement(parent, tag, {name: _xml(str(value)) for name, value in attributes.items()})


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _text(text: str) -> str:
    return html.escape(_xml(text))
