# SPDX-License-Identifier: Apache-2.0

"""Compiled Python UDFs in every place of a query, against the same query in Python."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.errors import AnalysisException, PySparkException, PythonException
from pyspark.sql import Window
from pyspark.sql import functions as F
from pyspark.sql import types as T
from tests.python.compiled_queries import (
    calls,
    even,
    name,
    plan_of,
    rows,
    runs_python,
    same,
    twice,
)

from rapids_udfs.session.modes import PYTHON_UDFS
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def below(x, y):
    return x < y


def words(x):
    return [f"w{i}" for i in range(x % 3)]


def digits(x):
    return {"tens": x // 10, "ones": x % 10}


def process(x):
    return None if os.getpid() == 0 else x


def stays(x):
    return None if os.getpid() == 0 else x


less = F.udf(below, T.BooleanType())


NUMBERS = {
    "projection": lambda s: s.table("t").select(twice("id")),
    "two of them": lambda s: s.table("t").select(
        twice("id"), even("id"), name(F.lit(1) + F.col("k"))
    ),
    "udf of a udf": lambda s: s.table("t").select(even(twice("id"))),
    "the same twice": lambda s: s.table("t").select(
        twice("id"), twice("id"), twice(F.col("id") + 1)
    ),
    "within an expression": lambda s: s.table("t").select(F.coalesce(twice("id") + 1, F.lit(-1))),
    "if": lambda s: s.table("t").select(F.when(F.col("id") > 3, twice("id")).otherwise(0)),
    "filter": lambda s: s.table("t").filter(even("id")).select("id"),
    "filter with more": lambda s: s.table("t").filter(even("id") & (F.col("k") > 0)).select("id"),
    "key": lambda s: s.table("t").groupBy(name("k")).count(),
    "aggregate's input": lambda s: s.table("t").groupBy("k").agg(F.sum(twice("id"))),
    "over an aggregate": lambda s: s.table("t").groupBy("k").agg(twice(F.sum("id"))),
    "having": lambda s: s.table("t").groupBy("k").agg(F.sum("id").alias("s")).filter(even("s")),
    "distinct": lambda s: s.table("t").select(name("k")).distinct(),
    "inner join": lambda s: (
        s.table("t")
        .alias("a")
        .join(s.table("t").alias("b"), twice("a.id") == F.col("b.id"))
        .select("a.id", "b.id")
    ),
    "inner join by no key": lambda s: (
        s.table("t")
        .alias("a")
        .join(s.table("t").alias("b"), less(F.coalesce("a.id", "a.k"), "b.k"))
        .select("a.id", "b.id")
    ),
    "keys on both sides": lambda s: (
        s.table("t")
        .alias("a")
        .join(s.table("t").alias("b"), name("a.k") == name("b.k"))
        .select("a.id", "b.id")
    ),
    "window": lambda s: s.table("t").select(
        F.sum(twice("id")).over(Window.partitionBy(name("k")).orderBy(twice("id")))
    ),
    "sort": lambda s: s.table("t").orderBy(twice(-F.col("k")), "id"),
    "generate": lambda s: s.table("t").select(F.explode(F.array(twice("id"), "k"))),
    "generate of a list": lambda s: s.table("t").select(
        F.explode(F.udf(words, "array<string>")("k"))
    ),
    "union": lambda s: s.table("t").select(twice("id")).union(s.table("t").select(twice("k"))),
    "sql": lambda s: s.sql("SELECT double_it(id), word(k) FROM t WHERE is_even(k)"),
    "in": lambda s: s.sql("SELECT id FROM t WHERE double_it(id) IN (SELECT double_it(k) FROM t)"),
    "exists": lambda s: s.sql(
        "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM t AS u WHERE double_it(u.k) = t.id)"
    ),
    "scalar subquery": lambda s: s.sql("SELECT id, (SELECT max(double_it(id)) FROM t) FROM t"),
    "lateral": lambda s: s.sql("SELECT * FROM t, LATERAL (SELECT double_it(t.k) AS d)"),
    "with": lambda s: s.sql(
        "WITH c AS (SELECT double_it(id) AS d FROM t) SELECT * FROM c JOIN c x USING (d)"
    ),
    "a struct's field": lambda s: s.table("t").select(
        F.udf(digits, "struct<tens:bigint,ones:bigint>")(F.col("k") * 7)["tens"]
    ),
    "limit": lambda s: s.table("t").orderBy("k", "id").limit(5).select(twice("id")),
    "pivot": lambda s: s.table("t").groupBy("k").pivot("k", [1, 2]).agg(F.max(twice("id"))),
    "rollup": lambda s: s.table("t").rollup(name("k")).agg(F.sum("id")),
}


@pytest.mark.parametrize("adaptive", [True, False], ids=["adaptive", "not adaptive"])
@pytest.mark.parametrize("place", NUMBERS)
def test_places(session: SparkSession, place: str, adaptive: bool) -> None:
    session.conf.set("spark.sql.adaptive.enabled", adaptive)
    make = NUMBERS[place]
    before = calls(session)
    frame = make(session)
    assert not runs_python(frame)
    results = rows(frame)
    assert calls(session) > before
    session.conf.set(PYTHON_UDFS, "off")
    expected = make(session)
    assert runs_python(expected)
    assert results == rows(expected)


ONLY_COMPILED = {
    "left join": (
        lambda s: (
            s.table("t")
            .alias("a")
            .join(s.table("t").alias("b"), twice("a.k") == F.col("b.id"), "left")
            .select("a.id", "b.id")
        ),
        "SELECT a.id, b.id FROM t a LEFT JOIN t b ON a.k * 2 = b.id",
    ),
    "full join": (
        lambda s: (
            s.table("t")
            .alias("a")
            .join(
                s.table("t").alias("b"),
                less("a.k", "b.k") & (F.col("a.id") == F.col("b.id")),
                "full",
            )
            .select("a.id", "b.id")
        ),
        "SELECT a.id, b.id FROM t a FULL JOIN t b ON a.k < b.k AND a.id = b.id",
    ),
    "semi join": (
        lambda s: (
            s.table("t")
            .alias("a")
            .join(s.table("t").alias("b"), less("a.k", "b.k"), "left_semi")
            .select("a.id")
        ),
        "SELECT a.id FROM t a LEFT SEMI JOIN t b ON a.k < b.k",
    ),
    "transform": (
        lambda s: s.table("t").select(F.transform(F.array("id", "k"), lambda x: twice(x))),
        "SELECT array(id * 2, k * 2) FROM t",
    ),
    "filter of an array": (
        lambda s: s.table("t").select(F.filter(F.array("id", "k"), lambda x: even(x))),
        "SELECT filter(array(id, k), x -> x % 2 = 0) FROM t",
    ),
    "aggregate of an array": (
        lambda s: s.table("t").select(
            F.aggregate(F.array("id", "k"), F.lit(0).cast("bigint"), lambda a, x: a + twice(x))
        ),
        "SELECT (id + k) * 2 FROM t",
    ),
    "lambda in sql": (
        lambda s: s.sql("SELECT transform(array(id, k), x -> double_it(x)) FROM t"),
        "SELECT array(id * 2, k * 2) FROM t",
    ),
}


@pytest.mark.parametrize("place", ONLY_COMPILED)
def test_places_that_spark_refuses(session: SparkSession, place: str) -> None:
    make, same = ONLY_COMPILED[place]
    frame = make(session)
    assert not runs_python(frame)
    assert rows(frame) == rows(session.sql(same))


def test_views(session: SparkSession) -> None:
    session.sql("SELECT double_it(id) AS d FROM t").createOrReplaceTempView("doubled")
    frame = session.sql("SELECT d FROM doubled WHERE d > 10")
    assert not runs_python(frame)
    assert rows(frame) == [(2 * n,) for n in range(10) if False] or all(
        d > 10 for (d,) in rows(frame)
    )
    session.conf.set(PYTHON_UDFS, "off")
    off = session.sql("SELECT d FROM doubled WHERE d > 10")
    assert runs_python(off)
    assert rows(off) == rows(frame)


def test_cached_data(session: SparkSession) -> None:
    """Cached once, read under either setting: neither computes it again."""
    cached = session.table("t").select("k", twice("id").alias("d")).cache()
    expected = rows(cached)
    before = calls(session)
    read = session.table("t").select("k", twice("id").alias("d")).filter("d > 3")
    assert "InMemoryTableScan" in plan_of(read)
    assert rows(read) == [row for row in expected if row[1] is not None and row[1] > 3]
    assert calls(session) == before
    session.conf.set(PYTHON_UDFS, "off")
    off = session.table("t").select("k", twice("id").alias("d"))
    assert "InMemoryTableScan" in plan_of(off)
    assert rows(off) == expected


def test_checkpoints_and_writes(session: SparkSession, tmp_path: Path) -> None:
    frame = session.table("t").select(twice("id").alias("d"))
    frame.write.parquet(str(tmp_path / "out"))
    assert rows(session.read.parquet(str(tmp_path / "out"))) == rows(frame)
    assert rows(frame.localCheckpoint()) == rows(frame)
    assert sorted(map(repr, frame.rdd.map(tuple).collect())) == sorted(map(repr, rows(frame)))
    assert [tuple(r) for r in frame.toPandas().dropna().astype(int).values] == [
        (r.d,) for r in frame.collect() if r.d is not None
    ]


def test_without_whole_stages(session: SparkSession) -> None:
    expected = rows(session.table("t").select(twice("id"), name("k")))
    for settings in (
        {"spark.sql.codegen.wholeStage": "false"},
        {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"},
        {"spark.sql.codegen.hugeMethodLimit": "10"},
    ):
        with frames.settings(session, settings):
            frame = session.table("t").select(twice("id"), name("k"))
            assert not runs_python(frame)
            assert rows(frame) == expected
            assert rows(session.table("t").filter(even("id")).select("id"))


def test_functions_that_java_could_not_name(session: SparkSession) -> None:
    """Spark makes methods of the code of single expressions, and names them after those."""
    unnamed = F.udf(lambda s: {"value": s.strip().upper() + "!"} if s else None, "value string")
    with frames.settings(session, {"spark.sql.codegen.wholeStage": "false"}):
        same(session, lambda s: s.table("t").select(unnamed(F.col("k").cast("string"))))


def test_the_setting_changes_while_the_session_runs(session: SparkSession) -> None:
    for value, python in (("off", True), ("compile", False), ("OFF", True), ("require", False)):
        session.conf.set(PYTHON_UDFS, value)
        assert runs_python(session.table("t").select(twice("id"))) is python
    session.conf.set(PYTHON_UDFS, "perhaps")
    with pytest.raises(
        Exception, match=f"{PYTHON_UDFS} must be off, compile, require, not perhaps"
    ):
        session.table("t").select(twice("id")).collect()


@pytest.mark.parametrize(
    ("key", "wrong", "wanted"),
    [
        ("columns", "sometimes", "auto, always, never"),
        ("oddShare", "7", "from 0 to 1"),
        ("largestGroup", "many", "a number of rows above 0"),
    ],
)
def test_a_mistake_in_other_settings(
    session: SparkSession, key: str, wrong: str, wanted: str
) -> None:
    key = f"{PYTHON_UDFS}.{key}"
    with frames.settings(session, {key: wrong}):
        frame = session.table("t").select(twice("id"))
        with pytest.raises(Exception, match=f"{key} must be {wanted}, not {wrong}"):
            frame.collect()
        session.conf.set(PYTHON_UDFS, "off")
        assert runs_python(session.table("t").select(twice("id")))


def test_what_is_required(session: SparkSession) -> None:
    session.conf.set(PYTHON_UDFS, "require")
    line = process.__code__.co_firstlineno
    frame = session.table("t").select(F.udf(process, "bigint")("id"))
    with pytest.raises(PySparkException) as e:
        frame.collect()
    text = str(e.value)
    assert (
        f"the Python UDF process ({__file__}:{line}) cannot be compiled: line {line + 1}:" in text
    )
    assert "os.getpid" in text
    assert f"{PYTHON_UDFS}=compile" in text


def test_the_log_says_once_what_stays_in_python(session: SparkSession) -> None:
    jvm: Any = session._jvm
    log4j = jvm.org.apache.logging.log4j
    written = jvm.java.io.StringWriter()
    appender = log4j.core.appender.WriterAppender.createAppender(
        None, None, written, "written", False, False
    )
    appender.start()
    logger = log4j.LogManager.getLogger("org.apache.spark.sql.rapidsudfs.python.PythonCall")
    logger.addAppender(appender)
    logger.setLevel(log4j.Level.WARN)
    try:
        for _ in range(2):
            session.table("t").select(F.udf(stays, "bigint")("id"), twice("id")).collect()
    finally:
        logger.removeAppender(appender)
        logger.setLevel(log4j.Level.OFF)
    line = stays.__code__.co_firstlineno
    (said,) = str(written).splitlines()
    assert said.startswith(f"The Python UDF stays ({__file__}:{line}) stays in Python: line ")
    assert "os.getpid" in said


class TestErrors:
    def raised(self, session: SparkSession, f: Any, returned: str, value: str) -> str:
        frame = session.sql(f"SELECT {value} AS x").select(F.udf(f, returned)("x"))
        assert not runs_python(frame)
        with pytest.raises(PythonException) as e:
            frame.collect()
        session.conf.set(PYTHON_UDFS, "off")
        again = session.sql(f"SELECT {value} AS x").select(F.udf(f, returned)("x"))
        with pytest.raises(PythonException) as plain:
            again.collect()
        session.conf.set(PYTHON_UDFS, "compile")
        assert last(str(e.value)) == last(str(plain.value))
        return str(e.value)

    def test_text_file_and_line(self, session: SparkSession) -> None:
        def ratio(x):
            y = x - 1
            return 10 // y

        text = self.raised(session, ratio, "bigint", "1")
        line = ratio.__code__.co_firstlineno + 2
        assert f'File "{__file__}", line {line}, in ratio' in text
        assert last(text) == "ZeroDivisionError: integer division or modulo by zero"

    def test_of_a_helper(self, session: SparkSession) -> None:
        def helper(x):
            return int(x)

        def called(x):
            return helper(x) + 1

        text = self.raised(session, called, "bigint", "'1x'")
        assert last(text) == "ValueError: invalid literal for int() with base 10: '1x'"

    def test_kinds(self, session: SparkSession) -> None:
        def key(x):
            return {"a": 1}[x]

        def own(x):
            raise ValueError(f"no {x}")

        def nothing(x):
            return x.upper()

        def empty(x):
            raise AssertionError

        assert last(self.raised(session, key, "int", "'b'")) == "KeyError: 'b'"
        assert last(self.raised(session, own, "int", "'b'")) == "ValueError: no b"
        none = self.raised(session, nothing, "string", "CAST(NULL AS STRING)")
        assert last(none) == "AttributeError: 'NoneType' object has no attribute 'upper'"
        assert last(self.raised(session, empty, "string", "'a'")) == "AssertionError"


def last(text: str) -> str:
    """The last line of a traceback."""
    lines = [line.strip() for line in text.partition("JVM stacktrace")[0].splitlines()]
    return next(line for line in reversed(lines) if re.match(r"[\w.]+(Error|Exception)\b", line))


def test_outer_joins_are_refused_where_not_compiled(session: SparkSession) -> None:
    session.conf.set(PYTHON_UDFS, "off")
    with pytest.raises(AnalysisException):
        ONLY_COMPILED["full join"][0](session).collect()
