# SPDX-License-Identifier: Apache-2.0

"""Queries over real data with builtins that the plugin lacks run on it completely."""

from __future__ import annotations

import json
import os
from dataclasses import astuple
from pathlib import Path

import pytest

from harness.builtin_queries import AFTER, BEFORE, BRIDGE, ROWS_ALONE, make_views, queries, run

FILE = Path(__file__).parent / "builtin-queries.json"
"""By query: the operators on the plugin and on the CPU, the bridges, whether the results equal
Spark's without this library, and the rows in columns by builtin."""
RENEW = "RAPIDS_UDFS_RENEW_BUILTINS"
QUERIES = queries()
BRIDGES = ("true", "false")


@pytest.fixture(scope="module")
def views(spark, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path_factory.mktemp("cache")))
        make_views(spark, tmp_path_factory.mktemp("views"))


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_runs_on_the_plugin(spark, views, name: str) -> None:
    what, sql = QUERIES[name]
    expected = run(spark, sql, ROWS_ALONE).rows
    assert expected
    facts: dict[str, object] = {"what": what}
    for bridge in BRIDGES:
        before = run(spark, sql, BEFORE | {BRIDGE: bridge})
        after = run(spark, sql, AFTER | {BRIDGE: bridge})
        assert after.rows == expected
        assert before.counts == {}
        assert (after.where.cpu, after.where.bridges) == (0, 0)
        assert before.where.cpu + before.where.bridges > 0
        assert all(counts.row_calls == 0 for counts in after.counts.values())
        assert len(after.counts) > 1
        facts["bridge" if bridge == "true" else "no bridge"] = {
            "before": list(astuple(before.where)),
            "after": list(astuple(after.where)),
            "as Spark before": before.rows == expected,
        }
        facts["rows"] = {builtin: c.columnar_rows for builtin, c in sorted(after.counts.items())}
    _assert_as_committed(name, facts)


def _assert_as_committed(name: str, facts: dict[str, object]) -> None:
    committed = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if os.environ.get(RENEW):
        committed[name] = facts
        lines = (
            f"  {json.dumps(n)}: {json.dumps(committed[n])}" for n in QUERIES if n in committed
        )
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    assert committed.get(name) == facts, f"if that is intended, run this test with {RENEW}=1"
