# SPDX-License-Identifier: Apache-2.0

"""The kit's engine in the session's JVM: types, values, comparison and shrinking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.types import DataType, StructType

from rapids_udfs.errors import UnsupportedError
from rapids_udfs.runtime import jars
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.session.library import (
    active_session,
    entry_point,
    line_of,
    load_class,
    once_per_context,
)
from rapids_udfs.session.query_errors import message

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TypeLike = str | DataType
"""A type, or its string such as ``map<string,decimal(18,2)>``."""
Types = str | Sequence[TypeLike] | StructType
"""Several types: ``"string,int"``, a list, or a schema."""

_ENGINE = "io.github.rapidsudfs.testkit.Engine"


def engine(spark: SparkSession) -> Any:
    """Return the JVM's engine of a classic session; its jar is added if needed."""
    entry_point(spark)
    return _engine(spark)


@once_per_context
def _engine(spark: SparkSession) -> Any:
    return load_class(spark, _ENGINE, jars.testkit_jar(line_of(spark))).newInstance()


def session(call: str) -> SparkSession:
    """Return the running session of this process, or raise SessionError."""
    return active_session(
        call,
        "asks the test kit in a session's JVM, and no classic session is running in this process. "
        "Start one, or ask within a test that has the fixture rapids_udfs_spark",
    )


def parse_type(spark: SparkSession, spark_type: TypeLike) -> Any:
    """Return the JVM's type, with nulls at every level, or raise UnsupportedError."""
    if not isinstance(spark_type, (str, DataType)):
        raise UnsupportedError(f"{spark_type!r:.80} is neither a Spark type nor a string of one")
    text = spark_type if isinstance(spark_type, str) else spark_type.json()
    return _parsed(engine(spark).type, text)


def parse_types(spark: SparkSession, types: Types) -> Any:
    """Return the JVM's types of ``"string,decimal(18,2)"``, of a list or of a schema."""
    if isinstance(types, str):
        return _parsed(engine(spark).types, types)
    if isinstance(types, StructType):
        types = [field.dataType for field in types.fields]
    # Anything but a list is a single type, or is refused as not a type.
    listed = types if isinstance(types, Sequence) else [types]
    return java_list(spark, [parse_type(spark, spark_type) for spark_type in listed])


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    try:
        return parse(text)
    except Exception as e:
        raise UnsupportedError(message(e)) from e
