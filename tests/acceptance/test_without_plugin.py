# SPDX-License-Identifier: Apache-2.0

"""Mode cpu: every function answers where neither the plugin nor cuDF is on the class path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness import cases, catalogue


@pytest.fixture(scope="module")
def report() -> dict:
    tests = Path(__file__).parents[1]
    paths = [str(tests), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-m", "harness.examples", "cpu"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_the_plugin_is_not_there(report) -> None:
    assert report["plugin"] is False


@pytest.mark.parametrize("function", list(catalogue.functions()))
def test_examples(report, function: str) -> None:
    for example in cases.examples(catalogue.functions()[function]):
        outcome = report["outcomes"][f"{function} {example.where}"]
        assert outcome == {"value": example.shows, "error": None}, example.sql


def test_every_function_ran_row_by_row(report) -> None:
    assert report["counters"] == sorted(catalogue.functions())
