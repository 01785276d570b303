"""The command ``rapids-udfs gpu-bundle``: packs what a GPU machine needs to prove the functions."""

from __future__ import annotations

import argparse
import re
import signal
import sys
from pathlib import Path

_DESCRIPTION = (
    "Packs a bundle for a machine that has a GPU and Python, but neither Java nor Spark nor a "
    "network: a Java runtime of this machine's JDK, the plugin's classes, its native libraries "
    "with one GPU architecture's code, and this package. It is cut into parts, each with its "
    "hash. Take the folder there in whatever pieces it takes, and run: python3 run.py"
)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    bundle = commands.add_parser(
        "gpu-bundle",
        help="pack a bundle that runs on a GPU machine without Java, Spark or a network",
        description=_DESCRIPTION,
    )
    bundle.add_argument(
        "--out",
        type=Path,
        default=Path("gpu-bundle"),
        metavar="FOLDER",
        help="the folder to write, empty or of an earlier bundle (default: gpu-bundle)",
    )
    bundle.add_argument(
        "--arch",
        default="sm_90",
        metavar="SM",
        help="the GPU's architecture: sm_90 for H100 and H200, sm_80 for A100 (default: sm_90)",
    )
    bundle.add_argument(
        "--part-size",
        type=_size,
        default=_size("60M"),
        metavar="SIZE",
        help="the most that one part has, for instance 60M or 1G (default: 60M)",
    )
    bundle.add_argument(
        "--plugin-jar", type=Path, metavar="JAR", help="the plugin's jar (default: in the cache)"
    )
    bundle.add_argument(
        "--spark",
        action="store_true",
        help="pack Spark and PySpark too, and run all functions through SQL on the plugin",
    )
    bundle.set_defaults(work=_bundle)


def _bundle(options: argparse.Namespace) -> None:
    from rapids_udfs.bundle import build

    # Gigabytes lie in the folder: whoever ends this wants them gone.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    made = build.build(
        options.out,
        architecture=options.arch,
        part_bytes=options.part_size,
        plugin_jar=options.plugin_jar,
        with_spark=options.spark,
        say=lambda line: print(line, file=sys.stderr, flush=True),
    )
    total = sum(part.size for part in made.parts)
    print(f"{made.folder}: {len(made.parts)} parts, {total / 1e6:.0f} MB, and {build.RUNNER}")
    print(f"copy the folder to the GPU machine, then there: python3 {build.RUNNER}")


def _size(text: str) -> int:
    match = re.fullmatch(r"(\d+)([KMG]?)", text.upper())
    if match is None or int(match[1]) == 0:
        raise ValueError(text)
    return int(match[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[match[2]]


_size.__name__ = "size"  # what argparse calls a wrong value
