# SPDX-License-Identifier: Apache-2.0

"""The columnar work of our functions and of users' functions, as ``track`` counts it."""

from __future__ import annotations

import pytest
from pyspark.sql.functions import expr

from rapids_udfs import track
from rapids_udfs.testing import frames

ROWS = 300


@pytest.fixture
def numbers(spark, tmp_path):
    frame = spark.range(0, ROWS, 1, 3).selectExpr("INT(id) AS a", "string(id) AS s")
    frame.write.parquet(str(tmp_path / "numbers"))
    return spark.read.parquet(str(tmp_path / "numbers"))


def test_columns_of_a_function(numbers, spark) -> None:
    with track(spark) as work:
        numbers.selectExpr("ascii_lower(s)").collect()
    (line,) = work.functions
    assert (line.function, line.where, line.rows) == ("ascii_lower", "columnar", ROWS)
    assert 1 <= line.calls < ROWS
    assert line.nanos > 0
    # Characters and offsets of arguments and results.
    assert line.bytes_in == line.bytes_out > ROWS * 4


def test_columns_of_a_users_class(numbers, spark) -> None:
    spark.udf.registerJavaFunction("theirs", "PlantedUdfs$MinusRight", "bigint")
    calls = numbers.selectExpr("theirs(a, a - 1) AS one")
    with track(spark) as work:
        assert {row.one for row in calls.collect()} == {1}
    (line,) = work.functions
    assert (line.function, line.where, line.rows) == ("theirs", "columnar", ROWS)
    assert (line.bytes_in, line.bytes_out) == (2 * 4 * ROWS, 8 * ROWS)


@pytest.mark.parametrize("form", ["simple", "generic"])
def test_columns_of_a_users_hive_udf(numbers, spark, form: str) -> None:
    chars = {"simple": "CharsOfHive", "generic": "CharsOfGenericHive"}[form]
    spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION chars AS 'PlantedUdfs${chars}'")
    with track(spark) as work:
        answers = numbers.selectExpr("a", "chars(s) AS chars").collect()
    assert all(row.chars == len(str(row.a)) for row in answers)
    (line,) = work.functions
    assert (line.function, line.where, line.rows) == ("chars", "columnar", ROWS)
    assert line.bytes_out == 4 * ROWS


@pytest.mark.parametrize("form", ["CharsOfHive", "CharsOfGenericHive"])
@pytest.mark.parametrize("generated", ["CODEGEN_ONLY", "NO_CODEGEN"])
def test_rows_of_a_users_hive_udf(numbers, spark, form: str, generated: str) -> None:
    spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION chars AS 'PlantedUdfs${form}'")
    without = {"spark.rapids.sql.enabled": "false", "spark.sql.codegen.factoryMode": generated}
    with frames.settings(spark, without), track(spark) as work:
        answers = numbers.where("chars(s) > 1").groupBy(expr("chars(s)")).count().collect()
    assert {row[0]: row[1] for row in answers} == {2: 90, 3: ROWS - 100}
    (line,) = work.functions
    assert (line.function, line.where) == ("chars", "rows")
    assert line.rows == 2 * ROWS - 10
    assert line.errors == 0


@pytest.mark.parametrize("generated", ["CODEGEN_ONLY", "NO_CODEGEN"])
def test_rows_of_a_hive_udf_that_fails(numbers, spark, generated: str) -> None:
    spark.sql("CREATE OR REPLACE TEMPORARY FUNCTION raises AS 'PlantedUdfs$RaisesOfHive'")
    without = {"spark.rapids.sql.enabled": "false", "spark.sql.codegen.factoryMode": generated}
    with (
        frames.settings(spark, without),
        track(spark) as work,
        pytest.raises(Exception, match="RaisesOfHive"),
    ):
        numbers.coalesce(1).selectExpr("raises(s)").collect()
    (line,) = work.functions
    assert (line.function, line.where, line.errors) == ("raises", "rows", 1)


def test_a_columnar_body_that_fails(numbers, spark) -> None:
    spark.udf.registerJavaFunction("fails", "PlantedUdfs$MinusRaises", "bigint")
    with track(spark) as work, pytest.raises(Exception, match="too little"):
        numbers.coalesce(1).selectExpr("fails(a - 1000, a)").collect()
    (line,) = work.functions
    assert (line.function, line.where, line.rows) == ("fails", "columnar", 0)
    assert line.errors >= 1
