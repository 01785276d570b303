# SPDX-License-Identifier: Apache-2.0

"""Checks the references of our jars on every Spark version.

Google's Linkage Checker supports only class paths of Maven artifacts. The plugin's jar has one
folder of classes per Spark version, so ``References.java`` resolves references with ASM.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from devtools import jars, matrix
from devtools.jdk import jdk
from devtools.links import spark_jars
from devtools.links.exemptions import EXEMPTIONS, Exemption
from devtools.paths import JARS, ROOT
from devtools.process import DevError, say
from rapids_udfs.runtime import download

_ASM = (
    # The emulator's version.
    ("asm", "876eab6a83daecad5ca67eb9fcabb063c97b5aeb8cf1fca7a989ecde17522051"),
    ("asm-tree", "14b7880cb7c85eed101e2710432fc3ffb83275532a6a894dc4c4095d49ad59f1"),
)
_OF_THE_PLUGIN = ("ai/rapids/cudf/", "com/nvidia/spark/")


class Missing(NamedTuple):
    """A reference that does not resolve: ``Owner.member``, with the names in class files."""

    reference: str
    why: str
    place: str


class ClassPath(NamedTuple):
    """The jars whose references are checked, and other entries: ``JAR`` or ``JAR!FOLDER/``."""

    name: str
    ours: Sequence[Path]
    others: Sequence[Path | str]


@dataclass
class Verdict:
    """The verdict on a Spark version; ``exempted`` references are not in ``missing``."""

    spark: str
    scala: str
    plugin: bool
    references: int
    missing: list[Missing]
    exempted: int = 0


def resolve(paths: Iterable[ClassPath]) -> dict[str, tuple[int, list[Missing]]]:
    """Return the number of references and the missing ones, by class path."""
    lines = [
        "\t".join([p.name, *(f"+{jar}" for jar in p.ours), *map(str, p.others)]) for p in paths
    ]
    asm = [
        str(download.fetch(download.Artifact("org.ow2.asm", name, "9.8", sha256), "asm"))
        for name, sha256 in _ASM
    ]
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "class-paths"
        asked.write_text("\n".join(lines), encoding="utf-8")
        program = Path(__file__).with_name("References.java")
        command = [jdk().executable, "-XX:+UseSerialGC", "-cp", ":".join(asm), program, asked]
        done = subprocess.run(
            list(map(str, command)), capture_output=True, encoding="utf-8", check=False
        )
    if done.returncode != 0:
        raise DevError(f"references could not be resolved: {done.stderr}")
    missing: dict[str, list[Missing]] = defaultdict(list)
    counts = {}
    for name, *words in (line.split("\t") for line in done.stdout.splitlines()):
        if len(words) == 1:
            counts[name] = int(words[0])
        else:
            missing[name].append(Missing(*words))
    return {name: (count, sorted(missing[name])) for name, count in counts.items()}


def check(line: matrix.Line, report: Path, *, pyspark: bool = False) -> None:
    """Check a line's staged jars on the Sparks of the Maven repository, or on those that it lacks.

    Writes the verdicts as JSON. Raises a DevError for a missing reference without an exemption, and
    for an exemption that is not needed.
    """
    sparks = (*line.spark, *line.without_plugin)
    jars_of = {spark: spark_jars.from_maven(line.scala, spark) for spark in sparks}
    left = [spark for spark, path in jars_of.items() if path is None]
    if pyspark:
        jars_of = {spark: spark_jars.from_pyspark(line.scala, spark) for spark in left}
    verdicts = judge(line, {spark: path for spark, path in jars_of.items() if path})
    idle = exempt(verdicts, EXEMPTIONS)
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text(json.dumps([asdict(v) for v in verdicts], indent=1), encoding="utf-8")
    say(table(verdicts))
    if left and not pyspark:
        say(f"not in the Maven repository: {', '.join(left)}; nox -s links-pyspark-{line.name}")
    fail(verdicts, idle)


def judge(line: matrix.Line, sparks: dict[str, list[Path]]) -> list[Verdict]:
    """Resolve a line's staged jars on Sparks, with the plugin on those that it supports."""
    accelerator = jars.plugin_jar()
    with zipfile.ZipFile(accelerator) as archive:
        folders = {name.partition("/")[0] for name in archive.namelist()}
    ours = [JARS / name for name in jars.jar_names(line) if name != jars.NAMES_JAR]
    paths = []
    for spark, others in sparks.items():
        more: list[Path | str] = [JARS / jars.NAMES_JAR]
        if spark in line.spark:
            shim = f"spark{spark.replace('.', '')}"
            if shim not in folders:
                raise DevError(f"{accelerator} has no classes for Spark {spark}, no folder {shim}/")
            more = [accelerator, *(f"{accelerator}!{f}/" for f in ("spark-shared", shim))]
        paths.append(ClassPath(spark, ours, [*others, *more]))
    verdicts = []
    for spark, (count, missing) in resolve(paths).items():
        if spark not in line.spark:
            missing = [m for m in missing if not m.reference.startswith(_OF_THE_PLUGIN)]
        verdicts.append(Verdict(spark, line.scala, spark in line.spark, count, missing))
    return verdicts


def exempt(verdicts: Iterable[Verdict], exemptions: Sequence[Exemption]) -> list[Exemption]:
    """Remove exempted references from the missing ones; return the unneeded exemptions."""
    needed, concerned = set(), set()
    for verdict in verdicts:
        concerned |= {e for e in exemptions if e.concerns(verdict.spark)}
        kept = []
        for one in verdict.missing:
            by = {e for e in exemptions if e.covers(verdict.spark, one.reference, one.place)}
            needed |= by
            kept += [] if by else [one]
        verdict.exempted = len(verdict.missing) - len(kept)
        verdict.missing = kept
    return [e for e in exemptions if e in concerned - needed]


def table(verdicts: Iterable[Verdict]) -> str:
    rows = [("Spark", "Scala", "plugin", "references", "exempted", "missing")]
    for v in verdicts:
        numbers = (f"{v.references:,}", str(v.exempted), str(len(v.missing)))
        rows.append((v.spark, v.scala, "yes" if v.plugin else "no", *numbers))
    return "\n".join("".join(cell.rjust(11) for cell in row) for row in rows)


def fail(verdicts: Iterable[Verdict], idle: Sequence[Exemption]) -> None:
    sparks: dict[Missing, list[str]] = defaultdict(list)
    for verdict in verdicts:
        for one in verdict.missing:
            sparks[one].append(verdict.spark)
    faults = [
        f"{one.reference}\n  {one.why}\n  on Spark {', '.join(on)}\n  at {one.place}"
        for one, on in sorted(sparks.items())
    ]
    where = Path(__file__).with_name("exemptions.py").relative_to(ROOT)
    if faults:
        faults.append(
            "Use a member that all these versions have, or reflection. If only versions with the "
            f"member reach the place, exempt it in {where}, with the reason."
        )
    faults += [f"{where}: the exemption of {e.reference} is not needed any more" for e in idle]
    if faults:
        raise DevError("\n".join(faults))
