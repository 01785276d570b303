# SPDX-License-Identifier: Apache-2.0

"""Reports as files: JUnit's XML, for CI systems, a page of HTML, and JSON."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement

from rapids_udfs._versions import __version__
from rapids_udfs.testing.report import ERROR, FAILED, SKIPPED, Report

# Characters that XML 1.0 cannot have, not even escaped.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAGS = {FAILED: "failure", ERROR: "error", SKIPPED: "skipped"}
_STYLE = (
    "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{border:1px solid #bbb;padding:.3em .6em;"
    "text-align:left;vertical-align:top}pre{white-space:pre-wrap;margin:0}"
    ".passed{color:#176117}.failed,.error{color:#a30f0f;font-weight:bold}.skipped{color:#666}"
)


def write_junit(path: Path, reports: Sequence[Report]) -> None:
    """Write a test suite for each report, a test case for each check."""
    suites = Element("testsuites")
    for report in reports:
        name = f"{report.title} {report.kind}"
        counts = {"failures": FAILED, "skipped": SKIPPED, "errors": ERROR}
        suite = _element(
            suites,
            "testsuite",
            name=name,
            tests=str(len(report.checks)),
            time=f"{report.seconds:.3f}",
            **{key: str(report.count(outcome)) for key, outcome in counts.items()},
        )
        for check in report.checks:
            seconds = f"{check.seconds:.3f}"
            case = _element(suite, "testcase", classname=name, name=check.name, time=seconds)
            if tag := _TAGS.get(check.outcome):
                _element(case, tag, message=check.text.partition("\n")[0])
            elif check.text:
                _element(case, "system-out")
            if check.text and check.outcome != SKIPPED:
                case[0].text = _xml(check.text)
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree(suites).write(path, encoding="utf-8", xml_declaration=True)


def _element(parent: Element, tag: str, **attributes: str) -> Element:
    return SubElement(parent, tag, {name: _xml(text) for name, text in attributes.items()})


def write_json(path: Path, reports: Sequence[Report]) -> None:
    """Write the checks of each report, and the columnar body's costs if they were counted."""
    found = [
        {
            "title": report.title,
            "kind": report.kind,
            "ok": report.ok,
            "checks": [asdict(check) for check in report.checks],
            "costs": report.costs and report.costs.as_json(),
        }
        for report in reports
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def write_html(path: Path, reports: Sequence[Report], how: str) -> None:
    """Write one self-contained page."""
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
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*lines, "</body></html>\n"]), encoding="utf-8")


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _text(text: str) -> str:
    return html.escape(_xml(text))
