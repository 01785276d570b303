# SPDX-License-Identifier: Apache-2.0

"""Files of ``rapids-udfs conf`` for YARN and Kubernetes, read by Spark's own classes."""

from __future__ import annotations

from pathlib import Path

from harness.made_jars import plugin_jar
from harness.session import SPARK
from rapids_udfs.cli import main
from rapids_udfs.session.cluster import DISCOVERY_SCRIPT
from rapids_udfs.session.java_properties import read_properties

KUBERNETES = ("kubernetes", "--master", "k8s://https://127.0.0.1:6443", "--image", "registry/i:1")


def test_spark_reads_them(run_script, tmp_path: Path) -> None:
    files = {}
    plugin = str(plugin_jar(tmp_path, SPARK.line))
    for place, *more in (("yarn",), KUBERNETES):
        # Blanks, quotes and equals signs survive the shell and spark-submit.
        common = ["conf", "--for", place, *more, "--plugin-jar", plugin]
        common += ["--conf", "spark.executor.cores=4"]
        common += ["--conf", "spark.driver.defaultJavaOptions=-Da='b c' -Dd=$e"]
        for kind in ("spark-submit", "spark-defaults"):
            files[place, kind] = tmp_path / f"{place}-{kind}"
            assert main([*common, "--format", kind, "-o", str(files[place, kind])]) == 0
    template = tmp_path / "pod.yaml"
    assert (
        main(["conf", "--for", "kubernetes", "--format", "pod-template", "-o", str(template)]) == 0
    )
    options = [str(files[place, "spark-submit"]) for place in ("yarn", "kubernetes")]
    report = run_script("submitted_conf", *options, str(template))

    shipped = "spark.yarn.dist.files"
    expected = read_properties(files["yarn", "spark-defaults"])
    assert expected.pop(shipped) == str(DISCOVERY_SCRIPT)
    assert report["yarn"][shipped] == DISCOVERY_SCRIPT.as_uri().replace("///", "/")
    expected["spark.jars"] = f"file:{expected['spark.jars']}"
    assert expected.items() <= report["yarn"].items()
    assert expected["spark.task.resource.gpu.amount"] == "0.25"

    expected = read_properties(files["kubernetes", "spark-defaults"])
    assert expected.items() <= report["kubernetes"].items()
    assert report["limits"]["nvidia.com/gpu"] == "1"
    assert report["tolerations"] == ["nvidia.com/gpu"]
    assert report["image"] == "registry/i:1"
