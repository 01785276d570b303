# SPDX-License-Identifier: Apache-2.0

"""The JVM's answer to which cuDF type a Spark type has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pyspark.sql import SparkSession
from pyspark.sql.types import StringType

from rapids_udfs import cudf_type
from rapids_udfs.errors import ArgumentTypeError, SessionError, UnsupportedError


@pytest.mark.parametrize(
    ("ddl", "cudf"),
    [
        ("decimal(9,2)", "DECIMAL32(scale=-2)"),
        ("decimal(18,2)", "DECIMAL64(scale=-2)"),
        ("decimal(38,10)", "DECIMAL128(scale=-10)"),
        ("binary", "LIST<UINT8>"),
        ("map<string,array<date>>", "LIST<STRUCT<STRING, LIST<TIMESTAMP_DAYS>>>"),
    ],
)
def test_type(spark, ddl: str, cudf: str) -> None:
    assert cudf_type(ddl, spark) == cudf
    assert cudf_type(ddl) == cudf


def test_the_documented_table(spark) -> None:
    text = (Path(__file__).parents[2] / "docs" / "types.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \w+Type[^|]*\| `([^`]+)` \| `([^`]+)`", text, re.M)
    assert len(rows) == 18
    assert [(ddl, cudf_type(ddl, spark)) for ddl, _ in rows] == rows


def test_unsupported(spark) -> None:
    with pytest.raises(UnsupportedError, match="INTERVAL DAY cannot be an argument or result"):
        cudf_type("interval day", spark)


def test_no_type(spark) -> None:
    with pytest.raises(UnsupportedError, match=r"'foo' is not a Spark SQL type such as dec"):
        cudf_type("foo", spark)


def test_without_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    with pytest.raises(SessionError) as e:
        cudf_type("int")
    assert "cudf_type needs a JVM, and there is no active Spark session" in str(e.value)
    assert "pass it: spark=" in str(e.value)


@pytest.mark.parametrize("value", [None, 3, StringType()])
def test_no_text(value) -> None:
    with pytest.raises(ArgumentTypeError, match="cudf_type takes a type as a string"):
        cudf_type(value)
