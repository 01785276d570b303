# SPDX-License-Identifier: Apache-2.0

"""The project that ``rapids-udfs new`` writes: its tests pass, and its wheel works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness import compiled
from harness.documents import ROOT
from harness.own_process import reported, surroundings
from harness.session import base_jar, our_jar
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.testing.new_project import create

JAR = "my_udfs/my-udfs.jar"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a project and build it without sbt, which would take another minute."""
    folder = tmp_path_factory.mktemp("new") / "my-udfs"
    create(folder, "com.acme", installed_spark().version)
    main, class_path = folder / "src" / "main", [our_jar(), base_jar("explain")]
    work = tmp_path_factory.mktemp("built")
    class_path.append(installed_spark().jars / "*")
    compiled.jar(main / "java", work, class_path, main / "resources").rename(folder / JAR)
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    paths = [str(Path(__file__).resolve().parents[2] / "python"), *sys.path]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
    # The plugin is named below, because the package may not be installed.
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    env.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def build(folder: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Build its wheel as pip does, with a separate build backend."""
    uv = shutil.which("uv") or str(ROOT / ".nox" / "tools" / "bin" / "uv")
    words = [uv, "build", "--wheel", "--python", sys.executable, "-o", str(target)]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def test_its_tests_pass(project: Path) -> None:
    plugin = ["-p", "rapids_udfs_pytest", "-p", "no:cacheprovider"]
    done = run(project, "pytest", "-rs", *plugin, "tests")
    assert "8 passed, 2 skipped" in done.stdout, done.stdout + done.stderr
    assert "RAPIDS UDFs, mode emulate" in done.stdout
    for checked in ("PlusTax(bigint, int) -> bigint", "VatCountry(string) -> string"):
        assert f"conforms com.acme.{checked}" in done.stdout
        assert f"survives faults com.acme.{checked}" in done.stdout


QUERY = """
import json, pathlib, sys
import my_udfs, rapids_udfs
from pyspark.sql import SparkSession

builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
spark = rapids_udfs.configure(builder, mode="cpu", jars=[my_udfs.JAR]).getOrCreate()
calls = "plus_tax(cents => 1999, percent => 19), vat_country('DE8'), luhn_valid('18')"
rows = spark.sql(f"SELECT {calls}")
described = spark.sql("DESCRIBE FUNCTION vat_country").collect()
report = [*rows.first(), str(my_udfs.JAR), "\\n".join(row[0] for row in described)]
pathlib.Path(sys.argv[1]).write_text(json.dumps(report))
"""


def test_its_wheel(project: Path, tmp_path: Path) -> None:
    """Build and install it as pip does; use it in another program's session."""
    done = build(project, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    wheel, site = tmp_path / "my_udfs-0.1.0-py3-none-any.whl", tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        assert [n for n in archive.namelist() if n.startswith("my_udfs/")] == [
            "my_udfs/__init__.py",
            JAR,
        ]
        archive.extractall(site)
    script = tmp_path / "query.py"
    script.write_text(QUERY, encoding="utf-8")
    path = os.pathsep.join([str(site), surroundings()["PYTHONPATH"]])
    report = reported(script, tmp_path, surroundings() | {"PYTHONPATH": path})
    assert report[:3] == [2378, "DE", True]
    assert Path(report[3]) == site / JAR
    assert "The country of a VAT number" in report[4]


def test_a_wheel_without_the_jar_is_rejected(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "my-udfs"
    create(folder, "com.acme", installed_spark().version)
    done = build(folder, tmp_path)
    assert done.returncode != 0
    assert JAR in done.stdout + done.stderr


def test_the_command(project: Path) -> None:
    wanted = ["--jar", JAR, "--class", "com.acme.PlusTax", "--types", "bigint,int", "--rows", "30"]
    files = ["--junit-xml", "r.xml", "--html", "r.html"]
    code = "import sys; from rapids_udfs.cli import main; sys.exit(main(sys.argv[1:]))"
    (project / "cli.py").write_text(code, encoding="utf-8")
    done = run(project, "cli", "conform", *wanted, *files)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "com.acme.PlusTax(bigint, int) -> bigint conforms" in done.stdout
    suites = ElementTree.parse(project / "r.xml").getroot()
    assert [s.get("failures") for s in suites] == ["0", "0"]
    assert (project / "r.html").is_file()
