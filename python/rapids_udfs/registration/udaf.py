# SPDX-License-Identifier: Apache-2.0

"""``rapids_udfs.udaf``: aggregates that are Python functions of the list of a group's values."""

# ruff: noqa: N803 (PySpark's names)

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from rapids_udfs.errors import (
    ArgumentTypeError,
    ArgumentValueError,
    RegistrationError,
    SessionError,
    UnsupportedError,
)
from rapids_udfs.python_udfs.hook import udf, unwrapped
from rapids_udfs.registration.function_names import (
    SessionFunctions,
    builtins_come_first,
    is_extended,
)
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.session.library import active_session, entry_point, require_classic

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession
    from pyspark.sql.types import DataType

_CALLS = "udaf(f, elementType, returnType), or @udaf(elementType, returnType)"


class Udaf:
    """An aggregate function: call it with columns, or register it for SQL.

    Attributes:
        func: the Python function.
        elementType: the type of the values in its list.
        returnType: the type of its result.
    """

    def __init__(
        self,
        func: Callable[[list[Any]], Any],
        elementType: DataType | str,
        returnType: DataType | str,
        **options: Any,
    ) -> None:
        """See ``rapids_udfs.udaf``."""
        for name, value in (("elementType", elementType), ("returnType", returnType)):
            _require_type(name, value)
        _require_function(func)
        self.func, self.elementType, self.returnType = func, elementType, returnType
        self._options = options
        functools.update_wrapper(self, func)
        self.__name__ = str(getattr(func, "__name__", "udaf"))

    def __call__(self, *columns: Column | str, **named: Any) -> Column:
        """Return the aggregate as a column; it supports ``.over(window)``.

        Args:
            columns: one column, or one for each field of the element type.
            named: none; columns have no names here.

        Raises:
            ArgumentTypeError: an argument is neither a column nor a name, or is passed by name.
            SessionError: there is no active session, or it lacks this library's extension.
            UnsupportedError: the session is a Spark Connect client.
        """
        from pyspark.sql import Column
        from pyspark.sql import functions as F

        if named:
            call = f"{self.__name__}({', '.join(map(repr, named.values()))})"
            raise ArgumentTypeError(repr(self), named, f"columns by position: {call}")
        for argument in columns:
            if not isinstance(argument, Column | str):
                raise ArgumentTypeError(repr(self), argument, "columns or their names")
        spark = active_session(repr(self))
        library, java_udf, element = self._java_parts(spark)
        arguments: list[Any] = [c if isinstance(c, Column) else F.col(c) for c in columns]
        java_columns = java_list(spark, [column._jc for column in arguments])
        return _column(library.pythonAggregate(java_udf, element, java_columns))

    def register(self, spark: SparkSession, name: str | None = None) -> Udaf:
        """Register it as a temporary function of a session's SQL, and return it.

        Args:
            spark: a classic session with this library's extension.
            name: the function's name in SQL; by default that of the Python function.

        Raises:
            RegistrationError: SQL cannot call a function of this name.
            SessionError, UnsupportedError: as for a call.
        """
        sql_name = self.__name__ if name is None else name
        if not isinstance(sql_name, str) or not re.fullmatch(r"[A-Za-z_]\w*", sql_name, re.ASCII):
            raise RegistrationError(
                f"SQL cannot call a function named {sql_name!r}; use letters, digits and "
                "underscores, not beginning with a digit, for example register(spark, 'spread')"
            )
        library, java_udf, element = self._java_parts(spark, sql_name)
        if builtins_come_first(spark) and SessionFunctions(spark, [sql_name]).is_builtin(sql_name):
            raise RegistrationError(
                f"SQL calls Spark's own {sql_name} instead of this aggregate: register it by "
                f"another name, for example register(spark, 'my_{sql_name}')"
            )
        library.registerPythonAggregate(spark._jsparkSession, sql_name, java_udf, element)
        return self

    def _java_parts(self, spark: SparkSession, name: str = "") -> tuple[Any, Any, str]:
        """The JVM's library, its object of the function's UDF, and the element type as JSON."""
        from pyspark.sql.types import DataType, _parse_datatype_string

        require_classic(spark, "rapids_udfs.udaf")
        if not is_extended(spark):
            raise SessionError(
                "rapids_udfs.udaf needs this library's extension, which a session has from its "
                "start: rapids_udfs.configure(SparkSession.builder).getOrCreate(), or "
                "spark.sql.extensions=io.github.rapidsudfs.RapidsUdfsExtensions and this package's "
                "jars"
            )
        python_udf = unwrapped(udf(self.func, self.returnType, **self._options))
        if name:
            # As PySpark's own register does; copying the JVM's object depends on the Spark version.
            python_udf._name = name
        element = self.elementType
        if not isinstance(element, DataType):
            element = _parse_datatype_string(element)
        return entry_point(spark), python_udf._judf, element.json()

    def __repr__(self) -> str:
        return f"the aggregate {self.__name__}"

    def __reduce__(self) -> NoReturn:
        """Refuse to be sent to Python workers, where PySpark would call it for each row."""
        raise UnsupportedError(
            f"{self!r} is not a UDF: in SQL use it by its own register(spark, name) in place of "
            "spark.udf.register, and in DataFrames by a call"
        )


