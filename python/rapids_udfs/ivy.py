"""Fetches one jar by its Maven coordinates, with the Ivy that is inside every PySpark.

Ivy knows the default public repository, so neither Maven nor an address is needed. POMs are left
unread: nothing that is fetched here has dependencies, and the parent of the plugin's POM is not
published.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from xml.sax.saxutils import quoteattr

from rapids_udfs.cache import cache_dir, locked, writable_dir
from rapids_udfs.errors import FetchError
from rapids_udfs.java import Java, find_java
from rapids_udfs.progress import Progress, ProgressLine

_STALLED_AFTER_S = 120.0

_SETTINGS = """\
<ivysettings>
  <settings defaultResolver="public"/>
  <resolvers><ibiblio name="public" m2compatible="true" usepoms="false"/></resolvers>
</ivysettings>
"""


class Coordinates(NamedTuple):
    """Maven coordinates of a jar."""

    group: str
    artifact: str
    version: str
    classifier: str = ""

    @property
    def file_name(self) -> str:
        """The name that the jar has in a Maven repository."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{tail}.jar"

    def __str__(self) -> str:
        tail = f":{self.classifier}" if self.classifier else ""
        return f"{self.group}:{self.artifact}:{self.version}{tail}"


def ivy_jar() -> Path | None:
    """The Ivy jar of the installed PySpark, else of ``SPARK_HOME``; None without either."""
    spec = find_spec("pyspark")
    folders = [Path(p) / "jars" for p in (spec.submodule_search_locations or ())] if spec else []
    if os.environ.get("SPARK_HOME"):
        folders.append(Path(os.environ["SPARK_HOME"]) / "jars")
    return next((jar for folder in folders for jar in sorted(folder.glob("ivy-*.jar"))), None)


def fetch(
    what: Coordinates,
    folder: str,
    *,
    size: int | None = None,
    ivy: Path | None = None,
    java: Java | None = None,
    progress: Progress | None = None,
) -> Path:
    """The jar in a folder of the cache, fetched if it is not there yet, or there and no whole jar.

    The file appears under its name only when it is whole. Two processes may call this at once:
    one fetches, the other waits for it.

    Args:
        what: the jar's coordinates.
        folder: the cache's folder for it.
        size: the size in bytes that it must have, where that is known.
        ivy: an Ivy jar; by default that of the installed PySpark.
        java: the Java to run Ivy with; by default the first one found.
        progress: called every half a second; by default a line on standard error.

    Raises:
        FetchError: it could not be fetched or is damaged.
        CacheError: the cache cannot be written.
        JavaNotFoundError: there is no Java to run Ivy with.
    """
    wanted = cache_dir() / folder / what.file_name
    if zipfile.is_zipfile(wanted):
        return wanted
    directory = writable_dir(folder)
    with locked(
        directory / f".{what.file_name}.lock",
        waiting=lambda: print(f"{what.file_name}: another process is fetching it, waiting"),
    ):
        if zipfile.is_zipfile(wanted):
            return wanted
        prefix = f".{what.file_name}."
        for left_by_a_killed_run in directory.glob(f"{prefix}*.part"):
            shutil.rmtree(left_by_a_killed_run, ignore_errors=True)
        work = Path(tempfile.mkdtemp(prefix=prefix, suffix=".part", dir=directory))
        try:
            ivy = ivy or ivy_jar()
            if ivy is None:
                raise FetchError(
                    str(what), wanted, "PySpark, whose Ivy jar fetches it, is not installed"
                )
            java = java or find_java(version=None)
            progress = progress or ProgressLine(f"fetching {what.file_name}")
            jar = _run(what, wanted, work, size, ivy, java, progress)
            _check(jar, what, wanted, size)
            jar.replace(wanted)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return wanted


