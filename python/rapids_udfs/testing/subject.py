# SPDX-License-Identifier: Apache-2.0

"""The UDF under test: found or registered, with the types that it takes and returns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs._numbers import counted
from rapids_udfs._py4j import Py4JJavaError
from rapids_udfs.catalogue.function_info import FunctionInfo, by_name
from rapids_udfs.errors import ArgumentTypeError, ConformanceError, RapidsUdfsError
from rapids_udfs.registration.api import register
from rapids_udfs.registration.function_names import quoted
from rapids_udfs.session.jvm_objects import simple_name
from rapids_udfs.session.library import PLUGIN_INTERFACE, entry_point, thread
from rapids_udfs.session.query_errors import reason
from rapids_udfs.testing.engine import TypeLike, Types, parse_type, parse_types

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_DUAL = "io.github.rapidsudfs.api.DualFunction"
_JAVA_UDF = "org.apache.spark.sql.api.java.UDF"
_HIVE = {"org.apache.hadoop.hive.ql.exec.UDF", "org.apache.hadoop.hive.ql.udf.generic.GenericUDF"}


@dataclass(frozen=True)
class Subject:
    """A UDF that SQL can call."""

    name: str
    sql_name: str
    types: Any
    """The arguments' types, as the JVM's list."""
    returns: Any
    class_name: str | None
    info: FunctionInfo | None
    columnar: bool
    folded: bool = False
    """Whether Spark itself computes a call of constants, as for Hive UDFs."""
    first: int = 0
    """The number of its first argument among the columns of a view."""
    is_python: bool = False

    @property
    def signature(self) -> str:
        """The signature, for reports."""
        types = ", ".join(of.catalogString() for of in self.types)
        return f"{self.name}({types}) -> {self.returns.catalogString()}"

    def tolerance(self, tolerance: float | None) -> float:
        """The relative difference allowed: the argument, else that of the catalogue."""
        if tolerance is None:
            tolerance = self.info.tolerance if self.info else 0.0
        return valid_tolerance(tolerance)

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
    declared = None if returns is None else parse_type(spark, returns)
    info = by_name().get(function.lower())
    sql_name, class_name = function, info.class_name if info else None
    if not _is_function(spark, function):
        if info is not None:
            register(spark, info.name)
        else:
            class_name = function
            sql_name = _register_class(spark, function, parsed.size(), declared, rows_only)
    elif info is None and not rows_only and is_of_spark(spark, function):
        raise builtin_function(function)
    sql_name = sql_name if re.fullmatch(r"[A-Za-z_]\w*", sql_name) else quoted(sql_name)
    result, call = _analysed(spark, function, sql_name, parsed)
    if declared is not None and result.catalogString() != declared.catalogString():
        raise ConformanceError(
            f"{function} returns {result.catalogString()}, not {declared.catalogString()}"
        )
    class_ = _load(spark, class_name or spark.catalog.getFunction(function).className or "")
    columnar = entry_point(spark).hasColumns(call) or PLUGIN_INTERFACE in _supertypes(class_)
    return Subject(
        *(function, sql_name, parsed, result, class_name, info, columnar),
        folded=bool(call.foldable()),
        is_python=simple_name(call) == "PythonUDF",
    )


def is_of_spark(spark: SparkSession, name: str) -> bool:
    """Return whether a name is that of a Spark builtin, not of an extension's function."""
    class_name = spark.catalog.getFunction(name).className if _is_function(spark, name) else None
    of_spark = (class_name or "").startswith("org.apache.spark.sql.catalyst.expressions.")
    return of_spark and bool(entry_point(spark).isBuiltin(name))


def builtin_function(name: str) -> ConformanceError:
    """The error for a Spark builtin."""
    return ConformanceError(
        f"{name} is a Spark builtin, not a UDF: it has no columnar body to test. "
        "rapids_udfs.explain(df).text shows where it runs. Name a UDF: a class in full "
        "(com.acme.MyUdf), or a registered function"
    )


def _is_function(spark: SparkSession, name: str) -> bool:
    is_name = re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)?", name)
    return bool(is_name and spark.catalog.functionExists(name))


def _analysed(spark: SparkSession, name: str, sql_name: str, types: Any) -> tuple[Any, Any]:
    """The result's type, and Spark's analysed call of constants."""
    arguments = ", ".join(f"CAST(NULL AS {t.sql()})" for t in types)
    try:
        df = spark.sql(f"SELECT {sql_name}({arguments}) AS r")
        call = df._jdf.queryExecution().analyzed().expressions().head().child()
        return parse_type(spark, df.schema.fields[0].dataType), call
    except RapidsUdfsError:
        raise
    except Exception as e:
        takes = ", ".join(of.catalogString() for of in types) or "no arguments"
        raise ConformanceError(f"{name} does not take ({takes}): {reason(e)}") from e


