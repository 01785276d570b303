# SPDX-License-Identifier: Apache-2.0

"""Columnar bodies of builtins call no more operations for more rows or longer values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness.builtin_cases import CASES, Case, table
from harness.operation_costs import assert_constant, costs_of, in_one_batch

if TYPE_CHECKING:
    from harness.cpu_gpu_runner import Both

ROWS = (100, 10_000)
"""Rows in addition to the edge values, which include nulls and all special cases."""
TIMES = (4, 64, 1024)
LONG_ROWS = 20
LONGER = {
    "s": "repeat(s, {n})",
    "w": "repeat(w, {n})",
    "url": "repeat(url, {n})",
    "sextets": "base64(repeat(sextets, {n}))",
    "hexed": "repeat(hexed, {n})",
    "digits": "repeat(digits, {n})",
    "b": "unhex(repeat(hex(b), {n}))",
    "a": "flatten(array_repeat(a, {n}))",
    "texts": "flatten(array_repeat(texts, {n}))",
}
"""The columns without a fixed width, with values that are this many times as long."""
VARYING = [c for c in CASES if re.search(rf"\b({'|'.join(LONGER)})\b", " ".join(c.calls))]


@pytest.fixture(scope="module")
def views(both: Both, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Create the views ``rows_N``, with more rows, and ``times_N``, with longer values."""
    folder: Path = tmp_path_factory.mktemp("growth")
    frames = {f"rows_{n}": table(both.spark, n) for n in ROWS}
    for n in TIMES:
        longer = {name: f"{sql} AS {name}".format(n=n) for name, sql in LONGER.items()}
        short = table(both.spark, LONG_ROWS)
        frames[f"times_{n}"] = short.selectExpr(*(longer.get(c, c) for c in short.columns))
    for view, frame in frames.items():
        assert in_one_batch(both, frame, folder / view, view) > LONG_ROWS


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.calls[0])
def test_operations_do_not_grow_with_the_rows(both: Both, views: None, case: Case) -> None:
    by_rows = {n: costs_of(both, case.calls, f"rows_{n}", _answered(case)) for n in ROWS}
    for n, costs in by_rows.items():
        # One call per batch, except for arguments that are such calls themselves.
        assert sum(cost.calls for cost in costs.values()) >= len(case.calls)
        assert all(cost.rows > n / 2 * cost.calls for cost in costs.values())
    assert_constant(by_rows)


@pytest.mark.parametrize("case", VARYING, ids=lambda case: case.calls[0])
def test_operations_do_not_grow_with_the_length(both: Both, views: None, case: Case) -> None:
    by_times = {n: costs_of(both, case.calls, f"times_{n}", _answered(case)) for n in TIMES}
    read = [sum(cost.bytes_read for cost in costs.values()) for costs in by_times.values()]
    assert read[0] * 2 < read[-1], "the values did not get longer"
    assert_constant(by_times)


def _answered(case: Case) -> str:
    return f"{case.where} AND {case.ansi_where}"
