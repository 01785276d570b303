# SPDX-License-Identifier: Apache-2.0

"""Runs sbt with the files that it needs, and stages jars for the Python package."""

from __future__ import annotations

import hashlib
import os
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from devtools import matrix
from devtools.jdk import jdk
from devtools.paths import JARS, ROOT, TARGET
from devtools.process import DevError, environment, run, say
from rapids_udfs.runtime import download, plugin
from rapids_udfs.runtime import jars as packed
from rapids_udfs.runtime.cache import locked

NAMES_JAR = "cudf-names.jar"
EMULATOR_JAR = "rapids-udfs-emulator.jar"
GOLDEN_JAR = "rapids-udfs-golden.jar"


def jar_names(line: matrix.Line) -> tuple[str, ...]:
    ours = [packed.name_of(part, line.name, line.scala) for part in ("", "-hive", "-testkit")]
    return (*ours, NAMES_JAR, EMULATOR_JAR, GOLDEN_JAR)


def assembled_spark(line: matrix.Line) -> Path:
    """Return the folder of Spark's jars that sbt's stageSpark creates for a line."""
    return TARGET / f"spark-{line.main}_{line.scala}"


def plugin_jar() -> Path:
    """Return the slim plugin jar to compile against, downloaded and slimmed if needed.

    It is always the jar for Scala 2.13: the build uses only its Java classes.
    """
    if os.environ.get(plugin.ENVIRONMENT_VARIABLE):
        return Path(os.environ[plugin.ENVIRONMENT_VARIABLE])
    return plugin.slim(plugin.fetch("2.13"))


def sbt(
    line: matrix.Line, *commands: str, folder: Path = ROOT, more: Mapping[str, str] | None = None
) -> int:
    """Run sbt commands for a line, one sbt at a time in a checkout; return the exit status.

    Commands that begin with ``-D`` are properties; without commands, sbt opens its shell.
    """
    data = matrix.load()
    launcher = download.fetch(
        download.Artifact("org.scala-sbt", "sbt-launch", data.sbt, data.sbt_sha256), "sbt"
    )
    ours = {plugin.ENVIRONMENT_VARIABLE: str(plugin_jar()), "JAVA_HOME": str(jdk().home)}
    env = environment({**ours, **(more or {})})
    command: list[str | Path] = [
        jdk().executable,
        *(ROOT / ".jvmopts").read_text(encoding="utf-8").split(),
        *proxy_options(),
        f"-Dspark.line={line.name}",
        *(["-Dsbt.supershell=false", "-Dsbt.color=false"] if commands else []),
        "-Dsbt.server.autostart=false",
        *(word for word in commands if word.startswith("-D")),
        "-jar",
        launcher,
        *(word for word in commands if not word.startswith("-D")),
    ]
    TARGET.mkdir(exist_ok=True)
    with locked(TARGET / ".sbt.lock", waiting=lambda: say("another sbt runs here, waiting for it")):
        stdin = subprocess.DEVNULL if commands else None
        return run(command, env=env, stdin=stdin, folder=folder)


def proxy_options() -> list[str]:
    """Return Java options for the proxies in the environment variables, which Java ignores."""
    options = []
    for scheme, url in urllib.request.getproxies().items():
        parts = urlsplit(url if "//" in url else f"//{url}")
        if scheme in ("http", "https") and parts.hostname:
            options.append(f"-D{scheme}.proxyHost={parts.hostname}")
            options.append(f"-D{scheme}.proxyPort={parts.port or 80}")
    return options


def ensure_staged(lines: Sequence[matrix.Line]) -> None:
    """Build the jars of the lines into the Python package, unless they are current."""
    for line in lines:
        key = content_key(ROOT)
        stamp = JARS / f".stamp-{line.name}"
        spark = ("stageSpark",) if line.is_assembled and not assembled_spark(line).is_dir() else ()
        present = not spark and all((JARS / name).is_file() for name in jar_names(line))
        if present and stamp.is_file() and stamp.read_text(encoding="utf-8") == key:
            continue
        say(f"building the jar for {line.name} (Scala {line.scala})")
        stamp.unlink(missing_ok=True)
        if sbt(line, "stageJars", *spark) != 0:
            raise DevError(f"sbt could not build the jar for {line.name} (see above)")
        missing = [name for name in jar_names(line) if not (JARS / name).is_file()]
        if missing:
            raise DevError(f"sbt's stageJars left no {', '.join(missing)} in {JARS}")
        stamp.write_text(key, encoding="utf-8")


def content_key(root: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(_sources(root)):
        digest.update(f"{file.relative_to(root)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    texts = (root / name for name in ("build.sbt", "LICENSE", "THIRD-PARTY-NOTICES"))
    yield from (file for file in texts if file.is_file())
    for folder in ("project", "jvm"):
        for path, folders, files in os.walk(root / folder):
            tests = Path(path).name == "src"
            folders[:] = [
                f for f in folders if f != "target" and f[0] != "." and not (tests and f == "test")
            ]
            yield from (Path(path) / file for file in files)
