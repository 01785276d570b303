# SPDX-License-Identifier: Apache-2.0

"""Machines on which a session would fail, made of environments and programs that stand for them."""

from __future__ import annotations

import json
import resource
import shutil
import sys
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pyspark
import pytest

from harness.session import SPARK
from rapids_udfs.cli import main
from rapids_udfs.diagnosis import checks, machine_checks
from rapids_udfs.diagnosis.api import before_start
from rapids_udfs.diagnosis.finding import Check, Diagnosis, Finding, run
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.settings import SparkSettings

Environment = pytest.MonkeyPatch


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch) -> Environment:
    for name in ("PYSPARK_SUBMIT_ARGS", "SPARK_CONF_DIR", "MASTER", "SPARK_LOCAL_DIRS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    return monkeypatch


def program(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def checked(
    settings: dict[str, str] | None = None, *, gpu: bool = False, python_udfs: bool = False
) -> Diagnosis:
    setup = Setup(SparkSettings(("given here", settings or {})), gpu, python_udfs)
    return run(checks.BEFORE_START, setup)


def only(diagnosis: Diagnosis, check: str, severity: str = "error") -> str:
    """The one finding, of one check, without its severity."""
    (finding,) = diagnosis.findings
    assert (finding.check, finding.severity) == (check, severity), finding
    assert diagnosis.healthy == (severity != "error")
    assert diagnosis.counts[finding.severity] == 1
    assert finding.why
    assert finding.fix
    return str(finding).removeprefix(f"{severity}: ")


def test_this_machine_is_healthy(env: Environment) -> None:
    found = checked()
    assert found.healthy, found
    assert not found.not_checked
    assert str(found) == f"Nothing is wrong, by {len(checks.BEFORE_START)} checks."


def test_no_spark(env: Environment, tmp_path: Path) -> None:
    env.setenv("SPARK_HOME", str(tmp_path))
    found = checked()
    assert "spark: " in only(found, "spark")
    assert found.not_checked["spark-version"] == "no Spark is installed"


def of_version(folder: Path, version: str) -> Path:
    """A Spark installation whose jars say that it is of a version, with this one's Scala."""
    (folder / "jars").mkdir(parents=True)
    scala = next(installed_spark().jars.glob("scala-library*.jar"))
    (folder / "jars" / scala.name).symlink_to(scala)
    with ZipFile(folder / f"jars/spark-core_{version}.jar", "w") as jar:
        jar.writestr("spark-version-info.properties", f"version={version}\n")
    return folder


def test_a_spark_that_is_not_supported(env: Environment, tmp_path: Path) -> None:
    env.setenv("SPARK_HOME", str(of_version(tmp_path, "3.3.1")))
    found = [f.check for f in checked().findings]
    assert found == ["spark-version", "pyspark"]


@pytest.mark.skipif(
    installed_spark().scala == "2.12",
    reason="of Scala 2.12 one minor version of Spark is supported",
)
def test_another_spark_than_pyspark(env: Environment, tmp_path: Path) -> None:
    env.setenv("SPARK_HOME", str(of_version(tmp_path, "4.0.1")))
    assert "pip install pyspark==4.0.1" in only(checked(), "pyspark")


def test_another_patch_than_pyspark(env: Environment, tmp_path: Path) -> None:
    other = {"2.13": "4.2.1", "2.12": "3.5.1"}[installed_spark().scala]
    env.setenv("SPARK_HOME", str(of_version(tmp_path, other)))
    assert "pyspark" not in [finding.check for finding in checked().findings]


def test_no_java(env: Environment, tmp_path: Path) -> None:
    env.setenv("JAVA_HOME", str(tmp_path))
    assert f"JAVA_HOME={tmp_path}" in only(checked(), "java")


def test_another_java(env: Environment, tmp_path: Path) -> None:
    program(tmp_path / "bin", "java", "echo 'openjdk version \"11.0.2\"' >&2")
    env.setenv("JAVA_HOME", str(tmp_path))
    assert "11" in only(checked(), "java")


def test_a_library_jar_that_is_missing(env: Environment, tmp_path: Path) -> None:
    env.setattr(jars, "FOLDER", tmp_path)
    jar = tmp_path / jars.name_of("", SPARK.line.name, SPARK.scala)
    assert f"{jar} is missing" in only(checked(), "library-jar")


def test_a_plugin_that_is_missing(env: Environment, tmp_path: Path) -> None:
    env.setenv("RAPIDS_UDFS_CACHE", str(tmp_path))
    env.delenv("RAPIDS_UDFS_PLUGIN_JAR", raising=False)
    (found,) = (f for f in checked(gpu=True).findings if f.check == "plugin-jar")
    assert "fetch-plugin" in found.fix


def test_a_plugin_that_is_damaged(env: Environment, tmp_path: Path) -> None:
    jar = tmp_path / "rapids-4-spark_2.13.jar"
    jar.write_text("no jar", encoding="utf-8")
    settings = {"spark.driver.extraClassPath": str(jar)}
    (found,) = (f for f in checked(settings, gpu=True).findings if f.check == "plugin-jar")
    assert "damaged or no jar at all" in found.found
    assert checked(settings).healthy


def test_a_cache_that_cannot_be_made(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    env.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "file" / "cache"))
    assert "RAPIDS_UDFS_CACHE" in only(checked(), "cache", "note")


def worker_python() -> str:
    """The finding: a note, and an error where Python UDFs are used."""
    note = only(checked(), "worker-python", "note")
    assert only(checked(python_udfs=True), "worker-python") == note
    python_gpu = {"spark.rapids.python.memory.gpu.pooling.enabled": "true"}
    assert only(checked(python_gpu), "worker-python") == note
    return note


def test_a_worker_python_that_is_not_there(env: Environment) -> None:
    env.setenv("PYSPARK_PYTHON", "/no/such/python")
    assert f"export PYSPARK_PYTHON={sys.executable}" in worker_python()


def test_a_worker_python_that_does_not_run(env: Environment, tmp_path: Path) -> None:
    env.setenv("PYSPARK_PYTHON", str(program(tmp_path, "python", "echo no libfoo >&2; exit 3")))
    assert "it does not run: exit status 3, no libfoo" in worker_python()


def test_a_worker_python_of_another_version(env: Environment, tmp_path: Path) -> None:
    other = program(tmp_path, "python3", "echo '[[3, 8], [], true]'")
    env.setenv("PYSPARK_PYTHON", str(other))
    assert f"PYSPARK_PYTHON is {other}: workers would run Python 3.8" in worker_python()


def test_an_environment_that_is_not_activated(env: Environment, tmp_path: Path) -> None:
    """``configure`` names this Python to Spark, so that nothing is wrong."""
    other = program(tmp_path, "python3", "exit 1")
    env.delenv("PYSPARK_PYTHON")
    env.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    env.setenv("JAVA_HOME", str(java_home()))
    note = only(checked(python_udfs=True), "path-python", "note")
    assert note.startswith("path-python: PYSPARK_PYTHON is not set, and the PATH's python3")
    assert f"is {other}, not {sys.executable}" in note
    assert "rapids_udfs.configure sets it" in note
    assert str(checked()).endswith(f"1 note, by {len(checks.BEFORE_START)} checks.")
    env.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    assert not checked().findings


def test_a_python_that_the_settings_name(env: Environment) -> None:
    env.delenv("PYSPARK_PYTHON")
    named = {"spark.pyspark.python": "/no/such/python"}
    assert "PYSPARK_PYTHON is /no/such/python" in only(checked(named), "worker-python", "note")


def java_home() -> Path:
    from rapids_udfs.runtime.java import find_java

    return find_java().home


def test_a_worker_python_without_modules(env: Environment, tmp_path: Path) -> None:
    # Without site packages.
    text = f'exec "{sys.executable}" -I -S "$@"'
    env.setenv("PYSPARK_PYTHON", str(program(tmp_path, "python", text)))
    note = only(checked(), "worker-modules", "note")
    assert "lacks pandas, pyarrow, rapids_udfs" in note
    # As an environment of uv has no pip.
    assert f"uv pip install --python {tmp_path}/python pandas pyarrow rapids-udfs" in note
    assert only(checked(python_udfs=True), "worker-modules", "warning") == note


def test_a_folder_for_shuffles_that_is_not_there(env: Environment, tmp_path: Path) -> None:
    """Spark creates it, unless it cannot."""
    assert not checked({"spark.local.dir": f"{tmp_path},{tmp_path}/a/b"}).findings
    (tmp_path / "file").touch()
    found = checked({"spark.local.dir": f"{tmp_path}/file/b"})
    assert f"{tmp_path}/file/b cannot be written" in only(found, "temporary-folder")


def test_a_full_folder_for_shuffles(env: Environment) -> None:
    usage = shutil.disk_usage("/")._replace(free=2**20)
    env.setattr(shutil, "disk_usage", lambda _: usage)
    assert "1 MiB left" in only(checked(), "temporary-space", "warning")
    assert str(checked()).endswith(f"1 warning, by {len(checks.BEFORE_START)} checks.")


def test_a_small_tmp(env: Environment, tmp_path: Path) -> None:
    """As in a container: the JVM does not read TMPDIR, and the plugin unpacks libcudf there."""

    def free(folder: Path) -> object:
        return usage._replace(free=2**26 if str(folder) == "/tmp" else 2**40)

    usage = shutil.disk_usage("/")
    env.setattr(shutil, "disk_usage", free)
    env.setenv("TMPDIR", str(tmp_path))
    assert "/tmp has 64 MiB left" in only(checked(), "temporary-space", "warning")
    elsewhere = {"spark.driver.extraJavaOptions": f"-Dx=y -Djava.io.tmpdir={tmp_path}"}
    named = {"spark.local.dir": str(tmp_path)}
    for settings in (elsewhere, named):
        assert not checked(settings).findings
    native = {f.check: f for f in checked(named, gpu=True).findings}["native-libraries"]
    assert native.severity == "error"
    assert "-Djava.io.tmpdir=FOLDER" in native.fix
    assert "native-libraries" not in {f.check for f in checked(elsewhere, gpu=True).findings}


def test_few_open_files(env: Environment) -> None:
    env.setattr(resource, "getrlimit", lambda _: (256, 1024))
    assert "1024 files open" in only(checked(), "open-files", "warning")


@pytest.fixture
def nvidia_smi(env: Environment, tmp_path: Path):
    """Make an ``nvidia-smi`` with one GPU of these properties."""

    def make(row: str) -> None:
        folder = tmp_path / "nvidia"
        text = f'case "$1" in -L) echo "GPU 0: NVIDIA Test";; *) echo "{row}";; esac'
        program(folder, "nvidia-smi", text)
        env.setenv("PATH", f"{folder}:/usr/bin:/bin")
        env.setenv("JAVA_HOME", str(java_home()))
        env.delenv("CUDA_VISIBLE_DEVICES", raising=False)

    return make


GOOD = "570.86.15, 9.0, 81559, 81000, Default"
PLUGIN = {"spark.plugins": "com.nvidia.spark.SQLPlugin"}


def gpu_findings(settings: dict[str, str] = PLUGIN) -> list[str]:
    return [str(f) for f in checked(settings).findings if f.check in ("gpu", "gpu-in-use")]


@pytest.mark.parametrize(
    "row",
    [
        GOOD,
        "580.95.05, 12.1, [N/A], [N/A], Default",  # with the machine's own memory
        "[N/A], [N/A], 81559, [Not Supported], [N/A]",
    ],
)
def test_a_good_gpu(nvidia_smi, row: str) -> None:
    nvidia_smi(row)
    assert gpu_findings() == []


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("470.1.2, 9.0, 81559, 81000, Default", "error: gpu: GPU 0: driver 470.1.2"),
        ("570.86.15, 6.1, 81559, 81000, Default", "error: gpu: GPU 0 has compute capability 6.1"),
        (
            "570.86.15, 9.0, 81559, 900, Default",
            "warning: gpu-in-use: GPU 0 has 900 of 81,559 MiB free",
        ),
        (
            "570.86.15, 9.0, 81559, 81000, Prohibited",
            "error: gpu: GPU 0 is in compute mode Prohibited",
        ),
    ],
)
def test_a_gpu_that_the_plugin_cannot_use(nvidia_smi, row: str, says: str) -> None:
    nvidia_smi(row)
    (found,) = gpu_findings()
    assert found.startswith(says)


