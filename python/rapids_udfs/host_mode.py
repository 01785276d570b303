"""The settings of mode ``host``: the agent that stands for the GPU, and what stays on the CPU."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rapids_udfs.errors import JarMissingError
from rapids_udfs.installed import read_entry
from rapids_udfs.java_properties import parse_properties
from rapids_udfs.settings import SparkSettings

AGENT_CLASS: Final = "io.github.rapidsudfs.host.agent.HostAgent"
_FOLDER = "io/github/rapidsudfs/host"
_STACK = "-Xss4m"  # patterns are matched by recursion
# cuDF then says of each column that leaks or is closed twice where it was made and closed.
_TRACES = "-Dai.rapids.refcount.debug="


def apply(settings: SparkSettings, agent: Path, release: str) -> None:
    """Adds the agent to the JVMs of driver and executors, and its settings as defaults.

    A JVM loads its agent before Spark brings it any file, so executors find it by a path of their
    machine: this one's, unless their options name the agent at another path already.

    Raises:
        ConflictingSettingError: PYSPARK_SUBMIT_ARGS has JVM options without the agent.
        JarMissingError: the agent's jar is damaged.
    """
    for role in ("driver", "executor"):
        key = f"spark.{role}.extraJavaOptions"
        if role == "driver" or not _names_agent(settings.get(key) or "", agent.name):
            settings.append_option(key, f"-javaagent:{agent}")
        settings.append_option(key, _STACK, unless="-Xss")
        settings.append_option(key, f"{_TRACES}true", unless=_TRACES)
    for key, value in defaults(agent, release).items():
        settings.put_default(key, value)


def _names_agent(options: str, name: str) -> bool:
    return re.search(rf"-javaagent:(\S*/)?{re.escape(name)}(\s|[='\"]|$)", options) is not None


def defaults(agent: Path, release: str) -> dict[str, str]:
    """What the back-end's jar says a session needs beside the agent and the plugin.

    Args:
        agent: the back-end's jar.
        release: the plugin's, such as ``26.08.1``; some need more than others.

    Raises:
        JarMissingError: the jar does not say it.
    """
    text = read_entry(agent, f"{_FOLDER}/host-mode.properties")
    if text is None:
        raise JarMissingError(agent, "is damaged")
    of_release = read_entry(agent, f"{_FOLDER}/host-mode-{release}.properties")
    return parse_properties(text) | parse_properties(of_release or "")
