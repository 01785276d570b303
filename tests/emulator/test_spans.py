# SPDX-License-Identifier: Apache-2.0

"""The emulator's counts in ``track``, over a span of queries and a span within it."""

from __future__ import annotations

import rapids_udfs
from rapids_udfs.catalogue.function_info import function_info

ROWS = 50
LOWER = function_info("ascii_lower").class_name


def ask(spark) -> None:
    spark.range(0, ROWS, 1, 1).selectExpr("ascii_lower(concat('A', id))").collect()


def test_spans_within_spans(spark) -> None:
    ask(spark)
    with rapids_udfs.track(spark) as outer:
        ask(spark)
        with rapids_udfs.track(spark) as inner:
            ask(spark)
        ask(spark)
    ask(spark)
    assert (inner.costs[LOWER].calls, inner.costs[LOWER].rows) == (1, ROWS)
    assert (outer.costs[LOWER].calls, outer.costs[LOWER].rows) == (3, 3 * ROWS)
    assert outer.costs[LOWER].peak_bytes == inner.costs[LOWER].peak_bytes > 0
    assert outer.totals.kernels == 3 * inner.totals.kernels > 0
    assert outer.totals.live_bytes <= outer.totals.peak_bytes
    assert inner.leaks == outer.leaks == {}
    assert outer.ran("ascii_lower")
    assert not outer.ran("word_count")
    assert outer.toPandas().columnar_rows.tolist() == [3 * ROWS]
