# SPDX-License-Identifier: Apache-2.0

"""Sessions with this library: ``configure`` for a builder, and ``start``."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, get_args

from rapids_udfs._entry_point import ENTRY_POINT
from rapids_udfs.errors import ArgumentTypeError, ConfigurationError, PluginError, SessionError
from rapids_udfs.python_udfs.hook import install
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.runtime.java import check_java
from rapids_udfs.session.cluster import server_of
from rapids_udfs.session.library import knows, thread
from rapids_udfs.session.modes import (
    MODE_SETTING,
    MODES,
    PYTHON_UDFS,
    Request,
    add_settings,
    automatic_mode,
)
from rapids_udfs.session.python_gpu.options import PandasGpu, options_of
from rapids_udfs.session.settings import (
    BUILDER,
    DRIVER,
    ENDED,
    RUNNING,
    SUBMITTED,
    SparkSettings,
    not_supported,
)

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import SparkSession
    from typing_extensions import Unpack


# Spelled out for editors to complete.
ModeName = Literal["auto", "cpu", "explain", "gpu", "emulate"]
PluginRoute = Literal["class-path", "packages"]
PythonUdfs = Literal["compile", "require", "off"]

_Builder = TypeVar("_Builder", bound="SparkSession.Builder")


def configure(
    builder: _Builder,
    mode: ModeName = "auto",
    *,
    plugin_jar: str | os.PathLike[str] | None = None,
    plugin: PluginRoute = "class-path",
    executor_plugin_jar: str | None = None,
    extensions: bool = True,
    jars: Sequence[str | os.PathLike[str]] = (),
    task_gpu_fraction: float | None = None,
    discovery_script: str | None = None,
    python_gpu: bool | Mapping[str, Any] | PandasGpu = False,
    metrics: bool = False,
    python_udfs: PythonUdfs | None = None,
) -> _Builder:
    """Add this library's settings to a session builder, before ``getOrCreate()``.

    The user's settings, on the builder, for ``spark-submit``, in ``spark-defaults.conf`` or in
    ``PYSPARK_SUBMIT_ARGS``, are added to and never overwritten. With a local master,
    ``PYSPARK_PYTHON`` is set to this Python unless it or ``spark.pyspark.python`` is set already.
    Calling it again with the same arguments changes nothing. If it raises, the builder is
    unchanged.

    Args:
        builder: ``SparkSession.builder``, or one derived from it.
        mode: ``cpu`` runs the row-wise bodies and needs neither a GPU nor the plugin; ``explain``
            adds the plugin's verdicts on plans (``rapids_udfs.explain``); ``gpu`` runs the
            columnar bodies on the GPU; ``emulate`` runs them through the plugin on this machine's
            CPU, for tests and development. ``auto`` is the mode that the settings name
            (``rapids-udfs conf`` writes it), else ``gpu`` with a GPU and a plugin jar for this
            Spark, else ``cpu``; it logs the reason once. With a local master the GPU must be on
            this machine; on a cluster ``spark.plugins`` or
            ``spark.executor.resource.gpu.amount`` must request one.
        plugin_jar: the plugin's jar; by default the one in the settings, else
            ``RAPIDS_UDFS_PLUGIN_JAR``, else the one in the cache (``rapids-udfs fetch-plugin``).
        plugin: ``class-path`` puts the jar on the class path of the driver and the executors;
            ``packages`` lets Spark fetch it from Maven (about 1 GB, copied at every start).
            Mode ``emulate`` supports only ``class-path``, with a copy without native libraries.
        executor_plugin_jar: the jar's path on the executors' machines, if it differs.
        extensions: whether every session gets all functions by ``spark.sql.extensions``; with
            False only ``rapids_udfs.register`` adds them.
        jars: jars of libraries built on this one (``rapids-udfs new``), whose functions the
            extension adds to every session; other jars only add their classes.
        task_gpu_fraction: the share of the GPU that one task takes on a cluster; by default one
            over the executor's cores.
        discovery_script: the script by which executors find their GPU; required on Kubernetes.
        python_gpu: whether Python workers use the GPU, too: True, or the options of
            ``rapids_udfs.gpu.conf.PandasGpu`` (an object or a dict). The plugin's daemon starts
            the workers, which are reused, and the executor leaves them a share of the GPU's
            memory, by default half. In other modes than ``gpu`` the workers are only reused.
        metrics: whether the work of every function is counted in the whole application, for
            Spark's UI, its metrics sinks and, over Spark Connect, ``rapids_udfs.track``.
        python_udfs: whether Python UDFs are compiled, so that no Python worker runs them:
            ``compile`` compiles what it can, ``require`` raises for a query with any other UDF,
            ``off`` compiles only those of ``rapids_udfs.udf``. The default is the setting
            ``spark.rapidsUdfs.pythonUdfs``, else ``off``.

    Returns:
        The same builder.

    Raises:
        ArgumentTypeError: an argument of a wrong type.
        ConfigurationError: an unknown ``mode``, ``plugin`` or ``python_udfs``; a missing file of
            ``jars``; a user's setting that conflicts with a required one; settings of GPUs,
            ``python_gpu`` or Iceberg that cannot work here; a malformed PYSPARK_SUBMIT_ARGS.
        InstallationError: Spark, Java or this package's own jars are missing or have the wrong
            version.
        UnsupportedError: the installed Spark or Scala is not supported.
        PluginError: the plugin's jar is missing, or is not for this Spark.
        SessionError: Spark is already running, with other settings, or on a server.
    """
    if not isinstance(getattr(builder, "_options", None), dict):
        expected = "a builder (SparkSession.builder), before getOrCreate()"
        raise ArgumentTypeError("configure", builder, expected)
    require_one_of("mode", mode, "auto", *MODES)
    if not isinstance(plugin_jar, str | os.PathLike | None):
        raise ArgumentTypeError("configure", plugin_jar, "a jar's path as plugin_jar=")
    require_one_of("plugin", plugin, *get_args(PluginRoute))
    if python_udfs is not None:
        require_one_of("python_udfs", python_udfs, *get_args(PythonUdfs))
    require_flags("configure", extensions=extensions, metrics=metrics)
    worker_options = options_of(python_gpu)
    options: dict[str, str] = builder._options
    _refuse_client(options, mode)
    spark = installed_spark()
    context = _running_context()
    if context is not None:
        settings = SparkSettings((RUNNING, dict(context.getConf().getAll())))
    elif (started := _driver_settings()) is not None:
        settings = SparkSettings((BUILDER, options), started)
    else:
        check_java()
        settings = SparkSettings.of_builder(options, spark.jars.parent)
    request = Request(
        spark=spark,
        settings=settings,
        plugin=plugin,
        plugin_jar=None if plugin_jar is None else Path(plugin_jar),
        executor_plugin_jar=executor_plugin_jar,
        extensions=extensions,
        metrics=metrics,
        jars=_files(jars),
        task_gpu_fraction=task_gpu_fraction,
        discovery_script=discovery_script,
        python_gpu=worker_options,
    )
    name = automatic_mode(request) if mode == "auto" else mode
    if python_udfs is not None:
        settings.put(PYTHON_UDFS, python_udfs)
    try:
        environment = add_settings(request, name) | settings.environment()
    except PluginError:
        # Nobody needs to fetch a jar for settings that come too late.
        _refuse_if_too_late(settings.changes, context, MODES[name])
        raise
    _refuse_if_too_late(settings.changes, context, MODES[name])
    for key, value in settings.changes.items():
        builder.config(key, value)
    os.environ.update(environment)
    if options.get("spark.remote") or os.environ.get("SPARK_REMOTE"):
        # The hook patches the classes of Spark Connect only if they are loaded.
        with contextlib.suppress(ImportError):
            import_module("pyspark.sql.connect.expressions")
    install()
    return builder


class Options(TypedDict, total=False):
    """The options of ``configure``, which describes them."""

    plugin_jar: str | os.PathLike[str] | None
    plugin: PluginRoute
    executor_plugin_jar: str | None
    extensions: bool
    jars: Sequence[str | os.PathLike[str]]
    task_gpu_fraction: float | None
    discovery_script: str | None
    python_gpu: bool | Mapping[str, Any] | PandasGpu
    metrics: bool
    python_udfs: PythonUdfs | None


def start(
    mode: ModeName = "auto",
    app_name: str | None = None,
    conf: Mapping[str, object] | None = None,
    *,
    master: str | None = None,
    **options: Unpack[Options],
) -> SparkSession:
    """Start a session with this library, or return the running one if it has these settings.

        spark = rapids_udfs.start("emulate", "my tests", {"spark.sql.shuffle.partitions": 2})

    It is ``configure(SparkSession.builder, mode).getOrCreate()`` with your name and settings.

    Args:
        mode: ``auto``, ``cpu``, ``explain``, ``gpu`` or ``emulate``: see ``configure``.
        app_name: the application's name in Spark's UI.
        conf: Spark's settings, which are added to and never overwritten.
        master: the cluster, such as ``local[4]`` or ``yarn``; by default the environment's, else
            this machine.
        options: those of ``configure``, such as ``python_udfs="compile"`` or ``metrics=True``.

    Raises:
        ArgumentTypeError: ``conf`` is not a mapping.
        RapidsUdfsError: see ``configure``.
    """
    from pyspark.sql import SparkSession

    if not isinstance(conf, Mapping | None):
        raise ArgumentTypeError("start", conf, "a dict of Spark's settings as conf=")
    builder: SparkSession.Builder = SparkSession.builder
    for key, value in (conf or {}).items():
        builder = builder.config(key, value)
    if app_name is not None:
        builder = builder.appName(app_name)
    if master is not None:
        builder = builder.master(master)
    return configure(builder, mode, **options).getOrCreate()


def require_one_of(name: str, value: object, *supported: str) -> None:
    """Raise ConfigurationError if an argument has no supported value."""
    if value not in supported:
        raise not_supported(name, value, " or ".join(supported))


def require_flags(call: str, **flags: object) -> None:
    """Raise ArgumentTypeError if one is neither True nor False."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise ArgumentTypeError(call, value, f"True or False as {name}=")


