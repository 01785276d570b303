# SPDX-License-Identifier: Apache-2.0

"""Progress output: one updating line for a transfer, a line now and then for other work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

Progress = Callable[[int, int | None], None]
"""Called with the bytes transferred so far and the total, None if that is not known."""


class ProgressLine:
    """Prints the progress of a transfer to standard error."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._stream = sys.stderr
        self._interval = 0.5 if self._stream.isatty() else 5.0
        self._start = self._last = time.monotonic()
        self._complete = False

    def __call__(self, done: int, total: int | None) -> None:
        """Print the bytes so far, if some seconds have passed or the transfer is complete."""
        now = time.monotonic()
        complete = total is not None and done >= total
        if self._complete or (not complete and now - self._last < self._interval):
            return
        self._last, self._complete = now, complete
        share = f"{_mb(done)} of {_mb(total)} ({100 * done // total} %)" if total else _mb(done)
        speed = _mb(int(done / max(now - self._start, 0.001)))
        line = f"{self._label}: {share}, {speed}/s"
        if self._stream.isatty():
            self._stream.write(f"\r{line}\x1b[K" + ("\n" if complete else ""))
        else:
            self._stream.write(line + "\n")
        self._stream.flush()


class NowAndThen:
    """Prints a line to standard error unless the last one, or the start, was only seconds ago."""

    patience = 3.0

    def __init__(self) -> None:
        self._start = self._last = time.monotonic()

    def __call__(self, text: str) -> None:
        """Print a line with the elapsed seconds, or drop it."""
        now = time.monotonic()
        if now - self._last >= self.patience:
            self._last = now
            print(f"{text} ({now - self._start:.0f} s)", file=sys.stderr, flush=True)


def _mb(count: int) -> str:
    return f"{count / 1e6:,.0f} MB"
