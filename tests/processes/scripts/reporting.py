# SPDX-License-Identifier: Apache-2.0

"""Shared code of the scripts: a quiet session builder, attempts, and the report."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession


def quiet(builder: Any) -> Any:
    """Return a builder for short local sessions in the working folder."""
    here = Path.cwd()
    return (
        builder.config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "1g")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", str(here / "warehouse"))
        .config("spark.hadoop.javax.jdo.option.ConnectionURL", "jdbc:derby:memory:db;create=true")
        .config("spark.driver.extraJavaOptions", f"-XX:+UseSerialGC -Dderby.system.home={here}")
    )


def local(master: str = "local[2]") -> Any:
    """Return a builder for a local session."""
    return quiet(SparkSession.builder.master(master))


def attempt(work: Callable[[], Any]) -> dict[str, str]:
    """Return the class and the message of the exception that the work raises; empty if none."""
    try:
        work()
    except Exception as e:
        return {"error": type(e).__name__, "text": str(e)}
    return {}


def row(spark: SparkSession, sql: str) -> list[Any]:
    """Return the only row of a query."""
    (only,) = spark.sql(sql).collect()
    return list(only)


def described(registration: Any) -> dict[str, Any]:
    """Return a registration as JSON values."""
    return {"routes": {f.sql_name: f.route for f in registration}}


def report(**facts: Any) -> None:
    """Write the script's facts, for the test to check, and end the script."""
    Path(sys.argv[1]).write_text(json.dumps(facts, default=str), encoding="utf-8")
