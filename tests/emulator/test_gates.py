# SPDX-License-Identifier: Apache-2.0

"""The gates of the kit: leaks, placement and out-of-memory errors."""

from __future__ import annotations

import pytest

from harness.session import temporary_first
from rapids_udfs.errors import ArgumentTypeError, ArgumentValueError, ConformanceError
from rapids_udfs.testing import assert_no_leaks, assert_on_gpu, check_conforms, faults, frame
from rapids_udfs.testing.faults import assert_survives_faults, check_survives_faults
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Report
from rapids_udfs.testing.subject import find_subject


def planted(spark, name: str, type_: str = "bigint") -> str:
    sql_name = f"planted_{name.lower()}"
    spark.udf.registerJavaFunction(sql_name, f"PlantedUdfs${name}", type_)
    return sql_name


@pytest.fixture(scope="module")
def rows(spark):
    return frame(spark, [(1, 2, "a"), (3, None, "b c")], "int,int,string").where("id >= 0")


def test_leaks(spark, rows) -> None:
    leaking, right = planted(spark, "MinusLeaks"), planted(spark, "MinusRight")
    with assert_no_leaks(spark):
        rows.selectExpr(f"{right}(a0, a1)").collect()
    says = r"MinusLeaks left \d+ cuDF objects open"
    with pytest.raises(AssertionError, match=says), assert_no_leaks(spark):
        rows.selectExpr(f"{leaking}(a0, a1)").collect()
    assert_no_leaks(spark, rows.selectExpr(f"{right}(a0, a1)"))
    with pytest.raises(AssertionError, match=says):
        assert_no_leaks(spark, rows.selectExpr(f"{leaking}(a0, a1)"))
    with pytest.raises(ArgumentTypeError, match="assert_no_leaks takes a DataFrame, not str"):
        assert_no_leaks(spark, "a query")


@pytest.mark.parametrize("name", ["planted_minusright", "PlantedUdfs$MinusRight"])
def test_a_users_class_on_the_gpu(spark, rows, name: str) -> None:
    sql_name = planted(spark, "MinusRight")
    assert_on_gpu(rows.selectExpr(f"{sql_name}(a0, a1)"), name)


def test_a_hive_udf_on_the_gpu(spark, rows) -> None:
    spark.sql("CREATE OR REPLACE TEMPORARY FUNCTION chars AS 'PlantedUdfs$CharsOfHive'")
    assert_on_gpu(rows.selectExpr("chars(a2)"), "chars")
    assert_on_gpu(rows.selectExpr("chars(a2)"), "PlantedUdfs$CharsOfHive")


def test_a_function_of_the_catalogue_on_the_gpu(spark, rows) -> None:
    assert_on_gpu(rows.selectExpr("word_count(a2)"), "word_count")


@pytest.mark.parametrize(
    ("setting", "value", "call", "name", "says"),
    [
        ("expression.ScalaUDF", "false", "word_count(a2)", "word_count", "2 times row by row"),
        ("enabled", "false", "word_count(a2)", "word_count", "2 times row by row"),
        (
            "enabled",
            "false",
            "planted_minusright(a0, a1)",
            "planted_minusright",
            "is false, so Spark",
        ),
        ("rowBasedUDF.enabled", "true", "planted_rowonly(a2)", "planted_rowonly", "row-based UDF"),
        ("rowBasedUDF.enabled", "false", "planted_rowonly(a2)", "planted_rowonly", "row by row on"),
        ("enabled", "true", "id", "word_count", "is not in the plan"),
        ("enabled", "true", "planted_minusright(a0, a1)", "word_count", "is not in the plan"),
        ("enabled", "true", "planted_minusright(a0, a1)", "nothing", "is not in the plan"),
        ("enabled", "true", "planted_minusright(a0, a1)", "Planted$None", "has not run in columns"),
    ],
)
def test_functions_that_run_elsewhere(
    spark, rows, setting: str, value: str, call: str, name: str, says: str
) -> None:
    planted(spark, "MinusRight")
    planted(spark, "RowOnly", "string")
    key = f"spark.rapids.sql.{setting}"
    before = spark.conf.get(key, None)
    spark.conf.set(key, value)
    try:
        with pytest.raises(AssertionError) as e:
            assert_on_gpu(rows.selectExpr(call), name)
    finally:
        spark.conf.unset(key) if before is None else spark.conf.set(key, before)
    assert says in str(e.value)


@pytest.fixture(scope="module")
def survives(spark) -> Report:
    return assert_survives_faults(spark, "PlantedUdfs$MinusRight", "int,int")


