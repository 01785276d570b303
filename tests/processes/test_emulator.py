# SPDX-License-Identifier: Apache-2.0

"""Executors in separate processes: columnar bodies run there, and their counts come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.own_process import reported, surroundings
from harness.standalone import cluster

SCRIPT = Path(__file__).parent / "scripts" / "columnar_on_executors.py"
ROWS = 4000
FILES = 8
UDFS = {
    "AsciiLower": "ascii_lower",
    "MoneyGross": "money_gross",
    "UrlDecodeForm": "url_decode_form",
}


@pytest.fixture
def environment() -> dict[str, str]:
    return surroundings()


def run(master: str, folder: Path, environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    """Return the script's report."""
    return reported(SCRIPT, folder, environment, master, *arguments)


def check(report: dict[str, Any]) -> None:
    """Check that two executors ran all columnar bodies, and that every call was counted."""
    assert report["rows"] == ROWS
    assert report["same"]
    assert report["row_wise"] == {name: [ROWS, 0, 0, 0] for name in UDFS.values()}
    assert report["columnar"] == {name: [0, FILES, ROWS, 0] for name in UDFS.values()}

    for name, line in report["tracked"].items():
        assert (line["where"], line["calls"], line["rows"]) == ("columnar", FILES, ROWS), name
        assert (line["nanos"] > 0, line["errors"]) == (True, 0)
        assert line["bytes_in"] > ROWS, name
        assert line["bytes_out"] > ROWS, name
    assert set(report["tracked"]) == set(UDFS.values())
    assert len(report["tracked_on"]) == 2
    assert "driver" not in report["tracked_on"]

    calls = report["calls"]
    assert len(calls) == 3
    assert calls.pop("driver") == {}
    for of_executor in calls.values():
        assert set(of_executor) == set(UDFS)
    for udf in UDFS:
        assert sum(of_executor[udf] for of_executor in calls.values()) == FILES
        cost = report["costs"][udf]
        assert (cost["calls"], cost["rows"]) == (FILES, ROWS)
        assert sum(cost["by_kernel"].values()) == cost["kernels"] > 0
        assert 0 < cost["peak_bytes"] < cost["bytes_written"]
    assert report["leaks"] == {}


def test_local_cluster(tmp_path: Path, environment: dict[str, str]) -> None:
    report = run("local-cluster[2,1,1024]", tmp_path, environment, "busy")
    check(report)
    # Missing counts are reported.
    assert "IllegalStateException: no answer from executor " in report["while_busy"]
    assert "within 2 s" in report["while_busy"]
    assert report["after_busy"] == report["columnar"]


def test_standalone_cluster_that_loses_an_executor(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    with cluster(tmp_path, environment) as url:
        report = run(url, tmp_path, environment, "kill")
    check(report)
    assert report["killed"] == 1
    assert report["rows_with_a_loss"]
    assert report["lost"] not in report["left"]
    # Every task counts once, whichever executor finished it.
    assert report["ways_with_a_loss"] == ["columnar"]
    assert report["tracked_with_a_loss"] == dict.fromkeys(UDFS.values(), 6 * ROWS)
    assert report["application"] == dict.fromkeys(UDFS.values(), 7 * ROWS)
    # Only the counts of the lost executor are lost.
    for name in UDFS.values():
        _, batches, rows, _ = report["counted_with_a_loss"][name]
        assert batches > 0
        assert rows > 0
