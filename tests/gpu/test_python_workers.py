# SPDX-License-Identifier: Apache-2.0

"""Whether a limit of Python workers can hang a query: the rule, and plans as Spark makes them."""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from rapids_udfs.errors import ArgumentTypeError, ConfigurationError
from rapids_udfs.gpu.conf import Stage, check_python_workers, checked, longest_stage
from rapids_udfs.session.python_gpu.options import task_slots


def can_hang(permits: int, tasks: int, execs: int) -> bool:
    """Try every order in which tasks take their permits one by one; return whether all can wait."""

    @functools.cache
    def reaches_a_hang(held: tuple[int, ...]) -> bool:
        free = permits - sum(held)
        after = []
        for i, mine in enumerate(held):
            if mine == execs:  # it has all, and ends: another task begins in its place
                after.append((*held[:i], 0, *held[i + 1 :]))
            elif free > 0:
                after.append((*held[:i], mine + 1, *held[i + 1 :]))
        forward = {tuple(sorted(state)) for state in after if sum(state) > sum(held)}
        return not after or any(map(reaches_a_hang, forward))

    return reaches_a_hang((0,) * tasks)


@pytest.mark.parametrize("tasks", [1, 2, 3, 4])
@pytest.mark.parametrize("execs", [1, 2, 3, 4])
def test_the_rule_is_exact(tasks: int, execs: int) -> None:
    stage = Stage(execs=("MapInPandasExec",) * execs)
    for permits in range(1, tasks * execs + 2):
        if can_hang(permits, tasks, execs):
            least = checked(0, tasks, stage).least
            with pytest.raises(ConfigurationError, match=f"The smallest safe value is {least}; "):
                checked(permits, tasks, stage)
            assert permits < least
            assert not can_hang(least, tasks, execs)
            assert can_hang(least - 1, tasks, execs)
        else:
            assert checked(permits, tasks, stage).least <= permits
    assert checked(0, tasks, stage).workers == 0
    assert checked(-1, tasks, stage).workers == -1


def test_a_warning_where_only_the_gpus_own_semaphore_could_hang(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "rapids_udfs")
    two = Stage(execs=("MapInPandasExec",) * 2)
    checked(8, 4, two)
    assert not caplog.records
    checked(5, 4, two)
    assert "else set 8" in caplog.text


@pytest.mark.parametrize(
    ("settings", "cores", "local", "tasks"),
    [
        ({}, 2, True, 2),
        ({"spark.task.cpus": "2"}, 8, True, 4),
        ({"spark.task.cpus": "4"}, 2, True, 1),
        ({"spark.executor.cores": "4"}, 0, False, 4),
        ({"spark.executor.cores": "4"}, 16, False, 16),
        ({"gpu": "1", "task": "0.25"}, 16, False, 4),
        ({"gpu": "1", "task": "0.1"}, 16, False, 10),
        ({"gpu": "1", "task": "0.0625"}, 4, False, 4),
        ({"gpu": "1", "task": "1"}, 4, False, 1),
        ({"gpu": "4", "task": "2"}, 16, False, 2),
        ({"gpu": "1", "task": "1"}, 4, True, 4),
    ],
)
def test_tasks_at_a_time(settings: dict[str, str], cores: int, local: bool, tasks: int) -> None:
    names = {
        "gpu": "spark.executor.resource.gpu.amount",
        "task": "spark.task.resource.gpu.amount",
    }
    named = {names.get(key, key): value for key, value in settings.items()}
    assert task_slots(named, cores, local) == tasks


def test_no_executor_to_tell_the_cores() -> None:
    with pytest.raises(ConfigurationError, match=r"spark\.executor\.cores=None .* tasks= of check"):
        task_slots({}, 0, False)


class Seq(list[Any]):
    """A list with the methods of a Scala ``Seq``."""

    size = list.__len__
    apply = list.__getitem__


def plan(name: str, *children: Mock) -> Mock:
    """A plan of operators that cannot be created here, with the JVM's methods."""
    of_jvm = Mock()
    of_jvm.getClass().getSimpleName.return_value = f"{name}Exec"
    of_jvm.children.return_value, of_jvm.subqueries.return_value = Seq(children), Seq()
    if children:
        of_jvm.plan.return_value = of_jvm.relation().cachedPlan.return_value = children[0]
    return of_jvm


