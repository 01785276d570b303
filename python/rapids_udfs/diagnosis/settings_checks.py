# SPDX-License-Identifier: Apache-2.0

"""Checks of a session's settings before it starts: missing, duplicate or contradictory ones."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rapids_udfs.diagnosis.finding import (
    ERROR,
    WARNING,
    Facts,
    NotCheckedError,
    Severity,
    raised,
)
from rapids_udfs.diagnosis.machine import Setup, mps_pipe
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.runtime.jars import name_of
from rapids_udfs.session import iceberg
from rapids_udfs.session.cluster import EXECUTOR_GPUS
from rapids_udfs.session.library import UDF_EXPRESSIONS
from rapids_udfs.session.modes import COMPILE_ROWS, EXTENSION, MODE_SETTING, SPARK_PLUGIN
from rapids_udfs.session.plugin_in_session import NAME, find_plugin, is_plugin
from rapids_udfs.session.python_gpu.checks import check_fractions, check_mps
from rapids_udfs.session.python_gpu.options import SLOTS, WORKERS, task_slots
from rapids_udfs.session.settings import (
    CLASS_PATHS,
    DRIVER,
    EXECUTOR,
    NO_PATTERN,
    is_remote,
    plain_path,
)

_TASK_GPUS: Final = "spark.task.resource.gpu.amount"
_DISCOVERY: Final = "spark.executor.resource.gpu.discoveryScript"
_SWITCHED_OFF: Final = (
    ("spark.rapids.sql.enabled", "false"),
    ("spark.rapids.sql.mode", "explainOnly"),
)
_LIBRARY: Final = "$(rapids-udfs jar library)"
_NAMES: Final = "$(rapids-udfs jar names)"
_GROUP: Final = "io.github.rapidsudfs"
# Ivy puts the group before a jar's name, and Maven the version behind it.
_LINE: Final = r"(?:-spark-[\d.]+)?_[\d.]+"
_LIBRARY_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs{_LINE})(-.*)?\.jar")
_HIVE_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs-hive{_LINE})(-.*)?\.jar")
_NAMES_JAR: Final = re.compile(rf"({_GROUP}_)?(rapids-udfs-)?cudf-names(-.*)?\.jar")
_PLUGIN_JAR: Final = re.compile(rf"(com\.nvidia_)?{NAME}.*\.jar")
_LISTS: Final = ("spark.jars", DRIVER)


def _jars(setup: Setup) -> list[tuple[str, str]]:
    """The setting and the path or address of each jar on the driver's class path."""
    return [(key, plain_path(jar)) for key in _LISTS for jar in setup.settings.jars(key)]


def _named(setup: Setup, pattern: re.Pattern[str]) -> list[str]:
    """The distinct jars on the driver's class path whose names match a pattern."""
    return _matching(pattern, [jar for _, jar in _jars(setup)], setup)


def _above(setup: Setup, pattern: re.Pattern[str]) -> list[str]:
    """Those of them that the JVM starts with: their classes do not see those of ``spark.jars``."""
    return _matching(pattern, setup.settings.jars(DRIVER), setup)


def _matching(pattern: re.Pattern[str], jars: list[str], setup: Setup) -> list[str]:
    every = [*jars, *map(str, setup.spark().jars.glob("*.jar"))]
    return list(dict.fromkeys(jar for jar in every if pattern.fullmatch(_name(jar))))


def _unknown(setup: Setup) -> bool:
    """Return whether ``spark.jars`` has a pattern of another file system: it may match any jar."""
    return any("*" in jar and is_remote(jar) for _, jar in _jars(setup))


def _name(jar: str) -> str:
    """The name of a jar's file, without an address's query and fragment."""
    return re.sub("[?#].*", "", jar).rpartition("/")[2]


def _files(setup: Setup) -> Iterator[Facts]:
    for key, path in _jars(setup):
        empty = key != "spark.jars" and path.endswith("*")  # a folder's jars, of which none is here
        if not is_remote(path) and not empty and not Path(path).exists():
            pattern = key == "spark.jars" and NO_PATTERN.search(path)
            yield (
                f"{key} names {path}, which is not there",
                "Spark knows no pattern but * there: a ? ends the path, and with brackets the"
                " session does not start"
                if pattern
                else "the JVM silently ignores it",
                f"correct {key} ({setup.settings.origin(key)})",
            )


