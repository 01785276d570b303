# SPDX-License-Identifier: Apache-2.0

"""``assert_same_as_python``: its findings, shrinking and reports, and users' errors."""

from __future__ import annotations

import datetime
import random
import re
from decimal import Decimal

import pytest
from pyspark.sql import functions as F
from pyspark.sql import types as t

from harness.session import COMPILED_TRANSPORTS, with_compiled_arrow
from rapids_udfs._py4j import java_class
from rapids_udfs.errors import (
    ArgumentValueError,
    ConformanceError,
    MissingModuleError,
    NotCompiledError,
)
from rapids_udfs.testing import assert_same_as_python
from rapids_udfs.testing.kit_rows import KitRows
from rapids_udfs.testing.python_udfs import check
from rapids_udfs.testing.python_udfs.comparison import (
    Outcome,
)
from rapids_udfs.testing.python_udfs.constants import Constants, matching
from rapids_udfs.testing.python_udfs.coverage import Coverage
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
from rapids_udfs.testing.python_udfs.subject import Subject
from rapids_udfs.testing.python_udfs.values import Values


def year(text):
    return int(text[:4])


def grade(points):
    """Grades."""
    if points is None:
        return "none"
    if points == 987654:
        return "magic"
    if points < 10:
        return "low"
    return "high"


def area(text):
    if text.startswith("area-51:"):
        if text.endswith("/secret"):
            return 1
        return 2
    return 3


def not_covered(n):
    if n > 2**70:
        return 1
    return 0


def by_name(*, n):
    return n


def uses_random(n):
    return random.random() + n


def test_same(spark):
    report = assert_same_as_python(year, ["string"], "int", spark=spark, examples=60)
    assert report.ok
    assert 0 < report.errors < report.rows
    assert report.coverage.lines == (1, 1)
    assert str(report).startswith("year is the same as Python (")


@pytest.mark.parametrize("transport", COMPILED_TRANSPORTS)
def test_rows_and_transport(spark, transport):
    rows = ["1999", ("2024-01-01",), None]
    report = assert_same_as_python(
        year, "string", t.IntegerType(), rows=rows, transport=transport, spark=spark, examples=3
    )
    assert (report.rows, report.errors, report.transport) == (3, 1, transport)


def test_numbers_in_the_source_are_tried(spark):
    report = assert_same_as_python(grade, ["bigint"], "string", spark=spark, examples=40)
    assert report.coverage.missed_lines == []
    assert report.coverage.branches[0] == report.coverage.branches[1] == 6


def test_strings_in_the_source_are_tried(spark):
    report = assert_same_as_python(area, ["string"], "int", spark=spark, examples=40)
    assert report.coverage.missed_lines == []


def test_unreached_lines_are_named(spark):
    report = assert_same_as_python(not_covered, ["int"], "int", spark=spark, examples=20)
    line = not_covered.__code__.co_firstlineno
    assert report.coverage.missed_lines == [line + 2]
    assert report.coverage.missed_branches == [(line + 1, line + 2)]
    assert f"lines     2 of 3 reached; not {line + 2}" in str(report)
    assert f"not {line + 1} to {line + 2}" in str(report)


def tenth(text):
    if text == "ZZ-9917": return "hit"  # fmt: skip # noqa: E701
    if text and len(re.sub(r"\D", "", text)) == 10: return text  # fmt: skip # noqa: E701
    return "no"


def remainder(n):
    return n is not None and n % 1009 == 17


@pytest.mark.parametrize("seed", range(4))
def test_rows_like_those_that_reach_something(spark, seed):
    subject = Subject(tenth, "string", "string")
    subject.find_rows(spark, [], 1000, seed)
    long = [t for (t,) in subject.rows if tenth(t) not in ("no", "hit")]
    assert not all(map(str.isascii, long))
    subject = Subject(remainder, "int", "boolean")
    subject.find_rows(spark, [], 200, seed)
    assert any(remainder(n) and n < 0 for (n,) in subject.rows)


def test_an_untaken_branch_within_a_line():
    coverage = Coverage(tenth)
    coverage.call(("a",))
    line = tenth.__code__.co_firstlineno
    assert (line + 1, line + 1) in coverage.missed_branches
    assert f"not all within line {line + 1}" in str(coverage)
    assert coverage.lines == (3, 3)


