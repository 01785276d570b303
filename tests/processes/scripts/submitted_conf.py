# SPDX-License-Identifier: Apache-2.0

"""Reads the files of ``rapids-udfs conf`` with Spark's own ``spark-submit`` and executor pods.

Arguments: the report's file, the files of options for YARN and for Kubernetes, and the pod
template, from which an executor's pod is built as Spark does.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from reporting import local, report

from rapids_udfs._py4j import java_class

_, _, YARN, KUBERNETES, TEMPLATE = sys.argv
spark = local("local[1]").getOrCreate()
jvm = spark._jvm
assert jvm is not None


def submitted(file: str, *application: str) -> Any:
    """Return the SparkConf with which spark-submit would start an application."""
    shell = ["sh", "-c", 'eval "printf \'%s\\\\0\' $(cat "$0")"', file]
    options = subprocess.run(shell, capture_output=True, text=True, check=True).stdout
    words = [*options.split("\0")[:-1], *application]
    deploy = jvm.org.apache.spark.deploy
    environment = jvm.PythonUtils.toScalaMap({"HADOOP_CONF_DIR": "/tmp"})
    arguments = deploy.SparkSubmitArguments(jvm.PythonUtils.toSeq(words), environment)
    none = jvm.scala.Option.empty()
    return deploy.SparkSubmit().prepareSubmitEnvironment(arguments, none)._3()


def pairs(conf: Any) -> dict[str, str]:
    return {entry._1(): entry._2() for entry in conf.getAll()}


def executor_pod(conf: Any) -> Any:
    """Return the pod that Spark requests from Kubernetes."""
    kubernetes = jvm.org.apache.spark.deploy.k8s
    client = jvm.io.fabric8.kubernetes.client.KubernetesClientBuilder().build()
    none = jvm.scala.Option.empty()
    container = jvm.scala.Option.apply("spark-kubernetes-executor")
    template = kubernetes.KubernetesUtils.loadPodFromTemplate(client, TEMPLATE, container, conf)
    conf.set("spark.app.id", "x").set("spark.driver.host", "h").set("spark.driver.port", "1")
    profiles = java_class(jvm, "org.apache.spark.resource.ResourceProfile$").__getattr__("MODULE$")
    profiles.clearDefaultProfile()  # the context of this script's own session
    profile = profiles.getOrCreateDefaultProfile(conf)
    of_executor = kubernetes.KubernetesExecutorConf(conf, "app", "1", none, 0)
    manager = jvm.org.apache.spark.SparkEnv.get().securityManager()
    step = kubernetes.features.BasicExecutorFeatureStep(of_executor, manager, profile)
    return step.configurePod(template)


yarn = submitted(YARN, "--deploy-mode", "client", __file__)
kubernetes = submitted(KUBERNETES, "--deploy-mode", "cluster", "local:///opt/app/main.py")
on_kubernetes = pairs(kubernetes)
pod = executor_pod(kubernetes)
limits = pod.container().getResources().getLimits()
report(
    yarn=pairs(yarn),
    kubernetes=on_kubernetes,
    limits={key: str(limits[key]) for key in limits},
    tolerations=[str(t.getKey()) for t in pod.pod().getSpec().getTolerations()],
    image=pod.container().getImage(),
)
spark.stop()
