"""The stages of ``make test``: checks, JVM tests, and pytest on every supported Spark version."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from devtools import checks, jars, junit, matrix, venv, wheel
from devtools.jdk import jdk
from devtools.junit import Counts
from devtools.paths import PYTHON_SOURCES, ROOT, TARGET
from devtools.process import DevError, environment, run, say, terminate_all
from devtools.stages import Result, SkipStageError, Stage, not_run, run_all, summary

SUMMARY = TARGET / "test-summary.txt"
_REPORTS = TARGET / "pytest-reports"
_SMOKE = "tests/smoke"
_HOST = "tests/host"
# A run that hangs must fail and not hold up the others; several times what the longest one takes.
_LIMIT_S = 1800.0
# Lines of the output: a pytest run ends with what failed.
_SHOWN_OF_A_FAILURE = 400


def run_suite(only: Sequence[str]) -> int:
    """Runs the stages whose names begin with one of ``only`` (all, if it is empty)."""
    TARGET.mkdir(exist_ok=True)
    SUMMARY.unlink(missing_ok=True)
    every = stages(matrix.load())
    chosen = [s for s in every if not only or s.name.startswith(tuple(only))]
    if not chosen:
        raise DevError(f"no such stage; there are: {', '.join(s.name for s in every)}")
    results: list[Result] = []
    start = time.monotonic()
    # Ended from outside, by a CI's time limit for example, it still tells what ran.
    signal.signal(signal.SIGTERM, _end)
    try:
        for result in run_all(chosen):
            results.append(result)
    finally:
        results += [not_run(stage, "ended from outside") for stage in chosen[len(results) :]]
        text = summary(results, time.monotonic() - start)
        SUMMARY.write_text(text, encoding="utf-8")
        say("\n" + text.rstrip("\n"))
    return 1 if any(r.failed for r in results) else 0


def _end(*_: object) -> None:
    terminate_all()
    sys.exit(128 + signal.SIGTERM)


def stages(data: matrix.Matrix) -> list[Stage]:
    """All stages, quick ones first."""
    result = [Stage(f"lint-{name}", check) for name, check in checks.CHECKS.items()]
    result.append(Stage("jars", partial(jars.ensure_staged, data.lines)))
    result += [Stage(f"jvm-{line.name}", partial(_jvm, line)) for line in data.lines]
    for kind, work in {"pytest": _full, "host": _host}.items():
        result += [
            Stage(f"{kind}-{line.main}", partial(work, line), group=f"{kind} of each line")
            for line in data.lines
        ]
    result.append(Stage("wheel", _wheel))
    for line in data.lines:
        others = [v for v in line.spark if v != line.main]
        for pair in (others[i : i + 2] for i in range(0, len(others), 2)):
            result += [
                Stage(f"smoke-{v}", partial(_smoke, line, v), group="smoke " + " and ".join(pair))
                for v in pair
            ]
    return result


def _jvm(line: matrix.Line) -> Counts:
    reports = [
        path
        for pattern in ("target/test-reports", "jvm/*/target/test-reports")
        for path in ROOT.glob(pattern)
    ]
    for folder in reports:
        shutil.rmtree(folder)
    status = jars.sbt(line, "test", limit_s=_LIMIT_S)
    files = [*ROOT.glob("target/test-reports/*.xml")]
    files += ROOT.glob("jvm/*/target/test-reports/*.xml")
    return _counted(files, status, "sbt test")


def _full(line: matrix.Line) -> Counts:
    if line == matrix.load().main:
        return _logged(line.main, venv.python_of(venv.VENV), ["tests"])
    python = _python_for(line)
    there = venv.ensure_spark(line.main, line, python, full=True)
    # The tools do not depend on Spark: once is enough.
    return _logged(line.main, there, ["tests", "--ignore=tests/tools"], PYTHONPATH=PYTHON_SOURCES)


def _host(line: matrix.Line) -> Counts:
    """The tests in mode ``host``: in a process of their own, for a JVM has one mode."""
    if line == matrix.load().main:
        return _logged(f"{line.main}-host", venv.python_of(venv.VENV), [_HOST])
    there = venv.ensure_spark(line.main, line, _python_for(line), full=True)
    return _logged(f"{line.main}-host", there, [_HOST], PYTHONPATH=PYTHON_SOURCES)


def _smoke(line: matrix.Line, version: str) -> Counts:
    python = venv.ensure_spark(version, line, _python_for(line), full=False)
    return _logged(version, python, [_SMOKE], PYTHONPATH=PYTHON_SOURCES)


def _logged(name: str, python: Path, arguments: Sequence[str], **env: Path) -> Counts:
    """As :func:`_pytest`, with the output in a file, shown at the end: others run beside it."""
    log = TARGET / f"pytest-{name}.log"
    start = time.monotonic()
    counts = _pytest(name, python, arguments, log, **env)
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    shown = lines[-_SHOWN_OF_A_FAILURE:] if counts.failed else lines[-1:]
    say("\n".join([f"-- {name}, {time.monotonic() - start:.0f} s, whole output: {log}", *shown]))
    return counts


def _wheel() -> Counts:
    """The smoke tests against the built wheel, in an environment without the checkout's sources."""
    line = matrix.load().main
    built = wheel.build()
    with tempfile.TemporaryDirectory() as folder:
        # Only the package itself is new: Spark and pytest come from the development environment.
        site = Path(folder) / "site"
        pip = [str(venv.python_of(venv.VENV)), "-m", "pip", "install", "--no-deps", "--quiet"]
        if run([*pip, "--target", site, built]) != 0:
            raise DevError(f"pip could not install {built.name} (see above)")
        return _pytest(f"{line.main}-wheel", venv.python_of(venv.VENV), [_SMOKE], PYTHONPATH=site)


def _pytest(
    name: str, python: Path, arguments: Sequence[str], log: Path | None = None, **env: Path
) -> Counts:
    _REPORTS.mkdir(parents=True, exist_ok=True)
    report = _REPORTS / f"{name}.xml"
    report.unlink(missing_ok=True)
    options = ["-p", "no:cacheprovider", f"--junitxml={report}"]
    command = [str(python), "-m", "pytest", *options, *arguments]
    variables = {
        "JAVA_HOME": str(jdk().home),
        "PATH": os.pathsep.join([str(python.parent), os.environ.get("PATH", os.defpath)]),
        "PYSPARK_PYTHON": str(python),
        "PYSPARK_DRIVER_PYTHON": str(python),
        **{key: str(value) for key, value in env.items()},
    }
    if log is None:
        status = run(command, env=environment(variables), limit_s=_LIMIT_S)
    else:
        with log.open("wb") as sink:
            status = run(command, env=environment(variables), output=sink, limit_s=_LIMIT_S)
    return _counted([report], status, "pytest")


def _counted(files: Sequence[Path], status: int, what: str) -> Counts:
    """The counts in the reports, with a failure added where a run failed without reporting one."""
    counts = junit.read(file for file in files if file.exists())
    if counts.failed == 0 and (status != 0 or counts.total == 0):
        say(f"{what} ended with exit status {status} and reported {counts}")
        counts.failed += 1
    return counts


def _python_for(line: matrix.Line) -> Path:
    python = venv.python_for(line)
    if python is None:
        raise SkipStageError(
            f"PySpark {line.main} needs Python {' or '.join(line.python)}; this is "
            f"{sys.version_info[0]}.{sys.version_info[1]} and none of them is on the PATH"
        )
    return python
