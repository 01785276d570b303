# SPDX-License-Identifier: Apache-2.0

"""The counts of ``rapids-udfs conform --costs``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.testing.costs import measure_costs
from rapids_udfs.testing.report import PASSED, Report, write_json


def test_costs_of_a_users_udf(spark) -> None:
    costs = measure_costs(spark, "PlantedUdfs$MinusRight", "int,int", rows=1000)
    assert (costs.cost.calls, costs.cost.rows, costs.fewer.rows) == (1, 1000, 100)
    assert costs.cost.by_kernel["ColumnView.binaryOpVV"] == 1
    assert costs.cost.kernels == costs.fewer.kernels
    text = str(costs)
    assert "launches (estimate)" in text
    assert "they do not grow" in text


def test_launches_are_estimated_by_operation(spark) -> None:
    cost = measure_costs(spark, "strip_html", "string", rows=20)
    assert cost.cost.by_kernel["ColumnView.replaceRegex"] == 1
    assert cost.launches - cost.cost.kernels == 3


def test_too_few_rows(spark) -> None:
    with pytest.raises(ArgumentValueError, match="10 rows or more"):
        measure_costs(spark, "strip_html", "string", rows=9)


def test_json(spark, tmp_path: Path) -> None:
    report = Report("f(int) -> int", "conforms")
    report.add("over columns", PASSED)
    report.costs = measure_costs(spark, "sat_add", "tinyint,tinyint", rows=10)
    write_json(tmp_path / "r.json", [report])
    (entry,) = json.loads((tmp_path / "r.json").read_text())
    assert entry["checks"][0]["outcome"] == PASSED
    assert entry["costs"]["kernels"] == report.costs.cost.kernels > 0
