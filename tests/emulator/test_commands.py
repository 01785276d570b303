# SPDX-License-Identifier: Apache-2.0

"""Commands with ``explain`` or ``advise``: they run once, when ``spark.sql`` returns."""

from __future__ import annotations

from rapids_udfs import Placement, advise, explain


def test_an_insert_is_not_run_again(spark, tmp_path) -> None:
    source, filled = str(tmp_path / "source"), str(tmp_path / "filled")
    spark.range(0, 200, 1, 2).selectExpr("id", "concat('A', id) AS q").write.parquet(source)
    spark.read.parquet(source).createOrReplaceTempView("asked")
    spark.sql(f"CREATE TABLE filled (id BIGINT, q STRING) USING parquet LOCATION '{filled}'")
    try:
        frame = spark.sql("INSERT INTO filled SELECT id, ascii_lower(q) FROM asked")
        for _ in range(2):
            (verdict,) = explain(frame).functions
            assert (verdict.function, verdict.placement) == ("ascii_lower", Placement.GPU)
            assert advise(frame).calls == ()
        assert spark.read.parquet(filled).count() == 200
    finally:
        spark.sql("DROP TABLE filled")
