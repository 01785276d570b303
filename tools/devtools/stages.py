"""Runs the stages of ``make test`` in their order, failures included, and sums them up."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby

from devtools.junit import Counts
from devtools.process import DevError, say
from rapids_udfs.errors import RapidsUdfsError


class SkipStageError(Exception):
    """Raised by a stage that cannot run here; its text is the reason."""


@dataclass(frozen=True)
class Stage:
    """A named piece of work.

    It gives the counts of the tests that it ran, or None if it is a plain check. It fails by
    raising, or by counts with failures.
    """

    name: str
    work: Callable[[], Counts | None]
    group: str = ""
    """Neighbours of one group run side by side: much of a Spark test waits on one core."""


@dataclass(frozen=True)
class Result:
    """What became of a stage."""

    name: str
    counts: Counts
    is_check: bool
    seconds: float
    note: str = ""

    @property
    def failed(self) -> bool:
        """Whether the run as a whole fails by it."""
        return self.counts.failed > 0


def run_all(stages: Sequence[Stage]) -> Iterator[Result]:
    """Runs every stage, each with a header, and gives its result when its group is done."""
    number = 0
    for group, members in groupby(stages, key=lambda s: s.group or s.name):
        beside = list(members)
        for stage in beside:
            number += 1
            with_others = f" (side by side with others: {group})" if len(beside) > 1 else ""
            say(f"\n==== {number}/{len(stages)} {stage.name}{with_others}")
        yield from _side_by_side(beside)


def _side_by_side(stages: Sequence[Stage]) -> Iterator[Result]:
    if len(stages) == 1:
        yield _told(run_one(stages[0]))
        return
    with ThreadPoolExecutor(len(stages)) as pool:
        # All of them, before the first is given away: who asks may stop asking.
        for result in list(pool.map(run_one, stages)):
            yield _told(result)


def _told(result: Result) -> Result:
    verdict = "FAILED" if result.failed else "ok"
    note = f" ({result.note})" if result.note else ""
    say(f"==== {result.name}: {verdict} in {result.seconds:.0f} s{note}")
    return result


def not_run(stage: Stage, why: str) -> Result:
    """The result, a failure, of a stage whose turn did not come or whose end was not awaited."""
    return Result(stage.name, Counts(failed=1), False, 0.0, f"did not run to its end: {why}")


def run_one(stage: Stage) -> Result:
    """Runs a stage; whatever it raises becomes its result."""
    start = time.monotonic()
    counts: Counts | None = None
    note = ""
    try:
        counts = stage.work()
    except SkipStageError as skip:
        note = str(skip)
        counts = Counts()
        counts.skipped[f"{stage.name}: {skip}"] += 1
    except (DevError, RapidsUdfsError) as e:
        note = str(e)
        counts = Counts(failed=1)
    except Exception as e:  # a fault of these tools must not hide the stages after it
        traceback.print_exc()
        note = f"{type(e).__name__}: {e}"
        counts = Counts(failed=1)
    return Result(stage.name, counts or Counts(), counts is None, time.monotonic() - start, note)


def summary(results: Sequence[Result], seconds: float) -> str:
    """The table, the reasons of skips and failures, and the closing line.

    Args:
        results: of the stages.
        seconds: that all took, less than their sum where some ran side by side.
    """
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
