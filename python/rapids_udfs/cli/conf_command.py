# SPDX-License-Identifier: Apache-2.0

"""The command ``rapids-udfs conf``: the settings of a cluster or server, as its own files."""

from __future__ import annotations

import argparse
import ast
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs._version_text import numbers_of
from rapids_udfs.cli.command import Option, UsageError, command, settings_of
from rapids_udfs.console.terminal import say
from rapids_udfs.errors import ConfigurationError, MissingModuleError

if TYPE_CHECKING:
    from rapids_udfs.session.cluster_conf import ClusterConf
    from rapids_udfs.session.python_gpu.options import PandasGpu

_PLACES: Final = ("local", "standalone", "yarn", "kubernetes", "connect", "thrift")
_FORMATS: Final = ("spark-defaults", "spark-submit", "yaml", "pod-template")
_ARGUMENTS: Final = (
    *("mode", "place", "master", "conf", "jars_dir", "spark_version", "image", "plugin_jar"),
    *("extensions", "metrics", "task_gpu_fraction", "discovery_script"),
)
"""The options that are arguments of ``cluster_conf``."""
_NAME: Final = "rapids-udfs"
_GPU: Final = "nvidia.com/gpu"
_TEMPLATE: Final = "executor-pod.yaml"
_EPILOG: Final = """\
exit status:
  0    done; comments, or standard error, list what the machines need
  1    a jar is missing here; standard error has the command that installs it
  2    the command line is wrong, or the settings contradict each other
"""


def _options(option: Option) -> None:
    option("--for", "the cluster or the server", dest="place", choices=_PLACES, required=True)
    modes = ("cpu", "explain", "gpu", "emulate")
    option("--mode", "as configure's (default: gpu)", choices=modes, default="gpu")
    option("--format", "(default: %(default)s)", choices=_FORMATS, default="spark-defaults")
    option("-o --output FILE", "write there, not to standard output", type=Path)
    option("--master URL", "the master's URL")
    existing = "a setting that you have: it is added to, never overwritten"
    option("--conf KEY=VALUE", existing, action="append", default=[])
    option("--properties-file FILE", "a file of such settings", type=Path)
    option(
        "--jars-dir DIR",
        "the folder with the jars on every machine (default: their folder here; on Kubernetes "
        "/opt/rapids-udfs)",
    )
    option("--plugin-jar JAR", "the plugin's jar (default: the cache's)", type=Path)
    option(
        "--spark VERSION",
        "the cluster's Spark (default: the installed one)",
        dest="spark_version",
    )
    option("--task-gpu-fraction X", "the GPU's share of one task", type=float)
    option(
        "--discovery-script FILE", "the script on the cluster's machines that discovers their GPU"
    )
    python_gpu = "Python workers use the GPU, too; options such as mps=true,workers=4,alloc=0.3"
    option("--python-gpu OPTIONS", python_gpu, nargs="?", const="")
    option("--metrics", "count every function's work")
    by_register = "functions come only from rapids_udfs.register"
    option("--no-extensions", by_register, dest="extensions", action="store_false")
    option("--image IMAGE", "the container image, on Kubernetes")
    option(
        "--application FILE",
        "the SparkApplication's program (default: local:///opt/app/main.py)",
    )
    option("--namespace NAME", "the objects' namespace (default: default)")


@command(
    "conf",
    "write the settings of a cluster or a server: spark-defaults.conf, options, YAML",
    _options,
    epilog=_EPILOG,
)
def conf(options: argparse.Namespace) -> None:
    """Write the settings that configure(builder, mode) would set for a cluster or a server.

    They cover the jars, the GPU's amounts and discovery script, and Python workers. Nothing is
    started or contacted.

      rapids-udfs conf --for standalone --jars-dir /opt/rapids-udfs -o conf/spark-defaults.conf
      rapids-udfs conf --for connect --mode cpu --master spark://host:7077 -o connect.conf
      rapids-udfs conf --for kubernetes --format yaml --image registry/spark-rapids:1 -o app.yaml
      eval "spark-submit $(rapids-udfs conf --for yarn --format spark-submit) app.py"

    Paths are those of this machine unless --jars-dir names the folder of these files there.
    """
    from rapids_udfs.session.cluster_conf import cluster_conf

    _reject_conflicts(options)
    options.conf = settings_of(options)
    arguments = {name: getattr(options, name) for name in _ARGUMENTS}
    try:
        arguments["python_gpu"] = _python_gpu(options.python_gpu)
        conf = cluster_conf(**arguments)
    except ConfigurationError as e:
        raise UsageError(str(e)) from e
    notes = _notes(options, conf)
    if options.format == "yaml":
        text = _kubernetes(conf, notes, options)
    elif options.format == "pod-template":
        text = _yaml(_pod_template())
    elif options.format == "spark-submit":
        text = _spark_submit(conf.settings)
        print("\n".join(notes), file=sys.stderr)
    else:
        text = _spark_defaults(conf.settings, notes)
    if options.output:
        _save(options.output, text)
    else:
        say(text.rstrip("\n"))


