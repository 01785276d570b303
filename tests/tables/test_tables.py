# SPDX-License-Identifier: Apache-2.0

"""Functions in statements on Delta and Iceberg tables: the same with and without the plugin.

The sessions are separate, on the newest Spark that both support; only ``make nightly`` runs them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from devtools import table_formats
from harness.own_process import reported, surroundings
from harness.table_formats import FORMATS, STATEMENTS, STREAMED

TESTS = Path(__file__).resolve().parents[1]
STREAM_CALLS = STATEMENTS["select"].calls
# Every format and every mode has the extensions in both orders.
SESSIONS = [
    ("delta", "cpu", "ours"),
    ("delta", "emulate", "theirs"),
    ("iceberg", "cpu", "theirs"),
    ("iceberg", "emulate", "ours"),
]


@pytest.fixture(scope="module", params=SESSIONS, ids="-".join)
def session(request, tmp_path_factory) -> tuple[str, str, dict[str, Any]]:
    """Return the format, the mode, and the session's report on every statement and table."""
    name, mode, first = request.param
    variables = surroundings()
    variables["PYTHONPATH"] += os.pathsep + str(TESTS)
    folder = tmp_path_factory.mktemp("-".join(request.param))
    jars = map(str, table_formats.jars(name))
    script = TESTS / "tables" / "session.py"
    return name, mode, reported(script, folder, variables, name, mode, first, *jars, seconds=1200)


def test_results(session) -> None:
    name, _, report = session
    wanted = {step: statement.rows for step, statement in STATEMENTS.items()} | {"stream": STREAMED}
    assert {step: result["rows"] for step, result in report.items()} == {
        f"{kind} {step}": rows for kind in FORMATS[name].properties for step, rows in wanted.items()
    }


def test_where_the_functions_run(session) -> None:
    name, mode, report = session
    calls = {step: s.calls for step, s in STATEMENTS.items()} | {"stream": STREAM_CALLS}
    for step, result in report.items():
        assert set(result["counts"]) == set(calls[step.partition(" ")[2]]), step
        in_rows = mode == "cpu" or step in FORMATS[name].in_rows
        for function, (rows, batches, *_) in result["counts"].items():
            assert (batches > 0) == (mode == "emulate"), f"{step}: {function}"
            assert in_rows or rows == 0, f"{step}: {function}"
