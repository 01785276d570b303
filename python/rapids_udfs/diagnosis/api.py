# SPDX-License-Identifier: Apache-2.0

"""Diagnoses of a running session, and of one that is yet to be started."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rapids_udfs.diagnosis import machine, session_checks, settings_checks
from rapids_udfs.diagnosis.finding import Diagnosis, run
from rapids_udfs.diagnosis.machine import Setup
from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.library import require_classic
from rapids_udfs.session.settings import SparkSettings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def doctor(spark: SparkSession) -> Diagnosis:
    """Check the set-up of a running session: this machine, its settings, jars and workers.

    Runs one small job, which probes a Python worker on each executor.

    Args:
        spark: a classic session.

    Returns:
        The findings: what was found, why it matters, and what fixes it. Print it; a notebook shows
        a table.

    Raises:
        ArgumentTypeError: ``spark`` is not a session.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: it has been stopped.
    """
    require_classic(spark, "doctor")
    of_setup = run((*machine.CHECKS, *settings_checks.CHECKS), session_checks.setup_of(spark))
    return of_setup.and_then(run(session_checks.CHECKS, spark))


def before_start(options: Mapping[str, str], *, gpu: bool = False) -> Diagnosis:
    """Check this machine, and the settings that a session with these options would start with.

    Reads ``spark-defaults.conf`` and PYSPARK_SUBMIT_ARGS as Spark does.

    Args:
        options: settings as on the builder.
        gpu: whether the session is to run on a GPU, whatever the settings say.

    Raises:
        ConfigurationError: PYSPARK_SUBMIT_ARGS cannot be read.
    """
    try:
        home = installed_spark().jars.parent
    except RapidsUdfsError:
        home = Path("spark")  # a finding of its own
    setup = Setup(SparkSettings.of_builder(options, home), gpu)
    return run((*machine.CHECKS, *machine.BEFORE_START, *settings_checks.CHECKS), setup)