def _reject_conflicts(options: argparse.Namespace) -> None:
    on_kubernetes = options.place == "kubernetes" or (options.master or "").startswith("k8s://")
    yaml, template = (options.format == name for name in ("yaml", "pod-template"))
    gpu = options.mode == "gpu"
    rules = {
        f"--format {options.format} is for Kubernetes: --for kubernetes": (
            (yaml or template) and options.place != "kubernetes"
        ),
        "--format pod-template requests a GPU: use --mode gpu": template and not gpu,
        "--format yaml needs --image: the application's containers run it": (
            yaml and not options.image
        ),
        "--image is for Kubernetes": options.image and not on_kubernetes,
        f"--image {options.image!r} has a blank in it": re.search(r"\s", options.image or ""),
        "--application is for --format yaml": options.application and not yaml,
        "--namespace is for --format yaml": options.namespace and not yaml,
        "--task-gpu-fraction is for --mode gpu": options.task_gpu_fraction is not None and not gpu,
        "--discovery-script is for --mode gpu": options.discovery_script and not gpu,
        "--plugin-jar: mode cpu has no plugin": options.plugin_jar and options.mode == "cpu",
    }
    if broken := next((message for message, is_broken in rules.items() if is_broken), None):
        raise UsageError(broken)


def _save(path: Path, text: str) -> None:
    """Write a file whole or not at all: a cluster's settings survive a full disk."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a pipe or a terminal
        return
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        if path.exists():
            part.chmod(path.stat().st_mode)
        part.replace(path)
    except OSError as e:
        raise OSError(e.errno, e.strerror, str(path)) from e
    finally:
        part.unlink(missing_ok=True)


def _python_gpu(text: str | None) -> PandasGpu | None:
    """Parse options of Python workers such as ``mps=true,workers=4``; None without any."""
    from rapids_udfs.session.python_gpu.options import options_of

    if not text:
        return options_of(text is not None)
    options: dict[str, object] = {}
    for option in text.split(","):
        key, _, value = (part.strip() for part in option.partition("="))
        if options.setdefault(key, _value(value)) != _value(value):
            raise ConfigurationError(f"--python-gpu has two values for {key}: {text}")
    return options_of(options)


def _value(text: str) -> object:
    """A number, a boolean in upper or lower case, or the text itself."""
    try:
        value = ast.literal_eval(text.capitalize())
    except (ValueError, SyntaxError):
        return text
    return value if isinstance(value, bool | int | float) else text


def _notes(options: argparse.Namespace, conf: ClusterConf) -> list[str]:
    """The prerequisites of the settings, one line each."""
    from rapids_udfs.session.cluster import DISCOVERY_SCRIPT, is_local

    version = conf.spark.version
    notes = [f"rapids-udfs, mode {options.mode}, Spark {version}."]
    if conf.files and not (conf.folder is None and is_local(conf.master)):
        where = "in the image" if options.place == "kubernetes" else "on every machine"
        notes.append(f"Required {where}:")
        for file in conf.files:
            # With another folder there, the place to copy it from.
            source = f"here {file}" if file.is_file() else "rapids-udfs fetch-plugin"
            notes.append(f"  {conf.there(file)}" + (f" ({source})" if conf.folder else ""))
    if options.mode == "gpu" and conf.master.startswith("spark://"):
        script = conf.there(DISCOVERY_SCRIPT)
        notes.append("Each worker's conf/spark-env.sh, for its GPU:")
        worker = "-Dspark.worker.resource.gpu"
        notes.append(f'  SPARK_WORKER_OPTS="{worker}.amount=1 {worker}.discoveryScript={script}"')
    notes += [f"The driver's environment: {k}={v}" for k, v in conf.environment.items()]
    start = {"connect": "connect-server", "thrift": "thriftserver"}.get(options.place)
    if start and options.format == "spark-defaults":
        package = ""
        if options.place == "connect" and numbers_of(version) < (4,):
            # Spark 3.5 does not include the Connect server.
            package = f" --packages org.apache.spark:spark-connect_{conf.spark.scala}:{version}"
        notes.append(f"Start: sbin/start-{start}.sh --properties-file THIS_FILE{package}")
    return notes


def _spark_defaults(settings: dict[str, str], notes: list[str]) -> str:
    """The text of ``spark-defaults.conf``, which begins with the notes."""
    # As java.util.Properties reads them.
    escapes = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r"})
    lines = [f"# {note}".rstrip() for note in notes]
    lines += [f"{key} {text.translate(escapes)}" for key, text in settings.items()]
    return "\n".join([*lines, ""])


def _spark_submit(settings: dict[str, str]) -> str:
    """The options of ``spark-submit`` for a shell, without comments: for ``$(...)``."""
    options = [
        f"--master {shlex.quote(text)}"
        if key == "spark.master"
        else f"--conf {shlex.quote(f'{key}={text}')}"
        for key, text in settings.items()
    ]
    return " \\\n".join(options) + "\n"


def _pod_template() -> dict[str, Any]:
    """The template of executors' pods that take a GPU."""
    # The name by which Spark finds its container in a template.
    name = "spark-kubernetes-executor"
    container = {"name": name, "resources": {"limits": {_GPU: 1}}}
    taint = {"key": _GPU, "operator": "Exists", "effect": "NoSchedule"}
    spec = {"containers": [container], "tolerations": [taint]}
    return {"apiVersion": "v1", "kind": "Pod", "spec": spec}


