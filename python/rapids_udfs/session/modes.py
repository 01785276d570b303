# SPDX-License-Identifier: Apache-2.0

"""The modes of a session, and the settings of each.

=========  ===================================  ==================================================
mode       on the class path                    what runs a function
=========  ===================================  ==================================================
cpu        this library's jar                   the row-wise body
explain    this library's jar and the plugin    the row-wise body; the plugin explains plans
gpu        this library's jar and the plugin    the columnar body, on the GPU
emulate    this library's jar, the slim plugin  the columnar body, on this machine's CPU: tests
=========  ===================================  ==================================================
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from rapids_udfs._log import log_once
from rapids_udfs._version_text import minor_of
from rapids_udfs._versions import PLUGIN
from rapids_udfs.errors import ConfigurationError, PluginError, damaged
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import InstalledSpark, read_entry
from rapids_udfs.session.cluster import (
    EXECUTOR_GPUS,
    WORKERS_PYTHON,
    is_here,
    master_of,
    python_of_workers,
    request_gpus,
)
from rapids_udfs.session.devices import Gpu, find_gpu
from rapids_udfs.session.iceberg import put_beside_plugin
from rapids_udfs.session.java_properties import parse_properties
from rapids_udfs.session.library import PLUGIN_INTERFACE
from rapids_udfs.session.plugin_in_session import NAME, check_plugin, find_plugin
from rapids_udfs.session.python_gpu.apply import apply
from rapids_udfs.session.python_gpu.options import PandasGpu
from rapids_udfs.session.settings import (
    BUILDER,
    DRIVER,
    ENDED,
    EXECUTOR,
    RUNNING,
    SparkSettings,
    conflict,
    not_supported,
    plain_path,
    same_place,
)

EXTENSION: Final = "io.github.rapidsudfs.RapidsUdfsExtensions"
MODE_SETTING: Final = "spark.rapidsUdfs.mode"  # records the mode of a session
COMPILE_ROWS: Final = "spark.rapidsUdfs.compileRows"  # row-wise calls become part of the query
PYTHON_UDFS: Final = "spark.rapidsUdfs.pythonUdfs"  # whether Python UDFs are compiled
# Spark 4.2 passes columns to Python as they were read. In 4.2.0, with or without this library, a
# Python UDF by Arrow over a Parquet table then hangs.
COLUMNAR_INPUT: Final = "spark.sql.execution.arrow.pythonUDF.columnarInput.enabled"

SPARK_PLUGIN: Final = "com.nvidia.spark.SQLPlugin"
METRICS_PLUGIN: Final = "io.github.rapidsudfs.RapidsUdfsPlugin"
_IVY_SETTINGS = Path(__file__).resolve().parents[1] / "ivysettings.xml"

AGENT_CLASS: Final = "io.github.rapidsudfs.emulator.agent.EmulatorAgent"
DEVICE_BYTES: Final = "RAPIDS_UDFS_EMULATOR_DEVICE_BYTES"
_RESERVE = "spark.rapids.memory.gpu.reserve"
# Makes cuDF report where a column that leaks, or is closed twice, was created and closed.
_TRACES = "-Dai.rapids.refcount.debug="
# The fixes for settings that can no longer change, by their origin.
_RESTARTS: Final = {
    RUNNING: "Stop the session, restart the Python process, and configure before starting.",
    ENDED: "Restart the Python process: a JVM keeps the settings that it was started with.",
}


class Request(NamedTuple):
    """The arguments of ``configure``, and the settings to work on."""

    spark: InstalledSpark
    settings: SparkSettings
    plugin: str = "class-path"
    plugin_jar: Path | None = None
    executor_plugin_jar: str | None = None
    plugin_elsewhere: str | None = None  # on all of the cluster's machines, if this one lacks it
    extensions: bool = True
    metrics: bool = False
    jars: tuple[Path, ...] = ()  # of libraries built on this one
    task_gpu_fraction: float | None = None
    discovery_script: str | None = None
    python_gpu: PandasGpu | None = None
    for_files: bool = False  # the settings are for other machines: skip the checks of this one

    def found_plugin(self) -> str | None:
        """The plugin in the user's settings or installation; None without one."""
        return find_plugin(self.settings, self.spark.jars)


