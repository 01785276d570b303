"""Every type and number of arguments is covered by the catalogue or the typed identities."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from devtools import type_table
from devtools.generated import types_covered
from devtools.generated.source import by_category
from devtools.paths import ROOT
from devtools.process import DevError
from rapids_udfs.catalogue.function_info import Argument, FunctionInfo, describe

FUNCTIONS = [f for functions in by_category().values() for f in functions]
ROWS = type_table.rows()
TYPES = ROOT / "jvm/testkit/src/main/types/types.tsv"
# Only the functions of any type take these: tests/conformance/test_types.py runs them.
UNDECLARED = {"map of map", "map of struct", "struct of map", "struct of struct"}


def typed_identities() -> list[FunctionInfo]:
    """The test kit's identities of the types in its table, as far as types go."""
    rows = [line.split("\t") for line in TYPES.read_text(encoding="utf-8").splitlines()[1:]]
    return [
        dataclasses.replace(
            describe("identity"),
            name=f"identity_{suffix}",
            arguments=(Argument("value", ddl, None),),
            returns=ddl,
            dependent_result=False,
        )
        for suffix, ddl, *_ in rows
    ]


COVERING = [*FUNCTIONS, *typed_identities()]


def names(functions: list[FunctionInfo]) -> list[str]:
    return [f.name for f in functions]


def test_the_table_has_every_type() -> None:
    assert [row.key for row in ROWS] == [
        *("boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "date"),
        *("timestamp", "string", "binary", "void", "decimal32", "decimal64", "decimal128"),
        *("array", "map", "struct"),
    ]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_every_type_is_taken_and_returned(row: type_table.Row) -> None:
    places = types_covered.types(COVERING, ROWS)[row]
    assert places.taken, f"no function takes {row.ddl}"
    assert places.returned, f"no function returns {row.ddl}"


@pytest.mark.parametrize("pair", sorted(types_covered.nestings(COVERING).keys() - UNDECLARED))
def test_every_nesting_is_taken_and_returned(pair: str) -> None:
    places = types_covered.nestings(COVERING)[pair]
    assert places.taken, f"no function takes {pair}"
    assert places.returned, f"no function returns {pair}"


@pytest.mark.parametrize("number", ["0", "1", "2", "3", "4", types_covered.ANY])
def test_every_number_of_arguments_is_there(number: str) -> None:
    assert types_covered.arities(FUNCTIONS)[number], f"no function takes {number} arguments"


class TestWhatIsNotCovered:
    """The tests above can fail: a catalogue without these functions lacks something."""

    def without(self, *left_out: str) -> list[FunctionInfo]:
        return [f for f in COVERING if f.name not in left_out]

    def test_a_type(self) -> None:
        floats = self.without("identity_float")
        row = next(row for row in ROWS if row.key == "float")
        assert types_covered.types(floats, ROWS)[row] == ([], [])
        one_way = self.without("identity_void")
        void = next(row for row in ROWS if row.key == "void")
        assert types_covered.types(one_way, ROWS)[void] == ([], [])

    def test_a_number_of_arguments(self) -> None:
        assert types_covered.arities(self.without("count_nulls"))["any"] == []

    def test_a_type_that_the_table_lacks(self) -> None:
        odd = dataclasses.replace(describe("adler32"), returns="array<interval>")
        with pytest.raises(DevError, match=r"adler32 has the type interval.*types\.md has no row"):
            types_covered.types([odd], ROWS)

    def test_a_table_without_rows(self, tmp_path: Path) -> None:
        empty = tmp_path / "types.md"
        empty.write_text("# Types\n", encoding="utf-8")
        with pytest.raises(DevError, match=r"types\.md has no table of types"):
            type_table.rows(empty)


def test_types_are_found_at_any_depth() -> None:
    declared = "array<map<string,struct<a:decimal(20,4),b:array<binary>>>>"
    odd = dataclasses.replace(describe("adler32"), returns=declared)
    found = types_covered.types([odd], ROWS)
    keys = {row.key for row, places in found.items() if places.returned}
    assert keys == {"array", "map", "string", "struct", "decimal128", "binary"}
    pairs = {pair for pair, places in types_covered.nestings([odd]).items() if places.returned}
    assert pairs == {"array of map", "map of struct", "struct of array"}


def test_the_page_names_who_takes_and_who_returns() -> None:
    text = types_covered.page(FUNCTIONS, ROWS)
    line = next(line for line in text.splitlines() if line.startswith("| array of map |"))
    taken, returned = line.split("|")[2:4]
    assert "[`merge_maps`](maps.md#merge_maps)" in taken
    assert "merge_maps" not in returned
    assert "[`parse_kv`](maps.md#parse_kv)" in returned
    assert re.search(r"(?m)^\| 0 \| \[`lib_version`\]\(meta\.md#lib_version\) ", text)
