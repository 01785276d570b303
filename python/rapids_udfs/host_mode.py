"""The settings of mode ``host``: the agent that stands for the GPU, and what stays on the CPU."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rapids_udfs.errors import JarMissingError
from rapids_udfs.installed import read_entry
from rapids_udfs.settings import SparkSettings, parse_properties

AGENT_CLASS: Final = "io.github.rapidsudfs.host.agent.HostAgent"
_PROPERTIES = "io/github/rapidsudfs/host/host-mode.properties"
_STACK = "-Xss4m"  # patterns are matched by recursion


def apply(settings: SparkSettings, agent: Path) -> None:
    """Adds the agent to the JVMs of driver and executors, and its settings as defaults.

    Raises:
        ConflictingSettingError: PYSPARK_SUBMIT_ARGS has JVM options without the agent.
        JarMissingError: the agent's jar is damaged.
    """
    for role in ("driver", "executor"):
        key = f"spark.{role}.extraJavaOptions"
        settings.append_option(key, f"-javaagent:{agent}")
        settings.append_option(key, _STACK, unless="-Xss")
    for key, value in defaults(agent).items():
        settings.put_default(key, value)


def defaults(agent: Path) -> dict[str, str]:
    """What the back-end's jar says a session needs beside the agent and the plugin.

    Raises:
        JarMissingError: the jar does not say it.
    """
    text = read_entry(agent, _PROPERTIES)
    if text is None:
        raise JarMissingError(agent, "is damaged")
    return parse_properties(text)
