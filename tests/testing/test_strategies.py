# SPDX-License-Identifier: Apache-2.0

"""Strategies of hypothesis: values of the type, nulls and edges among them, small at failures."""

from __future__ import annotations

import math
from typing import Any

import pytest

from harness import type_tables
from rapids_udfs.testing.engine import parse_types, to_jvm, to_python

hypothesis = pytest.importorskip("hypothesis", reason="the extra 'testing' is not installed")

from rapids_udfs.testing import strategies  # noqa: E402

pytestmark = pytest.mark.usefixtures("spark")
SETTINGS = hypothesis.settings(max_examples=25, deadline=None, database=None)


@pytest.mark.parametrize("type_", type_tables.TYPES)
def test_values_of_the_type(spark, type_: str) -> None:
    of = parse_types(spark, [type_])

    @SETTINGS
    @hypothesis.given(strategies.rows([type_]))
    def check(row: tuple[Any, ...]) -> None:
        assert repr(to_python(spark, to_jvm(spark, [row], of))) == repr([row])

    check()


@pytest.mark.parametrize(
    ("type_", "wanted", "smallest"),
    [
        ("array<int>", lambda v: v is not None and None in v, (None,)),
        ("double", lambda v: v is not None and v != v, math.nan),
        ("string", lambda v: v is not None and len(v) > 2, "000"),
        ("int", lambda v: v is None, None),
        ("map<int,string>", lambda v: v is not None and len(v) > 1, ((0, None), (1, None))),
    ],
)
def test_what_is_wanted_is_found_and_small(type_: str, wanted: Any, smallest: Any) -> None:
    example = hypothesis.find(
        strategies.values(type_),
        wanted,
        settings=hypothesis.settings(max_examples=3000, database=None),
    )
    assert repr(example) == repr(smallest)


def test_without_nulls() -> None:
    @SETTINGS
    @hypothesis.given(strategies.values("int", nulls=False))
    def check(value: Any) -> None:
        assert value is not None

    check()
