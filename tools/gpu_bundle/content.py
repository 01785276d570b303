# SPDX-License-Identifier: Apache-2.0

"""The contents of a bundle other than the plugin: a Java runtime, Spark's jars, Python packages."""

from __future__ import annotations

import fnmatch
import subprocess
from importlib.util import find_spec
from pathlib import Path

import rapids_udfs
from gpu_bundle import BundleError
from rapids_udfs.runtime.java import Java

_MODULES = (
    "java.se",  # all of it, for 2 MB more: Scala 2.12 needs java.rmi
    "jdk.crypto.ec",
    "jdk.incubator.vector",
    "jdk.management",
    "jdk.security.auth",  # Hadoop gets the user's name from it
    "jdk.unsupported",
)

# Types and their values, Hive's UDF classes, and the classes that these load: no SparkContext.
_WITHOUT_SPARK = """
    antlr4-runtime-* commons-lang3-* commons-logging-* hadoop-client-api-* hive-common-*
    hive-exec-* hive-serde-* hive-storage-api-* icu4j-* ivy-* jackson-* javax.servlet-api-*
    jcl-over-slf4j-* json4s-* jul-to-slf4j-* kryo-shaded-* log4j-* paranamer-* scala-library-*
    scala-reflect-* slf4j-api-* spark-catalyst_* spark-common-utils* spark-core_*
    spark-network-* spark-sql-api_* spark-sql_* spark-tags_* spark-unsafe_* spark-variant_*
    xbean-asm9-shaded-*
"""
# Jars that SQL in local mode does not use: half of the size.
_NEVER = """
    *-linux-aarch_64.jar *-linux-riscv64.jar *-osx-*.jar *-windows-*.jar arpack* blas-* breeze*
    cats-kernel* datanucleus-* derby* jdo-api-* kubernetes-* lapack-* mesos-*
    netty-codec-native-quic-* rocksdbjni-* scala-compiler-* spark-connect_* spark-ganglia*
    spark-graphx_* spark-kubernetes_* spark-mesos_* spark-mllib* spark-pipelines_* spark-repl_*
    spark-streaming_* spark-yarn_* spire* vertx-* zookeeper-*
"""


def link(java: Java, target: Path) -> None:
    """Create a Java runtime from a JDK in a folder that does not exist yet (about ten seconds)."""
    program = java.home / "bin" / "jlink"
    modules = java.home / "jmods"
    if not program.is_file() or not modules.is_dir():
        raise BundleError(
            f"{java} has no jlink or no jmods, which make the runtime. Install a full JDK "
            f"{java.version} (Debian: openjdk-{java.version}-jdk) and set JAVA_HOME to it"
        )
    options = ["--strip-debug", "--no-header-files", "--no-man-pages"]
    command = [str(program), *options, "--add-modules", ",".join(_MODULES), "--output", str(target)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()
        raise BundleError(f"jlink could not make a Java runtime: {said}")


def jars_of_spark(folder: Path, *, whole: bool) -> list[Path]:
    """Return the jars to pack: all that SQL needs, or only those for calls of functions' bodies."""
    every = sorted(folder.glob("*.jar"))
    if whole:
        chosen = [jar for jar in every if not _matches(jar, _NEVER)]
    else:
        chosen = [jar for jar in every if _matches(jar, _WITHOUT_SPARK)]
    if not any(jar.name.startswith("spark-catalyst_") for jar in chosen):
        raise BundleError(f"{folder} has no spark-catalyst jar: it is not a Spark installation")
    return chosen


def _matches(jar: Path, patterns: str) -> bool:
    return any(fnmatch.fnmatchcase(jar.name, pattern) for pattern in patterns.split())


_CHECKOUT = Path(__file__).resolve().parents[2]
_PROGRAMS = ("__init__.py", "sql_matrix.py", "compiled_udfs.py", "gpu_python.py")
# The compiled Python UDFs that are compared, and those that are timed.
_FROM_CHECKOUT = (
    *("tests/python_udfs/corpus", "tests/harness/in_columns.py"),
    *("tests/references", "benchmarks/bench"),
)
_PACKAGES = ("pyspark", "py4j", "array_api_compat")
"""Spark's packages, and those of arrays and images in ``rapids_udfs.gpu``."""
# Folders of PySpark that SQL does not use, and leftovers of standalone clusters.
_NOT_OF_PYSPARK = ("data", "examples", "jars", "licenses", "logs", "work", "__pycache__")


def python() -> dict[str, Path]:
    content = {"python/rapids_udfs": Path(rapids_udfs.__file__).parent}
    content |= {f"python/gpu_bundle/{n}": Path(__file__).with_name(n) for n in _PROGRAMS}
    for place in _FROM_CHECKOUT:
        content[f"python/{place.partition('/')[2]}"] = _CHECKOUT / place
    for name in _PACKAGES:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            how = "pip install 'rapids-udfs[spark,arrays]'"
            raise BundleError(f"the Python package {name} is not installed: {how}")
        for part in Path(spec.origin).parent.iterdir():
            if part.name not in _NOT_OF_PYSPARK:
                content[f"python/{name}/{part.name}"] = part
    return content
