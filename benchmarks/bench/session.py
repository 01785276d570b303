# SPDX-License-Identifier: Apache-2.0

"""The session that a benchmark runs in, and the machine that it runs on."""

from __future__ import annotations

import os
import platform
import re
from importlib import metadata
from pathlib import Path
from typing import Literal

from pyspark.sql import SparkSession

import rapids_udfs
from rapids_udfs.session.local import local_builder


def session(cores: str, mode: Literal["cpu", "emulate"]) -> SparkSession:
    builder = local_builder("rapids-udfs benchmark", cores=cores, memory="4g")
    builder = builder.config("spark.log.level", "ERROR")
    return rapids_udfs.configure(builder, mode=mode).getOrCreate()


def describe(spark: SparkSession) -> dict[str, str]:
    """Return hardware, system and versions, by name."""
    jvm = spark._jvm
    if jvm is None:
        raise RuntimeError("the session has no JVM: the benchmark cannot run over Spark Connect")
    java = jvm.java.lang.System
    gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    facts: dict[str, str] = {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{gib:.0f} GiB",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "Java": f"{java.getProperty('java.vm.name')} {java.getProperty('java.version')}",
        "Spark": spark.version,
        "master": str(spark.sparkContext.master),
        "driver memory": str(spark.conf.get("spark.driver.memory")),
        "Python": platform.python_version(),
    }
    for name in ("pandas", "pyarrow", "numpy"):
        facts[name] = metadata.version(name)
    facts["rapids-udfs"] = str(jvm.io.github.rapidsudfs.RapidsUdfs.version())
    return facts


def load() -> float:
    """Return the load average of the last minute: how busy the machine is."""
    return os.getloadavg()[0]


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = re.findall(r"^(?:model name|Model)\s*:\s*(.+)$", text, re.MULTILINE)
    return names[0].strip() if names else platform.machine()
