# SPDX-License-Identifier: Apache-2.0

"""The kit passes right UDFs, and finds the smallest input for defects planted in wrong ones."""

from __future__ import annotations

import re

import pytest
from pyspark.sql.types import ArrayType, IntegerType, StructType

import rapids_udfs
from rapids_udfs.errors import ConformanceError
from rapids_udfs.testing.conform import assert_conforms, check_conforms
from rapids_udfs.testing.faults import assert_survives_faults
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Report

ROWS = 40


def planted(name: str) -> str:
    return f"PlantedUdfs${name}"


def of(report: Report, name: str) -> str:
    return next(check.outcome for check in report.checks if check.name == name)


def first_failure(spark, name: str, types: str, **options: object) -> str:
    report = check_conforms(spark, planted(name), types, rows=ROWS, **options)
    assert not report.ok
    check = report.failures[0]
    return f"{check.name}: {check.text}"


@pytest.mark.parametrize(
    ("function", "types"),
    [
        (planted("MinusRight"), "int,int"),
        ("money_gross", "decimal(18,2),decimal(5,4)"),
        ("map_filter_prefix", "map<string,string>,string"),
        ("identity", "struct<a:array<double>,b:date>"),
        # As a Hive UDF, by its class.
        ("io.github.rapidsudfs.hive.CountNulls", "string,int"),
    ],
)
def test_right_ones_conform(spark, function: str, types: str) -> None:
    report = assert_conforms(spark, function, types, rows=ROWS)
    assert report.count(FAILED) == 0
    assert report.batches == 6
    assert report.jobs <= 12
    places = ["over columns", "inside IF", "inside CASE WHEN", "on a slice (OFFSET)"]
    places += ["in an aggregate", "nothing is left open"]
    assert [of(report, place) for place in places] == [PASSED] * len(places)
    assert of(report, "on a batch of no rows") == PASSED
    calls, rows = map(int, re.findall(r"\d+", report.proof)[:2])
    assert calls >= 5
    assert rows > report.rows
    if types.count(",") and not types.startswith("struct"):
        assert of(report, "argument 2 a literal") == PASSED


def test_a_python_udf_gets_days_that_python_has(spark) -> None:
    def year(day):
        return None if day is None else day.year

    spark.udf.register("year_in_python", rapids_udfs.udf(year, "int"))
    report = assert_conforms(spark, "year_in_python", "date", returns="int", rows=ROWS)
    assert "no row-wise call" in report.proof
    assert assert_survives_faults(spark, "year_in_python", "date", returns="int", points=3).ok


def test_a_hive_udf_is_not_called_with_constants(spark) -> None:
    report = assert_conforms(spark, planted("CharsOfHive"), "string", rows=ROWS)
    names = [check.name for check in report.checks]
    assert "over columns" in names
    assert not [name for name in names if "literal" in name]


def test_a_result_type_and_rows(spark) -> None:
    rows = [(5, 3), (None, 1), (2**31 - 1, -(2**31))]
    report = assert_conforms(
        spark, planted("MinusRight"), "int,int", returns="bigint", rows=rows, seed=1
    )
    assert report.rows == 3 + 1 + 5
    assert str(report).splitlines()[0].endswith("(int, int) -> bigint conforms")


@pytest.mark.parametrize(
    ("name", "types", "says"),
    [
        ("MinusSwapped", "int,int", r"1 row:\n  0: \(-?[01], -?1?[01]\)"),
        ("MinusWraps", "int,int", r"1 row:\n"),
        ("MinusOfFirst", "int,int", r"2 rows:\n"),
        (
            "LengthInBytes",
            "string",
            r"1 row:\n  0: \('(.{1,2})'\)\n.*\n  0: 1\n.*\n  0: [23]",
        ),
        ("LosesTheSign", "double", r"1 row:\n  0: \(-0.0D\)"),
        ("Third", "double", r"1 row:\n"),
    ],
)
def test_a_wrong_result_is_shrunk(spark, name: str, types: str, says: str) -> None:
    text = first_failure(spark, name, types)
    assert text.startswith("over columns: ")
    assert re.search(r"rows differ\nthe smallest input found is " + says, text), text
    assert "row-wise result:" in text
    assert "columnar result:" in text


def test_the_sql_reproduces_it(spark) -> None:
    text = first_failure(spark, "MinusSwapped", "int,int")
    *sets, sql = re.split(r";\n\s*|;$", text.partition("to reproduce it:\n")[2])[:-1]
    assert len(sets) == 1
    try:
        spark.sql(sets[0].strip())
        columnar = spark.sql(sql).collect()
        spark.conf.set("spark.rapids.sql.enabled", "false")
        row_wise = spark.sql(sql).collect()
    finally:
        spark.conf.set("spark.rapids.sql.enabled", "true")
        spark.conf.unset("spark.sql.optimizer.excludedRules")
    assert columnar != row_wise