class TestPlansOfThePlugin:
    """Which cannot be made here; names as the plugin gives them."""

    def test_only_its_own_operators_take_permits(self) -> None:
        left = plan("MapInPandas", plan("GpuMapInPandas", plan("GpuMapInPandas", plan("Scan"))))
        assert longest_stage(left, {}) == Stage(execs=("GpuMapInPandasExec",) * 2)

    def test_a_cached_table_of_the_plugins_says_nothing_of_what_reads_it(self) -> None:
        cached = plan("GpuMapInPandas", plan("MapInPandas"))
        scan = plan("InMemoryTableScan", cached)
        assert longest_stage(plan("MapInArrow", scan), {}).execs == (
            "GpuMapInPandasExec", "MapInArrowExec",
        )  # fmt: skip
        reads = plan("GpuMapInArrow", plan("InMemoryTableScan", plan("MapInPandas")))
        assert longest_stage(reads, {}).execs == ("MapInPandasExec", "GpuMapInArrowExec")

    def test_those_that_a_setting_turned_on(self) -> None:
        assert longest_stage(plan("GpuWindowInPandas", plan("Scan")), {}).execs == (
            "GpuWindowInPandasExec",
        )

    def test_its_exchanges_end_a_stage(self) -> None:
        below = plan("GpuMapInPandas", plan("GpuMapInPandas", plan("Scan")))
        for boundary in ("GpuShuffleExchange", "GpuBroadcastExchange", "ShuffleQueryStage"):
            above = plan("GpuArrowEvalPython", plan(boundary, below))
            assert longest_stage(above, {}).execs == ("GpuMapInPandasExec",) * 2

    def test_its_coalesce(self) -> None:
        below = plan("GpuCoalesce", plan("GpuMapInPandas", plan("Scan")))
        assert longest_stage(below, {}).merged


def same(batches: Iterator[Any]) -> Iterator[Any]:
    yield from batches


@pytest.fixture(scope="module")
def numbers(spark, tmp_path_factory: pytest.TempPathFactory) -> DataFrame:
    path = str(tmp_path_factory.mktemp("workers") / "numbers")
    spark.range(100).selectExpr("id", "id % 3 AS k", "CAST(id AS DOUBLE) AS v").write.parquet(path)
    return spark.read.parquet(path)


def mapped(df: DataFrame, times: int = 1) -> DataFrame:
    for _ in range(times):
        df = df.mapInPandas(same, df.schema)
    return df


def execs(df: DataFrame) -> int:
    return len(check_python_workers(df).execs)


