# SPDX-License-Identifier: Apache-2.0

"""Compiled Python UDFs in every place of a query, against the same query in Python."""

from __future__ import annotations

import datetime
import functools
import json
import os
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.errors import AnalysisException, PySparkException, PythonException
from pyspark.sql import Row, Window
from pyspark.sql import functions as F
from pyspark.sql import types as T
from pyspark.sql import udf as pyspark_udf

import rapids_udfs
from rapids_udfs._py4j import Py4JJavaError
from rapids_udfs.python_udfs import hook, install
from rapids_udfs.session.modes import PYTHON_UDFS
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Not harness.session's: Python workers import this module, and have no such package.
with_compiled_arrow = pytest.mark.skipif(
    "__import__('pyspark').__version__ < '4.1'",
    reason="the values of Arrow UDFs come by pandas before Spark 4.1",
)
Make = Callable[["SparkSession"], "DataFrame"]
JAVA_ERRORS = (PySparkException, Py4JJavaError)
"""Of a query; PySpark 3.5 converts few of them."""


def double_it(x):
    return None if x is None else x * 2


def is_even(x):
    return x is not None and x % 2 == 0


def below(x, y):
    return x < y


def word(x):
    return f"w{x % 3}"


def words(x):
    return [f"w{i}" for i in range(x % 3)]


def digits(x):
    return {"tens": x // 10, "ones": x % 10}


def process(x):
    return None if os.getpid() == 0 else x


def stays(x):
    return None if os.getpid() == 0 else x


twice = F.udf(double_it, T.LongType())
even = F.udf(is_even, T.BooleanType())
less = F.udf(below, T.BooleanType())
name = F.udf(word, T.StringType())


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, spark) -> str:
    path = str(tmp_path_factory.mktemp("in_queries") / "numbers.parquet")
    spark.range(20).selectExpr("IF(id % 7 = 6, NULL, id) AS id", "id % 4 AS k").write.parquet(path)
    return path


