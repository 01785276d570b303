# SPDX-License-Identifier: Apache-2.0

"""Compiled Python UDFs that run in columns: the same as Python, row for row."""

from __future__ import annotations

import datetime
import re

import pytest
from pyspark.errors import PythonException
from pyspark.sql import functions as F
from pyspark.sql import types as t

import rapids_udfs
from harness.in_columns import ALWAYS, COLUMNS, IN_COLUMNS, ODD_SHARE
from harness.session import COMPILED_TRANSPORTS, by_turns
from python_udfs.corpus import CASES
from rapids_udfs import PythonUdfPlacement, explain
from rapids_udfs.testing import (
    assert_conforms,
    assert_on_gpu,
    assert_survives_faults,
    check_survives_faults,
    frames,
)
from rapids_udfs.testing.python_udfs.check import compare
from rapids_udfs.testing.python_udfs.report import SameAsPython
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
from rapids_udfs.testing.python_udfs.subject import Subject

EXAMPLES = 100
BATCH = 8


@pytest.fixture(scope="module", autouse=True)
def _by_value() -> None:
    from pyspark import cloudpickle

    import python_udfs.corpus

    cloudpickle.register_pickle_by_value(python_udfs.corpus)


def placement(spark, function, types, returns, transport):
    schema = t.StructType([t.StructField(f"c{i}", of) for i, of in enumerate(types)])
    udf = rapids_udfs.udf(function, returns, useArrow=transport == "arrow")
    df = spark.createDataFrame(spark.sparkContext.emptyRDD(), schema)
    with frames.settings(spark, {COLUMNS: "always"}):
        return explain(df.select(udf(*df.columns))).python_udfs[0]


def calls(spark, name):
    counts = rapids_udfs.counters(spark).get(name)
    return (
        (counts.columnar_batches, counts.columnar_rows, counts.row_calls) if counts else (0, 0, 0)
    )


@pytest.fixture(scope="module")
def reports(spark) -> dict[str, SameAsPython]:
    runs, by_case = SparkRuns(spark), {}
    for transport in COMPILED_TRANSPORTS:
        todo = []
        for case in (each for each in CASES if each.name in IN_COLUMNS):
            both = tuple(of for of in COMPILED_TRANSPORTS if of in case.transports)
            if by_turns(CASES.index(case), both) == transport:
                subject = Subject(
                    *(case.function, case.types, case.returns),
                    transport=transport,
                    tolerance=case.tolerance,
                )
                subject.find_rows(spark, case.rows, EXAMPLES, 0)
                todo.append((case.name, subject))
        for at in range(0, len(todo), BATCH):
            part = todo[at : at + BATCH]
            with frames.settings(spark, ALWAYS):
                results = compare(runs, [subject for _, subject in part])
            by_case |= {n: r for (n, _), r in zip(part, results, strict=True)}
    return by_case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_corpus(spark, reports, case) -> None:
    report = reports.get(case.name)
    if report:
        assert report.ok, str(report)
        assert report.rows > report.errors, f"no row has a value\n{report}"
    subject = Subject(case.function, case.types, case.returns, transport=case.transports[0])
    of = placement(spark, case.function, subject.types, subject.returns, case.transports[0])
    if case.name in IN_COLUMNS:
        assert report
        assert of.where is PythonUdfPlacement.COLUMNS, str(of)
        assert calls(spark, case.function.__name__)[1] > 0, "its columnar body has not run"
    else:
        assert of.where is not PythonUdfPlacement.COLUMNS, str(of)
        assert of.reason


@rapids_udfs.udf(t.LongType())
def doubled(text):
    if text is None:
        return None
    return int(text) * 2


def texts(spark, tmp_path, values):
    path = str(tmp_path / "texts")
    spark.createDataFrame([(v,) for v in values], "text string").coalesce(1).write.parquet(path)
    return spark.read.parquet(path)


@pytest.mark.parametrize("values", [[], [None], [None] * 5, ["7"], ["1", None, "-3 "]])
def test_small_batches(spark, tmp_path, values) -> None:
    got = texts(spark, tmp_path, values).select(doubled("text").alias("n")).collect()
    assert [r.n for r in got] == [None if v is None else int(v) * 2 for v in values]


