# SPDX-License-Identifier: Apache-2.0

"""What a notebook shows of the package's objects."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import rapids_udfs
from rapids_udfs.console.text_table import html_table
from rapids_udfs.counting.tracking import WorkLine
from rapids_udfs.gpu.metrics import Counts, Key
from rapids_udfs.gpu.worker_report import Report as WorkerReport
from rapids_udfs.gpu.worker_report import WorkerLine
from rapids_udfs.plans.placement import Explanation, Placement, PythonVerdict, Verdict
from rapids_udfs.runtime.python_execs import PYTHON_EXECS
from rapids_udfs.testing.report import Report
from rapids_udfs.testing.type_mapping import TypeMappingReport, TypeResult


def cells(html: str) -> list[list[str]]:
    """The texts of a table's cells; the table is well-formed."""
    rows = ElementTree.fromstring(html).iter("tr")
    return [["".join(cell.itertext()) for cell in row] for row in rows]


def test_everything_is_escaped_and_null_is_empty() -> None:
    html = html_table(["a<b"], [["<script>"], [None], ["x\ny"], [True]], "1 & 2")
    assert cells(html) == [["a<b"], ["<script>"], [""], ["x y"], ["true"]]
    assert "1 &amp; 2" in html


def test_the_catalogue_and_a_function() -> None:
    functions = rapids_udfs.list_functions()
    head, *rows = cells(functions._repr_html_())
    assert head == ["category", "function", "summary"]
    assert len(rows) == len(functions)
    head, *facts = cells(rapids_udfs.describe("luhn_valid")._repr_html_())
    assert head[0] == "luhn_valid"
    assert {"category", "example", "class", "since"} <= {name for name, _ in facts}
    head, *rows = cells(rapids_udfs.list_functions("builtins")._repr_html_())
    assert head == ["builtin", "Spark 4.2", "Spark 3.5"]
    assert ["add_months", "here", "here"] in rows


def test_an_explanation() -> None:
    udf = Verdict("mine", Placement.CPU, "no columnar body", 2, "write one")
    python = PythonVerdict(PYTHON_EXECS[0], False, "it is a test", 1)
    html = Explanation("", [], [udf], [python])._repr_html_()
    assert cells(html)[1] == ["mine", "cpu", "2", "no columnar body", "write one"]
    assert cells(html)[2][:4] == [PYTHON_EXECS[0].name, "cpu", "1", "it is a test"]
    nothing = Explanation("", [], [])
    caption = ElementTree.fromstring(nothing._repr_html_()).findtext("caption")
    assert caption == nothing.hints[0]


def test_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rapids_udfs.testing.report.REPORTS", [])
    report = Report("f(int) -> int", "conforms")
    report.add("edge values", "failed", "f(1) is 2 < 3")
    report.notes.append("a <note>")
    html = report._repr_html_()
    assert cells(html)[1][:3] == ["failed", "edge values", "f(1) is 2 < 3"]
    assert cells(html)[2] == ["note", "", "a <note>", ""]
    assert repr(report) == str(report)
    assert "conforms: no" in html
    line = WorkerLine(Key("udf", "f", "host", 1, "CPU"), Counts(rows=3, batches=1))
    head, row = cells(WorkerReport((line,))._repr_html_())
    assert row[head.index("rows")] == "3"


def test_the_type_mapping() -> None:
    passed = TypeResult("array<int>", "LIST<INT32>", 12, columnar_batches=2)
    failed = TypeResult("string", "STRING", 3, row_calls=3, problem="'a<b' came back as 'a'")
    html = TypeMappingReport((passed, failed))._repr_html_()
    assert cells(html)[1:] == [
        ["array<int>", "LIST<INT32>", "12", "columns (2 batches)", "ok"],
        ["string", "STRING", "3", "rows (3 calls)", "'a<b' came back as 'a'"],
    ]
    assert "1 types passed, 1 failed" in html


def test_what_track_shows(spark) -> None:
    line = WorkLine(3, "1", "ascii_lower", "columnar", 2, 40, 8_000_000, 640, 640, 0)
    work = rapids_udfs.track(spark)
    work.lines = (line,)
    head, row = cells(work._repr_html_())
    assert (head[:2], row[:2]) == (["function", "where"], ["ascii_lower", "columnar"])
    assert dict(zip(head, row, strict=True))["rows"] == "40"
    assert "no function" in rapids_udfs.track(spark)._repr_html_().lower()
