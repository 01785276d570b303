# SPDX-License-Identifier: Apache-2.0

"""Shrinking: a failing batch becomes the smallest, in few rounds; and what counts as the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing import random_rows
from rapids_udfs.testing.engine import engine, parse_types, to_jvm, to_python
from rapids_udfs.testing.frames import answers, frame
from rapids_udfs.testing.subject import Subject

Row = tuple[Any, ...]
ROUNDS = 24


class Shrunk:
    """The engine's shrinker with an oracle of Python's, and how often that was asked."""

    def __init__(
        self,
        spark: Any,
        rows: Sequence[Row],
        types: str,
        fails: Callable[[Sequence[Row]], bool],
        hints: Sequence[int] = (),
        rounds: int = ROUNDS,
    ) -> None:
        of, self.rounds = parse_types(spark, types), 0
        batch = to_jvm(spark, rows, of)
        alone = java_list(spark, [batch.subList(i, i + 1) for i in hints])
        shrinker = engine(spark).shrinker(of, batch, alone, rounds)
        while (tried := shrinker.next()).size():
            self.rounds += 1
            failing = (i for i, each in enumerate(tried) if fails(to_python(spark, each)))
            shrinker.failed(next(failing, -1))
        self.best = to_python(spark, shrinker.best())


@pytest.mark.parametrize(
    ("types", "bad", "smallest"),
    [
        ("int,string", lambda r: r[0] is not None and r[0] < -5, (-6, None)),
        ("string", lambda r: r[0] is not None and "ä" in r[0], ("ä",)),
        ("int,string", lambda r: r[1] is None, (None, None)),
        ("array<int>", lambda r: r[0] == (), ((),)),
        ("double", lambda r: r[0] is not None and math.isnan(r[0]), (math.nan,)),
        ("decimal(5,2)", lambda r: r[0] is not None and r[0] < 0, (Decimal("-0.01"),)),
        (
            "struct<a:int,b:string>",
            lambda r: r[0] is not None and r[0][1] is not None,
            ((None, ""),),
        ),
        ("boolean", lambda r: r[0] is not None, (False,)),
    ],
)
def test_one_row_is_enough(spark, types: str, bad: Callable[[Row], bool], smallest: Row) -> None:
    extra = {"int,string": [(-1000, "zz")], "string": [("xäyé",)], "array<int>": [((),)]}
    rows = [*random_rows(types, 120, 1), *extra.get(types, [])]
    if types == "double":
        rows.append((math.nan,))
    shrunk = Shrunk(spark, rows, types, lambda batch: any(map(bad, batch)))
    assert repr(shrunk.best) == repr([smallest])
    assert shrunk.rounds <= ROUNDS


def test_rows_that_fail_only_together(spark) -> None:
    rows = [(i,) for i in range(64)]
    shrunk = Shrunk(spark, rows, "int", lambda batch: {(9,), (50,)} <= set(batch))
    assert shrunk.best == [(9,), (50,)]
    assert shrunk.rounds <= ROUNDS


def test_a_batch_that_fails_by_its_size(spark) -> None:
    rows = [(i, "some text") for i in range(200)]
    shrunk = Shrunk(spark, rows, "int,string", lambda batch: len(batch) >= 3)
    assert shrunk.best == [(None, None)] * 3


def test_a_hint_is_tried_first(spark) -> None:
    rows = [(i,) for i in range(1000)]
    shrunk = Shrunk(spark, rows, "int", lambda batch: (0,) in batch, hints=[0], rounds=2)
    assert shrunk.best == [(0,)]


def test_it_ends_where_nothing_smaller_fails(spark) -> None:
    batch = [(1,), (2,)]
    assert Shrunk(spark, batch, "int", lambda b: list(b) == batch).best == batch


@pytest.mark.parametrize(
    ("type_", "one", "other", "tolerance", "is_same"),
    [
        ("double", math.nan, math.nan, 0.0, True),
        ("double", 0.0, -0.0, 0.0, False),
        ("double", 0.0, -0.0, 1e-9, True),
        ("double", 1.0, 1.0 + 1e-12, 0.0, False),
        ("double", 1.0, 1.0 + 1e-12, 1e-9, True),
        ("double", math.nan, 1.0, 0.9, False),
        ("double", math.inf, -math.inf, 0.5, False),
        ("array<int>", None, (), 0.0, False),
        ("array<int>", (), (None,), 0.0, False),
        ("struct<a:int,b:array<double>>", (1, (0.0,)), (1, (-0.0,)), 0.0, False),
        ("struct<a:int,b:array<double>>", (1, (math.nan,)), (1, (math.nan,)), 0.0, True),
        ("map<string,int>", (("a", 1), ("b", 2)), (("b", 2), ("a", 1)), 0.0, True),
        ("map<string,int>", (("a", 1), ("b", 2)), (("a", 2), ("b", 1)), 0.0, False),
        ("decimal(5,2)", Decimal("1.50"), Decimal("1.5"), 0.0, True),
        ("string", "é", "e\u0301", 0.0, False),
    ],
)
def test_what_is_the_same(
    spark, type_: str, one: Any, other: Any, tolerance: float, is_same: bool
) -> None:
    first, second = (answers(frame(spark, [(v,)], [type_])) for v in (one, other))
    assert first.sameAs(second, tolerance) is is_same
    assert second.sameAs(first, tolerance) is is_same
    assert list(first.differing(second, 1, tolerance)) == ([] if is_same else [0])


def test_rows_that_are_missing_or_too_many_differ(spark) -> None:
    few, many = (answers(frame(spark, rows, "int")) for rows in ([1, 2], [1, 2, 3]))
    assert not few.sameAs(many, 0.0)
    assert list(few.differing(many, -1, 0.0)) == list(many.differing(few, -1, 0.0)) == [2]


@pytest.mark.parametrize("tolerance", [-1e-9, 1, math.nan, "1e-9", True])
def test_what_is_no_tolerance(tolerance: Any) -> None:
    subject = Subject("f", "f", (), None, None, cast("Any", SimpleNamespace(tolerance=1e-9)), True)
    with pytest.raises(ValueError, match=r"tolerance is .*, which is not a number"):
        subject.tolerance(tolerance)
    assert (subject.tolerance(None), subject.tolerance(0)) == (1e-9, 0.0)