def test_only_odd_rows_run_row_by_row(spark, tmp_path) -> None:
    values = [str(i) for i in range(50)] + ["1_0", "٣", None, "123456789012345678"]
    before = calls(spark, "doubled")
    got = texts(spark, tmp_path, values).select(doubled("text").alias("n")).collect()
    assert [r.n for r in got] == [None if v is None else int(v) * 2 for v in values]
    batches, rows, odd = (a - b for a, b in zip(calls(spark, "doubled"), before, strict=True))
    assert (batches, rows, odd) == (1, len(values), 2)


def test_a_batch_with_many_odd_rows_runs_row_by_row(spark, tmp_path) -> None:
    values = ["1_0"] * 3 + ["5"] * 7
    df = texts(spark, tmp_path, values).select(doubled("text").alias("n"))
    before = calls(spark, "doubled")
    assert [r.n for r in df.collect()] == [20] * 3 + [10] * 7
    assert calls(spark, "doubled")[2] - before[2] == len(values)
    with frames.settings(spark, {ODD_SHARE: "0.3"}):
        before = calls(spark, "doubled")
        assert [r.n for r in df.select("*").collect()] == [20] * 3 + [10] * 7
        assert calls(spark, "doubled")[2] - before[2] == 3


def vowels(text):
    return text.lower().count("a") + text.lower().count("e") if text else 0


def day_before(day):
    return day - datetime.timedelta(days=1) if day else None


def test_the_kit_accepts_them(spark) -> None:
    """Rows that the columnar body leaves to the row-wise body are not failures."""
    spark.udf.register("vowels", rapids_udfs.udf(vowels, "int"))
    spark.udf.register("day_before", rapids_udfs.udf(day_before, "date"))
    with frames.settings(spark, ALWAYS):
        report = assert_conforms(spark, "vowels", "string", returns="int", rows=40)
        assert re.search(r"the row-wise body computed \d+ odd rows", report.proof)
        assert_on_gpu(spark.range(9).selectExpr("vowels(repeat('É', int(id)))"), "vowels")
        assert_survives_faults(spark, "vowels", "string", returns="int", points=3)
        days = [(datetime.date.min,)]
        failed = check_survives_faults(
            spark, "day_before", "date", returns="date", rows=days, points=3
        )
        assert "the row-wise body raised; if it may, pass other rows" in str(failed)


def test_an_exception_is_pythons(spark, tmp_path) -> None:
    df = texts(spark, tmp_path, ["1", "x"]).select(doubled("text"))
    assert explain(df).python_udfs[0].where is PythonUdfPlacement.COLUMNS
    with pytest.raises(PythonException, match=r"ValueError: invalid literal for int\(\)"):
        df.collect()


def test_the_setting(spark) -> None:
    df = spark.range(3).select(doubled(F.col("id").cast("string")))
    with frames.settings(spark, {COLUMNS: "never"}):
        (of,) = explain(df).python_udfs
        assert of.where is PythonUdfPlacement.ROWS
        assert of.reason == f"{COLUMNS} is never"
    with (
        frames.settings(spark, {COLUMNS: "perhaps"}),
        pytest.raises(Exception, match="auto, always"),
    ):
        explain(df)
    with frames.settings(spark, {ODD_SHARE: "2"}), pytest.raises(Exception, match="from 0 to 1"):
        df.select("*").collect()


@rapids_udfs.udf(t.StringType())
def arranged(text):
    if not text:
        return None
    return "".join(sorted(text, key=ord))


def test_the_line_without_a_columnar_form_is_reported(spark) -> None:
    (of,) = explain(spark.range(1).select(arranged(F.lit("a")))).python_udfs
    assert of.where is PythonUdfPlacement.ROWS
    first = arranged.func.__code__.co_firstlineno
    assert (of.reason, of.reason_line) == ("sorted() by a key", first + 4)


@rapids_udfs.udf(t.IntegerType(), useArrow=False)
def replaced(text):
    return {"a\ufffdb": 1, None: 2}.get(text, 0)


def test_invalid_utf8_is_sought_in_rows(spark) -> None:
    data = spark.createDataFrame([(b"a\xffb",), (b"ab",), (None,)], "b binary").coalesce(1)
    df = data.select(replaced(F.col("b").cast("string")).alias("n"))
    (of,) = explain(df).python_udfs
    assert of.reason == "a constant with the character U+FFFD"
    assert [row.n for row in df.collect()] == [1, 0, 2]
