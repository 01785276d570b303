# SPDX-License-Identifier: Apache-2.0

"""The workers' counts, and the driver's report of them."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from typing import Any, cast

import pytest
from pyspark.accumulators import _accumulatorRegistry

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.gpu import Device, images, metrics, report
from rapids_udfs.gpu.metrics import Counts, CountSums, Key, Meter
from rapids_udfs.gpu.worker_report import Report, WorkerLine

CPU = Device("cpu", None, "asked for")


def key(name: str = "a", pid: int = 1, device: str = "CPU") -> Key:
    return Key("test", name, "here", pid, device)


def counted(spark: Any, name: str, partitions: int = 2, fail: bool = False) -> None:
    """Ten rows by mapInArrow in so many tasks, each of which counts its rows under the name."""
    of_work = Meter("test", name)

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            with of_work.batch(CPU, batch.num_rows):
                if fail:
                    raise ValueError("as asked")
            yield batch
        of_work.add(CPU, loads=1)

    df = spark.range(0, 10, 1, partitions)
    assert df.mapInArrow(work, df.schema).count() == 10


def test_counts_do_not_grow_with_the_workers() -> None:
    sums, tally = CountSums(), {}
    for pid in range(1, 25_001):
        sums.addInPlace(tally, {key(pid=pid): Counts(rows=2, peak_bytes=pid)})
        assert len(tally) <= 10_001
    assert sum(counts.rows for counts in tally.values()) == 50_000
    assert tally[key(pid=25_000)].rows == 2
    assert tally[key(pid=0)].rows > 30_000


class TestThroughSpark:
    def test_counts_of_every_worker(self, spark: Any) -> None:
        counted(spark, "counts")
        counted(spark, "counts")
        of = report(spark).of("counts")
        assert of.total[:3] == (4, 4, 20)
        assert of.devices == ("CPU",)
        assert 1 <= of.workers <= 4
        assert all(line.key.pid != os.getpid() for line in of.lines)
        assert all(line.counts.peak_bytes > 1 << 20 for line in of.lines)
        assert all(line.rows_per_second > 0 for line in of.lines)

    def test_a_failed_batch_is_not_counted(self, spark: Any) -> None:
        with pytest.raises(Exception, match="as asked"):
            counted(spark, "failed", fail=True)
        assert report(spark).of("failed").lines == ()

    def test_images_are_counted(self, spark: Any) -> None:
        report(spark, reset=True)
        df = spark.sql("SELECT array(array(1D, 2D), array(3D, 5D)) AS ref FROM range(3)")
        images.register(df.withColumn("mov", df.ref), "ref", "mov").collect()
        assert report(spark).of("register").total.rows == 3

    def test_reset(self, spark: Any) -> None:
        counted(spark, "before")
        assert report(spark, reset=True).of("before").total.rows == 10
        assert report(spark).lines == ()
        counted(spark, "after")
        assert [line.key.name for line in report(spark).lines[:1]] == ["after"]


class TestReport:
    def test_text(self) -> None:
        lines = (
            WorkerLine(key(), Counts(1, 2, 3000, 0.5, 64 << 20)),
            WorkerLine(key(pid=22, device="GPU 1"), Counts(1)),
        )
        assert str(Report(lines)).splitlines() == [
            "work  name  worker   device  loads  batches  rows  rows/s  peak_MiB",
            "----  ----  -------  ------  -----  -------  ----  ------  --------",
            "test  a     here:1   CPU         1        2  3000   6,000        64",
            "test  a     here:22  GPU 1       1        0     0       -         0",
        ]

    def test_nothing_yet(self) -> None:
        assert "run a query" in str(Report(()))

    def test_total_keeps_the_most_memory(self) -> None:
        lines = (
            WorkerLine(key(), Counts(1, 1, 1, 1.0, 5)),
            WorkerLine(key(pid=2), Counts(0, 1, 1, 1.0, 9)),
        )
        assert Report(lines).total == Counts(1, 2, 2, 2.0, 9)

    def test_of_no_session(self) -> None:
        with pytest.raises(ArgumentTypeError, match=r"gpu\.report"):
            report("spark")  # type: ignore[arg-type]


class TestMeter:
    def test_without_spark_it_counts_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pyspark.SparkContext._active_spark_context", None)
        alone = pickle.loads(pickle.dumps(Meter("test", "alone")))
        alone.add(CPU, rows=1)
        assert (alone.kind, alone.name, alone.is_counting) == ("test", "alone", False)

    def test_another_application_begins_at_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Also with a UDF that was packed, and its accumulator with it, in an earlier one."""

        class Application:
            """A context, of which only the identity counts."""

        first, second, third = (cast(Any, Application()) for _ in range(3))
        monkeypatch.setattr(metrics, "_application", None)
        monkeypatch.delitem(_accumulatorRegistry, metrics._ACCUMULATOR_ID, raising=False)
        active = "pyspark.SparkContext._active_spark_context"
        monkeypatch.setattr(active, first)
        packed = metrics.accumulator_of(first)
        packed += {key(): Counts(rows=1)}
        assert metrics.accumulator_of(first).value == {key(): Counts(rows=1)}
        monkeypatch.setattr(active, second)
        packed += {key(): Counts(rows=5)}
        packed += {key(): Counts(rows=2)}
        assert metrics.accumulator_of(second).value == {key(): Counts(rows=7)}
        assert (metrics.holds_counts_of(first), metrics.holds_counts_of(second)) == (False, True)
        assert metrics.accumulator_of(third).value == {}

    def test_equal_keys_are_added(self) -> None:
        param = CountSums()
        both = param.addInPlace(
            {key(): Counts(rows=1)}, {key(): Counts(rows=2), key("b"): Counts()}
        )
        assert both == {key(): Counts(rows=3), key("b"): Counts()}
        assert param.zero(both) == {}
