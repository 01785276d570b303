# SPDX-License-Identifier: Apache-2.0

"""The skeletons of make new-function: they compile, fit their signature and say what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from devtools import ddl, new_function
from harness import compiled

TYPES = [
    *("boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "date", "timestamp"),
    *("string", "binary", "decimal(9,2)", "decimal(18,2)", "decimal(38,2)"),
    *("array<int>", "map<string,int>", "struct<a:int,b:string>"),
]


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("skeleton_of_all", TYPES, "map<string,array<struct<a:decimal(20,2)>>>"),
        ("skeleton_of_none", [], "array<binary>"),
        ("skeleton_of_nested", ["array<map<int,array<date>>>"], "struct<a:array<string>>"),
    ],
)
def test_it_compiles_and_raises(
    spark, setup, tmp_path: Path, name: str, arguments: list[str], result: str
) -> None:
    types = f"{', '.join(arguments)} -> {result}"
    java, text = next(iter(new_function.files(name, "meta", types, tmp_path).items()))
    java.parent.mkdir(parents=True)
    java.write_text(text, encoding="utf-8")
    compiled.compile_java(spark, java, setup.classes)
    library = spark._jvm.io.github.rapidsudfs.RapidsUdfs
    class_name = f"io.github.rapidsudfs.functions.meta.{java.stem}"
    library.registerAs(spark._jsparkSession, name, class_name)
    frame = spark.sql(f"SELECT {new_function.call(name, [*map(ddl.parse, arguments)])} AS r")
    assert frame.schema["r"].dataType.simpleString() == result
    with pytest.raises(Exception, match=f"{name}: write the row-wise body"):
        frame.collect()


def test_nulls_of_void_compile_too(spark, setup, tmp_path: Path) -> None:
    java, text = next(iter(new_function.files("skeleton_of_void", "meta", "void -> void").items()))
    assert not java.exists()
    source = tmp_path / java.name
    source.write_text(text, encoding="utf-8")
    compiled.compile_java(spark, source, setup.classes)
    library = spark._jvm.io.github.rapidsudfs.RapidsUdfs
    class_name = "io.github.rapidsudfs.functions.meta.SkeletonOfVoid"
    library.registerAs(spark._jsparkSession, "skeleton_of_void", class_name)
    # The rule for nulls answers before the body is asked.
    assert spark.sql("SELECT skeleton_of_void(NULL) AS r").collect()[0]["r"] is None
