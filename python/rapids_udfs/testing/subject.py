# SPDX-License-Identifier: Apache-2.0

"""The UDF under test: found or registered, with the types that it takes and returns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs.catalogue.function_info import FunctionInfo, by_name
from rapids_udfs.errors import ArgumentTypeError, ConformanceError
from rapids_udfs.registration.api import register
from rapids_udfs.registration.function_names import quoted
from rapids_udfs.session.library import PLUGIN_INTERFACE, entry_point, thread
from rapids_udfs.session.query_errors import reason
from rapids_udfs.testing.engine import TypeLike, Types, parse_type, parse_types

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_DUAL = "io.github.rapidsudfs.core.DualFunction"
_JAVA_UDF = "org.apache.spark.sql.api.java.UDF"
_HIVE = ("org.apache.hadoop.hive.ql.exec.UDF", "org.apache.hadoop.hive.ql.udf.generic.GenericUDF")
_MOST_ARGUMENTS = 22


@dataclass(frozen=True)
class Subject:
    """A UDF that SQL can call.

    Attributes:
        name: the name that it was requested by.
        types: the types of the arguments it is called with, as the JVM's list.
        class_name: its class, if it was named or is known.
        columnar: whether it has a columnar body that the plugin finds, by its class or its call.
        folded: whether Spark folds a call whose arguments are all constant, as it does for Hive
            UDFs: such a call never reaches the plugin.
        first: the number of its first argument among the columns of a view.
    """

    name: str
    sql_name: str
    types: Any
    returns: Any
    class_name: str | None
    info: FunctionInfo | None
    columnar: bool
    folded: bool = False
    first: int = 0

    @property
    def signature(self) -> str:
        """The signature, to display."""
        return f"{self.name}({_texts(self.types)}) -> {self.returns.catalogString()}"

    def tolerance(self, given: float | None) -> float:
        """The relative difference allowed: the given one, else what the catalogue declares."""
        declared = self.info.tolerance if self.info else 0.0
        tolerance = declared if given is None else given
        if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)):
            raise ValueError(f"tolerance is {tolerance!r:.80}, which is not a number")
        if not 0 <= tolerance < 1:
            raise ValueError(f"tolerance is {tolerance}, which is not a number from 0 on, below 1")
        return float(tolerance)

    def call(self, arguments: list[str]) -> str:
        """A call as SQL."""
        return f"{self.sql_name}({', '.join(arguments)})"

    def columns(self, table: str = "") -> list[str]:
        """The columns of its arguments, ``a0, a1, ...``, with their table if there are several."""
        prefix = f"{table}." if table else ""
        return [f"{prefix}a{self.first + k}" for k in range(self.types.size())]

    def over_columns(self, table: str = "") -> str:
        """A call over its columns."""
        return self.call(self.columns(table))


def find_subject(
    spark: SparkSession,
    function: str,
    types: Types,
    returns: TypeLike | None = None,
    *,
    rows_only: bool = False,
) -> Subject:
    """Find a UDF by name: a function of the session or the catalogue, else a class to register.

    With ``rows_only`` it may lack a columnar body.

    Raises:
        ArgumentTypeError: ``function`` is not a string.
        ConformanceError: there is no such function or class, it is not a UDF with a columnar body,
            or it does not take these types.
        UnsupportedError: a type that a columnar body cannot have.
    """
    if not isinstance(function, str):
        raise ArgumentTypeError("a test of a UDF", function, "a function's name or a class's")
    parsed = parse_types(spark, types)
    result = None if returns is None else parse_type(spark, returns)
    info = by_name().get(function.lower())
    sql_name, class_name = function, info.class_name if info else None
    if not _is_function(spark, function):
        if info is not None:
            register(spark, info.name)
        else:
            class_name = function
            sql_name = _register_class(spark, function, parsed.size(), result, rows_only)
    elif info is None and not rows_only and is_of_spark(spark, function):
        raise builtin_function(function)
    sql_name = sql_name if re.fullmatch(r"[A-Za-z_]\w*", sql_name) else quoted(sql_name)
    found, call = _analysed(spark, function, sql_name, parsed)
    if result is not None and found.catalogString() != result.catalogString():
        raise ConformanceError(
            f"{function} returns {found.catalogString()}, not {result.catalogString()}"
        )
    of_class = class_name or (spark.catalog.getFunction(function).className or "")
    columnar = bool(entry_point(spark).hasColumns(call)) or _is_rapids_udf(spark, of_class)
    foldable = bool(call.foldable())
    return Subject(function, sql_name, parsed, found, class_name, info, columnar, foldable)


def _texts(types: Any) -> str:
    return ", ".join(of.catalogString() for of in types)


def inferred_decimal(subject: Subject, returns: TypeLike | None) -> str:
    """A remark if Spark made up the precision of a decimal; else empty."""
    found = subject.returns.catalogString()
    if returns or subject.info or not subject.class_name or not found.startswith("decimal("):
        return ""
    return (
        f"no result type was given, so Spark takes {found} for it; give the one "
        "that you register the UDF with"
    )


def is_of_spark(spark: SparkSession, name: str) -> bool:
    """Return whether a name is that of a function of Spark's own, not of an extension."""
    made_by = spark.catalog.getFunction(name).className if _is_function(spark, name) else None
    of_spark = (made_by or "").startswith("org.apache.spark.sql.catalyst.expressions.")
    return of_spark and bool(entry_point(spark).isBuiltin(name))


def builtin_function(name: str) -> ConformanceError:
    """The error for a function of Spark's own, which is not a UDF."""
    return ConformanceError(
        f"{name} is a function of Spark's own and no UDF: it has no columnar body to test. "
        "Where it runs is the plugin's matter, and rapids_udfs.explain(df).text says it. Name "
        "a UDF: a class in full (com.acme.MyUdf), or a registered function"
    )


