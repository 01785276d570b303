# SPDX-License-Identifier: Apache-2.0

"""Conversions of Python functions: wrong ones are found, and right ones are accepted."""

from __future__ import annotations

import operator
import re

import pytest
from pyspark.sql import functions as F

from harness.session import IS_MAIN
from python_udfs.conversions import CONVERTED, Converted
from python_udfs.originals import length, weekday
from rapids_udfs.errors import ArgumentValueError, ConformanceError
from rapids_udfs.testing import assert_converts, check_converts, frames
from rapids_udfs.testing.python_udfs.conversion import Conversion, Judge
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns, transport_of
from rapids_udfs.testing.python_udfs.subject import Subject

EXAMPLES = 400
CASES = CONVERTED if IS_MAIN else CONVERTED[::8]
"""All conversions on the main Spark: how others differ does not concern the verdicts."""


@pytest.fixture(autouse=True)
def _ansi(spark):
    # Before Spark 4, it is not the default, and other conversions are right.
    with frames.settings(spark, {"spark.sql.ansi.enabled": "true"}):
        yield


@pytest.fixture(scope="module")
def runs(spark) -> SparkRuns:
    return SparkRuns(spark)


@pytest.mark.parametrize("converted", CASES, ids=lambda each: each.function.__name__)
def test_verdicts(spark, runs: SparkRuns, converted: Converted):
    transport = transport_of(spark)
    subject = Subject(converted.function, converted.types, converted.returns, transport=transport)
    subject.find_rows(spark, [], EXAMPLES, 0)
    judge = Judge(runs, subject)

    def verdict(sql: str):
        return judge.certificate(Conversion.of(spark, subject, sql, None), shrink=False)

    accused = [str(verdict(sql)) for sql in converted.right if not verdict(sql).ok]
    assert not accused
    assert not [sql for sql in converted.wrong if verdict(sql).ok]


def test_the_counterexample_is_small(spark):
    with pytest.raises(AssertionError) as e:
        assert_converts(length, "string", "int", sql="coalesce(octet_length(text), 0)", spark=spark)
    text = str(e.value)
    assert "`coalesce(octet_length(text), 0)` is NOT the same as length" in text
    argument = text.partition("arguments ")[2].splitlines()[0]
    assert len(eval(argument)) == 1
    assert "lines     1 of 1 reached" in text
    assert "ran       rows (differs)" in text


def test_the_order_of_code_points(spark):
    def least(words):
        known = [w for w in words or [] if w is not None]
        return min(known) if known else None

    certificate = check_converts(
        least, "array<string>", "string", sql="array_min(words)", spark=spark
    )
    assert certificate.ok, str(certificate)
    subject = Subject(least, "array<string>", "string")
    subject.find_rows(spark, [], EXAMPLES, 0)
    # In Java's order, that of UTF-16, an emoji comes before a full-width letter.
    by_utf_16 = operator.methodcaller("encode", "utf-16-be")
    known = [[w for w in row[0] or [] if w is not None] for row in subject.rows]
    assert any(min(words) != min(words, key=by_utf_16) for words in known if words)


def test_a_certificate(spark):
    certificate = assert_converts(
        *(weekday, ["date"], "int"), sql="weekday(day)", spark=spark, examples=50, rows=[None]
    )
    assert certificate.ok
    assert certificate.rows + certificate.raising == 50
    assert str(certificate).startswith(
        "`weekday(day)` is the same as weekday\n  rows      50 compared\n"
    )


def test_another_type_is_another_result(spark):
    certificate = check_converts(
        length, "string", "bigint", sql="coalesce(length(text), 0)", spark=spark
    )
    assert not certificate.ok
    assert "it returns int, and length bigint" in str(certificate)


def test_rows_that_raise_are_left_out(spark):
    def first(text):
        return text[0]

    certificate = check_converts(first, "string", "string", sql="left(text, 1)", spark=spark)
    assert certificate.ok
    assert certificate.raising > 0

    def never(text):
        raise ValueError(text)

    certificate = check_converts(never, "string", "string", sql="left(text, 1)", spark=spark)
    assert not certificate.ok
    assert "could not be compared with never" in str(certificate)


