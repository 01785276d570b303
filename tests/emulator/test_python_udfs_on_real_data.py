# SPDX-License-Identifier: Apache-2.0

"""Queries over real data with several Python UDFs: compiled, their operators run on the plugin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import rapids_udfs
from harness.cpu_gpu_runner import cpu_operators
from harness.demo import demo_views
from harness.in_columns import COLUMNS
from python_udfs import real_data
from rapids_udfs.counting.counters import difference
from rapids_udfs.python_udfs import install
from rapids_udfs.session.modes import PYTHON_UDFS
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAMES = [function.__name__ for function in real_data.UDFS]
MOST_ODD = 0.01
"""The share of odd rows among all rows that the queries' UDFs compute in columns."""


class Ran(NamedTuple):
    """A run of a query: the operators outside the plugin, and the rows that its UDFs computed."""

    rows: list[Any]
    on_cpu: list[str]
    in_columns: int
    odd: int


@pytest.fixture(scope="module")
def views(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    from pyspark import cloudpickle

    cloudpickle.register_pickle_by_value(real_data)
    install()
    with ExitStack() as stack:
        with frames.plugin(spark, enabled=False):
            stack.enter_context(demo_views(spark, tmp_path_factory.mktemp("cache")))
        spark.table("flights").where("month = 1").createOrReplaceTempView("flights")
        for function, returns in real_data.UDFS.items():
            spark.udf.register(function.__name__, function, returns)
        yield spark


def ran(spark: SparkSession, sql: str, settings: dict[str, str]) -> Ran:
    before = rapids_udfs.counters(spark)
    with frames.settings(spark, settings):
        df = spark.sql(sql)
        rows = df.collect()
        plan = df._jdf.queryExecution().executedPlan().toString()
    counts = [
        c for name, c in difference(rapids_udfs.counters(spark), before).items() if name in NAMES
    ]
    return Ran(
        rows,
        cpu_operators(plan),
        sum(c.columnar_rows for c in counts),
        sum(c.row_calls for c in counts),
    )


@pytest.fixture(scope="module")
def runs(views: SparkSession) -> dict[str, tuple[Ran, Ran]]:
    compiled = {PYTHON_UDFS: "require", COLUMNS: "always"}
    return {
        name: (ran(views, sql, {PYTHON_UDFS: "off"}), ran(views, sql, compiled))
        for name, sql in real_data.QUERIES.items()
    }


@pytest.mark.parametrize("name", real_data.QUERIES)
def test_the_plugin_runs_all_of_it(runs: dict[str, tuple[Ran, Ran]], name: str) -> None:
    python, compiled = runs[name]
    assert compiled.rows == python.rows != []
    assert python.on_cpu
    assert python.in_columns == 0
    assert compiled.on_cpu == []
    assert compiled.in_columns > 0


def test_few_rows_are_odd(runs: dict[str, tuple[Ran, Ran]]) -> None:
    all_rows = sum(compiled.in_columns for _, compiled in runs.values())
    assert sum(compiled.odd for _, compiled in runs.values()) < MOST_ODD * all_rows
