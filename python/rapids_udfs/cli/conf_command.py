# SPDX-License-Identifier: Apache-2.0

"""The command ``rapids-udfs conf``: the settings of a cluster or server, as its own files."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs._version_text import numbers_of
from rapids_udfs.cli.doctor_command import given_settings
from rapids_udfs.console.terminal import say
from rapids_udfs.errors import ConfigurationError

if TYPE_CHECKING:
    from rapids_udfs.runtime.installed import InstalledSpark
    from rapids_udfs.session.cluster_conf import ClusterConf

_PLACES: Final = ("local", "standalone", "yarn", "kubernetes", "connect", "thrift")
_MODES: Final = ("cpu", "explain", "gpu", "emulate")
_FORMATS: Final = ("spark-defaults", "spark-submit", "yaml", "pod-template")
_DESCRIPTION = """\
Writes the settings that configure(builder, mode) would set for a cluster or a server: jars, the
GPU's amounts and discovery script, Python workers. Nothing is started or contacted.

  rapids-udfs conf --for standalone --jars-dir /opt/rapids-udfs -o conf/spark-defaults.conf
  rapids-udfs conf --for connect --mode cpu --master spark://host:7077 -o connect.conf
  rapids-udfs conf --for kubernetes --format yaml --image registry/spark-rapids:1 -o app.yaml
  eval "spark-submit $(rapids-udfs conf --for yarn --format spark-submit) app.py"

