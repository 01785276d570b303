# SPDX-License-Identifier: Apache-2.0

"""Archives of Spark's classes, parsed once, for the JVMs that tests start (AppCDS).

A JVM that starts a session of Spark loads 15,000 classes, a third of its processor time. It uses an
archive only if its own class path begins with the archive's, jar by jar, with the same dates; so
one of another Spark, or of a session with the plugin in front, does no harm.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from devtools.jdk import jdk
from devtools.paths import ROOT, TARGET
from devtools.process import environment, say

_SCRIPT = ROOT / "tools" / "archived_session.py"
_MOST_SECONDS = 600


def make(python: Path, spark: str) -> None:
    """Write the archive of the Spark that an environment has, unless it is there.

    Without one, which is said, tests take longer and nothing else.
    """
    there = TARGET / "class-archives" / f"spark-{spark}.jsa"
    if there.exists():
        return
    there.parent.mkdir(parents=True, exist_ok=True)
    partial = there.with_suffix(".new")
    variables = {
        "JAVA_HOME": str(jdk().home),
        "PYSPARK_PYTHON": str(python),
        # Of the session's JVM alone: the one that finds its command line would write one, too.
        "SPARK_SUBMIT_OPTS": f"-XX:+UseSerialGC -XX:ArchiveClassesAtExit={partial} -Xlog:disable",
    }
    submit = [str(python.with_name("spark-submit")), "--master", "local[2]", str(_SCRIPT)]
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(
                [*submit, folder],
                env=environment(variables),
                stdin=subprocess.DEVNULL,
                timeout=_MOST_SECONDS,
                check=True,
            )
            partial.rename(there)
        except (subprocess.SubprocessError, OSError) as e:
            say(f"the classes of Spark {spark} are not archived: {e}")
