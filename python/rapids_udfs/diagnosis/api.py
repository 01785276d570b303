# SPDX-License-Identifier: Apache-2.0

"""Diagnoses of a running session, and of one that is yet to be started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs.diagnosis import checks
from rapids_udfs.diagnosis.finding import Diagnosis, run
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.session.library import is_connect, require_running
from rapids_udfs.session.settings import SparkSettings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def doctor(spark: SparkSession) -> Diagnosis:
    """Check the set-up of a running session: this machine, its settings, jars and workers.

    Runs one small job, which probes a Python worker on each executor. Of a Spark Connect client's
    server it checks what a client sees: Spark's version and this library.

    What only Python UDFs need is a ``note``, unless the settings or the session's last queries have
    any.

    Args:
        spark: a session.

    Returns:
        The findings: what was found, why it matters, and what fixes it. Print it; a notebook shows
        a table.

    Raises:
        ArgumentTypeError: ``spark`` is not a session.
        SessionStoppedError: it has been stopped.
    """
    require_running(spark, "doctor")
    return running(spark)


def running(spark: SparkSession, *, python_udfs: bool = False) -> Diagnosis:
    """Check a running session, which may have Python UDFs to run that nothing else shows."""
    if is_connect(spark):
        return run(checks.CLIENT_SESSION, Setup(SparkSettings(), session=spark))
    return run(checks.SESSION, Setup.of_session(spark, python_udfs=python_udfs))


def before_start(setup: Setup) -> Diagnosis:
    """Check this machine, and the settings that a session would start with."""
    is_client = setup.server is not None
    return run(checks.CLIENT_BEFORE_START if is_client else checks.BEFORE_START, setup)
