# SPDX-License-Identifier: Apache-2.0

"""Aggregates as data engineers write them, and the same as grouped pandas UDFs."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from pyspark import cloudpickle
from pyspark.sql import functions as F
from pyspark.sql import types as T

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Workers cannot import this module.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


def spread(values):
    known = [v for v in values if v is not None]
    return max(known) - min(known) if known else None


def median(values):
    known = sorted(v for v in values if v is not None)
    if not known:
        return None
    half = len(known) // 2
    return known[half] if len(known) % 2 else (known[half - 1] + known[half]) / 2


def mean(values):
    known = sorted(v for v in values if v is not None)
    return sum(known) / len(known) if known else None


def known(values):
    return len([v for v in values if v is not None])


def last_text(values):
    return max((v for v in values if v is not None), default=None)


def most_common(values):
    counts = Counter(v for v in values if v)
    return min(counts, key=lambda v: (-counts[v], v)) if counts else None


def null_share(values):
    return sum(v is None for v in values) / len(values)


def weighted_mean(pairs):
    total = weights = 0.0
    for price, quantity in sorted((p, q) for p, q in pairs if p is not None and q):
        total += price * quantity
        weights += quantity
    return total / weights if weights else None


def longest_run(days):
    best = run = 0
    before = None
    for day in sorted(set(days) - {None}):
        run = run + 1 if before is not None and day == before + 1 else 1
        best = max(best, run)
        before = day
    return best


def top_words(texts):
    counts = {}
    for text in texts:
        for word in (text or "").lower().split():
            counts[word] = counts.get(word, 0) + 1
    return sorted(counts, key=lambda w: (-counts[w], w))[:3]


def geometric_mean(values):
    logs = sorted(math.log(v) for v in values if v is not None and v > 0)
    return math.exp(sum(logs) / len(logs)) if logs else None


def latest(pairs):
    found = max(((n, v) for n, v in pairs if n is not None and v is not None), default=None)
    return found[1] if found else None


def summary(values):
    known = sorted(v for v in values if v is not None)
    return (len(known), known[0], known[-1]) if known else None


class Aggregate(NamedTuple):
    """A function over columns of ``numbers``."""

    function: Callable[[list[Any]], Any]
    element: str
    returns: str
    columns: tuple[str, ...]


AGGREGATES = (
    Aggregate(spread, "double", "double", ("x",)),
    Aggregate(median, "double", "double", ("x",)),
    Aggregate(mean, "double", "double", ("x",)),
    Aggregate(known, "bigint", "bigint", ("n",)),
    Aggregate(last_text, "string", "string", ("s",)),
    Aggregate(most_common, "string", "string", ("s",)),
    Aggregate(null_share, "bigint", "double", ("n",)),
    Aggregate(weighted_mean, "price double, quantity bigint", "double", ("x", "n")),
    Aggregate(longest_run, "bigint", "int", ("n",)),
    Aggregate(top_words, "string", "array<string>", ("s",)),
    Aggregate(geometric_mean, "double", "double", ("x",)),
    Aggregate(latest, "n bigint, s string", "string", ("n", "s")),
    Aggregate(summary, "bigint", "count int, least bigint, most bigint", ("n",)),
)
WORDS = ("a b", "b", "", None, "Ärger é", "a", "x y z", "b")


def numbers(spark: SparkSession, partitions: int) -> DataFrame:
    """Return groups of 0 to 40 rows, with nulls, in an order that depends on the partitions."""
    rows = [
        (
            i * i % 13 if i % 29 else None,
            None if i % 7 == 0 else (i * 37 % 101) / 8 - 3,
            None if i % 5 == 0 else i * 13 % 31,
            WORDS[i * 3 % len(WORDS)],
        )
        for i in range(300)
    ]
    frame = spark.createDataFrame(rows, "k int, x double, n bigint, s string")
    return frame.repartition(partitions, "x")


def by_pandas(frame: DataFrame, of: Aggregate) -> DataFrame:
    """Return every group's value by a grouped pandas UDF."""
    function, columns = of.function, of.columns
    whole = [c for c in columns if c == "n"]
    result = T.StructType([T.StructField("v", _type(of.returns))])

    def group(key: Any, pdf: Any) -> Any:
        import pandas as pd

        lists = []
        for c in columns:
            values = [None if pd.isna(v) else v for v in pdf[c]]
            lists.append([None if v is None else int(v) for v in values] if c in whole else values)
        values = lists[0] if len(lists) == 1 else list(zip(*lists, strict=True))
        value = function(values)
        return pd.DataFrame(
            {"v": [dict(zip(names, value, strict=True)) if names and value else value]}
        )

    names = result["v"].dataType.names if isinstance(result["v"].dataType, T.StructType) else []
    return frame.groupBy("k").applyInPandas(group, result)


def _type(text: str) -> T.DataType:
    return F.udf(lambda: None, text).returnType
