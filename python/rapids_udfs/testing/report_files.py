"""Reports as files: JUnit's XML, for CI systems, and a page of HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from rapids_udfs._versions import __version__
from rapids_udfs.testing.report import ERROR, FAILED, SKIPPED, Report

# What XML 1.0 cannot have, not even escaped.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STYLE = (
    "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{border:1px solid #bbb;padding:.3em .6em;"
    "text-align:left;vertical-align:top}pre{white-space:pre-wrap;margin:0}"
    ".passed{color:#176117}.failed,.error{color:#a30f0f;font-weight:bold}.skipped{color:#666}"
)


def write_junit(path: Path, reports: Sequence[Report]) -> None:
    """Writes a test suite for each report, a test case for each check."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<testsuites>"]
    for report in reports:
        name = _attribute(f"{report.title} {report.kind}")
        counts = f'failures="{report.count(FAILED)}" skipped="{report.count(SKIPPED)}"'
        counts += f' errors="{report.count(ERROR)}"'
        lines.append(
            f'<testsuite name={name} tests="{len(report.checks)}" {counts} '
            f'time="{report.seconds:.3f}">'
        )
        for check in report.checks:
            head = f"<testcase classname={name} name={_attribute(check.name)}"
            head += f' time="{check.seconds:.3f}">'
            lines.append(head + _inside(check.outcome, check.text) + "</testcase>")
        lines.append("</testsuite>")
    _write(path, [*lines, "</testsuites>"])


def write_html(path: Path, reports: Sequence[Report], how: str) -> None:
    """Writes one page, which needs nothing beside itself."""
    ok = all(report.ok for report in reports)
    unknown = any(report.count(ERROR) for report in reports)
    verdict = "conforms" if ok else "could not be checked" if unknown else "does not conform"
    title = reports[0].title if reports else "no report"
    lines = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f"<title>{_text(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{_text(title)}</h1>",
        f'<p class="{"passed" if ok else "failed"}">{verdict}</p>',
        f"<p>rapids-udfs {__version__}, {_text(how)}</p>",
    ]
    for report in reports:
        lines.append(f"<h2>{_text(report.kind)}</h2><p>{_text(report.summary())}</p>")
        lines += [f"<p>{_text(note)}</p>" for note in (*report.notes, report.proof) if note]
        lines.append("<table><tr><th>check</th><th>outcome</th><th>found</th></tr>")
        for check in report.checks:
            lines.append(
                f'<tr><td>{_text(check.name)}</td><td class="{check.outcome}">{check.outcome}</td>'
                f"<td><pre>{_text(check.text)}</pre></td></tr>"
            )
        lines.append("</table>")
    _write(path, [*lines, "</body></html>"])


def _inside(outcome: str, text: str) -> str:
    first = _attribute(text.partition("\n")[0])
    if outcome in (FAILED, ERROR):
        tag = "failure" if outcome == FAILED else "error"
        return f"<{tag} message={first}>{escape(_xml(text))}</{tag}>"
    if outcome == SKIPPED:
        return f"<skipped message={first}/>"
    return f"<system-out>{escape(_xml(text))}</system-out>" if text else ""


def _attribute(text: str) -> str:
    return quoteattr(_xml(text))


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _text(text: str) -> str:
    return html.escape(_xml(text))


def _write(path: Path, lines: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