def _run(
    what: Coordinates,
    wanted: Path,
    work: Path,
    size: int | None,
    ivy: Path,
    java: Java,
    progress: Progress,
) -> Path:
    command = [str(java.executable), "-Xmx256m", *proxy_options(), "-jar", str(ivy)]
    command += ["-settings", str(_settings(work)), "-cache", str(work / "cache")]
    command += ["-ivy", str(_module(what, work))]
    log = work / "ivy.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT
        )
    try:
        if not _watch(process, work / "cache", size, progress):
            why = f"nothing arrived for {_STALLED_AFTER_S:.0f} s"
            raise FetchError(str(what), wanted, why)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    jars = list((work / "cache").rglob("jars/*.jar"))
    if process.returncode != 0 or len(jars) != 1:
        raise FetchError(str(what), wanted, _reason(log))
    return jars[0]


def _watch(
    process: subprocess.Popen[bytes], cache: Path, size: int | None, progress: Progress
) -> bool:
    """Reports progress until the process ends; False if the transfer stalls."""
    done, since = 0, time.monotonic()
    while True:
        try:
            process.wait(0.5)
            ended = True
        except subprocess.TimeoutExpired:
            ended = False
        now = _jar_bytes(cache)
        if now > done:
            done, since = now, time.monotonic()
        if done:
            progress(done, size)
        if ended:
            return True
        if time.monotonic() - since > _STALLED_AFTER_S:
            return False


def _jar_bytes(cache: Path) -> int:
    total = 0
    for file in cache.rglob("jars/*"):
        try:
            total += file.stat().st_size
        except FileNotFoundError:  # renamed by Ivy in the meantime
            continue
    return total


def _check(jar: Path, what: Coordinates, wanted: Path, size: int | None) -> None:
    found = jar.stat().st_size
    if size is not None and found != size:
        raise FetchError(str(what), wanted, f"it came with {found} bytes instead of {size}")
    if not zipfile.is_zipfile(jar):
        raise FetchError(str(what), wanted, "what came is not a jar")


def _reason(log: Path) -> str:
    """What Ivy complained of, in a line."""
    text = log.read_text(encoding="utf-8", errors="replace")
    lines = [line.strip(" \t:.") for line in text.splitlines()]
    for mark in ("exception", "Server access error", "not found", "FAILED", "WARN", "rror"):
        hit = next((line for line in lines if mark in line), None)
        if hit:
            return hit
    return "Ivy gave no reason" if not lines else f"Ivy ended with: {lines[-1]}"


def _settings(work: Path) -> Path:
    own = os.environ.get("RAPIDS_UDFS_IVY_SETTINGS")
    if own:
        return Path(own)
    path = work / "settings.xml"
    path.write_text(_SETTINGS, encoding="utf-8")
    return path


def _module(what: Coordinates, work: Path) -> Path:
    classifier = f" m:classifier={quoteattr(what.classifier)}" if what.classifier else ""
    name = quoteattr(what.artifact)
    path = work / "ivy.xml"
    path.write_text(
        '<ivy-module version="2.0" xmlns:m="http://ant.apache.org/ivy/maven">\n'
        '<info organisation="rapids-udfs" module="fetch"/>\n'
        f"<dependencies><dependency org={quoteattr(what.group)} name={name} "
        f'rev={quoteattr(what.version)} transitive="false">'
        f'<artifact name={name} type="jar" ext="jar"{classifier}/>'
        "</dependency></dependencies></ivy-module>\n",
        encoding="utf-8",
    )
    return path


def proxy_options() -> list[str]:
    """Java's options for the proxies that the environment names, which Java itself ignores."""
    options = []
    for scheme in ("http", "https"):
        url = os.environ.get(f"{scheme}_proxy") or os.environ.get(f"{scheme.upper()}_PROXY")
        if url:
            parts = urlsplit(url if "//" in url else f"//{url}")
            if parts.hostname:
                options.append(f"-D{scheme}.proxyHost={parts.hostname}")
                options.append(f"-D{scheme}.proxyPort={parts.port or 80}")
    return options
