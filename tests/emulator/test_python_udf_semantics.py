# SPDX-License-Identifier: Apache-2.0

"""Python's control flow by masks, and the edges of every columnar form."""

from __future__ import annotations

import sys

import pytest

import rapids_udfs
from harness.in_columns import ALWAYS
from harness.session import COMPILED_TRANSPORTS, by_turns
from python_udfs import (
    chosen_programs,
    columnar_programs,
    date_parts,
    list_programs,
    loop_programs,
    shared_lists,
    unpacked,
)
from python_udfs.columnar_programs import rows_of
from rapids_udfs import PythonUdfPlacement, explain
from rapids_udfs.testing import frames
from rapids_udfs.testing.python_udfs.check import compare
from rapids_udfs.testing.python_udfs.spark_runs import SparkRuns
from rapids_udfs.testing.python_udfs.subject import Subject

WITHOUT_ROWS = [*columnar_programs.FUNCTIONS, *loop_programs.LOOPS]
WITH_ROWS = [*list_programs.FUNCTIONS, *chosen_programs.FUNCTIONS]
WITH_ROWS += [*date_parts.IN_COLUMNS, *unpacked.IN_COLUMNS]
PROGRAMS = [(*of, rows_of(of[1])) for of in WITHOUT_ROWS] + WITH_ROWS
NAMES = [function.__name__ for function, *_ in PROGRAMS]


@pytest.fixture(scope="module")
def reports(spark):
    from pyspark import cloudpickle

    for module in {sys.modules[function.__module__] for function, *_ in PROGRAMS}:
        cloudpickle.register_pickle_by_value(module)
    runs, by_name = SparkRuns(spark), {}
    for transport in COMPILED_TRANSPORTS:
        subjects = []
        for at, (function, types, of, rows) in enumerate(PROGRAMS):
            if by_turns(at) == transport:
                subjects.append(Subject(function, types, of, transport=transport))
                subjects[-1].find_rows(spark, rows, 120, 0)
        with frames.settings(spark, ALWAYS):
            for at in range(0, len(subjects), 11):
                results = compare(runs, subjects[at : at + 11])
                by_name |= {report.name: report for report in results}
    return by_name


@pytest.mark.parametrize("name", NAMES)
def test_same_as_python(spark, reports, name) -> None:
    report = reports[name]
    assert report.ok, str(report)
    assert report.rows > report.errors
    assert rapids_udfs.counters(spark)[name].columnar_rows > 0


@pytest.fixture(scope="module")
def shared(spark):
    df = spark.createDataFrame([], "s string")
    udfs = [rapids_udfs.udf(function, "string")("s") for function in shared_lists.SHARED]
    with frames.settings(spark, ALWAYS):
        return {of.name: of for of in explain(df.select(*udfs)).python_udfs}


@pytest.mark.parametrize("name", [function.__name__ for function in shared_lists.SHARED])
def test_lists_with_two_names_are_not_in_columns(shared, name) -> None:
    of = shared[name]
    assert of.where is not PythonUdfPlacement.COLUMNS, str(of)
    assert any(word in of.reason for word in ("list", "of set", "of a set"))


@pytest.mark.parametrize("function", chosen_programs.STAY_ROWS)
def test_functions_that_are_not_in_columns(spark, function) -> None:
    df = spark.createDataFrame([], "s string")
    with frames.settings(spark, ALWAYS):
        (of,) = explain(df.select(rapids_udfs.udf(function, "string")("s"))).python_udfs
    assert of.where is not PythonUdfPlacement.COLUMNS, str(of)
    assert any(
        word in of.reason for word in ("pattern", "translate()", "regular expression", "format")
    )


