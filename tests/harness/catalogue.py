"""The functions that the built jars declare, without a Spark session."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pyspark

from harness.session import base_jar, our_jar, staged_jar

Function = dict[str, Any]


@functools.cache
def functions() -> dict[str, Function]:
    """Every function of the catalogue, then those that only tests need, by name."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else shutil.which("java")
    if java is None:
        raise FileNotFoundError("no java on the PATH and JAVA_HOME is not set; install a JDK 17")
    spark = Path(pyspark.__file__).parent / "jars" / "*"
    class_path = [our_jar(), staged_jar("testkit"), base_jar("cpu"), spark]
    listed = []
    with tempfile.TemporaryDirectory() as folder:
        for writer in ("registry.CatalogueJson", "testkit.functions.ConformanceFunctions"):
            out = Path(folder) / "functions.json"
            command = [java, "-Xmx1g", "-cp", ":".join(map(str, class_path))]
            done = subprocess.run(
                [*command, f"io.github.rapidsudfs.{writer}", str(out)],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode != 0:
                raise RuntimeError(f"the jar cannot print {writer}:\n{done.stdout}{done.stderr}")
            listed += json.loads(out.read_text(encoding="utf-8"))["functions"]
    return {f["name"]: f for f in listed}


def groups(size: int) -> list[tuple[str, ...]]:
    """Return the functions in groups for one query each: planning takes longer than a few rows."""
    names = list(functions())
    return [tuple(names[at : at + size]) for at in range(0, len(names), size)]


def is_dependent(function: Function) -> bool:
    """Return whether a call's types follow from its arguments."""
    return (
        function["varargs"]
        or function["dependentResult"]
        or any(a["type"] == "any" for a in function["arguments"])
    )


def argument_type(function: Function, index: int) -> str:
    """The declared type of an argument; varargs repeat the last one."""
    arguments = function["arguments"]
    return str(arguments[min(index, len(arguments) - 1)]["type"])


def null_in_null_out(function: Function) -> bool:
    """Return whether any null argument gives null."""
    return re.fullmatch("any_null.*", function["nullRule"]) is not None
