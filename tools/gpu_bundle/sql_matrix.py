# SPDX-License-Identifier: Apache-2.0

"""Every function of the catalogue through Spark SQL on the plugin: both bodies, in every position.

This is the step ``sql`` of a bundle. Run it alone by ``python -m gpu_bundle.sql_matrix --help``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException

from rapids_udfs import FunctionInfo, configure, list_functions
from rapids_udfs._py4j import Py4JError
from rapids_udfs.session.local import local_builder
from rapids_udfs.testing.conform import check_conforms
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Report, write_junit

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ANY = "string"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--rows", type=int, default=200, help="generated rows per function")
    parser.add_argument("--only", action="append", help="only this function")
    parser.add_argument("--out", type=Path, required=True, help="the JUnit XML file to write")
    options = parser.parse_args(arguments)
    try:
        spark = session(options.mode, options.plugin_jar, options.natives)
    except (PySparkException, Py4JError, OSError) as e:
        # The JVM's output above has the reason; this error is only the lost connection.
        print(f"Spark did not start in mode {options.mode}: {str(e).partition(chr(10))[0]}")
        return 1
    try:
        functions = [f for f in list_functions() if not options.only or f.name in options.only]
        reports = list(check(spark, functions, options.rows))
    finally:
        spark.stop()
    write_junit(options.out, reports)
    failed = [report.title for report in reports if not report.ok]
    counts = {o: sum(r.count(o) for r in reports) for o in (PASSED, FAILED, SKIPPED)}
    numbers = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    print(f"mode {options.mode}: {len(reports)} functions, checks: {numbers}")
    for title in failed:
        print(f"does not conform: {title}")
    return 1 if failed or not reports else 0


def parser_of(doc: str) -> argparse.ArgumentParser:
    """Return the parser of a bundle's program that runs Spark, with the options of ``session``."""
    parser = argparse.ArgumentParser(description=doc.partition("\n")[0])
    parser.add_argument("--mode", choices=["gpu", "emulate"], default="gpu")
    parser.add_argument("--plugin-jar", type=Path, help="default: the jar in the cache")
    parser.add_argument("--natives", type=Path, help="a folder with the plugin's libraries")
    return parser


def check(spark: SparkSession, functions: Iterable[FunctionInfo], rows: int) -> Iterable[Report]:
    """Check the functions over their declared types; print every report when it is complete."""
    for function in functions:
        report = check_conforms(spark, function.name, argument_types(function), rows=rows)
        print(report if not report.ok else f"{report.title}: {report.proof}", flush=True)
        yield report


def argument_types(function: FunctionInfo) -> list[str]:
    """Return the types to call a function with: string for ``any``, and varargs twice."""
    types = [_ANY if argument.type == "any" else argument.type for argument in function.arguments]
    return [*types, types[-1]] if function.varargs else types


def session(
    mode: str,
    plugin_jar: Path | None,
    natives: Path | None,
    *,
    cores: int | str = 2,
    beside_python: bool = False,
) -> SparkSession:
    builder = local_builder("rapids-udfs sql matrix", cores=cores, memory="8g")
    if beside_python:
        # Leave memory to the workers. The plugin's daemon would, but it does not start on 4.2.
        builder = builder.config("spark.rapids.memory.gpu.allocFraction", "0.5")
    if natives is not None:
        # cuDF's loader looks up its libraries on the class path.
        builder = builder.config("spark.driver.extraClassPath", str(natives))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = configure(
        builder, "emulate" if mode == "emulate" else "gpu", plugin_jar=plugin_jar
    ).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


if __name__ == "__main__":
    sys.exit(main())
