"""Every function: its columnar body, run by the plugin, answers as its row-wise body does."""

from __future__ import annotations

import re

import pyspark
import pytest

import rapids_udfs
from harness import argument_tables, catalogue
from harness.cpu_gpu_runner import Both
from rapids_udfs import emulator
from rapids_udfs.testing import assert_conforms, run
from rapids_udfs.testing.report import FAILED, PASSED, Report

FUNCTIONS = list(catalogue.functions())
OLD_PLUGIN = pyspark.__version__.startswith("3.")


def check(report: Report, name: str) -> str:
    """The text of a check that must have passed."""
    (found,) = [c for c in report.checks if c.name == name]
    assert found.outcome == PASSED, found
    return found.text


def first_number(text: str) -> int:
    return int(re.findall(r"\d+", text)[0])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_conforms(both: Both, arguments, name: str) -> None:
    function = catalogue.functions()[name]
    with both.rows_alone():
        rows = [row[1:] for row in run(both.spark.sql(argument_tables.rows(function)))]
    assert len(rows) >= argument_tables.ROWS
    report = assert_conforms(both.spark, name, argument_tables.takes(function), rows=rows)
    assert report.count(FAILED) == 0
    assert first_number(check(report, "the row-wise body answers")) >= argument_tables.ROWS
    # A batch of each part at least; and that no row went through the other body.
    assert first_number(check(report, "the columnar body ran")) >= 4
    assert report.proof.endswith("; no row-wise call")
    places = ["over columns", "inside IF", "inside CASE WHEN", "nothing is left open"]
    if argument_tables.takes(function):
        places.append("on a slice (OFFSET)")
        # The plugin leaves a LIMIT over binaries to Spark.
        if not OLD_PLUGIN and "binary" not in argument_tables.takes(function):
            places.append("on a batch of no rows")
    for place in places:
        check(report, place)
    cost = emulator.costs(both.spark)[function["class"]]
    counts = rapids_udfs.counters(both.spark)[name]
    assert (cost.calls, cost.rows) == (counts.columnar_batches, counts.columnar_rows)
