from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from devtools import process
from devtools.process import DevError


def test_status_and_output(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert process.run(["sh", "-c", "echo told; exit 3"]) == 3
    assert capfd.readouterr().out == "$ sh -c 'echo told; exit 3'\ntold\n"
    with (tmp_path / "log").open("wb") as log:
        assert process.run(["sh", "-c", "echo out; echo err >&2"], output=log) == 0
    assert (tmp_path / "log").read_text() == "out\nerr\n"


def test_standard_input_is_closed() -> None:
    assert process.run(["sh", "-c", "read line"]) == 1


def test_program_that_hangs_is_ended(capfd: pytest.CaptureFixture[str]) -> None:
    start = time.monotonic()
    assert process.run(["sleep", "60"], limit_s=0.5) == 124
    assert time.monotonic() - start < 15
    assert "ended sleep: it ran for more than" in capfd.readouterr().out


def test_programs_of_other_threads_are_ended() -> None:
    with ThreadPoolExecutor(2) as pool:
        start = time.monotonic()
        statuses = [pool.submit(process.run, ["sleep", "60"]) for _ in range(2)]
        while len(process._running) < 2:
            assert time.monotonic() - start < 20
            time.sleep(0.05)
        process.terminate_all()
        assert [status.result(20) for status in statuses] == [-15, -15]
    assert process._running == set()


def test_failure_is_told_in_a_sentence() -> None:
    process.check(["true"], "never")
    with pytest.raises(DevError, match="it is broken"):
        process.check(["false"], "it is broken")


def test_foreign_spark_is_kept_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_HOME", "/foreign")
    monkeypatch.setenv("KEPT", "yes")
    env = process.environment({"MORE": "too"})
    assert "SPARK_HOME" not in env
    assert (env["KEPT"], env["MORE"]) == ("yes", "too")
