# SPDX-License-Identifier: Apache-2.0

"""make new-function: the skeletons, and the errors."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from devtools import new_function
from devtools.paths import ROOT
from devtools.process import DevError
from harness import cases

FUNCTIONS = Path("jvm/src/main/java/io/github/rapidsudfs/functions")


def files(tmp_path: Path, name: str, types: str, category: str = "text") -> tuple[str, str]:
    """Return the texts of the class and of the case file."""
    contents = new_function.files(name, category, types, tmp_path)
    java, sql = contents
    assert java.parent == tmp_path / FUNCTIONS / category
    assert sql == tmp_path / "tests" / "cases" / f"{name}.sql"
    return contents[java], contents[sql]


def test_the_class(tmp_path: Path) -> None:
    java, _ = files(tmp_path, "slugify", "string -> string")
    # REUSE-IgnoreStart
    licence = "// SPDX-License-Identifier: Apache-2.0\n\n"
    # REUSE-IgnoreEnd
    assert java.startswith(
        f"{licence}package io.github.rapidsudfs.functions.text;\n\nimport ai.rapids.cudf.Col"
    )
    for part in (
        "class Slugify extends Udf1<String, String> implements UDF1<String, String> {\n",
        '        Signature.named("slugify")\n            .in(Category.TEXT)\n',
        '            .takes("value", "string")\n            .returns("string")\n',
        "  protected String row(String value) {\n    throw new UnsupportedOperationException(",
        '"slugify: write the row-wise body");',
        "  protected ColumnVector columnar(ColumnVector value) {\n",
        '"slugify: write the columnar body");',
    ):
        assert part in java
    imports = re.findall(r"(?m)^import (.+);$", java)
    assert imports == sorted(imports)


def test_several_arguments_of_nested_types(tmp_path: Path) -> None:
    types = "string, Map<string, decimal(20, 4)>,struct<a: int,b:array<date>> -> array<binary>"
    java, sql = files(tmp_path, "pick_all", types)
    taken = "String, Map<String, BigDecimal>, Row, List<byte[]>"
    assert (
        f"public final class PickAll extends Udf3<{taken}>\n    implements UDF3<{taken}> {{" in java
    )
    assert '.takes("value2", "map<string,decimal(20,4)>")' in java
    assert '.takes("value3", "struct<a:int,b:array<date>>")' in java
    assert "List<byte[]> row(String value1, Map<String, BigDecimal> value2, Row value3) {" in java
    for name in (
        "java.util.List",
        "java.util.Map",
        "java.math.BigDecimal",
        "org.apache.spark.sql.Row",
    ):
        assert f"import {name};\n" in java
    call = "pick_all('a', map('a', 1), named_struct('a', 1, 'b', array(DATE'2026-01-31')))"
    assert f"{call} => " in sql
    assert f'.example(\n                "{call}",\n' in java
    assert max(map(len, java.splitlines())) <= 100


def test_no_argument(tmp_path: Path) -> None:
    java, sql = files(tmp_path, "answer", "-> int", "numbers")
    assert "extends Udf0<Integer> implements UDF0<Integer> {" in java
    assert "ColumnVector columnar(int rows) {" in java
    assert "Integer row() {" in java
    assert "answer() => " in sql
    assert "NULL" not in sql


def test_the_case_file_can_be_read(tmp_path: Path) -> None:
    _, sql = files(tmp_path, "slugify", "string, int -> string")
    file = tmp_path / "slugify.sql"
    file.write_text(sql, encoding="utf-8")
    parsed = cases.read(file)
    assert [(c.sql, c.shows, c.is_error) for c in parsed] == [
        ("slugify('a', 1)", "the result as a string", False),
        ("slugify(NULL, NULL)", None, False),
        ("slugify(1, 1, 1)", "WRONG_NUM_ARGS", True),
    ]


@pytest.mark.parametrize(
    ("name", "category", "types", "says"),
    [
        ("Slugify", "text", "int -> int", "'Slugify' is not a function name: use lower case"),
        ("slug__ify", "text", "int -> int", "is not a function name"),
        ("9lives", "text", "int -> int", "is not a function name"),
        ("lambda", "text", "int -> int", "'lambda' is a Python keyword"),
        ("row", "structs", "struct<a:int> -> int", "have the name of another class, Row"),
        ("ascii_lower", "text", "string -> string", "already has a function ascii_lower"),
        ("soundex", "text", "string -> string", "Spark has a builtin function soundex"),
        ("slugify", "txt", "int -> int", r"no category 'txt'; did you mean text\? The categories"),
        ("slugify", "poetry", "int -> int", "The categories are text, bytes, url, net, time"),
        ("slugify", "text", "string", "'string' has no result type: write TYPES="),
        ("slugify", "text", "string ->", "has no result type"),
        ("slugify", "text", "long -> int", "'long' is not a type of docs/types.md; write bigint"),
        ("slugify", "text", "strin -> int", "'strin' is not a type of docs/types.md; write string"),
        ("slugify", "text", "int -> interval day", "its types are boolean, tinyint"),
        ("slugify", "text", "decimal -> int", r"needs precision and scale: decimal\(18,2\)"),
        ("slugify", "text", "decimal(39,2) -> int", "its precision is at most 38"),
        ("slugify", "text", "decimal(3,4) -> int", "its scale at most the precision"),
        ("slugify", "text", "array<int -> int", "'array<int' is not a complete type; an example"),
        ("slugify", "text", "int, -> int", "'' is not a type"),
        ("slugify", "text", "map<int> -> int", "an example: map<string,int>"),
        ("slugify", "text", "struct<int> -> int", "an example: struct<a:int,b:string>"),
        ("slugify", "text", "int," * 22 + "int -> int", "functions take at most 22"),
    ],
)
def test_invalid_requests(tmp_path: Path, name: str, category: str, types: str, says: str) -> None:
    with pytest.raises(DevError, match=says):
        new_function.files(name, category, types, tmp_path)


@pytest.mark.parametrize(
    "there", [FUNCTIONS / "url" / "Slugify.java", Path("tests/cases/slugify.sql")]
)
def test_existing_files(tmp_path: Path, there: Path) -> None:
    (tmp_path / there).parent.mkdir(parents=True)
    (tmp_path / there).touch()
    with pytest.raises(DevError, match=rf"{there.name} already exists"):
        new_function.files("slugify", "text", "string -> string", tmp_path)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["slugify", "text", ""], "usage: make new-function NAME=slugify CATEGORY=text TYPES="),
        (["", "", ""], "usage: make new-function"),
        (["slugify", "text", "nothing -> int"], "error: 'nothing' is not a type of docs/types.md"),
    ],
)
def test_errors_are_one_line(arguments: list[str], says: str) -> None:
    command = [sys.executable, ROOT / "tools" / "new_function.py", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(says)
    assert done.stdout == ""
