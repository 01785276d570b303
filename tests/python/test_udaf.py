# SPDX-License-Identifier: Apache-2.0

"""Aggregates of Python functions in every place of a query, and what users can do wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import Row, Window
from pyspark.sql import functions as F

import rapids_udfs
from python_udfs.aggregates import most_common, numbers, spread, weighted_mean
from rapids_udfs._py4j import Py4JJavaError
from rapids_udfs.errors import (
    ArgumentTypeError,
    ArgumentValueError,
    RegistrationError,
    SessionError,
)
from rapids_udfs.registration.function_names import builtins_come_first

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LARGEST = "spark.rapidsUdfs.pythonUdfs.largestGroup"


@pytest.fixture
def session(spark) -> SparkSession:
    fresh = spark.newSession()
    numbers(fresh, 2).createOrReplaceTempView("numbers")
    rapids_udfs.udaf(spread, "double", "double").register(fresh)
    rapids_udfs.udaf(weighted_mean, "p double, q bigint", "double").register(fresh, "weighted")
    return fresh


def rows(df: Any) -> list[Any]:
    return sorted(map(tuple, df.collect()), key=repr)


MEANT = "max(x) - min(x)"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT k, {} FROM numbers GROUP BY k",
        "SELECT {} FROM numbers",
        "SELECT {} FROM numbers WHERE k > 100",
        "SELECT {} AS v FROM numbers GROUP BY k HAVING {} > 5",
        "SELECT {} AS v FROM numbers GROUP BY k ORDER BY {}, k",
        "SELECT k, n, {} FROM numbers GROUP BY ROLLUP (k, n)",
        "SELECT k, n, {} FROM numbers GROUP BY GROUPING SETS ((k), (n), ())",
        "SELECT k % 3, count(DISTINCT n), {}, sum(n) FROM numbers GROUP BY k % 3",
        "SELECT k, (SELECT {} FROM numbers b WHERE b.k = a.k) FROM numbers a",
        "SELECT k, x, {} OVER (PARTITION BY k) FROM numbers",
        "SELECT k, {} OVER (PARTITION BY k ORDER BY x, n, s ROWS 2 PRECEDING) + 1 FROM numbers",
        "SELECT sum(v) FROM (SELECT {} AS v FROM numbers GROUP BY k)",
        "SELECT k, sum({}) OVER (ORDER BY k) FROM numbers GROUP BY k",
    ],
)
def test_places(session, sql: str) -> None:
    own = sql.replace("{}", "spread(x)")
    over = sql.replace("{} OVER", "{0} OVER")
    meant = sql.replace("{}", f"({MEANT})")
    if "PARTITION BY" in sql:
        window = over[over.index("OVER") : over.index(")", over.index("OVER")) + 1]
        meant = sql.replace("{} " + window, f"(max(x) {window} - min(x) {window})")
    assert rows(session.sql(own)) == rows(session.sql(meant))


def test_nulls_filters_and_distinct_values(session) -> None:
    counted = rapids_udfs.udaf(lambda values: len(values), "string", "int")
    counted.register(session, "counted")
    counts = session.sql(
        "SELECT counted(s), counted(s) FILTER (WHERE n IS NULL), counted(DISTINCT s) FROM numbers"
    ).first()
    meant = session.sql(
        "SELECT count(*), count_if(n IS NULL), count(DISTINCT coalesce(s, '-')) FROM numbers"
    ).first()
    assert tuple(counts) == tuple(meant)


def test_a_column_that_is_a_struct_and_one_field(session) -> None:
    frame = session.sql("SELECT named_struct('a', 1) AS r UNION ALL SELECT NULL")
    whole = rapids_udfs.udaf(lambda rs: sum(r.a for r in rs if r), "struct<a:int>", "int")
    assert frame.agg(whole("r")).first()[0] == 1
    values = rapids_udfs.udaf(
        lambda rs: sorted(r.a or 0 for r in rs), "struct<a:int>", "array<int>"
    )
    assert frame.agg(values("r.a")).first()[0] == [0, 1]


def test_columns_and_windows_of_dataframes(session) -> None:
    frame = session.table("numbers")
    of = rapids_udfs.udaf("double", "double")(spread)
    window = Window.partitionBy("k")
    result = frame.select("k", of(F.col("x") * 2).over(window).alias("v")).distinct()
    assert rows(result) == rows(frame.groupBy("k").agg(F.max("x") * 2 - F.min("x") * 2))
    assert frame.agg(of("x")).columns == ["spread(x)"]
    pivoted = frame.groupBy().pivot("s", ["a", "b"]).agg(of("x"))
    meant = frame.groupBy().pivot("s", ["a", "b"]).agg(F.max("x") - F.min("x"))
    assert rows(pivoted) == rows(meant)


def test_a_pivot_that_would_add_nulls_is_refused(session) -> None:
    of = rapids_udfs.udaf(most_common, "string", "string")
    with pytest.raises(ArgumentTypeError, match="takes columns or their names, not int: 5"):
        of(5)
    groups = session.table("numbers").groupBy("k").pivot("n", [1, 2])
    with pytest.raises(AnalysisException, match=r"select each with FILTER \(WHERE"):
        groups.agg(of("s"))
    of.register(session)
    query = "SELECT k, most_common(s) FILTER (WHERE n = 1) FROM numbers GROUP BY k"
    assert len(session.sql(query).collect()) == 8


def test_what_is_not_compiled_runs_in_python(session) -> None:
    import os

    of = rapids_udfs.udaf(lambda vs: len(vs) if os.getpid() else None, "int", "int")
    frame = session.range(5).selectExpr("CAST(id AS INT) AS i").agg(of("i"))
    assert frame.collect() == [Row(**{"<lambda>(i)": 5})]
    (said,) = rapids_udfs.explain(frame).python_udfs
    assert (str(said.where), "os.getpid" in said.reason) == ("python", True)


def test_types(session) -> None:
    assert session.sql("SELECT spread(CAST(n AS INT)) FROM numbers").first()[0] == 30.0
    with pytest.raises(AnalysisException, match="spread takes DOUBLE, got STRING"):
        session.sql("SELECT spread(s) FROM numbers")
    with pytest.raises(AnalysisException, match="spread takes DOUBLE, got BIGINT"):
        session.sql("SELECT spread(n) FROM numbers")
    assert session.sql("SELECT spread(CAST(2 AS BIGINT)) FROM numbers").first()[0] == 0.0
    with pytest.raises(AnalysisException, match="spread takes one column of the type DOUBLE"):
        session.sql("SELECT spread(x, n) FROM numbers")
    with pytest.raises(AnalysisException, match="weighted takes 2 columns"):
        session.sql("SELECT weighted(x, n, n) FROM numbers")
    with pytest.raises(AnalysisException, match="weighted takes 2 columns") as e:
        session.sql("SELECT weighted(x) FROM numbers")
    assert len(str(e.value)) < 1000, "the pickled function is in the message"
    with pytest.raises(AnalysisException, match="spread takes its columns by position: write"):
        session.sql("SELECT spread(v => x) FROM numbers")


def test_groups_that_are_too_large(session) -> None:
    session.conf.set(LARGEST, "20")
    with pytest.raises((PySparkException, Py4JJavaError)) as e:
        session.sql("SELECT k, spread(x) FROM numbers GROUP BY k").collect()
    assert "a group of spread has more than 20 rows" in str(e.value)
    assert LARGEST in str(e.value)
    session.conf.set(LARGEST, "300")
    session.sql("SELECT spread(x) FROM numbers").collect()
    session.conf.set(LARGEST, "many")
    with pytest.raises((PySparkException, Py4JJavaError, ValueError), match="not many"):
        session.sql("SELECT spread(x) FROM numbers").collect()


def test_wrong_calls(session, monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (
        rapids_udfs.udaf,
        lambda: rapids_udfs.udaf(spread),
        lambda: rapids_udfs.udaf(spread, "double"),
        lambda: rapids_udfs.udaf("double"),
        lambda: rapids_udfs.udaf("double", "double", "double"),
    ):
        with pytest.raises(ArgumentTypeError, match="elementType, returnType"):
            wrong()
    by_name = rapids_udfs.udaf(elementType="double", returnType="double")(spread)
    assert by_name.elementType == "double"
    with pytest.raises(ArgumentTypeError, match="takes a Python function of one parameter"):
        rapids_udfs.udaf("double", "double")(F.udf(spread, "double"))
    with pytest.raises(ArgumentValueError, match=r"one parameter, .*, not <lambda>\(a, b\)"):
        rapids_udfs.udaf(lambda a, b: a, "double", "double")
    for element, returned in (("dubble", "int"), ("int", "x y z"), (" ", "int")):
        with pytest.raises(ArgumentValueError, match=r"is not a type\. Use Spark's, for example"):
            rapids_udfs.udaf(spread, element, returned)
    with pytest.raises(ArgumentTypeError, match=r"columns by position: spread\('x'\), not dict"):
        by_name(v="x")
    for name in ("a b", "a.b", "1st", ""):
        with pytest.raises(RegistrationError, match="use letters, digits and underscores"):
            by_name.register(session, name)
    with pytest.raises(RegistrationError, match="named '<lambda>'"):
        rapids_udfs.udaf(lambda values: 1, "int", "int").register(session)
    if builtins_come_first(session):
        with pytest.raises(RegistrationError, match="Spark's own max instead"):
            by_name.register(session, "max")
    of = rapids_udfs.udaf(most_common, "string", "string")
    with pytest.raises(Exception, match=r"by its own register\(spark, name\)"):
        session.udf.register("most_common", of)
    monkeypatch.setattr("rapids_udfs.registration.function_names.EXTENSION", "another")
    with pytest.raises(SessionError, match="configure"):
        of("s")
