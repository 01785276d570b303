"""The report of the benchmark of mode host; the measuring itself is `make bench-host`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from rowbench import hostreport  # noqa: E402


def found(start: float, *results: tuple[str, bool, float], rows: int = 1_000_000) -> dict[str, Any]:
    return {
        "rows": rows,
        "repeats": 3,
        "date": "2026-01-01",
        "load": "0.1, 0.2",
        "machine": {"cores": "2"},
        "session_start_seconds": start,
        "first_query_seconds": 1.0,
        "results": [
            {
                "function": name,
                "call": f"{name}(x)",
                "fixed_width": fixed,
                "reading_seconds": [0.5, 0.25, 9.0],
                "seconds": [seconds, seconds + 5, seconds - 0.1],
            }
            for name, fixed, seconds in results
        ],
    }


def test_medians_and_machine() -> None:
    text = hostreport.markdown(found(12.3, ("quick", True, 1.5), ("text", False, 4.0)))
    assert "A session started in 12.30 s (target 30), its first query took 1.00 s." in text
    assert "| `quick` | yes | 0.50 | 1.50 |" in text
    assert "| `text` | no | 0.50 | 4.00 |" in text
    assert "## Above the targets\n\nNone.\n" in text
    assert "| cores | 2 |" in text


def test_missed_targets() -> None:
    assert hostreport.missed(found(30.5, ("slow", True, 2.01), ("text", False, 9.0))) == [
        "- the session's start: 30.50 s",
        "- `slow`: 2.01 s instead of 2",
    ]
    assert hostreport.missed(found(30.0, ("big", True, 3.9), rows=2_000_000)) == []
