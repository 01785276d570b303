# SPDX-License-Identifier: Apache-2.0

"""The JVM class references: Scaladoc of the Scala API, Javadoc of the Java classes.

Scaladoc omits Java's static methods, which columnar bodies call.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from devtools import jars, matrix
from devtools.jdk import jdk
from devtools.paths import JARS, PYTHON, ROOT, TARGET
from devtools.process import DevError, run

PACKAGES = tuple(
    f"io.github.rapidsudfs.{name}"
    for name in ("api", "rows", "columns", "udf", "metrics", "testkit")
)
_JAVADOC = TARGET / "javadoc"


def write(line: matrix.Line) -> None:
    if jars.sbt(line, "set root / Compile / doc / aggregate := false", "root/doc") != 0:
        raise DevError("Scaladoc could not be written (see above)")
    jars.ensure_staged([line])
    (spark,) = PYTHON.parents[1].glob("lib/python*/site-packages/pyspark/jars")
    sources = [
        ROOT / module / folder
        for module, java in (("", "jvm/src/main/java"), ("jvm/testkit", "src/main/java"))
        for folder in (java, f"target/scala-{line.scala}/src_managed/main")
    ]
    # The plugin comes first: cudf-names.jar has only a few of its types.
    class_path = [jars.plugin_jar(), spark / "*", JARS / "*"]
    options = ["-quiet", "-Xdoclint:none", "-encoding", "UTF-8", "-d", str(_JAVADOC)]
    shutil.rmtree(_JAVADOC, ignore_errors=True)
    paths = ["-cp", os.pathsep.join(map(str, class_path))]
    paths += ["-sourcepath", os.pathsep.join(map(str, sources))]
    if run([jdk().home / "bin" / "javadoc", *options, *paths, *PACKAGES]) != 0:
        raise DevError("Javadoc could not be written (see above)")


def copy(line: matrix.Line, site: Path) -> None:
    """Copy the references into a site, and check the site's links to classes."""
    written = {"scala": TARGET / f"scala-{line.scala}" / "api", "java": _JAVADOC}
    if not all(folder.is_dir() for folder in written.values()):
        return
    for name, folder in written.items():
        shutil.copytree(folder, site / "jvm" / name)
    page = (site / "api" / "jvm" / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'href="\.\./\.\./jvm/([^"]+)"', page)
    dead = [link for link in links if not (site / "jvm" / link).is_file()]
    if dead or not links:
        raise DevError(f"docs/api/jvm.md has dead links: {', '.join(dead)}")
