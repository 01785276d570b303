# SPDX-License-Identifier: Apache-2.0

"""What the stages of tests ask pytest for, on each version of Spark, and the tiers they are in."""

from __future__ import annotations

from devtools.matrix import Line, load

IN_COLUMNS = {
    "emulator": (
        "tests/emulator/test_functions.py",
        "tests/emulator/test_python_and_streams.py",
        "tests/emulator/test_queries.py",
    ),
    "builtins": ("tests/builtins/test_builtins.py",),
}
"""What runs in mode emulate on the newest patch of every minor version of Spark."""
DAEMON = "tests/processes/test_python_workers.py"
"""The plugin's daemon of Python workers: it does not start on Spark 4.2."""
COMPILED = tuple(f"tests/python_udfs/test_{name}.py" for name in ("arguments", "corpus", "results"))
"""What depends on Spark in compiled Python UDFs: how values come and go."""
OF_PYTHON = (
    *(f"tests/python_udfs/test_{name}.py" for name in ("corpus", "versions")),
    "tests/python/test_survey.py",
    *(
        f"tests/python/test_python_{name}.py"
        for name in ("hook", "program", "program_refusals", "source")
    ),
)
"""What depends on the version of Python: its syntax trees, its code objects, its answers."""
APPLICATIONS = tuple(
    f"tests/processes/test_{name}.py"
    for name in (
        *("metrics_ui", "same_behaviour", "sessions", "sql_only", "submit", "without_hive"),
    )
)
"""Servers and clusters: what depends on Spark's version and needs no plugin."""
CONFORMANCE = ("tests/acceptance", "tests/conformance")
"""Folders whose tests ask one long-lived session."""
ROWS = tuple(
    f"tests/conformance/test_{name}.py"
    for name in ("cases", "compiled_rows", "contexts", "calendar")
)
"""Those of them that ask for rows: the library's own checks of columns run on the main line."""
ONCE_IS_ENOUGH = (
    *("tests/benchmarks", "tests/demo", "tests/docs", "tests/gpu", "tests/tools"),
    *(f"tests/python/test_{name}.py" for name in ("advice", "skeletons")),
    *(f"tests/python_udfs/test_{name}.py" for name in ("conversions", "same_as_python")),
    *(f"tests/testing/test_{name}.py" for name in ("data", "plugin", "strategies")),
)
"""What runs on the main line only: hardly anything in it depends on Spark."""
EVERY_NIGHT = {
    "examples": tuple(f"tests/processes/test_{name}.py" for name in ("log_etl", "notebooks")),
    "set-ups": ("tests/processes/test_healthy_set_ups.py",),
    "failures": (
        *(f"tests/builtins/test_builtin_{name}.py" for name in ("failures", "growth")),
        "tests/processes/test_python_udf_kit.py",
    ),
    "judge": ("tests/python_udfs/test_conversions.py",),
}
"""Files of the main line that need not hold up a change: the programs of examples/, whole; the
doctor in healthy set-ups; failures at every operation of builtins and of compiled Python UDFs; the
conversions that are judged."""
WITHOUT_JVM = {
    "tools": (
        *("tests/benchmarks", "tests/tools"),
        # They wait for processes, for 40 of the 60 seconds.
        *(f"--ignore=tests/tools/test_{name}.py" for name in ("job", "suite")),
    ),
    "gpu": ("tests/gpu",),
    "package": (
        *(f"tests/{name}" for name in ("cli", "demo", "diagnosis", "docs", "python", "testing")),
        "tests/python_udfs",
    ),
}
"""Folders that also have tests without a JVM, in parts that run side by side."""
TIERS = {"builtins": ("test-all",), "processes": ("test-all",)}
TIERS |= dict.fromkeys(EVERY_NIGHT, ("nightly",))
"""Of kinds of stages that are not in ``make test`` on the main line."""


def folders(line: Line) -> dict[str, tuple[str, ...]]:
    """Return what pytest is asked for in a line's stages, processes of their own.

    A JVM has one mode, and several processes can run side by side. Of the two lines of Spark 3.5
    that of Scala 2.12 is PySpark's own, that of Scala 2.13 the one for which there is a plugin to
    test with.
    """
    main = load().main
    if line.is_assembled:
        return {**IN_COLUMNS, "acceptance": ("tests/acceptance",)}
    # Smoke tests of the main version are those of the wheel.
    once = ONCE_IS_ENOUGH if line != main else ("tests/smoke", *EVERY_NIGHT["judge"])
    elsewhere = [*CONFORMANCE, *once]
    later = [f"--ignore={file}" for files in EVERY_NIGHT.values() for file in files]
    everything = {
        "processes": ("tests/processes", *later),
        "pytest": ("tests", *(f"--ignore={folder}" for folder in elsewhere)),
    }
    if line != main:
        everything["processes"] = APPLICATIONS
        return {**everything, "conformance": ROWS}
    in_columns = {"emulator": ("tests/emulator",), "builtins": ("tests/builtins", *later)}
    return {**everything, **in_columns, "conformance": CONFORMANCE, **EVERY_NIGHT}


def of_spark(line: Line) -> str:
    """Return the part of stages' names that says on which Spark they run."""
    return f"{line.main}_{line.scala}" if line.is_assembled else line.main
