"""Registers functions in a classic session, whose JVM is at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.catalogue import FunctionInfo
from rapids_udfs.function_names import quoted
from rapids_udfs.library import entry_point

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class _Before(NamedTuple):
    """What a name stood for before, in Spark's own terms."""

    identifier: Any
    info: Any
    builder: Any


class ClassicSession:
    """The ways by which a function comes into a classic session.

    Raises:
        UnsupportedSparkError, VersionMismatchError, JarMissingError: see
            :func:`rapids_udfs.library.entry_point`.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._library = entry_point(spark)
        self._hive = has_hive(spark)
        self._before: list[_Before] = []

    def route(self, function: FunctionInfo) -> str:
        """Which way a function comes."""
        if function.form.startswith("hive"):
            return "hive" if self._hive else "jvm"
        # A registered Java UDF has one result type, and as many arguments as its interface says.
        fixed = function.java_udf and not function.dependent_result and not function.varargs
        return "java" if function.form == "java" and fixed else "jvm"

    def why_not(self, function: FunctionInfo) -> str | None:
        """The reason why a function cannot come: there is none here."""
        return None

    def create(self, function: FunctionInfo, sql_name: str, route: str) -> None:
        """Makes a temporary function, whatever the name stood for before."""
        self._before.append(self._now(sql_name))
        if route == "jvm":
            # Clashes are dealt with already: here every name is free to take.
            names = self._jvm.java.util.ArrayList([function.name])
            prefix = sql_name.removesuffix(function.name)
            self._library.register(self._spark._jsparkSession, names, prefix, True)
        else:
            create_by_sql_or_class(self._spark, function, sql_name, route)

    def undo(self) -> None:
        """Gives every name that was taken its former meaning, or none."""
        for identifier, info, builder in reversed(self._before):
            if info.isDefined():
                self._registry.registerFunction(identifier, info.get(), builder.get())
            else:
                self._registry.dropFunction(identifier)
        self._before.clear()

    def _now(self, sql_name: str) -> _Before:
        identifier = self._jvm.org.apache.spark.sql.catalyst.FunctionIdentifier(sql_name.lower())
        return _Before(
            identifier,
            self._registry.lookupFunction(identifier),
            self._registry.lookupFunctionBuilder(identifier),
        )

    @property
    def _registry(self) -> Any:
        return self._spark._jsparkSession.sessionState().functionRegistry()

    @property
    def _jvm(self) -> Any:
        return self._spark.sparkContext._jvm


def has_hive(spark: SparkSession) -> bool:
    """Whether a session can make Hive functions."""
    return spark.conf.get("spark.sql.catalogImplementation") == "hive"


def create_by_sql_or_class(
    spark: SparkSession, function: FunctionInfo, sql_name: str, route: str
) -> None:
    """Makes a temporary function by the routes that every session has: ``hive`` and ``java``."""
    if route == "hive":
        spark.sql(
            f"CREATE OR REPLACE TEMPORARY FUNCTION {quoted(sql_name)} AS '{function.class_name}'"
        )
    else:
        spark.udf.registerJavaFunction(sql_name, function.class_name, function.returns)