def test_a_plugin_that_does_not_fit_beside_a_gpu(
    nvidia_smi, env: Environment, tmp_path: Path
) -> None:
    """Mode ``auto`` runs on the CPU then; without a plugin there is nothing to say."""
    nvidia_smi(GOOD)
    env.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "empty"))
    env.delenv("RAPIDS_UDFS_PLUGIN_JAR", raising=False)
    assert not checked().findings
    with ZipFile(tmp_path / "rapids-4-spark.jar", "w") as jar:
        jar.writestr("nothing", "")
    env.setenv("RAPIDS_UDFS_PLUGIN_JAR", str(tmp_path / "rapids-4-spark.jar"))
    warning = only(checked(), "plugin-jar", "warning")
    assert warning.startswith("plugin-jar: the plugin jar")
    assert "is not a jar of the cuDF plugin" in warning
    assert not checked({"spark.rapidsUdfs.mode": "cpu"}).findings


def test_an_exclusive_gpu_is_too_little_for_python_workers(nvidia_smi) -> None:
    nvidia_smi(GOOD.replace("Default", "Exclusive_Process"))
    assert gpu_findings() == []
    (found,) = gpu_findings({**PLUGIN, "spark.rapids.sql.python.gpu.enabled": "true"})
    assert "nvidia-smi -i 0 -c DEFAULT" in found
    mps = {"spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY": "/tmp/nvidia-mps"}
    assert gpu_findings({**PLUGIN, "spark.rapids.sql.python.gpu.enabled": "true", **mps}) == []


