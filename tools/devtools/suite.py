# SPDX-License-Identifier: Apache-2.0

"""Runs test stages: nox sessions in parallel, watched, with a summary."""

from __future__ import annotations

import json
import math
import os
import signal
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

from devtools import job, junit
from devtools.job import Job
from devtools.junit import Counts
from devtools.paths import ROOT, TARGET
from devtools.process import environment, say

SUMMARY = TARGET / "test-summary.txt"
REPORTS = TARGET / "reports"
"""One folder per stage: its log, nox's verdict and the JUnit files."""
_MEMORY_OF_A_STAGE = 5 << 30
# Lines of the log: a pytest run ends with the failures.
_SHOWN_OF_A_FAILURE = 400


class Stage(NamedTuple):
    """A nox session, and the sessions that must succeed before it."""

    name: str
    after: tuple[str, ...] = ()
    uses: str = ""
    """A resource that only one stage at a time can use."""
    can_wait: bool = False
    """Whether the stage may be left out of a run that has no more time."""


class Result(NamedTuple):
    name: str
    counts: Counts
    is_check: bool = False
    seconds: float = 0.0
    note: str = ""

    @property
    def failed(self) -> bool:
        return self.counts.failed > 0


class EndedError(BaseException):
    """A signal requested the end of the run."""


def side_by_side() -> int:
    """Return the number of concurrent stages: one more than there are cores, since stages wait.

    Fewer if the memory is too small for that many, but at least two.
    """
    memory = int(psutil.virtual_memory().total) // _MEMORY_OF_A_STAGE
    return max(2, min((os.cpu_count() or 1) + 1, memory))


