# SPDX-License-Identifier: Apache-2.0

"""The tests that every stage runs, on each version of Spark, and the tiers of the stages."""

from __future__ import annotations

from devtools.matrix import Line, load
from devtools.paths import ROOT


def tests(folder: str, names: str) -> tuple[str, ...]:
    """Return the files of tests in a folder."""
    return tuple(f"tests/{folder}/test_{name}.py" for name in names.split())


IN_COLUMNS = {
    "emulator": tests("emulator", "functions python_and_streams queries"),
    "builtins": tests("builtins", "builtins"),
}
"""Tests in mode ``emulate`` on the newest patch of every minor version of Spark."""
DAEMON = "tests/processes/test_python_workers.py"
"""Tests of the plugin's daemon for Python workers, which does not start on Spark 4.2."""
COMPILED = tests("python_udfs", "arguments corpus results")
"""Compiled Python UDFs on every minor version of Spark, which passes arguments and results. The
rest of ``tests/python_udfs`` hardly depends on Spark: on the other lines, it runs at night."""
OF_PYTHON = (
    *tests("python_udfs", "corpus versions"),
    *tests("python", "survey python_hook python_program python_program_refusals python_source"),
)
"""Tests that depend on the version of Python: its syntax trees, code objects and results."""
APPLICATIONS = tests("processes", "metrics_ui same_behaviour sessions sql_only submit without_hive")
"""Servers and clusters: tests that depend on the Spark version and need no plugin."""
CONFORMANCE = ("tests/acceptance", "tests/conformance")
"""Folders whose tests share one long-lived session."""
ROWS = tests("conformance", "cases compiled_rows contexts calendar")
"""Their tests of rows; the library's own checks of columns run on the main line."""
ONCE_IS_ENOUGH = (
    *("tests/benchmarks", "tests/demo", "tests/docs", "tests/gpu", "tests/tools"),
    *tests("python", "advice skeletons"),
    *tests("python_udfs", "conversions same_as_python"),
    *tests("testing", "data plugin strategies"),
)
"""Tests that run only on the main line, because they hardly depend on Spark."""
LONG = {
    "pytest": (
        *("tests/demo", "tests/gpu"),
        *tests("benchmarks", "calls"),
        *tests("diagnosis", "session_checks"),
        *tests("docs", "examples python_blocks sql_blocks"),
        *tests("python", "advice python_udf_results_in_queries skeletons"),
        *tests(
            "python_udfs",
            "arguments call_arguments characters classes_and_splits corpus date_parts decimals"
            " finally matches methods_as_values null_arguments odd_arguments"
            " results rows same_as_python set_choices set_orders sets"
            " texts_and_bytes unknown_types unpacked wide_integers",
        ),
        *tests("testing", "data strategies type_mapping"),
        *tests("tools", "job links suite"),
    ),
    "emulator": tests(
        "emulator",
        "budgets commands conform conform_python counterparts functions golden gpu_bundle_on_spark"
        " low_memory memory python_udf_columns python_udf_branches python_udf_case python_udf_exits"
        " python_udf_order python_udf_regexes python_udf_semantics queries types udaf",
    ),
    "conformance": (
        *tests("acceptance", "builtin_list explain without_plugin"),
        *tests("conformance", "columns compiled_rows contexts types"),
    ),
}
"""The slow tests of the main line's stages: ``make test-all`` runs them in separate stages, named
``long-…``."""
EVERY_NIGHT = {
    "examples": (
        *tests("benchmarks", "command"),
        *tests("processes", "log_etl long_running notebooks"),
    ),
    "random": tests("python_udfs", "every_kind random_programs"),
    "random-columns": tests(
        "emulator", "python_udf_kinds python_udf_random python_udfs_on_real_data"
    ),
    "set-ups": tests("processes", "healthy_set_ups"),
    "failures": (
        *tests("builtins", "builtin_failures builtin_growth"),
        *tests("processes", "python_udf_kit"),
    ),
    "judge": tests("python_udfs", "conversions"),
}
"""Files of the main line that need not block a change: the complete programs of examples/ and
benchmarks/, and one that runs for long; random and generated programs; the doctor in healthy
set-ups; failures at every operation of builtins and of compiled Python UDFs; verdicts on
conversions."""
WITHOUT_JVM = {
    "tools": (
        *("tests/benchmarks", "tests/tools"),
        # These two wait for processes, for 40 of the 60 seconds.
        *(f"--ignore={file}" for file in tests("tools", "job suite")),
    ),
    "gpu": ("tests/gpu",),
    "package": (
        *("tests/cli", "tests/demo", "tests/diagnosis", "tests/docs", "tests/python"),
        *("tests/testing", "tests/python_udfs"),
    ),
}
"""Folders that also have tests without a JVM, in parts that run concurrently."""


def tiers(line: Line, kind: str) -> tuple[str, ...]:
    """Return the tiers of a line's stage of a kind."""
    if kind in (*EVERY_NIGHT, "compiled") or (line.is_assembled and kind in IN_COLUMNS):
        return ("nightly",)
    of_main = line == load().main and kind not in ("builtins", "processes")
    return ("test", "test-all") if of_main and not kind.startswith("long-") else ("test-all",)


def folders(line: Line) -> dict[str, tuple[str, ...]]:
    """Return pytest's arguments for a line's stages, by kind; every stage is a separate process.

    A JVM has one mode, and several processes can run concurrently. For Spark 3.5, PySpark comes
    with Scala 2.12, and the plugin to test with is for Scala 2.13.
    """
    main = load().main
    if line.is_assembled:
        return {**IN_COLUMNS, "acceptance": ("tests/acceptance",)}
    # wheel-smoke runs the main version's smoke tests.
    once = ONCE_IS_ENOUGH if line != main else ("tests/smoke", *EVERY_NIGHT["judge"])
    elsewhere = [*CONFORMANCE, *once]
    later = [f"--ignore={file}" for files in EVERY_NIGHT.values() for file in files]
    if line != main:
        found = ROOT.glob("tests/python_udfs/test_*.py")
        udfs = {str(file.relative_to(ROOT)) for file in found} - {*COMPILED, *once}
        compiled = tuple(sorted(udfs))
        everywhere = ("tests", *(f"--ignore={path}" for path in (*elsewhere, *compiled)))
        return {
            "processes": APPLICATIONS,
            "pytest": everywhere,
            "conformance": ROWS,
            "compiled": compiled,
        }
    left_out = {kind: [f"--ignore={path}" for path in paths] for kind, paths in LONG.items()}
    return {
        "processes": ("tests/processes", *later),
        **{f"long-{kind}": paths for kind, paths in LONG.items()},
        "pytest": (
            *("tests", *(f"--ignore={path}" for path in elsewhere), *left_out["pytest"], *later),
        ),
        "emulator": ("tests/emulator", *left_out["emulator"], *later),
        "builtins": ("tests/builtins", *later),
        "conformance": (*CONFORMANCE, *left_out["conformance"]),
        **EVERY_NIGHT,
    }


def of_spark(line: Line) -> str:
    """Return the end of stages' names, which identifies their Spark."""
    return f"{line.main}_{line.scala}" if line.is_assembled else line.main
