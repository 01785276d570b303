"""A driver with a Triton server, which tells of it and waits to be killed."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from rapids_udfs.gpu.triton import TritonServers

told, python = sys.argv[1:]
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()


def make() -> Any:
    return lambda x: 2 * x


with TritonServers(
    spark, make, inputs={"x": "float64"}, outputs={"y": "float64"}, python=python
) as servers:
    (server,) = servers.servers
    (folder,) = Path(tempfile.gettempdir()).glob(f"rapids-udfs-triton-*-{servers._spec.id}")
    part = Path(told + ".part")
    part.write_text(f"{server.pid} {folder}")
    part.replace(told)
    time.sleep(120)
