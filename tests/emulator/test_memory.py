# SPDX-License-Identifier: Apache-2.0

"""Injected failures inside columnar bodies: the plugin tries again, and nothing stays open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness import argument_tables, catalogue
from harness.cpu_gpu_runner import Both

FUNCTIONS = [
    "strip_html",
    "url_decode_form",
    "ip_in_cidr",
    "money_gross",
    "parse_semver",
    "adler32",
    "array_stats",
    "char_ngrams",
    "hamming",
    "map_filter_prefix",
    "semver_cmp",
]


@pytest.fixture(scope="module")
def memory(spark):
    return spark._jvm.io.github.rapidsudfs.emulator.memory


@pytest.fixture
def faults(memory) -> Iterator:
    memory.FaultInjection.clear()
    memory.FaultInjection.onlyInUdfs(True)
    yield memory.FaultInjection
    memory.FaultInjection.clear()


def query(name: str) -> str:
    arguments = ", ".join(
        f"a{k}" for k in range(len(argument_tables.takes(catalogue.functions()[name])))
    )
    rows = argument_tables.rows(catalogue.functions()[name])
    return f"SELECT id, {name}({arguments}) AS r FROM ({rows})"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_failed_allocation_is_retried(arguments, both: Both, faults, name: str) -> None:
    expected = both.columnar(query(name))
    faults.failAllocation(2)
    answer = both.columnar(query(name))
    assert faults.used()
    assert answer.counts[name].row_calls == 0
    assert answer.rows == expected.rows
    assert answer.leaks == {}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_failed_kernel_leaves_nothing_open(arguments, both: Both, faults, name: str) -> None:
    faults.failKernel(3)
    with pytest.raises(Exception, match="injected failure of the kernel call"):
        both.columnar(query(name))
    assert both.span.leaks == {}
