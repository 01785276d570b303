# SPDX-License-Identifier: Apache-2.0

"""The packages whose mutants are counted, and the tests that may notice them."""

from __future__ import annotations

from typing import NamedTuple

from devtools.paths import ROOT
from devtools.stages import tests

SOURCES = ROOT / "jvm/src/main/java/io/github/rapidsudfs"


class Group(NamedTuple):
    """Packages whose mutants are counted together."""

    packages: tuple[str, ...]
    suites: tuple[str, ...]
    """The JVM tests that PIT runs."""
    sessions: tuple[tuple[str, ...], ...]
    """pytest's files for the mutants that are left, at least two in each session."""


_SUBJECTS = sorted(folder.name for folder in (SOURCES / "functions").iterdir() if folder.is_dir())
_CASES = (
    tests("conformance", "cases compiled_rows"),
    # Exact costs notice a column that is closed late.
    tests("emulator", "functions invalid_utf8 budgets"),
)
GROUPS = (
    Group(
        tuple(f"functions.{subject}" for subject in _SUBJECTS),
        ("functions.*", "testkit.CatalogueConformanceSuite"),
        _CASES,
    ),
    Group(
        ("columns", "rows"),
        (
            *("api.*", "builtins.*", "columns.*", "rows.*", "udf.*", "CompiledC*"),
            "testkit.FormsSuite",
        ),
        _CASES,
    ),
    Group(
        ("builtins",),
        ("builtins.*",),
        (tests("builtins", "builtins builtin_invalid_utf8 builtin_queries"),),
    ),
    Group(
        ("python",),
        (),
        (
            tests(
                "python_udfs",
                "call_arguments classes_and_splits matches nested_tries results rows"
                " aware_datetimes set_choices sets texts_and_bytes wide_integers",
            ),
        ),
    ),
    Group(
        ("python.columns",),
        (),
        (
            tests(
                "emulator",
                "python_udf_branches python_udf_case python_udf_exits python_udf_order"
                " python_udf_regexes python_udf_semantics",
            ),
        ),
    ),
)
"""Each takes many minutes, whatever has changed: every night counts one of them."""
PACKAGES = tuple(name for group in GROUPS for name in group.packages)
