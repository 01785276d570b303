"""The two bodies of PlusTax: what it answers, that both answer alike, and that it is sound."""

import pytest

from rapids_udfs.testing import assert_conforms, assert_on_gpu, assert_survives_faults, frame

UDF = "@PACKAGE@.PlusTax"
TYPES = "bigint,int"


@pytest.fixture
def plus_tax(rapids_udfs_spark):
    rapids_udfs_spark.udf.registerJavaFunction("plus_tax", UDF, "bigint")


def test_answers(rapids_udfs_spark, rapids_udfs_mode, plus_tax):
    prices = frame(rapids_udfs_spark, [(1999, 19), (-7, 19), (None, 19), (5, None)], TYPES)
    query = prices.selectExpr("plus_tax(a0, a1) AS gross")
    assert [row.gross for row in query.collect()] == [2378, -8, None, None]
    if rapids_udfs_mode != "cpu":
        assert_on_gpu(query, "plus_tax")


def test_columns_answer_as_rows(rapids_udfs_emulator):
    assert_conforms(rapids_udfs_emulator, UDF, TYPES, returns="bigint")


def test_failures_of_memory(rapids_udfs_emulator):
    assert_survives_faults(rapids_udfs_emulator, UDF, TYPES, returns="bigint")


@pytest.mark.gpu
def test_on_a_gpu(rapids_udfs_gpu):
    assert_conforms(rapids_udfs_gpu, UDF, TYPES, returns="bigint")
