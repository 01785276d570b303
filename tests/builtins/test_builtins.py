# SPDX-License-Identifier: Apache-2.0

"""Spark's builtins that the plugin lacks, in columns and with Spark's own results."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import rapids_udfs
from harness.builtin_cases import CASES, REFUSALS, Case, Refusal, table
from harness.cpu_gpu_runner import Both, cpu_operators
from harness.session import SPARK
from rapids_udfs._versions import LINES
from rapids_udfs.counting.counters import Counts
from rapids_udfs.emulator import Cost
from rapids_udfs.session.query_errors import message

ROWS = 10_000
BUDGETS = Path(__file__).parent / "builtin-budgets.json"
"""The cuDF operations and allocations of the calls of every case."""
RENEW = "RAPIDS_UDFS_RENEW_BUDGETS"
MORE = 3_000
"""Rows for the calls that a builtin rejects."""
_BRIDGE = "spark.rapids.sql.expression.cpuBridge.enabled"


@pytest.fixture(scope="module")
def arguments(both: Both, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Create the table ``builtin_arguments``: edge values, then random values."""
    path = str(tmp_path_factory.mktemp("builtins") / "rows")
    with both.rows_alone():
        table(both.spark, ROWS + MORE).coalesce(1).write.parquet(path)
    both.spark.read.parquet(path).createOrReplaceTempView("builtin_arguments")


@pytest.mark.parametrize("ansi", [False, True], ids=["", "ansi"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_builtin_returns_sparks_results(both: Both, arguments, case: Case, ansi: bool) -> None:
    both.spark.conf.set("spark.sql.ansi.enabled", str(ansi))
    both.spark.conf.set(_BRIDGE, "false")
    try:
        where = f"{case.where} AND {case.ansi_where if ansi else 'true'}"
        calls = ", ".join(f"{call} AS c{i}" for i, call in enumerate(case.calls))
        sql = f"SELECT id, {calls} FROM builtin_arguments WHERE {where}"
        columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    finally:
        both.spark.conf.unset("spark.sql.ansi.enabled")
        both.spark.conf.unset(_BRIDGE)
    assert len(columnar.rows) >= ROWS
    assert columnar.rows == row_wise.rows, _first_difference(both, sql)
    assert cpu_operators(columnar.plan) == [], columnar.plan
    counts = columnar.counts[case.name]
    assert (counts.row_calls, counts.columnar_rows) == (0, len(columnar.rows) * len(case.calls))
    assert row_wise.counts[case.name] == Counts(0, 0, 0)
    assert columnar.leaks == {}
    if not ansi and SPARK.version == SPARK.line.main == LINES[0].main:
        _assert_costs(" ".join(case.calls), columnar.costs.values())


def test_split_part_of_columns(both: Both, arguments) -> None:
    """Without this library, the plugin returns null if the part does not exist."""
    calls = "split_part(s, left(w, 1), 3), split_part(s, ',', k), split_part('a,b,c', ',', k)"
    sql = f"SELECT id, {calls} FROM builtin_arguments WHERE coalesce(k <> 0, true)"
    columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert columnar.rows == row_wise.rows, _first_difference(both, sql)
    assert columnar.leaks == {}
    assert columnar.counts["split_part"].columnar_rows == 3 * len(columnar.rows)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.name)
def test_a_builtin_rejects_rows_as_spark_does(both: Both, arguments, refusal: Refusal) -> None:
    both.spark.conf.set("spark.sql.ansi.enabled", str(refusal.ansi))
    try:
        sql = f"SELECT id, {refusal.call} AS c FROM builtin_arguments"
        with pytest.raises(Exception, match=refusal.error) as columnar:
            both.columnar(sql)
        with pytest.raises(Exception, match=refusal.error) as row_wise:
            both.row_wise(sql)
    finally:
        both.spark.conf.unset("spark.sql.ansi.enabled")
    assert rapids_udfs.counters(both.spark)[refusal.name].row_calls == 0
    assert type(columnar.value) is type(row_wise.value)
    assert _error(columnar.value) == _error(row_wise.value)


def _assert_costs(calls: str, costs: Iterable[Cost]) -> None:
    """Compare the costs of calls in one batch with the committed costs, or update these."""
    costs = list(costs)
    totals = [sum(getattr(cost, kind) for cost in costs) for kind in ("kernels", "allocations")]
    committed = json.loads(BUDGETS.read_text(encoding="utf-8"))
    if os.environ.get(RENEW):
        committed[calls] = totals
        lines = (f"  {json.dumps(c)}: {committed[c]}" for c in sorted(committed))
        BUDGETS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    assert committed.get(calls) == totals, f"if that is intended, run this test with {RENEW}=1"


def _error(error: BaseException) -> str:
    """Return an error's message, without the task that Spark may name."""
    return re.sub(r"^.*Job aborted .*? executor driver\): ", "", message(error))


def _first_difference(both: Both, sql: str) -> object:
    columnar, row_wise = both.shown(sql)
    return next((a, b) for a, b in zip(columnar, row_wise, strict=True) if a != b)