def selected(tier: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Return the stages of a tier whose names begin with one of ``wanted``, and other words."""
    if not wanted:
        return list(tier)
    of_tier = {word: [name for name in tier if name.startswith(word)] for word in wanted}
    return [name for word, names in of_tier.items() for name in names or [word]]


def choose(stages: Sequence[Stage], wanted: Sequence[str]) -> list[Stage]:
    """Return the stages whose names begin with one of ``wanted``, and the stages that they need."""
    names = {s.name for s in stages if not wanted or s.name.startswith(tuple(wanted))}
    needed = {name for s in stages if s.name in names for name in s.after}
    return [s for s in stages if s.name in names | needed]


def run(stages: Sequence[Stage], command: Sequence[str | Path], minutes: float = math.inf) -> int:
    """Run stages, and return the exit status; write the summary.

    After ``minutes``, no stage begins that can wait.
    """
    TARGET.mkdir(exist_ok=True)
    SUMMARY.unlink(missing_ok=True)
    job.adopt_orphans()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _raise)
    start = time.monotonic()
    results: dict[str, Result] = {}
    running: dict[str, Job] = {}
    why = "ended from outside"
    try:
        _run_all(stages, command, running, results, minutes)
    except EndedError as e:
        why = f"ended by {e}"
    finally:
        # Nothing may interrupt the clean-up.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        job.end_all(lambda: job.descendants(os.getpid()))
        for stage in stages:
            if stage.name not in results:
                results[stage.name] = _not_run(stage, f"did not run to its end: {why}")
        text = summary([results[s.name] for s in stages], time.monotonic() - start)
        SUMMARY.write_text(text, encoding="utf-8")
        say("\n" + text.rstrip("\n"))
    return 1 if any(r.failed for r in results.values()) else 0


def _raise(number: int, _: object) -> None:
    raise EndedError(signal.Signals(number).name)


def _run_all(
    stages: Sequence[Stage],
    command: Sequence[str | Path],
    running: dict[str, Job],
    results: dict[str, Result],
    minutes: float,
) -> None:
    by_name = {s.name: s for s in stages}
    waiting, at_once = list(stages), side_by_side()
    last_start = time.monotonic() + 60 * minutes
    late = Counts(skipped=Counter({f"no stage of nightly begins after {minutes:g} minutes": 1}))
    while waiting or running:
        for stage in list(waiting):
            if stage.can_wait and time.monotonic() > last_start:
                waiting.remove(stage)
                results[stage.name] = _reported(Result(stage.name, late))
                continue
            failed = [name for name in stage.after if name in results and results[name].failed]
            if failed:
                waiting.remove(stage)
                results[stage.name] = _reported(_not_run(stage, f"not run: {failed[0]} failed"))
            elif (
                len(running) < at_once
                and all(name in results for name in stage.after if name in by_name)
                and not (stage.uses and stage.uses in {by_name[n].uses for n in running})
            ):
                waiting.remove(stage)
                running[stage.name] = _start(stage, command, len(results) + len(running) + 1)
        for name, working in list(running.items()):
            status = working.poll()
            if status is not None:
                del running[name]
                results[name] = _reported(_result(working, status), working.log)
        job.reap_orphans(running.values())
        time.sleep(0.2)


def _start(stage: Stage, command: Sequence[str | Path], number: int) -> Job:
    folder = REPORTS / stage.name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    log = folder / "log.txt"
    say(f"==== {number} {stage.name} begins; its output: {log.relative_to(ROOT)}")
    words = [*command, "--report", folder / "nox.json", "--session", stage.name]
    return Job(stage.name, words, log, environment())


def _result(ended: Job, status: int) -> Result:
    folder = REPORTS / ended.name
    verdict = _verdict(folder / "nox.json")
    counts = junit.read(folder.glob("*.xml"))
    note = verdict.get("reason") or ""
    if ended.stalled:
        note = f"ended: for {job.STALLED_AFTER_S:.0f} s it neither wrote nor computed"
    if verdict.get("result") == "skipped":
        counts.skipped[f"{ended.name}: {note}"] += 1
    elif (status != 0 or ended.stalled) and not counts.failed:
        counts.failed += 1
        note = note or f"exit status {status}"
    return Result(ended.name, counts, counts.total == 0, ended.seconds, note)


def _verdict(report: Path) -> Mapping[str, str]:
    try:
        (entry,) = json.loads(report.read_text(encoding="utf-8"))["sessions"]
    except (OSError, ValueError):
        return {}
    return dict(entry)


def _not_run(stage: Stage, why: str) -> Result:
    return Result(stage.name, Counts(failed=1), note=why)


def _reported(result: Result, log: Path | None = None) -> Result:
    verdict = "FAILED" if result.failed else "ok"
    if log and result.failed:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        say("\n".join([f"---- the end of {log.relative_to(ROOT)}", *lines[-_SHOWN_OF_A_FAILURE:]]))
    numbers = "" if result.is_check else f", {result.counts}"
    note = f" ({result.note})" if result.note else ""
    say(f"==== {result.name}: {verdict} in {result.seconds:.0f} s{numbers}{note}")
    return result


def summary(results: Sequence[Result], seconds: float) -> str:
    """Return the table, the reasons for skips and failures, and the closing line."""
    total = Counts()
    rows = [("stage", "passed", "failed", "skipped", "seconds")]
    for r in results:
        total.add(r.counts)
        c = r.counts
        numbers = (str(c.passed), str(c.failed), str(c.skipped.total()))
        rows.append((r.name, *(("ok", "", "") if r.is_check else numbers), f"{r.seconds:.0f}"))
    total_numbers = (str(total.passed), str(total.failed), str(total.skipped.total()))
    rows.append(("total", *total_numbers, f"{seconds:.0f}"))
    width = max(len(row[0]) for row in rows)
    lines = [row[0].ljust(width) + "".join(cell.rjust(9) for cell in row[1:]) for row in rows]
    for reason, count in sorted(total.skipped.items()):
        lines.append(f"skipped {count}: {reason}")
    for r in results:
        if r.failed:
            lines.append(f"FAILED {r.name}" + (f": {r.note}" if r.note else ""))
    lines.append(str(total))
    return "\n".join(lines) + "\n"
