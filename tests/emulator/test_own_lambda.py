# SPDX-License-Identifier: Apache-2.0

"""A user's lambda around a RAPIDS UDF, which the plugin mistakes for a wrapped Java UDF."""

from __future__ import annotations

import pytest

from rapids_udfs import Placement, explain
from rapids_udfs.session.library import jvm_class
from rapids_udfs.testing import frames

_RULE = "org.apache.spark.sql.rapidsudfs.KeepOwnLambdas"


@pytest.fixture
def tenfold(spark, tmp_path):
    spark.range(9).selectExpr("INT(id) AS a").write.parquet(str(tmp_path / "numbers"))
    with frames.settings(spark, {"spark.sql.legacy.allowUntypedScalaUDF": "true"}):
        jvm_class(spark, "PlantedUdfs").registerTenfold(spark._jsparkSession)
    yield spark.read.parquet(str(tmp_path / "numbers")).selectExpr("tenfold(a, a - 1) AS ten")
    spark.sql("DROP TEMPORARY FUNCTION tenfold")


def test_the_whole_lambda_runs(tenfold) -> None:
    assert {row.ten for row in tenfold.collect()} == {10}
    (verdict,) = explain(tenfold).others
    assert verdict.placement is not Placement.GPU
    assert "GPU implementation" in verdict.reason


def test_without_the_extension_only_the_inner_udf_runs(spark, tenfold) -> None:
    """When this fails, the rule and its paragraph in the documentation can be removed."""
    with frames.settings(spark, {"spark.sql.optimizer.excludedRules": _RULE}):
        assert {row.ten for row in tenfold.selectExpr("ten + 0 AS ten").collect()} == {1}
