# SPDX-License-Identifier: Apache-2.0

"""The generated functions for the DataFrame API."""

from __future__ import annotations

import inspect
import pickle
import pydoc
import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import get_type_hints

import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import Column
from pyspark.sql import functions as F

import rapids_udfs
from rapids_udfs import functions, list_functions

EVERY = pytest.mark.parametrize("info", list_functions(), ids=lambda f: f.name)


def test_there_is_one_for_each() -> None:
    # If this fails: make generate
    assert sorted(functions.__all__) == sorted(f.name for f in list_functions())
    assert rapids_udfs.functions is functions


@EVERY
def test_is_documented(info) -> None:
    function = getattr(functions, info.name)
    text = inspect.getdoc(function) or ""
    assert text.startswith(f"{info.summary}.")
    for argument in info.arguments:
        assert f"{argument.name}: {argument.type}" in text
    assert f"{info.returns}; " in " ".join(text.split())
    for example in info.examples:
        assert f"{example.sql}  gives  {example.shows}" in text


@EVERY
def test_is_an_ordinary_function(info) -> None:
    function = getattr(functions, info.name)
    assert pickle.loads(pickle.dumps(function)) is function
    assert (function.__module__, function.__qualname__) == (functions.__name__, info.name)
    hints = get_type_hints(function)
    assert hints.pop("return") is Column
    assert len(hints) == len(info.arguments)
    for name, argument in zip(inspect.signature(function).parameters, info.arguments, strict=True):
        assert name.removesuffix("_") == argument.name
        is_string = argument.literal and argument.type == "string"
        assert (function.__annotations__[name] == "LiteralStr") == is_string


def test_help_shows_them() -> None:
    text = pydoc.plain(pydoc.render_doc(functions))
    assert "    ip_in_cidr(address: 'ColumnOrName', block: 'LiteralStr') -> 'Column'" in text
    assert dir(functions) == functions.__all__


@EVERY
def test_calls_its_function(spark, info) -> None:
    """Over nulls of the declared types: Spark resolves the call, and to the declared type."""
    types = ["string" if a.type == "any" else a.type for a in info.arguments]
    call = getattr(functions, info.name)(*(F.lit(None).cast(t) for t in types))
    frame = spark.range(1).select(call.alias("result"))
    if not info.dependent_result:
        declared = spark.sql(f"SELECT CAST(NULL AS {info.returns}) AS result").schema
        assert frame.schema["result"].dataType == declared["result"].dataType
    (row,) = frame.collect()
    if info.null_rule.startswith("any_null") and info.arguments:
        assert row["result"] is None


def test_takes_names_and_columns(spark) -> None:
    frame = spark.createDataFrame([("a%20b", "x")], "query string, other string")
    (row,) = frame.select(
        functions.url_decode_form("query"), functions.url_decode_form(frame["query"])
    ).collect()
    assert tuple(row) == ("a b", "a b")


def test_takes_constants(spark) -> None:
    frame = spark.createDataFrame([("abc", Decimal("10.0"))], "query string, net decimal(18,2)")
    (row,) = frame.select(
        functions.char_ngrams("query", 2),
        functions.money_gross("net", Decimal("0.19")),
        functions.fiscal_year(date(2024, 11, 5), 10),
        functions.ip_in_cidr(F.lit("10.1.2.3"), F.lit("10.0.0.0/8")),
        functions.array_jaccard(["a", "b"], ("b",)),
        functions.map_sum({"a": 1, "b": None}),
        functions.ascii_lower(None),
        functions.dec_sum([Decimal("1.50"), Decimal("2.25")]),
    ).collect()
    assert tuple(row[:4]) == (["ab", "bc"], Decimal("11.90"), 2025, True)
    assert tuple(row[4:]) == (0.5, 1, None, Decimal("3.75"))
    # A string is the name of a column, as in PySpark's functions.
    with pytest.raises(AnalysisException, match="UNRESOLVED_COLUMN"):
        frame.select(functions.hamming("query", "abd"))