def _extension(setup: Setup) -> Iterator[Facts]:
    if EXTENSION in setup.settings.items("spark.sql.extensions") and not (
        _named(setup, _LIBRARY_JAR) or _packages(setup, f"rapids-udfs{_LINE}") or _unknown(setup)
    ):
        yield (
            f"spark.sql.extensions names {EXTENSION}, but spark.jars has no rapids-udfs jar",
            "Spark logs a warning and starts without the functions",
            f"add to spark.jars: {_LIBRARY}" + (f",{_NAMES}" if _lacks_names(setup) else ""),
        )


def _names_missing(setup: Setup) -> Iterator[Facts]:
    packages = _packages(setup, f"rapids-udfs{_LINE}")
    above = _above(setup, _LIBRARY_JAR)
    ours = [*above, *_named(setup, _LIBRARY_JAR), *packages]
    if not (ours and _lacks_names(setup)):
        return
    found = f"{ours[0]} is without the plugin's jar, and without cudf-names.jar in its place"
    fix = f"add to {CLASS_PATHS if above else 'spark.jars'}: {_NAMES}"
    if above and (hidden := _named(setup, _NAMES_JAR)):
        found = f"{ours[0]} is on the JVM's class path, and does not see {hidden[0]} in spark.jars"
    elif packages and not above:
        version = packages[0].rpartition(":")[2]
        fix = f"add to spark.jars.packages: {_GROUP}:rapids-udfs-cudf-names:{version}"
    yield (
        found,
        "the functions implement the plugin's interface, and load with neither: Spark starts"
        " without them",
        fix,
    )


def _lacks_names(setup: Setup) -> bool:
    """Return whether the session has no plugin, and is to have none, nor the names in its place."""
    wants_plugin = setup.gpu or SPARK_PLUGIN in setup.settings.items("spark.plugins")
    if wants_plugin or find_plugin(setup.settings, setup.spark().jars):
        return False
    if _above(setup, _LIBRARY_JAR):
        return not _above(setup, _NAMES_JAR)
    there = _named(setup, _NAMES_JAR) or _packages(setup, "rapids-udfs-cudf-names")
    return not (there or _unknown(setup))


def _packages(setup: Setup, artifact: str) -> list[str]:
    """This library's packages of Maven in the settings, by a pattern of their names."""
    package = re.compile(f"{_GROUP}:{artifact}:.*")
    return [*filter(package.fullmatch, setup.settings.items("spark.jars.packages"))]


def _library_twice(setup: Setup) -> Iterator[Facts]:
    ours = _named(setup, _LIBRARY_JAR)
    if len(ours) > 1:
        yield (
            f"several rapids-udfs jars: {', '.join(ours)}",
            "which classes are used depends on their order",
            "leave all but one out",
        )
    line = setup.line()
    for jar in ours:
        of = _LIBRARY_JAR.fullmatch(_name(jar))
        if len(ours) == 1 and of and f"{of[2]}.jar" != name_of("", line.name, line.scala):
            yield (
                f"{jar} is not for this Spark {setup.spark().version} on Scala {line.scala}",
                "its classes fail with NoSuchMethodError",
                f"in its place: {_LIBRARY}",
            )


def _plugin_twice(setup: Setup) -> Iterator[Facts]:
    plugins = _named(setup, _PLUGIN_JAR)
    if len(plugins) > 1:
        yield (
            f"several plugin jars: {', '.join(plugins)}",
            "the plugin ends the session, or runs with the wrong one's classes",
            "leave all but one out",
        )


def _names_beside_plugin(setup: Setup) -> Iterator[Facts]:
    names = _named(setup, _NAMES_JAR)
    if names and find_plugin(setup.settings, setup.spark().jars):
        yield (
            f"{names[0]} is beside the plugin's jar",
            "it holds empty stand-ins for cuDF's classes, which hide the plugin's own",
            f"take {names[0]} out of spark.jars: it is for sessions without the plugin",
        )


