# SPDX-License-Identifier: Apache-2.0

"""Test data as a DataFrame, and a query's results as values, without loss in either direction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.session.library import classic_session_of, require_classic
from rapids_udfs.session.modes import SPARK_PLUGIN
from rapids_udfs.testing.engine import Types, engine, parse_types, to_jvm, to_python

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

EXCLUDED_RULES = "spark.sql.optimizer.excludedRules"
_OPTIMIZER = "org.apache.spark.sql.catalyst.optimizer"
_FOLDING = (f"{_OPTIMIZER}.ConvertToLocalRelation", f"{_OPTIMIZER}.ConstantFolding")


def frame(spark: SparkSession, rows: Sequence[Any], types: Types) -> DataFrame:
    """Return a DataFrame of rows, its columns ``id, a0, a1, ...``, in one partition.

    Args:
        spark: a classic session.
        rows: generated rows, or Python's: see ``rapids_udfs.testing.engine.to_jvm``.
        types: the types of the columns after ``id``, which numbers the rows from 0.

    Raises:
        ArgumentValueError: a value is not of its type.
        UnsupportedError: a type that a columnar body cannot have, or a Spark Connect client.
        ArgumentTypeError, SessionError: ``spark`` is not a running session.
    """
    require_classic(spark, "rapids_udfs.testing")
    parsed = parse_types(spark, types)
    return batches_frame(spark, java_list(spark, [to_jvm(spark, rows, parsed)]), parsed)


def batches_frame(spark: SparkSession, batches: Any, types: Any, stride: int = 0) -> DataFrame:
    """Return a DataFrame with a partition for each batch of the JVM's rows.

    Ids continue from one batch to the next; with a stride, each batch begins at a multiple of it.
    """
    from pyspark.sql import DataFrame

    kit, session = engine(spark), spark._jsparkSession
    rdd = kit.rdd(session.sparkContext(), types, batches, stride)
    return DataFrame(session.internalCreateDataFrame(rdd, kit.schema(types), False), spark)


def answers(df: DataFrame) -> Any:
    """Run a query; return the JVM's ``SqlAnswers``."""
    return engine(df.sparkSession).answers(df._jdf.queryExecution().executedPlan())


def run(df: DataFrame) -> list[tuple[Any, ...]]:
    """Run a query; return its rows in the form of ``rapids_udfs.testing.engine``.

    Raises:
        ArgumentTypeError, SessionError: ``df`` is not a DataFrame of a running session.
        UnsupportedError: the session is a Spark Connect client.
    """
    classic_session_of(df, "rapids_udfs.testing.run")
    return to_python(df.sparkSession, answers(df).rows())


@contextmanager
def settings(spark: SparkSession, values: Mapping[str, str]) -> Iterator[None]:
    """Apply these settings to the session in the block, and restore the previous ones afterwards.

    Optimizer rules to exclude are added to those that the user has excluded, and replace those of
    an outer call.
    """
    before = {key: spark.conf.get(key, None) for key in values}
    try:
        for key, value in values.items():
            if key == EXCLUDED_RULES:
                others = [rule.strip() for rule in (before[key] or "").split(",")]
                kept = [rule for rule in others if rule and rule not in _FOLDING]
                value = ",".join([*kept, value])
            spark.conf.set(key, value)
        yield
    finally:
        for key, old in before.items():
            if old is None:
                spark.conf.unset(key)
            else:
                spark.conf.set(key, old)


def unfolded(*, constants: bool) -> dict[str, str]:
    """Settings that keep the optimizer from evaluating calls, if asked also of constants."""
    return {EXCLUDED_RULES: ",".join(_FOLDING if constants else _FOLDING[:1])}


def has_plugin(spark: SparkSession) -> bool:
    """Return whether a session was started with the plugin."""
    return SPARK_PLUGIN in (spark.conf.get("spark.plugins", "") or "")


def plugin(spark: SparkSession, *, enabled: bool) -> AbstractContextManager[None]:
    """Enable or disable the plugin in the block."""
    return settings(spark, {"spark.rapids.sql.enabled": str(enabled).lower()})
