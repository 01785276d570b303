"""The report of the benchmark of Python work; the measuring itself is `make bench-python`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from pybench import report  # noqa: E402
from pybench.case import OURS, OUTSIDE, Case  # noqa: E402
from pybench.timing import Result, _same  # noqa: E402

FACTS: dict[str, Any] = {
    "repeats": 3,
    "date": "2026-01-01",
    "load": "0.1, 1.9",
    "device": "CPU",
    "machine": {"cores": "2", "Spark": "4.1.3"},
}


def found(**changes: Any) -> dict[str, Any]:
    case = Case(
        "a_case",
        "A case",
        1_000,
        lambda spark, rows: spark.range(rows),
        {},
        target={"pandas UDF": 1.0, OUTSIDE: 0.9},
    )
    seconds = {OURS: [2.0, 1.0, 3.0], "pandas UDF": [8.0, 8.0, 8.0], OUTSIDE: [1.5, 1.5, 1.5]}
    return report.as_json([Result(case, seconds, changes.pop("differing", ()))], FACTS)


def test_the_table_and_the_targets() -> None:
    text = report.markdown(found())
    assert "| rapids-udfs | 2.00 | 500 |  |" in text
    assert "| pandas UDF | 8.00 | 125 | 4.00 x |" in text
    assert "at least 1.00 of the speed of pandas UDF: 4.00, met" in text
    assert "at least 0.90 of the speed of outside Spark: 0.75, missed" in text
    assert "2026-01-01, load average 0.1, 1.9" in text


def test_other_answers_are_told() -> None:
    assert report.disagreements(found()) == []
    data = found(differing=("pandas UDF",))
    assert report.disagreements(data) == ["a_case: pandas UDF answers otherwise than rapids-udfs"]


def test_answers_are_compared_by_value() -> None:
    assert _same([1.0, float("nan")], [1.0, float("nan")], 0.0)
    assert not _same([1.0, 2.0], [1.0, 2.1], 1e-3)
    assert not _same([1.0], [1.0, 2.0], 1.0)
    assert _same(None, None, 0.0)
    assert not _same(None, [1.0], 1.0)