class Planted(SparkRuns):
    """Runs whose compiled functions are wrong for long strings with an x."""

    def actual(self, batch):
        result = super().actual(batch)
        for (_, rows), outcomes in zip(batch, result, strict=True):
            for i, (text,) in enumerate(rows):
                if text and len(text) >= 3 and "x" in text[1:]:
                    outcomes[i] = Outcome(-1)
        return result


def shout(text):
    return len(text) if text else 0


def test_a_difference_is_shrunk_and_shown(spark, monkeypatch):
    monkeypatch.setattr(check, "SparkRuns", Planted)
    with pytest.raises(AssertionError) as raised:
        assert_same_as_python(
            shout,
            ["string"],
            "int",
            spark=spark,
            rows=["hello fox and axe"],
            examples=30,
            transport="pickled",
        )
    text = str(raised.value)
    assert text.startswith("shout is NOT the same as Python (pickled)")
    assert re.search(r"arguments '[a0](x[a0]|[a0]x)'\n", text), text
    assert "  Python    3\n  compiled  -1\n" in text
    assert "assert_same_as_python(shout, ['string'], 'int', rows=[('" in text


def test_expected_failures_are_not_logged(spark):
    log4j, name = "org.apache.logging.log4j", "org.apache.spark.executor.Executor"
    manager = java_class(spark._jvm, f"{log4j}.LogManager")
    loud = java_class(spark._jvm, f"{log4j}.Level").ERROR
    set_level = java_class(spark._jvm, f"{log4j}.core.config.Configurator").setLevel
    usual = manager.getLogger(name).getLevel()
    set_level(name, loud)

    def level():
        return str(manager.getLogger(name).getLevel())

    levels = []

    class Watched(SparkRuns):
        def _expected(self, batch):
            levels.append(level())
            return super()._expected(batch)

    subject = Subject(year, ["string"], "int", transport="pickled")
    [[outcome]] = Watched(spark).expected([(subject, [("x",)])])
    assert outcome.error.startswith("ValueError")
    assert set(levels) == {"OFF"}
    assert level() == "ERROR"
    set_level(name, usual)


def test_the_pasted_call_names_what_it_needs(spark, monkeypatch):
    class Wrong(SparkRuns):
        def actual(self, batch):
            right, wrong = Outcome("right"), Outcome("wrong")
            return [[right if None in row else wrong for row in rows] for _, rows in batch]

    monkeypatch.setattr(check, "SparkRuns", Wrong)

    def show(a, b):
        return "right"

    with pytest.raises(AssertionError, match="import datetime") as raised:
        assert_same_as_python(
            show,
            "decimal(4,1),date",
            "string",
            spark=spark,
            examples=1,
            rows=[(Decimal("1.0"), datetime.date(2000, 1, 1))],
        )
    assert "from decimal import Decimal" in str(raised.value)


def test_not_compiled(spark):
    with pytest.raises(NotCompiledError, match="random") as raised:
        assert_same_as_python(uses_random, ["int"], "double", spark=spark)
    assert raised.value.line == uses_random.__code__.co_firstlineno + 1
    assert "there is nothing to compare" in str(raised.value)


OF_YEAR = (year, ["string"], "int")


@pytest.mark.parametrize(
    ("arguments", "options", "error", "text"),
    [
        ((year, ["string", "int"], "int"), {}, ConformanceError, "year(text) cannot"),
        ((year, [], "int"), {}, ConformanceError, "with 0 arguments. Give a type"),
        ((by_name, ["int"], "int"), {}, ConformanceError, "with 1 argument. Spark passes"),
        ((year, ["interval day"], "int"), {}, ConformanceError, "interval day"),
        ((year, ["strng"], "int"), {}, ConformanceError, "no type 'strng'. Use Spark's"),
        ((year, ["string"], "imt"), {}, ConformanceError, "no type 'imt'"),
        ((len, ["string"], "int"), {}, ConformanceError, "not <built-in function len>"),
        (("year", ["string"], "int"), {}, ConformanceError, "not 'year'"),
        (OF_YEAR, {"transport": "csv"}, ArgumentValueError, "'csv'"),
        (OF_YEAR, {"rows": [7]}, ArgumentValueError, "7 is not a value of string"),
        (OF_YEAR, {"rows": [("a", "b")]}, ArgumentValueError, "('a', 'b')"),
        (OF_YEAR, {"examples": 0}, ArgumentValueError, "is 0, not at least 1"),
    ],
)
def test_errors_of_users(spark, arguments, options, error, text):
    with pytest.raises(error) as raised:
        assert_same_as_python(*arguments, spark=spark, **options)
    assert text in str(raised.value)