@pytest.fixture
def session(spark, file: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[SparkSession]:
    """A session whose Python UDFs are compiled; PySpark as it was afterwards."""
    monkeypatch.setattr(pyspark_udf, "_wrap_function", pyspark_udf._wrap_function)
    monkeypatch.setattr(hook, "_every", False)
    install()
    fresh = spark.newSession()
    fresh.conf.set(PYTHON_UDFS, "compile")
    fresh.read.parquet(file).createOrReplaceTempView("t")
    for function, returned in ((double_it, "bigint"), (is_even, "boolean"), (word, "string")):
        fresh.udf.register(function.__name__, function, returned)
    yield fresh
    fresh.catalog.clearCache()


def plan_of(df: DataFrame) -> str:
    """The physical plan, with that of cached data; adaptive plans as they are before they run."""
    return str(df._jdf.queryExecution().executedPlan())


def runs_python(df: DataFrame) -> bool:
    return re.search("EvalPython|PythonUDF|ArrowPython", plan_of(df)) is not None


def rows(df: DataFrame) -> list[Any]:
    return sorted(map(tuple, df.collect()), key=repr)


def calls(session: SparkSession) -> int:
    return sum(counts.row_calls for counts in rapids_udfs.counters(session).values())


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
    found = rows(frame)
    assert calls(session) > before
    session.conf.set(PYTHON_UDFS, "off")
    expected = make(session)
    assert runs_python(expected)
    assert found == rows(expected)


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


def same(session: SparkSession, make: Make) -> list[Any]:
    """The rows of a query that is compiled, which Python gives as well."""
    session.conf.set(PYTHON_UDFS, "compile")
    frame = make(session)
    assert not runs_python(frame)
    found = rows(frame)
    session.conf.set(PYTHON_UDFS, "off")
    assert found == rows(make(session))
    session.conf.set(PYTHON_UDFS, "compile")
    return found


TRANSPORTS = pytest.mark.parametrize(
    "arrow", [False, pytest.param(True, marks=with_compiled_arrow)]
)


@TRANSPORTS
def test_null_arguments(session: SparkSession, arrow: bool) -> None:
    both = F.udf(lambda x, y: "both" if x is None and y is None else f"{x} {y}", useArrow=arrow)
    query = "SELECT IF(id > 2, NULL, id) AS a, IF(id % 2 = 0, NULL, string(id)) AS b FROM range(5)"
    found = same(session, lambda s: s.sql(query).select(both("a", "b")))
    assert ("both",) in found
    assert ("None 3",) in found


@TRANSPORTS
def test_integers_beyond_64_bits(session: SparkSession, arrow: bool) -> None:
    text = F.udf(lambda x: str(x * x * x), "string", useArrow=arrow)
    back = F.udf(lambda x: (x << 70) >> 70, "bigint", useArrow=arrow)
    query = "SELECT explode(array(3L, 9223372036854775807L, -9223372036854775808L)) AS x"
    found = same(session, lambda s: s.sql(query).select(text("x"), back("x")))
    assert (str((2**63 - 1) ** 3), 2**63 - 1) in found
    over = session.sql(query).select(F.udf(lambda x: x + 1, "bigint", useArrow=arrow)("x"))
    if arrow:
        with pytest.raises(PythonException, match="OverflowError: Python int too large to convert"):
            over.collect()
    else:
        assert rows(over) == sorted([(4,), (None,), (-(2**63) + 1,)], key=repr)


@TRANSPORTS
def test_structs_arrays_and_maps(session: SparkSession, arrow: bool) -> None:
    def changed(s, xs, m):
        return {
            "text": f"{s.a}-{s['b']}-{s[0]}",
            "list": [None if x is None else x + 1 for x in xs],
            "map": {k.upper(): v for k, v in m.items()},
            "row": (s.b, len(xs)),
        }

    made = "struct<text:string,list:array<int>,map:map<string,double>,row:struct<x:string,n:int>>"
    udf = F.udf(changed, made, useArrow=arrow)
    query = (
        "SELECT named_struct('a', int(id), 'b', string(id)) AS s, array(int(id), NULL, 7) AS xs,"
        " map('k', double(id), 'l', NULL) AS m FROM range(3)"
    )
    found = same(session, lambda s: s.sql(query).select(udf("s", "xs", "m")))
    assert (
        Row(text="2-2-2", list=[3, None, 8], map={"K": 2.0, "L": None}, row=Row(x="2", n=3)),
    ) in found


@TRANSPORTS
def test_nested_results(session: SparkSession, arrow: bool) -> None:
    udf = F.udf(lambda n: [[(i, [str(i)] * i) for i in range(n)], []],
                "array<array<struct<i:int,s:array<string>>>>", useArrow=arrow)  # fmt: skip
    same(session, lambda s: s.range(4).select(udf("id")))
    lists = F.udf(
        lambda n: {f"k{i}": [i] * i for i in range(n)}, "map<string,array<int>>", useArrow=arrow
    )
    same(session, lambda s: s.range(4).select(lists("id")))


@TRANSPORTS
def test_decimals_dates_and_bytes(session: SparkSession, arrow: bool) -> None:
    net = F.udf(lambda d: d * Decimal("1.19") if d else d, "decimal(12,2)", useArrow=arrow)
    day = F.udf(lambda d: d + datetime.timedelta(days=d.day), "date", useArrow=arrow)
    query = (
        "SELECT CAST(id * 1.05 AS DECIMAL(9,2)) AS d,"
        " date_add(DATE'1582-10-01', 30 * int(id)) AS day FROM range(9)"
    )
    same(session, lambda s: s.sql(query).select(net("d"), day("day")))
    raw = F.udf(lambda s: s.encode("utf-8")[::-1], "binary", useArrow=arrow)
    same(session, lambda s: s.sql("SELECT 'äb' AS s").select(raw("s")))


@TRANSPORTS
def test_timestamps_in_the_zone_of_the_operating_system(session: SparkSession, arrow: bool) -> None:
    """Neither the session's zone nor the JVM's, which differ from it and from one another here."""
    text = F.udf(lambda t: t.isoformat(), "string", useArrow=arrow)
    later = F.udf(lambda t: t + datetime.timedelta(hours=5), "timestamp", useArrow=arrow)
    query = "SELECT timestamp_seconds(1.7e9 + id * 3600 * 997) AS t FROM range(50)"
    for zone in ("Asia/Tokyo", "America/New_York"):
        with frames.settings(session, {"spark.sql.session.timeZone": zone}):
            found = same(session, lambda s: s.sql(query).select(text("t"), later("t")))
    assert (datetime.datetime.fromtimestamp(1_700_000_000).isoformat(),) in [
        row[:1] for row in found
    ]
    naive = F.udf(lambda t: t - datetime.timedelta(hours=1), "timestamp_ntz", useArrow=arrow)
    same(
        session,
        lambda s: s.sql("SELECT TIMESTAMP_NTZ'2024-03-10 02:30:00' AS t").select(naive("t")),
    )


@with_compiled_arrow
def test_arrow_and_pickled_results_differ_as_in_spark(session: SparkSession) -> None:
    for arrow in (False, True):
        to_double = F.udf(lambda x: x, "double", useArrow=arrow)
        found = same(session, lambda s, u=to_double: s.range(3).select(u("id")))
        assert found == ([(0.0,), (1.0,), (2.0,)] if arrow else [(None,)] * 3)


def test_keyword_arguments(session: SparkSession) -> None:
    if session.version < "4":
        pytest.skip("Spark 4 has them")
    difference = F.udf(lambda a, b=1: a - b, "bigint")
    found = same(session, lambda s: s.table("t").select(difference(b="k", a=F.col("k") * 3)))
    assert (6,) in found
    session.udf.register("difference", difference)
    same(session, lambda s: s.sql("SELECT difference(b => k, a => k * 5) FROM t"))
    same(session, lambda s: s.table("t").select(difference("k")))
    same(session, lambda s: s.table("t").select(difference("k", b="k")))


def test_what_is_left_alone(session: SparkSession) -> None:
    for frame in (
        session.table("t").select(F.udf(double_it, "bigint").asNondeterministic()("id")),
        session.table("t").select(F.udf(process, "bigint")("id")),
        session.table("t").select(F.pandas_udf(lambda s: s * 2, "bigint")("id")),
    ):
        assert runs_python(frame)
        frame.collect()
    mixed = session.table("t").select(twice(F.udf(process, "bigint")("id")), twice("id"))
    assert runs_python(mixed)
    assert rows(mixed) == rows(session.sql("SELECT id * 2, id * 2 FROM t"))


def test_python_and_compiled_around_one_another(session: SparkSession) -> None:
    left = F.udf(process, "bigint")
    frame = session.table("t").select(left(twice(left("id"))))
    assert rows(frame) == rows(session.sql("SELECT id * 2 FROM t"))


def test_closures_are_copied_when_a_udf_is_first_used(session: SparkSession) -> None:
    factor = 3
    times = F.udf(lambda x: x * factor, "bigint")
    assert rows(session.range(2).select(times("id"))) == [(0,), (3,)]
    factor = 4
    found = same(session, lambda s: s.range(2).select(times("id")))
    assert found == [(0,), (3,)]


def test_many_in_one_query(session: SparkSession) -> None:
    """More code than one method of the JVM takes."""
    made = [
        F.udf(lambda x, n=n: None if x is None else x * n + len(f"{x:>{n}}"), "bigint")
        for n in range(60)
    ]
    same(
        session,
        lambda s: s.table("t").select(*(u("id").alias(f"c{i}") for i, u in enumerate(made))),
    )


def test_the_marked_ones(session: SparkSession) -> None:
    session.conf.set(PYTHON_UDFS, "off")
    marked = rapids_udfs.udf(lambda x: x if x is None else x - 1, "bigint")
    assert not runs_python(session.table("t").select(marked("id")))
    assert runs_python(session.table("t").select(twice("id")))


def test_registered_udfs_under_another_name(session: SparkSession) -> None:
    session.udf.register("other_name", twice)
    frame = session.sql("SELECT other_name(id) FROM t")
    assert not runs_python(frame)
    before = rapids_udfs.counters(session)
    rows(frame)
    grown = {n for n, c in rapids_udfs.counters(session).items() if c != before.get(n)}
    assert len(grown) == 1


def test_no_arguments(session: SparkSession) -> None:
    same(session, lambda s: s.table("t").select(F.udf(lambda: 7, "int")()))


def test_constant_arguments(session: SparkSession) -> None:
    same(session, lambda s: s.table("t").select(twice(F.lit(4)), twice(F.lit(None))))
    same(session, lambda s: s.range(1).select(F.udf(lambda x: f"{x}", "string")(F.lit(None))))


def test_null_constants_of_times(session: SparkSession) -> None:
    """Spark writes them as -1, which Java subtracts from a class in brackets."""
    text = F.udf(lambda v: str(v), "string")
    query = "SELECT DATE'2024-01-01' AS d, TIMESTAMP'2024-01-01 00:00:00' AS t UNION ALL SELECT {0}"
    same(session, lambda s: s.sql(query.format("NULL, NULL")).select(text("d"), text("t")))


@functools.lru_cache(maxsize=16)
def code_of(letter):
    return {"a": "1", "b": "2"}.get(letter, "")


@functools.lru_cache
def list_of(letter):
    return [letter] if letter else None


def test_cached_helpers(session: SparkSession) -> None:
    codes = F.udf(lambda s: "".join(code_of(c) for c in s), "string")
    same(session, lambda s: s.sql("SELECT 'abcab' AS s UNION ALL SELECT ''").select(codes("s")))
    shared = F.udf(lambda s: len(list_of(s) or ()), "int")
    with pytest.raises(JAVA_ERRORS, match="a cached function's list, which is shared"):
        session.sql("SELECT 'abc' AS s").select(shared("s")).collect()


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def is_odd(n):
    return n > 0 and not is_odd(n - 1)


def test_recursion(session: SparkSession) -> None:
    twice_deep = F.udf(lambda n: depth(n) + is_odd(n), "int")
    same(session, lambda s: s.range(0, 800, 37).select(twice_deep("id")))
    with pytest.raises(JAVA_ERRORS, match="a recursion of more than 900 calls"):
        session.range(950, 951).select(twice_deep("id")).collect()
    same(session, lambda s: s.range(0, 800, 37).select(twice_deep("id")))


def later(n):
    k = 1
    found = map(lambda x: x + k, [n])  # noqa: C417
    k = 100
    return sum(found)


def later_in_a_loop(n):
    found = []
    for k in range(3):
        found.append(lambda x: x + k)  # noqa: B023
    return found[0](n)


def table_by_class(n):
    return {int: "int", str: "str"}.get(type(n), "other")


@pytest.mark.parametrize("function", [later, later_in_a_loop, table_by_class])
def test_functions_that_are_called_later_are_refused(session: SparkSession, function) -> None:
    udf = F.udf(function, "string")
    assert runs_python(session.range(3).select(udf("id")))


def test_text_beyond_ascii(session: SparkSession) -> None:
    back = F.udf(lambda s: s[::-1] + s.upper() + str(len(s)), "string")
    query = "SELECT explode(array('ß', 'äöü', '👍🏽x', '', 'ΑΣ', 'e\u0301')) AS s"
    same(session, lambda s: s.sql(query).select(back("s")))


def test_intervals_are_refused(session: SparkSession) -> None:
    frame = session.sql("SELECT INTERVAL '1' DAY AS i").select(
        F.udf(lambda i: str(i), "string")("i")
    )
    assert runs_python(frame)
    (udf,) = json.loads(
        session.sparkContext._jvm.io.github.rapidsudfs.RapidsUdfs.pythonUdfsJson(
            frame._jdf.queryExecution(), False
        )
    )
    assert udf["reason"] == "an argument of type INTERVAL DAY"


def test_a_command(session: SparkSession) -> None:
    session.sql("CREATE TABLE compiled_into (d BIGINT) USING parquet")
    try:
        session.sql("INSERT INTO compiled_into SELECT double_it(id) FROM t")
        assert rows(session.table("compiled_into")) == rows(session.sql("SELECT id * 2 FROM t"))
    finally:
        session.sql("DROP TABLE compiled_into")


def test_outer_joins_are_refused_where_not_compiled(session: SparkSession) -> None:
    session.conf.set(PYTHON_UDFS, "off")
    with pytest.raises(AnalysisException):
        ONLY_COMPILED["full join"][0](session).collect()
