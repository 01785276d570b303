# SPDX-License-Identifier: Apache-2.0

"""The pages' shell blocks, which run page by page in a folder with the files that they name.

They run in separate processes for minutes, so only ``make nightly`` runs these tests.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from devtools.jdk import find_java
from harness import compiled
from harness.documents import ROOT, check_output, executed
from harness.own_process import ended, surroundings
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.testing import new_project

ENDS = re.compile(r"# ends with status (\d)")
"""The comment on a command whose exit status is not 0."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a folder with the pages' files: jars, a table, a checkout, a pip without effect."""
    folder = tmp_path_factory.mktemp("files")
    project = tmp_path_factory.mktemp("project") / "my-udfs"
    created = new_project.create(project, package="com.acme")
    (source,) = (file for file in created if file.name == "PlusTax.java")
    spark = installed_spark()
    whole = plugin.locate(spark.scala)
    class_path = [spark.jars / "*", plugin.slim(whole), jars.library_jar(spark.line)]
    compiled.jar(source, tmp_path_factory.mktemp("jar"), class_path).rename(folder / "my.jar")
    (folder / "visits.csv").write_text("query\nq=a%20b&lang=en\n", encoding="utf-8")
    job = "from pyspark.sql.functions import udf\n\nyear = udf(lambda text: int(text[:4]), 'int')\n"
    (folder / "job.py").write_text(job, encoding="utf-8")
    (folder / "conf").mkdir()
    (folder / "rapids-udfs-emulator.jar").symlink_to(jars.emulator_jar())
    (folder / whole.name).symlink_to(whole)
    for name in (".venv", "examples", "tests", "tools"):
        (folder / name).symlink_to(ROOT / name)
    pip = folder / "bin" / "pip"
    pip.parent.mkdir()
    # Everything is installed: uv finds nothing to do, and queries no index.
    uv = ROOT / ".nox" / "tools" / "bin" / "uv"
    options = f"--quiet --dry-run --offline --python {ROOT / '.venv' / 'bin' / 'python'}"
    pip.write_text(f'#!/bin/sh\nexec {uv} pip "$@" {options}\n', encoding="utf-8")
    pip.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def variables(files: Path) -> dict[str, str]:
    spark, java = installed_spark(), find_java(compiler=True).home
    kit = [jars.library_jar(spark.line), jars.testkit_jar(spark.line), files / "my.jar"]
    class_path = [spark.jars / "*", plugin.slim(plugin.locate(spark.scala)), *kit]
    path = [files / "bin", ROOT / ".venv" / "bin", java / "bin", os.environ["PATH"]]
    return surroundings() | {
        "JAVA_HOME": str(java),
        "PATH": os.pathsep.join(map(str, path)),
        "CLASS_PATH": os.pathsep.join(map(str, class_path)),
    }


@pytest.mark.parametrize("page", executed("bash"), ids=lambda page: page.stem)
def test_a_page(page: Path, files: Path, variables: dict[str, str], tmp_path: Path) -> None:
    for file in files.iterdir():
        (tmp_path / file.name).symlink_to(file)
    for block in executed("bash")[page]:
        command = ["bash", "-euc", block.code]
        done = ended(command, variables, folder=tmp_path, seconds=600)
        ends = ENDS.search(block.code)
        assert done.returncode == int(ends[1] if ends else 0), (
            f"{block.where}:\n{done.stdout}\n{done.stderr}"
        )
        if block.output is not None:
            check_output(block, done.stdout)
