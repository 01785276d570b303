# SPDX-License-Identifier: Apache-2.0

"""Builds a bundle from the user's own plugin jar, JDK and Spark, cut down and packed into parts."""

from __future__ import annotations

import hashlib
import json
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from devtools.jdk import find_java
from golden import golden_jar
from gpu_bundle import BundleError, content, fatbin, run
from gpu_bundle.steps import LOGGING, SPARK_JARS, steps
from rapids_udfs._versions import PLUGIN, __version__
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import InstalledSpark, installed_spark
from rapids_udfs.session.plugin_in_session import check_plugin
from rapids_udfs.session.settings import SparkSettings

SMALLEST_PART = 1 << 20
DEFAULT_PART = 60 << 20
DEFAULT_ARCHITECTURE = "sm_90"
RUNNER = "run.py"
_WORK = ".work-"


# Higher levels take many times as long for an archive that is a few per cent smaller.
_PRESET: Final = 1


def build(
    folder: Path,
    *,
    architecture: str = DEFAULT_ARCHITECTURE,
    part_bytes: int = DEFAULT_PART,
    plugin_jar: Path | None = None,
    with_spark: bool = False,
    say: Callable[[str], None] = lambda line: None,
) -> list[Part]:
    """Build a bundle in a folder, which is created if missing (about three minutes).

    The folder is empty, or has an earlier bundle, which is replaced. With Spark and PySpark, the
    bundle also runs all functions through SQL. Progress is reported to ``say``.
    """
    if part_bytes < SMALLEST_PART:
        raise BundleError(f"a part of {part_bytes} bytes is too small: at least {SMALLEST_PART}")
    spark = installed_spark()
    java = find_java(compiler=True)
    full = plugin.locate(spark.scala, plugin_jar)
    fatbin.architecture_number(architecture)
    check_plugin(full, spark, SparkSettings())
    earlier = _earlier(folder) if folder.exists() else []
    with _created(folder), tempfile.TemporaryDirectory(prefix=_WORK, dir=folder) as name:
        work = Path(name)
        say(f"keeping the code for {architecture} in the native libraries of {full.name}")
        kept = fatbin.extract(full, work / "native", architecture)
        say(f"  {kept.kept_bytes / 1e6:.0f} MB kept, {kept.blanked_bytes / 1e6:.0f} MB blanked")
        say(f"making a Java runtime of {java}")
        content.link(java, work / "jre")
        slim = plugin.slim(full, spark.version)
        packed = {"native": work / "native", "jre": work / "jre"} | _jars(slim, spark, with_spark)
        # Only now is the new bundle's content complete.
        _remove(earlier)
        files = files_of(packed)
        size = sum(file.stat().st_size for file in files.values())
        say(f"packing {size / 1e6:,.0f} MB, which takes minutes")
        written = pack(files, folder, part_bytes)
    manifest = {
        "versions": {
            "rapids_udfs": __version__,
            "spark": spark.version,
            "scala": spark.scala,
            "plugin": PLUGIN,
            "java": java.version,
        },
        "architecture": architecture,
        "bytes": size,
        "parts": [part._asdict() for part in written],
        "steps": [
            step._asdict() for step in steps(slim.name, spark.line.python if with_spark else None)
        ],
    }
    (folder / run.MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    shutil.copyfile(Path(run.__file__), folder / RUNNER)
    return written


def _jars(slim: Path, spark: InstalledSpark, with_spark: bool) -> dict[str, Path]:
    """Return the jars and, with Spark, Python's files, by their places in the bundle."""
    ours = [slim, jars.library_jar(spark.line), jars.testkit_jar(spark.line), golden_jar()]
    files = {f"jars/{jar.name}": jar for jar in ours}
    files["emulator/" + jars.EMULATOR_JAR] = jars.emulator_jar()
    files[LOGGING] = Path(__file__).with_name(LOGGING)
    for jar in content.jars_of_spark(spark.jars, whole=with_spark):
        files[f"{SPARK_JARS}/{jar.name}"] = jar
    return files | (content.python() if with_spark else {})


def _earlier(folder: Path) -> list[Path]:
    """Return the files of an earlier bundle in the folder, without its results."""
    ours = {run.MANIFEST, RUNNER, "results", "unpacked"}
    present = sorted(folder.iterdir())
    own_names = ("bundle.[0-9]*", f"{_WORK}*")
    foreign = [f.name for f in present if f.name not in ours and not any(map(f.match, own_names))]
    if foreign:
        raise BundleError(
            f"{folder} has other files ({', '.join(foreign[:3])}): name an empty folder"
        )
    return [file for file in present if file.name != "results"]


@contextmanager
def _created(folder: Path) -> Iterator[None]:
    """Create a folder if it is missing; remove it if the block fails and leaves it empty."""
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            for place in new:
                place.rmdir()
        raise


class Part(NamedTuple):
    name: str
    size: int
    sha256: str


def files_of(content: Mapping[str, Path]) -> dict[str, Path]:
    return {
        f"{name}/{file.relative_to(source).as_posix()}" if source.is_dir() else name: file
        for name, source in content.items()
        for file in (sorted(source.rglob("*")) if source.is_dir() else [source])
        if not file.is_dir() and "__pycache__" not in file.parts
    }


def pack(files: Mapping[str, Path], folder: Path, part_bytes: int) -> list[Part]:
    """Pack files into the parts of one compressed tar archive, ``bundle.000`` and so on."""
    parts: list[Part] = []
    with tempfile.TemporaryFile(dir=folder) as whole:
        with tarfile.open(fileobj=whole, mode="w:xz", preset=_PRESET, dereference=True) as archive:
            for name, file in files.items():
                archive.add(file, name, filter=_plain)
        whole.seek(0)
        try:
            while data := whole.read(part_bytes):
                name = f"bundle.{len(parts):03}"
                parts.append(Part(name, len(data), hashlib.sha256(data).hexdigest()))
                (folder / name).write_bytes(data)
        except BaseException:
            # A partial archive is useless, and a full disk needs the space.
            for part in parts:
                (folder / part.name).unlink(missing_ok=True)
            raise
    return parts


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove the fields that depend on the user."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def _remove(earlier: Sequence[Path]) -> None:
    for file in earlier:
        if file.is_dir():
            shutil.rmtree(file)
        else:
            file.unlink()
