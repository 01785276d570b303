"""Builds a bundle: the user's own plugin jar, JDK and Spark, cut down and packed into parts."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import rapids_udfs
from golden import golden_jar
from gpu_bundle import fatbin, natives, run, runtime, spark_jars
from gpu_bundle.errors import BundleError
from gpu_bundle.parts import Part, pack
from gpu_bundle.steps import LOGGING, SPARK_JARS, Step, java_step, python_step
from rapids_udfs._versions import Line, __version__
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import InstalledSpark, installed_spark, supported_line
from rapids_udfs.runtime.java import find_java

MIB = 1 << 20
SMALLEST_PART = MIB
DEFAULT_PART = 60 * MIB
DEFAULT_ARCHITECTURE = "sm_90"
RUNNER = "run.py"
_WORK = ".work-"

Say = Callable[[str], None]
"""Called with a line for each thing done."""


class Bundle(NamedTuple):
    """A built bundle."""

    folder: Path
    parts: list[Part]


def build(
    folder: Path,
    *,
    architecture: str = DEFAULT_ARCHITECTURE,
    part_bytes: int = DEFAULT_PART,
    plugin_jar: Path | None = None,
    with_spark: bool = False,
    say: Say = lambda line: None,
) -> Bundle:
    """Build a bundle in a folder, created if missing (about three minutes).

    Args:
        folder: empty, or of an earlier bundle, which is replaced.
        architecture: the GPU's, for instance ``sm_90`` for an H100 or H200.
        part_bytes: the most that one part has.
        plugin_jar: the plugin's jar, by default the one in the cache.
        with_spark: pack Spark and PySpark too, and run all functions through SQL.
        say: called with what was done.

    Raises:
        BundleError: the folder holds other things, the architecture is not in the plugin's jar or
            that is not for this Spark, or the JDK cannot make a runtime.
        PluginNotFoundError, PluginJarError: there is no plugin jar.
        SparkNotFoundError, UnsupportedSparkError, JavaNotFoundError: there is no supported Spark
            or no JDK.
        JarMissingError: this package's own jars are missing.
        CacheError: the slim copy of the plugin's jar cannot be written.
    """
    if part_bytes < SMALLEST_PART:
        raise BundleError(f"a part of {part_bytes} bytes is too small: at least {SMALLEST_PART}")
    spark = installed_spark()
    line = supported_line(spark.version, spark.scala)
    java = find_java(compiler=True)
    full = plugin.locate(spark.scala, plugin_jar)
    fatbin.architecture_number(architecture)
    natives.require_spark(full, spark.version, spark.scala)
    earlier = _earlier(folder) if folder.exists() else []
    with _created(folder), tempfile.TemporaryDirectory(prefix=_WORK, dir=folder) as name:
        work = Path(name)
        say(f"keeping the code for {architecture} in the native libraries of {full.name}")
        kept = natives.extract(full, work / "native", architecture)
        say(f"  {kept.kept_bytes / 1e6:.0f} MB kept, {kept.blanked_bytes / 1e6:.0f} MB blanked")
        say(f"making a Java runtime of {java}")
        runtime.link(java, work / "jre")
        content = {"native": work / "native", "jre": work / "jre"} | _jars(full, spark, with_spark)
        # Not before all of the new one is at hand.
        _remove(earlier)
        say("packing")
        progress = _Percent(say)
        parts = pack(content, folder, part_bytes, progress)
        size = progress.total
    steps = _steps(full, spark, line if with_spark else None)
    manifest = {
        "versions": {
            "rapids_udfs": __version__,
            "spark": spark.version,
            "scala": spark.scala,
            "plugin": line.plugin,
            "java": java.version,
        },
        "architecture": architecture,
        "bytes": size,
        "parts": [part._asdict() for part in parts],
        "steps": [step._asdict() for step in steps],
    }
    (folder / run.MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    shutil.copyfile(Path(run.__file__), folder / RUNNER)
    return Bundle(folder, parts)


def _jars(full: Path, spark: InstalledSpark, with_spark: bool) -> dict[str, Path]:
    """The jars, and what Python needs with Spark, by their places in the bundle."""
    ours = [
        plugin.slim(full, spark.version),
        jars.library_jar(spark.scala),
        jars.testkit_jar(spark.scala),
        golden_jar(),
    ]
    content = {f"jars/{jar.name}": jar for jar in ours}
    content["emulator/" + jars.EMULATOR_JAR] = jars.emulator_jar()
    content[LOGGING] = Path(__file__).with_name(LOGGING)
    for jar in spark_jars.choose(spark.jars, whole=with_spark):
        content[f"{SPARK_JARS}/{jar.name}"] = jar
    return content | (_python() if with_spark else {})


def _python() -> dict[str, Path]:
    """PySpark without its jars, py4j, and this package."""
    content = {
        "python/rapids_udfs": Path(rapids_udfs.__file__).parent,
        "python/sql_matrix.py": Path(__file__).with_name("sql_matrix.py"),
    }
    for name in ("pyspark", "py4j"):
        spec = find_spec(name)
        folder = (
            Path(*spec.submodule_search_locations)
            if spec is not None and spec.submodule_search_locations
            else None
        )
        if folder is None or not (folder / "__init__.py").is_file():
            raise BundleError(f"the Python package {name} is not installed: pip install pyspark")
        for part in folder.iterdir():
            if part.name not in ("jars", "examples", "data", "licenses", "__pycache__"):
                content[f"python/{name}/{part.name}"] = part
    return content


def _steps(full: Path, spark: InstalledSpark, line: Line | None) -> list[Step]:
    """The steps; that of Spark's line too, where Spark is packed."""
    kit, golden = "io.github.rapidsudfs.testkit", "io.github.rapidsudfs.golden.Golden"
    steps = [
        java_step(
            "golden",
            "records what cuDF answers",
            golden,
            ["record", "--out", "{results}/golden.jsonl"],
            on_emulator=["record", "--on-emulator", "--out", "{results}/golden.jsonl"],
        ),
        java_step(
            "conformance",
            "compares both bodies of all functions, looks for leaks, and injects failures",
            f"{kit}.Main",
            ["--catalogue", "--json", "{results}/conformance.json"],
        ),
        java_step(
            "throughput",
            "measures the columnar bodies beside a copy within the device",
            f"{kit}.Throughput",
            ["--json", "{results}/throughput.json"],
        ),
    ]
    if line is not None:
        slim = f"{{root}}/jars/{plugin.slim(full, spark.version).name}"
        steps.append(
            python_step(
                "sql",
                "runs both bodies of all functions through Spark SQL on the plugin",
                "sql_matrix",
                ["--out", "{results}/sql.json", "--plugin-jar", slim],
                on_gpu=["--natives", "{root}/native"],
                on_emulator=["--mode", "emulate"],
                python=line.python,
            )
        )
    return steps


