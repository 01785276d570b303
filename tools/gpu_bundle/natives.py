"""The plugin's native libraries, with the code of one GPU architecture only."""

from __future__ import annotations

import mmap
import re
import shutil
import zipfile
from pathlib import Path

from gpu_bundle import fatbin
from gpu_bundle.errors import BundleError

# What cuDF's loader asks the class path for on 64-bit Linux.
FOLDER = "amd64/Linux"
CUDF = f"{FOLDER}/libcudf.so"
# Profiling is not what a bundle is for, and its library has 36 MB.
_LEFT_OUT = ("libprofilerjni.so",)
_BUILT_FOR = r"META-INF/maven/com\.nvidia/rapids-4-spark_([\d.]+)/"


def require_spark(plugin_jar: Path, spark: str, scala: str) -> None:
    """Check that a plugin jar is for a Spark and a Scala version."""
    with zipfile.ZipFile(plugin_jar) as jar:
        names = jar.namelist()
    shims = {name.partition("/")[0] for name in names if re.match(r"spark\d+\w*/", name)}
    built = {m[1] for name in names if (m := re.match(_BUILT_FOR, name))}
    if (shims and f"spark{spark.replace('.', '')}" not in shims) or (built and scala not in built):
        raise BundleError(
            f"{plugin_jar} is not for Spark {spark} of Scala {scala}, which is installed"
        )


def extract(plugin_jar: Path, target: Path, architecture: str) -> fatbin.Kept:
    """Write the libraries below a folder, under their paths in the jar."""
    number = fatbin.architecture_number(architecture)
    with zipfile.ZipFile(plugin_jar) as jar:
        names = [name for name in jar.namelist() if name.startswith(f"{FOLDER}/")]
        if CUDF not in names:
            raise BundleError(f"{plugin_jar} has no {CUDF}: is it a slim copy of the plugin's jar?")
        for name in names:
            if name.endswith(".so") and Path(name).name not in _LEFT_OUT:
                file = target / name
                file.parent.mkdir(parents=True, exist_ok=True)
                with jar.open(name) as source, file.open("wb") as sink:
                    shutil.copyfileobj(source, sink, 1 << 20)
    with (target / CUDF).open("r+b") as library, mmap.mmap(library.fileno(), 0) as mapped:
        return fatbin.keep(mapped, number)
