"""The steps of a bundle: each step's program, on a GPU and on the emulator.

Paths in the unpacked bundle begin with ``{root}``, those of results with ``{results}``;
``{python}`` is the Python that runs the script.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_JAVA = "{root}/jre/bin/java"
_HEAP = "-Xmx8g"
LOGGING = "log4j2.properties"
SPARK_JARS = "python/pyspark/jars"
"""The folder where PySpark looks for them; a bundle without PySpark has them there too."""
_OPTIONS = (
    "-Dslf4j.internal.verbosity=ERROR",
    f"-Dlog4j2.configurationFile={{root}}/{LOGGING}",
    "-Duser.timezone=UTC",
)
# What Spark's launcher passes on Java 17.
_OPENED = """
    java.base/java.lang java.base/java.lang.invoke java.base/java.lang.reflect java.base/java.io
    java.base/java.net java.base/java.nio java.base/java.util java.base/java.util.concurrent
    java.base/java.util.concurrent.atomic java.base/jdk.internal.ref java.base/sun.nio.ch
    java.base/sun.nio.cs java.base/sun.security.action java.base/sun.util.calendar
"""


class Step(NamedTuple):
    """One program of a bundle."""

    name: str
    what: str
    """A description for its reader."""
    on_gpu: list[str]
    on_emulator: list[str]
    environment: dict[str, str]
    python: list[str]
    """The versions of Python that can run it; empty where it needs none."""


def java_step(
    name: str,
    what: str,
    main: str,
    arguments: Sequence[str],
    on_emulator: Sequence[str] | None = None,
) -> Step:
    """A step in a JVM of its own, without Spark: the plugin's classes, ours and Spark's types."""
    opens = [f"--add-opens={place}=ALL-UNNAMED" for place in _OPENED.split()]
    java = [_JAVA, _HEAP, *_OPTIONS, *opens]
    # cuDF's loader asks the class path for its libraries; the folder has them.
    jars = f"{{root}}/jars/*:{{root}}/{SPARK_JARS}/*"
    agent = "-javaagent:{root}/emulator/rapids-udfs-emulator.jar"
    return Step(
        name,
        what,
        [*java, "-cp", f"{{root}}/native:{jars}", main, *arguments],
        [*java, agent, "-cp", jars, main, *(on_emulator or arguments)],
        {},
        [],
    )


def python_step(
    name: str,
    what: str,
    module: str,
    arguments: Sequence[str],
    on_gpu: Sequence[str],
    on_emulator: Sequence[str],
    python: Sequence[str],
) -> Step:
    """A step in Python, with PySpark and this package from the bundle."""
    program = ["{python}", "-m", module, *arguments]
    environment = {
        "JAVA_HOME": "{root}/jre",
        "PYTHONPATH": "{root}/python",
        "PYSPARK_PYTHON": "{python}",
        "SPARK_HOME": "{root}/python/pyspark",
        "SPARK_LOCAL_IP": "127.0.0.1",
        "RAPIDS_UDFS_CACHE": "{results}/cache",
    }
    return Step(
        name, what, [*program, *on_gpu], [*program, *on_emulator], environment, list(python)
    )
