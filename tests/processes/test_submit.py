# SPDX-License-Identifier: Apache-2.0

"""Applications that a real ``spark-submit`` starts: the JVM runs before Python."""

from __future__ import annotations

from pathlib import Path

import pyspark
import pytest

from harness.own_process import surroundings
from harness.session import EXTENSION, base_jar, our_jar
from harness.standalone import cluster

SUBMIT = Path(pyspark.__path__[0], "bin", "spark-submit")


@pytest.mark.parametrize("where", ["local[2]", "standalone"])
def test_settings_of_spark_submit_are_kept(run_script, tmp_path: Path, where: str) -> None:
    jars = [str(our_jar()), str(base_jar("cpu"))]

    def submitted(master: str) -> dict:
        command = [str(SUBMIT), "--master", master, "--jars", ",".join(jars)]
        command += ["--executor-cores", "1", "--conf", "spark.ui.enabled=false"]
        command += ["--conf", "spark.sql.extensions=org.example.Theirs"]
        return run_script("submitted", launcher=command)

    if where == "standalone":
        with cluster(tmp_path, surroundings(), workers=1) as master:
            report = submitted(master)
        assert report["master"].startswith("spark://")
        # The master is not mistaken for a local one, and the executors' cores are known.
        assert "spark.executor.resource.gpu.amount=1" in report["too_late"]["text"]
        assert "spark.task.resource.gpu.amount=1" in report["too_late"]["text"]
    else:
        report = submitted(where)
        assert report["master"] == where
        assert "resource.gpu.amount" not in report["too_late"]["text"]

    assert report["too_late"]["error"] == "SessionError"
    assert "the driver's JVM is running" in report["too_late"]["text"]
    assert report["extensions"] == f"org.example.Theirs,{EXTENSION}"
    assert [Path(jar).name for jar in report["jars"].split(",")] == [
        our_jar().name,
        "cudf-names.jar",
    ]
    assert report["routes"] == ["extension"]
    assert report["answer"] == ["ab", 1]
    assert report["on_executors"] == ["a0", "a1"]
    assert report["again"] == {}