def texts(report: Report, outcome: str = PASSED) -> dict[str, str]:
    return {c.name: c.text for c in report.checks if c.outcome == outcome}


def points(report: Report, what: str) -> int:
    text = texts(report)[f"every allocation and operation fails once: {what}"]
    return int(text.partition(" points")[0])


def test_it_survives_faults(spark, survives: Report) -> None:
    of_ours = assert_survives_faults(spark, "money_gross", "decimal(18,2),decimal(5,4)")
    for report in (survives, of_ours):
        assert points(report, "try again") == points(report, "a plain error") >= 6
        assert "a plain error comes out of the query" in texts(report)


def test_fewer_points(spark, survives: Report) -> None:
    some = check_survives_faults(spark, "PlantedUdfs$MinusRight", "int,int", points=3)
    assert some.ok
    for what in ("try again", "a plain error"):
        assert 2 <= points(some, what) <= 4 < points(survives, what)


def test_calls_in_several_queries(spark, survives: Report, monkeypatch) -> None:
    monkeypatch.setattr(faults, "_CALLS", 4)
    several = assert_survives_faults(spark, "PlantedUdfs$MinusRight", "int,int")
    assert points(several, "try again") == points(survives, "try again")
    assert several.jobs > survives.jobs


@pytest.mark.parametrize("wanted", [0, -1, "some", 2.5, None])
def test_invalid_points(spark, wanted) -> None:
    with pytest.raises(ValueError, match="points is"):
        check_survives_faults(spark, "PlantedUdfs$MinusRight", "int,int", points=wanted)


def test_nothing_to_fail(spark) -> None:
    with pytest.raises(ArgumentValueError, match="one row at least"):
        check_survives_faults(spark, "PlantedUdfs$MinusRight", "int,int", rows=[])
    report = check_survives_faults(spark, "PlantedUdfs$CountsNothing", "int")
    assert texts(report, SKIPPED)["every allocation and operation fails once"].startswith("a call")


RETRY, PLAIN = "try again", "a plain error"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("LeaksOnFailure", {RETRY: "LeaksOnFailure left", PLAIN: "LeaksOnFailure left"}),
        ("Swallows", {RETRY: "rows are wrong after it", PLAIN: "castTo was swallowed"}),
        ("SwallowsPlain", {PLAIN: "that of ColumnView.castTo was swallowed"}),
        ("Replaces", {PLAIN: "castTo was replaced by java.lang.IllegalStateException: no"}),
        ("ClosesOnFailure", dict.fromkeys((RETRY, PLAIN), "ClosesOnFailure closed its argument 1")),
        ("LeaksAtTheFourth", {PLAIN: "LeaksAtTheFourth left"}),
    ],
)
def test_functions_that_do_not_survive(spark, name: str, says: dict[str, str]) -> None:
    report = check_survives_faults(spark, f"PlantedUdfs${name}", "int,int")
    failed = texts(report, FAILED)
    for what in (RETRY, PLAIN):
        text = failed.get(f"every allocation and operation fails once: {what}", "")
        assert says[what] in text if what in says else not text
    assert next(c.name for c in report.checks if c.outcome == PASSED) == "without a failure"


def test_invalid_names(spark, rows) -> None:
    for check in (check_conforms, check_survives_faults):
        with pytest.raises(ArgumentTypeError, match="takes a function's name or a class's, not No"):
            check(spark, None, "int")
        with pytest.raises(ConformanceError, match="levenshtein is a Spark builtin"):
            check(spark, "levenshtein", "string,string")
        for none in (None, "spark"):
            with pytest.raises(ArgumentTypeError, match="takes a SparkSession"):
                check(none, "PlantedUdfs$MinusRight", "int,int")
    with pytest.raises(ArgumentTypeError, match="assert_on_gpu takes a DataFrame"):
        assert_on_gpu(None, "upper")
    with pytest.raises(ArgumentTypeError, match="assert_on_gpu takes a function's name"):
        assert_on_gpu(rows, None)
    with pytest.raises(ConformanceError, match="upper is a Spark builtin"):
        assert_on_gpu(rows.selectExpr("upper(a2)"), "upper")


def test_a_udf_with_the_name_of_a_builtin(spark) -> None:
    other = spark.newSession()  # the builtin could not get its name back
    temporary_first(other)
    other.udf.registerJavaFunction("hypot", "PlantedUdfs$MinusRight", "bigint")
    assert find_subject(other, "hypot", "int,int").signature == "hypot(int, int) -> bigint"
