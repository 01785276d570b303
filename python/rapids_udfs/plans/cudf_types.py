# SPDX-License-Identifier: Apache-2.0

"""The cuDF type of a Spark type on the GPU: ``cudf_type``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs._entry_point import ENTRY_POINT, call_static
from rapids_udfs.errors import ArgumentTypeError, UnsupportedError
from rapids_udfs.registration.function_names import send_library
from rapids_udfs.session.library import active_session, entry_point, is_connect

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def cudf_type(ddl: str, spark: SparkSession | None = None) -> str:
    """The cuDF type that columns of a Spark type have on the GPU.

    Args:
        ddl: the Spark type, for instance ``map<string,decimal(18,2)>``.
        spark: the session to ask; by default the active one.

    Returns:
        For instance ``LIST<STRUCT<STRING, DECIMAL64(scale=-2)>>``.

    Raises:
        ArgumentTypeError: ``ddl`` is not a string.
        UnsupportedError: the string is not a type, or the GPU cannot take it; or see
            ``rapids_udfs.register``.
        SessionError: there is no active session.
        InstallationError: see ``rapids_udfs.register``.
    """
    if not isinstance(ddl, str):
        raise ArgumentTypeError("cudf_type", ddl, "a type as a string (DataType.simpleString())")
    if spark is None:
        spark = active_session("cudf_type")
    if is_connect(spark):
        send_library(spark)
        name = call_static(spark, ENTRY_POINT, "cudfType", ddl)
        if name is None:
            # The error of the server's method does not reach the client.
            raise UnsupportedError(
                f"{ddl!r} is not a Spark SQL type, or not one that the GPU takes (a classic "
                "session says which): use the types of the table in docs/types.md"
            )
        return name
    from pyspark.errors import IllegalArgumentException

    try:
        return str(entry_point(spark).cudfType(ddl))
    except IllegalArgumentException as e:
        raise UnsupportedError(str(e)) from e