def test_a_tolerance(spark) -> None:
    assert_conforms(spark, planted("Third"), "double", rows=ROWS, tolerance=1e-12)


def test_a_columnar_body_that_raises(spark) -> None:
    text = first_failure(spark, "MinusRaises", "int,int")
    assert text.startswith("the columnar body ran: it raised over columns")
    assert "IllegalArgumentException: too little" in text
    assert "found is 1 row:" in text
    assert "PlantedUdfs$MinusRaises.evaluateColumnar(PlantedUdfs.java:" in text


def test_a_columnar_body_that_raises_without_rows(spark) -> None:
    report = check_conforms(spark, planted("MinusOfNothing"), "int,int", rows=ROWS)
    # The other queries continue with the test's own rows; a join may also have such a batch.
    assert report.failures[0].name == "on a batch of no rows"
    assert all("IllegalArgumentException: no first row" in f.text for f in report.failures)
    assert of(report, "in a filter") == of(report, "in an aggregate") == PASSED


def test_a_row_wise_body_that_raises(spark) -> None:
    text = first_failure(spark, "RowRaises", "int")
    assert text.startswith("the row-wise body ran: it raised over columns")
    assert "too much" in text
    assert "is it a UDF of other types?" not in text
    assert_conforms(spark, planted("RowRaises"), "int", rows=[1, None, 50, -7])


def test_a_nondeterministic_row_wise_body(spark) -> None:
    report = check_conforms(spark, planted("MinusCounts"), "int,int", rows=10)
    assert not report.ok
    assert "rows changed on a second run, so there is nothing to compare with" in report.notes[0]
    assert not check_conforms(spark, planted("MinusSwapped"), "int,int", rows=10).notes


def test_a_schema_that_excludes_nulls(spark) -> None:
    of = StructType().add("a b", ArrayType(IntegerType(), False), False)
    assert_conforms(spark, "identity", [of], rows=12)


def test_a_leak(spark) -> None:
    text = first_failure(spark, "MinusLeaks", "int,int")
    assert text.startswith("nothing is left open: PlantedUdfs$MinusLeaks left ")
    assert "PlantedUdfs.java" in text


@pytest.mark.parametrize(
    ("name", "types", "error", "says"),
    [
        (planted("RowOnly"), "string", ConformanceError, "has no columnar body to test"),
        (planted("NotMade"), "string", ConformanceError, "constructor without parameters"),
        (
            planted("NotInitialised"),
            "int",
            ConformanceError,
            "because of java.lang.NumberFormatExcep",
        ),
        (planted("Nothing"), "string", ConformanceError, "neither a function nor a class"),
        (planted("MinusRight"), "int", ConformanceError, "is a UDF2: it takes 2 arguments, and 1"),
        (planted("MinusInherited"), "int,int", ConformanceError, "The class itself must implement"),
        (
            "money_gross",
            "array<int>,int",
            ConformanceError,
            "money_gross does not take (array<int>",
        ),
        ("word_count", "string,string", ConformanceError, "word_count does not take"),
    ],
)
def test_what_cannot_be_tested(spark, name: str, types: str, error: type, says: str) -> None:
    with pytest.raises(error) as e:
        check_conforms(spark, name, types)
    assert says in str(e.value)


def test_a_body_that_the_plugin_does_not_call(spark) -> None:
    spark.conf.set("spark.rapids.sql.expression.ScalaUDF", "false")
    try:
        report = check_conforms(spark, "word_count", "string", rows=20)
    finally:
        spark.conf.unset("spark.rapids.sql.expression.ScalaUDF")
    (failure,) = report.failures
    assert failure.name == "the columnar body ran"
    assert "0 calls over 0 rows" in failure.text
    assert "word_count: cpu" in failure.text


def test_with_the_plugin_switched_off(spark) -> None:
    spark.conf.set("spark.rapids.sql.enabled", "false")
    try:
        assert_conforms(spark, "word_count", "string", rows=3)
        assert spark.conf.get("spark.rapids.sql.enabled") == "false"
    finally:
        spark.conf.set("spark.rapids.sql.enabled", "true")


def test_skips_are_reported(spark) -> None:
    report = check_conforms(spark, "lib_version", "", rows=10)
    assert report.ok
    assert of(report, "in a filter") == SKIPPED
