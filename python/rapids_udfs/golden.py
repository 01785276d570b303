"""Golden files: what cuDF answers to a list of operations on a GPU, to compare others with.

``record`` runs the operations on this machine's GPU, without Spark, ``replay`` runs them on the
host back-end and prints each answer that differs. What the operations are stands in the package's
jar ``rapids-udfs-golden.jar``.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from rapids_udfs import jars, plugin
from rapids_udfs.devices import find_gpu
from rapids_udfs.errors import GoldenError, NoGpuError
from rapids_udfs.installed import installed_spark
from rapids_udfs.java import find_java

_MAIN = "io.github.rapidsudfs.golden.Golden"


def record(file: Path, *, on_host: bool = False, plugin_jar: Path | None = None) -> int:
    """Writes a golden file; the exit status of the process that did it.

    Args:
        file: to write, JSON lines.
        on_host: record the host back-end, whose answers prove nothing about a GPU, and say so in
            the file.
        plugin_jar: the plugin's jar, by default the one in the cache.

    Raises:
        NoGpuError: this machine has no usable GPU, and the host back-end was not asked for.
        GoldenError: the file's folder is not there.
        PluginNotFoundError, PluginJarError: there is no plugin jar.
        SparkNotFoundError, JavaNotFoundError: there is no PySpark or Java 17.
        JarMissingError: this package's own jars are missing.
    """
    if not file.resolve().parent.is_dir():
        raise GoldenError(f"{file.resolve().parent}, the folder of the file to write, is missing")
    gpu = find_gpu()
    if not on_host and not gpu.usable:
        raise NoGpuError(gpu.reason)
    options = ["--on-host"] if on_host else []
    return _run(["record", *options, "--out", str(file)], host=on_host, plugin_jar=plugin_jar)


def replay(file: Path, *, on_gpu: bool = False, plugin_jar: Path | None = None) -> int:
    """Compares the host back-end with a golden file; 0 where no answer differs, else 1.

    Args:
        file: as :func:`record` wrote it.
        on_gpu: compare this machine's GPU with it instead.
        plugin_jar: as for :func:`record`.

    Raises:
        NoGpuError: ``on_gpu`` without a usable GPU.
        GoldenError: there is no such file.
        PluginNotFoundError, PluginJarError, SparkNotFoundError, JavaNotFoundError,
            JarMissingError: see :func:`record`.
    """
    if not file.is_file():
        raise GoldenError(f"there is no golden file {file}")
    gpu = find_gpu()
    if on_gpu and not gpu.usable:
        raise NoGpuError(gpu.reason)
    return _run(["replay", str(file)], host=not on_gpu, plugin_jar=plugin_jar)


def _run(arguments: list[str], *, host: bool, plugin_jar: Path | None) -> int:
    java = find_java()
    spark = installed_spark()
    full = plugin.locate(spark.scala, plugin_jar)
    # The classes are the same, and only a GPU wants the native libraries.
    used = plugin.slim(full, spark.version) if host else full
    class_path = [jars.golden_jar(), used, *sorted(spark.jars.glob("slf4j-api-*.jar"))]
    command = [str(java.executable), "-Xss4m", "-Dslf4j.internal.verbosity=ERROR"]
    if host:
        command.append(f"-javaagent:{jars.host_jar()}")
    command += ["-cp", os.pathsep.join(map(str, class_path)), _MAIN, *arguments]
    return subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
