# SPDX-License-Identifier: Apache-2.0

"""The routes that register a function in a session."""

from __future__ import annotations

import functools
import zipfile
from typing import TYPE_CHECKING

import pyspark

from harness.catalogue import Function
from harness.session import HAS_HIVE, staged_jar

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPARK_4 = not pyspark.__version__.startswith("3.")
EXTENSION = "extension"
"""``spark.sql.extensions``: the function is already registered."""
JVM = "jvm"
"""A temporary function by the Scala API, with the extension's coercion and checks."""
JAVA = "java"
"""``registerJavaFunction``: the body gets the arguments without a cast."""
HIVE = "hive"
"""``CREATE TEMPORARY FUNCTION`` with the generic Hive form, and Hive's rules for arguments."""
HIVE_SIMPLE = "hive_simple"
"""The same with the simple form."""


def of(function: Function) -> list[str]:
    """Return the routes that support a function."""
    routes = [EXTENSION, JVM]
    if not (function["varargs"] or function["dependentResult"]):
        routes.append(JAVA)
    # Spark declares every decimal to Hive as decimal(38,18).
    if function["dependentResult"] or not HAS_HIVE:
        return routes
    classes = _hive_classes()
    return routes + [r for r in (HIVE, HIVE_SIMPLE) if _hive_class(function, r) in classes]


def keeps_order(function: Function, route: str) -> bool:
    """Return whether a result keeps the order of entries: Spark passes unordered maps to Hive."""
    maps = [a["type"] for a in function["arguments"] if "map<" in a["type"]]
    return route not in (HIVE, HIVE_SIMPLE) or not maps or "map<" not in str(function["returns"])


def keeps_nested_nulls(function: Function, route: str) -> bool:
    """Return whether nulls in maps and structs in a column of a file stay null.

    For Hive functions, Spark reads the numbers of a map there without checking for null, and before
    Spark 4 also those of a struct.
    """
    if route not in (HIVE, HIVE_SIMPLE):
        return True
    taken = [a["type"] for a in function["arguments"]]
    numbers = ("int>", "bigint>", "double>", "boolean>")
    if any("map<" in type_ and type_.endswith(numbers) for type_ in taken):
        return False
    return SPARK_4 or not any("struct<" in type_ for type_ in taken)


def _hive_class(function: Function, route: str) -> str:
    package = {HIVE: "hive", HIVE_SIMPLE: "hive.simple"}[route]
    return f"io.github.rapidsudfs.{package}.{function['class'].rpartition('.')[2]}"


@functools.cache
def _hive_classes() -> frozenset[str]:
    with zipfile.ZipFile(staged_jar("hive")) as jar:
        entries = jar.namelist()
    return frozenset(name.removesuffix(".class").replace("/", ".") for name in entries)


def register(spark: SparkSession, function: Function, route: str) -> str:
    """Register the function; return its name in the session."""
    name = str(function["name"])
    if route == EXTENSION:
        return name
    other = f"{route}_{name}"
    if route == JVM:
        library = spark._jvm.io.github.rapidsudfs.RapidsUdfs
        library.registerAs(spark._jsparkSession, other, function["class"])
    elif route == JAVA:
        spark.udf.registerJavaFunction(other, function["class"], function["returns"])
    elif route in (HIVE, HIVE_SIMPLE):
        hive_class = _hive_class(function, route)
        spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION {other} AS '{hive_class}'")
    else:
        raise ValueError(f"no route {route}")
    return other