def _register_class(
    spark: SparkSession, name: str, arguments: int, returns: Any, rows_only: bool
) -> str:
    """Register a class as the kind of UDF that it is; return its name in SQL."""
    class_ = _load(spark, name)
    if class_ is None:
        jars = ", ".join(filter(None, (spark.conf.get("spark.jars", "") or "").split(",")))
        raise ConformanceError(
            f"there is neither a function nor a class {name!r} in this session "
            f"({jars or 'no jars'}). Name a registered function, or a class in full "
            "(com.acme.MyUdf, com.acme.Outer$Inner) whose jar is in spark.jars"
        )
    forms = _supertypes(class_)
    if not (rows_only or PLUGIN_INTERFACE in forms):
        raise ConformanceError(
            f"{name} does not implement {PLUGIN_INTERFACE}: it has no columnar body to test. "
            "A UDF of Python or a plain one of Java or Scala runs row by row only"
        )
    sql_name = "udf_" + re.sub(r"\W+", "_", name.rpartition(".")[2]).lower()
    instance = _instance(name, class_)
    takes = sorted(int(form[len(_JAVA_UDF) :]) for form in forms if form.startswith(_JAVA_UDF))
    if takes:
        if arguments not in takes:
            raise ConformanceError(
                f"{name} is a UDF{takes[0]}: it takes {counted(takes[0], 'argument')}, and "
                f"{counted(arguments, 'type')} {'was' if arguments == 1 else 'were'} passed"
            )
        _register_java_udf(spark, sql_name, name, returns)
    elif forms & _HIVE:
        if spark.conf.get("spark.sql.catalogImplementation") != "hive":
            raise ConformanceError(
                f"{name} is a Hive UDF, and this session has no Hive: call enableHiveSupport() on "
                "the builder"
            )
        spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION {quoted(sql_name)} AS '{name}'")
    elif _DUAL in forms:
        entry_point(spark).registerAs(spark._jsparkSession, sql_name, instance)
    else:
        raise ConformanceError(
            f"{name} is neither a Java UDF (UDF0 to UDF22), nor a Hive UDF, nor of this library's "
            "base classes, so it cannot be registered by its class alone. Register it yourself, "
            "for instance in Scala by spark.udf.register, and pass the function's name"
        )
    return sql_name


def _register_java_udf(spark: SparkSession, sql_name: str, name: str, returns: Any) -> None:
    try:
        spark.udf.registerJavaFunction(sql_name, name, returns and returns.sql())
    except Exception as e:
        problem = reason(e)
        hint = "" if returns else ". Pass its result type: returns='...' (--returns)"
        if "UDF interface" in problem:  # Spark looks no further than the class itself
            hint = ". The class itself must implement one, not only a class that it extends"
        raise ConformanceError(f"Spark cannot register {name}: {problem}{hint}") from e


def _load(spark: SparkSession, name: str) -> Any:
    """A class of the session; None if it has no such class."""
    try:
        return thread(spark.sparkContext._jvm).getContextClassLoader().loadClass(name)
    except Py4JJavaError as e:
        error = str(e.java_exception)
        if error.startswith("java.lang.ClassNotFoundException"):
            return None
        raise ConformanceError(f"{name} cannot be loaded: {error}. {_hint(error)}") from e


def _supertypes(class_: Any) -> set[str]:
    """The names of a class and of all classes and interfaces that it extends or implements."""
    classes = [class_]
    for each in classes:  # which grows
        if each is not None:
            classes += [each.getSuperclass(), *each.getInterfaces()]
    return {str(each.getName()) for each in classes if each is not None}


def _instance(name: str, class_: Any) -> Any:
    """An instance, by a public constructor without parameters."""
    try:
        return class_.newInstance()
    except Py4JJavaError as e:
        error, cause = str(e.java_exception), e.java_exception.getCause()
        problem = error if cause is None else f"{error}, because of {cause}"
        raise ConformanceError(f"{name} cannot be instantiated: {problem}. {_hint(error)}") from e


def _hint(error: str) -> str:
    if "NoClassDefFoundError" in error:
        return "The class that it names must be in a jar of the session, too"
    if "UnsupportedClassVersionError" in error:
        return "It is compiled for a newer Java than this session's: javac --release 17"
    if re.match(r"java\.lang\.(Instantiation|IllegalAccess)Exception", error):
        return (
            "Spark needs a public class with a public constructor without parameters; a nested one "
            "must be static"
        )
    return "Its code, or its file, has this error"


def valid_tolerance(tolerance: Any) -> float:
    """Return a tolerance; raise ValueError for any but a number from 0 on, below 1."""
    is_number = isinstance(tolerance, (int, float)) and not isinstance(tolerance, bool)
    if not (is_number and 0 <= tolerance < 1):
        text = "which is not a number from 0 on, below 1"
        raise ValueError(f"tolerance is {tolerance!r:.80}, {text}")
    return float(tolerance)
