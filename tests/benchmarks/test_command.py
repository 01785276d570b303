# SPDX-License-Identifier: Apache-2.0

"""The command of the benchmarks, over a few rows."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

COMMAND = Path(__file__).resolve().parents[2] / "benchmarks" / "benchmark.py"


@pytest.fixture
def benchmark(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command, in this session, which it may not stop."""
    # What the command sets for its own process.
    for name in ("PYTHONPATH", "PYSPARK_PYTHON"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec = importlib.util.spec_from_file_location("benchmark_command", COMMAND)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "session", lambda *_: spark)
    monkeypatch.setattr(spark, "stop", lambda: None)
    return module


def test_a_case_is_measured_and_measured_again(benchmark: Any, tmp_path: Path) -> None:
    few = ["--rows", "1000", "--repeats", "1", "--no-python", "--out", str(tmp_path)]
    for case in (["luhn_valid"], ["strip_html", "--update"], ["luhn_valid", "--update"]):
        benchmark.main(["rows", *case, *few])
    (written,) = tmp_path.glob("*.json")
    results = json.loads(written.read_text())["results"]
    assert sorted(result["case"] for result in results) == ["luhn_valid", "strip_html"]
    assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".md", ".png"}
