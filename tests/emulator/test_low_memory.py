# SPDX-License-Identifier: Apache-2.0

"""A small device: the plugin spills and splits batches, or reports that memory ran out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.cpu_gpu_runner import Both

ROWS = 60_000
FILES = 4
KIB = 1 << 10
BATCH = "spark.rapids.sql.batchSizeBytes"

# In one task: two tasks would compete for memory.
AGGREGATE = """SELECT min(id) AS id, count(*), sum(word_count(s))
    FROM (SELECT /*+ COALESCE(1) */ * FROM big) GROUP BY ascii_lower(s), id % 5000"""
SORT = "SELECT id, ascii_lower(s) AS l FROM big ORDER BY l, id"
JOIN = """SELECT /*+ MERGE(b) */ a.id, ascii_lower(b.s) FROM big a
    JOIN (SELECT id + 7 AS id, s FROM big) b ON a.id = b.id"""


@pytest.fixture(scope="module")
def big(both: Both, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = str(tmp_path_factory.mktemp("big") / "big")
    words = "concat('Word ', CAST(pmod(hash(id), 1000) AS STRING), repeat(' x', 20))"
    with both.rows_alone():
        both.spark.sql(f"SELECT id, {words} AS s FROM range(0, {ROWS}, 1, {FILES})").write.parquet(
            path
        )
    both.spark.read.parquet(path).where("id >= 0").createOrReplaceTempView("big")


class Device:
    """This JVM's device."""

    def __init__(self, memory) -> None:
        self.memory = memory
        self.full = memory.DeviceMemory.limit()

    def leave(self, kibibytes: int) -> None:
        """Leave this much free memory, and count kernels from zero."""
        self.memory.DeviceMemory.limit(self.memory.Ledger.liveBytes() + kibibytes * KIB)
        self.memory.Ledger.reset()

    def calls(self, kernel: str) -> int:
        return self.memory.Ledger.kernels().get(kernel) or 0


@pytest.fixture
def device(both: Both) -> Iterator[Device]:
    assert both.spark._jvm is not None
    device = Device(both.spark._jvm.io.github.rapidsudfs.emulator.memory)
    both.spark.conf.set(BATCH, "500k")
    yield device
    both.spark.conf.unset(BATCH)
    device.memory.DeviceMemory.limit(device.full)


@pytest.mark.parametrize(
    ("sql", "kibibytes", "kernel"),
    [
        pytest.param(AGGREGATE, 3 * KIB, "ChunkedPack.chunkedPackNext", id="spilled aggregate"),
        pytest.param(SORT, 8 * KIB, "Table.contiguousSplit", id="sort in parts"),
        pytest.param(JOIN, 3 * KIB, "Table.partition", id="join"),
    ],
)
def test_results_are_right(
    big, both: Both, device: Device, sql: str, kibibytes: int, kernel: str
) -> None:
    expected = both.row_wise(sql)
    device.leave(kibibytes)
    answer = both.columnar(sql)
    assert device.calls(kernel) > 0
    assert answer.rows == expected.rows
    assert all(counts.row_calls == 0 for counts in answer.counts.values())
    assert answer.leaks == {}


def test_too_small_a_device_is_out_of_memory(big, both: Both, device: Device) -> None:
    device.leave(20)
    with pytest.raises(Exception, match="OutOfMemory") as error:
        both.columnar(SORT)
    assert "not emulated" not in str(error.value)