def test_without_pyarrow(spark, monkeypatch):
    # PySpark then pickles the values, regardless of the setting.
    def missing():
        raise ImportError("PyArrow >= 11.0.0 must be installed.")

    monkeypatch.setattr("pyspark.sql.pandas.utils.require_minimum_pyarrow_version", missing)
    report = assert_same_as_python(lambda n: n and 5.0, ["int"], "int", spark=spark, examples=3)
    assert report.transport == "pickled"
    with pytest.raises(MissingModuleError, match=r"PyArrow >= 11.*transport='pickled'"):
        assert_same_as_python(year, ["string"], "int", spark=spark, transport="arrow")


def test_a_udf_in_the_place_of_its_function(spark):
    report = assert_same_as_python(F.udf(year, "int"), "string", "int", spark=spark, examples=3)
    assert report.ok
    of_columns = F.pandas_udf(shout, "int", F.PandasUDFType.SCALAR)
    with pytest.raises(ConformanceError, match="a Python function, or a UDF of one, not <function"):
        assert_same_as_python(of_columns, "string", "int", spark=spark)


def overflowing(n):
    return n * 2


@with_compiled_arrow
def test_both_fail_if_spark_cannot_convert_a_result(spark):
    rows = [2**62, 2**62 + 1, -(2**63), 1, None]
    report = assert_same_as_python(
        overflowing, ["bigint"], "bigint", rows=rows, transport="arrow", spark=spark, examples=5
    )
    assert (report.rows, report.errors) == (4, 3)
    assert sum(report.undecided.values()) == 1


@pytest.mark.parametrize("pattern", [r"^\d{3}-[a-c]+(x|yy)?$", r"(a)\1", r"[^\s,]+@\w+", "(?i)a|b"])
def test_strings_that_match(pattern):
    import re

    texts = [matching(pattern, 0, random.Random(i)) for i in range(20)]
    assert sum(bool(re.search(pattern, text)) for text in texts) > 15


@pytest.mark.parametrize(
    "of",
    [
        *("tinyint", "int", "bigint", "float", "double", "boolean", "string", "binary", "date"),
        *("timestamp", "timestamp_ntz", "decimal(38,10)", "decimal(5,5)", "array<int>", "void"),
        *("map<string,double>", "struct<a:int,b:array<string>>", "array<struct<x:date>>"),
    ],
)
def test_values_are_of_their_type(spark, of):
    parsed = t._parse_datatype_string(of)
    verify = t._make_type_verifier(parsed)
    values = Values(spark, Constants(grade), random.Random(1))
    drawn = [values.one(parsed) for _ in range(100)] + values.edges(parsed)
    drawn += [values.mutated(value, parsed) for value in drawn]
    for value in drawn:
        verify(value)
    rows = [(value,) for value in drawn]
    schema = t.StructType([t.StructField("a", parsed)])
    assert spark.createDataFrame(rows, schema).count() == len(rows)


def test_values_that_spark_rounds_are_not_shrunk(spark):
    kit = KitRows(spark, [t.DecimalType(4, 1)])
    kit.shrink((Decimal("1.25"),), lambda rows: pytest.fail(f"{rows}"))


def test_smaller_rows_are_smaller(spark):
    types = ["string", "int", "array<double>", "map<string,int>", "date", "timestamp_ntz"]
    at = datetime.datetime(2024, 5, 6, 7, 8, 9, 10)
    row = ("hello", 1234, [1.5, None], {"a": 2}, at.date(), at)
    kit = KitRows(spark, [t._parse_datatype_string(of) for of in types])
    chosen = []

    def first_of(rows):
        # Simple values, but with the types of the row.
        for i, less in enumerate(rows):
            if all(type(a) is type(b) and (a or a == 0) for a, b in zip(less, row, strict=True)):
                chosen.append(less)
                return i
        return -1

    kit.shrink(row, first_of)
    text, number, numbers, pairs, day, time = chosen[-1]
    assert (len(text), number, len(numbers), len(pairs)) == (1, 0, 1, 1)
    assert day == datetime.date(1970, 1, 1)
    assert time.year in (1969, 1970)


TABLE = {"first": grade, "second": [shout]}


def by_table(kind, n):
    return TABLE[kind](n)


def test_functions_in_a_table_are_helpers():
    assert 987654 in Constants(by_table).integers
    assert "second" in Constants(by_table).texts
    assert Coverage(by_table).lines[1] == 1 + 8
