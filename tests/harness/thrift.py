# SPDX-License-Identifier: Apache-2.0

"""A Spark Thrift server on this machine, and JDBC queries with ``beeline``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pyspark

from harness.own_process import ended, surroundings
from harness.standalone import daemon

_SPARK_CLASS = Path(pyspark.__path__[0], "bin", "spark-class")


@contextmanager
def thrift_server(folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Run a server in the block and yield its port; its log is in the folder."""
    command = ["org.apache.spark.deploy.SparkSubmit"]
    command += ["--class", "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"]
    command += ["spark-internal", "--hiveconf", "hive.server2.thrift.port=0"]
    command += ["--hiveconf", "hive.server2.thrift.bind.host=127.0.0.1"]
    started = r"ThriftBinaryCLIService on port (\d+) "
    with daemon(command, folder / "server.log", environment, started) as port:
        yield port


def beeline(port: str, *options: str) -> list[str]:
    """Run ``-e QUERY`` or ``-f FILE``; return the lines of output."""
    url = f"jdbc:hive2://127.0.0.1:{port}"
    client = [str(_SPARK_CLASS), "org.apache.hive.beeline.BeeLine", "-u", url, "--silent=true"]
    form = ("--outputformat=tsv2", "--showHeader=false")
    done = ended([*client, *form, *options], surroundings(), seconds=120)
    assert done.returncode == 0, done.stderr[-4000:]
    # beeline also prints its prompt.
    return re.sub(r"(?m)^(\d+: \S+> )+", "", done.stdout).splitlines()
