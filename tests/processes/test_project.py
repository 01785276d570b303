"""The project template passes as generated, and the command checks its UDF without test code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness import compiled
from harness.session import base_jar
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.testing.new_project import create


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project, built as its build does, without sbt: that takes a minute more."""
    folder = tmp_path_factory.mktemp("new") / "my-udfs"
    create(folder, "com.acme", installed_spark().version)
    (source,) = folder.rglob("*.java")
    work = tmp_path_factory.mktemp("built")
    made = compiled.jar(source, work, [base_jar("explain"), installed_spark().jars / "*"])
    (folder / "target").mkdir()
    made.rename(folder / "target" / "my-udfs-0.1.0.jar")
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    paths = [str(Path(__file__).resolve().parents[2] / "python"), *sys.path]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
    # The plugin is named below, for the package may not be installed.
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


def test_its_tests_pass(project: Path) -> None:
    plugin = ["-p", "rapids_udfs.testing.pytest_plugin", "-p", "no:cacheprovider"]
    done = run(project, "pytest", "-rs", *plugin, "tests")
    assert "3 passed, 1 skipped" in done.stdout, done.stdout + done.stderr
    assert "RAPIDS UDFs, mode emulate" in done.stdout
    assert "conforms com.acme.PlusTax(bigint, int) -> bigint" in done.stdout
    assert "survives faults com.acme.PlusTax(bigint, int) -> bigint" in done.stdout


def test_the_command(project: Path) -> None:
    jar = "target/my-udfs-0.1.0.jar"
    wanted = ["--jar", jar, "--class", "com.acme.PlusTax", "--types", "bigint,int", "--rows", "30"]
    files = ["--junit-xml", "r.xml", "--html", "r.html"]
    code = "import sys; from rapids_udfs.cli import main; sys.exit(main(sys.argv[1:]))"
    (project / "cli.py").write_text(code, encoding="utf-8")
    done = run(project, "cli", "conform", *wanted, *files)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "com.acme.PlusTax(bigint, int) -> bigint conforms" in done.stdout
    suites = ElementTree.parse(project / "r.xml").getroot()
    assert [s.get("failures") for s in suites] == ["0", "0"]
    assert (project / "r.html").is_file()
