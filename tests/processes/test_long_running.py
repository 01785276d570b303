# SPDX-License-Identifier: Apache-2.0

"""Long-running drivers: a stream that is restarted, and sessions of many threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.session import IS_MAIN

BATCHES = 50
MODES = ("emulate",) if IS_MAIN else ("cpu",)
"""Only rows on the other lines."""


@pytest.mark.parametrize("mode", MODES)
def test_a_stream_restarted_from_its_checkpoint(run_script, tmp_path: Path, mode: str) -> None:
    (tmp_path / "in").mkdir()
    for number in range(BATCHES):
        lines = [f"b{number}%20l{line}" + "+more" * (line % 2) for line in range(4)]
        (tmp_path / "in" / f"{number:03}.txt").write_text("\n".join(lines), encoding="utf-8")
    first = run_script("streaming", mode, str(tmp_path), "20")
    assert first["error"] == ""
    done = len(first["batches"])
    assert first["batches"] == list(range(done))
    assert 20 <= done < BATCHES
    second = run_script("streaming", mode, str(tmp_path), str(BATCHES + 1))
    assert second["error"] == ""
    # It continues where the first ended. The last batch of both may be committed but not reported.
    begin, end = second["batches"][0], second["batches"][-1] + 1
    assert begin in (done, done + 1)
    assert second["batches"] == list(range(begin, end))
    commits = (tmp_path / "checkpoint" / "commits").iterdir()
    committed = {int(file.name) for file in commits if file.name.isdigit()}
    # If the first listed a file without starting its batch, the file shares a batch with the next.
    assert len(committed) in (BATCHES - 1, BATCHES)
    assert committed == set(range(len(committed)))
    assert end in (len(committed) - 1, len(committed))
    expected = sorted(
        [f"b{number} l{line}" + " more" * (line % 2), 2 + line % 2, bool(line % 2)]
        for number in range(BATCHES)
        for line in range(4)
    )
    assert second["rows"] == expected
    for report in (first, second):
        row_calls, batches, rows, _ = report["counts"]["url_decode_form"]
        assert (row_calls > 0, rows > 0) == (mode == "cpu", mode == "emulate")
        assert max(row_calls, rows) >= 4 * len(report["batches"])
        assert batches <= rows


@pytest.mark.parametrize("mode", MODES)
def test_eight_threads_with_separate_sessions(run_script, mode: str) -> None:
    report = run_script("threads", mode)
    assert report["answers"] == [
        [[50, 50, f"T{thread} Q{query} 0", 3] for query in range(6)] + [["AnalysisException"]]
        for thread in range(8)
    ]
    calls, _, rows, _ = report["counts"]["url_decode_form"]
    assert (calls, rows) == ((8 * 6 * 50, 0) if mode == "cpu" else (0, 8 * 6 * 50))
