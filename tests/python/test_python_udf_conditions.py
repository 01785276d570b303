# SPDX-License-Identifier: Apache-2.0

"""Compiled Python UDFs in filters and join conditions, beside conditions without UDFs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pyspark.sql import functions as F
from tests.python.compiled_queries import same

from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GUARDED = {
    "filter": "SELECT id FROM t WHERE per(k) > 2 AND k > 0",
    "of a column": "SELECT id FROM (SELECT id, k, per(k) AS p FROM t) WHERE p > 2 AND k > 0",
    "having": "SELECT k FROM t GROUP BY k HAVING per(k) > 1 AND k > 0",
    "inferred": (
        "SELECT a.id, b.id FROM some a JOIN some b ON a.k = b.k WHERE b.k > 0 AND per(b.k) >= 2"
    ),
    "within an if": "SELECT id FROM t WHERE IF(id >= 0, per(k) > 2, false) AND k > 0",
    "semi join": "SELECT id FROM t a LEFT SEMI JOIN t b ON a.k = b.k AND b.k > 0 AND per(b.k) > 2",
}


@pytest.mark.parametrize("generated", ["true", "false"])
@pytest.mark.parametrize("query", GUARDED)
def test_udfs_of_conditions_see_the_rows_that_the_others_pass(
    session: SparkSession, query: str, generated: str
) -> None:
    session.udf.register("per", F.udf(lambda n: 100 // n, "int"))
    some = [(i, None if i % 5 == 0 else i % 4) for i in range(30)]
    session.createDataFrame(some, "id int, k int").createOrReplaceTempView("some")
    with frames.settings(session, {"spark.sql.codegen.wholeStage": generated}):
        assert same(session, lambda s: s.sql(GUARDED[query]))
