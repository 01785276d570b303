"""The jars of a Spark installation that go into a bundle."""

from __future__ import annotations

import fnmatch
from pathlib import Path

from gpu_bundle.errors import BundleError

# Types and their values, the classes of Hive's UDFs, and what these load: no SparkContext is made.
_WITHOUT_SPARK = """
    antlr4-runtime-* commons-lang3-* commons-logging-* hadoop-client-api-* hive-common-*
    hive-exec-* hive-serde-* hive-storage-api-* icu4j-* ivy-* jackson-* javax.servlet-api-*
    jcl-over-slf4j-* json4s-* jul-to-slf4j-* kryo-shaded-* log4j-* paranamer-* scala-library-*
    scala-reflect-* slf4j-api-* spark-catalyst_* spark-common-utils* spark-core_*
    spark-network-* spark-sql-api_* spark-sql_* spark-tags_* spark-unsafe_* spark-variant_*
    xbean-asm9-shaded-*
"""
# Of no use to SQL in local mode, and half of the size.
_NEVER = """
    *-linux-aarch_64.jar *-linux-riscv64.jar *-osx-*.jar *-windows-*.jar arpack* blas-* breeze*
    cats-kernel* datanucleus-* derby* jdo-api-* kubernetes-* lapack-* mesos-*
    netty-codec-native-quic-* rocksdbjni-* scala-compiler-* spark-connect_* spark-ganglia*
    spark-graphx_* spark-kubernetes_* spark-mesos_* spark-mllib* spark-pipelines_* spark-repl_*
    spark-streaming_* spark-yarn_* spire* vertx-* zookeeper-*
"""


def choose(folder: Path, *, whole: bool) -> list[Path]:
    """The jars to pack of Spark's folder of jars, by name.

    Args:
        folder: Spark's ``jars``.
        whole: all that SQL through the plugin needs; else what calling a function's bodies needs.
    """
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
