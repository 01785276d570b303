# SPDX-License-Identifier: Apache-2.0

"""Settings as files: ``spark-defaults.conf``, options of ``spark-submit``, YAML for Kubernetes."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any, Final

from rapids_udfs.errors import MissingModuleError

_NAME: Final = "rapids-udfs"
_GPU: Final = "nvidia.com/gpu"
_CONTAINER: Final = "spark-kubernetes-executor"
"""The name by which Spark knows its container in a pod template."""
MOUNTED: Final = "/etc/rapids-udfs"
"""The mount path of the ConfigMap, where its spark-defaults.conf expects the pod template."""
_TEMPLATE: Final = "executor-pod.yaml"


def spark_defaults(settings: Mapping[str, str], notes: list[str]) -> str:
    """The text of ``spark-defaults.conf``, which begins with the notes."""
    # As java.util.Properties reads them.
    escapes = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r"})
    lines = [f"# {note}".rstrip() for note in notes]
    lines += [f"{key} {text.translate(escapes)}" for key, text in settings.items()]
    return "\n".join([*lines, ""])


def spark_submit(settings: Mapping[str, str]) -> str:
    """The options of ``spark-submit`` for a shell, without comments: for ``$(...)``."""
    options = [
        f"--master {shlex.quote(text)}"
        if key == "spark.master"
        else f"--conf {shlex.quote(f'{key}={text}')}"
        for key, text in settings.items()
    ]
    return " \\\n".join(options) + "\n"


def pod_template() -> str:
    """The template of executors' pods that take a GPU."""
    return _yaml({"apiVersion": "v1", "kind": "Pod", **_gpu_pod()})


def _gpu_pod() -> dict[str, Any]:
    container = {"name": _CONTAINER, "resources": {"limits": {_GPU: 1}}}
    taint = {"key": _GPU, "operator": "Exists", "effect": "NoSchedule"}
    return {"spec": {"containers": [container], "tolerations": [taint]}}


def kubernetes(
    settings: Mapping[str, str],
    notes: list[str],
    *,
    image: str,
    file: str,
    namespace: str,
    spark_version: str,
    gpu: bool,
) -> str:
    """A ConfigMap with ``spark-defaults.conf`` and the pod template, and a SparkApplication."""
    # The image is a field of the application, and the operator knows the master.
    of_operator = ("spark.master", "spark.kubernetes.container.image")
    own = {key: text for key, text in settings.items() if key not in of_operator}
    files = {}
    if gpu:
        template = {"spark.kubernetes.executor.podTemplateFile": f"{MOUNTED}/{_TEMPLATE}"}
        files[_TEMPLATE] = pod_template()
        settings = {**settings, **template}
    config_map = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": _NAME, "namespace": namespace},
        "data": {"spark-defaults.conf": spark_defaults(settings, notes), **files},
    }
    executor: dict[str, Any] = {"template": _gpu_pod()} if gpu else {}
    spark_application = {
        "apiVersion": "sparkoperator.k8s.io/v1beta2",
        "kind": "SparkApplication",
        "metadata": {"name": _NAME, "namespace": namespace},
        "spec": {
            "type": "Python",
            "pythonVersion": "3",
            "mode": "cluster",
            "image": image,
            "mainApplicationFile": file,
            "sparkVersion": spark_version,
            "sparkConf": own,
            "driver": {"serviceAccount": "spark"},
            "executor": executor,
        },
    }
    return _yaml(config_map) + "---\n" + _yaml(spark_application)


def _yaml(document: Mapping[str, Any]) -> str:
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
