# SPDX-License-Identifier: Apache-2.0

"""Registration in a classic session, whose JVM is at hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rapids_udfs.catalogue.function_info import FunctionInfo
from rapids_udfs.session.library import entry_point

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def register_class(spark: SparkSession, function: FunctionInfo, sql_name: str) -> None:
    """Create a temporary function by Spark's API for Java UDFs, whatever the name stood for."""
    # The API needs one type even if it depends on the arguments.
    returns = "void" if function.dependent_result else function.returns
    spark.udf.registerJavaFunction(sql_name, function.class_name, returns)


class ClassicSession:
    """Registration in a classic session: by Spark's API, then with the extension's analysis."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._library = entry_point(spark)
        # The earlier meanings of names: identifier, information and builder.
        self._before: list[tuple[Any, Any, Any]] = []

    def create(self, function: FunctionInfo, sql_name: str) -> None:
        """Create a temporary function unless it exists, whatever the name means now."""
        names = self._library.functionNames()
        identifier = names.temporary(sql_name.lower())
        info = self._registry.lookupFunction(identifier)
        for known in (info, self._registry.lookupFunction(names.builtin(sql_name.lower()))):
            if known.isDefined() and known.get().getClassName() == function.class_name:
                return  # this very function, with the analysis that is wanted
        builder = self._registry.lookupFunctionBuilder(identifier)
        self._before.append((identifier, info, builder))
        # Spark's API knows fixed arities only.
        if not function.varargs:
            register_class(self._spark, function, sql_name)
        self._library.registerAs(self._spark._jsparkSession, sql_name, function.class_name)

    def undo(self) -> None:
        """Give every name that was taken its former meaning, or none."""
        for identifier, info, builder in reversed(self._before):
            if info.isDefined():
                self._registry.registerFunction(identifier, info.get(), builder.get())
            else:
                self._registry.dropFunction(identifier)
        self._before.clear()

    def drop(self, sql_names: Iterable[str]) -> None:
        """Drop temporary functions; a builtin of the name has it again."""
        names = self._library.functionNames()
        for name in sql_names:
            self._registry.dropFunction(names.temporary(name))
            # Before Spark 4.2 builtins and temporary functions have one namespace.
            builtin = names.builtin(name)
            if self._library.isBuiltin(name) and not self._registry.functionExists(builtin):
                own = self._spark._jsparkSession.newSession().sessionState().functionRegistry()
                info, builder = own.lookupFunction(builtin), own.lookupFunctionBuilder(builtin)
                self._registry.registerFunction(builtin, info.get(), builder.get())

    @property
    def _registry(self) -> Any:
        return self._spark._jsparkSession.sessionState().functionRegistry()
