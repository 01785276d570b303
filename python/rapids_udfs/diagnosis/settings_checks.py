# SPDX-License-Identifier: Apache-2.0

"""Checks of settings that keep functions off the GPU, or end sessions and queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rapids_udfs.diagnosis.finding import Facts
from rapids_udfs.diagnosis.jar_checks import runs_plugin, unknown_jars
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.session.library import UDF_EXPRESSIONS
from rapids_udfs.session.modes import COMPILE_ROWS, MODE_SETTING, SPARK_PLUGIN
from rapids_udfs.session.plugin_in_session import find_plugin
from rapids_udfs.session.settings import DRIVER

_SWITCHED_OFF: Final = (
    ("spark.rapids.sql.enabled", "false"),
    ("spark.rapids.sql.mode", "explainOnly"),
)


def plugin_missing(setup: Setup) -> Iterator[Facts]:
    """The plugin without its jar."""
    there = find_plugin(setup.settings, setup.spark.jars)
    if runs_plugin(setup) and not there and not unknown_jars(setup):
        yield (
            f"spark.plugins={SPARK_PLUGIN}, but no setting names the plugin's jar",
            "the session ends at its start with ClassNotFoundException",
            f"{DRIVER}=$(rapids-udfs jar plugin), and for executors likewise",
        )


def plugin_switch(setup: Setup) -> Iterator[Facts]:
    """The plugin's jar, and settings by which it does nothing."""
    settings = setup.settings
    there = find_plugin(settings, setup.spark.jars)
    for key, wrong in _SWITCHED_OFF if runs_plugin(setup) else ():
        if (settings.get(key) or "").lower() == wrong.lower():
            yield (
                f"{key}={settings.get(key)}",
                "the plugin is there and runs nothing on the GPU",
                f"leave {key} out ({settings.origin(key)})",
            )
    if there and not runs_plugin(setup) and settings.get(MODE_SETTING) not in ("explain", "cpu"):
        yield (
            f"{there} is on the class path, but spark.plugins is not {SPARK_PLUGIN}",
            "without that the plugin does nothing",
            f"spark.plugins={SPARK_PLUGIN}, or rapids_udfs.configure(builder, mode='gpu')",
        )


def udf_switch(setup: Setup) -> Iterator[Facts]:
    """Calls of UDFs that are kept off the GPU."""
    for name in UDF_EXPRESSIONS:
        key = f"spark.rapids.sql.expression.{name}"
        if (setup.settings.get(key) or "").lower() == "false":
            yield (
                f"{key}=false",
                "calls of UDFs of that kind stay on the CPU, whatever they implement",
                f"leave {key} out ({setup.settings.origin(key)})",
            )


def compiled_rows(setup: Setup) -> Iterator[Facts]:
    """A value that fails every query."""
    value = setup.settings.get(COMPILE_ROWS)
    if value is not None and value.lower() not in ("true", "false"):
        why = "every query with a function fails"
        yield f"{COMPILE_ROWS}={value}", why, f"{COMPILE_ROWS}=true"