def test_takes_literals(spark) -> None:
    """What is a constant by its nature may be written as one, or be a column."""
    rows = [("10.1.2.3", "10.0.0.0/8", {"a.x": "1", "b": "2"}, "(212) 555 0199")]
    ddl = "ip string, block string, tags map<string,string>, phone string"
    frame = spark.createDataFrame(rows, ddl)
    (row,) = frame.select(
        functions.ip_in_cidr("ip", "10.0.0.0/8"),
        functions.ip_in_cidr("ip", F.col("block")),
        functions.ip_in_cidr("ip", frame["block"]),
        functions.map_get_or("tags", "c", "none"),
        functions.map_filter_prefix("tags", "a."),
        functions.phone_e164("phone", "1"),
        functions.ip_in_cidr("ip", None),
    ).collect()
    assert tuple(row) == (True, True, True, "none", {"a.x": "1"}, "+12125550199", None)


def test_a_string_is_a_columns_name_where_a_number_is_wanted(spark) -> None:
    frame = spark.createDataFrame([("abc", 2)], "text string, n int")
    row = frame.select(functions.char_ngrams("text", "n"), functions.char_ngrams("text", 3)).first()
    assert tuple(row) == (["ab", "bc"], ["abc"])


def test_what_is_no_constant(spark) -> None:
    import numpy as np

    frame = spark.createDataFrame([("abcd",)], "text string")
    assert frame.select(functions.mask_keep_last("text", np.int64(2))).first()[0] == "**cd"
    with pytest.raises(OverflowError, match="does not fit into a BIGINT"):
        functions.mask_keep_last("text", 2**70)
    with pytest.raises(TypeError, match="is a set: give a list"):
        functions.array_jaccard({"a"}, ["a"])


def test_varargs_and_no_arguments(spark) -> None:
    frame = spark.range(1).select(
        functions.count_nulls(), functions.count_nulls("id", F.lit(None)), functions.lib_version()
    )
    assert tuple(frame.head()) == (0, 1, rapids_udfs.__version__)


def test_wrong_number_of_arguments_fails_in_python() -> None:
    missing = r"^money_gross\(\) missing 1 required positional argument: 'rate'"
    with pytest.raises(TypeError, match=missing):
        functions.money_gross("amount")
    with pytest.raises(TypeError, match=r"^lib_version\(\) takes 0 positional arguments but 1 was"):
        functions.lib_version("x")
    with pytest.raises(TypeError, match=r"^ipv4_to_long\(\) got an unexpected keyword .* 'adress'"):
        functions.ipv4_to_long(adress="ip")


def test_the_package_lists_its_api() -> None:
    for name in rapids_udfs.__all__:
        assert getattr(rapids_udfs, name) is not None
    assert dir(rapids_udfs) == sorted(rapids_udfs.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'no_such_thing'"):
        _ = rapids_udfs.no_such_thing


def test_no_function_has_the_name_of_a_module() -> None:
    folder = Path(rapids_udfs.__file__).parent
    modules = {path.stem for path in folder.iterdir()}
    functions_and_classes = {n for n, module in rapids_udfs._MODULES.items() if "." in module}
    assert not modules & functions_and_classes


def test_an_import_loads_nothing_of_its_own_and_is_quick() -> None:
    """At most 50 ms; here of a machine that may be busy, the best of several."""
    program = (
        "import sys, time; begin = time.perf_counter(); import rapids_udfs; "
        "print(time.perf_counter() - begin, *(m for m in sys.modules if m.startswith('rapids')))"
    )
    lines = [
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True
        ).stdout.split()
        for _ in range(5)
    ]
    assert {*lines[0][1:]} == {"rapids_udfs", "rapids_udfs._versions"}
    assert min(float(line[0]) for line in lines) < 0.05


@pytest.mark.parametrize("name", [n for n in rapids_udfs.__all__ if n[0].islower()])
def test_public_functions_document_their_errors(name: str) -> None:
    public = getattr(rapids_udfs, name)
    if not inspect.isfunction(public):
        return
    text = inspect.getdoc(public) or ""
    assert "Raises:" in text