MODES: Final[Mapping[str, str]] = {
    "cpu": PLUGIN_INTERFACE,
    "explain": "com.nvidia.spark.rapids.ExplainPlan",
    "gpu": SPARK_PLUGIN,
    "emulate": AGENT_CLASS,
}
"""The modes, each with a class that its JVM must have."""


def add_settings(request: Request, mode: str) -> dict[str, str]:
    """Add the settings of a mode and of Python workers; return the driver's variables.

    The plugin is last, so that conflicts of other settings are reported first.
    """
    settings = request.settings
    if mode == "emulate" and request.plugin != "class-path":
        # Maven has only the full jar, whose native libraries are of no use here.
        raise not_supported("plugin", request.plugin, "class-path")
    _library(request, mode)
    if mode in ("gpu", "emulate"):
        settings.append("spark.plugins", SPARK_PLUGIN)
    elif SPARK_PLUGIN in settings.items("spark.plugins"):
        origin = settings.origin("spark.plugins")
        fix = _RESTARTS.get(origin, "Ask for mode='gpu', or leave spark.plugins unset.")
        raise conflict("spark.plugins", SPARK_PLUGIN, origin, f"no plugin for mode={mode!r}", fix)
    if mode == "explain":
        # The plugin explains finished plans, and does not know compiled calls.
        settings.put_default(COMPILE_ROWS, "false")
    elif mode == "gpu":
        request_gpus(settings, request.task_gpu_fraction, request.discovery_script)
    elif mode == "emulate":
        _add_agent(settings, jars.emulator_jar())
    if mode != "cpu":
        _place_plugin(request, slim=mode == "emulate")
        runs = SPARK_PLUGIN in settings.items("spark.plugins")
        put_beside_plugin(settings, request.spark, runs=runs, read_on_cpu=mode == "emulate")
    elif request.found_plugin() is None:
        _add_jar(settings, jars.names_jar())
    if request.python_gpu:
        here = not request.for_files
        return apply(settings, request.spark, mode, request.python_gpu, check_here=here)
    python = None if request.for_files else python_of_workers(settings)
    return {WORKERS_PYTHON: python} if python else {}


def automatic_mode(request: Request) -> str:
    """The mode that the settings name, else ``gpu`` or ``cpu``; log the reason once."""
    settings = request.settings
    named = settings.get(MODE_SETTING) or ""
    if named in MODES:
        log_once(logging.INFO, f"mode {named!r}: {MODE_SETTING} ({settings.origin(MODE_SETTING)})")
        return named
    gpu = find_gpu() if is_here(master_of(settings)) else _gpu_of_executors(settings)
    if not gpu.usable:
        log_once(logging.WARNING, f"mode 'cpu': {gpu.reason}")
        return "cpu"
    try:
        jar = request.found_plugin()
        if jar is None and request.plugin == "class-path" and not request.plugin_elsewhere:
            jar = str(plugin.locate(request.spark.scala, request.plugin_jar))
        if jar is not None and Path(plain_path(jar)).is_file():
            check_plugin(Path(plain_path(jar)), request.spark, settings)
    except PluginError as e:
        if SPARK_PLUGIN in settings.items("spark.plugins"):
            raise  # mode cpu would reject it
        log_once(logging.WARNING, f"mode 'cpu' despite a GPU ({gpu.reason}): {e}")
        return "cpu"
    log_once(logging.INFO, f"mode 'gpu': {gpu.reason}")
    return "gpu"


def _gpu_of_executors(settings: SparkSettings) -> Gpu:
    """Whether executors on other machines have a GPU, according to the settings."""
    master = master_of(settings)
    if SPARK_PLUGIN in settings.items("spark.plugins"):
        return Gpu(True, f"spark.plugins has the plugin for the executors of {master}")
    amount = (settings.get(EXECUTOR_GPUS) or "0").strip()
    value = " is not set" if amount == "0" else f"={amount}"
    return Gpu(amount != "0", f"{EXECUTOR_GPUS}{value} for the executors of {master}")


