# SPDX-License-Identifier: Apache-2.0

"""``rapids-udfs conf``: the settings of ``configure`` as files of clusters and servers."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

import rapids_udfs
from rapids_udfs import RapidsUdfsError, configure
from rapids_udfs.cli import main
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.session.cluster import DISCOVERY_SCRIPT
from rapids_udfs.session.java_properties import parse_properties
from rapids_udfs.session.modes import EXTENSION, MODE_SETTING
from rapids_udfs.session.python_gpu.apply import DAEMON

pytestmark = [pytest.mark.usefixtures("no_spark_runs", "spark_4"), pytest.mark.jars]
Output = pytest.CaptureFixture[str]
MASTERS = {
    "local": "local[*]",
    "standalone": "spark://h:7077",
    "yarn": "yarn",
    "connect": "local[*]",
    "thrift": "spark://h:7077",
}
IMAGE = ("--format", "yaml", "--image", "registry/spark:1")


@pytest.fixture
def the_plugin(spark_4, make_plugin, monkeypatch: pytest.MonkeyPatch) -> Path:
    jar = make_plugin()
    monkeypatch.setenv(plugin.ENVIRONMENT_VARIABLE, str(jar))
    return jar


def written(capsys: Output, *arguments: str) -> str:
    assert main(["conf", *arguments]) == 0
    return capsys.readouterr().out


def settings(capsys: Output, *arguments: str) -> dict[str, str]:
    return parse_properties(written(capsys, *arguments))


def refused(capsys: Output, *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["conf", *arguments])
    assert stopped.value.code == 2
    return capsys.readouterr().err


@pytest.mark.usefixtures("the_plugin")
@pytest.mark.parametrize("mode", ["cpu", "explain", "gpu", "emulate"])
@pytest.mark.parametrize("place", MASTERS)
def test_they_are_those_of_configure(builder, place: str, mode: str, capsys: Output) -> None:
    master = MASTERS[place]
    options = {"spark__master": master, "spark__executor__cores": "4"}
    python_gpu = {"workers": 2, "mps": "/mps"} if not master.startswith("local") else {}
    expected = configure(builder(**options), mode, python_gpu=python_gpu or False, metrics=True)
    arguments = ["--for", place, "--mode", mode, "--master", master, "--metrics"]
    arguments += ["--conf", "spark.executor.cores=4"]
    arguments += ["--python-gpu", "workers=2,mps=/mps"] if python_gpu else []
    assert settings(capsys, *arguments) == expected._options


@pytest.mark.usefixtures("the_plugin")
@pytest.mark.parametrize("mode", ["cpu", "explain", "gpu", "emulate"])
@pytest.mark.parametrize("place", [*MASTERS, "kubernetes"])
def test_they_are_what_settings_returns(place: str, mode: Any, capsys: Output) -> None:
    master = MASTERS.get(place, "k8s://https://h")
    expected = rapids_udfs.settings(
        mode,
        master,
        conf={"spark.executor.cores": 4, "spark.ui.enabled": False},
        jars_dir=Path("/opt/udfs"),
        metrics=True,
        python_gpu={"workers": 2},
        image="i" if place == "kubernetes" else None,
    )
    arguments = ["--for", place, "--mode", mode, "--master", master, "--metrics"]
    arguments += ["--conf", "spark.executor.cores=4", "--conf", "spark.ui.enabled=false"]
    arguments += ["--jars-dir", "/opt/udfs", "--python-gpu", "workers=2"]
    arguments += ["--image", "i"] if place == "kubernetes" else []
    assert settings(capsys, *arguments) == expected


def test_settings_for_whatever_cluster(the_plugin: Path, capsys: Output) -> None:
    conf = rapids_udfs.settings("gpu")
    assert conf == settings(capsys, "--for", "standalone")
    assert "spark.master" not in conf
    assert rapids_udfs.settings("gpu", spark_version="4.0.1", jars_dir="/x", extensions=False) == (
        settings(
            *(capsys, "--for", "standalone", "--spark", "4.0.1"),
            *("--jars-dir", "/x", "--no-extensions"),
        )
    )


@pytest.mark.parametrize("have", [True, False])
def test_settings_of_mode_auto(request: pytest.FixtureRequest, have: bool) -> None:
    if have:
        request.getfixturevalue("the_plugin")
    gpus = {"spark.executor.resource.gpu.amount": 1}
    assert rapids_udfs.settings(jars_dir="/x")[MODE_SETTING] == "cpu"
    assert rapids_udfs.settings(conf=gpus, jars_dir="/x")[MODE_SETTING] == "gpu"
    # Without a folder of the cluster the plugin has to be here.
    assert rapids_udfs.settings(conf=gpus)[MODE_SETTING] == ("gpu" if have else "cpu")
    named = {**gpus, MODE_SETTING: "explain"}
    assert rapids_udfs.settings(conf=named, jars_dir="/x")[MODE_SETTING] == "explain"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mode": "fast"}, "mode"),
        ({"conf": ["spark.a=b"]}, "settings takes a dict of Spark's settings as conf="),
        ({"metrics": "yes"}, "settings takes True or False as metrics="),
        ({"master": "local[abc]"}, "there is no master 'local[abc]': give 'yarn', or none"),
        ({"master": "yarn", "image": "i"}, "image='i' is for Kubernetes"),
        ({"jars_dir": "s3a://x/y"}, "the folder of jars cannot be 's3a://x/y'"),
        ({"mode": "gpu"}, "rapids-udfs fetch-plugin"),
    ],
)
def test_settings_that_cannot_be(options: dict[str, Any], said: str) -> None:
    with pytest.raises(RapidsUdfsError, match=re.escape(said)):
        rapids_udfs.settings(**{"mode": "cpu", **options})


def test_on_kubernetes_they_are_those_of_configure(builder, the_plugin, capsys: Output) -> None:
    folder = "/opt/rapids-udfs"
    jar = f"{folder}/{the_plugin.name}"
    expected = configure(
        builder(spark__master="k8s://https://h"),
        "gpu",
        executor_plugin_jar=jar,
        discovery_script=f"{folder}/{DISCOVERY_SCRIPT.name}",
        python_gpu=True,
    )._options
    expected["spark.jars"] = f"local://{folder}/rapids-udfs_2.13.jar"
    expected["spark.driver.extraClassPath"] = jar
    arguments = ["--for", "kubernetes", "--master", "k8s://https://h", "--python-gpu"]
    assert settings(capsys, *arguments) == expected
    assert expected["spark.executorEnv.PYTHONPATH"] == jar
    assert expected["spark.python.daemon.module"] == DAEMON


@pytest.mark.parametrize("folder", ["/opt/udfs", "local:///opt/udfs/", "file:/opt/udfs"])
def test_a_folder_of_the_cluster(folder: str, the_plugin: Path, capsys: Output) -> None:
    text = written(capsys, "--for", "standalone", "--mode", "emulate", "--jars-dir", folder)
    conf = parse_properties(text)
    assert str(jars.FOLDER) not in "".join(conf.values())
    assert conf["spark.jars"] == "local:///opt/udfs/rapids-udfs_2.13.jar"
    assert conf["spark.driver.extraClassPath"].startswith(f"/opt/udfs/{the_plugin.stem}-")
    assert conf["spark.executor.extraJavaOptions"].startswith(
        "-javaagent:/opt/udfs/rapids-udfs-emulator.jar "
    )
    assert f"#   /opt/udfs/rapids-udfs_2.13.jar (here {jars.FOLDER}/rapids-udfs_2.13.jar)" in text


@pytest.mark.usefixtures("the_plugin")
@pytest.mark.parametrize("mode", ["cpu", "gpu", "emulate"])
def test_configure_finds_everything_there(
    builder, mode: str, tmp_path: Path, capsys: Output
) -> None:
    """A program that calls ``configure`` may run where the files of ``conf`` are."""
    folder = tmp_path / "jars"
    arguments = ["--for", "local", "--mode", mode, "--jars-dir", str(folder)]
    text = written(capsys, *arguments)
    folder.mkdir()
    for there, here in re.findall(r"^#   (\S+) \(here (\S+)\)$", text, re.M):
        shutil.copyfile(here, there)
    there = parse_properties(text)
    spark_builder = builder()
    spark_builder._options.update(there)
    assert configure(spark_builder, mode)._options == there


def test_a_plugin_that_only_the_cluster_has(capsys: Output) -> None:
    assert main(["conf", "--for", "yarn"]) == 1
    assert "Fetch it with: rapids-udfs fetch-plugin" in capsys.readouterr().err
    text = written(capsys, "--for", "yarn", "--jars-dir", "/opt/udfs")
    jar = "/opt/udfs/rapids-4-spark_2.13-26.08.1-cuda12.jar"
    conf = parse_properties(text)
    assert conf["spark.executor.extraClassPath"] == conf["spark.driver.extraClassPath"] == jar
    assert conf["spark.executor.resource.gpu.discoveryScript"] == "/opt/udfs/gpu_discovery.sh"
    assert f"#   {jar} (rapids-udfs fetch-plugin)" in text


def test_a_spark_that_is_not_installed(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setenv("SPARK_HOME", "/nowhere")
    text = written(capsys, "--for", "connect", "--mode", "cpu", "--spark", "4.0.1")
    assert "rapids-udfs_2.13.jar" in parse_properties(text)["spark.jars"]
    assert "# Start: sbin/start-connect-server.sh --properties-file THIS_FILE\n" in text


def test_workers_of_a_standalone_cluster_discover_their_gpu(the_plugin, capsys: Output) -> None:
    text = written(capsys, "--for", "standalone")
    option = f"-Dspark.worker.resource.gpu.discoveryScript={DISCOVERY_SCRIPT}"
    assert "SPARK_WORKER_OPTS=" in text
    assert option in text
    assert parse_properties(text)["spark.driver.extraClassPath"] == str(the_plugin)
    assert "spark.master" not in parse_properties(text)


def test_settings_that_are_there_are_added_to(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "mine.conf"
    file.write_text("spark.jars /mine.jar\nspark.app.name A\\\\B\\nC\n", encoding="utf-8")
    arguments = ["--for", "local", "--mode", "cpu", "--properties-file", str(file)]
    conf = settings(capsys, *arguments, "--conf", "spark.sql.extensions=org.example.Theirs")
    assert conf["spark.jars"].startswith(f"/mine.jar,{jars.FOLDER}")
    assert conf["spark.sql.extensions"] == f"org.example.Theirs,{EXTENSION}"
    assert conf["spark.app.name"] == "A\\B\nC"


def test_options_of_spark_submit(tmp_path: Path, the_plugin: Path, capsys: Output) -> None:
    file = tmp_path / "options"
    arguments = ["--for", "yarn", "--conf", "spark.app.name=it's mine"]
    assert written(capsys, *arguments, "--format", "spark-submit", "-o", str(file)) == ""
    shell = ["sh", "-c", 'eval "printf \'%s\\\\0\' $(cat "$0")"', str(file)]
    done = subprocess.run(shell, capture_output=True, text=True, check=True)
    words = done.stdout.split("\0")[:-1]
    assert words[:2] == ["--conf", "spark.app.name=it's mine"]
    assert words[2:4] == ["--master", "yarn"]
    pairs = [word.partition("=")[::2] for word in words[1::2] if word != "yarn"]
    assert {"spark.master": "yarn", **dict(pairs)} == settings(capsys, *arguments)
    assert str(the_plugin) in file.read_text(encoding="utf-8")


def test_a_disk_that_fails_leaves_the_file_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    file = tmp_path / "spark-defaults.conf"
    file.write_text("theirs", encoding="utf-8")
    file.chmod(0o640)
    write = Path.write_text

    def half(path: Path, text: str, **options: Any) -> int:
        write(path, text[:10], **options)
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

    command = ["conf", "--for", "local", "--mode", "cpu", "-o", str(file)]
    with monkeypatch.context() as failing:
        failing.setattr(Path, "write_text", half)
        assert main(command) != 0
    assert capsys.readouterr().err == f"error: Input/output error: {file}\n"
    assert [path.name for path in tmp_path.glob("*spark-defaults*")] == [file.name]
    assert file.read_text(encoding="utf-8") == "theirs"
    assert main(command) == 0
    assert "spark.jars" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o777 == 0o640


@pytest.mark.usefixtures("the_plugin")
@pytest.mark.parametrize("mode", ["cpu", "gpu"])
def test_objects_of_kubernetes(mode: str, capsys: Output) -> None:
    text = written(capsys, "--for", "kubernetes", "--mode", mode, *IMAGE, "--namespace", "n")
    config_map, application = yaml.safe_load_all(text)
    kubernetes_validate.validate(config_map, kubernetes_validate.latest_version(), strict=True)
    files = config_map["data"]
    mounted = parse_properties(files["spark-defaults.conf"])
    template = mounted.pop("spark.kubernetes.executor.podTemplateFile", None)
    assert mounted == settings(
        capsys, "--for", "kubernetes", "--mode", mode, "--image", "registry/spark:1"
    )
    assert (application["apiVersion"], application["kind"]) == (
        "sparkoperator.k8s.io/v1beta2",
        "SparkApplication",
    )
    spec = application["spec"]
    assert spec["image"] == mounted.pop("spark.kubernetes.container.image") == "registry/spark:1"
    assert spec["sparkConf"] == mounted
    assert spec["sparkVersion"] == "4.1.3"
    assert config_map["metadata"] == application["metadata"]
    if mode == "cpu":
        assert (template, list(files), spec["executor"]) == (None, ["spark-defaults.conf"], {})
        return
    assert template == "/etc/rapids-udfs/executor-pod.yaml"
    pod = yaml.safe_load(files["executor-pod.yaml"])
    # The schema wants an image, which Spark adds.
    (container,) = pod["spec"]["containers"]
    assert container["resources"]["limits"] == {"nvidia.com/gpu": 1}
    assert spec["executor"]["template"]["spec"] == pod["spec"]
    kubernetes_validate.validate(pod, kubernetes_validate.latest_version(), strict=True)
    assert yaml.safe_load(written(capsys, "--for", "kubernetes", "--format", "pod-template")) == pod


@pytest.mark.usefixtures("the_plugin")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "required: --for"),
        ("--for mesos", "invalid choice: 'mesos'"),
        ("--for yarn --mode auto", "invalid choice: 'auto'"),
        ("--for yarn --master spark://h", "yarn has no master 'spark://h': give 'yarn', or none"),
        ("--for standalone --conf spark.master=yarn", "give 'spark://host:7077', or none"),
        ("--for kubernetes --master yarn", "has no master 'yarn': give 'k8s://https"),
        ("--for yarn --format yaml", "--format yaml is for Kubernetes: --for kubernetes"),
        ("--for kubernetes --format yaml", "--format yaml needs --image"),
        ("--for kubernetes --mode cpu --format pod-template", "requests a GPU: use --mode gpu"),
        ("--for yarn --image x", "--image is for Kubernetes"),
        ("--for kubernetes --application x", "--application is for --format yaml"),
        ("--for kubernetes --namespace x", "--namespace is for --format yaml"),
        ("--for yarn --mode cpu --task-gpu-fraction 0.5", "--task-gpu-fraction is for --mode gpu"),
        ("--for yarn --task-gpu-fraction 0.7", "at most 0.5"),
        ("--for yarn --mode cpu --discovery-script x", "--discovery-script is for --mode gpu"),
        ("--for yarn --mode cpu --plugin-jar x", "mode cpu has no plugin"),
        ("--for yarn --properties-file /none", "there is no file /none"),
        ("--for yarn --conf x", "--conf takes KEY=VALUE, not 'x'"),
        ("--for yarn --conf spark.rapidsUdfs.mode=cpu", "is 'cpu' (given), but 'gpu' is needed"),
        ("--for yarn --jars-dir s3a://x/y", "the folder of jars cannot be 's3a://x/y'"),
        ("--for yarn --jars-dir jars", "give an absolute path, such as /opt/rapids-udfs"),
        ("--for yarn --python-gpu gpus=1", "use the options workers, alloc"),
        ("--for yarn --python-gpu alloc=2", "alloc=2 is not supported"),
        ("--for yarn --python-gpu workers=1,workers=2", "--python-gpu has two values for workers"),
        ("--for local --master local[abc]", "local has no master 'local[abc]'"),
        ("--for local --master local[0]", "local has no master 'local[0]'"),
        ("--for standalone --master spark://h", "standalone has no master 'spark://h'"),
        ("--for standalone --master spark://h:x", "standalone has no master 'spark://h:x'"),
        ("--for connect --master local[abc]", "connect has no master 'local[abc]'"),
        ("--for connect --master spark://", "connect has no master 'spark://'"),
    ],
)
def test_what_cannot_be(arguments: str, said: str, capsys: Output) -> None:
    assert said in refused(capsys, *arguments.split())


@pytest.mark.usefixtures("the_plugin")
def test_an_image_with_a_blank(capsys: Output) -> None:
    assert "'a b' has a blank in it" in refused(capsys, "--for", "kubernetes", "--image", "a b")


def test_a_package_in_a_folder_that_spark_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    (tmp_path / "a b").symlink_to(jars.FOLDER)
    monkeypatch.setattr(jars, "FOLDER", tmp_path / "a b")
    wanted = ["--for", "yarn", "--mode", "cpu"]
    assert "copy the jars to another" in refused(capsys, *wanted)
    assert settings(capsys, *wanted, "--jars-dir", "/opt")["spark.jars"].startswith("local:///opt/")


def test_the_help_shows_how(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["conf", "--help"])
    text = capsys.readouterr().out
    assert 'eval "spark-submit $(rapids-udfs conf --for yarn --format spark-submit) app.py"' in text


def test_this_machine_is_not_checked(capsys: Output, the_plugin: Path, tmp_path: Path) -> None:
    """The files may be for another one, which has MPS and packages that this one lacks."""
    folder = tmp_path / "nothing-runs-here"
    conf = settings(
        capsys, "--for", "thrift", "--python-gpu", f"mps={folder},workers=2,pooling=true"
    )
    assert conf["spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY"] == str(folder)
    assert conf["spark.rapids.python.memory.gpu.pooling.enabled"] == "true"
