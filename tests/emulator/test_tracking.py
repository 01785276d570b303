"""What functions do in columns, ours and others', as ``track`` counts it."""

from __future__ import annotations

import pytest

from rapids_udfs import track

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
    # Characters and offsets, in and out.
    assert line.bytes_in == line.bytes_out > ROWS * 4


def test_columns_of_somebody_elses_class(numbers, spark) -> None:
    spark.udf.registerJavaFunction("theirs", "PlantedUdfs$MinusRight", "bigint")
    calls = numbers.selectExpr("theirs(a, a - 1) AS one")
    with track(spark) as work:
        assert {row.one for row in calls.collect()} == {1}
    (line,) = work.functions
    assert (line.function, line.where, line.rows) == ("theirs", "columnar", ROWS)
    assert (line.bytes_in, line.bytes_out) == (2 * 4 * ROWS, 8 * ROWS)


def test_a_columnar_body_that_fails(numbers, spark) -> None:
    spark.udf.registerJavaFunction("fails", "PlantedUdfs$MinusRaises", "bigint")
    with track(spark) as work, pytest.raises(Exception, match="too little"):
        numbers.coalesce(1).selectExpr("fails(a - 1000, a)").collect()
    (line,) = work.functions
    assert (line.function, line.where, line.rows) == ("fails", "columnar", 0)
    assert line.errors >= 1
