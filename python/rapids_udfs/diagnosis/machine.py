# SPDX-License-Identifier: Apache-2.0

"""Checks of this machine: Spark, Java, Python, jars, GPU, folders and limits."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

from rapids_udfs._version_text import numbers_of
from rapids_udfs._versions import Line
from rapids_udfs.diagnosis.finding import (
    ERROR,
    NOTE,
    WARNING,
    Facts,
    NotCheckedError,
    Severity,
    raised,
)
from rapids_udfs.errors import InstallationError, PluginError, RapidsUdfsError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.cache import cache_dir
from rapids_udfs.runtime.installed import (
    InstalledSpark,
    check_java,
    installed_spark,
)
from rapids_udfs.runtime.programs import run_program
from rapids_udfs.session.cluster import is_local, master_of
from rapids_udfs.session.devices import find_gpu, query_gpus
from rapids_udfs.session.modes import MODE_SETTING, SPARK_PLUGIN
from rapids_udfs.session.plugin_in_session import check_plugin, find_plugin
from rapids_udfs.session.python_gpu.options import ENABLED as PYTHON_GPU
from rapids_udfs.session.settings import SparkSettings, plain_path
from rapids_udfs.session.worker_python import named_python

MODULES: Final = ("pandas", "pyarrow", "rapids_udfs")
"""The modules that Python UDFs may use; Spark itself adds pyspark to the workers' path."""
MIN_FREE_BYTES: Final = 2**30
MIN_FILES: Final = 4096
# The oldest driver of CUDA 12, and the oldest architecture of libcudf's kernels.
_MIN_DRIVER: Final = (525, 60, 13)
_MIN_ARCHITECTURE: Final = (7, 0)
_PROBE: Final = (
    "import json, sys; from importlib.util import find_spec; "
    "print(json.dumps([list(sys.version_info[:2]), "
    "[name for name in sys.argv[1:] if find_spec(name) is None]]))"
)


@dataclass(frozen=True)
class Setup:
    """A session on this machine; with ``gpu``, on a GPU whatever the settings say."""

    settings: SparkSettings
    gpu: bool = False

    @property
    def wants_gpu(self) -> bool:
        """True if the session is to run on a GPU, by its settings or by request."""
        emulated = self.settings.get(MODE_SETTING) == "emulate"
        return self.gpu or (SPARK_PLUGIN in self.settings.items("spark.plugins") and not emulated)

    @property
    def master(self) -> str:
        """The master's URL."""
        return master_of(self.settings)

    @property
    def is_local(self) -> bool:
        """True if driver and executor are one process."""
        return is_local(self.master)

    def spark(self) -> InstalledSpark:
        """The installed Spark; NotCheckedError without one, which is a finding of its own."""
        try:
            return installed_spark()
        except RapidsUdfsError as e:
            raise NotCheckedError("no Spark is installed") from e

    def line(self) -> Line:
        """The supported line; NotCheckedError without one, which is a finding of its own."""
        spark = self.spark()
        try:
            return spark.line
        except RapidsUdfsError as e:
            raise NotCheckedError(f"Spark {spark.version} is not supported") from e


def _spark(_: Setup) -> Iterator[Facts]:
    yield from raised("without Spark nothing runs", installed_spark)


def _spark_version(setup: Setup) -> Iterator[Facts]:
    spark = setup.spark()
    why = "library and plugin are built for certain Spark versions, and fail in others"
    yield from raised(why, lambda: spark.line)


def _pyspark(setup: Setup) -> Iterator[Facts]:
    spark = setup.spark()
    try:
        python = metadata.version("pyspark")
    except metadata.PackageNotFoundError:
        return
    if python != spark.version:
        yield (
            f"PySpark {python}, but SPARK_HOME={os.environ.get('SPARK_HOME')} is {spark.version}",
            "Python and JVM speak different protocols, and fail with misleading errors",
            f"unset SPARK_HOME, or: pip install pyspark=={spark.version}",
        )


def _java(_: Setup) -> Iterator[Facts]:
    yield from raised("Spark and the plugin run on this version alone", check_java)