def _library(request: Request, mode: str) -> None:
    settings = request.settings
    origin, other = settings.origin(MODE_SETTING), settings.get(MODE_SETTING)
    fix = _RESTARTS.get(origin, f"Ask for mode={other!r}, or take {MODE_SETTING} out.")
    if origin == BUILDER:
        fix = "This builder is configured already: begin with a new one, SparkSession.builder."
    settings.put(MODE_SETTING, mode, fix)
    _add_jar(settings, jars.library_jar(request.spark.line))
    for jar in request.jars:
        settings.append("spark.jars", str(jars.plain(jar)))
    if request.extensions:
        settings.append("spark.sql.extensions", EXTENSION)
    if minor_of(request.spark.version) == "4.2":
        settings.put_default(COLUMNAR_INPUT, "false")
    if request.metrics:
        settings.append("spark.plugins", METRICS_PLUGIN)


def _add_jar(settings: SparkSettings, jar: Path) -> None:
    """Add a jar of this package, unless a ``local:`` URI names a copy on every machine."""
    for other in settings.jars("spark.jars"):
        if Path(other).name != jar.name:
            continue
        if other.startswith("local:") or same_place(other, str(jar)):
            return
        fix = f"Leave it out: this package has its own jar, {jar}."
        origin = settings.origin("spark.jars")
        raise conflict("spark.jars", other, origin, str(jar), fix)
    settings.append("spark.jars", str(jar))


def _place_plugin(request: Request, *, slim: bool) -> None:
    """Add the plugin's jar, or with ``slim`` its copy without native libraries."""
    present = request.found_plugin()
    if present is not None and Path(plain_path(present)).is_file():
        check_plugin(Path(plain_path(present)), request.spark, request.settings)
    if present is not None and request.plugin_jar is None:
        return
    if request.plugin == "packages":
        package = f"com.nvidia:{NAME}_{request.spark.scala}:{PLUGIN}"
        if present is not None and present != package:
            fix = "Take the other plugin out of the settings."
            raise conflict("the plugin", present, "already there", package, fix)
        request.settings.append("spark.jars.packages", package)
        request.settings.put_default("spark.jars.ivySettings", str(_IVY_SETTINGS))
        return
    jar = request.plugin_elsewhere
    if not jar:
        local = plugin.locate(request.spark.scala, request.plugin_jar).absolute()
        check_plugin(local, request.spark, request.settings)
        jar = str(jars.plain(plugin.slim(local, request.spark.version)) if slim else local)
    if present is not None and not same_place(present, jar):
        fix = "Leave plugin_jar out, or take the other plugin out of the settings."
        raise conflict("the plugin", present, "already there", jar, fix)
    on_executors = request.executor_plugin_jar or jar
    request.settings.append(DRIVER, jar, os.pathsep)
    # Executors run on Linux, whatever this system's separator is.
    request.settings.append(EXECUTOR, on_executors, ":")


def _add_agent(settings: SparkSettings, agent: Path) -> None:
    """Add the agent to the JVMs of driver and executors, and its settings as defaults.

    A JVM loads its agent before Spark sends it any file, so the agent must be on the executor's
    machine: at the same path as here, unless the options already name another one. For the driver
    that path must be a file.
    """
    for role in ("driver", "executor"):
        key = f"spark.{role}.extraJavaOptions"
        named = rf"-javaagent:((\S*/)?{re.escape(agent.name)})(\s|[='\"]|$)"
        match = re.search(named, settings.get(key) or "")
        if match is None or (role == "driver" and not Path(match[1]).is_file()):
            settings.append_option(key, f"-javaagent:{agent}")
        settings.append_option(key, f"{_TRACES}true", unless=_TRACES)
    for key, value in defaults(agent).items():
        settings.put_default(key, value)
    # Otherwise the JVM would exit as it starts, without a reason in PySpark's error.
    device = os.environ.get(DEVICE_BYTES, "").strip()
    size = re.fullmatch("([0-9]+)([kmgt]?)b?", (settings.get(_RESERVE) or "").strip().lower())
    # Spark itself rejects a malformed one.
    reserve = int(size[1]) << 10 * " kmgt".index(size[2] or " ") if size else 0
    if device and not (re.fullmatch("[0-9]+", device) and reserve < int(device) < 1 << 63):
        raise ConfigurationError(
            f"{DEVICE_BYTES} is {device!r}, but must be a number of bytes greater than {reserve}, "
            f"what {_RESERVE} sets aside. Set both, or unset the variable."
        )


def defaults(agent: Path) -> dict[str, str]:
    """The emulator's default settings, from its jar."""
    text = read_entry(agent, "io/github/rapidsudfs/emulator/emulator.properties")
    if text is None:
        raise damaged(agent)
    return parse_properties(text)
