"""Every function: its columnar body, run by the plugin, answers as its row-wise body does."""

from __future__ import annotations

import functools
import math

import pytest

from harness import both, calldata, catalogue
from harness.both import Answer, Both

FUNCTIONS = list(catalogue.functions())


class Runs:
    def __init__(self, both: Both):
        self.both = both
        self.columnar = functools.cache(lambda name: both.columnar(query(name)))
        self.row_wise = functools.cache(lambda name: both.row_wise(query(name)))


# What is left of a sorted batch: the plugin cuts it off.
SLICE = "ORDER BY id OFFSET 57"


def query(name: str, where: str = "", cast: bool = False, of: str = "") -> str:
    """Over all rows, and over every third by CASE: the plugin then calls on part of a batch."""
    function = catalogue.functions()[name]
    arguments = ", ".join(f"a{k}" for k in range(len(calldata.takes(function))))
    results = [f"{name}({arguments})", f"CASE WHEN id % 3 = 0 THEN {name}({arguments}) END"]
    if cast:
        shown = [f"CAST(a{k} AS STRING)" for k in range(len(calldata.takes(function)))]
        results = [*shown, *(f"CAST({r} AS STRING)" for r in results)]
    fields = ", ".join(f"{r} AS r{i}" for i, r in enumerate(results))
    return f"SELECT id, {fields} FROM (SELECT * FROM ({calldata.rows(function)}) {of}) {where}"


@pytest.fixture(scope="module")
def runs(both: Both, arguments) -> Runs:
    return Runs(both)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_columnar_answers_as_row_wise(runs: Runs, name: str) -> None:
    columnar, row_wise = runs.columnar(name).rows, runs.row_wise(name).rows
    assert len(row_wise) >= calldata.ROWS
    assert columnar.keys() == row_wise.keys()
    tolerance = catalogue.functions()[name]["tolerance"]
    wrong = [i for i in row_wise if not same(columnar[i], row_wise[i], tolerance)]
    if wrong:
        few = ", ".join(map(str, wrong[:5]))
        shown = runs.both.shown(query(name, f"WHERE id IN ({few}) ORDER BY id", cast=True))
        pytest.fail(
            f"{len(wrong)} of {len(row_wise)} rows differ, columnar and row-wise:\n"
            + "\n".join(f"{c}\n{r}" for c, r in zip(*shown, strict=True))
        )


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_slice_of_a_batch(runs: Runs, name: str) -> None:
    columnar, whole = runs.both.columnar(query(name, of=SLICE)), runs.row_wise(name).rows
    assert sorted(columnar.rows) == sorted(whole)[57:]
    tolerance = catalogue.functions()[name]["tolerance"]
    assert [i for i, row in columnar.rows.items() if not same(row, whole[i], tolerance)] == []
    assert columnar.counts[name].row_calls == 0
    assert columnar.leaks == {}


def same(columnar: bytes, row_wise: bytes, tolerance: float) -> bool:
    if columnar == row_wise:
        return True
    if not tolerance:
        return False
    pairs = [(both.double(columnar, i), both.double(row_wise, i)) for i in (1, 2)]
    return all(c == r or close(c, r, tolerance) for c, r in pairs)


def close(one: float | None, other: float | None, tolerance: float) -> bool:
    if one is None or other is None:
        return False
    return (math.isnan(one) and math.isnan(other)) or math.isclose(one, other, rel_tol=tolerance)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_columnar_body_ran_and_the_row_wise_one_did_not(runs: Runs, name: str) -> None:
    columnar = runs.columnar(name).counts[name]
    assert columnar.row_calls == 0
    # A batch of each file at least.
    assert columnar.columnar_batches >= calldata.FILES
    assert columnar.columnar_rows >= len(runs.columnar(name).rows)
    row_wise = runs.row_wise(name).counts[name]
    assert row_wise.columnar_batches == 0
    assert row_wise.row_calls >= calldata.ROWS


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_is_left_open(runs: Runs, name: str) -> None:
    assert runs.columnar(name).leaks == {}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_its_cost_has_its_name(runs: Runs, name: str) -> None:
    answer = runs.columnar(name)
    cost = answer.costs[catalogue.functions()[name]["class"]]
    assert cost.calls == answer.counts[name].columnar_batches
    assert cost.rows == answer.counts[name].columnar_rows


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_rows(runs: Runs, name: str) -> None:
    # Not known before the plugin filters: its batches are empty then.
    answer: Answer = runs.both.columnar(query(name, "WHERE id + 1 < -1000000"))
    assert answer.rows == {}
    assert answer.leaks == {}
    assert name not in answer.counts or answer.counts[name].row_calls == 0


def test_the_comparison_sees_a_difference(runs: Runs) -> None:
    one, other = (
        runs.both.row_wise(f"SELECT id, {sql} AS r FROM range(3)").rows
        for sql in ("0.0D", "IF(id = 1, double('-0.0'), 0.0D)")
    )
    assert [same(one[i], other[i], 0.0) for i in range(3)] == [True, False, True]
    assert not same(one[1], other[1] + b"x", 0.0)
