# SPDX-License-Identifier: Apache-2.0

"""The conformance run of the type mapping, row by row; in columns it is among tests/emulator."""

from __future__ import annotations

import itertools

import pytest

from rapids_udfs.counting.counters import Counts
from rapids_udfs.testing import assert_type_mapping, check_type_mapping, frames, type_mapping


def test_every_type_passes_row_by_row(spark) -> None:
    report = assert_type_mapping(spark, rows=5)
    types = {result.type: result for result in report.results}
    assert {"void", "binary", "decimal(38,10)", "array<date>", "array<map<string,bigint>>"} <= set(
        types
    )
    assert types["array<decimal(9,2)>"].cudf_type == "LIST<DECIMAL32(scale=-2)>"
    for result in report.results:
        assert (result.columnar_batches, result.row_calls) == (0, result.rows)
        assert result.rows > 5
    lines = str(report).splitlines()
    assert len(lines) == 2 + len(types) + 1
    assert lines[2].split()[:3] == ["boolean", "BOOL8", str(types["boolean"].rows)]
    assert lines[-1] == f"{len(types)} types passed, 0 failed"


def test_what_comes_back_changed_is_found(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_mapping, "_FUNCTION", "reverse")
    asked = itertools.count()
    monkeypatch.setattr(
        type_mapping, "counters", lambda spark: {"reverse": Counts(10**6 * next(asked), 0, 0)}
    )
    report = check_type_mapping(spark, rows=0)
    problems = {result.type: result.problem for result in report.results}
    assert "values came back changed, such as '-1' as '1-'" in problems["string"]
    assert "cannot" in problems["struct<a:array<int>,m:map<string,int>>"].lower()
    with pytest.raises(AssertionError, match="FAILED"):
        assert_type_mapping(spark, rows=0)


def test_a_function_that_did_not_run_is_found(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_mapping, "counters", lambda spark: {})
    report = check_type_mapping(spark, rows=0)
    assert all("0 of" in result.problem for result in report.results)
    assert not report.ok


@pytest.mark.parametrize("rows", [-1, True, "many"])
def test_rows_that_are_none(spark, rows) -> None:
    with pytest.raises(ValueError, match="which is not a number of rows"):
        check_type_mapping(spark, rows=rows)


def test_settings_are_as_before(spark) -> None:
    before = spark.conf.get(frames.EXCLUDED_RULES, None)
    check_type_mapping(spark, rows=0)
    assert spark.conf.get(frames.EXCLUDED_RULES, None) == before


def test_a_setting_that_cannot_be_set_changes_none(spark) -> None:
    before = spark.conf.get("spark.sql.shuffle.partitions")
    wrong = {"spark.sql.shuffle.partitions": "3", "spark.sql.ansi.enabled": "perhaps"}
    with pytest.raises(Exception, match="perhaps"), frames.settings(spark, wrong):
        raise AssertionError("not reached")
    assert spark.conf.get("spark.sql.shuffle.partitions") == before


def test_rules_that_the_user_has_excluded_stay_excluded(spark) -> None:
    limit = "org.apache.spark.sql.catalyst.optimizer.LimitPushDown"
    spark.conf.set(frames.EXCLUDED_RULES, limit)
    try:
        with frames.settings(spark, frames.unfolded(constants=True)):
            within = spark.conf.get(frames.EXCLUDED_RULES).split(",")
            with frames.settings(spark, frames.unfolded(constants=False)):
                folded = spark.conf.get(frames.EXCLUDED_RULES).split(",")
        assert spark.conf.get(frames.EXCLUDED_RULES) == limit
    finally:
        spark.conf.unset(frames.EXCLUDED_RULES)
    assert within[0] == limit
    assert len(within) == 3
    assert folded == within[:2]