def _library_jar(setup: Setup) -> Iterator[Facts]:
    line = setup.line()
    yield from raised("it holds the functions", lambda: jars.library_jar(line))


def _plugin_jar(setup: Setup) -> Iterator[Facts]:
    spark = setup.spark()
    if not (setup.wants_gpu or _may_use_gpu(setup)):
        return
    found = find_plugin(setup.settings, spark.jars)
    if found is not None and not Path(plain_path(found)).is_file():
        return  # Maven coordinates, or the settings' own check

    def look() -> None:
        try:
            jar = Path(plain_path(found)) if found else plugin.locate(spark.scala)
        except PluginError:
            if setup.wants_gpu:
                raise
            return
        check_plugin(jar, spark, setup.settings)

    severity: Severity = ERROR if setup.wants_gpu else WARNING
    yield from raised("without it nothing runs on the GPU", look, severity)


def _may_use_gpu(setup: Setup) -> bool:
    """Return whether ``configure`` would take the GPU of this machine in mode ``auto``."""
    return setup.is_local and setup.settings.get(MODE_SETTING) is None and find_gpu().usable


def _cache(_: Setup) -> Iterator[Facts]:
    try:
        folder = cache_dir()
    except InstallationError:
        folder = Path("~/.cache/rapids-udfs")
    if not _writable(existing(folder)):
        yield (
            f"the cache folder {folder} cannot be written",
            "the plugin's jar is fetched into it, and mode emulate keeps a copy there",
            "set RAPIDS_UDFS_CACHE to a folder that you may write to",
            WARNING,
        )


def existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next((p for p in (folder, *folder.absolute().parents) if p.exists()), folder)


