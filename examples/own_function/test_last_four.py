# SPDX-License-Identifier: Apache-2.0

"""Test the columnar body of LastFour.java without a GPU: pytest examples/own_function.

Needs a JDK 17, PySpark, and the plugin's jar (rapids-udfs fetch-plugin).
"""

from __future__ import annotations

import pytest

import rapids_udfs

ROWS = [(1, "4929-1234 5678 9012"), (2, "12-3"), (3, ""), (4, None), (5, "Ä12³45")]


@pytest.fixture(scope="session")
def jar(tmp_path_factory):
    from run import build

    return build(tmp_path_factory.mktemp("build"))


@pytest.fixture(scope="session")
def spark(jar):
    spark = rapids_udfs.start("emulate", conf={"spark.jars": jar}, master="local[2]")
    spark.udf.registerJavaFunction("last_four", "example.LastFour", "string")
    yield spark
    spark.stop()


def test_columnar_answers_as_row_wise(spark, tmp_path):
    # From a file: Spark folds literals before the plugin sees the plan.
    spark.createDataFrame(ROWS, "id int, number string").write.parquet(str(tmp_path / "numbers"))
    numbers = spark.read.parquet(str(tmp_path / "numbers"))
    query = numbers.selectExpr("id", "last_four(number) AS digits")

    spark.conf.set("spark.rapids.sql.enabled", "false")
    row_wise = sorted(query.collect())
    spark.conf.set("spark.rapids.sql.enabled", "true")
    with rapids_udfs.track(spark) as work:
        columnar = sorted(numbers.selectExpr("id", "last_four(number) AS digits").collect())

    assert columnar == row_wise
    assert work.costs["example.LastFour"].rows == len(ROWS)  # it ran, over every row
    assert work.leaks == {}
