# SPDX-License-Identifier: Apache-2.0

"""Types, nestings and numbers of arguments that the catalogue and the typed identities cover."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from devtools import ddl
from devtools.ddl import Type
from devtools.paths import ROOT
from rapids_udfs import list_functions

PAGE = (ROOT / "docs" / "types.md").read_text(encoding="utf-8").partition("\n## ")[0]
TABLE = dict(re.findall(r"^\| \w[^|]* \| `([^`]+)` \| [^|]+ \| (?:`([^`]+)`|the same)", PAGE, re.M))
IDENTITIES = ROOT / "jvm/testkit/src/main/types/types.tsv"
LISTS = (
    "jvm/src/test/scala/io/github/rapidsudfs/api/TypeMappingSuite.scala",
    "jvm/src/test/scala/io/github/rapidsudfs/rows/RowValuesSuite.scala",
    "jvm/testkit/src/test/scala/io/github/rapidsudfs/testkit/GeneratorsSuite.scala",
    "tests/harness/type_tables.py",
    "tests/python/test_skeletons.py",
)
"""Files of tests with their own lists of types."""
# Only functions of any type accept these types: tests/conformance/test_types.py runs them.
UNDECLARED = {"map of map", "map of struct", "struct of map", "struct of struct"}


def parts(types: list[str]) -> Iterator[Type]:
    for type_ in map(ddl.parse, types):
        yield type_
        yield from parts([child.ddl for child in type_.children])


def kinds(types: list[str]) -> set[str]:
    result = set()
    for part in parts(types):
        decimal = re.match(r"decimal\((\d+)", part.ddl)
        digits = int(decimal[1]) if decimal else 0
        width = 32 if digits <= 9 else 64 if digits <= 18 else 128
        result.add(f"decimal{width}" if decimal else part.kind)
        result |= {f"{part.kind} of {child.kind}" for child in part.children}
    return result


IDENTICAL = [line.split("\t")[1] for line in IDENTITIES.read_text("utf-8").splitlines()[1:]]
TAKEN = kinds(
    IDENTICAL + [a.type for f in list_functions() for a in f.arguments if a.type != "any"]
)
RETURNED = kinds(IDENTICAL + [f.returns for f in list_functions() if not f.dependent_result])


@pytest.mark.parametrize("row", TABLE)
def test_the_documented_types_are_covered(row: str) -> None:
    assert ddl.parse(row).ddl == row
    assert kinds([row]) <= TAKEN & RETURNED
    assert ddl.parse(row).java.startswith(TABLE[row] or "java.math.BigDecimal")


def test_every_nesting_is_covered() -> None:
    nested = ("array", "map", "struct")
    pairs = {f"{a} of {b}" for a in nested for b in nested} - UNDECLARED
    assert pairs <= TAKEN & RETURNED


def test_the_table_has_every_type() -> None:
    assert len(TABLE) == 18
    assert {"decimal32", "decimal64", "decimal128", "void"} <= TAKEN


@pytest.mark.parametrize("file", LISTS)
def test_lists_have_every_type_without_parameters(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    plain = [row for row in TABLE if row.isidentifier()]
    assert len(plain) >= 12
    assert [name for name in plain if not re.search(rf'["\s]{name}["\s]', text)] == []


def test_types_are_found_at_any_depth() -> None:
    result = kinds(["array<map<string,struct<a:decimal(20,4),b:array<binary>>>>"])
    assert {"array", "map", "string", "struct", "decimal128", "binary"} <= result
    assert {"array of map", "map of struct", "struct of array"} <= result


def test_every_number_of_arguments_is_covered() -> None:
    numbers = {"any" if f.varargs else len(f.arguments) for f in list_functions()}
    assert {0, 1, 2, 3, 4, "any"} <= numbers
