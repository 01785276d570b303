# SPDX-License-Identifier: Apache-2.0

"""The settings of mode ``emulate``: the agent in place of a GPU, and what stays on the CPU."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from rapids_udfs.errors import DeviceBytesError, JarMissingError
from rapids_udfs.runtime.installed import read_entry
from rapids_udfs.session.java_properties import parse_properties
from rapids_udfs.session.settings import SparkSettings

AGENT_CLASS: Final = "io.github.rapidsudfs.emulator.agent.EmulatorAgent"
DEVICE_BYTES: Final = "RAPIDS_UDFS_EMULATOR_DEVICE_BYTES"
_RESERVE = "spark.rapids.memory.gpu.reserve"
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_FOLDER = "io/github/rapidsudfs/emulator"
# Makes cuDF report where a column that leaks or is closed twice was created and closed.
_TRACES = "-Dai.rapids.refcount.debug="


def apply(settings: SparkSettings, agent: Path, release: str) -> None:
    """Add the agent to the JVMs of driver and executors, and its settings as defaults.

    A JVM loads its agent before Spark sends it any file, so executors find it at a path of their
    machine: the same as here, unless their options already name the agent at another path. The
    driver's options may do so too, if that path is a file.
    """
    for role in ("driver", "executor"):
        key = f"spark.{role}.extraJavaOptions"
        named = rf"-javaagent:((\S*/)?{re.escape(agent.name)})(\s|[='\"]|$)"
        found = re.search(named, settings.get(key) or "")
        if found is None or (role == "driver" and not Path(found[1]).is_file()):
            settings.append_option(key, f"-javaagent:{agent}")
        settings.append_option(key, f"{_TRACES}true", unless=_TRACES)
    for key, value in defaults(agent, release).items():
        settings.put_default(key, value)
    # Otherwise the JVM would exit as it starts, and PySpark would only say that it is gone.
    asked = os.environ.get(DEVICE_BYTES, "").strip()
    reserve = _bytes(settings.get(_RESERVE) or "")
    if asked and not (re.fullmatch("[0-9]+", asked) and reserve < int(asked) < 1 << 63):
        raise DeviceBytesError(DEVICE_BYTES, asked, reserve)


def _bytes(size: str) -> int:
    """Bytes of a size such as ``64m``; 0 for what Spark will refuse."""
    found = re.fullmatch("([0-9]+)([kmgt]?)b?", size.strip().lower())
    return int(found[1]) * _UNITS[found[2]] if found else 0


def defaults(agent: Path, release: str) -> dict[str, str]:
    """The settings that the emulator's jar names beside the agent and the plugin."""
    text = read_entry(agent, f"{_FOLDER}/emulator.properties")
    if text is None:
        raise JarMissingError(agent, "is damaged")
    of_release = read_entry(agent, f"{_FOLDER}/emulator-{release}.properties")
    return parse_properties(text) | parse_properties(of_release or "")