def _earlier(folder: Path) -> list[Path]:
    """The files of an earlier bundle in the folder, except for its results.

    Raises:
        BundleError: there are other things in it.
    """
    ours = {run.MANIFEST, RUNNER, "results", "unpacked"}
    found = sorted(folder.iterdir())
    made = ("bundle.[0-9]*", f"{_WORK}*")
    foreign = [f.name for f in found if f.name not in ours and not any(map(f.match, made))]
    if foreign:
        raise BundleError(
            f"{folder} holds other things ({', '.join(foreign[:3])}): name an empty folder"
        )
    return [file for file in found if file.name != "results"]


@contextmanager
def _created(folder: Path) -> Iterator[None]:
    """Create a folder if it is missing; remove it if the block fails and left it empty."""
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            for place in new:
                place.rmdir()
        raise


def _remove(earlier: Sequence[Path]) -> None:
    for file in earlier:
        if file.is_dir():
            shutil.rmtree(file)
        else:
            file.unlink()


class _Percent:
    """Says how far the packing is, at each tenth."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._tenths = 0
        self.total = 0

    def __call__(self, done: int, total: int) -> None:
        self.total = total
        tenths = 10 * done // max(total, 1)
        if tenths > self._tenths:
            self._tenths = tenths
            self._say(f"  {10 * tenths} % of {total / 1e6:,.0f} MB")