def _iceberg(setup: Setup) -> Iterator[Facts]:
    settings = setup.settings
    runs = SPARK_PLUGIN in settings.items("spark.plugins")
    if runs or settings.get(MODE_SETTING) == "explain":
        severity: Severity = ERROR if runs and iceberg.has_tables(settings) else WARNING
        for problem in iceberg.problems(settings, setup.spark(), runs=runs):
            yield problem.found, f"{problem.fails} fails", problem.fix, severity


def _plugin_switch(setup: Setup) -> Iterator[Facts]:
    settings = setup.settings
    there = find_plugin(settings, setup.spark().jars)
    if SPARK_PLUGIN in settings.items("spark.plugins"):
        if not there and not _unknown(setup):
            yield (
                f"spark.plugins={SPARK_PLUGIN}, but no setting names the plugin's jar",
                "the session ends at its start with ClassNotFoundException",
                f"{DRIVER}=$(rapids-udfs jar plugin), and for executors likewise",
            )
        for key, wrong in _SWITCHED_OFF:
            if (settings.get(key) or "").lower() == wrong.lower():
                yield (
                    f"{key}={settings.get(key)}",
                    "the plugin is there and runs nothing on the GPU",
                    f"leave {key} out ({settings.origin(key)})",
                    WARNING,
                )
    elif there and settings.get(MODE_SETTING) not in ("explain", "cpu"):
        yield (
            f"{there} is on the class path, but spark.plugins is not {SPARK_PLUGIN}",
            "without that the plugin does nothing",
            f"spark.plugins={SPARK_PLUGIN}, or rapids_udfs.configure(builder, mode='gpu')",
            WARNING,
        )


def _udf_switch(setup: Setup) -> Iterator[Facts]:
    for name in UDF_EXPRESSIONS:
        key = f"spark.rapids.sql.expression.{name}"
        if (setup.settings.get(key) or "").lower() == "false":
            yield (
                f"{key}=false",
                "calls of UDFs of that kind stay on the CPU, whatever they implement",
                f"leave {key} out ({setup.settings.origin(key)})",
                WARNING,
            )


def _compiled_rows(setup: Setup) -> Iterator[Facts]:
    value = setup.settings.get(COMPILE_ROWS)
    if value is not None and value.lower() not in ("true", "false"):
        yield (
            f"{COMPILE_ROWS}={value}",
            "every query with a function fails",
            f"{COMPILE_ROWS}=true",
        )


def _hive(setup: Setup) -> Iterator[Facts]:
    key = "spark.sql.catalogImplementation"
    jars = _named(setup, _HIVE_JAR)
    asks = [f"{key}=hive"] if setup.settings.get(key) == "hive" else []
    asks += [f"spark.jars has {jar}" for jar in jars]
    if asks and not list(setup.spark().jars.glob("spark-hive_*.jar")):
        yield (
            f"{asks[0]}, but {setup.spark().jars} has no Hive",
            "the session, or the first Hive UDF, fails with ClassNotFoundException",
            "install a Spark with Hive (PySpark from PyPI has it), or leave that out: the"
            " functions need Hive only for CREATE FUNCTION ... AS",
        )


def _executor_class_path(setup: Setup) -> Iterator[Facts]:
    on_driver = any(map(is_plugin, setup.settings.jars(DRIVER)))
    # What is in a folder of other machines is not known here.
    named = setup.settings.items(EXECUTOR, ":")
    on_executors = any(is_plugin(item) or item.endswith("*") for item in named)
    if not setup.is_local and on_driver and not on_executors:
        yield (
            f"the plugin is in {DRIVER}, but not in {EXECUTOR}",
            "executors end at their start with ClassNotFoundException",
            f"{EXECUTOR}=the jar's path on the executors' machines",
        )


