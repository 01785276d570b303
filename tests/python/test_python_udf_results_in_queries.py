# SPDX-License-Identifier: Apache-2.0

"""Arguments and results of compiled Python UDFs, against the same query in Python."""

from __future__ import annotations

import datetime
import functools
import json
import os
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from pyspark.errors import PythonException
from pyspark.sql import Row
from pyspark.sql import functions as F
from tests.python.compiled_queries import (
    JAVA_ERRORS,
    double_it,
    rows,
    runs_python,
    same,
    twice,
)

import rapids_udfs
from rapids_udfs.session.modes import PYTHON_UDFS
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


# Not harness.session's: Python workers import this module, and have no such package.
with_compiled_arrow = pytest.mark.skipif(
    "__import__('pyspark').__version__ < '4.1'",
    reason="the values of Arrow UDFs come by pandas before Spark 4.1",
)


def process(x):
    return None if os.getpid() == 0 else x


TRANSPORTS = pytest.mark.parametrize(
    "arrow", [False, pytest.param(True, marks=with_compiled_arrow)]
)


@TRANSPORTS
def test_null_arguments(session: SparkSession, arrow: bool) -> None:
    both = F.udf(lambda x, y: "both" if x is None and y is None else f"{x} {y}", useArrow=arrow)
    query = "SELECT IF(id > 2, NULL, id) AS a, IF(id % 2 = 0, NULL, string(id)) AS b FROM range(5)"
    results = same(session, lambda s: s.sql(query).select(both("a", "b")))
    assert ("both",) in results
    assert ("None 3",) in results


@TRANSPORTS
def test_integers_beyond_64_bits(session: SparkSession, arrow: bool) -> None:
    text = F.udf(lambda x: str(x * x * x), "string", useArrow=arrow)
    back = F.udf(lambda x: (x << 70) >> 70, "bigint", useArrow=arrow)
    query = "SELECT explode(array(3L, 9223372036854775807L, -9223372036854775808L)) AS x"
    results = same(session, lambda s: s.sql(query).select(text("x"), back("x")))
    assert (str((2**63 - 1) ** 3), 2**63 - 1) in results
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

    returns = (
        "struct<text:string,list:array<int>,map:map<string,double>,row:struct<x:string,n:int>>"
    )
    udf = F.udf(changed, returns, useArrow=arrow)
    query = (
        "SELECT named_struct('a', int(id), 'b', string(id)) AS s, array(int(id), NULL, 7) AS xs,"
        " map('k', double(id), 'l', NULL) AS m FROM range(3)"
    )
    results = same(session, lambda s: s.sql(query).select(udf("s", "xs", "m")))
    assert (
        Row(text="2-2-2", list=[3, None, 8], map={"K": 2.0, "L": None}, row=Row(x="2", n=3)),
    ) in results


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
            results = same(session, lambda s: s.sql(query).select(text("t"), later("t")))
    assert (datetime.datetime.fromtimestamp(1_700_000_000).isoformat(),) in [
        row[:1] for row in results
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
        results = same(session, lambda s, u=to_double: s.range(3).select(u("id")))
        assert results == ([(0.0,), (1.0,), (2.0,)] if arrow else [(None,)] * 3)


def test_keyword_arguments(session: SparkSession) -> None:
    if session.version < "4":
        pytest.skip("Spark 4 has them")
    difference = F.udf(lambda a, b=1: a - b, "bigint")
    results = same(session, lambda s: s.table("t").select(difference(b="k", a=F.col("k") * 3)))
    assert (6,) in results
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
    results = same(session, lambda s: s.range(2).select(times("id")))
    assert results == [(0,), (3,)]


def test_many_in_one_query(session: SparkSession) -> None:
    """More code than one method of the JVM takes."""
    udfs = [
        F.udf(lambda x, n=n: None if x is None else x * n + len(f"{x:>{n}}"), "bigint")
        for n in range(60)
    ]
    same(
        session,
        lambda s: s.table("t").select(*(u("id").alias(f"c{i}") for i, u in enumerate(udfs))),
    )


def test_the_marked_ones(session: SparkSession) -> None:
    session.conf.set(PYTHON_UDFS, "off")
    marked = rapids_udfs.udf(lambda x: x if x is None else x - 1, "bigint")
    assert not runs_python(session.table("t").select(marked("id")))
    assert runs_python(session.table("t").select(twice("id")))


def test_the_mark_is_the_udf_s_and_not_the_function_s(session: SparkSession) -> None:
    session.conf.set(PYTHON_UDFS, "off")

    def thrice(x):
        return x if x is None else x * 3

    marked = rapids_udfs.udf(thrice, "bigint")
    session.udf.register("marked_thrice", marked)
    session.udf.register("thrice", thrice, "bigint")
    assert not runs_python(session.table("t").select(marked("id")))
    assert not runs_python(session.sql("SELECT marked_thrice(id) FROM t"))
    assert runs_python(session.table("t").select(F.udf(thrice, "bigint")("id")))
    assert runs_python(session.sql("SELECT thrice(id) FROM t"))


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
