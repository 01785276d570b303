# SPDX-License-Identifier: Apache-2.0

"""Archives of Spark's parsed classes, for the JVMs that tests start (AppCDS).

A JVM that starts a Spark session loads 15,000 classes, which takes a third of its processor time.
A JVM uses an archive only if its class path begins with the archive's, jar by jar, with the same
dates. An archive of another Spark, or a session with the plugin in front, therefore does no harm.
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
    """Write the archive of an environment's Spark, unless it exists.

    If that fails, a message says so, and tests only take longer.
    """
    there = TARGET / "class-archives" / f"spark-{spark}.jsa"
    if there.exists():
        return
    there.parent.mkdir(parents=True, exist_ok=True)
    partial = there.with_suffix(".new")
    variables = {
        "JAVA_HOME": str(jdk().home),
        "PYSPARK_PYTHON": str(python),
        # Only for the session's JVM: the launcher's JVM would write an archive, too.
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