def _gpu_amounts(setup: Setup) -> Iterator[Facts]:
    settings = setup.settings
    executor, task = settings.get(EXECUTOR_GPUS), settings.get(_TASK_GPUS)
    why = "Spark then gives executors no GPU, and the plugin finds none or shares one by accident"
    if setup.is_local:
        if task is not None:
            why = "in local mode Spark has no GPUs to give, and tasks wait for ever"
            fix = f"leave {_TASK_GPUS} out ({settings.origin(_TASK_GPUS)})"
            yield f"{_TASK_GPUS}={task} in local mode", why, fix
        return
    if setup.wants_gpu and executor is None:
        found = f"{EXECUTOR_GPUS} is not set for the cluster {setup.master}"
        yield found, why, f"{EXECUTOR_GPUS}=1, or configure(mode='gpu')"
    elif executor is not None and executor != "1" and setup.wants_gpu:
        why = "the plugin uses one GPU per executor and refuses to start with others"
        yield f"{EXECUTOR_GPUS}={executor}", why, f"{EXECUTOR_GPUS}=1"
    if task is not None and executor is None:
        why = "Spark refuses a share for tasks of what executors do not have"
        found = f"{_TASK_GPUS}={task} without {EXECUTOR_GPUS}"
        yield found, why, f"{EXECUTOR_GPUS}=1"
    yield from _tasks_at_a_time(setup, task)


def _tasks_at_a_time(setup: Setup, task: str | None) -> Iterator[Facts]:
    cores = setup.settings.get("spark.executor.cores") or ""
    try:
        share = float(task or "")
    except ValueError:
        return
    if cores.isdecimal() and share > 0 and int(1 / share) < int(cores):
        yield (
            f"{_TASK_GPUS}={task}, so {int(1 / share)} tasks at a time on {cores} cores",
            "the other cores are idle; the plugin itself limits the tasks on the GPU",
            f"{_TASK_GPUS}={int(10_000 / int(cores)) / 10_000:g}",
            WARNING,
        )


def _discovery_script(setup: Setup) -> Iterator[Facts]:
    script = setup.settings.get(_DISCOVERY)
    why = "executors find their GPU by it, and end without it"
    if setup.is_local or setup.settings.get(EXECUTOR_GPUS) is None:
        return
    if script is None:
        if setup.master.startswith("k8s://"):
            fix = f"{_DISCOVERY}=the path of getGpusResources.sh in the image"
            yield f"{_DISCOVERY} is not set", why, fix
    # If this machine has no such file, the executors' machines may have it.
    elif Path(script).is_file() and not os.access(script, os.X_OK):
        found = f"{script} is not executable"
        yield found, why, f"chmod +x {script}"
    elif setup.master.startswith("local-cluster") and not Path(script).is_file():
        yield f"{script} is not there", why, f"correct {_DISCOVERY}"


def _gpu_memory(setup: Setup) -> Iterator[Facts]:
    why = "the executor's and the Python workers' pools do not fit into the GPU together"
    yield from raised(why, lambda: check_fractions(setup.settings))


def _mps(setup: Setup) -> Iterator[Facts]:
    folder = mps_pipe(setup.settings)
    if folder and setup.is_local:
        why = "processes that ask MPS for the GPU fail without it"
        yield from raised(why, lambda: check_mps(folder))


def _python_workers(setup: Setup) -> Iterator[Facts]:
    limit = setup.settings.get(WORKERS) or ""
    if not limit.isdecimal() or int(limit) == 0:
        return
    given = {key: value for key in SLOTS if (value := setup.settings.get(key)) is not None}
    try:
        tasks = task_slots(given, _local_cores(setup.master), setup.is_local)
    except ConfigurationError as e:
        raise NotCheckedError("spark.executor.cores is not set") from e
    # By the rule of check_python_workers, for a stage with two Python operators.
    if int(limit) <= tasks:
        yield (
            f"{WORKERS}={limit}, and an executor runs up to {tasks} tasks at a time",
            "the tasks of a stage with two Python operators can wait for each other for ever",
            f"{WORKERS}={tasks + 1}, or 0 for no limit; conf.check_python_workers(df) says what a"
            " query needs",
            WARNING,
        )


def _local_cores(master: str) -> int:
    """The cores of a local master; 0 for a cluster's."""
    if master == "local":
        return 1
    found = re.fullmatch(r"local\[(\d+|\*)[^]]*\]", master)
    if found is None:
        return 0
    return os.cpu_count() or 1 if found[1] == "*" else int(found[1])


CHECKS: Final = (
    _files,
    _extension,
    _names_missing,
    _library_twice,
    _plugin_twice,
    _names_beside_plugin,
    _iceberg,
    _plugin_switch,
    _udf_switch,
    _compiled_rows,
    _hive,
    _executor_class_path,
    _gpu_amounts,
    _discovery_script,
    _gpu_memory,
    _mps,
    _python_workers,
)
