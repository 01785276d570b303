from __future__ import annotations

import threading
from collections import Counter

import pytest

from devtools.junit import Counts
from devtools.process import DevError
from devtools.stages import SkipStageError, Stage, run_all, run_one, summary
from rapids_udfs.errors import RapidsUdfsError


def raising(error: BaseException) -> Stage:
    def work() -> None:
        raise error

    return Stage("one", work)


def test_later_stages_run_after_a_failure_and_numbers_add_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stages = [
        Stage("lint", lambda: None),
        Stage("format", raising(DevError("run: make fmt")).work),
        Stage("jvm", lambda: Counts(10, 1, Counter({"no GPU": 2}))),
        Stage("python", raising(SkipStageError("no Python 3.11")).work),
        Stage("smoke", lambda: Counts(5, 0, Counter({"no GPU": 1}))),
    ]
    results = list(run_all(stages))
    assert [r.failed for r in results] == [False, True, True, False, False]
    lines = summary(results, 7.0).splitlines()
    assert lines[-1] == "15 passed, 2 failed, 4 skipped"
    table = {words[0]: words[1:] for words in map(str.split, lines)}
    assert table["lint"][:-1] == ["ok"]
    assert table["jvm"][:-1] == ["10", "1", "2"]
    assert table["total"] == ["15", "2", "4", "7"]
    assert "skipped 3: no GPU" in lines
    assert "skipped 1: python: no Python 3.11" in lines
    assert "FAILED format: run: make fmt" in lines
    assert "FAILED jvm" in lines
    printed = capsys.readouterr().out
    assert "==== 2/5 format" in printed
    assert "==== smoke: ok" in printed


def test_neighbours_of_a_group_run_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    meeting = threading.Barrier(2)

    def meet() -> Counts:
        meeting.wait(60)
        return Counts(1)

    alone = Stage("alone", lambda: Counts(1))
    pair = [Stage("left", meet, "pair"), Stage("right", meet, "pair")]
    results = list(run_all([alone, *pair, Stage("last", lambda: Counts(1), "other")]))
    assert [r.name for r in results] == ["alone", "left", "right", "last"]
    assert not any(r.failed for r in results)
    assert "==== 3/4 right (side by side with others: pair)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "error", [DevError("why"), RapidsUdfsError("why"), ZeroDivisionError("why"), SystemExit]
)
def test_errors_become_a_failure_but_exits_go_through(error: BaseException) -> None:
    if error is SystemExit:
        with pytest.raises(SystemExit):
            run_one(raising(SystemExit()))
        return
    result = run_one(raising(error))
    assert result.failed
    assert "why" in result.note
    assert result.counts == Counts(failed=1)