def test_a_subquery_that_reads_the_row_becomes_a_join(spark):
    for sql in (
        "(SELECT max(x) FROM (SELECT length(text) AS x))",
        "CAST(EXISTS (SELECT 1 FROM range(3) WHERE id = length(text)) AS INT)",
    ):
        with pytest.raises(ConformanceError, match="reads the row in a subquery"):
            check_converts(length, "string", "int", sql=sql, spark=spark)


def test_a_subquery_has_one_value_per_row(spark):
    sql = "coalesce(length(text), 0) + (SELECT max(id) - 4 FROM range(5))"
    certificate = check_converts(length, "string", "bigint", sql=sql, spark=spark, examples=50)
    assert certificate.ok, str(certificate)
    now = "coalesce(length(text), 0) + CAST(isnull(current_timestamp()) AS INT)"
    certificate = check_converts(length, "string", "int", sql=now, spark=spark, examples=50)
    assert certificate.ok, str(certificate)


def test_one_result_per_row(spark, monkeypatch):
    everything = Conversion._select
    monkeypatch.setattr(Conversion, "_select", lambda self, rows: everything(self, rows[1:]))
    with pytest.raises(ConformanceError, match="has 49 results for 50 rows"):
        check_converts(length, "string", "int", sql="length(text)", spark=spark, examples=50)


def test_a_udf_is_judged_by_its_function(spark):
    as_udf = F.udf(length, "int")
    certificate = check_converts(
        as_udf, "string", "int", sql="coalesce(length(text), 0)", spark=spark, examples=50
    )
    assert certificate.ok, str(certificate)
    sql = "CAST(raise_error(text) AS INT)"
    certificate = check_converts(
        length, "string", "int", sql=sql, spark=spark, rows=["a"], examples=1
    )
    assert re.search(
        r"  converted raises (\[USER_RAISED_EXCEPTION\] a|java\.lang\.)", str(certificate)
    )
    assert "  1 row differs; this is the smallest one found" in str(certificate)


def test_errors(spark):
    with pytest.raises(ArgumentValueError, match=r"either sql='\.\.\.', an expression"):
        check_converts(length, "string", "int", spark=spark)
    with pytest.raises(ConformanceError, match=r"Spark rejects `length\(t\)` over \(text\)"):
        check_converts(length, "string", "int", sql="length(t)", spark=spark)
    for sql, kind in {
        "explode(array(length(text)))": "a generator",
        "inline(array(struct(length(text))))": "a generator",
        "CAST(sum(length(text)) AS INT)": "an aggregate",
        "any_value(length(text))": "an aggregate",
        "CAST(count(*) AS INT)": "an aggregate",
        "CAST(lag(length(text)) OVER (ORDER BY text) AS INT)": "a window function",
        "1 + max(length(text)) OVER (PARTITION BY text)": "a window function",
    }.items():
        with pytest.raises(ConformanceError, match=rf"one value from each row: it plans {kind}"):
            check_converts(length, "string", "int", sql=sql, spark=spark)
    with pytest.raises(ConformanceError, match="Spark rejects `1 \\+ explode"):
        check_converts(length, "string", "int", sql="1 + explode(array(1))", spark=spark)
    for sql in ("CAST(rand() * 9 AS INT)", "length(uuid())", "CAST(spark_partition_id() AS INT)"):
        with pytest.raises(ConformanceError, match="is nondeterministic: its results may differ"):
            check_converts(length, "string", "int", sql=sql, spark=spark)
    with pytest.raises(ValueError, match="tolerance is -1, which is not a number from 0 on"):
        check_converts(length, "string", "int", sql="length(text)", spark=spark, tolerance=-1)
    with pytest.raises(
        ConformanceError, match=r"neither a function nor a class 'com\.acme\.Nosuch'"
    ):
        check_converts(length, "string", "int", function="com.acme.Nosuch", spark=spark)
