"""The ways in which a function gets a name in a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.catalogue import Function

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXTENSION = "extension"
"""``spark.sql.extensions``: there already."""
JVM = "jvm"
"""A temporary function by the Scala API: coerced and checked like the extension's."""
JAVA = "java"
"""``registerJavaFunction``: arguments reach the body as they are."""
HIVE = "hive"
"""``CREATE TEMPORARY FUNCTION``: Hive's own rules for arguments."""


def of(function: Function) -> list[str]:
    """The routes that are open to a function."""
    routes = [EXTENSION, JVM]
    if function["javaUdf"]:
        routes.append(JAVA)
    if function["form"].startswith("hive"):
        routes.append(HIVE)
    return routes


def keeps_literals(function: Function, route: str) -> bool:
    """Whether a call with nothing but literals answers exactly as over columns.

    Spark makes the results of such generic Hive functions Hive's constants, and reads those of
    decimals as decimal(38,18), and those of maps in the order of a hash map.
    """
    generic = route == HIVE and function["form"] == "hive_generic"
    return not (generic and str(function["returns"]).startswith(("decimal", "map<")))


def register(spark: SparkSession, function: Function, route: str) -> str:
    """Registers the function and gives the name that it has there."""
    name = str(function["name"])
    if route == EXTENSION:
        return name
    other = f"{route}_{name}"
    if route == JVM:
        names = spark._jvm.java.util.ArrayList()
        names.add(name)
        spark._jvm.io.github.rapidsudfs.RapidsUdfs.register(
            spark._jsparkSession, names, "jvm_", False
        )
    elif route == JAVA:
        spark.udf.registerJavaFunction(other, function["class"], function["returns"])
    elif route == HIVE:
        spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION {other} AS '{function['class']}'")
    else:
        raise ValueError(f"no route {route}")
    return other