def test_an_nvidia_smi_that_says_nothing(nvidia_smi) -> None:
    nvidia_smi("")
    assert checked(PLUGIN).not_checked == {"gpu": "nvidia-smi does not answer"}


def test_a_hidden_gpu(env: Environment) -> None:
    env.setenv("CUDA_VISIBLE_DEVICES", "-1")
    (found,) = gpu_findings()
    assert "CUDA_VISIBLE_DEVICES='-1' hides every GPU" in found
    assert gpu_findings({**PLUGIN, "spark.rapidsUdfs.mode": "emulate"}) == []


def test_on_a_cluster_the_workers_are_elsewhere(env: Environment) -> None:
    env.setenv("PYSPARK_PYTHON", "/only/there/python")
    found = checked({"spark.master": "yarn"})
    assert found.healthy
    assert "start a session" in found.not_checked["worker-python"]


@pytest.mark.parametrize("alone", [False, True])
def test_a_spark_connect_client(env: Environment, tmp_path: Path, alone: bool) -> None:
    """It needs neither Java nor Spark's jars; ``pyspark-client`` has none."""
    env.setenv("JAVA_HOME", str(tmp_path))
    if alone:
        env.setattr("rapids_udfs.diagnosis.setup.metadata.version", lambda _: "4.2.0")
    else:
        env.setenv("SPARK_REMOTE", "sc://host")
    env.setitem(sys.modules, "pyspark.sql.connect.session", ModuleType("session"))
    setup = Setup.to_start({}, gpu=False, python_udfs=False)
    assert str(before_start(setup)) == "Nothing is wrong, by 1 check."
    env.setitem(sys.modules, "pyspark.sql.connect.session", None)
    assert "pip install 'pyspark[connect]'" in only(before_start(setup), "connect-client")
    env.setenv("SPARK_REMOTE", "local[2]")  # with a server of its own
    if not alone:
        assert "java" in before_start(setup).checked