def _files(jars: Sequence[str | os.PathLike[str]]) -> tuple[Path, ...]:
    """The absolute paths of the argument ``jars``."""
    if isinstance(jars, str | os.PathLike) or not isinstance(jars, Iterable):
        raise ArgumentTypeError("configure", jars, "a list of jars as jars=")
    jars = tuple(jars)
    for jar in jars:
        if not isinstance(jar, str | os.PathLike):
            raise ArgumentTypeError("configure", jar, "the jars' paths in jars=")
        if not Path(jar).is_file():
            raise ConfigurationError(
                f"{jar}, one of jars, is not a file. Build it (in its project: sbt package), or "
                "install the package that has it"
            )
    return tuple(Path(jar).absolute() for jar in jars)


def _running_context() -> SparkContext | None:
    from pyspark import SparkContext

    context: SparkContext | None = SparkContext._active_spark_context
    return context if context is not None and context._jsc is not None else None


def _refuse_client(options: Mapping[str, str], mode: str) -> None:
    """Raise if the session is a client of a server: only the server's settings count."""
    if server := server_of(options.get("spark.remote")):
        command = f"rapids-udfs conf --for connect --mode {'gpu' if mode == 'auto' else mode}"
        fix = (
            f"Start the server (sbin/start-connect-server.sh) with those that `{command}` writes. "
            "To compile Python UDFs there, create the session without configure, call "
            f"rapids_udfs.python_udfs.install(), and set {PYTHON_UDFS} to 'compile'."
        )
        what = f"the session is a client of the Spark Connect server {server}"
        raise _running(what, [], fix)


