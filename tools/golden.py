# SPDX-License-Identifier: Apache-2.0

"""Record cuDF's results on a GPU as a golden file, and compare the emulator with such a file.

A golden file contains the results of about 12,000 cuDF operations on edge cases, as JSON Lines
with the inputs, the operation and the outputs. Recorded on a GPU, it shows whether the emulator
returns the GPU's results. ``rapids-udfs-golden.jar`` has the operations.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from devtools.jdk import find_java
from rapids_udfs.errors import RapidsUdfsError, damaged
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.devices import find_gpu

_MAIN = "io.github.rapidsudfs.golden.Golden"


class GoldenError(RapidsUdfsError):
    """A golden file that cannot be read or written; the message says why."""


class NoGpuError(RapidsUdfsError):
    """Golden results come from a GPU, and this machine has no usable one."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"golden results come from a GPU, and none is usable here: {why}. Run this on a "
            "machine with an NVIDIA GPU and its driver. (golden.py record --on-emulator records "
            "the emulator instead, which proves nothing about a GPU.)"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        if options.command != "replay":
            return _write(options)
        if not options.file.is_file():
            raise GoldenError(f"there is no golden file {options.file}")
        return _run(["replay", str(options.file)], options.plugin_jar, emulate=not options.on_gpu)
    except RapidsUdfsError as e:
        print(f"error: {e}", file=sys.stderr)
        return 1


def golden_jar() -> Path:
    jar = jars.FOLDER / "rapids-udfs-golden.jar"
    if not jar.is_file():
        raise damaged(jar, "is missing")
    return jars.plain(jar)


def _write(options: argparse.Namespace) -> int:
    folder = options.out.resolve().parent
    if not folder.is_dir():
        raise GoldenError(f"the folder of the file to write does not exist: {folder}")
    marked = options.on_emulator and options.command == "record"
    arguments = [options.command, *(["--on-emulator"] if marked else []), "--out", str(options.out)]
    return _run(arguments, options.plugin_jar, emulate=options.on_emulator)


def _run(arguments: list[str], plugin_jar: Path | None, *, emulate: bool) -> int:
    if not emulate and not (gpu := find_gpu()).usable:
        raise NoGpuError(gpu.reason)
    java = find_java()
    spark = installed_spark()
    full = plugin.locate(spark.scala, plugin_jar)
    # The slim jar has the same classes; only a GPU needs the native libraries.
    used = plugin.slim(full, spark.version) if emulate else full
    class_path = [golden_jar(), used, *sorted(spark.jars.glob("slf4j-api-*.jar"))]
    command = [str(java.executable), "-Dslf4j.internal.verbosity=ERROR"]
    if emulate:
        command.append(f"-javaagent:{jars.emulator_jar()}")
    command += ["-cp", os.pathsep.join(map(str, class_path)), _MAIN, *arguments]
    return subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="golden.py", description=__doc__)
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True
    )
    writing = {
        "record": "run the operations and write their results",
        "characters": "write cuDF's tables of characters: the emulator's characters.properties",
    }
    for name, text in writing.items():
        command = commands.add_parser(name, help=text)
        command.add_argument(
            "--out", type=Path, required=True, metavar="FILE", help="the file to write"
        )
        text = "run on the emulator, not on a GPU; the file then proves nothing about a GPU"
        command.add_argument("--on-emulator", action="store_true", help=text)
    replay = commands.add_parser(
        "replay",
        help="run the operations on the emulator and print the results that differ",
        description=(
            "Run the operations on the emulator and print every result that differs from the "
            "file's, bit for bit unless the operation has a tolerance. Operations that the "
            "emulator refuses are listed and do not count as differences. The exit status is 1 if "
            "a result differs, or if the file has another format or plugin version."
        ),
    )
    replay.add_argument("file", type=Path, metavar="FILE", help="a golden file")
    text = "compare with this machine's GPU, not the emulator"
    replay.add_argument("--on-gpu", action="store_true", help=text)
    for command in commands.choices.values():
        text = "the plugin's jar (default: in the cache)"
        command.add_argument("--plugin-jar", type=Path, metavar="JAR", help=text)
    return parser


if __name__ == "__main__":
    sys.exit(main())