def test_settings_are_read_as_spark_reads_them(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "spark-defaults.conf").write_text("spark.jars /a.jar\n", encoding="utf-8")
    env.setenv("SPARK_CONF_DIR", str(tmp_path))
    setup = Setup.to_start({}, gpu=False, python_udfs=False)
    assert "spark.jars names /a.jar" in only(before_start(setup), "files")


def test_the_command(env: Environment, tmp_path: Path, capsys) -> None:
    env.setenv("SPARK_CONF_DIR", str(tmp_path))
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.startswith("Nothing is wrong, by ")
    assert main(["doctor", "--conf", "spark.jars=/a.jar", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["healthy"], [f["check"] for f in found["findings"]]) == (False, ["files"])
    assert found["counts"] == {"error": 1, "warning": 0, "note": 0}
    properties = tmp_path / "x.conf"
    properties.write_text("spark.plugins com.nvidia.spark.SQLPlugin\n", encoding="utf-8")
    assert main(["doctor", "--properties-file", str(properties), "--master", "yarn"]) == 1
    assert "gpu-amounts: " in capsys.readouterr().out
    assert main(["doctor", "--start", "--conf", "spark.jars=/a.jar"]) == 1
    assert "The session was not started" in capsys.readouterr().out
    env.setenv("PYSPARK_PYTHON", "/no/such/python")
    assert main(["doctor"]) == 0
    assert main(["doctor", "--python-udfs"]) == 1


def test_errors_are_printed_first() -> None:
    findings = [Finding(s, "found", "why", "fix", s) for s in ("note", "warning", "error", "note")]
    lines = str(Diagnosis(tuple(findings), ("a", "b"))).splitlines()
    assert [line.partition(":")[0] for line in lines[::3]] == [
        *("error", "warning", "note", "note"),
        "1 error, 1 warning, 2 notes, by 2 checks.",
    ]


@pytest.mark.parametrize(
    ("python", "spark", "healthy"),
    [
        ("3.5.1", "3.5.1-amzn-1", True),  # as EMR has it
        ("4.0.1+vendor", "4.0.0", True),
        ("4.1.0", "4.0.0", False),
    ],
)
def test_versions_of_pyspark_and_spark(
    env: Environment, python: str, spark: str, healthy: bool
) -> None:
    env.setattr(pyspark, "__version__", python)
    installed = installed_spark()._replace(version=spark)
    env.setattr("rapids_udfs.diagnosis.setup.installed_spark", lambda: installed)
    found = run([Check("error", machine_checks.pyspark)], Setup(SparkSettings()))
    assert found.healthy == healthy


def test_a_crash_is_no_finding(env: Environment, capsys) -> None:
    def crash(*_: object, **__: object) -> None:
        raise ValueError("unforeseen")

    env.setattr("rapids_udfs.diagnosis.api.before_start", crash)
    assert main(["doctor"]) == 3
    assert "ValueError: unforeseen" in capsys.readouterr().err


def test_arguments_that_cannot_be_read(env: Environment, capsys) -> None:
    env.setenv("PYSPARK_SUBMIT_ARGS", "'")
    assert main(["doctor"]) == 3
    assert capsys.readouterr().err.startswith("error: PYSPARK_SUBMIT_ARGS cannot be read")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--conf", "spark.jars"], "--conf takes KEY=VALUE, not 'spark.jars'"),
        (["--properties-file", "/missing"], "there is no file /missing"),
        (["--properties-file", "{}/app.jar"], "app.jar is not a text file of settings"),
    ],
)
def test_wrong_calls(arguments: list[str], says: str, capsys, tmp_path: Path) -> None:
    (tmp_path / "app.jar").write_bytes(b"PK\0")
    arguments = [argument.format(tmp_path) for argument in arguments]
    with pytest.raises(SystemExit) as stopped:
        main(["doctor", *arguments])
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err
