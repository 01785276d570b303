# SPDX-License-Identifier: Apache-2.0

"""The steps of a GPU bundle through Spark, on the emulator, and the Spark jars that they need."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from bench import user_udfs
from pyspark import cloudpickle

from gpu_bundle import compiled_udfs, content, gpu_python, sql_matrix
from rapids_udfs import describe
from rapids_udfs.testing import report


def test_types_to_call_with() -> None:
    assert sql_matrix.argument_types(describe("money_gross")) == ["decimal(18,2)", "decimal(5,4)"]
    assert sql_matrix.argument_types(describe("lib_version")) == []
    assert sql_matrix.argument_types(describe("count_nulls")) == ["string", "string"]


def test_functions_conform(spark, capsys: pytest.CaptureFixture[str]) -> None:
    functions = [describe(name) for name in ("ascii_lower", "count_nulls", "lib_version")]
    reports = list(sql_matrix.check(spark, functions, 30))
    assert [each.ok for each in reports] == [True] * 3
    printed = capsys.readouterr().out.splitlines()
    assert [line.partition("(")[0] for line in printed] == [f.name for f in functions]
    assert {check.outcome for check in reports[0].checks} <= {report.PASSED, report.SKIPPED}
    assert reports[0].count(report.PASSED) > 0


def test_findings_are_written_and_set_the_status(
    spark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Kept:
        """The tests' session, which must not stop."""

        def __getattr__(self, name: str) -> object:
            return getattr(spark, name)

        def stop(self) -> None:
            pass

    monkeypatch.setattr(report, "REPORTS", [])  # not a report for this run's summary
    monkeypatch.setattr(sql_matrix, "session", lambda *_: Kept())
    monkeypatch.setattr(sql_matrix, "check", lambda _, functions, rows: list(failing(functions)))
    out = tmp_path / "sql.xml"
    assert sql_matrix.main(["--only", "ascii_lower", "--out", str(out)]) == 1
    assert "does not conform: ascii_lower" in capsys.readouterr().out
    (failed,) = ElementTree.parse(out).getroot().iter("failure")
    assert failed.text == "wrong"
    assert sql_matrix.main(["--only", "no_such", "--out", str(out)]) == 1


def failing(functions):
    for function in functions:
        checks = [
            report.Check("batches", report.PASSED),
            report.Check("filter", report.FAILED, "wrong"),
        ]
        yield report.Report(function.name, "conforms", checks)


def test_compiled_udfs_are_compared_and_timed(spark) -> None:
    cloudpickle.register_pickle_by_value(user_udfs)  # the tests' workers lack this module
    (answer,) = compiled_udfs.answers(spark, 20, ["text.initials"])
    assert answer["ok"], answer
    assert answer["columnar_rows"] > 0
    (times,) = compiled_udfs.times(spark, 100, 1, ["fahrenheit"])
    assert times["columnar_rows"] >= 200
    assert all(times[way] > 0 for way in ("reading", *compiled_udfs.WAYS))


def test_work_in_python_is_compared(spark) -> None:
    def other(_, rows, use):
        return spark.range(rows).selectExpr(f"id + {int(use is False)} AS n")

    result = gpu_python.compared(spark, gpu_python.numba, 10, on_gpu=False)
    assert result["ok"], result
    assert result["gpu_devices"] == result["cpu_devices"] == ["CPU"]
    assert not gpu_python.compared(spark, gpu_python.numba, 10, on_gpu=True)["ok"]
    assert not gpu_python.compared(spark, other, 10, on_gpu=False)["ok"]


def test_the_bundle_has_its_python_programs() -> None:
    assert all(place.exists() for place in content.python().values())


def test_sql_needs_more_spark_jars() -> None:
    from rapids_udfs.runtime.installed import installed_spark

    folder = installed_spark().jars
    part = {jar.name for jar in content.jars_of_spark(folder, whole=False)}
    whole = {jar.name for jar in content.jars_of_spark(folder, whole=True)}
    every = {jar.name for jar in folder.glob("*.jar")}
    assert part < whole < every
    assert any(name.startswith("spark-sql_") for name in part)