def _kubernetes(conf: ClusterConf, notes: list[str], options: argparse.Namespace) -> str:
    """A ConfigMap with ``spark-defaults.conf`` and the pod template, and a SparkApplication."""
    settings, files = conf.settings, {}
    executor: dict[str, Any] = {}
    if options.mode == "gpu":
        template = _pod_template()
        files[_TEMPLATE] = _yaml(template)
        executor["template"] = {"spec": template["spec"]}
        # Where the ConfigMap is mounted.
        path = f"/etc/rapids-udfs/{_TEMPLATE}"
        settings = {**settings, "spark.kubernetes.executor.podTemplateFile": path}
    metadata = {"name": _NAME, "namespace": options.namespace or "default"}
    config_map = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": metadata,
        "data": {"spark-defaults.conf": _spark_defaults(settings, notes), **files},
    }
    # The image is a field of the application, and the operator sets the master.
    of_operator = ("spark.master", "spark.kubernetes.container.image")
    application = {
        "apiVersion": "sparkoperator.k8s.io/v1beta2",
        "kind": "SparkApplication",
        "metadata": dict(metadata),
        "spec": {
            "type": "Python",
            "pythonVersion": "3",
            "mode": "cluster",
            "image": options.image,
            "mainApplicationFile": options.application or "local:///opt/app/main.py",
            "sparkVersion": conf.spark.version,
            "sparkConf": {k: text for k, text in conf.settings.items() if k not in of_operator},
            "driver": {"serviceAccount": "spark"},
            "executor": executor,
        },
    }
    return _yaml(config_map) + "---\n" + _yaml(application)


def _yaml(document: dict[str, Any]) -> str:
    try:
        import yaml
    except ImportError:
        what = "writing YAML needs PyYAML, which is not installed"
        raise MissingModuleError(f"{what}: pip install 'rapids-udfs[kubernetes]'") from None

    def text(dumper: Any, value: str) -> Any:
        # Strings of several lines as block scalars.
        style = "|" if "\n" in value else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    dumper: Any = type("Dumper", (yaml.SafeDumper,), {})
    dumper.add_representer(str, text)
    return str(yaml.dump(document, Dumper=dumper, sort_keys=False, width=10_000))
