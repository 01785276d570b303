# SPDX-License-Identifier: Apache-2.0

"""Programs that are watched while they run, and that leave no process behind."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import psutil

STALLED_AFTER_S = 600.0
"""A job that neither writes nor computes for this long is killed; a slow one is not."""
_IDLE_SHARE = 0.03
"""A JVM that hangs still uses about one per cent of a core."""
_LOOK_EVERY_S = 5.0
_GRACE_S = 10.0
T = TypeVar("T")
_MARK = "RAPIDS_UDFS_JOB"
_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ends, in order to find them (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap_orphans(jobs: Collection[Job]) -> None:
    """Reap the adopted processes that have ended, so that no stage waits for them."""
    if sys.platform == "linux":
        ours = {job.pid for job in jobs}
        with contextlib.suppress(ChildProcessError):  # no child at all
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            while (ended := os.waitid(os.P_ALL, 0, options)) and ended.si_pid not in ours:
                os.waitpid(ended.si_pid, os.WNOHANG)


class Job:
    """A program in a separate process session, with its output in a file."""

    def __init__(
        self, name: str, command: Sequence[str | Path], log: Path, env: Mapping[str, str]
    ) -> None:
        log.parent.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.log = log
        self.started = time.monotonic()
        self.stalled = False
        # Daemons, which leave the process tree and the session, also inherit this mark.
        self._mark = f"{os.getpid()}-{time.time_ns()}-{name}"
        self._window = (self.started, 0.0, 0)
        self._looked = self.started
        with log.open("wb") as sink:
            self._process = subprocess.Popen(
                [str(word) for word in command],
                env={**env, _MARK: self._mark},
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def poll(self) -> int | None:
        """Return the exit status once the program and its processes have ended, else None.

        A stalled job is killed here.
        """
        status = self._process.poll()
        if status is None and time.monotonic() - self._looked > _LOOK_EVERY_S:
            self._looked = time.monotonic()
            self._look()
            status = self._process.poll()
        if status is not None:
            self.end()
        return status

    def end(self) -> None:
        """End the program and every process that it started."""
        end_all(self._processes)
        self._process.wait()

    def _look(self) -> None:
        since, cpu, size = self._window
        now_cpu, now_size = _cpu_s(self._processes()), self.log.stat().st_size
        if now_size != size or abs(now_cpu - cpu) > _IDLE_SHARE * STALLED_AFTER_S:
            self._window = (time.monotonic(), now_cpu, now_size)
        elif time.monotonic() - since > STALLED_AFTER_S:
            self.stalled = True
            self._dump_threads()
            self.end()

    def _dump_threads(self) -> None:
        """Make every JVM write its threads' stacks to its output."""
        for process in self._processes():
            if _ask(process.name, "").startswith("java"):
                _ask(partial(process.send_signal, signal.SIGQUIT), None)
        time.sleep(2)

    def _processes(self) -> list[psutil.Process]:
        roots = {self.pid, *(p.pid for p in _marked(self._mark))}
        return list({p for root in roots for p in descendants(root, itself=True)})


def descendants(pid: int, *, itself: bool = False) -> list[psutil.Process]:
    """Return the living descendants of a process."""
    try:
        process = psutil.Process(pid)
        children = process.children(recursive=True)
    except psutil.Error:
        return []
    return [p for p in ([process, *children] if itself else children) if _is_alive(p)]


def end_all(find: Callable[[], list[psutil.Process]]) -> None:
    """Terminate the processes, and kill those that do not end, until none is found."""
    patience = time.monotonic() + _GRACE_S
    asked: set[psutil.Process] = set()
    while processes := find():
        late = time.monotonic() > patience
        for process in processes:
            if late:
                _ask(process.kill, None)
            elif process not in asked:
                asked.add(process)
                _ask(process.terminate, None)
        time.sleep(0.1)


def _marked(mark: str) -> list[psutil.Process]:
    nothing: dict[str, str] = {}
    return [
        process
        for process in psutil.process_iter()
        if _ask(process.environ, nothing).get(_MARK) == mark and _is_alive(process)
    ]


def _cpu_s(processes: Sequence[psutil.Process]) -> float:
    """Return the CPU time of processes and of their ended children."""
    return sum(float(sum(_ask(p.cpu_times, ())[:4])) for p in set(processes))


def _is_alive(process: psutil.Process) -> bool:
    # Zombies do not count: their parents collect them.
    return bool(_ask(process.status, psutil.STATUS_ZOMBIE) != psutil.STATUS_ZOMBIE)


def _ask(question: Callable[[], T], default: T) -> T:
    """Query a process; return the default if it has ended or is not ours."""
    try:
        return question()
    except (psutil.Error, OSError):
        return default