@pytest.mark.parametrize("function", unpacked.LAZY, ids=lambda f: f.__name__)
def test_generators_that_are_not_exhausted_are_not_in_columns(spark, function) -> None:
    rows = spark.createDataFrame(unpacked.ROWS, "s string").coalesce(1)
    with frames.settings(spark, ALWAYS):
        df = rows.select(rapids_udfs.udf(function, "string")("s").alias("x"))
        (of,) = explain(df).python_udfs
        assert of.where is PythonUdfPlacement.ROWS, str(of)
        assert [r.x for r in df.collect()] == [function(s) for (s,) in unpacked.ROWS]


KEYWORDS = {"error", "fail", "fatal"}


@pytest.mark.parametrize("text", ["an error", "fatal: error, fail", "nothing", "", None])
def test_a_search_in_a_set_tries_every_element(spark, text) -> None:
    search = rapids_udfs.udf(lambda s: any(k in (s or "") for k in KEYWORDS), "boolean")
    at = rapids_udfs.udf(lambda s: any((s or "").index(k) > 2 for k in KEYWORDS), "boolean")
    texts = spark.createDataFrame([(text,), ("fatal fail error",)], "s string")
    with frames.settings(spark, ALWAYS):
        searched, indexed = texts.select(search("s")), texts.select(at("s"))
        assert explain(searched).python_udfs[0].where is PythonUdfPlacement.COLUMNS
        assert explain(indexed).python_udfs[0].where is PythonUdfPlacement.COLUMNS
        assert searched.collect() == [(any(k in (text or "") for k in KEYWORDS),), (True,)]
        # A found element does not hide elements that raise an exception.
        wanted = (
            "UNDECIDED" if text == "an error" else "" if text == "fatal: error, fail" else "Error"
        )
        if wanted:
            with pytest.raises(Exception, match=wanted):
                indexed.collect()
        else:
            assert indexed.collect() == [(True,), (True,)]


def until_it_is_seen(s):
    n, t = 1, ""
    for c in (c * n for c in s):
        t += c
        n = 2
    return t


def of_its_own_sum(s):
    t = 0
    for n in (t + len(w) for w in s.split()):
        t += n
    return str(t)


def unseen(s):
    seen = ""
    for c in (c for c in s if c not in seen):
        seen += c
    return seen


def by_a_helper(s):
    t = ""

    def longer(c):
        return c + t

    for i, c in enumerate(longer(c) for c in s[:4]):
        t += c + str(i)
    return t


def of_its_own_name(s):
    x = "q"
    for x in (x + c for c in s):  # noqa: B007
        pass
    return x


LAZY = [until_it_is_seen, of_its_own_sum, unseen, by_a_helper, of_its_own_name]


@pytest.mark.parametrize("function", LAZY, ids=lambda f: f.__name__)
def test_a_generator_that_reads_what_its_loop_changes_is_not_in_columns(spark, function) -> None:
    texts = ["", "ba", "a b a", "1 22 333", "aabb"]
    rows = spark.createDataFrame([(text,) for text in texts], "s string").coalesce(1)
    with frames.settings(spark, ALWAYS):
        df = rows.select(rapids_udfs.udf(function, "string")("s").alias("x"))
        (of,) = explain(df).python_udfs
        assert of.where is not PythonUdfPlacement.COLUMNS, str(of)
        assert [r.x for r in df.collect()] == [function(text) for text in texts]


def test_a_handler_does_not_hide_the_order_of_a_set(spark) -> None:
    def short(s):
        try:
            return str(any(s[len(k)] == "a" for k in {"xxx", "k"}))
        except IndexError:
            return "short"

    rows = spark.createDataFrame([("b",), ("xaxx",), ("xxxx",)], "s string").coalesce(1)
    one = spark.createDataFrame([("ba",)], "s string")
    with frames.settings(spark, ALWAYS):
        df = rows.select(rapids_udfs.udf(short, "string")("s").alias("x"))
        assert explain(df).python_udfs[0].where is PythonUdfPlacement.COLUMNS
        assert [r.x for r in df.collect()] == ["short", "True", "False"]
        with pytest.raises(Exception, match="UNDECIDED"):
            one.select(rapids_udfs.udf(short, "string")("s")).collect()
