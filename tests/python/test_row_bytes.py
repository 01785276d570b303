# SPDX-License-Identifier: Apache-2.0

"""Rows as Spark's bytes, which tools read."""

from __future__ import annotations

from rapids_udfs.session.jvm_objects import planned
from rapids_udfs.session.library import entry_point


def test_rows_of_a_command(spark) -> None:
    session = spark._jsparkSession
    command = session.sessionState().sqlParser().parsePlan("SHOW DATABASES")
    plan = planned(spark, session, command).executedPlan()
    assert b"default" in bytes(entry_point(spark).collectBytes(plan))
