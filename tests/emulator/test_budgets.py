# SPDX-License-Identifier: Apache-2.0

"""The costs of columnar bodies: cuDF operations, allocations and bytes, as committed.

They are counted over the benchmark's rows, in one batch. A body with other costs fails, even a
cheaper one, so that the table stays true. The error names the command that updates it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bench import data
from bench.calls import CALLS

from harness import catalogue
from harness.operation_costs import assert_constant, costs_of, in_one_batch
from rapids_udfs._versions import PLUGIN
from rapids_udfs.emulator import Cost

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from harness.cpu_gpu_runner import Both

FILE = Path(__file__).parent / "budgets.json"
RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
RENEW = "RAPIDS_UDFS_RENEW_BUDGETS"
ROWS = 1_000
GROWTH_ROWS = (100, 10_000)
Ledger = Callable[["DataFrame", dict[str, str]], dict[str, Cost]]
KINDS = ("kernels", "allocations", "bytes_written", "peak_bytes")


COUNTED = json.loads((RESULTS / "columnar_costs.json").read_text(encoding="utf-8"))
"""Costs on libcudf's own kernels, updated by hand."""

OVER_DATA = {call.function: call.call for call in CALLS}

# The length of lists, or the number of parts and characters of strings.
LISTS = {
    "strings": "transform(sequence(1, {n}), x -> concat('k', x + id))",
    "doubles": "transform(sequence(1, {n}), x -> double(x + id))",
    "longs": "transform(sequence(1, {n}), x -> bigint(x * id))",
    "decimals": "transform(sequence(1, {n}), x -> CAST(x * id AS DECIMAL(18,2)))",
}
OVER_LISTS = {
    "array_cosine": ("doubles", "doubles"),
    "array_jaccard": ("strings", "strings"),
    "array_stats": ("longs",),
    "minhash": ("strings", "16"),
    "dec_sum": ("decimals",),
    "map_sum": ("map_from_arrays(strings, longs)",),
    "map_get_or": ("map_from_arrays(strings, strings)", "'k2'", "''"),
    "map_filter_prefix": ("map_from_arrays(strings, strings)", "'k1'"),
    "merge_maps": ("array(map_from_arrays(strings, strings), map('k2', 'b'))",),
    "bucket_label": ("3D", "named_struct('edges', doubles, 'labels', strings)"),
    "url_query_map": ("array_join(strings, '=1&')",),
    "parse_kv": ("array_join(strings, '=1;')",),
    "word_count": ("array_join(strings, ' ')",),
    "text_normalize": ("array_join(strings, '  ')",),
    "strip_html": ("array_join(strings, '<b>')",),
    "url_decode_form": ("array_join(strings, '%20')",),
    "url_encode_form": ("array_join(strings, ' ')",),
    "char_ngrams": ("array_join(strings, ' ')", "3"),
    "hamming": ("array_join(strings, 'x')", "array_join(strings, 'y')"),
    "luhn_digit": ("repeat('7', size(strings))",),
    "luhn_valid": ("repeat('7', size(strings))",),
    "base64_encode": ("CAST(array_join(strings, '') AS BINARY)",),
    "adler32": ("array_join(strings, '')",),
    "mask_keep_last": ("array_join(strings, '')", "2"),
}
SIZES = (4, 64, 1024)
LIST_ROWS = 20


@pytest.fixture(scope="module")
def ledger(both: Both, tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """Return the costs of calls over a table in one batch, by function."""
    folder = tmp_path_factory.mktemp("budgets")

    def of(table: DataFrame, calls: dict[str, str]) -> dict[str, Cost]:
        rows = in_one_batch(both, table, folder / str(len(list(folder.iterdir()))), "budgeted")
        by_class = costs_of(both, calls.values(), "budgeted")
        by_name = {name: by_class[catalogue.functions()[name]["class"]] for name in calls}
        assert {(cost.calls, cost.rows) for cost in by_name.values()} == {(1, rows)}
        return by_name

    return of


def test_costs_are_as_committed(both: Both, ledger: Ledger) -> None:
    costs = {
        name: {kind: getattr(cost, kind) for kind in KINDS} | _instructions(name)
        for name, cost in ledger(data.frame(both.spark, ROWS), OVER_DATA).items()
    }
    if os.environ.get(RENEW):
        FILE.write_text(_text(costs), encoding="utf-8")
    committed = json.loads(FILE.read_text(encoding="utf-8"))
    changes = [
        f"{name}: {kind} {committed.get(name, {}).get(kind)} -> {value}"
        for name, cost in costs.items()
        for kind, value in cost.items()
        if committed.get(name, {}).get(kind) != value
    ]
    renewal = f"{RENEW}=1 python -m pytest tests/emulator/test_budgets.py"
    assert not changes, f"{changes}; if that is intended, update {FILE.name}: {renewal}"
    assert committed.keys() == costs.keys(), f"renew {FILE.name}: {renewal}"


def test_operations_do_not_grow_with_the_rows(both: Both, ledger: Ledger) -> None:
    def counted(rows: int) -> dict[str, Cost]:
        table = data.frame(both.spark, rows)
        # With nulls in every column, because some operations run only if there are nulls.
        nulls = table.limit(1).selectExpr(
            *(f"IF(isnull({c}), {c}, NULL) AS {c}" for c in table.columns)
        )
        return ledger(table.union(nulls), OVER_DATA)

    assert_constant({rows: counted(rows) for rows in GROWTH_ROWS})


def test_operations_do_not_grow_with_the_length(both: Both, ledger: Ledger) -> None:
    every = catalogue.functions()
    nested = {name for name in every if "array<" in every[name]["signature"].partition(" -> ")[0]}
    assert nested & COUNTED.keys() <= OVER_LISTS.keys()
    by_size = {}
    for size in SIZES:
        lists = [f"{sql.format(n=size)} AS {name}" for name, sql in LISTS.items()]
        with both.rows_alone():
            table = both.spark.range(LIST_ROWS).selectExpr(*lists)
            columns = [
                f"{sql} AS {name}_{i}"
                for name, arguments in OVER_LISTS.items()
                for i, sql in enumerate(arguments)
            ]
            table = table.selectExpr(*columns)
        calls = {
            name: f"{name}({', '.join(f'{name}_{i}' for i in range(len(arguments)))})"
            for name, arguments in OVER_LISTS.items()
        }
        by_size[size] = ledger(table, calls)
    assert_constant(by_size)


def test_every_call_has_been_counted_on_libcudf() -> None:
    uncounted = {call.function for call in CALLS} - COUNTED.keys()
    # These two compute nothing.
    assert uncounted == {"identity", "lib_version"}


def _instructions(function: str) -> dict[str, int]:
    """Return the instructions per row on libcudf's own kernels, for the catalogue's functions."""
    of = COUNTED.get(function, {}).get(PLUGIN)
    return {"instructions_per_row": of["instructions_per_row"]} if of else {}


def _text(costs: dict[str, dict[str, int]]) -> str:
    """Return one line per function, so that a change is one line of a diff."""
    lines = [f"  {json.dumps(name)}: {json.dumps(costs[name])}" for name in sorted(costs)]
    return "{\n" + ",\n".join(lines) + "\n}\n"
