"""The gates of the kit: leaks, placement and failures of memory."""

from __future__ import annotations

import pytest

from rapids_udfs.testing import assert_no_leaks, assert_on_gpu, frame
from rapids_udfs.testing.faults import assert_survives_faults, check_survives_faults
from rapids_udfs.testing.report import FAILED, PASSED


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


@pytest.mark.parametrize("name", ["planted_minusright", "PlantedUdfs$MinusRight"])
def test_a_class_of_ones_own_on_the_gpu(spark, rows, name: str) -> None:
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
def test_elsewhere(spark, rows, setting: str, value: str, call: str, name: str, says: str) -> None:
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


@pytest.mark.parametrize(
    ("function", "types"),
    [("PlantedUdfs$MinusRight", "int,int"), ("money_gross", "decimal(18,2),decimal(5,4)")],
)
def test_it_survives_faults(spark, function: str, types: str) -> None:
    report = assert_survives_faults(spark, function, types)
    texts = {c.name: c.text for c in report.checks if c.outcome == PASSED}
    points = texts["every allocation and operation fails once: try again"]
    assert points.endswith(" points")
    assert int(points.split()[0]) >= 6
    assert "a plain error of cuDF comes out" in texts


@pytest.mark.parametrize(
    ("name", "types", "says"),
    [
        ("LeaksOnFailure", "int,int", "LeaksOnFailure left"),
        ("Swallows", "int,int", "rows are wrong after it"),
    ],
)
def test_what_does_not(spark, name: str, types: str, says: str) -> None:
    report = check_survives_faults(spark, f"PlantedUdfs${name}", types)
    failed = {c.name: c.text for c in report.checks if c.outcome == FAILED}
    assert says in failed["every allocation and operation fails once: try again"]
    assert next(c.name for c in report.checks if c.outcome == PASSED) == "without a failure"