def _refuse_if_too_late(
    changes: dict[str, str], context: SparkContext | None, needs_class: str
) -> None:
    """Raise if the changes would have no effect."""
    if not changes:
        return
    settings = list(changes.items())
    if context is not None:
        fix = "Stop it (spark.stop()), restart the Python process, and configure before starting."
        raise _running("a Spark session is running", settings, fix)
    jvm = _driver_jvm()
    loader = jvm and thread(jvm).getContextClassLoader()
    late = DRIVER in changes  # the class path of a running JVM cannot change
    if loader and (late or not (knows(loader, ENTRY_POINT) and knows(loader, needs_class))):
        fix = "Pass them to spark-submit, or restart the Python process and configure first."
        raise _running("the driver's JVM is running", settings, fix)


def _running(what: str, settings: Sequence[tuple[str, str]], fix: str) -> SessionError:
    """The error for a Spark that is running: settings take effect only at its start."""
    lines = "".join(f"\n  --conf {key}={value}" for key, value in settings)
    these = f"these settings count only where it starts:{lines}\n"
    compiles = any(key.startswith(PYTHON_UDFS) for key, _ in settings)
    return SessionError(
        f"{what}, and {these if settings else 'settings count only where that starts. '}{fix} "
        "Or leave it as it is and call rapids_udfs.register(spark), which needs no settings"
        f"{' and compiles no Python UDFs' if compiles else ''}."
    )


def _driver_settings() -> tuple[str, dict[str, str]] | None:
    """The settings of the driver's JVM, after their origin; None if none runs yet."""
    from pyspark import SparkConf

    if _driver_jvm() is None:
        return None
    settings = dict(SparkConf().getAll())
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        return SUBMITTED, settings
    settings.pop(MODE_SETTING, None)  # of the session that has ended
    return ENDED, settings


def _driver_jvm() -> Any:
    """Return the driver's JVM, which spark-submit starts before Python; None if none runs."""
    from pyspark import SparkContext

    if SparkContext._gateway is None and "PYSPARK_GATEWAY_PORT" in os.environ:
        SparkContext._ensure_initialized()
    return SparkContext._jvm
