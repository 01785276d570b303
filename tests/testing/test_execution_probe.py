# SPDX-License-Identifier: Apache-2.0

"""The execution probe: which of the session's counters are the UDF's own."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rapids_udfs.counting.counters import Counts
from rapids_udfs.errors import SessionError
from rapids_udfs.testing import assert_conforms, assert_type_mapping
from rapids_udfs.testing import session_run as probe_module
from rapids_udfs.testing.session_run import ExecutionProbe, Ran
from rapids_udfs.testing.subject import Subject

FOREIGN = Subject("com.acme.One", "udf_one", (), None, "com.acme.One", None, columnar=True)


@pytest.mark.parametrize(
    ("counted", "ran"),
    [
        ({}, Ran(False)),
        # Called before the span, and not in it.
        ({"word_count": Counts(0, 0, 0)}, Ran(False)),
        # A class on the library's base classes, by the name that it gave itself.
        ({"word_count": Counts(0, 0, 0), "one": Counts(3, 0, 0)}, Ran(True, 0, 0, 3)),
        ({"one": Counts(0, 2, 7)}, Ran(True, 2, 7, 0)),
    ],
)
def test_whose_counts_are_whose(
    counted: dict[str, Counts], ran: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe_module, "counters", lambda spark: counted)
    execution_probe = ExecutionProbe.__new__(ExecutionProbe)
    execution_probe._spark, execution_probe.mode = cast("Any", None), "gpu"
    execution_probe._before = {}
    assert execution_probe.ran(FOREIGN) == ran


class Stopped:
    """A classic session as ``stop`` leaves it."""

    sql = conf = None
    _jsparkSession = None  # noqa: N815

    class sparkContext:  # noqa: N801
        _jsc = None


def test_a_stopped_session() -> None:
    spark = cast("Any", Stopped())
    with pytest.raises(SessionError, match="assert_conforms needs a session that runs"):
        assert_conforms(spark, "word_count", "string")
    with pytest.raises(SessionError, match="assert_type_mapping needs a session that runs"):
        assert_type_mapping(spark)
