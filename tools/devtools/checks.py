"""Lint, types, formatting and generated files: each check fails with the command that mends it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from devtools import jars, matrix
from devtools.paths import ROOT
from devtools.process import DevError, check, run
from devtools.venv import VENV, python_of


def _tool(name: str) -> Path:
    return VENV / "bin" / name


def ruff() -> None:
    check([_tool("ruff"), "check"], "ruff found faults (see above); mend them, or try: make fmt")
    check([_tool("ruff"), "format", "--check"], "Python files are not formatted; run: make fmt")


def mypy() -> None:
    check([_tool("mypy")], "mypy found faults (see above)")


def scalafmt() -> None:
    if jars.sbt(matrix.load().main, "scalafmtCheckAll", "scalafmtSbtCheck") != 0:
        raise DevError("Scala files are not formatted (see above); run: make fmt")


def generated() -> None:
    _generators("--check")


def generate() -> None:
    """Renews every generated file."""
    _generators()


def format_all() -> None:
    """Formats all sources and mends what ruff can mend."""
    check([_tool("ruff"), "check", "--fix-only", "--quiet"], "ruff could not run")
    check([_tool("ruff"), "format"], "ruff could not format (see above)")
    if jars.sbt(matrix.load().main, "scalafmtAll", "scalafmtSbt") != 0:
        raise DevError("scalafmt could not format (see above)")


def _generators(*options: str) -> None:
    """Runs tools/generate_*.py, versions first: what the others write may build upon them."""
    scripts = sorted(ROOT.glob("tools/generate_*.py"), key=lambda s: (s.stem[9:] != "versions", s))
    failed = []
    for number, script in enumerate(scripts):
        if number == 1:
            jars.ensure_staged([matrix.load().main])
        if run([python_of(VENV), script, *options]) != 0:
            failed.append(script.name)
    if failed:
        mend = "; run: make generate" if options else ""
        raise DevError(f"failed, or its files are stale (see above): {', '.join(failed)}{mend}")


CHECKS: Mapping[str, Callable[[], None]] = {
    "ruff": ruff,
    "mypy": mypy,
    "scalafmt": scalafmt,
    "generated": generated,
}
"""What ``make lint`` and ``make test`` check, by name."""
