# SPDX-License-Identifier: Apache-2.0

"""Registration in a classic session, whose JVM is at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.catalogue.function_info import FunctionInfo
from rapids_udfs.registration import java_api
from rapids_udfs.session.library import entry_point, jvm_class

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_IDENTIFIER = "org.apache.spark.sql.catalyst.FunctionIdentifier"


class _Before(NamedTuple):
    """The earlier meaning of a name, in Spark's own terms."""

    identifier: Any
    info: Any
    builder: Any


class ClassicSession:
    """Registration in a classic session: by Spark's API, then with the extension's analysis."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._library = entry_point(spark)
        self._before: list[_Before] = []

    def why_not(self, function: FunctionInfo) -> str | None:
        """Return None: every function can be registered here."""
        return None

    def create(self, function: FunctionInfo, sql_name: str) -> None:
        """Create a temporary function unless it exists, whatever the name means now."""
        now = self._now(sql_name)
        if now.info.isDefined() and now.info.get().getClassName() == function.class_name:
            return  # this very function, with the analysis that is wanted
        self._before.append(now)
        if java_api.takes_class(function):
            java_api.register_class(self._spark, function, sql_name)
        self._library.registerAs(self._spark._jsparkSession, sql_name, function.class_name)

    def undo(self) -> None:
        """Give every name that was taken its former meaning, or none."""
        for identifier, info, builder in reversed(self._before):
            if info.isDefined():
                self._registry.registerFunction(identifier, info.get(), builder.get())
            else:
                self._registry.dropFunction(identifier)
        self._before.clear()

    def _now(self, sql_name: str) -> _Before:
        identifier = jvm_class(self._spark, _IDENTIFIER)(sql_name.lower())
        return _Before(
            identifier,
            self._registry.lookupFunction(identifier),
            self._registry.lookupFunctionBuilder(identifier),
        )

    @property
    def _registry(self) -> Any:
        return self._spark._jsparkSession.sessionState().functionRegistry()
