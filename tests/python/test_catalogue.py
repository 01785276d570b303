# SPDX-License-Identifier: Apache-2.0

"""The catalogue as Python shows it, and that it is the JVM's."""

from __future__ import annotations

import json
import zipfile
from itertools import groupby
from pathlib import Path

import pytest

from rapids_udfs import describe, list_functions
from rapids_udfs._versions import __version__
from rapids_udfs.catalogue import function_info
from rapids_udfs.catalogue.builtins import builtins
from rapids_udfs.catalogue.function_info import NULL_RULES, by_name, parse
from rapids_udfs.errors import (
    ArgumentTypeError,
    InstallationError,
    RapidsUdfsError,
    UnknownFunctionError,
)
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.library import entry_point


@pytest.fixture
def catalogue_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "catalogue.json"
    monkeypatch.setattr(function_info, "FILE", file)
    by_name.cache_clear()
    yield file
    by_name.cache_clear()


def test_matches_the_jar(spark) -> None:
    in_jar = json.loads(entry_point(spark).catalogueJson())["functions"]
    assert list_functions() == [parse(entry) for entry in in_jar]


@pytest.mark.jars
def test_every_function_has_a_hive_class_in_the_jar() -> None:
    with zipfile.ZipFile(jars.hive_jar(installed_spark().line)) as jar:
        entries = set(jar.namelist())
    wanted = {f.name: f.hive_class.replace(".", "/") + ".class" for f in list_functions()}
    assert {name for name, entry in wanted.items() if entry not in entries} == set()


def test_names_are_unique_and_grouped() -> None:
    functions = list_functions()
    assert len({f.name for f in functions}) == len(functions)
    groups = [category for category, _ in groupby(functions, lambda f: f.category)]
    assert len(set(groups)) == len(groups)
    for category in groups:
        names = [f.name for f in functions if f.category == category]
        assert names == sorted(names)


@pytest.mark.parametrize("function", list_functions(), ids=lambda f: f.name)
def test_every_function_has_a_text(function) -> None:
    text = str(function)
    assert text.startswith(function.signature)
    for part in (function.summary, NULL_RULES[function.null_rule], function.class_name):
        assert part in text
    for example in function.examples:
        assert f"> SELECT {example.sql};\n  {example.shows}" in text


def test_text_of_one() -> None:
    lines = str(describe("money_round")).splitlines()
    assert lines[0] == "money_round(amount decimal(9,4)) -> decimal(9,2)"
    assert "  category     money" in lines
    assert "  result       null where any argument is null" in lines
    on_gpu = "  on the GPU   (amount DECIMAL32(scale=-4)) -> DECIMAL32(scale=-2)"
    assert on_gpu in lines


def test_describe_takes_upper_case() -> None:
    assert describe("ASCII_LOWER") is describe("ascii_lower")


def test_arguments_are_typed() -> None:
    info = describe("money_gross")
    assert [(a.name, a.type, a.cudf) for a in info.arguments] == [
        ("amount", "decimal(18,2)", "DECIMAL64(scale=-2)"),
        ("rate", "decimal(5,4)", "DECIMAL32(scale=-4)"),
    ]
    assert describe("count_nulls").varargs
    assert describe("identity").dependent_result
    assert describe("identity").returns_cudf is None


def test_unknown_function_names_the_closest() -> None:
    with pytest.raises(UnknownFunctionError) as e:
        describe("url_decod")
    assert "there is no function 'url_decod' in the catalogue; did you mean url_decode_form" in str(
        e.value
    )
    assert "rapids-udfs list" in str(e.value)


def test_functions_of_a_category() -> None:
    money = list_functions("Money")
    assert money == [f for f in list_functions() if f.category == "money"] != []
    assert [b.name for b in list_functions("builtins")] == [*builtins()]
    with pytest.raises(RapidsUdfsError, match=r"no category 'mony'; did you mean money\? There"):
        list_functions("mony")
    with pytest.raises(ArgumentTypeError, match="list_functions takes a category's name, not int"):
        list_functions(3)  # type: ignore[call-overload]


def test_describe_of_a_builtin() -> None:
    assert "A builtin of Spark." in str(describe("ARRAY_INSERT"))


@pytest.mark.parametrize("name", [None, 3, ["word_count"]])
def test_describe_of_no_name(name) -> None:
    with pytest.raises(ArgumentTypeError, match="describe takes a function's name, not "):
        describe(name)


def test_unknown_function_without_a_close_one() -> None:
    with pytest.raises(UnknownFunctionError) as e:
        describe("qqqqqqqqqq")
    assert str(e.value) == (
        "there is no function 'qqqqqqqqqq' in the catalogue. List them: rapids-udfs list"
    )


def test_of_another_version(catalogue_file: Path) -> None:
    catalogue_file.write_text('{"version": "0.0.9", "functions": []}', encoding="utf-8")
    with pytest.raises(InstallationError) as e:
        list_functions()
    assert f"of version 0.0.9, the Python package of version {__version__}" in str(e.value)
    assert "pip install rapids-udfs==0.0.9" in str(e.value)


@pytest.mark.parametrize("text", [None, "{", '{"version": "1"}'])
def test_damaged(catalogue_file: Path, text: str | None) -> None:
    if text is not None:
        catalogue_file.write_text(text, encoding="utf-8")
    with pytest.raises(InstallationError, match=r"catalogue\.json cannot be read .*reinstall"):
        list_functions()
