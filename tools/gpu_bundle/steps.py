# SPDX-License-Identifier: Apache-2.0

"""The steps of a bundle: their programs, on a GPU and on the emulator.

Paths in the unpacked bundle begin with ``{root}``, paths of results with ``{results}``;
``{python}`` is the Python that runs the script.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_JAVA = "{root}/jre/bin/java"
_HEAP = "-Xmx8g"
LOGGING = "log4j2.properties"
SPARK_JARS = "python/pyspark/jars"
"""The folder where PySpark looks for jars; a bundle without PySpark has its jars there, too."""
_OPTIONS = (
    "-Dslf4j.internal.verbosity=ERROR",
    f"-Dlog4j2.configurationFile={{root}}/{LOGGING}",
    "-Duser.timezone=UTC",
)
# The packages that Spark's launcher opens on Java 17.
_OPENED = """
    java.base/java.lang java.base/java.lang.invoke java.base/java.lang.reflect java.base/java.io
    java.base/java.net java.base/java.nio java.base/java.util java.base/java.util.concurrent
    java.base/java.util.concurrent.atomic java.base/jdk.internal.ref java.base/sun.nio.ch
    java.base/sun.nio.cs java.base/sun.security.action java.base/sun.util.calendar
"""


class Step(NamedTuple):
    name: str
    what: str
    """A description for users."""
    on_gpu: list[str]
    on_emulator: list[str]
    environment: dict[str, str]
    python: list[str]
    """The versions of Python that can run it; empty if it needs no Python."""


def steps(slim: str, python: Sequence[str] | None) -> list[Step]:
    """Return the steps, with Spark's if the Python versions of its PySpark are passed."""
    kit, golden = "io.github.rapidsudfs.testkit", "io.github.rapidsudfs.golden.Golden"
    out = ["--out", "{results}/golden.jsonl"]
    common = [
        _java_step(
            "golden",
            "records cuDF's results",
            [golden, "record", *out],
            on_emulator=[golden, "record", "--on-emulator", *out],
        ),
        _java_step(
            "conformance",
            "compares both bodies of all functions, looks for leaks, and injects failures",
            [f"{kit}.Main", "--catalogue", "--json", "{results}/conformance.json"],
        ),
        _java_step(
            "throughput",
            "measures the columnar bodies next to a copy within the device",
            [f"{kit}.Throughput", "--json", "{results}/throughput.json"],
        ),
    ]
    if python is None:
        return common
    environment = {
        "JAVA_HOME": "{root}/jre",
        "PYTHONPATH": "{root}/python",
        "PYSPARK_PYTHON": "{python}",
        "SPARK_HOME": "{root}/python/pyspark",
        "SPARK_LOCAL_IP": "127.0.0.1",
        "RAPIDS_UDFS_CACHE": "{results}/cache",
    }

    def in_python(name: str, what: str, module: str, out: str, *on_emulator: str) -> Step:
        program = ["{python}", "-m", f"gpu_bundle.{module}", "--out", f"{{results}}/{out}"]
        program += ["--plugin-jar", f"{{root}}/jars/{slim}"]
        on_gpu = [*program, "--natives", "{root}/native"]
        emulated = [*program, "--mode", "emulate", *on_emulator]
        return Step(name, what, on_gpu, emulated, environment, list(python))

    return [
        *common,
        in_python(
            *("sql", "runs both bodies of all functions through Spark SQL on the plugin"),
            *("sql_matrix", "sql.xml"),
        ),
        in_python(
            *(
                "python-udfs",
                "compares compiled Python UDFs in columns with CPython, and times them",
            ),
            *("compiled_udfs", "python-udfs.json"),
            *("--rows", "0"),  # times on the emulator are meaningless
        ),
        in_python(
            *("gpu-in-python", "runs kernels and a model in Python workers on GPU and CPU"),
            *("gpu_python", "gpu-in-python.json"),
        ),
    ]


def _java_step(
    name: str, what: str, program: Sequence[str], on_emulator: Sequence[str] | None = None
) -> Step:
    """Return a step in a separate JVM, with the plugin's classes, ours and Spark's types."""
    opens = [f"--add-opens={place}=ALL-UNNAMED" for place in _OPENED.split()]
    java = [_JAVA, _HEAP, *_OPTIONS, *opens]
    # cuDF's loader looks up its libraries on the class path.
    jars = f"{{root}}/jars/*:{{root}}/{SPARK_JARS}/*"
    agent = "-javaagent:{root}/emulator/rapids-udfs-emulator.jar"
    on_gpu = [*java, "-cp", f"{{root}}/native:{jars}", *program]
    emulated = [*java, agent, "-cp", jars, *(on_emulator or program)]
    return Step(name, what, on_gpu, emulated, {}, [])