def _require_function(func: Any) -> None:
    """Raise ArgumentTypeError unless a function can be called with a list."""
    takes = "a Python function of one parameter, the list of a group's values"
    if not callable(func) or hasattr(func, "returnType"):
        raise ArgumentTypeError("udaf", func, f"{takes}, and not a UDF")
    try:
        signature = inspect.signature(func)
    except (TypeError, ValueError):  # of some builtins
        return
    try:
        signature.bind([])
    except TypeError:
        name = getattr(func, "__name__", type(func).__name__)
        raise ArgumentValueError(f"udaf takes {takes}, not {name}{signature}") from None


def _require_type(name: str, value: Any) -> None:
    """Raise an error unless a value is a type; without a session, a string may be any."""
    from pyspark.errors import ParseException
    from pyspark.sql import SparkSession
    from pyspark.sql.types import DataType, _parse_datatype_string

    if isinstance(value, DataType):
        return
    if not isinstance(value, str):
        raise ArgumentTypeError("udaf", value, f"a type as {name}, such as 'double': {_CALLS}")
    wrong = ArgumentValueError(
        f"{name}={value!r} is not a type. Use Spark's, for example 'double', 'array<int>' or "
        "'price double, quantity int'"
    )
    if not value.strip():
        raise wrong
    if SparkSession.getActiveSession() is not None:
        try:
            _parse_datatype_string(value)
        except ParseException:
            raise wrong from None


def udaf(f: Any = None, elementType: Any = None, returnType: Any = None, **options: Any) -> Any:
    """Turn a Python function of the list of a group's values into an aggregate.

    The list has a value for each row of the group, None for null; with several columns, a tuple
    (a ``Row``) for each row. Its order is that of Spark's ``collect_list``, which varies after a
    shuffle. Spark collects the list by that aggregate, on the GPU if the plugin does, and the
    function is then a UDF of it, compiled as by ``rapids_udfs.udf``.

        @rapids_udfs.udaf("double", "double")
        def spread(values):
            known = [v for v in values if v is not None]
            return max(known) - min(known) if known else None

        trips.groupBy("city").agg(spread("fare"))
        spread.register(spark, "spread")
        spark.sql("SELECT city, spread(fare) FROM trips GROUP BY ROLLUP (city)")

    All values of a group are in memory at once: in the JVM, and again as Python objects if the
    function is not compiled. A group of more rows than ``spark.rapidsUdfs.pythonUdfs.largestGroup``
    (1,000,000) is an error.

    Args:
        f: the function; as a decorator, the element type.
        elementType: the type of a value: ``"double"``; for several columns a struct with their
            names, ``"price double, quantity int"``. The columns' types must fit into it.
        returnType: the type of the result.
        options: those of PySpark's ``udf``: ``useArrow=``.

    Returns:
        A ``Udaf``; without a function, a decorator that returns one.

    Raises:
        ArgumentTypeError: a type is missing, or ``f`` is not a function.
        ArgumentValueError: the function does not take one list, or there is no such type.
    """
    if callable(f):
        return Udaf(f, elementType, returnType, **options)
    types = [value for value in (f, elementType, returnType) if value is not None]
    if len(types) != 2:
        raise ArgumentTypeError("udaf", types, f"two types: {_CALLS}")
    return lambda function: Udaf(function, *types, **options)


def _column(java: Any) -> Column:
    """PySpark's column of Java's; since Spark 4 the classic one is a separate class."""
    try:
        from pyspark.sql.classic.column import Column
    except ImportError:
        from pyspark.sql import Column  # type: ignore[assignment]
    column_class: Any = Column
    return column_class(java)  # type: ignore[no-any-return]