def _is_function(spark: SparkSession, name: str) -> bool:
    is_name = re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)?", name)
    return bool(is_name and spark.catalog.functionExists(name))


def _analysed(spark: SparkSession, name: str, sql_name: str, types: Any) -> tuple[Any, Any]:
    """The result's type, and a call over constants as Spark understands it."""
    arguments = ", ".join(f"CAST(NULL AS {t.sql()})" for t in types)
    try:
        df = spark.sql(f"SELECT {sql_name}({arguments}) AS r")
        call = df._jdf.queryExecution().analyzed().expressions().head().child()
        return parse_type(spark, df.schema.fields[0].dataType), call
    except Exception as e:
        if type(e).__module__.startswith("rapids_udfs"):
            raise
        takes = _texts(types) or "no arguments"
        raise ConformanceError(f"{name} does not take ({takes}): {reason(e)}") from e


def _is_rapids_udf(spark: SparkSession, class_name: str) -> bool:
    """Return whether a class, which may be unknown, implements the plugin's interface."""
    found = _Class(spark, class_name)
    return found.is_there and found.is_a(PLUGIN_INTERFACE)


def _register_class(
    spark: SparkSession, name: str, arguments: int, returns: Any, rows_only: bool
) -> str:
    made = _Class(spark, name)
    if not made.is_there:
        jars = ", ".join(filter(None, (spark.conf.get("spark.jars", "") or "").split(",")))
        raise ConformanceError(
            f"there is neither a function nor a class {name!r} in this session "
            f"({jars or 'no jars'}). Name a registered function, or a class in full "
            "(com.acme.MyUdf, com.acme.Outer$Inner) whose jar is in spark.jars"
        )
    sql_name = "udf_" + re.sub(r"\W+", "_", name.rpartition(".")[2]).lower()
    if not (rows_only or made.is_a(PLUGIN_INTERFACE)):
        raise ConformanceError(
            f"{name} does not implement {PLUGIN_INTERFACE}: it has no columnar body to test. "
            "A UDF of Python or a plain one of Java or Scala runs row by row only"
        )
    takes = [n for n in range(_MOST_ARGUMENTS + 1) if made.is_a(f"{_JAVA_UDF}{n}")]
    is_dual = made.is_a(_DUAL)
    instance = made.instance()
    if takes:
        if arguments not in takes:
            raise ConformanceError(
                f"{name} is a UDF{takes[0]}: it takes {takes[0]} arguments, and {arguments} types "
                "were given"
            )
        try:
            declared = None if returns is None else returns.sql()
            spark.udf.registerJavaFunction(sql_name, name, declared)
        except Exception as e:
            first = reason(e)
            hint = "" if returns else ". Give its result type: returns='...' (--returns)"
            if "UDF interface" in first:  # Spark looks no further than the class itself
                what = "one such interface, not only one that it extends"
                hint = f". Let the class itself name {what}"
            raise ConformanceError(f"Spark cannot register {name}: {first}{hint}") from e
    elif any(made.is_a(hive) for hive in _HIVE):
        if spark.conf.get("spark.sql.catalogImplementation") != "hive":
            raise ConformanceError(
                f"{name} is a Hive UDF, and this session has no Hive: call enableHiveSupport() on "
                "the builder"
            )
        spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION {quoted(sql_name)} AS '{name}'")
    elif is_dual:
        entry_point(spark).registerAs(spark._jsparkSession, sql_name, instance)
    else:
        raise ConformanceError(
            f"{name} is neither a Java UDF (UDF0 to UDF22), nor a Hive UDF, nor of this library's "
            "base classes, so it cannot be registered by its class alone. Register it yourself, "
            "for instance in Scala by spark.udf.register, and give the function's name"
        )
    return sql_name


class _Class:
    def __init__(self, spark: SparkSession, name: str) -> None:
        self._name = name
        self._loader = thread(spark.sparkContext._jvm).getContextClassLoader()
        self._class = self._load(name)
        self.is_there = self._class is not None

    def is_a(self, other: str) -> bool:
        """Return whether it implements or extends another class, which may be missing."""
        found = self._load(other)
        return found is not None and bool(found.isAssignableFrom(self._class))

    def instance(self) -> Any:
        """Create an instance, by a public constructor without parameters."""
        from rapids_udfs._py4j import Py4JJavaError

        try:
            return self._class.newInstance()
        except Py4JJavaError as e:
            cause = e.java_exception.getCause()
            because = "" if cause is None else f", because of {cause}"
            raise ConformanceError(
                f"{self._name} cannot be made: {e.java_exception}{because}. {_hint(e)}"
            ) from e

    def _load(self, name: str) -> Any:
        from rapids_udfs._py4j import Py4JJavaError

        try:
            return self._loader.loadClass(name)
        except Py4JJavaError as e:
            said = str(e.java_exception)
            if said.startswith("java.lang.ClassNotFoundException"):
                return None
            if name != self._name:
                return None  # a class of Spark's whose dependencies this session lacks
            raise ConformanceError(f"{name} cannot be loaded: {said}. {_hint(e)}") from e


def _hint(error: Any) -> str:
    said = str(error.java_exception)
    if "NoClassDefFoundError" in said:
        return "What it names must be in a jar of the session, too"
    if "UnsupportedClassVersionError" in said:
        return "It is compiled for a newer Java than this session's: javac --release 17"
    if re.match(r"java\.lang\.(Instantiation|IllegalAccess)Exception", said):
        return (
            "Spark needs a public class with a public constructor without parameters; a nested one "
            "must be static"
        )
    return "Its code, or its file, has this error"
