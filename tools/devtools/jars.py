"""What sbt needs from outside, and the jars that it stages for the Python package."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from devtools import matrix
from devtools.jdk import jdk
from devtools.paths import JARS, ROOT, TARGET
from devtools.process import DevError, environment, run, say
from devtools.venv import VENV
from rapids_udfs import ivy, plugin
from rapids_udfs.cache import locked

NAMES_JAR = "cudf-names.jar"
HOST_JAR = "rapids-udfs-host.jar"
GOLDEN_JAR = "rapids-udfs-golden.jar"
_SBT_HEAP = "-Xmx2g"


def jar_names(line: matrix.Line) -> tuple[str, ...]:
    """The jars that a line's build stages."""
    kit = f"rapids-udfs-testkit_{line.scala}.jar"
    return (f"rapids-udfs_{line.scala}.jar", NAMES_JAR, HOST_JAR, GOLDEN_JAR, kit)


def plugin_jar(line: matrix.Line) -> Path:
    """The slim plugin jar to compile against: fetched and slimmed if need be."""
    variable = f"RAPIDS_UDFS_PLUGIN_{line.scala.replace('.', '_')}"
    if os.environ.get(variable):
        return Path(os.environ[variable])
    return plugin.slim(plugin.fetch(line.scala, ivy_jar=_ivy_jar(), java=jdk()))


def sbt(line: matrix.Line, *commands: str, limit_s: float | None = None) -> int:
    """Runs sbt's commands for a line, one sbt at a time in a checkout. Its exit status."""
    data = matrix.load()
    what = ivy.Coordinates("org.scala-sbt", "sbt-launch", data.sbt)
    launcher = ivy.fetch(what, "sbt", ivy=_ivy_jar(), java=jdk())
    variable = f"RAPIDS_UDFS_PLUGIN_{line.scala.replace('.', '_')}"
    env = environment({variable: str(plugin_jar(line)), "JAVA_HOME": str(jdk().home)})
    command = [
        str(jdk().executable),
        _SBT_HEAP,
        *ivy.proxy_options(),
        f"-Dspark.line={line.name}",
        "-Dsbt.supershell=false",
        "-Dsbt.color=false",
        "-Dsbt.server.autostart=false",
        "-jar",
        str(launcher),
        *commands,
    ]
    TARGET.mkdir(exist_ok=True)
    with locked(TARGET / ".sbt.lock", waiting=lambda: say("another sbt runs here, waiting for it")):
        return run(command, env=env, limit_s=limit_s)


def ensure_staged(lines: Sequence[matrix.Line]) -> None:
    """Builds the jars of the lines into the Python package, unless those there are current.

    Raises:
        DevError: the build failed.
    """
    for line in lines:
        key = content_key(ROOT)
        stamp = JARS / f".stamp-{line.name}"
        present = all((JARS / name).is_file() for name in jar_names(line))
        if present and stamp.is_file() and stamp.read_text(encoding="utf-8") == key:
            continue
        say(f"building the jar for {line.name} (Scala {line.scala})")
        stamp.unlink(missing_ok=True)
        if sbt(line, "stageJars") != 0:
            raise DevError(f"sbt could not build the jar for {line.name} (see above)")
        missing = [name for name in jar_names(line) if not (JARS / name).is_file()]
        if missing:
            raise DevError(f"sbt's stageJars left no {', '.join(missing)} in {JARS}")
        stamp.write_text(key, encoding="utf-8")


def content_key(root: Path) -> str:
    """A hash of all that the jars are made of."""
    digest = hashlib.sha256()
    for file in sorted(_sources(root)):
        digest.update(f"{file.relative_to(root)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    yield from (file for file in [root / "build.sbt"] if file.is_file())
    for folder in ("project", "jvm"):
        for path, folders, files in os.walk(root / folder):
            tests = Path(path).name == "src"
            folders[:] = [
                f for f in folders if f != "target" and f[0] != "." and not (tests and f == "test")
            ]
            yield from (Path(path) / file for file in files)


def _ivy_jar() -> Path | None:
    return next(VENV.glob("lib/python*/site-packages/pyspark/jars/ivy-*.jar"), None)
