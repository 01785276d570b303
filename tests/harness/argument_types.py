# SPDX-License-Identifier: Apache-2.0

"""A table with a column of every type that functions take, for calls that the plugin judges."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from harness import catalogue
from harness.catalogue import Function

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VIEW = "argument_types"
_ANY = "string"


def _types() -> list[str]:
    listed = catalogue.functions().values()
    wanted = [a["type"] for f in listed for a in f["arguments"]]
    # Files cannot store void.
    return sorted({_ANY, *wanted} - {"any", "void"})


def write(spark: SparkSession, folder: Path) -> None:
    """Create the view over a Parquet file."""
    fields = ", ".join(f"CAST(NULL AS {t}) AS {column(t)}" for t in _types())
    path = str(folder / VIEW)
    spark.sql(f"SELECT {fields}").write.mode("overwrite").parquet(path)
    spark.read.parquet(path).createOrReplaceTempView(VIEW)


def column(type_: str) -> str:
    """Return the column of a type, or a value if no column can have it."""
    if type_ == "void":
        return "NULL"
    return f"t{_types().index(_ANY if type_ == 'any' else type_)}"


def call(function: Function, name: str) -> str:
    """Return a call of a function under a name, over columns of the declared types."""
    types = [a["type"] for a in function["arguments"]]
    if function["varargs"]:
        types += types[-1:] * 2
    return f"{name}({', '.join(map(column, types))})"
