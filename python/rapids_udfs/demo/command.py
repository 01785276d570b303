# SPDX-License-Identifier: Apache-2.0

"""The command ``rapids-udfs demo``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rapids_udfs._versions import __version__
from rapids_udfs.console.terminal import bold, line_width, program, say
from rapids_udfs.console.text_table import render
from rapids_udfs.demo import queries, tables
from rapids_udfs.demo.queries import Query
from rapids_udfs.demo.run import Outcome, run, table, total
from rapids_udfs.errors import PluginError, QueryError
from rapids_udfs.runtime.cache import writable_dir
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.builder import configure
from rapids_udfs.session.devices import find_gpu, require_gpu
from rapids_udfs.session.local import local_builder, timed_start
from rapids_udfs.session.query_errors import quiet_query_logger

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.session.builder import ModeName

_MODES = {
    "cpu": "row-wise bodies, without the plugin",
    "explain": "row-wise bodies, and the plugin's verdict on each plan; no GPU is used",
    "gpu": "columnar bodies on the GPU",
    "emulate": "columnar bodies by the plugin, on this machine's CPU",
}


def main(options: argparse.Namespace) -> int:
    """Run the demonstration, or the user's query; return the exit status."""
    if options.sql is not None and not options.sql.strip():
        raise QueryError("--sql is empty: give a query, for instance --sql 'SELECT * FROM data'")
    if options.data is not None:
        tables.check(options.data)
        if options.sql is None:
            raise QueryError("--data needs a query: --sql 'SELECT ... FROM data'")
    # Before the check of the data: without a GPU it need not be installed.
    if options.mode == "gpu":
        require_gpu()
    if options.data is None:
        tables.versions()
    with started(options.mode) as (spark, mode):
        present(spark, mode, options)
    return 0


def present(spark: SparkSession, mode: str, options: argparse.Namespace) -> None:
    """Run the queries in a session and print their results."""
    say(f"rapids-udfs {__version__}, Spark {spark.version}, mode {mode}: {_MODES[mode]}.")
    _prepare(spark, options)
    outcomes = []
    to_run = [Query("own", "Your query", "", options.sql)] if options.sql else queries.load()
    for number, query in enumerate(to_run, 1):
        heading = f"{number}. {query.title}" if len(to_run) > 1 else query.title
        say(f"\n{bold(heading)}\n" + (f"{query.about}\n" if query.about else ""))
        say(_indented(query.sql) + "\n")
        outcome = run(spark, query.sql, plugin=mode != "cpu")
        _show(outcome, options)
        outcomes.append(outcome)
    if len(outcomes) > 1:
        _summary(outcomes)


def _prepare(spark: SparkSession, options: argparse.Namespace) -> None:
    """Register the views, and print what they are."""
    if options.data is not None:
        frame = tables.register_file(spark, options.data)
        columns = ", ".join(f"{name} {kind}" for name, kind in frame.dtypes)
        say(f"The view {tables.VIEW} is {options.data}: {columns}")
        return
    tables.register_views(spark, say)
    say("The data, from packages on PyPI:")
    versions = tables.versions()
    for name, (licence, contents) in tables.SOURCES.items():
        say(f"  {name} {versions[name]} ({licence}): {contents}")


def _show(outcome: Outcome, options: argparse.Namespace) -> None:
    shown = outcome.rows[: options.rows]
    say(_indented(render(outcome.columns, shown, line=line_width() - 2)))
    if len(outcome.rows) > len(shown):
        say(f"  ... {len(outcome.rows) - len(shown):,} more rows")
    say(f"\n{_indented(table(outcome.functions, line_width() - 2))}")
    for hint in outcome.hints:
        say(f"  hint: {hint}")
    say(f"  {outcome.seconds:.1f} s")
    if options.explain:
        none = "There is no explanation without the plugin: see --mode."
        say(f"\n{_indented(outcome.explanation or none)}")


def _summary(outcomes: Sequence[Outcome]) -> None:
    functions = total(outcome.functions for outcome in outcomes)
    say(f"\n{bold('Where each function ran, all queries together')}\n")
    say(_indented(table(functions, line_width() - 2)))
    say("\nNext:")
    say(f"  {program()} demo --mode emulate     the columnar bodies, without a GPU")
    say(f"  {program()} demo --data FILE --sql 'SELECT ... FROM data'")
    say(f"  {program()} list")


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())


@contextmanager
def started(mode: ModeName) -> Iterator[tuple[SparkSession, ModeName]]:
    """Start a session, yield it with its mode, and stop it; ``auto`` is ``gpu`` or ``explain``."""
    if mode == "auto":
        mode = "gpu" if find_gpu().usable else "explain"
    version = installed_spark().version
    quiet_query_logger()
    builder = local_builder("rapids-udfs demo", cores="*")
    builder = builder.config("spark.sql.shuffle.partitions", "4")
    try:
        builder = configure(builder, mode)
    except PluginError as e:
        raise PluginError(f"{e}\nOr do without it: rapids-udfs demo --no-plugin") from e
    log = writable_dir("logs") / "demo-spark.log"
    say(f"Starting Spark {version} ... (its log: {log})")
    spark = timed_start(builder, log)
    try:
        yield spark, mode
    finally:
        spark.stop()
