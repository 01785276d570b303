# SPDX-License-Identifier: Apache-2.0

"""An executor that is lost during a call on all processes."""

from __future__ import annotations

from pathlib import Path

from harness import compiled


def test_the_others_are_called_again(run_script, tmp_path: Path) -> None:
    jar = compiled.jar(Path(__file__).parent / "DiesOnce.java", tmp_path, [])
    report = run_script("lost_executor", str(jar), str(tmp_path / "mark"))
    assert report["before"] == 2
    assert report["died"]
    answers = report["answers"]
    # The driver, the remaining executor, and the replacement if it started in time.
    assert len(answers) in (2, 3)
    assert "driver" in answers
    assert len(set(answers.values())) == len(answers)