Paths are those of this machine unless --jars-dir says where the same files lie on the cluster's.
"""
_EPILOG = """\
exit status:
  0    done; what has to be on the machines is said in comments, or on standard error
  1    a jar is missing here; standard error says how to get it
  2    the command line is wrong, or the settings contradict each other
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    conf = commands.add_parser(
        "conf",
        help="write the settings of a cluster or a server: spark-defaults.conf, options, YAML",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    option = conf.add_argument
    option("--for", dest="place", choices=_PLACES, required=True, help="the cluster or the server")
    option("--mode", choices=_MODES, default="gpu", help="as configure's (default: gpu)")
    option("--format", choices=_FORMATS, default="spark-defaults", help="(default: %(default)s)")
    option("-o", "--output", type=Path, metavar="FILE", help="write there, not to standard output")
    option("--master", metavar="URL", help="the master's URL")
    option(
        "--conf",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a setting that you have: it is added to, never overwritten",
    )
    option("--properties-file", type=Path, metavar="FILE", help="a file of such settings")
    option(
        "--jars-dir",
        metavar="DIR",
        help="the folder with the jars on every machine (default: where they lie here; on "
        "Kubernetes /opt/rapids-udfs)",
    )
    option("--plugin-jar", type=Path, metavar="JAR", help="the plugin's jar (default: the cache's)")
    option("--spark", metavar="VERSION", help="the cluster's Spark (default: the installed one)")
    option("--task-gpu-fraction", type=float, metavar="X", help="the GPU's share of one task")
    option("--discovery-script", metavar="FILE", help="the script there that finds the GPU")
    option(
        "--python-gpu",
        nargs="?",
        const="",
        metavar="OPTIONS",
        help="Python workers use the GPU, too; options such as mps=true,workers=4,alloc=0.3",
    )
    option("--metrics", action="store_true", help="count every function's work")
    option(
        "--no-extensions",
        dest="extensions",
        action="store_false",
        help="functions come only from rapids_udfs.register",
    )
    option("--image", metavar="IMAGE", help="the container image, on Kubernetes")
    option(
        "--application",
        metavar="FILE",
        help="the SparkApplication's program (default: local:///opt/app/main.py)",
    )
    option("--namespace", metavar="NAME", help="the objects' namespace (default: default)")
    conf.set_defaults(work=lambda options: _conf(options, conf))


def _conf(options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    _reject_conflicts(options, parser)
    given = given_settings(options, parser)
    try:
        _write(options, given)
    except ConfigurationError as e:
        parser.error(str(e))


def _reject_conflicts(options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    on_kubernetes = options.place == "kubernetes" or (options.master or "").startswith("k8s://")
    yaml, gpu = options.format == "yaml", options.mode == "gpu"
    rules = {
        f"--format {options.format} is for Kubernetes: --for kubernetes": (
            options.format in ("yaml", "pod-template") and options.place != "kubernetes"
        ),
        "--format pod-template asks for a GPU: --mode gpu": (
            options.format == "pod-template" and not gpu
        ),
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
    for text, broken in rules.items():
        if broken:
            parser.error(text)


def _write(options: argparse.Namespace, given: dict[str, str]) -> None:
    from rapids_udfs.cli import conf_formats
    from rapids_udfs.session.cluster_conf import Target, cluster_conf, spark_of

    spark = spark_of(options.spark)
    made = cluster_conf(
        spark,
        Target(
            place=options.place,
            mode=options.mode,
            master=options.master,
            conf=given,
            jars_dir=options.jars_dir,
            plugin_jar=options.plugin_jar,
            extensions=options.extensions,
            metrics=options.metrics,
            task_gpu_fraction=options.task_gpu_fraction,
            discovery_script=options.discovery_script,
            python_gpu=_python_gpu(options.python_gpu),
            image=options.image,
        ),
    )
    notes = _notes(options, made, spark)
    if options.format == "yaml":
        program = options.application or "local:///opt/app/main.py"
        text = conf_formats.kubernetes(
            made.settings,
            notes,
            image=options.image,
            file=program,
            namespace=options.namespace or "default",
            spark_version=spark.version,
            gpu=options.mode == "gpu",
        )
    elif options.format == "pod-template":
        text = conf_formats.pod_template()
    elif options.format == "spark-submit":
        text = conf_formats.spark_submit(made.settings)
        print("\n".join(notes), file=sys.stderr)
    else:
        text = conf_formats.spark_defaults(made.settings, notes)
    if options.output:
        _save(options.output, text)
    else:
        say(text.rstrip("\n"))


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


def _python_gpu(text: str | None) -> Any:
    """Parse options of Python workers such as ``mps=true,workers=4``; None without any."""
    from rapids_udfs.session.python_gpu.options import options_of

    if not text:
        return options_of(text is not None)
    options: dict[str, object] = {}
    for option in text.split(","):
        key, _, given = option.partition("=")
        name, value = key.strip(), _value(given)
        if options.setdefault(name, value) != value:
            raise ConfigurationError(f"--python-gpu has two values for {name}: {text}")
    return options_of(options)


def _value(text: str) -> object:
    text = text.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _notes(options: argparse.Namespace, made: ClusterConf, spark: InstalledSpark) -> list[str]:
    """The prerequisites of the settings, one line each."""
    from rapids_udfs.session.cluster import DISCOVERY_SCRIPT, is_local

    notes = [f"rapids-udfs, mode {options.mode}, Spark {spark.version}."]
    if made.files and not (made.folder is None and is_local(made.master)):
        where = "in the image" if options.place == "kubernetes" else "on every machine"
        notes.append(f"Required {where}:")
        for file in made.files:
            # With another folder there, the place to copy it from.
            source = f"here {file}" if file.is_file() else "rapids-udfs fetch-plugin"
            notes.append(f"  {made.there(file)}" + (f" ({source})" if made.folder else ""))
    if options.mode == "gpu" and made.master.startswith("spark://"):
        script = made.there(DISCOVERY_SCRIPT)
        notes.append("Each worker's conf/spark-env.sh, for its GPU:")
        worker = "-Dspark.worker.resource.gpu"
        notes.append(f'  SPARK_WORKER_OPTS="{worker}.amount=1 {worker}.discoveryScript={script}"')
    notes += [f"The driver's environment: {k}={v}" for k, v in made.environment.items()]
    start = _STARTS.get(options.place)
    if start and options.format == "spark-defaults":
        package = ""
        if options.place == "connect" and numbers_of(spark.version) < (4,):
            # Spark 3.5 does not include the Connect server.
            package = f" --packages org.apache.spark:spark-connect_{spark.scala}:{spark.version}"
        notes.append(f"Start: {start} --properties-file THIS_FILE{package}")
    return notes


_STARTS: Final[Mapping[str, str]] = {
    "connect": "sbin/start-connect-server.sh",
    "thrift": "sbin/start-thriftserver.sh",
}
