"""The commands behind the Makefile's targets."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from devtools import checks, jars, matrix, suite, venv, wheel
from devtools.jdk import jdk
from devtools.paths import DIST, JARS, ROOT
from devtools.process import DevError, check, environment, say
from devtools.stages import Stage, run_all, summary
from rapids_udfs.errors import RapidsUdfsError


class Command(NamedTuple):
    """A command: what it says of itself, whether it needs ``.venv``, and what it does."""

    about: str
    needs_venv: bool
    work: Callable[[list[str]], int | None]


def main(arguments: list[str]) -> int:
    """Runs a command; the exit status."""
    name, *rest = arguments or ["help"]
    command = COMMANDS.get(name)
    if command is None:
        say(f"error: no command {name!r}; there are: {', '.join(COMMANDS)}")
        return 2
    try:
        if command.needs_venv:
            venv.ensure_main()
        return command.work(rest) or 0
    except (DevError, RapidsUdfsError) as e:
        print(f"error: {e}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _help(_: list[str]) -> None:
    say("Targets (make TARGET; extra arguments: make TARGET ARGS='...'):\n")
    for name, command in COMMANDS.items():
        say(f"  {name:<17}{command.about}")


def _setup(_: list[str]) -> None:
    jdk()
    for line in matrix.load().lines:
        jars.plugin_jar(line)


def _demo(arguments: list[str]) -> None:
    jars.ensure_staged([matrix.load().main])
    _product("demo", [venv.VENV / "bin" / "rapids-udfs", "demo", *arguments])


def _bench(arguments: list[str]) -> None:
    _benchmark("bench", "row_udfs.py", arguments)


def _bench_host(arguments: list[str]) -> None:
    _benchmark("bench-host", "host_mode.py", arguments)


def _bench_python(arguments: list[str]) -> None:
    _benchmark("bench-python", "python_work.py", arguments)


def _benchmark(name: str, script: str, arguments: list[str]) -> None:
    jars.ensure_staged([matrix.load().main])
    _product(name, [venv.python_of(venv.VENV), ROOT / "benchmarks" / script, *arguments])


def _product(name: str, command: list[object]) -> None:
    bin_folder = venv.VENV / "bin"
    path = f"{bin_folder}:{environment().get('PATH', '')}"
    env = environment({"JAVA_HOME": str(jdk().home), "PATH": path})
    check([str(word) for word in command], f"{name} failed (see above)", env=env)


def _jars(_: list[str]) -> None:
    jars.ensure_staged(matrix.load().lines)


def _wheel(_: list[str]) -> None:
    say(f"built {wheel.build().relative_to(ROOT)}")


def _lint(_: list[str]) -> int:
    start = time.monotonic()
    results = list(run_all([Stage(name, work) for name, work in checks.CHECKS.items()]))
    say("\n" + "\n".join(summary(results, time.monotonic() - start).splitlines()[:-1]))
    return 1 if any(r.failed for r in results) else 0


def _docs(_: list[str]) -> None:
    python = str(venv.ensure_docs())
    check([python, "-m", "mkdocs", "build", "--strict"], "mkdocs failed (see above)")


def _clean(_: list[str]) -> None:
    patterns = ("target", "jvm/*/target", "project/**/target")
    targets = [path for pattern in patterns for path in ROOT.glob(pattern)]
    caches = [ROOT / name for name in (".mypy_cache", ".ruff_cache", ".pytest_cache")]
    for folder in [DIST, JARS, ROOT / "site", venv.VENV, *caches, *targets]:
        if folder.exists():
            say(f"removing {folder.relative_to(ROOT)}")
            shutil.rmtree(folder)
    say("the cache of fetched files stays; see CONTRIBUTING.md for where it is")


COMMANDS = {
    "help": Command("this list", False, _help),
    "setup": Command("bring all that building and testing need, and build nothing", True, _setup),
    "demo": Command("build what is missing and run the demonstration", True, _demo),
    "test": Command(
        "all checks and tests (ARGS=lint jvm pytest-4.1.3 ...: only stages named so)",
        True,
        suite.run_suite,
    ),
    "bench": Command("the benchmark of row-wise functions", True, _bench),
    "bench-host": Command("the benchmark of mode host", True, _bench_host),
    "bench-python": Command("the benchmark of work in Python UDFs", True, _bench_python),
    "jars": Command("build the jars into the Python package", True, _jars),
    "wheel": Command("build the wheel into dist/", True, _wheel),
    "lint": Command("ruff, mypy, scalafmt and generated files, without changes", True, _lint),
    "fmt": Command("format all sources", True, lambda _: checks.format_all()),
    "generate": Command("renew the generated files", True, lambda _: checks.generate()),
    "check-generated": Command(
        "fail if a generated file is stale", True, lambda _: checks.generated()
    ),
    "docs": Command("build the documentation's site into site/", False, _docs),
    "clean": Command("remove what was built here, .venv included", False, _clean),
}
