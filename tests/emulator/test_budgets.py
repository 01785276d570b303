"""What each columnar body costs: cuDF operations, allocations and bytes, as committed.

Over the benchmark's rows, in one batch. A body that costs other than committed fails, a cheaper
one too, so that the table stays true. It is renewed on purpose, by the command that is named.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pyspark
import pytest
from bench import data
from bench.calls import CALLS

from harness import catalogue
from rapids_udfs import emulator
from rapids_udfs.emulator import Cost
from rapids_udfs.runtime.lines import line_of_spark

if TYPE_CHECKING:
    from harness.cpu_gpu_runner import Both

FILE = Path(__file__).parent / f"budgets-{line_of_spark(pyspark.__version__).plugin}.json"
RENEW = "RAPIDS_UDFS_RENEW_BUDGETS"
ROWS, MORE_ROWS = 1_000, 10_000
KINDS = ("kernels", "allocations", "bytes_written", "peak_bytes")


@pytest.fixture(scope="module")
def costs(both: Both, tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], dict[str, Cost]]:
    folder = tmp_path_factory.mktemp("budgets")
    called = ", ".join(f"{call.call} AS {call.function}" for call in CALLS)

    @functools.cache
    def of(rows: int) -> dict[str, Cost]:
        path = str(folder / str(rows))
        with both.rows_alone():
            data.made(both.spark, rows).coalesce(1).write.parquet(path)
        both.spark.read.parquet(path).createOrReplaceTempView("budgeted")
        emulator.reset(both.spark)
        both.spark.sql(f"SELECT {called} FROM budgeted").write.format("noop").mode(
            "overwrite"
        ).save()
        found = emulator.costs(both.spark)
        by_name = {c.function: found[catalogue.functions()[c.function]["class"]] for c in CALLS}
        assert {(cost.calls, cost.rows) for cost in by_name.values()} == {(1, rows)}
        return by_name

    return of


def test_costs_are_as_committed(costs: Callable[[int], dict[str, Cost]]) -> None:
    found = {
        name: {kind: getattr(cost, kind) for kind in KINDS} for name, cost in costs(ROWS).items()
    }
    if os.environ.get(RENEW):
        FILE.write_text(_text(found), encoding="utf-8")
    committed = json.loads(FILE.read_text(encoding="utf-8"))
    changes = [
        f"{name}: {kind} {committed.get(name, {}).get(kind)} -> {value}"
        for name, cost in found.items()
        for kind, value in cost.items()
        if committed.get(name, {}).get(kind) != value
    ]
    renewal = f"{RENEW}=1 python -m pytest tests/emulator/test_budgets.py"
    assert not changes, f"{changes}; if that is meant, renew {FILE.name}: {renewal}"
    assert committed.keys() == found.keys(), f"renew {FILE.name}: {renewal}"


def test_operations_do_not_grow_with_the_rows(costs: Callable[[int], dict[str, Cost]]) -> None:
    few, many = costs(ROWS), costs(MORE_ROWS)
    grown = {name for name in few if many[name].kernels > few[name].kernels}
    assert not grown, {n: (few[n].by_kernel, many[n].by_kernel) for n in grown}


def _text(costs: dict[str, dict[str, int]]) -> str:
    """A line for each function, so that a change is one line of a diff."""
    lines = [f"  {json.dumps(name)}: {json.dumps(costs[name])}" for name in sorted(costs)]
    return "{\n" + ",\n".join(lines) + "\n}\n"
