# SPDX-License-Identifier: Apache-2.0

"""A pytest plugin that runs the collected tests on mutants of the JVM's classes.

First, every test runs once, and the lines that it executes are recorded. Then every mutant replaces
its class, and the tests that execute its line run until one fails. ``tools/mutants.py`` starts it,
again after a mutant that hangs.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

_AGENT = "io.github.rapidsudfs.mutants.Mutants"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the job."""
    text = "a JSON file: packages, mutants, files for results, the exit status for a restart"
    parser.addoption("--mutants", metavar="FILE", type=Path, required=True, help=text)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the job instead of the tests."""
    job = json.loads(session.config.getoption("--mutants").read_text(encoding="utf-8"))
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    tests = _Tests(session.items, terminal.write_line)
    covered = _coverage(tests, job["packages"], Path(job["covered"]))
    done = Path(job["done"])
    lines = done.read_text(encoding="utf-8").splitlines() if done.exists() else []
    seen = {json.loads(line)["mutant"] for line in lines}
    for at, mutant in enumerate(job["mutants"], 1):
        if mutant in seen:
            continue
        tests.say(f"{at} of {len(job['mutants'])} mutants: {mutant}")
        record = _Record(done, mutant, job["again"])
        name, line = (mutant.split("\t")[at] for at in (0, 5))
        _try(tests, tests.of(covered, f"{name}:{line}", job["most"]), record)
    return True


@dataclass(frozen=True)
class _Record:
    """Records a mutant's status. The exit status ``again`` leaves the rest to a new process."""

    done: Path
    mutant: str
    again: int

    def write(self, status: str, by: str = "") -> None:
        with self.done.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"mutant": self.mutant, "status": status, "by": by}) + "\n")


class _Tests:
    """The collected tests, which run any number of times in one Spark session."""

    def __init__(self, items: list[pytest.Item], say: Callable[[str], None]):
        self.by_name = {item.nodeid: item for item in items}
        self.say = say

    def passes(self, name: str) -> bool:
        """Run a test with new fixtures, except those of the session."""
        item = self.by_name[name]
        item._initrequest()  # type: ignore[attr-defined]  # as plugins that repeat tests do
        # Fixtures that compute answers for every collected test compute only this test's.
        item.session.items = [item]
        reports = runtestprotocol(item, log=False, nextitem=self._elsewhere(item))
        return not any(report.failed for report in reports)

    def _elsewhere(self, item: pytest.Item) -> pytest.Item:
        """Return a test of another file, which shares no fixture of the file."""
        others = [each for each in self.by_name.values() if each.path != item.path]
        if not others:
            raise pytest.UsageError("mutants need tests of at least two files")
        return next((each for each in others if each.path.parent != item.path.parent), others[0])

    def of(self, covered: dict[str, Any], line: str, most: int) -> list[tuple[str, float]]:
        """Return the tests that execute a line, first those that are fast and do little else."""
        executing = [
            (seconds * len(lines), test, seconds)
            for test, (seconds, lines) in covered.items()
            if line in lines and test in self.by_name
        ]
        return [(test, seconds) for _, test, seconds in sorted(executing)[:most]]


def _agent() -> Any:
    from pyspark import SparkContext

    assert SparkContext._gateway is not None
    agent = SparkContext._gateway.jvm
    for part in _AGENT.split("."):
        agent = getattr(agent, part)
    return agent


def _coverage(tests: _Tests, packages: str, file: Path) -> dict[str, Any]:
    """Return the seconds and the executed lines of every test that passes."""
    if file.exists():
        known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        # A test that executes something starts Spark.
        seconds = {name: took for name, (took, lines) in known.items() if lines}
        tests.passes(min(seconds, key=lambda name: seconds[name]))
        return known
    if not tests.passes(next(iter(tests.by_name))):  # the first test starts Spark
        raise pytest.UsageError("the first test fails; run only this test to see why")
    agent, covered = _agent(), {}
    agent.cover(packages)
    for at, name in enumerate(tests.by_name, 1):
        list(agent.lines())
        start = time.monotonic()
        if tests.passes(name):
            covered[name] = (time.monotonic() - start, list(agent.lines()))
        tests.say(f"{at} of {len(tests.by_name)} tests: {name}")
    agent.cover("")
    file.write_text(json.dumps(covered), encoding="utf-8")
    return covered


def _try(tests: _Tests, fitting: list[tuple[str, float]], record: _Record) -> None:
    if not fitting:
        record.write("not covered")
        return
    agent, killer = _agent(), ""
    agent.install(record.mutant)
    for test, seconds in fitting:
        with _limit(20 + 6 * seconds, record, test):
            if not tests.passes(test):
                killer = test
                break
    agent.restore(record.mutant.split("\t")[0])
    record.write("killed" if killer else "survived", killer)
    # If the mutant left damage behind, every later mutant would seem to be killed.
    if killer and not tests.passes(killer):
        os._exit(record.again)


@contextmanager
def _limit(seconds: float, record: _Record, test: str) -> Iterator[None]:
    def give_up() -> None:
        record.write("timed out", test)
        os._exit(record.again)

    timer = threading.Timer(seconds, give_up)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