def _writable(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _worker_python(setup: Setup) -> Iterator[Facts]:
    if not setup.is_local:
        raise NotCheckedError("the workers' Python is on other machines: start a session")
    named = named_python(setup.settings)
    fix = f"export PYSPARK_PYTHON={sys.executable}"
    if named is None and (other := _python_of_path()):
        yield (
            f"PYSPARK_PYTHON is not set, and the PATH's python3 is {other}, not {sys.executable}",
            "rapids_udfs.configure sets it; other sessions start that Python for Python UDFs",
            fix,
            NOTE,
        )
    origin = f"PYSPARK_PYTHON is {named}" if named else f"the workers' Python is {sys.executable}"
    program = shutil.which(named or sys.executable)
    why = "Spark starts this Python for Python UDFs"
    if program is None:
        yield f"{origin}, which is not a program", why, fix
        return
    try:
        done = run_program(program, "-c", _PROBE, *MODULES)
        done.check_returncode()
        version, lacks = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as e:
        yield f"{origin}; it does not run: {_failure(e)}", why, fix
        return
    if tuple(version) != sys.version_info[:2]:
        found = f"{origin}: workers would run Python {version[0]}.{version[1]} ({program})"
        mine = f"{sys.version_info[0]}.{sys.version_info[1]}"
        yield f"{found}, the driver {mine}", why, fix
    elif lacks:
        yield (
            f"{origin}, which lacks {', '.join(lacks)}",
            "Python UDFs that use them fail; SQL and the functions of this library do not",
            f"{program} -m pip install {' '.join(lacks).replace('_', '-')}",
            NOTE,
        )


def _python_of_path() -> str | None:
    """The ``python3`` of the PATH; None if it is of this Python's environment."""
    found = shutil.which("python3")
    return None if found and Path(found).parent == Path(sys.executable).parent else found


def _failure(e: Exception) -> str:
    """The last line of a failed program's output, without its long command line."""
    if isinstance(e, subprocess.CalledProcessError):
        lines = (e.stderr or "").strip().splitlines()
        return f"exit status {e.returncode}" + (f", {lines[-1]}" if lines else "")
    if isinstance(e, subprocess.TimeoutExpired):
        return f"no answer in {e.timeout:g} s"
    return str(e)


def _temporary_space(setup: Setup) -> Iterator[Facts]:
    named = os.environ.get("SPARK_LOCAL_DIRS") or setup.settings.get("spark.local.dir")
    for folder in (named or tempfile.gettempdir()).split(","):
        why = "shuffles, spilled batches and the plugin's native libraries (1.5 GB) go there"
        fix = "set spark.local.dir and TMPDIR to a folder with more space"
        there = existing(Path(folder))  # Spark creates the rest
        if not _writable(there):
            yield f"{folder} cannot be written", why, fix
        elif (free := shutil.disk_usage(there).free) < MIN_FREE_BYTES:
            found = f"{folder} has {free / 2**20:,.0f} MiB left"
            yield found, why, fix, WARNING


def _open_files(_: Setup) -> Iterator[Facts]:
    import resource  # absent on Windows

    # The JVM itself raises its soft limit to the hard one.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < MIN_FILES:
        yield (
            f"a process may have {hard} files open",
            "a shuffle opens thousands, and fails with 'Too many open files'",
            f"raise the hard limit: ulimit -Hn {16 * MIN_FILES}, or in limits.conf",
            WARNING,
        )


def _gpu(setup: Setup) -> Iterator[Facts]:
    if not (setup.wants_gpu and setup.is_local):
        return
    gpu = find_gpu()
    if not gpu.usable:
        yield (
            gpu.reason,
            "the plugin ends the session where it finds no GPU",
            "install NVIDIA's driver, or use mode='auto' (the CPU) or mode='emulate' (tests)",
        )
        return
    if shutil.which("nvidia-smi") is None:
        raise NotCheckedError("nvidia-smi is not installed")
    fields = "driver_version", "compute_cap", "memory.total", "memory.free", "compute_mode"
    gpus = query_gpus(*fields)
    if not gpus:
        raise NotCheckedError("nvidia-smi does not answer")
    for number, (driver, architecture, total, free, mode) in enumerate(gpus):
        yield from _gpu_facts(f"GPU {number}", driver, architecture, total, free)
        shared = (setup.settings.get(PYTHON_GPU) or "").lower() == "true"
        shared = shared and not mps_pipe(setup.settings)
        if mode == "Prohibited" or (mode.startswith("Exclusive") and shared):
            yield (
                f"GPU {number} is in compute mode {mode}",
                "no process may use it" if mode == "Prohibited" else "Python workers need it too",
                f"nvidia-smi -i {number} -c DEFAULT",
            )


def mps_pipe(settings: SparkSettings) -> str | None:
    """The pipe directory of NVIDIA's Multi-Process Service; None if processes do not use it."""
    key = "CUDA_MPS_PIPE_DIRECTORY"
    return settings.get(f"spark.executorEnv.{key}") or os.environ.get(key)


def _gpu_facts(gpu: str, driver: str, architecture: str, total: str, free: str) -> Iterator[Facts]:
    # A field that a GPU does not have is "[N/A]": its memory, if it is the machine's.
    if () < numbers_of(driver) < _MIN_DRIVER:
        wanted = ".".join(map(str, _MIN_DRIVER))
        yield (
            f"{gpu}: driver {driver}",
            "the plugin's CUDA 12 does not start on it",
            f"install driver {wanted} or newer",
        )
    if () < numbers_of(architecture) < _MIN_ARCHITECTURE:
        yield (
            f"{gpu} has compute capability {architecture}",
            "libcudf has kernels for 7.0 (Volta) and newer",
            "use a newer GPU, or mode='cpu'",
        )
    if total.isdecimal() and free.isdecimal() and int(free) < int(total) / 2:
        yield (
            f"{gpu} has {int(free):,} of {int(total):,} MiB free",
            "the plugin's pool takes what is free at the start, and queries run out of memory",
            "end the processes that nvidia-smi lists",
            WARNING,
        )


CHECKS: Final = (
    _spark,
    _spark_version,
    _pyspark,
    _java,
    _library_jar,
    _plugin_jar,
    _cache,
    _temporary_space,
    _open_files,
    _gpu,
)
BEFORE_START: Final = (_worker_python,)
"""Those of a session that is to be started: in a running one the workers themselves are asked."""
