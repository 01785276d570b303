# SPDX-License-Identifier: Apache-2.0

"""Columnar bodies with mistakes, which are reported with the UDF's name and line."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.cpu_gpu_runner import Answer, Both

HERE = Path(__file__).parent
ROWS = 20
TYPES = {"TooManyDigits": "decimal(5,2)"}


def line(udf: str, mark: str = "mistake") -> str:
    """Return the position of a UDF's line with a mark: ``BadUdfs.java:36``."""
    outer, _, inner = udf.partition("$")
    (source,) = HERE.rglob(f"{outer}.java")
    lines = source.read_text(encoding="utf-8").splitlines()
    start = next(i for i, text in enumerate(lines) if f" class {inner} " in text)
    marked = next(i for i in range(start, len(lines)) if f"// {mark}" in lines[i])
    assert not any(" class " in text for text in lines[start + 1 : marked]), f"{udf}: no {mark}"
    return f"{outer}.java:{marked + 1}"


@pytest.fixture(scope="module")
def numbers(both: Both, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = str(tmp_path_factory.mktemp("numbers") / "numbers")
    table = both.spark.range(ROWS).selectExpr("id", "CAST(id + 980 AS decimal(5,2)) AS amount")
    with both.rows_alone():
        table.coalesce(1).write.parquet(path)
    both.spark.read.parquet(path).createOrReplaceTempView("numbers")


def query(both: Both, udf: str) -> str:
    name = re.sub(r"\W", "_", udf).lower()
    type_ = TYPES.get(udf.partition("$")[2], "bigint")
    both.spark.udf.registerJavaFunction(name, udf, type_)
    return f"SELECT id, {name}({'id' if type_ == 'bigint' else 'amount'}) AS r FROM numbers"


def answer(both: Both, udf: str) -> Answer:
    result = both.columnar(query(both, udf))
    assert result.costs[udf].rows == ROWS
    return result


def error(both: Both, udf: str) -> str:
    """Return the full text of the error of a query with the UDF, including causes."""
    with pytest.raises(Exception, match="SparkException") as raised:
        both.columnar(query(both, udf))
    return str(raised.value)


@pytest.fixture
def cudf_log(spark) -> Iterator:
    spark._jvm.CudfLog.keep()
    yield spark._jvm.CudfLog
    spark._jvm.CudfLog.forget()


def leak_report(spark, log, udf: str) -> str:
    """Return cuDF's log of the UDF after the garbage collector has found its leaks."""
    end = time.monotonic() + 30
    while f"{udf}." not in log.text() and time.monotonic() < end:
        spark._jvm.System.gc()
        time.sleep(0.1)
    return log.text()


@pytest.mark.parametrize("udf", ["BadUdfs$Good", "BadUdfs$ReturnsReference"])
def test_without_a_mistake(numbers, both: Both, cudf_log, udf: str) -> None:
    assert len(answer(both, udf).rows) == ROWS
    both.spark._jvm.System.gc()
    assert both.span.leaks == {}
    assert "WAS LEAKED" not in cudf_log.text()


@pytest.mark.parametrize(
    ("udf", "what"),
    [
        ("BadUdfs$LeaksColumn", "A DEVICE COLUMN VECTOR WAS LEAKED"),
        ("BadUdfs$LeaksScalar", "A SCALAR WAS LEAKED"),
        ("OwnBadUdfs$LeaksColumn", "A DEVICE COLUMN VECTOR WAS LEAKED"),
    ],
)
def test_a_leak(numbers, both: Both, cudf_log, udf: str, what: str) -> None:
    result = answer(both, udf)
    assert result.rows.keys() == set(range(ROWS))
    leak = result.leaks[udf]
    assert leak.objects > 0
    # The emulator keeps scalars outside device memory.
    assert (leak.bytes > 0) == ("COLUMN" in what)
    assert all(line(udf) in place for place in leak.where), leak
    report = leak_report(both.spark, cudf_log, udf)
    assert what in report
    assert f"({line(udf)})" in report
    # Collected, but not closed by the UDF.
    assert both.span.leaks[udf] == leak


def test_a_leak_when_it_throws(numbers, both: Both, cudf_log) -> None:
    udf = "BadUdfs$LeaksWhenItThrows"
    text = error(both, udf)
    assert "thrown midway" in text
    assert f"{udf}.evaluateColumnar" in text
    assert f"({line(udf, 'thrown')})" in text
    (place,) = both.span.leaks[udf].where
    assert line(udf) in place
    assert f"({line(udf)})" in leak_report(both.spark, cudf_log, udf)


@pytest.mark.parametrize("udf", ["BadUdfs$CleansUpWhenItThrows", "OwnBadUdfs$CleansUpWhenItThrows"])
def test_no_leak_when_it_throws(numbers, both: Both, udf: str) -> None:
    text = error(both, udf)
    assert "thrown midway" in text
    assert f"{udf}." in text
    assert f"({line(udf, 'thrown')})" in text
    assert both.span.leaks == {}


@pytest.mark.parametrize("udf", ["BadUdfs$ClosesItsInput", "OwnBadUdfs$ClosesItsInput"])
def test_it_closes_its_input(numbers, both: Both, udf: str) -> None:
    text = error(both, udf)
    assert f"{udf} closed its argument 1 at {udf}." in text
    assert f"({line(udf)})" in text
    assert both.span.leaks == {}


def test_it_returns_its_input(numbers, both: Both) -> None:
    text = error(both, "BadUdfs$ReturnsItsInput")
    assert "BadUdfs$ReturnsItsInput returned its argument 1 as is" in text
    assert "return incRefCount() of it" in text


@pytest.mark.parametrize("udf", ["BadUdfs$ClosesTwice", "OwnBadUdfs$ClosesTwice"])
def test_it_closes_twice(numbers, both: Both, cudf_log, udf: str) -> None:
    text = error(both, udf)
    assert "Close called too many times" in text
    assert f"{udf}." in text
    assert f"({line(udf)})" in text
    assert "double free" in cudf_log.text()
    assert f"({line(udf)})" in cudf_log.text()
    assert both.span.leaks == {}


@pytest.mark.parametrize(
    ("udf", "says"),
    [
        ("BadUdfs$WrongType", "INT32"),
        ("BadUdfs$WrongRowCount", f"different row count than the input, expected {ROWS} found"),
    ],
)
def test_the_plugin_rejects_the_result(numbers, both: Both, udf: str, says: str) -> None:
    text = error(both, udf)
    assert says in text
    assert f"the result of {udf} was refused; it was created at {udf}.evaluateColumnar" in text
    assert f"({line(udf)})" in text
    assert both.span.leaks == {}


@pytest.mark.parametrize(
    ("udf", "says"),
    [
        ("OwnBadUdfs$WrongType", "own_bad returned cuDF INT32, bigint is INT64"),
        ("OwnBadUdfs$WrongRowCount", f"own_bad returned {ROWS + 1} rows for a batch of {ROWS}"),
    ],
)
def test_the_base_class_rejects_the_result(numbers, both: Both, udf: str, says: str) -> None:
    text = error(both, udf)
    assert says in text
    assert f"the last column that {udf} created was created at {udf}.columnar" in text
    assert f"({line(udf)})" in text
    assert both.span.leaks == {}


def test_too_many_digits(numbers, both: Both) -> None:
    udf = "BadUdfs$TooManyDigits"
    text = error(both, udf)
    assert f"{udf} returned 1000.00, which has more digits than decimal(5,2)" in text
    assert f"({line(udf)})" in text
    assert both.span.leaks == {}


def test_the_base_class_turns_too_many_digits_into_null(numbers, both: Both) -> None:
    sql = query(both, "OwnBadUdfs$TooManyDigits")
    columnar, row_wise = both.shown(f"SELECT id FROM ({sql}) WHERE r IS NULL ORDER BY id")
    assert columnar == row_wise == ["Row(id=19)"]


def test_an_operation_that_is_not_emulated_is_named(numbers, both: Both) -> None:
    udf = "BadUdfs$NotEmulated"
    text = error(both, udf)
    assert "is not emulated" in text
    assert f"({line(udf)})" in text
    assert both.span.leaks == {}


def test_the_advice_if_the_plan_needs_an_operation_that_is_not_emulated(
    numbers, both: Both
) -> None:
    setting = "spark.rapids.sql.expression.JsonToStructs"
    both.spark.conf.set(setting, "true")
    try:
        with pytest.raises(Exception, match=r"is not emulated; .*GpuNAME") as e:
            both.columnar("SELECT id, from_json(concat('[', id, ']'), 'a int') AS r FROM numbers")
    finally:
        both.spark.conf.set(setting, "false")
    assert "spark.rapids.sql.expression.NAME=false keeps that on the CPU" in str(e.value)
    assert "GpuJsonToStructs" in str(e.value)
