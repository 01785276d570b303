"""A Java runtime of the user's own JDK, reduced to the modules that Spark and cuDF use."""

from __future__ import annotations

import subprocess
from pathlib import Path

from gpu_bundle.errors import BundleError
from rapids_udfs.runtime.java import Java

MODULES = (
    "java.se",  # the whole, for 2 MB more: Scala 2.12 asks for java.rmi
    "jdk.crypto.ec",
    "jdk.incubator.vector",
    "jdk.management",
    "jdk.security.auth",  # Hadoop asks it who the user is
    "jdk.unsupported",
)


def link(java: Java, target: Path) -> None:
    """Create the runtime in a folder that does not exist yet (some ten seconds)."""
    program = java.home / "bin" / "jlink"
    modules = java.home / "jmods"
    if not program.is_file() or not modules.is_dir():
        raise BundleError(
            f"{java} has no jlink or no jmods, from which a runtime is made. Install a whole JDK "
            f"{java.version} (Debian: openjdk-{java.version}-jdk) and set JAVA_HOME to it"
        )
    options = ["--strip-debug", "--no-header-files", "--no-man-pages"]
    command = [str(program), *options, "--add-modules", ",".join(MODULES), "--output", str(target)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()
        raise BundleError(f"jlink could not make a Java runtime: {said}")