class TestPlansOfSpark:
    def test_the_limit_of_a_chain(self, numbers: DataFrame) -> None:
        three = mapped(numbers, 3)
        assert check_python_workers(three)[:2] == (0, 2)
        assert check_python_workers(three, workers=5).least == 5
        with pytest.raises(ConfigurationError) as e:
            check_python_workers(three, workers=4)
        assert "concurrentPythonWorkers is 4, but up to 2 tasks" in str(e.value)
        assert "The smallest safe value is 5; 0 is no limit" in str(e.value)
        with pytest.raises(ConfigurationError, match="The smallest safe value is 9"):
            check_python_workers(three, workers=8, tasks=4)
        assert check_python_workers(mapped(numbers), workers=1).least == 1
        assert check_python_workers(numbers, workers=1).execs == ()

    def test_udfs_in_one_operator_are_one(self, numbers: DataFrame) -> None:
        plus = F.pandas_udf("double")(lambda v: v + 1)  # type: ignore[call-overload]
        assert execs(numbers.select(plus("v"), plus("id"))) == 1

    def test_row_by_row_takes_none(self, numbers: DataFrame) -> None:
        row = F.udf(lambda v: v, "double", useArrow=False)
        assert execs(numbers.select(row("v"))) == 0
        # The default of a plain udf() from Spark 4.2 on.
        by_arrow = F.udf(lambda v: v, "double", useArrow=True)
        assert execs(numbers.select(by_arrow("v"))) == 1

    def test_stages(self, numbers: DataFrame) -> None:
        counted = mapped(numbers, 3).groupBy("k").count()
        assert execs(mapped(counted, 2)) == 3
        assert execs(mapped(counted, 4)) == 4

    def test_without_adaptive_execution(self, spark, numbers: DataFrame) -> None:
        spark.conf.set("spark.sql.adaptive.enabled", "false")
        try:
            assert execs(mapped(mapped(numbers, 3).groupBy("k").count(), 2)) == 3
        finally:
            spark.conf.unset("spark.sql.adaptive.enabled")

    def test_after_it_has_run(self, spark, numbers: DataFrame) -> None:
        """The plan that adaptive execution came to: without rows, no worker starts for it."""
        query = mapped(mapped(numbers.where("id < 0"), 2).groupBy("k").count(), 1)
        query.collect()
        assert execs(query) <= 2

    def test_both_sides_of_a_join_in_a_task(self, numbers: DataFrame) -> None:
        once = mapped(numbers)
        assert execs(once.crossJoin(once)) == 1  # one is broadcast
        sides = mapped(numbers.repartition(3, "k")), mapped(numbers.repartition(3, "k"))
        cogrouped = sides[0].groupBy("k").cogroup(sides[1].groupBy("k"))
        assert execs(cogrouped.applyInPandas(lambda a, b: a, numbers.schema)) == 1

    def test_union(self, numbers: DataFrame) -> None:
        assert execs(mapped(numbers, 2).union(mapped(numbers, 3))) == 3
        assert execs(mapped(mapped(numbers, 2).union(mapped(numbers, 3)))) == 4

    def test_subqueries_are_jobs_of_their_own(self, spark, numbers: DataFrame) -> None:
        mapped(numbers, 3).createOrReplaceTempView("thrice_mapped")
        mapped(numbers, 1).createOrReplaceTempView("once_mapped")
        query = "SELECT * FROM once_mapped WHERE v < (SELECT max(v) FROM thrice_mapped)"
        assert execs(spark.sql(query)) == 3

    def test_a_cache_is_filled_by_who_reads_it(self, numbers: DataFrame) -> None:
        cached = mapped(numbers, 2).cache()
        try:
            assert execs(mapped(cached, 1)) == 3
        finally:
            cached.unpersist()

    def test_coalesce(self, numbers: DataFrame) -> None:
        merged = mapped(numbers).coalesce(1)
        assert check_python_workers(merged).least == 0
        with pytest.raises(ConfigurationError, match=r"no number is safe\. Use repartition\(n\)"):
            check_python_workers(merged, workers=100)
        above = mapped(numbers.coalesce(1))
        assert check_python_workers(above, workers=1).least == 1

    def test_operators_switched_on_and_off(self, spark, numbers: DataFrame) -> None:
        sides = numbers.groupBy("k").cogroup(numbers.groupBy("k"))
        cogrouped = sides.applyInPandas(lambda a, b: a, numbers.schema)
        off = "spark.rapids.sql.exec.MapInPandasExec"
        on = "spark.rapids.sql.exec.FlatMapCoGroupsInPandasExec"
        assert (execs(cogrouped), execs(mapped(numbers))) == (0, 1)
        spark.conf.set(on, "true")
        spark.conf.set(off, "false")
        try:
            assert (execs(cogrouped), execs(mapped(numbers))) == (1, 0)
        finally:
            spark.conf.unset(on)
            spark.conf.unset(off)

    def test_arguments(self, spark, numbers: DataFrame) -> None:
        with pytest.raises(ArgumentTypeError, match="check_python_workers takes a DataFrame"):
            check_python_workers(spark)
        stream = spark.readStream.format("rate").load()
        with pytest.raises(ArgumentTypeError, match="takes a batch query: check the same query"):
            check_python_workers(stream)
        with pytest.raises(ConfigurationError, match="concurrentPythonWorkers='many'"):
            check_python_workers(numbers, workers="many")  # type: ignore[arg-type]
        with pytest.raises(ConfigurationError, match="tasks=0 is not supported"):
            check_python_workers(numbers, tasks=0)
